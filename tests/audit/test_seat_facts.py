"""What a position tells of seats is of the kind that its game knows, and can be."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fangcheng.audit import Result
from fangcheng.audit.cases import BadLine, run_line

STANDING: dict[str, dict[str, Any]] = {
    "changsha": {
        "hands": ["12456m1258p1588s", "1247m23346p2368s", "123456m777p2245s", "4688m235568p699s"], "turn": 2, "drawn": "7p",
        "wall_left": 30,
    },
    "anhua": {
        "hands": ["29m135678p22335s", "344666m11234p45s", "2555789m23p3567s", "345p678p234m88s67m"], "turn": 0, "drawn": "5m",
        "wall_left": 55, "wild": "1s", "indicator": "9s",
    },
}  # fmt: skip
DEALT = {"from": "deal", "hands": ["124568m1258p1588s", "1247m23346p2368s", "123456m777p2245s", "4688m235568p699s"]}


def position(variant: str, own: dict[str, Any], laid: dict[str, Any] | None = None) -> Result | BadLine:
    """What becomes of a position in which seat 1 has facts of its own."""
    case = {"kind": "play", "id": "f-1", "variant": variant, "seats": 4, "dealer": 0, "script": [], "expect": {"over": False}}
    return run_line(json.dumps(case | (laid or STANDING[variant]) | {"seat_flags": [{}, own, {}, {}]}))


@pytest.mark.parametrize(
    ("variant", "own"),
    [
        ("changsha", {"locked": False, "passed_win": 12, "float": 1, "opening": ["no_258", "four_joys"], "balance": 7}),
        ("anhua", {"ready": True, "locked": True, "passed_win": ["5m", "E"]}),
    ],
)
def test_facts_of_a_seat_are_taken(variant: str, own: dict[str, Any]) -> None:
    result = position(variant, own)
    assert isinstance(result, Result), result
    assert result.ok


@pytest.mark.parametrize(
    ("variant", "own", "complaint"),
    [
        ("changsha", {"passed_win": ["5m"]}, "a whole number from 0"),
        ("changsha", {"passed_win": -1}, "a whole number from 0"),
        ("changsha", {"float": 2}, "a whole number from 0 to 1"),
        ("changsha", {"opening": ["small_win"]}, "a list out of four_joys"),
        ("changsha", {"opening": ["no_258", "no_258"]}, "a list out of four_joys"),
        ("anhua", {"passed_win": 6}, "passed_win a list of kinds"),
        ("anhua", {"ready": "5m"}, "ready is true or false"),
    ],
)
def test_facts_that_no_seat_has_are_refused(variant: str, own: dict[str, Any], complaint: str) -> None:
    result = position(variant, own)
    assert isinstance(result, BadLine), result
    assert complaint in result.message


@pytest.mark.parametrize("own", [{"float": 1}, {"locked": True}, {"passed_win": 1}, {"opening": ["no_258"]}])
def test_nothing_has_happened_before_the_deal(own: dict[str, Any]) -> None:
    result = position("changsha", own, DEALT)
    assert isinstance(result, BadLine), result
    assert "seat 1 has nothing behind it before the deal" in result.message
    assert isinstance(position("changsha", dict.fromkeys(own, type(next(iter(own.values())))()), DEALT), Result)
