"""The questions of bench/kernel.py with all who answer them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, NamedTuple

import _hands as made
import riichienv
from deals import play_ours, play_peer
from jansou.analysis.decompose import is_complete
from jansou.analysis.shanten import shanten_counts
from jansou.analysis.waits import waits_counts
from mahjong.agari import Agari
from mahjong.hand_calculating.divider import HandDivider
from mahjong.shanten import Shanten
from MahjongGB import RegularShanten

from fangcheng import VARIANTS, Hand
from fangcheng.shapes import batch, complete, distance, splits, waits

DEALS = 40


class Contender(NamedTuple):
    """Somebody who answers: what is called, the arguments of every call, and how many hands a call answers (or splits it finds)."""

    ask: Callable[..., Any]
    calls: Sequence[tuple[Any, ...]]
    per_call: float = 1


Contest = dict[str, Contender]


class Hands:
    """All hands that are asked about, and the same as the peers write them."""

    def __init__(self, number: int) -> None:
        random = Random(2024)
        self.near, self.whole = made.near_hands(random, number), made.complete_hands(random, number)
        self.loose, self.thirteen = made.random_hands(random, number, 14), made.random_hands(random, number, 13)
        self.ready = made.ready_hands(random, number)
        self.lacking = {wilds: made.without(random, self.near, wilds) for wilds in (1, 2, 3, 4)}
        self.split = made.without(random, self.whole, 2)


def counts(hands: Iterable[Hand]) -> list[list[int]]:
    return [made.counts_of(hand) for hand in hands]


def try_all(tiles: list[int]) -> list[int]:
    """The waits as `mahjong` gives them: each kind is tried."""
    found = []
    for kind in range(34):
        if tiles[kind] < 4:
            tiles[kind] += 1
            if Agari.is_agari(tiles):
                found.append(kind)
            tiles[kind] -= 1
    return found


def calls(*columns: Sequence[Any]) -> list[tuple[Any, ...]]:
    return list(zip(*columns, strict=True))


def completes(hands: list[Hand]) -> Contest:
    return {
        "ours": Contender(complete, calls(hands)),
        "mahjong": Contender(Agari.is_agari, calls(counts(hands))),
        "jansou": Contender(is_complete, calls(counts(hands), [0] * len(hands))),
    }


def waiting(hands: list[Hand]) -> Contest:
    return {
        "ours": Contender(waits, calls(hands)),
        "mahjong": Contender(try_all, calls(counts(hands))),
        "jansou": Contender(waits_counts, calls(counts(hands), [()] * len(hands))),
    }


def distances(hands: Hands) -> Contest:
    loose = hands.loose
    return {
        "ours": Contender(distance, calls(loose)),
        "riichienv": Contender(riichienv.calculate_shanten, calls([hand.tiles() for hand in loose])),
        "jansou": Contender(shanten_counts, calls(counts(loose), [0] * len(loose))),
        "PyMahjongGB": Contender(RegularShanten, calls(list(map(made.names_of, hands.thirteen[:50])))),
        "mahjong": Contender(Shanten.calculate_shanten, calls(counts(loose[:50]))),
    }


def rows(hands: list[Hand], times: int) -> Contender:
    table = bytes(count for hand in hands for count in hand.counts[:34]) * times
    return Contender(batch.complete, [(table, 2)], len(table) // 34)


def contests(hands: Hands, accelerated: bool) -> dict[str, Contest]:
    """Every question by name. Rows are for the accelerator; without it a few must do."""
    number = len(hands.near)
    divided = Contender(HandDivider.divide_hand, calls(counts(hands.whole)))
    with_two, of_a_hand = calls(hands.split, [2] * number), sum(len(splits(hand, 2)) for hand in hands.split) / number
    with_wilds = {
        f"complete?, {wilds} wild{'s'[: wilds > 1]}": {
            "ours": Contender(complete, calls(lacking, [wilds] * number)),
            "no wilds": Contender(complete, calls(hands.near)),
        }
        for wilds, lacking in hands.lacking.items()
    }
    return {
        "complete?, near hands": completes(hands.near),
        "complete?, complete hands": completes(hands.whole),
        "complete?, random hands": completes(hands.loose),
        **with_wilds,
        "complete?, rows, 2 wilds": {"ours": rows(hands.lacking[2], 500 if accelerated else 2)},
        "distance, random 14": distances(hands),
        "waits, ready hands": waiting(hands.ready),
        "waits, random 13": waiting(hands.thirteen),
        "splits, no wilds": {"ours": Contender(splits, calls(hands.whole)), "mahjong": divided},
        "splits, 2 wilds (peer: none)": {"ours": Contender(splits, with_two), "mahjong": divided},
        "each split, 2 wilds (peer: none)": {"ours": Contender(splits, with_two, of_a_hand), "mahjong": divided},
        "whole deals, Changsha": {
            "ours": Contender(play_ours, [(VARIANTS["changsha"], DEALS, 1)], DEALS),
            "riichienv": Contender(play_peer, [(DEALS, 1)], DEALS),
        },
    }
