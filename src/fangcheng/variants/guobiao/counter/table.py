"""The element table of the platform's national-standard game (rules section 9.1), in the order of the rule book; R13: it knows no more.

A row says what an element is worth, which side of the win it asks about, when it holds and what it strikes out. Elements that hold several
times return a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from fangcheng.tiles import DRAGONS as DRAGON
from fangcheng.tiles import HONOURS as WIND
from fangcheng.variants.guobiao.counter import chows
from fangcheng.variants.guobiao.counter.facts import (
    DRAGON_MASK,
    EDGES,
    EVERY,
    OUTSIDE,
    WIND_MASK,
    Chows,
    Ends,
    Held,
    Honours,
    How,
    Only,
    Pungs,
    Row,
    Sets,
    Tiles,
    Wait,
    mask_of,
)

SHIFTED_PAIRS: Final = frozenset(0b1111111 << 9 * suit + rank for suit in range(3) for rank in range(3))


def only(text: str, *, always: bool = False, shape: str = "") -> Only:
    """The hand has no other tiles than these."""
    return Only(mask_of(text), always, shape)


def lone_terminals(h: Honours) -> int:
    """Pungs that count as 幺九刻: terminals, and winds that count as nothing else (R14: not three winds together, not the own wind)."""
    return h.terminals if h.winds == 3 else h.terminals + h.plain_winds


def double_pungs(p: Pungs) -> int:
    """Each pair of suit pungs of one rank; changed wild tiles can make both of one kind (R42)."""
    return sum(p.ranks[:place].count(rank) for place, rank in enumerate(p.ranks))


def two_chows(name: str) -> Callable[[Chows], int]:
    """R11: pairs of chows of a type; how they combine is decided for the whole reading at once."""
    return lambda c: c.pairs.get(name, 0)


TABLE: Final[tuple[Row, ...]] = (
    # 88
    Row("big_four_winds", 88, Honours, lambda h: h.every_wind, (
        "big_three_winds", "all_pungs", "seat_wind", "pung_of_terminals_or_honors")),
    Row("heavenly_win", 88, How, lambda h: h.heavenly, (
        "fully_concealed_hand", "self_draw", "edge_wait", "closed_wait", "single_wait", "last_tile", "ready", "heavenly_ready")),  # R9
    Row("big_three_dragons", 88, Honours, lambda h: h.every_dragon, ("dragon_pung", "two_dragon_pungs")),
    Row("all_green", 88, Tiles, only("23468sF"), ("half_flush",)),
    Row("nine_gates", 88, Held, lambda h: h.nine_gates, (
        "pure_suit", "fully_concealed_hand", "concealed_hand", "pung_of_terminals_or_honors", "no_honors")),  # R20
    Row("four_kongs", 88, How, lambda h: h.kongs == 4, (
        "two_concealed_kongs", "two_melded_kongs", "melded_kong", "concealed_kong", "single_wait", "all_pungs", "three_kongs")),
    Row("seven_shifted_pairs", 88, Tiles, lambda t: t.shape == "seven_pairs" and t.kinds in SHIFTED_PAIRS, (
        "pure_suit", "fully_concealed_hand", "single_wait", "concealed_hand", "seven_pairs", "one_voided_suit", "no_honors")),
    Row("thirteen_orphans", 88, Tiles, lambda t: t.shape == "thirteen_orphans", (
        "all_types", "fully_concealed_hand", "single_wait", "concealed_hand", "outside_hand", "all_terminals_and_honors")),
    # 64
    Row("all_terminals", 64, Tiles, only("19m19p19s"), (
        "all_pungs", "double_pung", "no_honors", "all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors")),
    Row("little_four_winds", 64, Honours, lambda h: h.winds == 3 and h.pair == WIND, ("big_three_winds", "one_voided_suit")),
    Row("little_three_dragons", 64, Honours, lambda h: h.dragons == 2 and h.pair == DRAGON, (
        "dragon_pung", "two_dragon_pungs", "one_voided_suit")),
    Row("earthly_win", 64, How, lambda h: h.earthly, ("concealed_hand", "ready", "heavenly_ready")),  # R16
    Row("all_honors", 64, Tiles, only("ESWNCFP"), (
        "all_pungs", "all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors", "one_voided_suit")),
    Row("four_concealed_pungs", 64, How, lambda h: h.concealed_pungs == 4, (
        "concealed_hand", "all_pungs", "three_concealed_pungs", "two_concealed_pungs", "fully_concealed_hand"),
        claimed=("single_wait",)),  # R19
    Row("pure_terminal_chows", 64, Ends, lambda e: chows.double_dragon(e.starts, e.pair) == "pure", (
        "all_chows", "seven_pairs", "pure_suit", "pure_double_chow", "two_terminal_chows", "one_voided_suit", "no_honors")),
    # 48
    Row("quadruple_chow", 48, Chows, lambda c: c.equal(4), (
        "pure_shifted_pungs", "pure_double_chow", "tile_hog", "pure_triple_chow", "one_voided_suit")),
    Row("four_pure_shifted_pungs", 48, Pungs, lambda p: chows.shifted(p.suits, 4), (
        "pure_triple_chow", "pure_shifted_pungs", "all_pungs", "one_voided_suit")),
    # 32
    Row("four_pure_shifted_chows", 32, Chows, lambda c: chows.shifted(c.suits, 4, (1, 2)), (
        "pure_shifted_chows", "one_voided_suit", "short_straight")),  # R22
    Row("three_kongs", 32, How, lambda h: h.kongs == 3, ("two_melded_kongs", "two_concealed_kongs", "melded_kong", "concealed_kong")),
    Row("all_terminals_and_honors", 32, Tiles, lambda t: t.only(OUTSIDE) and bool(t.honours and t.kinds & EDGES) and t.counted, (
        "all_pungs", "pung_of_terminals_or_honors", "outside_hand")),
    # 24
    Row("seven_pairs", 24, Tiles, lambda t: t.shape == "seven_pairs", ("fully_concealed_hand", "single_wait", "concealed_hand")),
    Row("all_even_pungs", 24, Tiles, only("2468m2468p2468s", always=True, shape="standard"), ("all_pungs", "all_simples", "no_honors")),
    Row("pure_suit", 24, Tiles, lambda t: t.suits == 1 and not t.honours, ("no_honors", "one_voided_suit")),
    Row("pure_triple_chow", 24, Chows, lambda c: c.equal(3), ("pure_shifted_pungs", "pure_double_chow")),
    Row("pure_shifted_pungs", 24, Pungs, lambda p: chows.shifted(p.suits, 3), ("pure_triple_chow",)),
    Row("upper_tiles", 24, Tiles, only("789m789p789s"), ("no_honors", "upper_four")),
    Row("middle_tiles", 24, Tiles, only("456m456p456s"), ("all_simples", "no_honors")),
    Row("lower_tiles", 24, Tiles, only("123m123p123s"), ("no_honors", "lower_four")),
    # 16
    Row("pure_straight", 16, Chows, lambda c: chows.straight(c.suits), ("short_straight", "two_terminal_chows")),
    Row("three_suited_terminal_chows", 16, Ends, lambda e: chows.double_dragon(e.starts, e.pair) == "mixed", (
        "mixed_double_chow", "two_terminal_chows", "no_honors", "all_chows")),
    Row("pure_shifted_chows", 16, Chows, lambda c: chows.shifted(c.suits, 3, (1, 2))),
    Row("all_fives", 16, Sets, lambda s: s.fives == EVERY, ("all_simples", "no_honors")),
    Row("triple_pung", 16, Pungs, lambda p: bool(p.suits[0] & p.suits[1] & p.suits[2]), ("double_pung",)),
    Row("three_concealed_pungs", 16, How, lambda h: h.concealed_pungs == 3, ("two_concealed_pungs",)),
    # 12
    Row("upper_four", 12, Tiles, only("6789m6789p6789s"), ("no_honors",)),
    Row("lower_four", 12, Tiles, only("1234m1234p1234s"), ("no_honors",)),
    Row("big_three_winds", 12, Honours, lambda h: h.winds == 3 and h.pair != WIND, ("one_voided_suit",)),  # R14
    # 8
    Row("mixed_straight", 8, Chows, lambda c: chows.mixed_straight(c.suits)),
    Row("reversible_tiles", 8, Tiles, only("1234589p245689sP", always=True), ("one_voided_suit",)),
    Row("mixed_triple_chow", 8, Chows, lambda c: bool(c.suits[0] & c.suits[1] & c.suits[2]), ("mixed_double_chow",)),
    Row("mixed_shifted_pungs", 8, Pungs, lambda p: chows.mixed_shifted(p.suits)),
    Row("heavenly_ready", 8, How, lambda h: "first_ready" in h.flags, ("ready",)),  # R17
    Row("last_tile_draw", 8, How, lambda h: h.self_draw and "last_tile" in h.flags and "fished" not in h.flags, ("self_draw",)),
    Row("last_tile_claim", 8, How, lambda h: "fished" in h.flags or (h.by == "discard" and "last_tile" in h.flags)),  # R32
    Row("kong_bloom", 8, How, lambda h: h.self_draw and "replacement" in h.flags, ("self_draw",)),
    Row("rob_kong", 8, How, lambda h: h.by == "rob_kong", ("last_tile",)),  # R25
    # 6
    Row("all_pungs", 6, Sets, lambda s: s.pungs == 4),
    Row("half_flush", 6, Tiles, lambda t: t.suits == 1 and bool(t.honours), ("one_voided_suit",)),
    Row("mixed_shifted_chows", 6, Chows, lambda c: chows.mixed_shifted(c.suits)),
    Row("all_types", 6, Tiles, lambda t: t.suits == 3 and bool(t.kinds & WIND_MASK and t.kinds & DRAGON_MASK)),
    Row("melded_hand", 6, How, lambda h: h.exposed == 4 and not h.self_draw, ("single_wait",)),  # R50
    Row("two_concealed_kongs", 6, How, lambda h: h.kongs == h.concealed_kongs == 2, ("two_concealed_pungs", "concealed_kong")),  # R23
    Row("two_dragon_pungs", 6, Honours, lambda h: h.dragons == 2, ("dragon_pung",)),
    # 4
    Row("outside_hand", 4, Sets, lambda s: s.outside == EVERY),
    Row("fully_concealed_hand", 4, How, lambda h: not h.exposed and h.self_draw, ("concealed_hand", "self_draw")),
    Row("two_melded_kongs", 4, How, lambda h: h.kongs == h.exposed_kongs == 2, ("melded_kong",)),
    Row("last_tile", 4, How, lambda h: "fourth_tile" in h.flags and "fished" not in h.flags),  # R26, R32
    # 2
    Row("dragon_pung", 2, Honours, lambda h: h.dragons),
    Row("seat_wind", 2, Honours, lambda h: h.seat_wind),
    Row("concealed_hand", 2, How, lambda h: not h.exposed and not h.self_draw),
    Row("all_chows", 2, Sets, lambda s: s.chows == 4 and s.suit_pair, ("no_honors",)),
    Row("tile_hog", 2, Held, lambda h: h.hogs),
    Row("double_pung", 2, Pungs, double_pungs),
    Row("two_concealed_pungs", 2, How, lambda h: h.concealed_pungs == 2),
    Row("concealed_kong", 2, How, lambda h: h.concealed_kongs == 1 and h.kongs <= 2),  # R24
    Row("all_simples", 2, Tiles, lambda t: not t.kinds & OUTSIDE, ("no_honors",)),
    # 1
    *(Row(name, 1, Chows, two_chows(name)) for name in chows.TWO_CHOW),
    Row("pung_of_terminals_or_honors", 1, Honours, lone_terminals),
    Row("melded_kong", 1, How, lambda h: h.exposed_kongs == 1 and h.kongs <= 2),  # R24
    Row("one_voided_suit", 1, Tiles, lambda t: t.suits == 2),
    Row("no_honors", 1, Tiles, lambda t: not t.honours),
    Row("edge_wait", 1, Wait, lambda w: w.completes == "edge" and w.only),
    Row("closed_wait", 1, Wait, lambda w: w.completes == "closed" and w.only),
    Row("single_wait", 1, Wait, lambda w: w.completes == "single" and (w.lenient or w.only)),  # R12
    Row("self_draw", 1, How, lambda h: h.self_draw),
    Row("ready", 1, How, lambda h: "ready" in h.flags),
)  # fmt: skip
