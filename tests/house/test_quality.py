"""The source as a whole: what scripts/check says, and promises of the architecture that are about files."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

GAME = re.compile(r"\b(changsha|anhua|zuanpai|two_player_frenzy|guobiao|mcr)\b")
PURE = ("tiles", "hand", "wall", "actions", "events", "meld", "notation", "shapes", "rules", "engine", "variants")
IMPURE = {"asyncio", "time", "random", "os", "sqlite3", "sqlalchemy", "litestar"}


@pytest.mark.quality
@pytest.mark.parametrize("name", ["style", "format", "types", "layers", "dependencies", "web"])
def test_check(repository: Path, name: str) -> None:
    done = subprocess.run([repository / "scripts" / "check", name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_games_are_named_only_in_their_own_files(repository: Path) -> None:
    python = [p for p in (repository / "src").rglob("*.py") if "variants" not in p.parts]
    web = [p for p in (repository / "web" / "src").rglob("*") if p.suffix in (".ts", ".svelte")]
    named = [f"{p.relative_to(repository)}: {m[0]}" for p in python + web for m in GAME.finditer(p.read_text("utf-8"))]
    assert not named, "the question is missing on Variant"


def test_rules_and_engine_are_pure(repository: Path) -> None:
    """No clock, chance or I/O where deals are decided. Direct imports suffice: the floors see to the indirect ones."""
    package = repository / "src" / "fangcheng"
    files = [f for name in PURE for f in (package / f"{name}.py", *(package / name).rglob("*.py")) if f.exists()]
    impure = [f"{f.relative_to(package)}: {name}" for f in files for name in sorted(imported(f) & IMPURE)]
    assert not impure


def imported(file: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names.add(node.module.partition(".")[0])
    return names


def test_lock_files_name_no_address(repository: Path) -> None:
    locks = [*(repository / "requirements").glob("*.txt"), repository / "web" / "package-lock.json"]
    assert len(locks) == 4
    assert not [lock.name for lock in locks if re.search(r"https?://", lock.read_text("utf-8"))]
