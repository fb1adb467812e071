"""The command, and a log for it to read."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import GAME, Done, Fangcheng

from fangcheng.cli.app import run
from fangcheng.formats import encode_log
from fangcheng.sim import walk


@pytest.fixture
def fangcheng(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fangcheng:
    """Runs the command with these arguments, in English unless they say otherwise."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Done:
        status = run(arguments)
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Done(status, out, err)

    return call


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    """A whole deal."""
    path = tmp_path / "deal.jsonl"
    path.write_bytes(encode_log(walk(GAME, 5).game.log))
    return path
