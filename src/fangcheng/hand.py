"""A hand (手牌): the concealed tiles that one seat holds, kept as counts, base-5 indices and copies.

Shapes are looked up by the four base-5 indices, so they are updated with each tile and never recomputed.
A hand that the viewer may not see is *opaque*: only its size is known, and adding or removing a tile changes the size alone.

Where the accelerator runs, the methods that deals call most are its own (`fangcheng.shapes.mode`); what is here says what they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Final, TypeVar

from fangcheng.tiles import FLOWERS, KINDS, RANK_OF, SUIT_OF, NotationError, format_kinds, kind_name, parse_placed

# What one tile of a kind adds to the index of its suit; flowers are merely counted.
POW5: Final = tuple(5 ** (RANK_OF[k] - 1) if k < FLOWERS else 1 for k in range(KINDS))
OPAQUE: Final = -1
T = TypeVar("T")


class Hand:
    """Concealed tiles of a seat.

    counts  how many of each of the 42 kinds
    index   base-5 indices of m, p, s, honours: ``sum(count[r] * 5**r)``; fifth the number of flowers, OPAQUE for an opaque hand,
            so that shapes may be asked for exactly when it is 0
    copies  bit c of ``copies[k]`` says that copy c of kind k is here
    size    number of tiles, also when the hand is opaque
    known   False for an opaque hand
    """

    __slots__ = ("copies", "counts", "index", "known", "size")

    def __init__(self, tiles: Iterable[int] = ()) -> None:
        self.counts = [0] * KINDS
        self.index = [0, 0, 0, 0, 0]
        self.copies = [0] * KINDS
        self.size = 0
        self.known = True
        self.add_all(tiles)

    @classmethod
    def opaque(cls, size: int) -> Hand:
        """A hand of which only the number of tiles is known."""
        hand = cls()
        hand.known, hand.size, hand.index[4] = False, size, OPAQUE
        return hand

    @classmethod
    def of_counts(cls, counts: Sequence[int]) -> Hand:
        """A hand of the lowest copies by its counts of the first kinds (34 without flowers); ValueError unless each is 0-4."""
        hand = cls()
        for kind, count in enumerate(counts):
            if not 0 <= count <= 4:
                raise ValueError(f"{count} tiles of {kind_name(kind)} (0-4)")
            hand.counts[kind] = count
            hand.copies[kind] = (1 << count) - 1
            hand.index[SUIT_OF[kind]] += count * POW5[kind]
        hand.size = sum(hand.counts)
        return hand

    @classmethod
    def of_kinds(cls, kinds: Iterable[int]) -> Hand:
        """A hand of the lowest copies of these kinds; ValueError at a fifth tile of a kind."""
        hand = cls()
        for kind in kinds:
            if hand.counts[kind] == 4:
                raise ValueError(f"five tiles of {kind_name(kind)}")
            hand.add(kind * 4 + hand.counts[kind])
        return hand

    @classmethod
    def parse(cls, text: str) -> Hand:
        """A hand from notation such as ``"123m55pE"``; NotationError names the character at fault."""
        placed = parse_placed(text)
        seen: dict[int, int] = {}
        for kind, at in placed:
            seen[kind] = seen.get(kind, 0) + 1
            if seen[kind] == 5:
                raise NotationError(f"five tiles of {kind_name(kind)}", text, at)
        return cls.of_kinds(kind for kind, _ in placed)

    def add(self, tile: int) -> None:
        """Take a tile in. An opaque hand only grows; ValueError for a tile that is here already, or that does not exist."""
        if self.known:
            kind, bit = tile >> 2, 1 << (tile & 3)
            if not 0 <= kind < KINDS or self.copies[kind] & bit:
                raise ValueError(f"tile {tile} is in hand already, or is none (0-{4 * KINDS - 1})")
            self.counts[kind] += 1
            self.copies[kind] |= bit
            self.index[SUIT_OF[kind]] += POW5[kind]
        self.size += 1

    def add_all(self, tiles: Iterable[int]) -> None:
        """Take several tiles in."""
        for tile in tiles:
            self.add(tile)

    def remove(self, tile: int) -> None:
        """Give a tile away; ValueError for one that is not here."""
        if self.known:
            kind, bit = tile >> 2, 1 << (tile & 3)
            if not 0 <= kind < KINDS or not self.copies[kind] & bit:
                raise ValueError(f"tile {tile} is not in hand")
            self.counts[kind] -= 1
            self.copies[kind] ^= bit
            self.index[SUIT_OF[kind]] -= POW5[kind]
        self.size -= 1

    def any_tile(self, kind: int) -> int:
        """The physical tile of a kind with the lowest copy number; ValueError when there is none."""
        copies = self.copies[kind]
        if not copies:
            raise ValueError(f"no {format_kinds([kind])} in hand")
        return kind * 4 + (copies & -copies).bit_length() - 1

    def take(self, kind: int, number: int) -> list[int]:
        """The `number` lowest tiles of a kind, without removing them."""
        copies = self.copies[kind]
        return [kind * 4 + copy for copy in range(4) if copies >> copy & 1][:number]

    def of_each(self, items: Sequence[T]) -> tuple[T, ...]:
        """Of `items`, one for each of the 42 kinds, those of the kinds held."""
        return tuple(compress(items, self.counts))

    def quads(self) -> list[int]:
        """The kinds of which all four are here."""
        return [kind for kind, count in enumerate(self.counts) if count == 4] if 4 in self.counts else []

    def kinds(self) -> list[int]:
        """The kinds held, in order, each as often as it is held."""
        return [kind for kind, count in enumerate(self.counts) for _ in range(count)]

    def tiles(self) -> list[int]:
        """The physical tiles, in order; empty for an opaque hand."""
        return [kind * 4 + copy for kind, held in enumerate(self.copies) if held for copy in range(4) if held >> copy & 1]

    def absent_tile(self, kind: int) -> int:
        """The physical tile of a kind with the lowest copy number that is not here; ValueError when all four are."""
        copies = self.copies[kind]
        if copies == 15:
            raise ValueError(f"all four {format_kinds([kind])} are in hand")
        return kind * 4 + (~copies & copies + 1).bit_length() - 1

    def plus(self, kind: int) -> Hand | None:
        """A hand with one more tile of a kind, the lowest copy that is not here; None where all four are."""
        if self.counts[kind] == 4:
            return None
        full = self.copy()
        full.add(self.absent_tile(kind))
        return full

    def without(self, tiles: Iterable[int]) -> Hand:
        """A hand without these tiles; ValueError for one that is not here."""
        rest = self.copy()
        for tile in tiles:
            rest.remove(tile)
        return rest

    def copy(self) -> Hand:
        """An independent hand with the same tiles."""
        other = Hand.__new__(Hand)
        other.counts, other.index, other.copies = self.counts[:], self.index[:], self.copies[:]
        other.size, other.known = self.size, self.known
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Hand):
            return NotImplemented
        return (self.known, self.size, self.copies) == (other.known, other.size, other.copies)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return format_kinds(self.kinds()) if self.known else "?" * self.size

    def __repr__(self) -> str:
        return f"Hand({self})"
