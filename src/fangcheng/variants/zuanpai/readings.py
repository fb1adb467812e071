"""The forms in which a Zuanpai hand can be seen (rules section 7), and the hand laid out in one of them.

Of the thousands of ways to share out four wilds only a few differ in worth: all pungs or not, and how many wind triplets. Look-ups say
which of these there are; one of each is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final, NamedTuple

from fangcheng.hand import POW5
from fangcheng.meld import Meld
from fangcheng.score import Group, Reading, kinds_of_set
from fangcheng.shapes import Part, need
from fangcheng.shapes.one import Tiles, one_split, triplets_need
from fangcheng.tiles import FLOWERS, HONOURS
from fangcheng.variants.zuanpai.roles import FACES, WINDS, Roles
from fangcheng.variants.zuanpai.situation import Situation

UNCONNECTED: Final = ("thirteen_unconnected", "seven_stars")


class Form(NamedTuple):
    """One way to see a hand.

    shape     ``standard``, ``seven_pairs``, ``thirteen_unconnected``, ``seven_stars``
    triplets  no run, melds included (standard only)
    winds     winds of which the concealed tiles have a triplet
    """

    win: Situation
    shape: str
    triplets: bool = False
    winds: tuple[int, ...] = ()

    @property
    def natural_pairs(self) -> bool:
        """R17: seven pairs in which no wild stands for another tile."""
        return self.shape == "seven_pairs" and all(count & 1 == 0 for count in self.win.faces.counts)


def forms(win: Situation) -> Iterator[Form]:
    """Every form that differs in worth, seven pairs first (R47)."""
    if win.unconnected:
        yield Form(win, "seven_stars" if win.all_honours else "thirteen_unconnected")
    if win.blocked:
        return
    if win.has_pairs:
        held = tuple(wind for wind in WINDS if win.faces.counts[wind] >= 3)
        yield Form(win, "seven_pairs", winds=held)  # R20
    if win.has_sets:
        if not any(meld.shape == "chow" for meld in win.sets) and _pungs_need(_tiles(win).counts) <= win.wilds:
            yield Form(win, "standard", triplets=True, winds=_most_winds(win, triplets=True))
        yield Form(win, "standard", winds=_most_winds(win, triplets=False))


def _tiles(win: Situation) -> Tiles:
    return Tiles(win.faces.counts, win.faces.index[:4], win.wilds)


def _most_winds(win: Situation, triplets: bool) -> tuple[int, ...]:
    """R20: as many wind triplets as the hand can have at once, also two of one wind, each with a tile that really is that wind.

    Four wilds cannot make two triplets beside a single tile of a wind, so neither of the two is ever of wilds alone.
    """
    tiles = _tiles(win)
    real = [wind for wind in WINDS if tiles.counts[wind] or wind == win.roles.wild]
    for number in range((win.hand.size - 2) // 3, 0, -1):
        for winds in combinations_with_replacement(real, number):
            rest = _without_triplets(tiles, winds)
            if rest.wilds >= 0 and _rest_need(rest, triplets) <= rest.wilds:
                return winds
    return ()


def _without_triplets(tiles: Tiles, winds: Sequence[int]) -> Tiles:
    """What remains when these winds are set aside as triplets. To use fewer of the own tiles than there are gains nothing."""
    counts, states, wilds = list(tiles.counts), list(tiles.states), tiles.wilds
    for wind in winds:
        own = min(counts[wind], 3)
        counts[wind] -= own
        states[3] -= own * POW5[wind]
        wilds -= 3 - own
    return Tiles(counts, states, wilds)


def _rest_need(rest: Tiles, triplets: bool) -> int:
    return _pungs_need(rest.counts) if triplets else need(rest.states)


def _pungs_need(counts: Sequence[int]) -> int:
    """Fewest wilds that make triplets and one pair of all the tiles: a pair with own tiles saves one, a pair of wilds costs two."""
    saves = any(counts[kind] in (1, 2, 4) for kind in range(FLOWERS))
    return triplets_need(counts) + (-1 if saves else 2)


def reading(form: Form) -> Reading:
    """The hand laid out as a form sees it, by faces, with what each wild stands for."""
    win = form.win
    if form.shape in UNCONNECTED:
        return Reading(form.shape, (Group("tiles", tuple(win.hand.kinds())),))
    if form.shape == "seven_pairs":
        return Reading("seven_pairs", tuple(_pairs(win)))
    return Reading("standard", (*(_laid(meld, win.roles) for meld in win.sets), *_concealed(form)))


def _laid(meld: Meld, roles: Roles) -> Group:
    return Group("kong" if meld.is_kong else meld.shape, tuple(sorted(map(roles.face, meld.kinds()))), melded=True)


def _pairs(win: Situation) -> Iterator[Group]:
    for kind in FACES:
        held = win.faces.counts[kind]
        yield from [Group("pair", (kind, kind))] * (held // 2)
        if held & 1:
            yield Group("pair", (kind, kind), wilds=(kind,))
    wild = win.roles.wild
    substituting = sum(held & 1 for held in win.faces.counts)
    yield from [Group("pair", (wild, wild), wilds=(wild, wild))] * ((win.wilds - substituting) // 2)


def _concealed(form: Form) -> Iterator[Group]:
    win = form.win
    tiles, wild = _tiles(win), win.roles.wild
    for place, wind in enumerate(form.winds):
        own = max(0, tiles.counts[wind] - 3 * form.winds[:place].count(wind))
        yield Group("pung", (wind,) * 3, wilds=(wind,) * max(0, 3 - own))
    # A pair of wilds is one of the wild kind, so that kind comes first.
    split = one_split(_without_triplets(tiles, form.winds), (wild, *FACES), chows=not form.triplets)
    assert split is not None
    yield from (_group(part, wild) for part in (*split.sets, split.pair))


def _group(part: Part, wild: int) -> Group:
    if part.shape == "any":
        return Group("pung", (wild,) * 3, wilds=(wild,) * 3)
    return Group(part.shape, kinds_of_set(part.shape, part.kind), wilds=part.wilds)


def wind_faces(form: Form) -> int:
    """R21: wind triplets of the whole hand, pungs included and kongs not."""
    face = form.win.roles.face
    melded = sum(meld.shape == "pung" and HONOURS <= face(meld.kind) < HONOURS + len(WINDS) for meld in form.win.sets)
    return len(form.winds) + melded
