"""Actions: what a seat may do, as closed data, and their text form.

``discard 5m``, ``chow 46m on 5m``, ``kong 5m``, ``float 2``, ``win``, ``pass`` ... A verb, then own tiles or a number, then, where more
than one tile is on offer, the one it is about. Games add verbs of their own; the engine compares actions, never their text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, overload

import msgspec

from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS, NotationError, format_sequence, parse_kind, parse_kinds


class Action(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One thing a seat may do.

    verb    what: ``discard``, ``chow``, ``pung``, ``kong``, ``win``, ``pass``, ``ready``, or a verb of the game
    tiles   kinds it is done with, ascending for chows
    on      kind of the tile on offer, HIDDEN where there is only one or none
    number  an amount, seat or place; -1 for none
    """

    verb: str
    tiles: tuple[int, ...] = ()
    on: int = HIDDEN
    number: int = -1

    def __str__(self) -> str:
        return format_action(self)


class Subsets(Sequence[Action]):
    """Every action of a verb with up to `most` tiles out of `kinds` (a kind as often as it may be chosen), as one closed offer.

    Contains, counts and lists them like a tuple of actions would, but makes them only when they are asked for.
    """

    def __init__(self, verb: str, kinds: Sequence[int], most: int) -> None:
        self.verb, self.kinds, self.most = verb, tuple(sorted(kinds)), most
        self._all: tuple[Action, ...] | None = None

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action) or action != Action(self.verb, action.tiles) or len(action.tiles) > self.most:
            return False
        left = Counter(self.kinds)
        left.subtract(action.tiles)
        return list(action.tiles) == sorted(action.tiles) and min(left.values(), default=0) >= 0

    def _list(self) -> tuple[Action, ...]:
        if self._all is None:
            chosen = {tiles: None for size in range(self.most + 1) for tiles in combinations(self.kinds, size)}
            self._all = tuple(Action(self.verb, tiles) for tiles in chosen)
        return self._all

    def __len__(self) -> int:
        ways = [1] + [0] * self.most
        for held in Counter(self.kinds).values():
            ways = [sum(ways[max(0, size - held) : size + 1]) for size in range(self.most + 1)]
        return sum(ways)

    @overload
    def __getitem__(self, place: int) -> Action: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[Action]: ...
    def __getitem__(self, place: int | slice) -> Action | Sequence[Action]:
        return Action(self.verb) if place == 0 else self._list()[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Subsets) and (self.verb, self.kinds, self.most) == (other.verb, other.kinds, other.most)

    def __hash__(self) -> int:
        return hash((self.verb, self.kinds, self.most))


def format_action(action: Action) -> str:
    """Text form, read back by `parse_action`."""
    words = [action.verb]
    if action.tiles:
        words.append(format_sequence(action.tiles))
    if action.number >= 0:
        words.append(str(action.number))
    if action.on >= 0:
        words += ["on", format_sequence([action.on])]
    return " ".join(words)


@lru_cache(maxsize=4096)
def parse_action(text: str) -> Action:
    """An action from its text; NotationError names the character at fault. The action need not be legal."""
    head, _, offer = text.partition(" on ")
    words = head.split()
    if not words or not words[0].isidentifier():
        raise NotationError("an action begins with a verb", text, 0)
    verb, arguments = words[0], words[1:]
    on = parse_kind(offer) if offer else HIDDEN
    if len(arguments) == 1 and arguments[0].isascii() and arguments[0].isdigit():
        if len(arguments[0]) > 6:
            raise NotationError("a number of at most six digits is expected", text, text.index(arguments[0]))
        return Action(verb, on=on, number=int(arguments[0]))
    try:
        tiles = parse_kinds(" ".join(arguments))
    except NotationError as error:
        raise NotationError(error.reason, text, error.position + text.index(verb) + len(verb) + 1) from None
    return Action(verb, tuple(sorted(tiles)) if verb == "chow" else tuple(tiles), on)


WIN: Final = Action("win")
PASS: Final = Action("pass")
PUNG: Final = Action("pung")
CLAIM_KONG: Final = Action("kong")
DISCARD: Final = tuple(Action("discard", (kind,)) for kind in range(FLOWERS + 8))
READY: Final = tuple(Action("ready", (kind,)) for kind in range(FLOWERS))
KONG: Final = tuple(Action("kong", (kind,)) for kind in range(FLOWERS))


def _chows(kind: int) -> tuple[Action, ...]:
    if kind >= HONOURS:
        return ()
    pairs = ((kind - 2, kind - 1), (kind - 1, kind + 1), (kind + 1, kind + 2))
    return tuple(Action("chow", pair) for pair in pairs if pair[0] // 9 == kind // 9 == pair[1] // 9 and pair[0] >= 0)


CHOWS: Final = tuple(_chows(kind) for kind in range(FLOWERS))
