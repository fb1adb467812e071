"""Ways to see the concealed tiles of a complete hand, and what lies beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fangcheng.hand import POW5
from fangcheng.score import Group
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.facts import OUTSIDE
from fangcheng.variants.guobiao.counter.suits import PAIRS, Way, shown
from fangcheng.variants.guobiao.counter.sums import tiles_sum

ORPHANS: Final = tuple(kind for kind in range(FLOWERS) if OUTSIDE >> kind & 1)
FULL: Final = 14


class Structure(NamedTuple):
    """One way to see concealed tiles: chows by their lowest kinds, pungs and the pair by kind, and tiles that make no set."""

    shape: str
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    tiles: tuple[int, ...] = ()


def structure_of(way: Way) -> Structure:
    """A way to see a suit as sets of which all the hand consists."""
    _, _, chows, pungs, (pair,) = way
    return Structure("standard", lowest_kinds(chows), lowest_kinds(pungs), pair.kinds[0])


def lowest_kinds(groups: Sequence[Group]) -> tuple[int, ...]:
    """The kinds by which sets are known."""
    return tuple([group.kinds[0] for group in groups])


def pairs_alone(counts: Sequence[int]) -> list[Structure]:
    """Seven pairs."""
    if 1 in counts or 3 in counts or sum(counts) != FULL:
        return []
    return [Structure("seven_pairs", (), (), HIDDEN, tiles_of(counts))]


def kinds_in(mask: int) -> tuple[int, ...]:
    """The kinds of a mask, ascending."""
    return tuple([kind for kind in range(FLOWERS) if mask >> kind & 1])


class Beside(NamedTuple):
    """Tiles that make no set and yet may lie beside sets and a pair, one of each kind.

    shape   of a hand that has them
    kinds   which; states: what they are of the suits' indices; total: what they add to a reading
    groups  as a score shows them
    """

    shape: str
    kinds: tuple[int, ...]
    states: tuple[int, ...]
    total: int
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, shape: str, mask: int) -> Beside:
        """From a bit a kind."""
        kinds = kinds_in(mask)
        states = [sum([POW5[kind] for kind in kinds if kind // 9 == suit]) for suit in range(4)]
        return cls(shape, kinds, tuple(states), tiles_sum(kinds), beside_shown(kinds))


def beside_shown(kinds: tuple[int, ...]) -> tuple[Group, ...]:
    """Tiles that make no set, as a score shows them."""
    return (Group("tiles", kinds),) if kinds else ()


NOTHING_BESIDE: Final = Beside.of("standard", 0)


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
    shape, chows, pungs, pair, tiles = structure
    if shape == "seven_pairs":
        return tuple([PAIRS[kind] for kind in tiles[::2]])
    return shown(chows, pungs, pair) if pair >= 0 else beside_shown(tiles)
