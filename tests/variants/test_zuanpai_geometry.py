"""The walls of Zuanpai: the cut, the deal and the indicator agree with the table's geometry, whatever the dice show."""

from __future__ import annotations

import itertools

import pytest

from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Dice
from fangcheng.tiles import HIDDEN
from fangcheng.variants import get_variant
from fangcheng.variants.zuanpai import extra_of
from fangcheng.variants.zuanpai.geometry import DEALT, STACKS, WALL, cutter, first_stack, indicator_stack, place_of, upper_position

ZUANPAI = get_variant("zuanpai")


@pytest.mark.parametrize(
    ("dealer", "throws", "cut_by", "first", "turned"),
    [(0, (7, 8, 5), 2, (2, 16), (3, 13)), (0, (4, 3, 9), 3, (3, 8), (1, 9)), (2, (12, 11, 2), 1, (0, 7), (1, 16))],
)
def test_worked_examples(dealer: int, throws: tuple[int, int, int], cut_by: int, first: tuple[int, int], turned: tuple[int, int]) -> None:
    named, cut, third = throws
    assert cutter(dealer, named) == cut_by
    stack = first_stack(cut_by, named + cut)
    assert place_of(stack) == first
    assert place_of(indicator_stack(dealer, stack, third)) == turned


def test_every_throw_leaves_a_whole_wall_for_the_indicator() -> None:
    for dealer, named, cut, third in itertools.product(range(4), range(2, 13), range(2, 13), range(2, 13)):
        first = first_stack(cutter(dealer, named), named + cut)
        stack = indicator_stack(dealer, first, third)
        seat = place_of(stack).seat
        dealt = [place_of((first + step) % STACKS) for step in range(DEALT)]
        assert seat not in {place.seat for place in dealt}
        assert place_of(stack).stack == WALL + 1 - third
        assert upper_position(stack, first) >= 2 * DEALT


def test_stacks_go_round_clockwise() -> None:
    """Behind the wall of a seat comes that of the seat before it; each is counted from its owner's right."""
    places = [place_of(stack) for stack in range(STACKS)]
    assert [place.seat for place in places[::WALL]] == [0, 3, 2, 1]
    assert [place.stack for place in places[:WALL]] == list(range(1, 18))


def test_a_deal_tells_its_throws_and_its_indicator() -> None:
    for number in range(40):
        game = Game.start(ZUANPAI, number.to_bytes(2, "big"), dealer=number % 4)
        throws = [event for event in game.log if isinstance(event, Dice)]
        assert [event.name for event in game.log] == ["start", "dice", "dice", "deal", "dice", "indicator", "begin"]
        assert [event.seat for event in throws] == [number % 4, cutter(number % 4, sum(throws[0].dice)), number % 4]
        state, extra = game.state, extra_of(game.state)
        assert state.wall.left == 82
        assert extra.position % 2 == 0
        assert state.wall.gone[extra.position]
        facts = view(state, SPECTATOR).facts
        assert facts["cut"] == place_of(first_stack(throws[1].seat, sum(throws[0].dice) + sum(throws[1].dice)))._asdict()
        assert facts["turned_at"]["stack"] == 18 - sum(throws[2].dice)


def test_the_deal_jumps() -> None:
    """R2: the dealer takes the 49th and the 53rd tile."""
    game = Game.start(ZUANPAI, b"jump", dealer=2)
    assert list(ZUANPAI.deal_order(game.state))[48:] == [2, 3, 0, 1, 2]


def test_an_indicator_in_play_is_drawn_openly() -> None:
    game = Game.start(ZUANPAI, b"in play", options={"indicator_in_play": True})
    place, tile = extra_of(game.state).position, extra_of(game.state).indicator
    assert game.state.wall.left == 83
    while not game.over and not game.state.wall.gone[place]:
        seat = next(iter(game.asks()))
        game.act(seat, game.default_action(seat))
    drawn = [event for event in game.log if event.name == "draw" and event.position == place]  # type: ignore[attr-defined]
    assert [(event.tile, event.open) for event in drawn] == [(tile, True)]  # type: ignore[attr-defined]
    assert view(game.state, SPECTATOR).centre == []


def test_nothing_is_known_before_the_indicator_is_turned() -> None:
    game = Game.start(ZUANPAI, b"early")
    early = Game.resume(ZUANPAI, game.log[:1])
    assert early.log == game.log
    from fangcheng.engine.fold import begin_state, evolve

    state = begin_state(ZUANPAI, game.log[0])  # type: ignore[arg-type]
    for event in game.log[1:4]:
        evolve(state, event)
    assert extra_of(state).indicator == HIDDEN
    assert "wild" not in view(state, SPECTATOR).facts
