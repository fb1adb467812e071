"""Ways to see the concealed tiles of a complete hand, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from fangcheng.hand import POW5
from fangcheng.score import Group
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.facts import OUTSIDE
from fangcheng.variants.guobiao.counter.suits import PAIRS, TILES, shown, suit_tiles

ORPHANS: Final = tuple(kind for kind in range(FLOWERS) if OUTSIDE >> kind & 1)
FULL: Final = 14


class Structure(NamedTuple):
    """One way to see concealed tiles: chows by their lowest kinds, pungs and the pair by kind, and tiles that make no set."""

    shape: str
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    tiles: tuple[int, ...] = ()


def pairs_alone(counts: Sequence[int]) -> list[Structure]:
    """Seven pairs."""
    if 1 in counts or 3 in counts or sum(counts) != FULL:
        return []
    return [Structure("seven_pairs", (), (), HIDDEN, tiles_of(counts))]


class Beside(NamedTuple):
    """Tiles that make no set and yet may lie beside sets and a pair, one of each kind. states: what they are of the suits' indices."""

    mask: int
    kinds: tuple[int, ...]
    states: tuple[int, ...]

    @classmethod
    def of(cls, mask: int) -> Beside:
        """From a bit a kind."""
        kinds = kinds_in(mask)
        return cls(mask, kinds, tuple([sum([POW5[kind] for kind in kinds if kind // 9 == suit]) for suit in range(4)]))


def with_tiles_beside(shape: str, states: Sequence[int], beside: Beside) -> Iterator[Structure]:
    """Structures of tiles beside sets and a pair of the others. states: base-5 indices of the suits with all of them."""
    rest = [state - own for state, own in zip(states, beside.states, strict=True)]
    for ways in product(*[(TILES[suit].get(state) or suit_tiles(suit, state)).ways for suit, state in enumerate(rest)]):
        (_, m_chows, m_pungs, *_), (_, p_chows, p_pungs, *_), (_, s_chows, s_pungs, *_), (_, _, z_pungs, *_) = ways
        pair = max([way.pair for way in ways])
        yield Structure(shape, m_chows + p_chows + s_chows, m_pungs + p_pungs + s_pungs + z_pungs, pair, beside.kinds)


def kinds_in(mask: int) -> tuple[int, ...]:
    """The kinds of a mask, ascending."""
    return tuple([kind for kind in range(FLOWERS) if mask >> kind & 1])


def tiles_of(counts: Sequence[int]) -> tuple[int, ...]:
    """The kinds of tiles, each as often as it is held."""
    return tuple([kind for kind, number in enumerate(counts) if number for _ in range(number)])


def orphan_waits(counts: Sequence[int]) -> Sequence[int]:
    """Kinds that complete thirteen tiles to thirteen orphans."""
    if sum(counts[kind] for kind in ORPHANS) != FULL - 1 or sum(counts) != FULL - 1:
        return ()
    missing = [kind for kind in ORPHANS if not counts[kind]]
    return ORPHANS if not missing else missing if len(missing) == 1 else ()


def groups_of(structure: Structure) -> tuple[Group, ...]:
    """The sets and pairs of a structure, as a score shows them."""
    tiles = structure.tiles
    if structure.shape == "seven_pairs":
        return tuple([PAIRS[kind] for kind in tiles[::2]])
    beside = (Group("tiles", tiles),) if tiles else ()
    return beside + shown(structure.chows, structure.pungs, structure.pair)
