"""What case files call things: the state of a deal and a seat's view of it, by path."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec

from fangcheng.audit.compare import show_melds
from fangcheng.engine.decide import asks
from fangcheng.engine.game import Game
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.engine.view import mask, view
from fangcheng.events import player
from fangcheng.tiles import HIDDEN, format_kinds, format_sequence, kinds_of

NOTHING: Final = object()


def stands(game: Game, name: str) -> Any:
    """The value of a key of ``expect``, None where there is none yet."""
    state = game.state
    noun, _, place = name.partition(".")
    if place:
        return _at_seat(state, noun, int(place))
    if noun == "over":
        return game.over
    if noun == "turn":
        return _turn(state)
    if noun == "wall_left":
        return state.wall.left
    if noun == "events":
        return [event.name for event in game.log[1:]]
    if noun in ("winner", "elements"):
        return _won(state, noun)
    if noun == "dealer_next":
        return dealers(state)
    return _settled(state, noun)


def dealers(state: State) -> int | list[int] | None:
    """The seat that deals next, or those of which one does by lot, so that no case holds by luck; None before the end."""
    if state.settled is None:
        return None
    return one_or_list(state.variant.pay(state.options, state.variant.outcome(state)).dealer_next)


def one_or_list(seats: Iterable[int]) -> int | list[int]:
    """A seat by itself, several as a list in order."""
    several = sorted(set(seats))
    return several[0] if len(several) == 1 else several


def _at_seat(state: State, noun: str, seat: int) -> Any:
    if seat >= state.seats:
        return None
    if noun == "hands":
        return format_kinds(state.hands[seat].kinds())
    if noun == "melds":
        return show_melds(state.melds[seat])
    return format_sequence(kinds_of(state.rivers[seat].lying()))


def _turn(state: State) -> int | None:
    """The seat to decide, outside of windows that any seat may answer."""
    asked = list(asks(state))
    return asked[0] if len(asked) == 1 and (state.step.seat == asked[0] or not isinstance(state.step, Window)) else None


def _won(state: State, noun: str) -> Any:
    if state.win is None:
        return None
    if noun == "elements":
        return state.win.wins[0].score.values()
    seats = [winner.seat for winner in state.win.wins]
    return seats[0] if len(seats) == 1 else seats


def _settled(state: State, noun: str) -> Any:
    settled = state.settled
    if settled is None:
        return None
    values: dict[str, Any] = {
        "payments": list(settled.payments),
        "fees": list(settled.fees) or [0] * state.seats,
    }
    return values.get(noun, settled.carry.get(noun.removesuffix("_next")))


class Seen:
    """A seat's view as nested plain data: common names first, the game's own facts over them."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data

    def hides(self, path: str) -> bool:
        """Whether the path leads nowhere, or to nothing that tells anything: no tiles, hidden ones, no value."""
        return _is_hidden(self._find(path))

    def leads(self, path: str) -> bool:
        """Whether there is anything at the path, be it hidden."""
        return self._find(path) is not NOTHING

    def value(self, path: str) -> Any:
        """The value at a path, None where there is none."""
        found = self._find(path)
        return None if found is NOTHING else found

    def _find(self, path: str) -> Any:
        found: Any = self.data
        for part in path.split("."):
            if isinstance(found, dict) and part in found:
                found = found[part]
            elif isinstance(found, list) and part.isdecimal() and int(part) < len(found):
                found = found[int(part)]
            else:
                return NOTHING
        return found


def _is_hidden(found: Any) -> bool:
    if isinstance(found, list):
        return all(map(_is_hidden, found))
    if isinstance(found, str):
        return not found.strip("?[]() ")
    return found is NOTHING or found is None or (type(found) is int and found == HIDDEN)


def looked_at(state: State, seat: int) -> Seen:
    """What a seat sees, tiles as notation."""
    viewer = player(seat)
    seen = view(state, viewer)
    wall = mask(state, viewer).wall
    common: dict[str, Any] = {
        "hands": [None if shown.hand is None else format_kinds(kinds_of(shown.hand)) for shown in seen.seats],
        "melds": [show_melds(shown.melds) for shown in seen.seats],
        "rivers": [
            format_sequence(kinds_of(tile for place, tile in enumerate(shown.river) if place not in shown.claimed)) for shown in seen.seats
        ],
        "wall": format_sequence(kinds_of(wall.order)) or None,
        "wall_left": seen.wall["left"],
    }
    facts: dict[str, Any] = msgspec.to_builtins(seen.facts, str_keys=True)
    return Seen(common | facts)
