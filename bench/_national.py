"""National-standard hands for bench/score.py: the random hands of tests/mcr_hands.py as we and PyMahjongGB are asked about them.

``fresh`` asks about hands that were never asked about, after WARM others; ``again`` about each hand many times in a row. Hands of sets and
a pair and seven pairs are ordinary; thirteen orphans and knitted hands, which the peer finds at once and which hardly ever happen, stand
apart.
"""

from __future__ import annotations

import gc
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from MahjongGB import MahjongFanCalculator

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import mcr_hands

from fangcheng import Variant
from fangcheng.tiles import HONOURS

WARM: Final = 20_000
BATCH: Final = 500
BATCHES: Final = 8
Call = Callable[[], object]


class Pair(NamedTuple):
    """The same question for both."""

    ours: Call
    peers: Call


class Row(NamedTuple):
    """Microseconds a hand, the middle of the batches: ours and the peer's."""

    hands: str
    ours: float
    peers: float


def name(kind: int) -> str:
    """A kind in the peer's notation."""
    if kind >= HONOURS:
        return "FJ"[kind >= 31] + str(kind - (27 if kind < 31 else 31) + 1)
    return "WBT"[kind // 9] + str(kind % 9 + 1)


def peers_call(asked: mcr_hands.Question) -> tuple[Any, ...]:
    """The arguments of PyMahjongGB's calculator."""
    packs = tuple(
        (
            "CHI" if meld.shape == "chow" else "PENG" if meld.shape == "pung" else "GANG",
            name(sorted(meld.kinds())[meld.shape == "chow"]),
            0 if meld.shape == "concealed_kong" else 1,
        )
        for meld in asked.melds
    )
    way = asked.way
    drawn, about_kong, last = way in ("self_draw", "kong_bloom", "last_draw"), way in ("rob_kong", "kong_bloom"), way.startswith("last")
    return packs, tuple(map(name, asked.kinds)), name(asked.win), 0, drawn, asked.fourth, about_kong, last, *asked.winds, True


def questions(random: Random, special: bool) -> Iterator[mcr_hands.Question]:
    """Random hands of either sort, drawn or claimed."""
    while True:
        made = mcr_hands.random_hand(random)
        if made is None:
            continue
        kinds, melds = made
        if is_special(kinds) != special:
            continue
        random.shuffle(kinds)
        win = kinds.pop()
        winds = random.randrange(4), random.randrange(4)
        yield mcr_hands.Question(tuple(kinds), tuple(melds), win, random.choice(("self_draw", "discard")), False, winds)


def is_special(kinds: Sequence[int]) -> bool:
    """Whether concealed tiles are thirteen orphans or hold knitted ones."""
    held = set(kinds)
    return len(held) > 12 or any(held.issuperset(nine) for nine in mcr_hands.KNITTED)


def pairs(game: Variant, seed: int, special: bool) -> Iterator[Pair]:
    """The questions as calls."""
    options = game.options_type(min_fan=0)  # type: ignore[call-arg]
    for asked in questions(Random(seed), special):
        facts, arguments = asked.facts(), peers_call(asked)
        yield Pair(lambda facts=facts: game.score(options, facts), lambda arguments=arguments: MahjongFanCalculator(*arguments))  # type: ignore[misc]


def seconds(calls: Sequence[Call], times: int = 1) -> float:
    """Processor seconds of a call, each made so often in a row."""
    began = time.process_time()
    for call in calls:
        for _ in range(times):
            call()
    return (time.process_time() - began) / len(calls) / times


def rows(game: Variant) -> Iterator[Row]:
    """Fresh and repeated hands of both sorts. Batches of ours and of the peer's alternate."""
    for special in (False, True) if game.id == "mcr" else (False,):
        coming = pairs(game, 1, special)
        for _ in range(WARM):
            next(coming).ours()
        fresh, again = [], []
        for _ in range(BATCHES):
            batch = [next(coming) for _ in range(BATCH)]
            ours, peers = zip(*batch, strict=True)
            gc.collect()
            gc.disable()
            fresh.append((seconds(ours), seconds(peers)))
            again.append((seconds(ours[:100], 20), seconds(peers[:100], 20)))
            gc.enable()
        sort = "special" if special else "ordinary"
        for label, found in ((f"{sort}, fresh", fresh), (f"{sort}, again", again)):
            own, other = (statistics.median(column) * 1e6 for column in zip(*found, strict=True))
            yield Row(label, own, other)
