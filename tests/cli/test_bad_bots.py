"""A simulation with a bot that does not know what to do."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from fangcheng.actions import Action
from fangcheng.bots import BOTS, Bot
from fangcheng.cli.app import run
from fangcheng.cli.simulate import MOST

ASKED = ("simulate", "--deals", "1", "--jobs", "1", "--bots", "first_legal,bad,first_legal,first_legal")


class Bad(Bot):
    name = "bad"

    def choose(self, offers: Sequence[Action]) -> Action:
        raise RuntimeError("no idea")


@pytest.fixture(autouse=True)
def bad(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(BOTS, "bad", Bad)


def test_people_are_told_which_seat_it_has_as_they_count_seats(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(ASKED) == 1
    lines = capfd.readouterr().err.splitlines()
    assert lines == ["fangcheng: seat 2 (bad) raised RuntimeError: no idea"] * MOST


def test_programs_are_told_as_files_count_seats(capfd: pytest.CaptureFixture[str]) -> None:
    assert run((*ASKED, "--json")) == 1
    problems = json.loads(capfd.readouterr().out)["problems"]
    assert len(problems) > MOST
    assert problems[0] == {"seat": 1, "bot": "bad", "what": "raised RuntimeError: no idea"}
