"""A reading as one number, to which every set and the pair adds its own: readings of suits and melds are put together by adding.

Fields from the lowest bit on, each wide enough that none flows over: how many chows begin with each of the 21 kinds that can; how many
pungs of each suit tile; pungs of each honour, an honour as the pair; pungs of terminals, of winds, of dragons, pairs of either; how many
pungs, how many chows, whether the pair is of a suit, the suit of a pair of fives; then pairs, concealed pungs, parts (sets and pair) with a
terminal or honour, parts with a five, kinds held four times; whether it is nine gates; whether a pung of the seat's wind and of the
prevalent one are among its pungs, and how many pungs these are. What is about hogs, gates and winds that matter no set adds: it is found
when all are put together. Above all these, how many tiles there are of each kind, but for kongs.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.tiles import DRAGONS, FLOWERS, HONOURS
from fangcheng.variants.guobiao.counter.facts import FIVES, OUTSIDE

CHOW_STARTS: Final = tuple(kind for kind in range(HONOURS) if kind % 9 < 7)
CHOW_FIELD: Final = 3
CHOW_SUIT: Final = CHOW_FIELD * 7
PUNG_FIELD: Final = 2
PUNG_SUIT: Final = PUNG_FIELD * 9
WORD: Final = 64
"""No field lies across a multiple of so many bits."""
_PUNGS_AT: Final = WORD
_HONOURS_AT: Final = 2 * WORD
_HONOUR_PAIR_AT: Final = _HONOURS_AT + 2 * (FLOWERS - HONOURS)
_TERMINALS_AT: Final = _HONOUR_PAIR_AT + 3
_WINDS_AT: Final = _TERMINALS_AT + 3
_DRAGONS_AT: Final = _WINDS_AT + 3
_WIND_PAIR_AT: Final = _DRAGONS_AT + 3
_DRAGON_PAIR_AT: Final = _WIND_PAIR_AT + 1
_PUNG_NUMBER_AT: Final = _DRAGON_PAIR_AT + 1
_CHOW_NUMBER_AT: Final = _PUNG_NUMBER_AT + 3
_SUIT_PAIR_AT: Final = _CHOW_NUMBER_AT + 3
_FIVE_PAIR_AT: Final = _SUIT_PAIR_AT + 1
_PAIRS_AT: Final = _FIVE_PAIR_AT + 2
CONCEALED_AT: Final = _PAIRS_AT + 3
_OUTSIDE_AT: Final = CONCEALED_AT + 3
_FIVES_AT: Final = _OUTSIDE_AT + 3
HOGS_AT: Final = _FIVES_AT + 3
_GATES_AT: Final = HOGS_AT + 3
_SEAT_WIND_AT: Final = _GATES_AT + 1
_PREVALENT_WIND_AT: Final = _SEAT_WIND_AT + 1
_MATTERING_AT: Final = _PREVALENT_WIND_AT + 1
_COUNTS_AT: Final = 3 * WORD
_COUNT_FIELD: Final = 3

SMALL: Final = 7
"""Mask of a small number after shifting."""
CHOWS: Final = (1 << 3 * CHOW_SUIT) - 1
PUNGS: Final = (1 << 3 * PUNG_SUIT) - 1 << _PUNGS_AT
HONOUR_PARTS: Final = (1 << _PUNG_NUMBER_AT) - (1 << _HONOURS_AT)
HONOUR_SORTS: Final = (1 << _PUNG_NUMBER_AT) - (1 << _TERMINALS_AT)
"""Of these what tells all about hands with at most four of a kind, but for the winds that matter."""
SETS: Final = 7 << _CHOW_NUMBER_AT | 1 << _SUIT_PAIR_AT | 7 << _PUNG_NUMBER_AT | 7 << _OUTSIDE_AT | 7 << _FIVES_AT
WITH_CHOWS: Final = CHOWS | (1 << _PAIRS_AT) - (1 << _CHOW_NUMBER_AT)
"""All that tells of chows and the pair."""
WITH_PUNGS: Final = PUNGS | (1 << _CHOW_NUMBER_AT) - (1 << _HONOURS_AT)
"""All that tells of pungs and the pair."""
PAIRS: Final = 7 << _PAIRS_AT
ONE_PAIR: Final = 1 << _PAIRS_AT
CONCEALED: Final = 1 << CONCEALED_AT
HOG: Final = 1 << HOGS_AT
GATES: Final = 1 << _GATES_AT
PARTS: Final = HONOUR_SORTS | SETS | GATES - HOG | GATES
"""All that the other elements of sets, honours and numbers of tiles ask of a reading with at most four of a kind, but for the winds that
matter."""
FOURS: Final = sum(4 << _COUNTS_AT + _COUNT_FIELD * kind for kind in range(FLOWERS))
"""What is left of a sum by this has a bit for each kind held four times."""
ENDS: Final = 4 << _CHOW_NUMBER_AT | 1 << _SUIT_PAIR_AT | 4 << _OUTSIDE_AT | 1 << _FIVES_AT
"""SETS of four chows that begin or end a suit, and a pair of fives."""


def _touches(kinds: int) -> int:
    return (1 << _OUTSIDE_AT if kinds & OUTSIDE else 0) + (1 << _FIVES_AT if kinds & FIVES else 0)


def _of_pung(kind: int) -> int:
    if kind >= HONOURS:
        own = (1 << _HONOURS_AT + 2 * (kind - HONOURS)) + (1 << (_DRAGONS_AT if kind >= DRAGONS else _WINDS_AT))
    else:
        own = (1 << _PUNGS_AT + 2 * kind) + (1 << _TERMINALS_AT if kind % 9 in (0, 8) else 0)
    return own + (1 << _PUNG_NUMBER_AT) + _touches(1 << kind)


def _of_pair(kind: int) -> int:
    if kind >= HONOURS:
        own = (1 + kind - HONOURS << _HONOUR_PAIR_AT) + (1 << (_DRAGON_PAIR_AT if kind >= DRAGONS else _WIND_PAIR_AT))
    else:
        own = (1 << _SUIT_PAIR_AT) + (1 + kind // 9 << _FIVE_PAIR_AT if kind % 9 == 4 else 0)
    return own + ONE_PAIR + _touches(1 << kind)


def _of_chow(place: int, kind: int) -> int:
    return (1 << 3 * place) + (1 << _CHOW_NUMBER_AT) + _touches(7 << kind)


def tiles_sum(kinds: Sequence[int]) -> int:
    """What tiles add by their number."""
    return sum([1 << _COUNTS_AT + _COUNT_FIELD * kind for kind in kinds])


CHOW: Final = {kind: _of_chow(place, kind) + tiles_sum((kind, kind + 1, kind + 2)) for place, kind in enumerate(CHOW_STARTS)}
"""What a chow adds, by its lowest kind."""
KONG: Final = tuple(map(_of_pung, range(FLOWERS)))
"""What a kong adds; a concealed one CONCEALED too."""
PUNG: Final = tuple([kong + tiles_sum((kind,) * 3) for kind, kong in enumerate(KONG)])
"""What a pung adds; a concealed one CONCEALED too."""
PAIR: Final = (*[_of_pair(kind) + tiles_sum((kind,) * 2) for kind in range(FLOWERS)], 0)
"""What the pair adds; the last place is that of HIDDEN."""


def chow_starts(total: int) -> tuple[int, ...]:
    """Lowest kinds of the chows of a reading, ascending."""
    return _kinds(total & CHOWS, 3, CHOW_STARTS)


def five_pair(total: int) -> int:
    """Kind of a pair of fives."""
    return 9 * (total >> _FIVE_PAIR_AT & 3) - 5


def suit_pungs(total: int) -> tuple[int, ...]:
    """Kinds of the suit pungs of a reading, ascending."""
    return _kinds((total & PUNGS) >> _PUNGS_AT, 2, range(HONOURS))


def _kinds(numbers: int, width: int, kinds: Sequence[int]) -> tuple[int, ...]:
    """Kinds as often as the fields of a number say, which are so many bits wide."""
    found: list[int] = []
    while numbers:
        place = ((numbers & -numbers).bit_length() - 1) // width
        times = numbers >> width * place & (1 << width) - 1
        found += [kinds[place]] * times
        numbers ^= times << width * place
    return tuple(found)


def in_order(total: int, width: int, field: int) -> int:
    """One number for all that are alike to every element of chows or of pungs: three suits, which may change places, and ranks, which may
    all be higher."""
    mask = (1 << width) - 1
    m, p, s = total & mask, total >> width & mask, total >> 2 * width
    held = m | p | s
    down = ((held & -held).bit_length() - 1) // field * field if held else 0
    low, middle, high = sorted((m >> down, p >> down, s >> down))
    return high | middle << width | low << 2 * width


def chows_in_order(total: int) -> int:
    """CHOWS of a sum, with the suits in order."""
    return in_order(total, CHOW_SUIT, CHOW_FIELD)


def pungs_in_order(total: int) -> int:
    """PUNGS of a sum, with the suits in order."""
    return in_order(total >> _PUNGS_AT, PUNG_SUIT, PUNG_FIELD) << _PUNGS_AT


def honour_facts(total: int, seat_wind: int, prevalent_wind: int) -> tuple[int, int, int, bool, bool, int, int, bool, bool]:
    """What `Honours` says of a reading in a seat (kinds of winds, -1 for none)."""
    held = [total >> _HONOURS_AT + 2 * place & 3 for place in range(FLOWERS - HONOURS)]
    winds, dragons = held[: DRAGONS - HONOURS], held[DRAGONS - HONOURS :]
    plain = sum([number for place, number in enumerate(winds) if HONOURS + place not in (seat_wind, prevalent_wind)])
    seat, prevalent = (wind >= HONOURS and winds[wind - HONOURS] > 0 for wind in (seat_wind, prevalent_wind))
    pair = (total >> _HONOUR_PAIR_AT & SMALL) - 1
    known = 0 if pair < 0 else DRAGONS if HONOURS + pair >= DRAGONS else HONOURS
    terminals = total >> _TERMINALS_AT & SMALL
    return sum(winds), sum(dragons), plain, seat, prevalent, known, terminals, all(winds), all(dragons)


def mattering(seat_wind: int, prevalent_wind: int) -> tuple[int, dict[int, int]]:
    """Fields of a sum for pungs of the winds that matter in a seat (-1 for none), and by what is in them what stands for it in PARTS."""
    found, fields = {0: 0}, 0
    for wind in {seat_wind, prevalent_wind}:
        if wind >= HONOURS:
            pung = 1 << _HONOURS_AT + 2 * (wind - HONOURS)
            fields += 3 * pung
            told = (wind == seat_wind) << _SEAT_WIND_AT | (wind == prevalent_wind) << _PREVALENT_WIND_AT
            more = {times * pung: told + (times << _MATTERING_AT) for times in (1, 2, 3)}
            found |= {pungs + others: own + told for pungs, own in more.items() for others, told in found.items()}
    return fields, found


def part_honours(parts: int) -> tuple[int, int, int, bool, bool, int, int, bool, bool]:
    """What `Honours` says of a reading by PARTS of its sum and the winds that matter."""
    winds, dragons, terminals = (parts >> at & SMALL for at in (_WINDS_AT, _DRAGONS_AT, _TERMINALS_AT))
    pair = HONOURS if parts >> _WIND_PAIR_AT & 1 else DRAGONS if parts >> _DRAGON_PAIR_AT & 1 else 0
    seat, prevalent = bool(parts >> _SEAT_WIND_AT & 1), bool(parts >> _PREVALENT_WIND_AT & 1)
    every_wind, every_dragon = winds == DRAGONS - HONOURS, dragons == FLOWERS - DRAGONS
    return winds, dragons, winds - (parts >> _MATTERING_AT), seat, prevalent, pair, terminals, every_wind, every_dragon


def held_facts(total: int) -> tuple[int, bool]:
    """What `Held` says of a reading."""
    return total >> HOGS_AT & SMALL, bool(total & GATES)


def set_facts(total: int) -> tuple[int, int, bool, int, int]:
    """Numbers of chows and pungs of a reading, whether the pair is of a suit, numbers of parts with a terminal or honour, with a five."""
    chows, pungs, outside, fives = (total >> at & SMALL for at in (_CHOW_NUMBER_AT, _PUNG_NUMBER_AT, _OUTSIDE_AT, _FIVES_AT))
    return chows, pungs, bool(total >> _SUIT_PAIR_AT & 1), outside, fives
