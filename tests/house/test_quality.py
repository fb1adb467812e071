"""The source as a whole: what scripts/check says, and promises of the architecture that are about files."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest

GAME = re.compile(r"\b(changsha|anhua|zuanpai|two_player_frenzy|guobiao|mcr)\b")


@pytest.mark.quality
@pytest.mark.parametrize("name", ["style", "format", "types", "layers", "dependencies", "web"])
def test_check(repository: Path, name: str) -> None:
    done = subprocess.run([repository / "scripts" / "check", name], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_audit_without_a_network_says_so(repository: Path) -> None:
    nowhere = {"npm_config_registry": "http://127.0.0.1:9/", "npm_config_fetch_retries": "0", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": ""}
    nowhere |= dict.fromkeys(("http_proxy", "https_proxy", "HTTP_PROXY", "HTTPS_PROXY"), "http://127.0.0.1:9/")
    done = subprocess.run([repository / "scripts" / "audit"], capture_output=True, text=True, env=os.environ | nowhere)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stderr.count("NOT AUDITED") == 2, done.stderr


def test_games_are_named_only_in_their_own_files(repository: Path) -> None:
    python = [p for p in (repository / "src").rglob("*.py") if "variants" not in p.parts]
    web = [p for p in (repository / "web" / "src").rglob("*") if p.suffix in (".ts", ".svelte")]
    named = [f"{p.relative_to(repository)}: {m[0]}" for p in python + web for m in GAME.finditer(p.read_text("utf-8"))]
    assert not named, "the question is missing on Variant"


def test_lock_files_name_no_address(repository: Path) -> None:
    locks = [*(repository / "requirements").glob("*.txt"), repository / "web" / "package-lock.json"]
    assert len(locks) == 4
    assert not [lock.name for lock in locks if re.search(r"https?://", lock.read_text("utf-8"))]
