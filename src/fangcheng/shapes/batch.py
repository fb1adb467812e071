"""The same questions about many hands at once, for simulations and learning.

``counts``  34 counts a hand, kinds 0-33 in order: an ``(N, 34)`` array of ``uint8`` or ``int8``, or bytes of that length; contiguous
``wilds``   one number for all hands, or one byte a hand (an array of N, or bytes); 0-8 each

An answer is a memoryview with one element or one row per hand: ``numpy.asarray(answer)`` makes an array of it without copying,
``answer.tolist()`` a list. NumPy itself is not needed. For what a question means, see the function of the same name for one hand.

TypeError for arguments that are no such bytes; ValueError for a wrong shape, and, with its row, for an impossible hand: a count beyond 0-4,
tiles and wilds that are not 1-14 together, and for `distance` and `useful` a total that is 0 modulo 3.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from operator import index
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from fangcheng.hand import Hand
from fangcheng.shapes.distance import distance as distance_of
from fangcheng.shapes.distance import useful as useful_of
from fangcheng.shapes.mode import accelerated
from fangcheng.shapes.need import check
from fangcheng.shapes.need import complete as is_complete
from fangcheng.shapes.need import need as need_of
from fangcheng.shapes.split import Split
from fangcheng.shapes.split import splits as splits_of
from fangcheng.shapes.waits import waits as waits_of
from fangcheng.tiles import FLOWERS

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

A = TypeVar("A")
Wilds: TypeAlias = "int | ReadableBuffer"


def need(counts: ReadableBuffer, wilds: Wilds = 0) -> memoryview:
    """Fewest wilds that complete the tiles of each hand: ``(N,)`` uint8. `wilds` are merely counted among its 14 tiles."""
    return memoryview(need_rows(*_arguments(counts, wilds)))


def complete(counts: ReadableBuffer, wilds: Wilds = 0) -> memoryview[bool]:
    """Whether each hand is complete with its wilds: ``(N,)`` bool."""
    return memoryview(complete_rows(*_arguments(counts, wilds))).cast("?")


def distance(counts: ReadableBuffer, wilds: Wilds = 0) -> memoryview:
    """Tiles that each hand exchanges before it is ready, -1 to 8: ``(N,)`` int8."""
    return memoryview(distance_rows(*_arguments(counts, wilds))).cast("b")


def waits(counts: ReadableBuffer, wilds: Wilds = 0) -> memoryview[bool]:
    """The kinds that complete each hand: ``(N, 34)`` bool."""
    return _table(waits_rows(*_arguments(counts, wilds)))


def useful(counts: ReadableBuffer, wilds: Wilds = 0) -> memoryview[bool]:
    """The kinds that lower the distance of each hand: ``(N, 34)`` bool. Times the tiles left of each kind, this is the acceptance."""
    return _table(useful_rows(*_arguments(counts, wilds)))


def splits(counts: ReadableBuffer, wilds: Wilds = 0) -> list[tuple[Split, ...]]:
    """Every split of each hand."""
    return list(_each(splits_of, *_arguments(counts, wilds)))


# --- rows: contiguous bytes in, bytes out -----------------------------------------------------------------------------------------


@accelerated
def need_rows(counts: memoryview, wilds: int | memoryview) -> bytes:
    """`need`, a byte a hand."""
    return bytes(_each(_checked_need, counts, wilds))


@accelerated
def complete_rows(counts: memoryview, wilds: int | memoryview) -> bytes:
    """`complete`, a byte a hand."""
    return bytes(_each(is_complete, counts, wilds))


@accelerated
def distance_rows(counts: memoryview, wilds: int | memoryview) -> bytes:
    """`distance`, a signed byte a hand."""
    return bytes(number & 255 for number in _each(distance_of, counts, wilds))


@accelerated
def waits_rows(counts: memoryview, wilds: int | memoryview) -> bytes:
    """`waits`, 34 bytes a hand."""
    return b"".join(map(_marked, _each(waits_of, counts, wilds)))


@accelerated
def useful_rows(counts: memoryview, wilds: int | memoryview) -> bytes:
    """`useful`, 34 bytes a hand."""
    return b"".join(map(_marked, _each(useful_of, counts, wilds)))


def _each(ask: Callable[[Hand, int], A], counts: memoryview, wilds: int | memoryview) -> Iterator[A]:
    """The answers of one question about every row."""
    for row in range(len(counts) // FLOWERS):
        try:
            hand = Hand.of_counts(counts[row * FLOWERS : (row + 1) * FLOWERS])
            yield ask(hand, wilds if isinstance(wilds, int) else wilds[row])
        except ValueError as error:
            raise ValueError(f"row {row}: {error}") from None


def _checked_need(hand: Hand, wilds: int) -> int:
    check(hand, wilds)
    return need_of(hand.index)


def _marked(kinds: tuple[int, ...]) -> bytes:
    row = bytearray(FLOWERS)
    for kind in kinds:
        row[kind] = 1
    return bytes(row)


def _table(rows: bytes) -> memoryview[bool]:
    """Rows of marks as a table. A memoryview has no shape (0, 34), so that of no hands is merely empty."""
    return memoryview(rows).cast("?", (len(rows) // FLOWERS, FLOWERS)) if rows else memoryview(rows).cast("?")


# --- arguments ----------------------------------------------------------------------------------------------------------------------


def _arguments(counts: ReadableBuffer, wilds: Wilds) -> tuple[memoryview, int | memoryview]:
    flat = _flat(counts, "counts")
    if len(flat) % FLOWERS:
        raise ValueError(f"{len(flat)} counts are no rows of {FLOWERS}")
    try:
        return flat, index(wilds)  # type: ignore[arg-type]
    except TypeError:
        own = _flat(wilds, "wilds")  # type: ignore[arg-type]
    if len(own) != len(flat) // FLOWERS:
        raise ValueError(f"wilds for {len(own)} hands and counts for {len(flat) // FLOWERS}")
    return flat, own


def _flat(buffer: ReadableBuffer, name: str) -> memoryview:
    try:
        view = memoryview(buffer)
    except TypeError:
        raise TypeError(f"{name} are bytes or an array of them, not {type(buffer).__name__}") from None
    shape = view.shape or ()
    if view.format not in ("B", "b"):
        raise TypeError(f"{name} are bytes (uint8 or int8), not items of format {view.format!r}: convert them first")
    columns = (FLOWERS,) if name == "counts" else ()
    if len(shape) > 1 and shape[1:] != columns:
        raise ValueError(f"{name} of shape {shape}; it is {'(N, 34)' if columns else '(N,)'}")
    if not view.c_contiguous:
        raise ValueError(f"{name} do not lie side by side in memory: copy them first (numpy.ascontiguousarray)")
    flat = view.cast("B") if view.nbytes else memoryview(b"")
    return flat.cast("b") if view.format == "b" else flat
