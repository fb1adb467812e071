"""Build the tables of fangcheng.shapes from scratch: ``python scripts/build_tables.py``.

Suit and honour tables are walked rank by rank. What matters of the ranks already passed is a *front*: for every combination
of chows still open (and sets, pairs made so far) the fewest tiles that had to be supplied. Equal fronts are one node, so a
few thousand steps decide all 5**9 states. The index's first rank is the least significant digit, so the states with one
more rank are five copies of the states without it, one per count.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from pathlib import Path
from typing import NamedTuple, TypeAlias

from fangcheng.shapes.table import SETS, SIZES, pack

Front: TypeAlias = tuple[tuple[tuple[int, ...], int], ...]
Step: TypeAlias = Callable[[tuple[int, ...], int, int], Iterator[tuple[tuple[int, ...], int]]]
Summary: TypeAlias = tuple[int, ...]


class Walk(NamedTuple):
    """Every state's node after the last rank, and the front of each node."""

    states: array[int]
    fronts: list[Front]


def walk(step: Step, start: tuple[int, ...], ranks: int, chows: bool) -> Walk:
    """Decide all ``5**ranks`` states; `step` lists the ways to cover one rank: (key, count held, chows that may begin)."""
    states = array("I", [0])
    fronts: list[Front] = [((start, 0),)]
    for rank in range(ranks):
        seen: dict[Front, int] = {}
        most = 2 if chows and rank < ranks - 2 else 0
        turn = [[seen.setdefault(_advance(step, front, held, most), len(seen)) for front in fronts] for held in range(5)]
        states = array("I", [after[node] for after in turn for node in states])
        fronts = list(seen)
    return Walk(states, fronts)


def _advance(step: Step, front: Front, held: int, most: int) -> Front:
    after: dict[tuple[int, ...], int] = {}
    for key, cost in front:
        for reached, extra in step(key, held, most):
            if cost + extra < after.get(reached, 255):
                after[reached] = cost + extra
    return tuple(sorted(after.items()))


def cover_all(key: tuple[int, ...], held: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every tile of the rank must be used. Key: chows begun one and two ranks before, pairs. Three equal chows are three pungs."""
    near, far, pairs = key
    for begun, pair in product(range(most + 1), range(2 - pairs)):
        used = near + far + begun + 2 * pair
        pungs = max(0, -(-(held - used) // 3))
        yield (begun, near, pairs + pair), used + 3 * pungs - held


def cover_some(key: tuple[int, ...], held: int, most: int, pungs_most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Tiles may be left over, up to SETS sets are made. Key: as above with the number of sets before the pairs."""
    near, far, sets, pairs = key
    for begun, pungs, pair in product(range(most + 1), range(pungs_most + 1), range(2 - pairs)):
        if sets + begun + pungs <= SETS:
            missing = near + far + begun + 2 * pair + 3 * pungs - held
            yield (begun, near, sets + begun + pungs, pairs + pair), max(0, missing)


def need_table(ranks: int, chows: bool) -> bytes:
    """Per state: the wilds that make all tiles sets, with bit 6 when one wild fewer makes sets and one pair."""
    states, fronts = walk(cover_all, (0, 0, 0), ranks, chows)
    return bytes(map(list(map(_need_byte, fronts)).__getitem__, states))


def _need_byte(front: Front) -> int:
    ends = dict(front)
    sets, paired = ends[0, 0, 0], ends[0, 0, 1]
    if paired - sets not in (-1, 2):
        raise AssertionError("a pair costs two wilds more or one fewer")
    return sets | 64 * (paired < sets)


def class_table(ranks: int, chows: bool) -> tuple[bytes, list[Summary]]:
    """Per state its class, and per class the summary: tiles missing for 0..SETS sets, then the same with a pair."""
    # A second pung of one kind pays only with four tiles held, two missing; no chow around the kind misses more.
    step = partial(cover_some, pungs_most=1 if chows else 2)
    states, fronts = walk(step, (0, 0, 0, 0), ranks, chows)
    summaries = [_summary(front) for front in fronts]
    classes = {summary: number for number, summary in enumerate(dict.fromkeys(summaries))}
    byte = [classes[summary] for summary in summaries]
    return bytes(map(byte.__getitem__, states)), list(classes)


def _summary(front: Front) -> Summary:
    ends = dict(front)
    return tuple(ends[0, 0, sets, pairs] for pairs in (0, 1) for sets in range(SETS + 1))


def join(left: Summary, right: Summary) -> Summary:
    """Fewest tiles missing when the sets and the pair are shared out between two groups of suits."""
    plain, paired = left[: SETS + 1], left[SETS + 1 :]
    other, other_paired = right[: SETS + 1], right[SETS + 1 :]
    bare = [min(plain[i] + other[sets - i] for i in range(sets + 1)) for sets in range(SETS + 1)]
    with_pair = [
        min(min(plain[i] + other_paired[sets - i], paired[i] + other[sets - i]) for i in range(sets + 1)) for sets in range(SETS + 1)
    ]
    return (*bare, *with_pair)


def join_table(left: list[Summary], right: list[Summary]) -> tuple[bytes, list[Summary]]:
    """Class of every couple ``left * len(right) + right``, and the summaries of the new classes."""
    classes: dict[Summary, int] = {}
    table = bytes(classes.setdefault(join(one, two), len(classes)) for one in left for two in right)
    return table, list(classes)


def build() -> dict[str, bytes]:
    """Every table by name, expanded."""
    suit, suits = class_table(9, True)
    honour, honours = class_table(7, False)
    two, pairs = join_table(suits, suits)
    three, triples = join_table(pairs, suits)
    missing = bytes(n for triple in triples for last in honours for n in join(triple, last)[SETS + 1 :])
    return {
        "need_suit": need_table(9, True),
        "need_honour": need_table(7, False),
        "class_suit": suit,
        "class_honour": honour,
        "class_two": two,
        "class_three": three,
        "missing": missing,
    }


def main(folder: Path) -> None:
    """Write the packed tables; refuse when a size is not what the package expects."""
    tables = build()
    sizes = {name: len(table) for name, table in tables.items()}
    if sizes != SIZES:
        sys.exit(f"table sizes {sizes} differ from fangcheng.shapes.table.SIZES")
    for name, table in tables.items():
        (folder / f"{name}.bin").write_bytes(pack(table))


if __name__ == "__main__":
    main(Path(__file__).parent.parent / "src/fangcheng/shapes/data")
