"""The promises of the engine, checked on a deal of random legal play with random options, after every event and for every viewer.

The suite runs a few dozen deals per game, `scripts/walk` as many as you like.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec

from fangcheng.actions import Action
from fangcheng.audit.secrets import leaks
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.game import Game
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.engine.view import mask, redact, view_of
from fangcheng.events import SPECTATOR, Answered, Event, Start, player
from fangcheng.rules.options import OptionRow, option_rows
from fangcheng.rules.variant import Refused, Variant


class BrokenPromise(AssertionError):
    """A promise that did not hold; the message says which, where, and how to see it again."""


def random_options(variant: Variant, rng: random.Random) -> dict[str, Any]:
    """Options of a game: each stays at its default with even odds, and otherwise is any value."""
    return {row.id: _random_value(row, rng) for row in option_rows(variant.options_type) if rng.random() < 0.5}


def _random_value(row: OptionRow, rng: random.Random) -> Any:
    if row.kind == "subset":
        return [value for value in row.values if rng.random() < 0.5]
    if row.kind == "integer":
        low = row.minimum or 0
        return rng.randint(low, row.maximum if row.maximum is not None else low + 20)
    return rng.choice(row.values)


def check_deal(variant: Variant, seed: int, options: dict[str, Any] | None = None) -> Game:
    """Play one deal at random from a seed and check every promise; BrokenPromise names the one that broke."""
    rng = random.Random(seed)
    chosen = random_options(variant, rng) if options is None else options
    seats = rng.choice(variant.seats)
    balances = [rng.choice((None, rng.randrange(60))) for _ in range(seats)]
    secret = seed.to_bytes(32, "big")
    game = Game.start(variant, secret, options=chosen, seats=seats, dealer=rng.randrange(seats), balances=balances)
    where = f"{variant.id}, seed {seed}"
    _play(game, rng, where)
    _check_folds(variant, game.log, where)
    _check_resume(variant, game, rng, where)
    _check_payment(game.state, where)
    return game


def _play(game: Game, rng: random.Random, where: str) -> None:
    while asked := game.asks():
        seat = rng.choice(sorted(asked))
        if rng.random() < 0.1:
            _check_refusal(game, rng, where)
        if isinstance(game.state.step, Window) and len(asked) > 1:
            _check_order(game, rng, where)
        if rng.random() < 0.1:
            _act_freely(game, rng, where)
        result = game.act(seat, rng.choice(asked[seat]))
        _demand(not isinstance(result, Refused), f"{where}: an offered action was refused: {result}")
    _demand(game.over, f"{where}: nobody is asked and the deal is not over ({game.state.step.name})")


def _act_freely(game: Game, rng: random.Random, where: str) -> None:
    """What may be done at any moment changes nothing for those who are asked."""
    seat = rng.randrange(game.state.seats)
    free = game.state.variant.free_actions(game.state, seat)
    if free:
        asked = game.asks()
        result = game.act(seat, rng.choice(free))
        _demand(not isinstance(result, Refused), f"{where}: a free action was refused: {result}")
        _demand(game.asks() == asked, f"{where}: a free action changed what seats are asked")


def _demand(holds: bool, message: str) -> None:
    if not holds:
        raise BrokenPromise(message)


def _check_refusal(game: Game, rng: random.Random, where: str) -> None:
    """What is not offered is refused and changes nothing."""
    seat = rng.randrange(-1, game.state.seats + 1)
    verb = rng.choice(("discard", "pung", "kong", "chow", "win", "pass", "open", "ready", "nonsense"))
    kinds = tuple(sorted(rng.sample(range(34), rng.choice((0, 1, 2)))))
    action = Action(verb, kinds)
    if action in game.asks().get(seat, ()):
        return
    before, events = game.state.copy(), len(game.log)
    result = game.act(seat, action)
    _demand(isinstance(result, Refused), f"{where}: {action} of seat {seat} was taken although it was not offered")
    _demand(game.state == before and len(game.log) == events, f"{where}: a refused action changed the state")


def _check_order(game: Game, rng: random.Random, where: str) -> None:
    """The order in which the answers to a window arrive changes nothing that follows, be it that the last ones are not waited for."""
    answers = {seat: rng.choice(offers) for seat, offers in game.asks().items()}
    results = []
    for order in (sorted(answers), sorted(answers, reverse=True)):
        trial = Game(game.state.copy(), [])
        window = trial.state.step
        for seat in order:
            if trial.state.step is not window:
                break
            _demand(not isinstance(trial.act(seat, answers[seat]), Refused), f"{where}: answer refused in another order")
        results.append(([event for event in trial.log if not isinstance(event, Answered) or event.seat not in answers], trial.state))
    _demand(results[0] == results[1], f"{where}: the order of the answers {answers} changes the result")


def _check_folds(variant: Variant, log: list[Event], where: str) -> None:
    """Tiles are conserved, and for every viewer folding the redacted log gives the masked state, after every event."""
    start = log[0]
    assert isinstance(start, Start)
    truth = begin_state(variant, start)
    viewers = [SPECTATOR, *(player(seat) for seat in range(truth.seats))]
    known = []
    for viewer in viewers:
        redacted = redact(start, viewer)
        assert isinstance(redacted, Start)
        known.append(begin_state(variant, redacted))
    for number, event in enumerate(log[1:], 1):
        evolve(truth, event)
        _check_tiles(truth, f"{where}, event {number} {event.name}")
        for viewer, state in zip(viewers, known, strict=True):
            shown = redact(event, viewer)
            if shown is not None:
                evolve(state, shown)
            masked = mask(truth, viewer)
            _demand(state == masked, f"{where}, event {number} {event.name}: seat {viewer.seat} knows something else than he may")
            if viewer.seat >= 0 and viewer.seat in asks(truth):
                _demand(
                    asks(state).get(viewer.seat) == asks(truth)[viewer.seat], f"{where}, event {number}: a seat cannot see its own offers"
                )
            seen = view_of(masked, viewer, [])
            told = leaks(truth, shown, viewer, seen)
            _demand(not told, f"{where}, event {number} {event.name}: seat {viewer.seat} is told {', '.join(told)}")
            msgspec.json.encode(seen)


def _check_tiles(state: State, where: str) -> None:
    """Every tile of the set is in exactly one place."""
    if not state.wall.size:
        return
    places = [tile for position, tile in enumerate(state.wall.order) if not state.wall.gone[position]]
    for seat in range(state.seats):
        places += state.hands[seat].tiles() + state.rivers[seat].lying() + [tile for meld in state.melds[seat] for tile in meld.tiles]
    places += state.variant.tiles_beside(state)
    lost = Counter(state.wall.order) - Counter(places)
    found = Counter(places) - Counter(state.wall.order)
    _demand(not lost and not found, f"{where}: tiles lost {sorted(lost)}, found twice {sorted(found)}")


def _check_resume(variant: Variant, game: Game, rng: random.Random, where: str) -> None:
    """A log cut anywhere has the same future, and the same actions give the same events."""
    cut = rng.randrange(1, len(game.log))
    again = Game.resume(variant, game.log[:cut])
    _demand(again.log == game.log[: len(again.log)], f"{where}: resumed at event {cut}, the deal went on differently")
    while not again.over:
        seat, action = _next_action(again, game.log)
        _demand(not isinstance(again.act(seat, action), Refused), f"{where}: resumed at event {cut}, {action} was refused")
        _demand(again.log == game.log[: len(again.log)], f"{where}: resumed at event {cut}, the deal went on differently")


def _next_action(game: Game, log: list[Event]) -> tuple[int, Action]:
    """The action that the original deal took where this one stands."""
    expected = log[len(game.log)]
    for seat, offers in game.asks().items():
        for action in offers:
            if game.state.step.decide(game.state, seat, action) == expected:
                return seat, action
    for seat in range(game.state.seats):
        for action in game.state.variant.free_actions(game.state, seat):
            if game.state.variant.free_event(game.state, seat, action) == expected:
                return seat, action
    raise BrokenPromise(f"no action leads to {expected}")


def _check_payment(state: State, where: str) -> None:
    settled = state.settled
    assert settled is not None
    _demand(sum(settled.payments) == 0, f"{where}: payments {settled.payments} do not sum to zero")
    _demand(0 <= settled.dealer_next < state.seats, f"{where}: no such dealer {settled.dealer_next}")
    _demand(all(transfer.amount >= 0 for transfer in settled.transfers), f"{where}: a negative transfer")
