"""The case runner: which cases hold, and what it reports of others."""

from __future__ import annotations

from typing import Any

import pytest
from audit.plain_cases import PLAY, SCORE, SETTLE, differs, good
from plain_game import PLAIN

pytestmark = pytest.mark.usefixtures("plain_game")


def test_kinds_of_cases_hold() -> None:
    good(SCORE)
    good(SETTLE)
    good(PLAY)


def test_score_differences_are_reported() -> None:
    assert differs(SCORE, win="9m") == {"wins": False, "elements": {}, "points": 0}
    assert differs(SCORE, expect={"points": 2}) == {"points": 1}
    good(SCORE, win="9m", expect={"wins": False})
    good(SCORE, hand="123m456p789s22555m", win=None)
    good(SCORE, options={"worth": 2}, expect={"points": 2})


def test_a_way_of_winning_that_a_game_does_not_have_wins_nothing() -> None:
    hand = {"variant": "mcr", "options": {"min_fan": 0}, "hand": "123m456p789s2255m", "win": "5m"}
    good(SCORE, **hand, by="rob_kong", expect={"wins": True})
    good(SCORE, **hand, by="kong_reveal", expect={"wins": False})


def test_settle_differences_are_reported() -> None:
    assert differs(SETTLE, expect={"dealer_next": [1, 2]}) == {"dealer_next": 1}
    assert differs(SETTLE, expect={"payments": [0, 2, -2, 0], "dealer_next": 1}) == {"payments": [0, 1, -1, 0]}


def test_script_actions_choices_and_refusals() -> None:
    script = [
        {"choices": {"0": {"has": ["discard", "discard 4m"], "lacks": ["win", "kong"]}, "1": "none"}},
        {"refused": {"seat": 1, "do": "discard 7m"}},
        {"refused": {"seat": 0, "do": "discard 9m"}},
        {"seat": 0, "do": "discard 3m"},
        {"choices": {"3": "none", "2": "none"}},
        {"seat": 1, "do": "discard 7m"},
        {"choices": {"3": "none"}},
    ]
    good(PLAY, script=script, expect={"turn": 2, "rivers.0": "3m", "events": ["discard", "draw", "discard", "draw"]})


def test_silent_seats_pass_only_when_the_script_goes_on() -> None:
    hands = ["123m456p789s2255m", "77m14p36s147mESWN", "12m3p3p258s258pSWN", "369m369p369sESWN"]
    take = {"seat": 0, "do": "discard 3m"}
    hands[1] = "33m14p36s147mESWN"
    good(PLAY, hands=hands, script=[take], expect={"turn": 1, "wall_left": 19})
    assert differs(PLAY, hands=hands, script=[take], expect={"turn": None, "wall_left": 20}) == {"turn": 1, "wall_left": 19}
    good(PLAY, hands=hands, script=[take, {"choices": {"1": {"only": ["pung", "pass"]}}}], expect={"over": False})
    good(PLAY, hands=hands, script=[take, {"seat": 1, "do": "discard 9s"}], expect={"rivers.1": "9s"})
    good(PLAY, hands=hands, script=[take, {"seat": 1, "do": "pung"}], expect={"turn": 1, "melds.1": ["[333m<0]"]})


def test_end_of_a_deal() -> None:
    script = [{"seat": 0, "do": "win"}]
    expect = {
        "over": True, "winner": 0, "elements": {"plain_win": 1}, "payments": [3, -1, -1, -1], "dealer_next": [0],
        "fees": [0, 0, 0, 0], "hands.0": "123m456p789s22555m", "events": ["win", "settle"],
    }  # fmt: skip
    good(PLAY, drawn="5m", script=script, expect=expect)
    assert differs(PLAY, drawn="5m", script=script, expect={"winner": 1, "over": True}) == {"winner": 0}
    assert differs(PLAY, drawn="5m", script=script, expect={"dealer_next": [0, 2]}) == {"dealer_next": 0}
    good(PLAY, expect={"over": False, "dealer_next": None})


CHANGSHA: dict[str, Any] = {
    "kind": "play", "id": "c-1", "variant": "changsha", "seats": 4, "dealer": 0, "turn": 0, "drawn": "3s", "birds": "3m4m", "wall_left": 40,
    "hands": ["15m233789p12567s", "123m22456p45789s", "259m47p11233369s", "466799m3689p589s"], "expect": {"over": True, "winner": 1},
}  # fmt: skip


@pytest.mark.parametrize("order", ["13", "31"])
def test_offers_of_a_seat_that_is_not_asked_leave_the_window_open(order: str) -> None:
    wanted = {"1": {"has": ["win", "pass"]}, "3": {"lacks": ["win"]}}
    looking = {"choices": {seat: wanted[seat] for seat in order}}
    good(CHANGSHA, script=[{"seat": 0, "do": "discard 3s"}, looking, {"seat": 1, "do": "win"}])


def test_a_view_leaves_the_window_open() -> None:
    looking = {"view": {"seat": 3, "shows": {"wall_left": 40}}}
    good(CHANGSHA, script=[{"seat": 0, "do": "discard 3s"}, looking, {"seat": 1, "do": "win"}])
    looking["view"]["shows"] = {"wall_left": 39}
    assert differs(CHANGSHA, script=[{"seat": 0, "do": "discard 3s"}, looking]) == {"script.2 view 3 wall_left": 40}


def test_nobody_decides_for_the_sake_of_the_expectation() -> None:
    """A locked seat can only throw on what it draws; the deal still stands at its turn when the script ends."""
    case = {
        "hands": ["2267m159p136678s", "24589m34p566789s", "123456m2245s", "117m2356p234457s"], "melds": [[], [], ["(7777p)"], []],
        "turn": 1, "drawn": "2s", "draws": "9m", "birds": "", "wall_left": 30, "seat_flags": [{}, {}, {"locked": True}, {}],
        "script": [{"seat": 1, "do": "discard 2s"}, {"choices": {"2": {"only": ["discard 9m"]}}}],
    }  # fmt: skip
    good(CHANGSHA, **case, expect={"turn": 2})
    assert differs(CHANGSHA, **case, expect={"turn": 3}) == {"turn": 2}


def test_views_hide_and_show() -> None:
    seen = {
        "view": {
            "seat": 1,
            "hides": ["hands.0", "wall"],
            "shows": {"hands.1": "77m14p36s147mESWN", "wall_left": 20, "rivers.0": ""},
        }
    }
    good(PLAY, script=[seen])
    assert differs(PLAY, script=[{"view": {"seat": 0, "hides": ["hands.0"]}}]) == {"script.1 view 0 hands.0": "open"}
    assert differs(PLAY, script=[{"view": {"seat": 0, "shows": {"wall_left": 3}}}]) == {"script.1 view 0 wall_left": 20}


def test_script_failures_say_where() -> None:
    offers = differs(PLAY, script=[{"seat": 0, "do": "pung"}])
    assert list(offers) == ["script.1 do 0"]
    assert list(differs(PLAY, script=[{"refused": {"seat": 0, "do": "discard 4m"}}])) == ["script.1 refused 0"]
    assert list(differs(PLAY, script=[{"choices": {"0": "none"}}])) == ["script.1 choices 0"]
    assert list(differs(PLAY, script=[{"choices": {"0": {"only": ["discard 1m"]}}}])) == ["script.1 choices 0"]


def test_a_rule_that_breaks_down_fails_its_case(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(type(PLAIN), "score", lambda *_: 1 // 0)
    assert differs(SCORE) == {"crash": "ZeroDivisionError: integer division or modulo by zero"}
