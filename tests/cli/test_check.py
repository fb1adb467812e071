"""``fangcheng check``: cases that hold, that do not, and that are none."""

from __future__ import annotations

import json
from pathlib import Path

from cli.command import CASE, Fangcheng, complains


def test_check(fangcheng: Fangcheng, tmp_path: Path) -> None:
    good, wrong, broken = (tmp_path / name for name in ("good.jsonl", "wrong.jsonl", "broken.jsonl"))
    good.write_text(CASE % 1 + "\n", "utf-8")
    wrong.write_text(CASE % 1 + "\n" + CASE % 2 + "\n", "utf-8")
    broken.write_text(CASE % 1 + "\nnonsense\n" + CASE % 2 + "\n", "utf-8")
    assert fangcheng("check", str(good)) == (0, f"{good}: 1 of 1 cases hold\n", "")
    done = fangcheng("check", str(good), str(wrong))
    assert done.status == 1
    assert f"{wrong}: 1 of 2 cases hold\n  one\n    points: expected 2, found 1\n" in done.out
    done = fangcheng("check", str(broken), str(good))
    assert done.status == 2
    assert done.err.startswith(f"fangcheng: {broken}:2: not a case: not JSON")
    assert f"{good}: 1 of 1" in done.out
    complains(fangcheng("check", str(tmp_path / "none.jsonl")), "none.jsonl: No such file")


def test_check_goes_on_to_the_other_files(fangcheng: Fangcheng, tmp_path: Path) -> None:
    good, empty, other = (tmp_path / name for name in ("good.jsonl", "empty.jsonl", "other.jsonl"))
    good.write_text("\ufeff" + CASE % 1 + "\r\n", "utf-8")
    empty.write_bytes(b"")
    other.write_bytes(b"nonsense\n" * 30)
    done = fangcheng("check", str(tmp_path / "none"), str(tmp_path), str(empty), str(other), str(good))
    assert done.status == 2
    assert done.out.endswith(f"{good}: 1 of 1 cases hold\n")
    lines = done.err.splitlines()
    assert "none: No such file" in lines[0]
    assert "Is a directory" in lines[1]
    assert lines[2] == f"fangcheng: {empty}: no case in it"
    assert lines[-1] == f"fangcheng: {other}: lines that are no cases: 30"
    assert len(lines) == 14


def test_check_for_programs(fangcheng: Fangcheng, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(CASE % 1 + "\n" + CASE % 2 + "\n", "utf-8")
    done = fangcheng("check", "--json", str(path))
    assert done.status == 1
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"file": str(path), "line": 1, "id": "one", "ok": True, "expected": {"points": 1}, "found": {"points": 1}},
        {"file": str(path), "line": 2, "id": "one", "ok": False, "expected": {"points": 2}, "found": {"points": 1}},
    ]
