"""What a case expects is checked, all of it: nothing holds by luck or because nobody looked."""

from __future__ import annotations

import json
from typing import Any

from fangcheng.audit import Result
from fangcheng.audit.cases import run_line

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


def test_no_single_seat_is_expected_where_a_lot_decides_between_several() -> None:
    assert run(THREE_WINNERS, expect={"dealer_next": [3, 1, 2]}).ok
    for seat in range(4):
        assert run(THREE_WINNERS, expect={"dealer_next": seat}).found == {"dealer_next": [1, 2, 3]}


def test_a_hand_that_is_no_win_is_worth_nothing() -> None:
    assert run(NO_WIN, expect={"wins": False, "elements": {}, "points": 0}).ok
    assert not run(NO_WIN, expect={"points": 1}).ok
    assert not run(NO_WIN, expect={"elements": {"small_win": 1}}).ok
