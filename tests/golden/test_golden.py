"""Golden deals: read the diff, then run scripts/golden if the change is meant."""

from pathlib import Path

import pytest

from fangcheng.audit.golden import golden_files

FOLDER = Path(__file__).parent
FILES = golden_files(FOLDER)


@pytest.mark.parametrize("name", FILES)
def test_golden(name: str) -> None:
    assert FILES[name].splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_golden_is_left_over() -> None:
    kept = {path.name for path in FOLDER.glob("*.txt")} | {path.name for path in FOLDER.glob("*.jsonl")}
    assert kept == set(FILES)
