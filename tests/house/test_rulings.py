"""A reader finds every ruling: each that a rules page lists is named in the code of its game, where it is carried out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fangcheng.variants import VARIANTS

LISTED = re.compile(r"^- \*\*R(\d+)\*\*", re.MULTILINE)
NAMED = re.compile(r"\bR(\d+)\b(?: to R(\d+)\b)?")


def named(code: str) -> Iterator[int]:
    """The rulings that code names: ``R3``, ``R3, R5``, ``R3 to R5``."""
    for first, last in NAMED.findall(code):
        yield from range(int(first), int(last or first) + 1)


def test_names_are_read_as_they_are_written() -> None:
    assert list(named("# R3, R5; R7 to R9, and (R1)")) == [3, 5, 7, 8, 9, 1]
    assert list(named("R0X XR1 R 2")) == []


@pytest.mark.parametrize("game", VARIANTS)
def test_every_ruling_is_named_in_the_code(repository: Path, game: str) -> None:
    listed = {int(number) for number in LISTED.findall((repository / "docs" / "rules" / f"{game}.md").read_text("utf-8"))}
    variants = repository / "src" / "fangcheng" / "variants"
    code = [*variants.glob(f"{game}.py"), *(variants / game).rglob("*.py")]
    found = {number for path in code for number in named(path.read_text("utf-8"))}
    assert listed
    assert not listed - found, "name the ruling where it is carried out, or in the game's own words where plain mahjong already does"
    assert not found - listed, "the rules page does not list it"
