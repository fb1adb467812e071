"""The element table of the official rules (rules section 4): the rows that both games share, those that differ, and its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from fangcheng.variants.guobiao.counter import TABLE as SHARED
from fangcheng.variants.guobiao.counter import Row
from fangcheng.variants.guobiao.counter.facts import HONOUR_MASK, Honours, How, Sets, Tiles

NOT_HERE: Final = frozenset({"heavenly_win", "earthly_win", "heavenly_ready", "ready"})
CHICKEN: Final = "chicken_hand"
SHAPE_SHOWS: Final = ("all_types", "fully_concealed_hand", "concealed_hand", "single_wait")

# Section 9.3 of the other game's rules: what its rows strike out differently. What is struck out by a robbed kong, the last draw and a kong
# bloom is alike (R7).
EXCLUDES: Final[dict[str, tuple[str, ...]]] = {
    "big_four_winds": ("big_three_winds", "all_pungs", "prevalent_wind", "seat_wind", "pung_of_terminals_or_honors"),
    "nine_gates": ("pure_suit", "fully_concealed_hand", "concealed_hand", "no_honors", "edge_wait", "closed_wait", "single_wait"),
    "little_four_winds": ("big_three_winds",),
    "little_three_dragons": ("dragon_pung", "two_dragon_pungs"),
    "quadruple_chow": ("pure_shifted_pungs", "pure_double_chow", "tile_hog", "pure_triple_chow"),
    "four_pure_shifted_pungs": ("pure_triple_chow", "pure_shifted_pungs", "all_pungs"),
    "four_pure_shifted_chows": ("pure_shifted_chows", "short_straight", "two_terminal_chows"),
    "big_three_winds": (),
}


def knitted_straight(t: Tiles) -> bool:
    """R3, R4: 147 258 369 of three suits, beside a set and a pair or beside five honours."""
    return t.shape == "knitted_straight" or (t.shape == "knitted_honors" and (t.kinds & ~HONOUR_MASK).bit_count() == 9)


def all_chows(s: Sets) -> bool:
    """Four chows, or one beside the knitted straight; the pair a suit tile."""
    return s.chows == (1 if s.shape == "knitted_straight" else 4) and s.suit_pair


# Each stands before the row named first.
OWN: Final[dict[str, tuple[Row, ...]]] = {
    "all_even_pungs": (
        Row("greater_honors_and_knitted_tiles", 24, Tiles, lambda t: t.shape == "knitted_honors" and t.kinds & HONOUR_MASK == HONOUR_MASK, (
            *SHAPE_SHOWS, "lesser_honors_and_knitted_tiles")),
    ),
    "upper_four": (
        Row("lesser_honors_and_knitted_tiles", 12, Tiles, lambda t: t.shape == "knitted_honors", SHAPE_SHOWS),
        Row("knitted_straight", 12, Tiles, knitted_straight),
    ),
    # R11: no other element holds; the counter adds it to a hand that comes to nothing.
    "last_tile_draw": (Row(CHICKEN, 8, How, lambda _: False),),
    "outside_hand": (
        Row("concealed_kong_and_melded_kong", 5, How, lambda h: h.concealed_kongs == h.exposed_kongs == 1, (
            "concealed_kong", "melded_kong")),  # R6
    ),
    "seat_wind": (Row("prevalent_wind", 2, Honours, lambda h: h.prevalent_wind),),  # R10
}  # fmt: skip


def _rows() -> Iterator[Row]:
    for row in SHARED:
        yield from OWN.get(row.id, ())
        if row.id in NOT_HERE:
            continue
        if row.id == "all_chows":
            row = row._replace(when=all_chows)
        if row.id == "nine_gates":  # R5
            row = row._replace(lessens=("pung_of_terminals_or_honors",))
        yield row._replace(excludes=EXCLUDES.get(row.id, row.excludes), claimed=())


TABLE: Final = tuple(_rows())
