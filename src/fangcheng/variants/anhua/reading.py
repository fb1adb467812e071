"""Interpretations of an Anhua hand: every kind of reading that matters, found by look-ups, with what its wilds stand for (section 6).

A hand of up to four wilds has thousands of splits but few that differ in worth: with or without runs, with a 2-5-8 pair or another,
wilds natural (hard) or not. `interpretations` yields one of each that exists. A wild may be a fifth tile of a kind (R5).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.hand import POW5
from fangcheng.meld import Meld
from fangcheng.score import Group, Reading, group_of, kinds_of_set
from fangcheng.shapes import Part, Split, Tiles, can_pair, need, one_split, triplets_need
from fangcheng.tiles import HONOURS, KINDS_258, KINDS_BUT_258, SUIT_OF

SUITED: Final = range(HONOURS)


class Holding(NamedTuple):
    """The winner's tiles.

    counts, states  the concealed ones with the winning tile: 34 counts, and base-5 states of the suits as in `Hand.index`
    wild, wilds     the wild kind, and how many tiles of it act as wilds
    indicators      tiles of the indicator's kind that are the winner's own
    """

    counts: Sequence[int]
    states: Sequence[int]
    melds: Sequence[Meld]
    wild: int
    wilds: int
    indicators: int


class Interpretation(NamedTuple):
    """One way to see the hand.

    shape     ``standard``, ``seven_pairs``, ``all_258``, ``black_heaven``, or ``none`` (four wilds or indicators need no shape)
    hard      no tile stands for another
    triplets  no run, melds included (standard only)
    pair_258  the pair is a 2, 5 or 8 (standard only)
    one_suit  every tile is of one suit
    only_258  every tile is a 2, 5 or 8, and no meld is a chow
    """

    shape: str
    hard: bool
    triplets: bool = False
    pair_258: bool = False
    one_suit: bool = False
    only_258: bool = False


def interpretations(holding: Holding, natural_hard: bool) -> Iterator[Interpretation]:
    """Every interpretation that differs in worth, hard ones first. `natural_hard`: wilds used as themselves leave a hand hard (R10)."""
    if not holding.wilds or natural_hard:
        yield from _seen_as(holding, True)
    if holding.wilds:
        yield from _seen_as(holding, False)


def _seen_as(holding: Holding, hard: bool) -> Iterator[Interpretation]:
    tiles = _tiles(holding, hard)
    one_suit, only_258 = _one_suit(tiles, holding.melds), _only_258(tiles, holding.melds)
    yield from _standard(tiles, holding.melds, Interpretation("standard", hard, one_suit=one_suit), only_258)
    if not holding.melds and sum(held & 1 for held in tiles.counts) <= tiles.wilds:
        yield Interpretation("seven_pairs", hard, one_suit=one_suit, only_258=only_258)
    if only_258:
        yield Interpretation("all_258", hard, only_258=True)


def _standard(tiles: Tiles, melds: Sequence[Meld], plain: Interpretation, only_258: bool) -> Iterator[Interpretation]:
    if need(tiles.states) > tiles.wilds:
        return
    runs_melded = any(meld.shape == "chow" for meld in melds)
    for triplets in (True, False):
        if triplets and (runs_melded or triplets_need(tiles.counts) > tiles.wilds + 2):
            continue
        for pair_258 in (True, False):
            if _pairs(tiles, KINDS_258 if pair_258 else KINDS_BUT_258, not triplets):
                # A hand of nothing but 2-5-8 and wilds can have no run whose tiles are all 2-5-8.
                yield plain._replace(triplets=triplets, pair_258=pair_258, only_258=only_258 and triplets and pair_258)


def _pairs(tiles: Tiles, kinds: Sequence[int], chows: bool) -> bool:
    counts, least = tiles.counts, max(2 - tiles.wilds, 1)
    for kind in kinds:
        for own in range(min(counts[kind], 2), least - 1, -1):
            if can_pair(tiles, kind, own, chows):
                return True
    # A pair of two wilds may be of any kind.
    return can_pair(tiles, kinds[0], 0, chows)


def _tiles(holding: Holding, hard: bool) -> Tiles:
    """The concealed tiles as this interpretation takes them: wilds natural, or set aside."""
    if hard or not holding.wilds:
        return Tiles(holding.counts, holding.states, 0)
    counts, states = list(holding.counts), list(holding.states)
    counts[holding.wild] -= holding.wilds
    states[SUIT_OF[holding.wild]] -= holding.wilds * POW5[holding.wild]
    return Tiles(counts, states, holding.wilds)


def _one_suit(tiles: Tiles, melds: Sequence[Meld]) -> bool:
    suits = {suit for suit in range(3) if tiles.states[suit]}
    return len(suits | {meld.kind // 9 for meld in melds}) <= 1


def _only_258(tiles: Tiles, melds: Sequence[Meld]) -> bool:
    """R8, section 6: melded wilds are plain tiles."""
    if any(tiles.counts[kind] for kind in KINDS_BUT_258):
        return False
    return all(meld.kind in KINDS_258 and meld.shape != "chow" for meld in melds)


def reading(holding: Holding, seen: Interpretation) -> Reading:
    """The hand laid out as an interpretation sees it, with what each wild stands for."""
    laid = tuple(map(group_of, holding.melds))
    tiles = _tiles(holding, seen.hard)
    if seen.shape == "standard":
        split = one_split(tiles, _pair_kinds(holding, seen), chows=not seen.triplets)
        assert split is not None
        return Reading("standard", laid + tuple(_group(part, _free_kind(split, seen)) for part in (*split.sets, split.pair)))
    if seen.shape == "seven_pairs":
        return Reading("seven_pairs", tuple(_pair_groups(tiles)))
    concealed = tuple(kind for kind in SUITED for _ in range(holding.counts[kind]))
    return Reading(seen.shape, (*laid, Group("tiles", concealed)))


def _pair_kinds(holding: Holding, seen: Interpretation) -> Sequence[int]:
    """The kinds that the pair may be: a pair of two wilds too is of the suit of a one-suit hand."""
    kinds = KINDS_258 if seen.pair_258 else KINDS_BUT_258
    if not seen.one_suit:
        return kinds
    suits = {meld.kind // 9 for meld in holding.melds}
    suits |= {kind // 9 for kind in SUITED if holding.counts[kind] and (seen.hard or kind != holding.wild)}
    return [kind for kind in kinds if kind // 9 in suits]


def _free_kind(split: Split, seen: Interpretation) -> int:
    """What a set of three wilds is taken for: something that fits any suit or 2-5-8 element of the reading."""
    return split.pair.kind if seen.only_258 or seen.one_suit else KINDS_258[0]


def _group(part: Part, free: int) -> Group:
    if part.shape == "any":
        return Group("pung", (free,) * 3, wilds=(free,) * 3)
    return Group(part.shape, kinds_of_set(part.shape, part.kind), wilds=part.wilds)


def _pair_groups(tiles: Tiles) -> Iterator[Group]:
    left = tiles.wilds
    free = next((kind for kind in SUITED if tiles.counts[kind]), KINDS_258[0])
    for kind in SUITED:
        for _ in range(tiles.counts[kind] // 2):
            yield Group("pair", (kind, kind))
        if tiles.counts[kind] & 1:
            left -= 1
            yield Group("pair", (kind, kind), wilds=(kind,))
    for _ in range(left // 2):
        yield Group("pair", (free, free), wilds=(free, free))
