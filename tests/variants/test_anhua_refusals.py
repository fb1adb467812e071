"""Why Anhua refuses what a player would like to do: every reason has its code."""

from __future__ import annotations

from typing import Any

import pytest
from acting import act, offers, refusal
from anhua_table import ANHUA, DEALT, IDLE, dealt, locked, position

from fangcheng.hand import Hand
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import kind_name, parse_kind


@pytest.mark.parametrize(
    ("hand", "drawn", "code"),
    [
        ("123m456m789m123p1m", "5s", "not_complete"),
        ("123m456m789m123p3s", "3s", "needs_258_pair"),
    ],
)
def test_no_win_on_the_own_turn(hand: str, drawn: str, code: str) -> None:
    assert refusal(position(hand, drawn), 0, "win") == code


@pytest.mark.parametrize(
    ("hand", "win", "by", "code"),
    [
        ("147m258p369s2468m", "1p", "self_draw", "not_complete"),
        ("123m456m789p33p34s", "5s", "self_draw", "needs_258_pair"),
        ("123m456m789p33p67s", "1s", "self_draw", "needs_258_pair"),
        ("123m456m789p33p67s", "1s", "discard", "not_complete"),
        ("123m456m789p33p34s", "5s", "rob_kong", "needs_258_pair"),
        ("123m456m789p22p3s1s", "5s", "discard", "soft_small_win_only_self_draw"),
        ("123m456m7p22p3s111s", "5s", "kong_reveal", "three_wilds_only_self_draw"),
    ],
)
def test_no_win_by_the_facts_alone(hand: str, win: str, by: str, code: str) -> None:
    facts = WinFacts(Hand.parse(hand), [], parse_kind(win), by, frozenset(), {"indicator": "9s"})
    assert ANHUA.score(ANHUA.options_type(), facts) is None
    assert ANHUA.why_no_win(ANHUA.options_type(), facts).code == code


def test_no_win_after_a_claim() -> None:
    assert refusal(position("123m456m789s55s", melds={0: ["[777p<3]"]}), 0, "win") == "no_win_after_claim"


@pytest.mark.parametrize(
    ("hand", "code"),
    [
        ("123m456m78p55m99p1s", "soft_small_win_only_self_draw"),
        ("123m456m78p33s99p1s", "needs_258_pair"),
        ("123m456m99p55m111s", "three_wilds_only_self_draw"),
        ("123m456m99p33m789s", "needs_258_pair"),
        ("123m456m99p3m5m789s", "not_complete"),
    ],
)
def test_no_win_on_a_discard(hand: str, code: str) -> None:
    """Seat 2 could pung the 9p, so its window is open."""
    game = position(IDLE, "9p", others={2: hand})
    act(game, (0, "discard 9p"))
    assert offers(game, 2) == ["pung", "pass"]
    assert refusal(game, 2, "win") == code


def test_no_win_on_the_own_discard() -> None:
    game = position(IDLE, "9p", others={2: "123m456m99p33m789s"})
    act(game, (0, "discard 9p"))
    assert refusal(game, 0, "win") == "no_tile_to_win_on"


def test_a_soft_small_hand_wins_from_a_declared_player() -> None:
    game = position(IDLE, "9p", others={2: "123m456m78p55m99p1s"}, seat_flags=({"ready": True}, {}, {}, {}))
    assert offers(game, 2) == ["pung", "win", "pass"]


def test_a_passed_win() -> None:
    flags: tuple[dict[str, Any], ...] = ({}, {}, {"passed_win": ["9p"]}, {})
    game = position(IDLE, "9p", others={2: "123m456m99p55m789s"}, seat_flags=flags)
    act(game, (0, "discard 9p"))
    assert offers(game, 2) == ["pung", "pass"]
    assert refusal(game, 2, "win") == "missed_win"


def test_kongs() -> None:
    hand = "123m456m7777p55m2s"
    assert refusal(position(hand, "3s", wall_left=8), 0, "kong 7p") == "too_few_tiles_left"
    assert refusal(position("147m258m7777p369s", "9s"), 0, "kong 7p") == "not_ready_after_kong"
    assert refusal(position("147m258m777p369s2s", "9s"), 0, "kong 7p") == "not_offered"


def test_no_kong_after_a_claim_where_the_table_says_so() -> None:
    hand, melds = "123m7777p55m23s", {0: ["[456m<3]"]}
    assert "kong 7p" in offers(position(hand, melds=melds), 0)
    assert refusal(position(hand, melds=melds, options={"kong_after_claim": False}), 0, "kong 7p") == "no_kong_after_claim"


def test_a_frozen_hand() -> None:
    game = position("123m456m55p23s", "4s", melds={0: ["(9999p)"]}, seat_flags=locked(0))
    assert offers(game, 0) == ["win", "discard 4s"]
    assert refusal(game, 0, "discard 1m") == "frozen_hand"


def test_a_frozen_hand_keeps_its_older_quad() -> None:
    game = position("111123m55p23s", "4s", melds={0: ["(9999p)"]}, seat_flags=locked(0))
    assert offers(game, 0) == ["win", "discard 4s"]
    assert refusal(game, 0, "kong 1m") == "frozen_hand"


def test_a_frozen_hand_is_not_asked_when_it_can_do_nothing() -> None:
    game = position("123m456m55p23s", "9m", melds={0: ["(9999p)"]}, seat_flags=locked(0))
    assert [kind_name(tile >> 2) for tile in game.state.rivers[0].tiles] == ["9m"]


def test_chow_from_another_seat() -> None:
    game = position(IDLE, "9p", others={2: "123m456m99p78p5m68s"})
    act(game, (0, "discard 9p"))
    assert refusal(game, 2, "chow 78p") == "chow_from_previous_only"


def test_declaring() -> None:
    game = dealt(*DEALT)
    assert sorted(game.asks()) == [1, 3]
    assert refusal(game, 0, "ready") == "dealer_never_declares"
    assert refusal(game, 2, "ready") == "not_ready"
    act(game, (1, "pass"), (3, "ready"), (0, "discard 9p"))
    while 1 not in game.asks():
        seat = min(game.asks())
        act(game, (seat, str(game.default_action(seat))))
    assert refusal(game, 1, "ready") == "ready_is_over"


@pytest.mark.parametrize(
    ("seat", "text", "code"),
    [
        (1, "discard 1m", "not_your_turn"),
        (0, "discard 8p", "tile_not_in_hand"),
        (0, "pass", "not_offered"),
        (4, "discard 1m", "no_such_seat"),
        (-1, "discard 1m", "no_such_seat"),
    ],
)
def test_common_reasons(seat: int, text: str, code: str) -> None:
    assert refusal(position("147m258m369m1479p", "3s"), seat, text) == code
