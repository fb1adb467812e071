"""What a win is worth, as data that explains itself: the reading of the hand, each element, what was struck out and why."""

from __future__ import annotations

import msgspec

from fangcheng.meld import Meld


class Counted(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An element (番种) that counts: `value` is its total in the game's unit (番 or 分), `times` how often it holds."""

    id: str
    value: int
    times: int = 1


class Excluded(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An element whose condition holds but that does not count: the element or ruling `by` strikes it out."""

    id: str
    by: str


class Group(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A set or pair of a reading. `kinds` as the tiles are read; `wilds` are the kinds that wild tiles stand for inside it."""

    shape: str
    kinds: tuple[int, ...]
    melded: bool = False
    wilds: tuple[int, ...] = ()


def group_of(meld: Meld) -> Group:
    """A meld as part of a reading."""
    return Group("kong" if meld.is_kong else meld.shape, tuple(sorted(meld.kinds())), melded=True)


def kinds_of_set(shape: str, kind: int) -> tuple[int, ...]:
    """The kinds of a chow, pung or pair by its lowest kind."""
    return {"chow": (kind, kind + 1, kind + 2), "pung": (kind,) * 3, "pair": (kind,) * 2}[shape]


class Reading(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One way to read a winning hand: its shape (``standard``, ``seven_pairs`` ...) and its groups, melds first, the pair last."""

    shape: str
    groups: tuple[Group, ...]

    @property
    def pair(self) -> int:
        """Kind of the pair of a standard reading, -1 where there is none."""
        last = self.groups[-1]
        return last.kinds[0] if self.shape == "standard" and last.shape == "pair" else -1


class Score(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Value of a win before dealer, birds, doubling and payment. `points` is the sum of the elements' values."""

    points: int
    elements: tuple[Counted, ...]
    reading: Reading
    excluded: tuple[Excluded, ...] = ()

    def values(self) -> dict[str, int]:
        """Element id to its total value."""
        return {element.id: element.value for element in self.elements}
