"""Playing a case's script in the engine.

What a seat does that the script leaves silent happens only when an action of the script cannot be done otherwise: open windows are
passed, and a seat with a single thing to do does it. Looking (offers, views, refusals) changes nothing. At the end silent seats pass
what others have left open to them, but a decision that is a seat's own stays open; that is the one moment at which the expectation is read.
"""

from __future__ import annotations

import copy
from collections.abc import Container
from typing import Any

import msgspec

from fangcheng.actions import PASS, Action, parse_action
from fangcheng.audit.case import Choices, Doing, Looking, PlayCase, RawStep
from fangcheng.audit.compare import holds
from fangcheng.audit.look import looked_at, stands
from fangcheng.engine.game import Game
from fangcheng.engine.setup import set_up
from fangcheng.engine.steps import Window
from fangcheng.rules.variant import Refused

Checks = dict[str, tuple[Any, Any]]


class _FailedError(Exception):
    """The script cannot go on; carries what was expected and found."""

    def __init__(self, place: str, expected: Any, found: Any) -> None:
        self.checks: Checks = {place: (expected, found)}
        super().__init__(place)


def play_case(case: PlayCase) -> Checks:
    """Play a script and look at the end: by key what was expected and found; only the failure where the script broke off.

    PositionError for a position that cannot be.
    """
    game, failure = play_script(case)
    if failure:
        return failure
    while _pass(game, but=(game.state.step.seat,)):
        pass  # what a seat lets go may lead to another window
    return {name: (value, stands(game, name)) for name, value in case.expect.items()}


def play_script(case: PlayCase) -> tuple[Game, Checks]:
    """The game as it stands after a script; beside it, where the script broke off, what was expected and found."""
    game = set_up(case.variant, case.position)
    try:
        for number, step in enumerate(case.script, 1):
            _play_step(game, number, step)
    except _FailedError as failure:
        return game, failure.checks
    return game, {}


def _play_step(game: Game, number: int, step: RawStep) -> None:
    if step.do is not None and step.seat is not None:
        _do(game, number, step.seat, step.do)
    elif step.refused:
        _refuse(game, number, step.refused)
    elif step.view:
        _look(game, number, step.view)
    for seat, choices in (step.choices or {}).items():
        _choose(game, number, int(seat), choices)


def _do(game: Game, number: int, seat: int, text: str) -> None:
    action = parse_action(text)
    place = f"script.{number} do {seat}"
    while (offered := _offered(game, seat, action)) is None:
        if not _move_on(game):
            raise _FailedError(place, text, _offers(game, seat))
    answer = game.act(seat, offered)
    if isinstance(answer, Refused):
        raise _FailedError(place, text, f"refused: {answer.code}")


def _refuse(game: Game, number: int, doing: Doing) -> None:
    action = parse_action(doing.do)
    before = game.state.copy()
    answer = game.act(doing.seat, _offered(game, doing.seat, action) or action)
    place = f"script.{number} refused {doing.seat}"
    if not isinstance(answer, Refused):
        raise _FailedError(place, f"{doing.do}: refused", f"{doing.do}: accepted")
    if before != game.state:
        raise _FailedError(place, "nothing changed", f"changed by a refused {doing.do}")


def _choose(game: Game, number: int, seat: int, choices: Choices | str) -> None:
    place = f"script.{number} choices {seat}"
    if not isinstance(choices, Choices):
        if game.offers(seat):
            raise _FailedError(place, "none", _offers(game, seat))
        return
    # Looking ahead must not answer for anybody: the script may still have them do something else.
    game = _copy(game)
    while not game.offers(seat) and _move_on(game):
        pass
    # A seat that is not asked is offered nothing, and `lacks` asks no more than that.
    actions = game.offers(seat)
    named = [*choices.has, *(choices.only or ())]
    missing = [name for name in named if not any(_is(name, action) for action in actions)]
    unwanted = [name for name in choices.lacks if any(_is_unwanted(name, action, named) for action in actions)]
    strangers = choices.only is not None and not all(any(_is(name, action) for name in named) for action in actions)
    if missing or unwanted or strangers:
        raise _FailedError(place, _wanted(choices), _offers(game, seat))


def _wanted(choices: Choices) -> dict[str, list[str]]:
    given = {"only": choices.only or [], "has": choices.has, "lacks": choices.lacks}
    return {name: names for name, names in given.items() if names}


def _look(game: Game, number: int, looking: Looking) -> None:
    seen = looked_at(game.state, looking.seat)
    for path in (*looking.hides, *looking.shows):
        if not seen.leads(path):
            _check_path(game, path)
    for path in looking.hides:
        if not seen.hides(path):
            raise _FailedError(f"script.{number} view {looking.seat} {path}", "hidden", "open")
    for path, expected in looking.shows.items():
        found = seen.value(path)
        if not holds(path, expected, found):
            raise _FailedError(f"script.{number} view {looking.seat} {path}", expected, found)


def _check_path(game: Game, path: str) -> None:
    """ValueError for a path that leads nowhere for any seat, now or later: to find nothing there would prove nothing."""
    game = _copy(game)
    named = path.partition(".")[0] in game.state.variant.position_facts | game.state.variant.seat_facts
    while not named and not any(looked_at(game.state, seat).leads(path) for seat in range(game.state.seats)):
        if game.over:
            raise ValueError(f"a view of {game.state.variant.id} has no {path!r}")
        seat = min(game.asks())
        game.act(seat, game.default_action(seat))


def _copy(game: Game) -> Game:
    """A game that goes its own way from here."""
    other = copy.copy(game)
    other.state, other.log = game.state.copy(), game.log[:]
    return other


def _move_on(game: Game) -> bool:
    """Answer for those whom the script leaves silent; False when it is nobody's turn to be silent."""
    forced = {seat: actions[0] for seat, actions in game.asks().items() if len(actions) == 1}
    passed = _pass(game, but=forced)
    for seat, action in forced.items():
        game.act(seat, action)
    return passed or bool(forced)


def _pass(game: Game, but: Container[int] = ()) -> bool:
    """Silent seats pass the window that stands open, and no other one; False when there is none that they can pass."""
    asked = game.asks() if isinstance(game.state.step, Window) else {}
    silent = [seat for seat, actions in asked.items() if PASS in actions and seat not in but]
    for seat in silent:
        game.act(seat, PASS)
    return bool(silent)


def _offers(game: Game, seat: int) -> str:
    return ", ".join(map(str, game.offers(seat))) or "none"


def _offered(game: Game, seat: int, action: Action) -> Action | None:
    """The offered action that the text means: tiles may be named in any order."""
    ordered = msgspec.structs.replace(action, tiles=tuple(sorted(action.tiles)))
    if ordered in game.offers(seat):
        return ordered
    return next((offer for offer in game.offers(seat) if _key(offer) == _key(action)), None)


def _is_unwanted(name: str, action: Action, named: list[str]) -> bool:
    """Beside actions that are named with tiles, a verb means the action without any."""
    if name == action.verb and any(other.startswith(f"{name} ") for other in named):
        return _key(parse_action(name)) == _key(action)
    return _is(name, action)


def _is(name: str, action: Action) -> bool:
    return name == action.verb or _key(parse_action(name)) == _key(action)


def _key(action: Action) -> tuple[str, list[int], int, int]:
    return action.verb, sorted(action.tiles), action.on, action.number
