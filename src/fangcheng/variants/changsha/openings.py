"""Opening patterns (起手胡, rules section 9): what a dealt hand may show, how it is declared and laid open."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final

import msgspec

from fangcheng.actions import PASS, Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Declaring
from fangcheng.events import Event
from fangcheng.rules.told import Seat, Terms, Told
from fangcheng.tiles import HONOURS
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.options import ChangshaOptions, options_of

DECLARE: Final = Action("declare")

OPENINGS: Final[Mapping[str, Callable[[Sequence[int], ChangshaOptions], bool]]] = {
    "four_joys": lambda counts, options: 4 in counts,
    "no_258": lambda counts, options: not any(counts[1::3]),
    "missing_suit": lambda counts, options: not (any(counts[:9]) and any(counts[9:18]) and any(counts[18:])),
    "double_triplet": lambda counts, options: counts.count(3) + options.opening_quad_is_triplet * counts.count(4) >= 2,  # R5
    "three_same": lambda counts, options: bool(_three_same(counts)),
}


def opening_patterns(counts: Sequence[int], options: ChangshaOptions) -> tuple[str, ...]:
    """R3, R4: ids of the opening patterns of a dealt hand (dealer 14 tiles, others 13), each once, in table order."""
    suited, wanted = bytes(counts[:HONOURS]), options.opening_patterns
    return tuple([name for name, holds in OPENINGS.items() if name in wanted and holds(suited, options)])


def opening_kinds(pattern: str, counts: Sequence[int], options: ChangshaOptions) -> list[int]:
    """R6: the kinds, as often as shown, that the owner lays open for a pattern."""
    if pattern == "four_joys":
        return [kind for kind in range(HONOURS) if counts[kind] == 4 for _ in range(4)][:4]
    if pattern == "double_triplet":
        return [kind for kind in range(HONOURS) if _triplet(counts[kind], options) for _ in range(3)][:6]
    if pattern == "three_same":
        rank = _three_same(counts)[0]
        return [rank + first for first in (0, 9, 18) for _ in range(2)]
    return [kind for kind in range(HONOURS) for _ in range(counts[kind])]


def _three_same(counts: Sequence[int]) -> list[int]:
    """Ranks, from 0, of which every suit holds two."""
    return [rank for rank in range(9) if counts[rank] > 1 and counts[rank + 9] > 1 and counts[rank + 18] > 1]


def _triplet(held: int, options: ChangshaOptions) -> bool:
    return held == 3 or (held == 4 and options.opening_quad_is_triplet)


class Opening(Event, frozen=True):
    """A seat declares its opening patterns (起手胡) and shows `tiles`."""

    seat: int
    elements: tuple[str, ...]
    tiles: tuple[int, ...]


class Openings(Declaring, kw_only=True):
    """R6: every seat with an opening pattern declares all of its patterns or none, before the dealer acts."""

    name: ClassVar[str] = "openings"

    def asks(self, state: State) -> Asks:
        return {seat: (DECLARE, PASS) for seat in range(state.seats) if patterns_of(state, seat)}

    def declared(self, state: State, seat: int) -> bool:
        return bool(extra_of(state).openings[seat])

    def declare(self, state: State, seat: int) -> Event:
        """All patterns at once, with the tiles that show them."""
        hand, options, patterns = state.hands[seat], options_of(state), patterns_of(state, seat)
        shown = [0] * HONOURS
        for pattern in patterns:
            kinds = opening_kinds(pattern, hand.counts, options)
            shown = [max(held, kinds.count(kind)) for kind, held in enumerate(shown)]
        return Opening(seat, patterns, tuple(tile for kind, number in enumerate(shown) for tile in hand.take(kind, number)))

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return DECLARE


def patterns_of(state: State, seat: int) -> tuple[str, ...]:
    """The opening patterns that a seat holds."""
    return opening_patterns(state.hands[seat].counts, options_of(state))


def fold_opening(state: State, event: Opening) -> None:
    extra = extra_of(state)
    extra.openings[event.seat], extra.shown[event.seat] = event.elements, event.tiles


def shown_tiles(state: State, seat: int) -> list[int]:
    """R6: the tiles that lie open in a hand for its patterns; what has been discarded or melded since lies elsewhere."""
    tiles = extra_of(state).shown[seat]
    elsewhere = {*state.rivers[seat].tiles, *(tile for meld in state.melds[seat] for tile in meld.tiles)} if tiles else ()
    return [tile for tile in tiles if tile not in elsewhere]


def close_shown(state: State, seat: int) -> None:
    """R6: shown tiles return to the hand when their owner has drawn twice."""
    extra = extra_of(state)
    extra.draws[seat] += 1
    if extra.draws[seat] == 2:
        extra.shown[seat] = ()


@dataclass(frozen=True)
class Patterns(Told):
    """A list of opening patterns, each once, out of those that a room has."""

    patterns: tuple[str, ...]
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"a list out of {', '.join(self.patterns)}" if self.patterns else "an empty list"

    def holds(self, value: Any, terms: Terms) -> bool:
        names = msgspec.convert(value, list[str])
        return len(set(names)) == len(names) and set(names) <= set(self.patterns)


@dataclass(frozen=True)
class Declared(Told):
    """A list with an entry for each seat that has declared, and its patterns, out of those that a room has."""

    patterns: tuple[str, ...]
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f'a list of entries such as {{"seat": 0, "elements": ["..."]}}, one a seat, with elements out of {", ".join(self.patterns)}'

    def holds(self, value: Any, terms: Terms) -> bool:
        entries = msgspec.convert(value, list[_Declared])
        seats = {entry.seat for entry in entries}
        named = all(entry.elements and Patterns(self.patterns).holds(entry.elements, terms) for entry in entries)
        return named and len(seats) == len(entries) and all(Seat().holds(seat, terms) for seat in seats)


class _Declared(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    seat: int
    elements: list[str]
