"""Positions set up directly."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from plain_game import PLAIN

from fangcheng.engine.setup import Position, PositionError, set_up
from fangcheng.engine.steps import Turn
from fangcheng.events import Deal
from fangcheng.meld import parse_meld
from fangcheng.tiles import format_sequence, kinds_of, parse_kind, parse_kinds

STANDING = Position(
    seats=4,
    dealer=0,
    hands=[parse_kinds(text) for text in ("123m456p789s2255m", "14m25p369s", "147m147p147sESWN", "258m258p258sESWN")],
    melds=[[], [parse_meld("[777p<3]"), parse_meld("(9999m)")], [], []],
    turn=0,
    drawn=parse_kind("7m"),
    draws=parse_kinds("1s1s"),
    birds=parse_kinds("9p"),
    tail=parse_kinds("CF"),
    dice=((3, 4),),
    wall_left=20,
)
DEALT = Position(
    seats=4,
    dealer=1,
    from_deal=True,
    hands=[parse_kinds(text) for text in ("123m456p789s2255m", "147m147p147sESWN", "258m258p258sESWN", "369m369p369sESWN")],
    drawn=parse_kind("7m"),
    draws=parse_kinds("1s"),
    tail=parse_kinds("C"),
)


def changed(position: Position, **fields: Any) -> Position:
    return msgspec.structs.replace(position, **fields)


def test_standing_position_is_as_described() -> None:
    state = set_up(PLAIN, STANDING).state
    assert [str(hand) for hand in state.hands[:2]] == ["12223557m456p789s", "14m25p369s"]
    assert [str(meld) for meld in state.melds[1]] == ["[777p]", "(9999m)"]
    assert state.melds[1][0].source == 3
    assert isinstance(state.step, Turn)
    assert (state.step.seat, state.step.source, kinds_of([state.step.drawn])) == (0, "head", [parse_kind("7m")])
    assert format_sequence(kinds_of(state.wall.tile(place) for place in state.wall.from_head())[:3]) == "11s9p"
    assert format_sequence(kinds_of(state.wall.tile(place) for place in state.wall.from_tail())[:2]) == "CF"
    assert state.wall.left == 20
    assert state.throw(2) == (3, 4)
    assert state.discards == [1, 1, 1, 1]


def test_no_tile_occurs_twice() -> None:
    state = set_up(PLAIN, STANDING).state
    ahead = [state.wall.tile(place) for place in state.wall.from_head()]
    held = [tile for hand in state.hands for tile in hand.tiles()]
    melded = [tile for melds in state.melds for meld in melds for tile in meld.tiles]
    used = ahead + held + melded
    assert len(set(used)) == len(used)
    assert sorted(state.wall.order) == sorted(PLAIN.tiles(None))


def test_first_turn_means_that_nobody_has_discarded() -> None:
    state = set_up(PLAIN, changed(STANDING, first_turn=True)).state
    assert state.discards == [0, 0, 0, 0]
    assert isinstance(state.step, Turn)
    assert state.step.source == "deal"


def test_acting_seat_after_a_claim_holds_one_more() -> None:
    hands = [*STANDING.hands[:2], parse_kinds("147m147p147sESWNN"), STANDING.hands[3]]
    state = set_up(PLAIN, changed(STANDING, hands=hands, turn=2, drawn=-1)).state
    assert isinstance(state.step, Turn)
    assert state.step.source == "claim"


@pytest.mark.parametrize("in_hand", [False, True])
def test_dealt_position_gives_these_hands_by_the_normal_events(in_hand: bool) -> None:
    position = DEALT
    if in_hand:
        hands = [DEALT.hands[0], [*DEALT.hands[1], parse_kind("7m")], *DEALT.hands[2:]]
        position = changed(DEALT, hands=hands, drawn=-1)
    game = set_up(PLAIN, position)
    assert [event.name for event in game.log] == ["start", "deal", "begin"]
    deal = game.log[1]
    assert isinstance(deal, Deal)
    assert format_sequence(kinds_of(deal.hands[1])) == "147m147p147sESWN7m"
    assert isinstance(game.state.step, Turn)
    assert kinds_of([game.state.step.drawn]) == [parse_kind("7m")]
    assert game.state.wall.left == 136 - 53
    assert kinds_of([game.state.wall.tile(game.state.wall.head)]) == [parse_kind("1s")]
    assert kinds_of([game.state.wall.tile(next(game.state.wall.from_tail()))]) == [parse_kind("C")]
    assert len(set(deal.wall)) == 136


def test_short_wall_lets_head_and_tail_meet() -> None:
    both = set_up(PLAIN, changed(STANDING, wall_left=2, draws=parse_kinds("CF"), birds=(), tail=parse_kinds("CF"))).state
    assert kinds_of(both.wall.tile(place) for place in both.wall.from_head()) == parse_kinds("CF")
    around = set_up(PLAIN, changed(STANDING, wall_left=3, draws=parse_kinds("12s"), birds=(), tail=parse_kinds("C"))).state
    assert sorted(kinds_of(around.wall.tile(place) for place in around.wall.from_head())) == parse_kinds("12sC")


def test_a_whole_wall_named_from_both_ends_comes_in_any_order() -> None:
    standing = changed(STANDING, wall_left=2, draws=parse_kinds("1s"), birds=(), tail=parse_kinds("C"))
    rest = Counter(tile >> 2 for tile in PLAIN.tiles(None))
    rest.subtract([*(kind for hand in DEALT.hands for kind in hand), DEALT.drawn, parse_kind("C")])
    dealt = changed(DEALT, draws=sorted(rest.elements()))
    for position in (standing, dealt):
        for ends in ("head", "tail"), ("tail", "head"):
            wall = set_up(PLAIN, position).state.wall
            for _ in range(wall.left - 2):
                wall.take(wall.head)
            last = {}
            for end in ends:
                place = wall.head if end == "head" else next(wall.from_tail())
                last[end] = wall.tile(place) >> 2
                wall.take(place)
            assert last == {"head": position.draws[-1], "tail": parse_kind("C")}


def test_same_position_same_game() -> None:
    assert set_up(PLAIN, STANDING).state == set_up(PLAIN, STANDING).state


def test_facts_reach_the_game() -> None:
    assert set_up(PLAIN, changed(STANDING, facts={"mood": "good"})).state.extra.mood == "good"  # type: ignore[attr-defined]
    assert set_up(PLAIN, changed(STANDING, seat_flags=[{"balance": 3}, {}, {}, {}])).state.balances == (3, None, None, None)


def test_tiles_aside_are_not_in_the_wall() -> None:
    state = set_up(PLAIN, changed(STANDING, aside=parse_kinds("PPPP"), wall_left=None)).state
    assert parse_kind("P") not in kinds_of(state.wall.tile(place) for place in state.wall.from_head())


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"seats": 3}, "seats, not 3"),
        ({"dealer": 4}, "dealer 4"),
        ({"turn": 4}, "turn names"),
        ({"hands": STANDING.hands[:3]}, "hands has 3 entries"),
        ({"drawn": -1}, "seat 0 holds 13 tiles where 14"),
        ({"draws": parse_kinds("9m")}, "more 9m than there are"),
        ({"draws": parse_kinds("123456789p123456789p12s")}, "21 tiles are named in a wall of 20"),
        ({"wall_left": 200}, "200 tiles cannot be left"),
        ({"wall_left": 1, "draws": parse_kinds("1s"), "birds": (), "tail": parse_kinds("C")}, "draws and tail want"),
        ({"facts": {"mood": "bad"}}, "no bad moods"),
        ({"seat_flags": [{"balance": "much"}, {}, {}, {}]}, "whole number"),
    ],
)
def test_impossible_positions_are_named(fields: dict[str, Any], complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        set_up(PLAIN, changed(STANDING, **fields))


def test_impossible_deals_are_named() -> None:
    with pytest.raises(PositionError, match="seat 1 is dealt 14 tiles, not 13"):
        set_up(PLAIN, changed(DEALT, drawn=-1))
    with pytest.raises(PositionError, match="nobody has melds"):
        set_up(PLAIN, changed(DEALT, melds=STANDING.melds))
