"""The four walls as they stand on the table (rules section 2): where they are cut, and where the indicator lies.

Seen from above everything runs clockwise: in a wall the stacks from its owner's right end (1) to his left end (17), and behind the wall
of a seat that of the seat before. Stacks have a number that goes round the table, 0-67, and a place in the wall as it is drawn.
"""

from __future__ import annotations

from typing import Final, NamedTuple

WALL: Final = 17
STACKS: Final = 4 * WALL
DEALT: Final = 27  # stacks that the 53 dealt tiles are taken from


class Place(NamedTuple):
    """A stack by its owner and its number from his right end."""

    seat: int
    stack: int


def cutter(dealer: int, thrown: int) -> int:
    """Who throws the second time: counted counter-clockwise, the dealer is 1 (R2)."""
    return (dealer + thrown - 1) % 4


def first_stack(seat: int, thrown: int) -> int:
    """The stack where drawing begins: so many are skipped from the right end of a seat's wall, and on into the next."""
    return (_right_end(seat) + thrown) % STACKS


def place_of(stack: int) -> Place:
    """Whose stack this is, and which."""
    return Place(-(stack // WALL) % 4, stack % WALL + 1)


def indicator_stack(dealer: int, first: int, thrown: int) -> int:
    """R3: so many stacks from the left end of the first wall that is whole: the dealer's 上家, 对家, 下家, his own."""
    touched = {(first + step) % STACKS // WALL for step in range(DEALT)}
    seat = next(seat for seat in ((dealer + step) % 4 for step in (3, 2, 1, 0)) if _right_end(seat) // WALL not in touched)
    return _right_end(seat) + WALL - thrown


def upper_position(stack: int, first: int) -> int:
    """Where the upper tile of a stack comes in the order of drawing."""
    return 2 * ((stack - first) % STACKS)


def _right_end(seat: int) -> int:
    return -seat % 4 * WALL
