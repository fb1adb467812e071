"""Whether the peers of bench/kernel.py answer as we do, where the question is the same.

Riichi's peers count seven pairs and thirteen orphans among the shapes. Hands of eleven tiles have neither, so they are compared whatever
they hold; hands of 13 and 14 only without pungs, as riichi's seven pairs are of seven different kinds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import _hands as made
import MahjongGB
import riichienv
from _contests import try_all
from jansou.analysis.decompose import is_complete
from jansou.analysis.shanten import shanten_counts
from jansou.analysis.waits import waits_counts
from mahjong.agari import Agari
from mahjong.shanten import Shanten

from fangcheng import Hand
from fangcheng.shapes import complete, distance, seven_pairs_complete, seven_pairs_distance, seven_pairs_waits, waits
from fangcheng.shapes.special import (
    knitted_distance,
    orphans_complete,
    orphans_distance,
    orphans_waits,
    straight_distance,
)

Answer = Callable[[Hand], Any]


def agreement(number: int) -> dict[str, tuple[int, int]]:
    """Question and peer: how many answers agree, of how many."""
    random = Random(7)
    short = [*made.near_hands(random, number, 3), *made.random_hands(random, number, 11)]
    full = [hand for hand in (*made.near_hands(random, number), *made.random_hands(random, number, 14)) if max(hand.counts) < 3]
    open_hands = [hand for hand in (*made.ready_hands(random, number), *made.random_hands(random, number, 13)) if max(hand.counts) < 3]
    ten, thirteen = made.without(random, short[:number], 1), made.random_hands(random, number, 13)
    return {
        "complete?, mahjong": same(complete, on_counts(Agari.is_agari), short) + same(any_complete, on_counts(Agari.is_agari), full),
        "complete?, jansou": same(complete, on_counts(is_complete, 1), short) + same(any_complete, on_counts(is_complete, 0), full),
        "distance, mahjong": same(distance, on_counts(Shanten.calculate_shanten_for_regular_hand), short[: number // 4]),
        "distance, riichienv": same(any_distance, lambda hand: riichienv.calculate_shanten(hand.tiles()), full),
        "distance, jansou": same(distance, on_counts(shanten_counts, 1), short) + same(any_distance, on_counts(shanten_counts, 0), full),
        "distance, PyMahjongGB": same(distance, on_names(MahjongGB.RegularShanten), thirteen),
        "waits, mahjong": same(kinds(waits), kinds(on_counts(try_all)), ten) + same(any_waits, kinds(on_counts(try_all)), open_hands),
        "waits, jansou": same(any_waits, kinds(on_counts(waits_counts, ())), open_hands),
        "seven pairs, PyMahjongGB": same(seven_pairs_distance, on_names(MahjongGB.SevenPairsShanten), thirteen),
        "orphans, PyMahjongGB": same(orphans_distance, on_names(MahjongGB.ThirteenOrphansShanten), thirteen),
        "knitted, PyMahjongGB": same(knitted_distance, on_names(MahjongGB.HonorsAndKnittedTilesShanten), thirteen),
        "knitted straight, PyMahjongGB": same(straight_distance, on_names(MahjongGB.KnittedStraightShanten), thirteen),
    }


class Agreed(tuple[int, int]):
    """Answers that agree, of how many; added up by parts."""

    def __add__(self, other: tuple[int, int]) -> Agreed:  # type: ignore[override]
        return Agreed((self[0] + other[0], self[1] + other[1]))


def same(ours: Answer, theirs: Answer, hands: Iterable[Hand]) -> Agreed:
    alike = [ours(hand) == theirs(hand) for hand in hands]
    return Agreed((sum(alike), len(alike)))


def on_counts(ask: Callable[..., Any], *more: Any) -> Answer:
    return lambda hand: ask(made.counts_of(hand), *more)


def on_names(ask: Callable[..., Any]) -> Answer:
    return lambda hand: ask(made.names_of(hand))[0]


def kinds(answer: Answer) -> Answer:
    return lambda hand: set(map(int, answer(hand)))


def any_complete(hand: Hand) -> bool:
    return complete(hand) or seven_pairs_complete(hand) or orphans_complete(hand)


def any_distance(hand: Hand) -> int:
    return min(distance(hand), seven_pairs_distance(hand), orphans_distance(hand))


def any_waits(hand: Hand) -> set[int]:
    return {*waits(hand), *seven_pairs_waits(hand), *orphans_waits(hand)}
