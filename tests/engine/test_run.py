"""`decide` and `run` do what their Python twins do: the same events, the same states, the same errors."""

from __future__ import annotations

import gc
import sys
from random import Random
from typing import Any

import pytest
from twins import accelerated

from fangcheng import VARIANTS, Game, Refused, Variant
from fangcheng.actions import Action, parse_action
from fangcheng.engine.decide import asks, decide, follow
from fangcheng.engine.fold import evolve
from fangcheng.engine.run import run
from fangcheng.events import Event


def begun(variant: Variant, number: int) -> Game:
    return Game.start(variant, number.to_bytes(32, "big"))


def plain_run(state: Any, event: Event | None) -> list[Event]:
    """As the engine's questions say, one at a time."""
    events = []
    while event is not None:
        evolve(state, event)
        events.append(event)
        event = follow(state)
    return events


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_a_deal_runs_as_it_does_step_by_step(variant: Variant) -> None:
    random = Random(5)
    for number in range(6):
        game = begun(variant, number)
        state = begun(variant, number).state
        while asked := game.asks():
            assert asks(state) == asked
            seat = random.choice(list(asked))
            action = random.choice(list(asked[seat]))
            # An equal action does as well as the very one on offer.
            event = decide(state, seat, parse_action(str(action)) if random.random() < 0.5 else action)
            assert not isinstance(event, Refused)
            assert game.act(seat, action) == plain_run(state, event)
            assert game.state == state
        assert game.log[-1].name == "settle"


@accelerated
def test_refusals_are_the_twin_s() -> None:
    state = begun(VARIANTS["changsha"], 1).state
    for seat in (-1, 0, 3, 4, True, 2**70):
        for action in (Action("pass"), Action("discard", (0,)), Action("float", number=9)):
            assert decide(state, seat, action) == decide.__self__(state, seat, action)  # type: ignore[attr-defined]


class Broken(Exception):
    pass


def test_an_error_in_a_fold_comes_through() -> None:
    game = begun(VARIANTS["changsha"], 1)

    def fold(state: Any, event: Any) -> None:
        raise Broken

    seat, offers = next(iter(game.asks().items()))
    event = decide(game.state, seat, offers[0])
    game.state.folds = {type(event): (fold,)}
    with pytest.raises(Broken):
        run(game.state, event)  # type: ignore[arg-type]
    game.state.folds = {}
    with pytest.raises(KeyError):
        run(game.state, event)  # type: ignore[arg-type]


@pytest.mark.parametrize("arguments", [(), (None,), (None, None, None), (3, 4)])
def test_odd_arguments_raise_what_the_twin_raises(arguments: tuple[Any, ...]) -> None:
    for function in (run, decide):
        with pytest.raises((TypeError, AttributeError)) as one:
            function(*arguments)
        with pytest.raises(one.type) as other:
            getattr(function, "__self__", function)(*arguments)
        assert str(one.value) == str(other.value)


def test_nothing_is_run_without_an_event() -> None:
    assert run(begun(VARIANTS["changsha"], 1).state, None) == []


@accelerated
def test_nothing_leaks() -> None:
    def play() -> int:
        random = Random(3)
        for number in range(10):
            game = begun(VARIANTS["changsha"], number)
            while asked := game.asks():
                seat = next(iter(asked))
                game.act(seat, random.choice(asked[seat]))
        del game, asked
        gc.collect()
        return sys.getallocatedblocks()

    play()
    before = play()
    assert max(play() for _ in range(3)) - before < 50
