"""Playing a case's script in the engine.

What a seat does that the script leaves silent happens only when the script cannot go on otherwise: open windows are passed, and a seat
with a single thing to do does it.
"""

from __future__ import annotations

from collections.abc import Callable
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
    return failure or _settled_checks(game, lambda: {name: (value, _end(game, name, value)) for name, value in case.expect.items()})


def play_script(case: PlayCase) -> tuple[Game, Checks]:
    """The game as it stands after a script; beside it, where the script broke off, what was expected and found."""
    game = set_up(case.variant, case.position)
    try:
        for number, step in enumerate(case.script, 1):
            _play_step(game, number, step)
    except _FailedError as failure:
        return game, failure.checks
    return game, {}


def _end(game: Game, name: str, expected: Any) -> Any:
    found = stands(game, name)
    # Where a lot decides, each of the seats is right.
    return expected if name == "dealer_next" and isinstance(expected, list) and found in expected else found


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
    def checks() -> Checks:
        seen = looked_at(game.state, looking.seat)
        hidden: Checks = {path: ("hidden", "hidden" if seen.hides(path) else "open") for path in looking.hides}
        return hidden | {path: (value, seen.value(path)) for path, value in looking.shows.items()}

    for path, (expected, found) in _settled_checks(game, checks).items():
        if not _same(path, expected, found):
            raise _FailedError(f"script.{number} view {looking.seat} {path}", expected, found)


def _same(path: str, expected: Any, found: Any) -> bool:
    return expected == found if "hidden" in (expected, found) else holds(path, expected, found)


def _settled_checks(game: Game, checks: Callable[[], Checks]) -> Checks:
    """The checks as things stand; where they do not hold and seats were left silent, as things stand when those have passed."""
    while True:
        now = checks()
        if all(_same(name, *pair) for name, pair in now.items()) or not _move_on(game):
            return now


def _move_on(game: Game) -> bool:
    """Answer for those whom the script leaves silent; False when it is nobody's turn to be silent."""
    asked = game.asks()
    window = isinstance(game.state.step, Window)
    silent: dict[int, Action] = {seat: PASS for seat, actions in asked.items() if window and PASS in actions}
    silent |= {seat: actions[0] for seat, actions in asked.items() if len(actions) == 1}
    for seat, action in silent.items():
        game.act(seat, action)
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
