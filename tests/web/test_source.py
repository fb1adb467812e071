"""The client knows no game."""

from __future__ import annotations

from pathlib import Path

from fangcheng.variants import VARIANTS


def test_no_game_is_named_in_the_client(repository: Path) -> None:
    sources = [path for path in (repository / "web" / "src").rglob("*") if path.suffix in (".ts", ".svelte", ".css")]
    assert sources
    named = [(path.name, game) for path in sources for game in VARIANTS if game in path.read_text()]
    assert named == []
