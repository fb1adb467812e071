"""``fangcheng simulate``: deals among robots, and their logs."""

from __future__ import annotations

import json
from pathlib import Path

from cli.command import Fangcheng, complains


def test_simulate(fangcheng: Fangcheng) -> None:
    asked = ("simulate", "--variant", "changsha", "--deals", "20", "--bots", "first_legal,random,random,random", "--seed", "7")
    alone, shared = fangcheng(*asked, "--jobs", "1"), fangcheng(*asked, "--jobs", "2")
    assert alone.status == 0
    assert alone == shared
    assert "first_legal" in alone.out
    assert "Deals: 20" in alone.out
    assert json.loads(fangcheng(*asked, "--json").out)["deals"] == 20
    complains(fangcheng("simulate", "--bots", "deep"), "unknown bot 'deep'")
    complains(fangcheng("simulate", "--bots", "random,random"), "not 2")


def test_logs_of_a_simulation_can_be_verified(fangcheng: Fangcheng, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deals"
    drawn = fangcheng("simulate", "--variant", "mcr", "--bots", "random", "--deals", "2", "--logs", str(folder))
    assert drawn.status == 0
    # Nobody won, so there is nothing to say of wins.
    assert drawn.out.endswith("Deals: 2, drawn: 2 (100.0%).\n")
    logs = sorted(folder.iterdir())
    assert [log.name for log in logs] == ["0001-01.jsonl", "0001-02.jsonl"]
    assert [fangcheng("verify", str(log)).status for log in logs] == [0, 0]
    complains(fangcheng("simulate", "--deals", "1", "--logs", str(logs[0])), f"--logs {logs[0]}: File exists")
