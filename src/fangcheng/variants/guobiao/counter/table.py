"""The element table of the platform's national-standard game (rules section 9.1), in the order of the rule book.

A row says what an element is worth, when it holds and what it strikes out. Elements that hold several times return a number.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from fangcheng.rules.elements import Element
from fangcheng.variants.guobiao.counter import chows
from fangcheng.variants.guobiao.counter.facts import (
    DRAGON_MASK,
    EDGES,
    FIVES,
    HONOUR_MASK,
    WIND_MASK,
    Facts,
    mask_of,
    nine_gates,
    tile_hogs,
)

Row: TypeAlias = Element[Facts]
OUTSIDE: Final = EDGES | HONOUR_MASK
EVENS: Final = mask_of("2468m2468p2468s")
SHIFTED_PAIRS: Final = frozenset(0b1111111 << 9 * suit + rank for suit in range(3) for rank in range(3))
REVERSIBLE: Final = mask_of("1234589p245689sP")


def tiles(text: str) -> Callable[[Facts], bool]:
    """The hand has no other tiles than these; not for seven pairs where the option is strict."""
    outside = ~mask_of(text)
    return lambda f: not f.kinds & outside and f.tile_element


def bits(mask: int) -> int:
    """Number of bits set."""
    return mask.bit_count()


def same_chows(f: Facts, number: int) -> bool:
    """So many equal chows."""
    return len(f.chows) >= number and any(f.chows.count(chow) >= number for chow in f.chows)


def lone_terminals(f: Facts) -> int:
    """Pungs that count as 幺九刻: terminals, and winds that count as nothing else (R14: not three winds together, not the own wind)."""
    suit = sum(bits(pungs & 0b100000001) for pungs in f.suit_pungs[:3])
    winds = (
        0 if bits(f.winds) >= 3 else sum(1 for kind in f.pungs if 27 <= kind < 31 and kind not in (f.win.seat_wind, f.win.prevalent_wind))
    )
    return suit + winds


def double_pungs(f: Facts) -> int:
    """R-double: each pair of suit pungs of one rank."""
    m, p, s, _ = f.suit_pungs
    return bits(m & p) + bits(m & s) + bits(p & s)


def two_chows(name: str) -> Callable[[Facts], int]:
    """R11: pairs of chows of a type; how they combine is decided for the whole reading at once."""
    return lambda f: f.chow_pairs.get(name, 0) if len(f.chows) > 1 else 0


TABLE: Final[tuple[Row, ...]] = (
    # 88
    Element("big_four_winds", 88, lambda f: f.winds == 15, ("big_three_winds", "all_pungs", "seat_wind", "pung_of_terminals_or_honors")),
    Element("heavenly_win", 88, lambda f: f.win.heavenly, (
        "fully_concealed_hand", "self_draw", "edge_wait", "closed_wait", "single_wait", "last_tile", "ready", "heavenly_ready")),  # R9
    Element("big_three_dragons", 88, lambda f: f.dragons == 7, ("dragon_pung", "two_dragon_pungs")),
    Element("all_green", 88, tiles("23468sF"), ("half_flush",)),
    Element("nine_gates", 88, nine_gates, (
        "pure_suit", "fully_concealed_hand", "concealed_hand", "pung_of_terminals_or_honors", "no_honors")),  # R20
    Element("four_kongs", 88, lambda f: f.kongs == 4, (
        "two_concealed_kongs", "two_melded_kongs", "melded_kong", "concealed_kong", "single_wait", "all_pungs", "three_kongs")),
    Element("seven_shifted_pairs", 88, lambda f: f.shape == "seven_pairs" and f.kinds in SHIFTED_PAIRS, (
        "pure_suit", "fully_concealed_hand", "single_wait", "concealed_hand", "seven_pairs", "one_voided_suit", "no_honors")),
    Element("thirteen_orphans", 88, lambda f: f.shape == "thirteen_orphans", (
        "all_types", "fully_concealed_hand", "single_wait", "concealed_hand", "outside_hand", "all_terminals_and_honors")),
    # 64
    Element("all_terminals", 64, tiles("19m19p19s"), (
        "all_pungs", "double_pung", "no_honors", "all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors")),
    Element("little_four_winds", 64, lambda f: bits(f.winds) == 3 and 27 <= f.pair < 31, ("big_three_winds", "one_voided_suit")),
    Element("little_three_dragons", 64, lambda f: bits(f.dragons) == 2 and f.pair >= 31, ("dragon_pung", "two_dragon_pungs", "one_voided_suit")),
    Element("earthly_win", 64, lambda f: f.win.earthly, ("concealed_hand", "ready", "heavenly_ready")),  # R16
    Element("all_honors", 64, tiles("ESWNCFP"), (
        "all_pungs", "all_terminals_and_honors", "outside_hand", "pung_of_terminals_or_honors", "one_voided_suit")),
    Element("four_concealed_pungs", 64, lambda f: f.concealed_pungs == 4, (
        "concealed_hand", "all_pungs", "three_concealed_pungs", "two_concealed_pungs", "fully_concealed_hand")),
    Element("pure_terminal_chows", 64, lambda f: chows.double_dragon(f.chows, f.pair) == "pure", (
        "all_chows", "seven_pairs", "pure_suit", "pure_double_chow", "two_terminal_chows", "one_voided_suit", "no_honors")),
    # 48
    Element("quadruple_chow", 48, lambda f: same_chows(f, 4), (
        "pure_shifted_pungs", "pure_double_chow", "tile_hog", "pure_triple_chow", "one_voided_suit")),
    Element("four_pure_shifted_pungs", 48, lambda f: len(f.pungs) == 4 and chows.shifted(f.suit_pungs, 4), (
        "pure_triple_chow", "pure_shifted_pungs", "all_pungs", "one_voided_suit")),
    # 32
    Element("four_pure_shifted_chows", 32, lambda f: len(f.chows) == 4 and chows.shifted(f.suit_chows, 4, (1, 2)), (
        "pure_shifted_chows", "one_voided_suit", "short_straight")),  # R22
    Element("three_kongs", 32, lambda f: f.kongs == 3, ("two_melded_kongs", "two_concealed_kongs", "melded_kong", "concealed_kong")),
    Element("all_terminals_and_honors", 32, lambda f: f.only(OUTSIDE) and bool(f.honours and f.kinds & EDGES) and f.tile_element, (
        "all_pungs", "pung_of_terminals_or_honors", "outside_hand")),
    # 24
    Element("seven_pairs", 24, lambda f: f.shape == "seven_pairs", ("fully_concealed_hand", "single_wait", "concealed_hand")),
    Element("all_even_pungs", 24, lambda f: len(f.pungs) == 4 and f.only(EVENS), ("all_pungs", "all_simples", "no_honors")),
    Element("pure_suit", 24, lambda f: f.counts.suits == 1 and not f.honours, ("no_honors", "one_voided_suit")),
    Element("pure_triple_chow", 24, lambda f: same_chows(f, 3), ("pure_shifted_pungs", "pure_double_chow")),
    Element("pure_shifted_pungs", 24, lambda f: len(f.pungs) >= 3 and chows.shifted(f.suit_pungs, 3), ("pure_triple_chow",)),
    Element("upper_tiles", 24, tiles("789m789p789s"), ("no_honors", "upper_four")),
    Element("middle_tiles", 24, tiles("456m456p456s"), ("all_simples", "no_honors")),
    Element("lower_tiles", 24, tiles("123m123p123s"), ("no_honors", "lower_four")),
    # 16
    Element("pure_straight", 16, lambda f: len(f.chows) >= 3 and chows.straight(f.suit_chows), ("short_straight", "two_terminal_chows")),
    Element("three_suited_terminal_chows", 16, lambda f: chows.double_dragon(f.chows, f.pair) == "mixed", (
        "mixed_double_chow", "two_terminal_chows", "no_honors", "all_chows")),
    Element("pure_shifted_chows", 16, lambda f: len(f.chows) >= 3 and chows.shifted(f.suit_chows, 3, (1, 2))),
    Element("all_fives", 16, lambda f: f.standard and not f.honours and f.every_group_of(FIVES), ("all_simples", "no_honors")),
    Element("triple_pung", 16, lambda f: bool(f.suit_pungs[0] & f.suit_pungs[1] & f.suit_pungs[2]), ("double_pung",)),
    Element("three_concealed_pungs", 16, lambda f: f.concealed_pungs == 3, ("two_concealed_pungs",)),
    # 12
    Element("upper_four", 12, tiles("6789m6789p6789s"), ("no_honors",)),
    Element("lower_four", 12, tiles("1234m1234p1234s"), ("no_honors",)),
    Element("big_three_winds", 12, lambda f: bits(f.winds) == 3 and not 27 <= f.pair < 31, ("one_voided_suit",)),  # R14
    # 8
    Element("mixed_straight", 8, lambda f: len(f.chows) >= 3 and chows.mixed_straight(f.suit_chows)),
    Element("reversible_tiles", 8, lambda f: f.only(REVERSIBLE), ("one_voided_suit",)),
    Element("mixed_triple_chow", 8, lambda f: bool(f.suit_chows[0] & f.suit_chows[1] & f.suit_chows[2]), ("mixed_double_chow",)),
    Element("mixed_shifted_pungs", 8, lambda f: len(f.pungs) >= 3 and chows.mixed_shifted(f.suit_pungs)),
    Element("heavenly_ready", 8, lambda f: "first_ready" in f.win.flags, ("ready",)),  # R17
    Element("last_tile_draw", 8, lambda f: f.win.self_draw and "last_tile" in f.win.flags and "fished" not in f.win.flags, ("self_draw",)),
    Element("last_tile_claim", 8, lambda f: "fished" in f.win.flags or (f.win.by == "discard" and "last_tile" in f.win.flags)),  # R32
    Element("kong_bloom", 8, lambda f: "replacement" in f.win.flags, ("self_draw",)),
    Element("rob_kong", 8, lambda f: f.win.by == "rob_kong", ("last_tile",)),  # R25
    # 6
    Element("all_pungs", 6, lambda f: len(f.pungs) == 4),
    Element("half_flush", 6, lambda f: f.counts.suits == 1 and bool(f.honours), ("one_voided_suit",)),
    Element("mixed_shifted_chows", 6, lambda f: len(f.chows) >= 3 and chows.mixed_shifted(f.suit_chows)),
    Element("all_types", 6, lambda f: f.counts.suits == 3 and bool(f.kinds & WIND_MASK and f.kinds & DRAGON_MASK)),
    Element("melded_hand", 6, lambda f: f.exposed == 4 and not f.win.self_draw, ("single_wait",)),  # R50
    Element("two_concealed_kongs", 6, lambda f: f.kongs == f.concealed_kongs == 2, ("two_concealed_pungs", "concealed_kong")),  # R23
    Element("two_dragon_pungs", 6, lambda f: bits(f.dragons) == 2, ("dragon_pung",)),
    # 4
    Element("outside_hand", 4, lambda f: f.standard and bool(f.kinds & OUTSIDE) and f.every_group_of(OUTSIDE)),
    Element("fully_concealed_hand", 4, lambda f: not f.exposed and f.win.self_draw, ("concealed_hand", "self_draw")),
    Element("two_melded_kongs", 4, lambda f: f.kongs == f.exposed_kongs == 2, ("melded_kong",)),
    Element("last_tile", 4, lambda f: "fourth_tile" in f.win.flags),  # R26
    # 2
    Element("dragon_pung", 2, lambda f: bits(f.dragons)),
    Element("seat_wind", 2, lambda f: f.win.seat_wind in f.pungs),
    Element("concealed_hand", 2, lambda f: not f.exposed and not f.win.self_draw),
    Element("all_chows", 2, lambda f: len(f.chows) == 4 and f.pair < 27, ("no_honors",)),
    Element("tile_hog", 2, tile_hogs),
    Element("double_pung", 2, double_pungs),
    Element("two_concealed_pungs", 2, lambda f: f.concealed_pungs == 2),
    Element("concealed_kong", 2, lambda f: f.concealed_kongs == 1 and f.kongs <= 2),  # R24
    Element("all_simples", 2, lambda f: not f.kinds & OUTSIDE, ("no_honors",)),
    # 1
    *(Element(name, 1, two_chows(name)) for name in chows.TWO_CHOW),
    Element("pung_of_terminals_or_honors", 1, lone_terminals),
    Element("melded_kong", 1, lambda f: f.exposed_kongs == 1 and f.kongs <= 2),  # R24
    Element("one_voided_suit", 1, lambda f: f.counts.suits == 2),
    Element("no_honors", 1, lambda f: not f.honours),
    Element("edge_wait", 1, lambda f: f.wait == "edge" and f.win.only_wait()),
    Element("closed_wait", 1, lambda f: f.wait == "closed" and f.win.only_wait()),
    Element("single_wait", 1, lambda f: f.wait == "single" and f.single_counts),  # R12, R19
    Element("self_draw", 1, lambda f: f.win.self_draw),
    Element("ready", 1, lambda f: "ready" in f.win.flags),
)  # fmt: skip
