"""The shipped tables are those that the script builds, and loading them late or twice changes nothing."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

from fangcheng.shapes import need
from fangcheng.shapes.table import CLASS_SUIT, NEED_SUIT, SIZES, load_classes, load_need, pack, unpack

SCRIPT = Path(__file__).parents[2] / "scripts" / "build_tables.py"


@pytest.fixture(scope="module")
def builder() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_tables", SCRIPT)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def shipped(name: str) -> bytes:
    return unpack(files("fangcheng.shapes").joinpath("data", f"{name}.bin").read_bytes())


@pytest.mark.slow
def test_shipped_tables_are_rebuilt_from_scratch(builder: ModuleType) -> None:
    built = builder.build()
    assert {name: len(table) for name, table in built.items()} == SIZES
    # Compared expanded: another zlib may pack the same table in other bytes.
    assert [name for name, table in built.items() if table != shipped(name)] == []


@pytest.mark.parametrize("length", [0, 1, 124, 125, 126, 1000])
def test_pack_is_reversed_by_unpack(length: int) -> None:
    table = bytes(at * at % 7 for at in range(length))
    assert unpack(pack(table)) == table


def test_loading_again_changes_nothing() -> None:
    load_need()
    load_classes()
    before = bytes(NEED_SUIT), bytes(CLASS_SUIT)
    load_need()
    load_classes()
    assert (bytes(NEED_SUIT), bytes(CLASS_SUIT)) == before


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("need([0] * 5)", "2"),
        ("sets_need([0] * 4)", "0"),
        ("missing([0] * 4, 4)", "14"),
        ("waits(Hand.parse('1m'))", "(0,)"),
        ("useful(Hand.parse('1m'))", "(0,)"),
        ("splits(Hand.parse('1m'))", "()"),
    ],
)
def test_any_function_may_be_the_first_call(call: str, expected: str) -> None:
    source = f"from fangcheng.hand import Hand\nfrom fangcheng.shapes import *\nprint({call})"
    answer = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == expected


@pytest.mark.parametrize("index", [[0, 0, 0], [5**9, 0, 0, 0], [0, 0, 0, 5**7]])
def test_need_beyond_the_tables(index: list[int]) -> None:
    with pytest.raises(IndexError):
        need(index)
