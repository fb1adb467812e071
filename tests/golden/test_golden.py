"""Golden deals: read the diff, then run scripts/golden if the change is meant."""

import json
from pathlib import Path

import pytest

from fangcheng.audit.golden import golden_files, scripted_deal

FOLDER = Path(__file__).parent
WANTED = json.loads((FOLDER / "goldens.json").read_text("utf-8"))
FILES = golden_files(FOLDER)


@pytest.mark.parametrize("name", FILES)
def test_golden(name: str) -> None:
    assert FILES[name].splitlines() == (FOLDER / name).read_text("utf-8").splitlines()


def test_no_golden_is_left_over() -> None:
    kept = {path.name for path in FOLDER.glob("*.txt")} | {path.name for path in FOLDER.glob("*.jsonl")}
    assert kept == set(FILES)


def test_a_script_that_breaks_off_makes_no_golden() -> None:
    entry = next(entry for entry in WANTED["transcripts"] if "position" in entry)
    with pytest.raises(ValueError, match="breaks off"):
        scripted_deal({**entry["position"], "script": [{"seat": 0, "do": "win"}]})
