"""Logs that somebody has changed so that an event cannot happen where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from fangcheng.cli.app import run
from fangcheng.formats import LogError, encode_log, folding
from fangcheng.sim import walk
from fangcheng.variants import get_variant

MCR = get_variant("mcr")


@pytest.fixture
def changed(tmp_path: Path) -> tuple[Path, int]:
    """A log whose first discard stands there twice, and the line of the second time."""
    log = walk(MCR, 5).game.log
    at = next(at for at, event in enumerate(log) if event.name == "discard")
    path = tmp_path / "changed.jsonl"
    path.write_bytes(encode_log([*log[: at + 1], *log[at:]]))
    return path, at + 2


def test_replay_ends_where_it_cannot_go_on(changed: tuple[Path, int], capfd: pytest.CaptureFixture[str]) -> None:
    path, line = changed
    assert run(("replay", str(path), "--no-step")) == 2
    out, err = capfd.readouterr()
    assert err == f"fangcheng: {path}:{line}: this discard cannot happen here (ValueError)\n"
    assert out.splitlines()[-1].startswith(f"{line - 1:4}  ")


def test_no_record_is_made_of_it(changed: tuple[Path, int], capfd: pytest.CaptureFixture[str]) -> None:
    path, line = changed
    assert run(("convert", MCR.id, str(path))) == 1
    assert capfd.readouterr() == ("", f"fangcheng: {path}: line {line}: this discard cannot happen here (ValueError)\n")


def test_whatever_folding_stumbles_over_is_the_logs_fault() -> None:
    event = walk(MCR, 5).game.log[1]
    with pytest.raises(LogError, match=r"line 2: this dice cannot happen here \(KeyError\)") as caught, folding(2, event):
        raise KeyError(3)
    assert caught.value.line == 2
