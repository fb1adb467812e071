"""The wall (牌墙): tiles by position, with holes; and the seeded streams that every chance event comes from.

Position i of the wall lies in stack i // 2; even positions are the upper tiles. The *head* is the smallest remaining position.
Tail order: the last stack first, inside a stack the upper tile before the lower. Some games lay the tiles in a single row: stacks of one.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeVar

from fangcheng.tiles import HIDDEN

T = TypeVar("T")
WallEnd = Literal["head", "tail"]
_WORDS: Final = 1 << 32
# Without it the commitment would be the seed of every deal that no seat has contributed to.
COMMITTED: Final = b"fangcheng/commitment/"


class Wall:
    """Tiles not yet taken. `order` is empty when the viewer may not know it; places and holes are public.

    order  tile at each position, or () when hidden
    size   number of positions
    gone   gone[i] is 1 when position i has been taken
    head   smallest remaining position (`size` when empty)
    left   number of tiles remaining
    stack  tiles on one another
    """

    __slots__ = ("gone", "head", "left", "order", "size", "stack")

    def __init__(self, order: Sequence[int], size: int, stack: int = 2) -> None:
        self.order = tuple(order)
        self.size = size
        self.stack = stack
        self.gone = bytearray(size)
        self.head = 0
        self.left = size

    def take(self, position: int) -> None:
        """Remove the tile at a position that is still there."""
        self.gone[position] = 1
        self.left -= 1
        if position == self.head:
            self.head = self.gone.find(0, position) if self.left else self.size

    def take_first(self, number: int) -> None:
        """Remove `number` tiles from the head of a wall that is still whole."""
        self.gone[:number] = b"\1" * number
        self.left -= number
        self.head = number

    def put_back(self, position: int) -> None:
        """Return the tile that was taken from a position."""
        self.gone[position] = 0
        self.left += 1
        self.head = min(self.head, position)

    def tile(self, position: int) -> int:
        """Tile at a position, HIDDEN when the order is not known."""
        return self.order[position] if self.order else HIDDEN

    def from_head(self) -> Iterator[int]:
        """Remaining positions, head first."""
        return (position for position in range(self.head, self.size) if not self.gone[position])

    def from_tail(self) -> Iterator[int]:
        """Remaining positions in tail order."""
        for stack in range((self.size - 1) // self.stack, -1, -1):
            for position in range(stack * self.stack, min(self.size, (stack + 1) * self.stack)):
                if not self.gone[position]:
                    yield position

    def stacks_from_tail(self) -> list[int]:
        """First remaining position of every non-empty stack, last stack first."""
        firsts: dict[int, int] = {}
        for position in self.from_tail():
            firsts.setdefault(position // self.stack, position)
        return list(firsts.values())

    def hidden(self) -> Wall:
        """The same wall as it looks to somebody who knows none of its tiles."""
        wall = self.copy()
        wall.order = ()
        return wall

    def copy(self) -> Wall:
        """An independent copy."""
        wall = Wall.__new__(Wall)
        wall.order, wall.size, wall.head, wall.left, wall.stack = self.order, self.size, self.head, self.left, self.stack
        wall.gone = self.gone[:]
        return wall

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Wall):
            return NotImplemented
        return (self.order, self.size, self.gone) == (other.order, other.size, other.gone)

    __hash__ = None  # type: ignore[assignment]


class Stream:
    """Random numbers from SHA-256 in counter mode over (seed, name): the same on every machine and in every language."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, seed: bytes, name: str) -> None:
        self._key = hashlib.sha256(seed + b"/" + name.encode()).digest()
        self._block = 0
        self._words: list[int] = []

    def _next_block(self) -> None:
        digest = hashlib.sha512(self._key + self._block.to_bytes(8, "big")).digest()
        self._block += 1
        self._words[:] = struct.unpack(">16I", digest)[::-1]

    def below(self, bound: int) -> int:
        """A uniform number in 0..bound-1; rejection keeps it exactly uniform."""
        words, limit = self._words, _WORDS - _WORDS % bound
        while True:
            if not words:
                self._next_block()
            word = words.pop()
            if word < limit:
                return word % bound

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """A shuffled copy (Fisher-Yates from the end)."""
        shuffled, below = list(items), self.below
        for last in range(len(shuffled) - 1, 0, -1):
            other = below(last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return shuffled

    def throw(self, dice: int) -> tuple[int, ...]:
        """A throw of `dice` six-sided dice."""
        return tuple(self.below(6) + 1 for _ in range(dice))


def commitment(secret: bytes) -> str:
    """What is published before the deal, in hex: a SHA-256 of the secret that reveals nothing of the seeds made from it."""
    return hashlib.sha256(COMMITTED + secret).hexdigest()


def contribution_hash(text: str) -> str:
    """What is shown of a seat's contribution before the deal that it is mixed into: its SHA-256 in hex, "" for none."""
    return hashlib.sha256(text.encode()).hexdigest() if text else ""


def deal_seed(secret: bytes, entropy: Sequence[str]) -> bytes:
    """The deal's seed: the secret mixed with what the seats contributed, in seat order. Lengths keep the contributions apart."""
    mixed = hashlib.sha256(secret)
    for text in entropy:
        data = text.encode()
        mixed.update(len(data).to_bytes(4, "big") + data)
    return mixed.digest()
