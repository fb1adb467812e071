"""What a case expects is checked, all of it: nothing holds by luck or because nobody looked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from fangcheng.audit import Result
from fangcheng.audit.cases import BadLine, run_line

THREE_WINNERS: dict[str, Any] = {
    "kind": "play", "id": "x-1", "variant": "changsha", "options": {"birds": 0}, "seats": 4, "dealer": 0,
    "melds": [[], [], [], ["[444p]"]], "turn": 0, "drawn": "3s", "wall_left": 40,
    "hands": ["367m3356899p245s", "123m22456p45789s", "45556789m123p45s", "222m77p33999s"],
    "script": [{"seat": 0, "do": "discard 3s"}, *({"seat": seat, "do": "win"} for seat in (1, 2, 3))],
}  # fmt: skip
NO_WIN: dict[str, Any] = {
    "kind": "score", "id": "x-2", "variant": "changsha", "hand": "123m456p789s222p4s", "win": "4s", "by": "self_draw",
}  # fmt: skip


def run(case: dict[str, Any], **changes: Any) -> Result:
    result = run_line(json.dumps(case | changes))
    assert isinstance(result, Result), result
    return result


def refused(case: dict[str, Any], **changes: Any) -> str:
    result = run_line(json.dumps(case | changes))
    assert isinstance(result, BadLine), result
    return result.message


def test_no_single_seat_is_expected_where_a_lot_decides_between_several() -> None:
    assert run(THREE_WINNERS, expect={"dealer_next": [3, 1, 2]}).ok
    for seat in range(4):
        assert run(THREE_WINNERS, expect={"dealer_next": seat}).found == {"dealer_next": [1, 2, 3]}


def test_a_hand_that_is_no_win_is_worth_nothing() -> None:
    assert run(NO_WIN, expect={"wins": False, "elements": {}, "points": 0}).ok
    assert not run(NO_WIN, expect={"points": 1}).ok
    assert not run(NO_WIN, expect={"elements": {"small_win": 1}}).ok


LOOKS: dict[str, dict[str, Any]] = {
    "choices name no seat": {"choices": {}},
    "choices of seat 2 say nothing": {"choices": {"2": {"has": []}}},
    "a view says nothing": {"view": {"seat": 1, "hides": []}},
}


@pytest.mark.parametrize("complaint", LOOKS)
def test_a_look_at_nothing_is_refused(complaint: str) -> None:
    assert complaint in refused(THREE_WINNERS, expect={}, script=[LOOKS[complaint]])


@pytest.mark.parametrize(
    ("wins", "complaint"),
    [
        ([{"seat": 1, "by": "discard", "from": 0, "points": 1}] * 2, "each of them once"),
        ([{"seat": 1, "by": "discard", "from": 0, "points": 1}, {"seat": 2, "by": "discard", "from": 3, "points": 1}], "one and the same"),
        ([{"seat": 1, "by": "self_draw", "points": 1}, {"seat": 2, "by": "self_draw", "points": 1}], "one and the same"),
        ([{"seat": 1, "by": "self_draw", "points": -1}], "no less than 0"),
    ],
)
def test_wins_that_no_deal_ends_with_are_refused(wins: list[dict[str, Any]], complaint: str) -> None:
    case = {"kind": "settle", "id": "x-3", "variant": "mcr", "seats": 4, "dealer": 0, "expect": {}}
    assert complaint in refused(case, outcome={"wins": wins})


@pytest.mark.parametrize("game", ["changsha", "anhua", "zuanpai"])
def test_where_elements_are_paid_points_alone_are_no_win(game: str) -> None:
    case = {"kind": "settle", "id": "x-7", "variant": game, "seats": 4, "dealer": 0, "expect": {}}
    assert "told by its elements" in refused(case, outcome={"wins": [{"seat": 1, "by": "self_draw", "points": 6}]})


def test_a_win_on_turned_tiles_names_one_of_them() -> None:
    assert "none of the turned tiles 1m9s" in refused(NO_WIN, context={"reveal": "1m9s"}, expect={"wins": False})
    assert run(NO_WIN, context={"reveal": "1m4s"}, expect={"wins": False}).ok


WIN: dict[str, Any] = {
    "kind": "score", "id": "x-4", "variant": "mcr", "options": {"min_fan": 0}, "hand": "123m456m789p22p34s", "win": "5s", "by": "discard",
    "context": {}, "expect": {"wins": True},
}  # fmt: skip
DRAWN: dict[str, Any] = {
    "kind": "settle", "id": "x-5", "variant": "changsha", "seats": 4, "dealer": 0, "outcome": {"wins": []},
    "expect": {"payments": [0, 0, 0, 0]},
}  # fmt: skip
TURN: dict[str, Any] = {
    "kind": "play", "id": "x-6", "variant": "mcr", "seats": 4, "dealer": 0, "turn": 0, "drawn": "C", "wall_left": 40, "script": [],
    "hands": ["147m147p147sESWN", "147m147p147sESWN", "258m258p258sESWN", "258m258p258sESWN"], "expect": {"over": False},
}  # fmt: skip


@pytest.mark.parametrize(
    ("case", "place", "names"),
    [
        (WIN, "context", ("seat_wind", "prevalent_wind", "flowers")),
        (DRAWN, "outcome", ("birds", "openings", "float", "balances", "creator")),
        (TURN, "", ("prevalent_wind",)),
    ],
)
def test_a_fact_that_is_null_is_not_told(case: dict[str, Any], place: str, names: tuple[str, ...]) -> None:
    nothing = dict.fromkeys(names)
    changed = {place: case[place] | nothing} if place else nothing
    assert run(case, **changed) == run(case)
    assert run(case).ok
