"""Every case of every game that exists, from every case folder."""

from __future__ import annotations

import tomllib
from pathlib import Path

from fangcheng.audit import run_file
from fangcheng.audit.cases import BadLine

DISPUTED: dict[str, str] = tomllib.loads((Path(__file__).parent / "disputed_cases.toml").read_text("utf-8"))


def test_cases_hold(case_file: Path) -> None:
    wrong, disputed = [], set()
    for number, result in run_file(case_file):
        if isinstance(result, BadLine):
            wrong.append(f"{case_file.name}:{number}: {result.message}")
        elif result.id in DISPUTED:
            disputed.add(result.id)
            if result.ok:
                wrong.append(f"{result.id}: disputed, but it holds")
        elif not result.ok:
            wrong.append(f"{result.id}: expected {result.expected}, found {result.found} ({result.why})")
    assert not wrong, "\n".join(wrong)


def test_disputes_have_reasons() -> None:
    assert all(reason.strip() for reason in DISPUTED.values())
