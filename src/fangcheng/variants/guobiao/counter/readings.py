"""Ways to see the concealed tiles of a complete hand, and what lies beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.score import Group
from fangcheng.shapes import complete, seven_pairs_complete, splits
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.facts import OUTSIDE

ORPHANS: Final = tuple(kind for kind in range(FLOWERS) if OUTSIDE >> kind & 1)
FULL: Final = 14


class Structure(NamedTuple):
    """One way to see concealed tiles: chows by their lowest kinds, pungs and the pair by kind, and tiles that make no set."""

    shape: str
    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    pair: int
    tiles: tuple[int, ...] = ()


class Laid(NamedTuple):
    """The melds of a hand, as the counter needs them. counts: tiles by kind; konged: a bit a kind of which there is a kong."""

    chows: tuple[int, ...]
    pungs: tuple[int, ...]
    counts: tuple[tuple[int, int], ...]
    kinds: int
    konged: int
    exposed: int
    exposed_kongs: int
    concealed_kongs: int
    groups: tuple[Group, ...]

    @classmethod
    def of(cls, melds: Sequence[Meld]) -> Laid:
        """From melds of known tiles."""
        return _laid(tuple(melds)) if melds else NOTHING_LAID


NOTHING_LAID: Final = Laid((), (), (), 0, 0, 0, 0, 0, ())


@lru_cache(4096)
def _laid(melds: tuple[Meld, ...]) -> Laid:
    """The same melds are asked about again and again in a deal."""
    chows: list[int] = []
    pungs: list[int] = []
    kinds = konged = 0
    held: dict[int, int] = {}
    for meld in melds:
        (chows if meld.shape == "chow" else pungs).append(meld.kind)
        konged |= meld.is_kong << meld.kind
        for tile in meld.tiles:
            kinds |= 1 << (tile >> 2)
            held[tile >> 2] = held.get(tile >> 2, 0) + 1
    concealed = sum(meld.is_concealed for meld in melds)
    kongs = sum(meld.is_kong for meld in melds)
    groups = tuple(Group("kong" if meld.is_kong else meld.shape, tuple(sorted(meld.kinds())), melded=True) for meld in melds)
    counts = tuple(held.items())
    return Laid(tuple(chows), tuple(pungs), counts, kinds, konged, len(melds) - concealed, kongs - concealed, concealed, groups)


def kinds_of(hand: Hand) -> int:
    """A bit for each kind in the hand, looked up suit by suit."""
    m, p, s, z, _ = hand.index
    return ranks_of(m) | ranks_of(p) << 9 | ranks_of(s) << 18 | ranks_of(z) << 27


@lru_cache(20_000)
def ranks_of(index: int) -> int:
    """A bit for each rank of a suit that a base-5 index holds."""
    return sum(1 << rank for rank in range(9) if index // 5**rank % 5)


def structures(hand: Hand, melded: bool) -> Iterator[Structure]:
    """Every way to see a hand's tiles as sets and a pair, as seven pairs, as thirteen orphans."""
    for sets, pair in splits(hand):
        yield Structure(
            "standard",
            tuple([part.kind for part in sets if part.shape == "chow"]),
            tuple([part.kind for part in sets if part.shape == "pung"]),
            pair.kind,
        )
    if not melded and hand.size == FULL:
        if seven_pairs_complete(hand):
            yield Structure("seven_pairs", (), (), HIDDEN, tuple(hand.kinds()))
        elif is_orphans(hand):
            yield Structure("thirteen_orphans", (), (), HIDDEN, tuple(hand.kinds()))


def is_orphans(hand: Hand) -> bool:
    """Thirteen orphans: each terminal and honour, one of them twice."""
    return hand.size == FULL and all(hand.counts[kind] for kind in ORPHANS) and sum(hand.counts[kind] for kind in ORPHANS) == FULL


def is_complete(hand: Hand, melded: bool) -> bool:
    """Standard shape, seven pairs or thirteen orphans."""
    return complete(hand) or (not melded and hand.size == FULL and (seven_pairs_complete(hand) or is_orphans(hand)))


def orphan_waits(counts: Sequence[int]) -> Sequence[int]:
    """Kinds that complete thirteen tiles to thirteen orphans."""
    if sum(counts[kind] for kind in ORPHANS) != FULL - 1 or sum(counts) != FULL - 1:
        return ()
    missing = [kind for kind in ORPHANS if not counts[kind]]
    return ORPHANS if not missing else missing if len(missing) == 1 else ()


def groups_of(structure: Structure) -> list[Group]:
    """The sets and pairs of a structure, as a score shows them."""
    if structure.shape == "seven_pairs":
        return [Group("pair", structure.tiles[at : at + 2]) for at in range(0, len(structure.tiles), 2)]
    groups = [Group("tiles", structure.tiles)] if structure.tiles else []
    groups += [Group("chow", (chow, chow + 1, chow + 2)) for chow in structure.chows]
    groups += [Group("pung", (kind,) * 3) for kind in structure.pungs]
    return [*groups, Group("pair", (structure.pair,) * 2)] if structure.pair >= 0 else groups


def tiles_of(structure: Structure) -> list[int]:
    """The kinds that a structure consists of, each as often as it is used."""
    return [kind for group in groups_of(structure) for kind in group.kinds]
