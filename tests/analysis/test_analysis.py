"""Analysis of a seat's hand: what the game itself would say, without looking at anything that the seat may not know."""

from __future__ import annotations

from random import Random

import pytest

from fangcheng import VARIANTS, Game, mask, player
from fangcheng.actions import WIN
from fangcheng.analysis import Analysis, Wait, analyse
from fangcheng.engine.decide import asks
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Turn
from fangcheng.meld import parse_meld
from fangcheng.tiles import FLOWERS, HIDDEN, kind_name, parse_kind, parse_kinds

GAMES = sorted(VARIANTS)
OTHERS = ("147m147p147s369s3m", "258m258p258s147s6m", "369m369p369s258s9m")


def standing(hand: str, drawn: str = "", melds: tuple[str, ...] = (), wall_left: int = 30, others: tuple[str, ...] = OTHERS) -> State:
    """Seat 0 at its turn in Changsha, without a drawn tile after a claim."""
    position = Position(
        seats=4,
        dealer=0,
        hands=[parse_kinds(hand), *map(parse_kinds, others)],
        melds=[[parse_meld(text) for text in melds], [], [], []],
        turn=0,
        drawn=parse_kind(drawn) if drawn else HIDDEN,
        wall_left=wall_left,
    )
    return set_up(VARIANTS["changsha"], position).state


def after(analysis: Analysis, kind: str) -> tuple[Wait, ...]:
    return next(found.waits for found in analysis.discards if found.kind == parse_kind(kind))


def said(waits: tuple[Wait, ...]) -> list[tuple[str, int, int, str]]:
    """Kind, unseen tiles, points of a self-draw, and why a discard would not win."""
    return [
        (kind_name(wait.kind), wait.unseen, wait.self_draw.score.points if wait.self_draw.score else 0, wait.discard.reason)
        for wait in waits
    ]


def test_discards_come_with_waits_and_what_they_win() -> None:
    found = analyse(standing("123m456p789s55m78s", "1p"), 0)
    best = found.discards[0]
    assert found.distance == 0
    assert (kind_name(best.kind), best.distance) == ("1p", 0)
    assert said(best.waits) == [("6s", 4, 1, ""), ("9s", 3, 1, "")]
    assert (best.useful.kinds, best.useful.tiles) == (((23, 4), (26, 3)), 7)
    score = best.waits[0].self_draw.score
    assert score
    assert score.values() == {"small_win": 1}
    assert found.discards == tuple(sorted(found.discards, key=lambda each: (each.distance, -each.useful.tiles, each.kind)))


def test_a_wait_that_would_be_no_legal_win_has_its_reason() -> None:
    waits = after(analyse(standing("123m456p789s11m78s", "1p"), 0), "1p")
    assert [(name, points, reason) for name, _, points, reason in said(waits)] == [
        ("6s", 0, "small_win_needs_258_pair"),
        ("9s", 0, "small_win_needs_258_pair"),
    ]
    assert not any(wait.legal for wait in waits)


def test_tiles_that_lie_open_are_seen() -> None:
    waits = after(analyse(standing("55m78s", "1p", melds=("[123m]", "[456p]", "[678s]")), 0), "1p")
    assert [(kind_name(wait.kind), wait.unseen) for wait in waits] == [("6s", 3), ("9s", 4)]


def test_a_shape_beside_the_ordinary_ones_is_waited_for_too() -> None:
    found = analyse(standing("22258m2255p2588s", "1p"), 0)
    assert {kind_name(wait.kind) for wait in after(found, "1p") if wait.legal} == {f"{rank}{suit}" for rank in "258" for suit in "mps"}


def test_nobody_waits_for_a_fifth_tile_beside_his_own_meld() -> None:
    melds = ("[222p]", "[333p]", "[666s]", "[789s]")
    found = analyse(standing("6s", "3s", melds, others=("123456789m456p1s",) * 3), 0)
    assert after(found, "3s") == ()
    assert [kind_name(wait.kind) for wait in after(found, "6s")] == ["3s"]


def test_a_full_hand_that_wins_is_complete_whatever_its_shape() -> None:
    melds = ("[222p]", "[333p]", "[666s]", "[888s]")
    state = standing("9p", "9p", melds, others=("123456789m456p1s",) * 3)
    assert WIN in asks(state)[0]
    assert analyse(state, 0).distance == -1


def test_no_self_draw_from_an_empty_wall() -> None:
    state = standing("123m456p789s55m78s", "1p", wall_left=0)
    assert {wait.self_draw.reason for wait in after(analyse(state, 0), "1p")} == {"too_few_tiles_left"}


def test_an_open_hand_far_from_ready() -> None:
    state = mask(standing("123m456p789s55m78s", "1p"), player(1))
    found = analyse(state, 1)
    assert (found.discards, found.waits) == ((), ())
    assert found.distance > 0
    assert found.useful.tiles == sum(number for _, number in found.useful.kinds) > 0


@pytest.mark.parametrize("name", GAMES)
def test_waits_are_what_the_game_offers_and_nothing_hidden_is_looked_at(name: str) -> None:
    """At every discard: the next seat was told before whether it would win on it, and for how much."""
    variant, random = VARIANTS[name], Random(11)
    told = 0
    for deal in range(6):
        game = Game.start(variant, deal.to_bytes(32, "big"))
        while asked := game.asks():
            seat = random.choice(sorted(asked))
            action = random.choice(list(asked[seat]))
            state, foreseen = game.state, None
            claimer = state.next_seat(seat)
            if isinstance(state.step, Turn) and action.verb == "discard" and state.hands[claimer].size % 3 == 1 and random.random() < 0.3:
                foreseen = analyse(state, claimer)
                assert foreseen == analyse(mask(state, player(claimer)), claimer)
            game.act(seat, action)
            if foreseen and isinstance(state.step, Claims) and state.step.tile >> 2 < FLOWERS:
                compare(state, claimer, foreseen)
                told += 1
    assert told > 5 or name == "zuanpai"


def compare(state: State, seat: int, foreseen: Analysis) -> None:
    assert isinstance(state.step, Claims)
    tile = state.step.tile
    scores = {wait.kind: wait.discard.score for wait in foreseen.waits if wait.discard.score}
    offered = WIN in asks(state).get(seat, ())
    assert offered == (tile >> 2 in scores)
    if offered:
        assert state.variant.judge(state, seat, (tile,), "discard", state.step.source) == scores[tile >> 2]


@pytest.mark.parametrize("name", GAMES)
def test_a_deal_that_is_over_has_no_hands_to_analyse(name: str) -> None:
    game = Game.start(VARIANTS[name], bytes(32))
    while asked := game.asks():
        seat = next(iter(asked))
        game.act(seat, game.default_action(seat))
    with pytest.raises(ValueError, match="no hand to analyse"):
        analyse(game.state, 0)
