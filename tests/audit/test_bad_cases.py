"""What the case runner refuses, and how it says so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from audit.plain_cases import BIRDS, PLAY, SCORE, SETTLE, outcome

from fangcheng.audit import run_file
from fangcheng.audit.cases import BadLine, run_line

pytestmark = pytest.mark.usefixtures("plain_game")


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
