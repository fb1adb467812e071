"""The case runner: what it accepts, what it refuses, what it reports."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from plain_game import PLAIN

from fangcheng.audit import Result, run_file
from fangcheng.audit.cases import BadLine, run_line
from fangcheng.variants import VARIANTS

SCORE: dict[str, Any] = {
    "kind": "score", "id": "p-1", "variant": "plain", "hand": "123m456p789s2255m", "win": "5m", "by": "discard",
    "expect": {"wins": True, "elements": {"plain_win": 1}, "points": 1}, "why": "complete",
}  # fmt: skip
SETTLE: dict[str, Any] = {
    "kind": "settle", "id": "p-2", "variant": "plain", "seats": 4, "dealer": 0,
    "outcome": {"wins": [{"seat": 1, "by": "discard", "from": 2, "elements": {"plain_win": 1}}]},
    "expect": {"payments": [0, 1, -1, 0], "dealer_next": 1, "fees": [0, 0, 0, 0]},
}  # fmt: skip
PLAY: dict[str, Any] = {
    "kind": "play", "id": "p-3", "variant": "plain", "seats": 4, "dealer": 0,
    "hands": ["123m456p789s2255m", "77m14p36s147mESWN", "12m3p3p258s258pSWN", "369m369p369sESWN"],
    "turn": 0, "drawn": "4m", "draws": "9s9s", "wall_left": 20, "script": [], "expect": {"over": False, "turn": 0},
}  # fmt: skip


BIRDS: dict[str, Any] = SETTLE | {"variant": "changsha", "expect": {}, "outcome": {"wins": []}}


def outcome(**facts: Any) -> dict[str, Any]:
    """A settlement with further facts."""
    return BIRDS | {"outcome": {"wins": [], **facts}}


@pytest.fixture(autouse=True)
def _plain(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, "plain", PLAIN)


def run(case: dict[str, Any], **changes: Any) -> Result | BadLine:
    return run_line(json.dumps(case | changes))


def good(case: dict[str, Any], **changes: Any) -> None:
    result = run(case, **changes)
    assert isinstance(result, Result), result
    assert result.ok, (result.expected, result.found)


def differs(case: dict[str, Any], **changes: Any) -> dict[str, Any]:
    result = run(case, **changes)
    assert isinstance(result, Result), result
    assert not result.ok
    return result.found


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


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("", "not JSON"),
        ("{", "not JSON"),
        ("[]", "not a JSON object"),
        ("[" * 100_000, "nested too deeply"),
        ('{"kind": "guess"}', "kind is 'guess'"),
        (SCORE | {"colour": 1}, "unknown field `colour`"),
        (SCORE | {"win": 5}, "Expected `str | null`, got `int` - at `$.win`"),
        ({name: value for name, value in SCORE.items() if name != "hand"}, "missing required field `hand`"),
        (SCORE | {"hand": "12x"}, "'x'"),
        (SCORE | {"hand": "11111m"}, "five tiles of 1m"),
        (SCORE | {"melds": ["[123x]"]}, "position"),
        (SCORE | {"melds": ["[222m]"]}, "6 tiles 2m where plain has 4"),
        (SCORE | {"by": "luck"}, "luck"),
        (SCORE | {"flags": ["lucky"]}, "unknown flag 'lucky'"),
        (SCORE | {"variant": "chess"}, "unknown variant 'chess'"),
        (SCORE | {"options": {"worth": 3}}, "'worth' cannot be 3"),
        (SCORE | {"options": {"colour": 3}}, "unknown option 'colour'"),
        (SCORE | {"variant": "mcr", "options": {"deals": "endless"}}, "option 'deals' cannot be endless; it is one of 1, 4, 8, 16"),
        (SCORE | {"variant": "zuanpai", "options": {"turn_seconds": 4}}, "option 'turn_seconds' cannot be 4"),
        (SCORE | {"expect": {"wins": 1}}, "Expected `bool`"),
        (SETTLE | {"dealer": 4}, "dealer 4"),
        (SETTLE | {"seats": 3}, "seats, not 3"),
        (SETTLE | {"outcome": {"wins": [{"seat": 1, "by": "discard"}]}}, "either elements or points"),
        (SETTLE | {"outcome": {"wins": [{"seat": 9, "by": "discard", "points": 1}]}}, "seat 9"),
        (SETTLE | {"outcome": {}}, "Expected `array`"),
        (SETTLE | {"expect": {"money": 1}}, "unknown key 'money' in expect"),
        (PLAY | {"colour": "red"}, "unknown key 'colour'"),
        (PLAY | {"script": [{"seat": 0}]}, "a step of a script"),
        (PLAY | {"script": [{"seat": 0, "do": "discard 1m", "view": {"seat": 0}}]}, "a step of a script"),
        (PLAY | {"script": [{"seat": 7, "do": "discard 1m"}]}, "seat 7"),
        (PLAY | {"script": [{"seat": 0, "do": "discard 1x"}]}, "'x'"),
        (PLAY | {"script": [{"choices": {"x": "none"}}]}, "keyed by seat"),
        (PLAY | {"script": [{"choices": {"0": "all"}}]}, "Expected|Invalid"),
        (PLAY | {"expect": {"melds.0": ["123"]}}, "a meld begins"),
        (PLAY | {"expect": {"hands.0": "1"}}, "digit without a suit"),
        (PLAY | {"expect": {"turn": "0"}}, "turn cannot be '0'"),
        (PLAY | {"hands": ["123m"] * 4}, "holds 3 tiles"),
        (PLAY | {"mood": "bad"}, "no bad moods"),
        (PLAY | {"dice": [["six"]]}, "Expected `int`"),
        (PLAY | {"dice": [[1, 7]]}, "Expected `int` <= 6"),
        (PLAY | {"dice": [[0, 1]]}, "Expected `int` >= 1"),
        (PLAY | {"script": [{"view": {"seat": 0, "hides": ["hand.1"]}}]}, "a view of plain has no 'hand.1'"),
        (PLAY | {"script": [{"view": {"seat": 0, "hides": ["hands.4"]}}]}, "no 'hands.4'"),
        (PLAY | {"script": [{"view": {"seat": 0, "shows": {"nonsense": None}}}]}, "no 'nonsense'"),
        (PLAY | {"script": [{"view": {"seat": 0, "shows": {"hands.4": None}}}]}, "hands.4 names no seat"),
        (PLAY | {"script": [{"choices": {"0": {"lacks": ["wim"]}}}]}, "unknown verb 'wim'"),
        (PLAY | {"script": [{"refused": {"seat": 0, "do": "discrad 1m"}}]}, "unknown verb 'discrad'"),
        (PLAY | {"script": [{"refused": {"seat": 0, "do": "discard 1x"}}]}, "'x'"),
        (PLAY | {"script": [{"seat": 0, "do": "wim"}]}, "unknown verb 'wim'"),
        (PLAY | {"expect": {"hands.4": None}}, "hands.4 names no seat of 0 to 3"),
        (PLAY | {"expect": {"luck_next": None}}, "unknown key 'luck_next'"),
        (PLAY | {"expect": {"turn": 4}}, "turn 4 is no seat"),
        (PLAY | {"expect": {"winner": [1, 4]}}, "winner 4 is no seat"),
        (PLAY | {"expect": {"payments": [0, 0]}}, "payments has 2 entries for 4 seats"),
        (PLAY | {"expect": {"elements": ["win"]}}, "expected dict"),
        (PLAY | {"expect": {"wall_left": True}}, "expected int"),
        (SETTLE | {"expect": {"payments": 3}}, "expected list"),
        (SETTLE | {"expect": {"dealer_next": 4}}, "dealer_next 4 is no seat"),
        (SETTLE | {"expect": {"luck_next": None}}, "unknown key 'luck_next'"),
        (SETTLE | {"outcome": {"wins": [{"seat": 1, "by": "discard", "points": 1}]}}, "a win by discard"),
        (SETTLE | {"outcome": {"wins": [{"seat": 1, "by": "discard", "from": 1, "points": 1}]}}, "a win by discard"),
        (SETTLE | {"outcome": {"wins": [{"seat": 1, "by": "self_draw", "from": 0, "points": 1}]}}, "a win by self_draw"),
        (BIRDS | {"outcome": {"wins": [{"seat": 1, "by": "self_draw", "elements": {"smal_win": 1}}]}}, "unknown element 'smal_win'"),
        (outcome(birds="1m"), "birds cannot be 1m; it is a list of at most 2 tiles"),
        (outcome(birds=["1x"]), "birds cannot be"),
        (outcome(float=[1, 0]), "it is a list of 4, for each seat a whole number from 0 to 1"),
        (outcome(balances=[1, None, 2.5, 3]), "balances cannot be .1,null,2.5,3."),
        (outcome(balances=[1, None, 2.0, 3]), "for each seat a whole number from 0 to"),
        (outcome(creator=4), "creator cannot be 4; it is a seat from 0 to 3"),
        (outcome(weather="fine"), "unknown fact of an outcome 'weather'"),
        (outcome(openings=[{"seat": 4, "elements": ["four_joys"]}]), "openings cannot be"),
        (outcome(openings=[{"seat": 1, "elements": ["four_joy"]}]), "elements out of four_joys, no_258"),
        (outcome(openings=[{"seat": 1, "element": "four_joys"}]), "openings cannot be"),
        (SCORE | {"hand": "123m456p789s225m"}, "12 tiles and 0 melds fill 12 places, not 13"),
        (SCORE | {"win": None}, "13 tiles and 0 melds fill 13 places, not 14"),
        (SCORE | {"melds": ["[777p]"]}, "13 tiles and 1 melds fill 16 places"),
        (SCORE | {"hand": "1s", "melds": ["[111m]", "[222m]", "[333m]", "[444m]", "[555m]"]}, "5 melds"),
        (SCORE | {"variant": "changsha", "context": {"dealer": 1}}, "dealer cannot be 1; it is true or false"),
        (SCORE | {"variant": "changsha", "context": {"seat_wind": "E"}}, "unknown fact of a win 'seat_wind'; known: dealer"),
        (SCORE | {"variant": "guobiao", "context": {"wild": "xx"}}, "wild cannot be xx; it is a tile of the game"),
        (SCORE | {"context": {"weather": "fine"}}, "unknown fact of a win 'weather'"),
        (SCORE | {"variant": "changsha", "win": "E"}, "E is no tile of a hand in changsha"),
        (SCORE | {"variant": "mcr", "win": "a"}, "a is no tile of a hand in mcr"),
        (SCORE | {"variant": "mcr", "hand": "123m456p789s225ma"}, "1 tiles a where mcr has 0"),
        (SCORE | {"variant": "anhua", "context": {"indicator": ""}}, 'indicator cannot be ""; it is a tile'),
        (PLAY | {"variant": "anhua", "indicator": "1m", "wild": 5}, "position.wild: Expected `str`"),
        (PLAY | {"colour": None}, "unknown key 'colour'"),
        (SCORE | {"context": {"weather": None}}, "unknown fact of a win 'weather'"),
        (outcome(weather=None), "unknown fact of an outcome 'weather'"),
        (PLAY | {"variant": "guobiao", "fish_tiles": 5}, "position.fish_tiles: Expected"),
        (SCORE | {"variant": "anhua"}, "context needs the indicator"),
        (PLAY | {"variant": "anhua", "indicator": 5, "expect": {}}, "position.indicator: Expected `str`"),
        (PLAY | {"variant": "changsha", "seat_flags": [{"opening": ["joy"]}, {}, {}, {}]}, "unknown element 'joy'"),
        (PLAY | {"variant": "changsha", "seat_flags": [{"locked": 1}, {}, {}, {}]}, "seat flags.locked: Expected `bool`"),
        (PLAY | {"variant": "changsha", "seat_flags": [{"balance": 1.5}, {}, {}, {}]}, "seat flags.balance: Expected `int"),
        (PLAY | {"variant": "guobiao", "seat_flags": [{"peek": 4}, {}, {}, {}]}, "peek 4 is no seat"),
        (PLAY | {"variant": "guobiao", "seat_flags": [{"peek": 0}, {}, {}, {}]}, "seat 0 cannot peek at itself"),
        (PLAY | {"variant": "guobiao", "seat_flags": [{}, {"stake": 4}, {}, {}]}, "seat 1 cannot stake 4, but 1, 2"),
        (PLAY | {"variant": "guobiao", "seat_flags": [{"ready": True}, {}, {}, {}]}, "seat 0 cannot be ready as True"),
        (PLAY | {"variant": "guobiao", "seat_flags": [{"horses": "1m 2p E"}, {}, {}, {}]}, "at most 2 different horses"),
        (PLAY | {"variant": "guobiao", "horse_row": "1m1m3sEWC"}, "horse_row is 6 different kinds"),
        (PLAY | {"variant": "guobiao", "fish_tiles": ["1m2m3m"]}, "fish_tiles 1m2m3m are not 4 tiles"),
        (PLAY | {"variant": "guobiao", "fortune": 7}, "fortune cannot be 7"),
        (PLAY | {"variant": "guobiao", "wild": "a"}, "wild a is no tile of the game"),
    ],
)
def test_what_is_not_a_case(line: str | dict[str, Any], complaint: str) -> None:
    result = run_line(line if isinstance(line, str) else json.dumps(line))
    assert isinstance(result, BadLine), result
    assert re.search(complaint.replace("$", r"\$").replace(" | ", r" \| "), result.message), result.message
    assert "\n" not in result.message


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(json.dumps(SCORE) + "\nnonsense\n" + json.dumps(SETTLE) + "\n", "utf-8")
    results = dict(run_file(path))
    assert list(results) == [1, 2, 3]
    assert isinstance(results[2], BadLine)
    path.write_bytes(b"\xff\xfe\n")
    assert [type(result) for _, result in run_file(path)] == [BadLine]
