"""The accelerator of the counter, where it was built: what it is made of, and what it asks.

`_core.c` finds and compares the readings of hands; all that is a rule it gets from here. Without it, or with FANGCHENG_PURE set, the
counter's own Python answers, and answers the same.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from sys import byteorder
from typing import TYPE_CHECKING, Any, Final

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.score import Counted, Excluded, Group, Reading, Score
from fangcheng.shapes.mode import mode
from fangcheng.tiles import FLOWERS, HONOURS
from fangcheng.variants.guobiao.counter import suits, sums
from fangcheng.variants.guobiao.counter.facts import Held
from fangcheng.variants.guobiao.counter.gates import is_nine_gates
from fangcheng.variants.guobiao.counter.kept import Stands, WinFields
from fangcheng.variants.guobiao.counter.readings import kinds_in

if TYPE_CHECKING:
    from fangcheng.variants.guobiao.counter.count import Counter

try:
    from fangcheng.variants.guobiao.counter._core import Core as Core
except ImportError:
    Core = None  # type: ignore[assignment,misc]

WORD: Final = sums.WORD
_FIELDS: Final = (sums.HONOUR_PARTS, sums.HONOUR_SORTS, sums.SETS, sums.ENDS, sums.PAIRS, sums.ONE_PAIR, sums.CONCEALED, sums.HOG)
Answer = Callable[[Hand, Sequence[Meld], WinFields], Score | None]


def accelerated(counter: Counter, twin: Answer) -> Answer:
    """Let the accelerator answer for a counter, with its own method as the twin for all that it does not answer."""
    if Core is None or mode() == "pure":
        return twin
    core = Core(
        answer=_answers(counter),
        twin=twin,
        classes=(Score, Reading, Counted, Excluded),
        ids=tuple(row.id for row in counter.table),
        values=[row.value for row in counter.table],
        strikes=counter.excludes,
        lessens=[counter.lessens.get(place, 0) for place in range(len(counter.table))],
        shown=_shown(),
        sums=_words((*(sums.CHOW.get(kind, 0) for kind in range(HONOURS)), *sums.PUNG, *sums.PAIR[:FLOWERS])),
        fields=(
            *(part >> 2 * WORD for part in _FIELDS),
            sums.CONCEALED_AT - 2 * WORD,
            sums.HOGS_AT - 2 * WORD,
            sums.CHOW_SUIT,
            sums.CHOW_FIELD,
            sums.PUNG_SUIT,
            sums.PUNG_FIELD,
        ),
        traits=array("Q", [own for suit in counter.traits for own in (*suit, *[0] * (512 - len(suit)))]).tobytes(),
        beside=(counter.shape_beside, [(mask, Group("tiles", kinds_in(mask))) for mask in counter.beside]),
        fallback=counter.fallback,
    )
    return core.score_of


def _words(numbers: Sequence[int]) -> bytes:
    return b"".join((number >> WORD * word & (1 << WORD) - 1).to_bytes(8, byteorder) for number in numbers for word in range(3))


def _shown() -> tuple[list[Group | None] | list[Group], ...]:
    """As a score shows them, by their lowest kind: chows, pungs and pairs of concealed tiles; chows, pungs and kongs of melds."""
    kinds = range(FLOWERS)
    laid = [Group("chow", suits.CHOWS[kind].kinds, melded=True) if kind in suits.CHOWS else None for kind in kinds]
    pungs, kongs = ([Group(shape, (kind,) * size, melded=True) for kind in kinds] for shape, size in (("pung", 3), ("kong", 4)))
    return [suits.CHOWS.get(kind) for kind in kinds], list(suits.PUNGS.values()), list(suits.PAIRS.values()), laid, pungs, kongs


def _answers(counter: Counter) -> Callable[..., Any]:
    """What the accelerator asks once and remembers, in the order of its own list; fields of sums come without the words below them."""
    rows_of = counter.apart
    asked: tuple[Callable[..., Any], ...] = (
        lambda chows, _, __: rows_of(counter.chows[chows]),
        lambda pungs, _, __: rows_of(counter.pungs[pungs << WORD]),
        lambda parts, seat_wind, prevalent_wind: rows_of(counter.honour_rows(seat_wind, prevalent_wind)[parts << 2 * WORD]),
        lambda sets, beside, _: rows_of(counter.set_rows(counter.shape_beside if beside else "standard")[sets << 2 * WORD]),
        lambda kinds, _, __: rows_of(counter.tile_rows("standard", kinds)),
        lambda kinds, _, __: rows_of(counter.tile_rows("seven_pairs", kinds)),
        lambda hogs, gates, _: rows_of(counter.stands(Held, (hogs, bool(gates)))),
        lambda chows, rest, _: rows_of(counter.end_rows(chows | rest << 2 * WORD)),
        lambda win, lies, at: _sure_and_lone(*counter.situation(win, lies)[0][at]),
        lambda hand, kinds, kind: is_nine_gates(hand.counts, kinds, kind),
        lambda kinds, _, __: rows_of(counter.tile_rows(counter.shape_beside, kinds)),
        lambda kinds, _, __: rows_of(counter.whole_rows(kinds)),
        lambda kinds, twice, _: counter.whole_reading(kinds, twice),
    )
    return lambda side, one, two, three: asked[side](one, two, three)


def _sure_and_lone(every: Stands, sure: Stands) -> tuple[int, int]:
    return sure, every & ~sure
