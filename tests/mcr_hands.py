"""Random hands by the official rules, the same at every run, and what PyMahjongGB, an independent counter of the same rules, said of them.

`./scripts/bench mcr_peer` asks PyMahjongGB, which comes as source only and is not among what the tests need, and compares its answers
with those that are kept in ANSWERS; with `--write` it keeps them.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import HONOURS, kind_name

ANSWERS = Path(__file__).parent / "variants" / "pymahjonggb.json.xz"
HANDS = 5000
WAYS = ("self_draw", "discard", "rob_kong", "kong_bloom", "last_draw", "last_discard")
KNITTED = ((0, 3, 6, 10, 13, 16, 20, 23, 26), (1, 4, 7, 9, 12, 15, 20, 23, 26), (2, 5, 8, 10, 13, 16, 18, 21, 24))
_BY = {"kong_bloom": "self_draw", "last_draw": "self_draw", "last_discard": "discard"}
_FLAGS = {"kong_bloom": "replacement", "last_draw": "last_tile", "last_discard": "last_tile"}


class Question(NamedTuple):
    """A win. kinds: concealed tiles without the winning one; fourth: it is the last of its kind; winds: seat and prevalent, 0-3."""

    kinds: tuple[int, ...]
    melds: tuple[Meld, ...]
    win: int
    way: str
    fourth: bool
    winds: tuple[int, int]

    def facts(self) -> WinFacts:
        """As the game reads it."""
        flags = {_FLAGS[self.way]} if self.way in _FLAGS else set()
        flags |= {"fourth_tile"} if self.fourth else set()
        seat, prevalent = (kind_name(HONOURS + wind) for wind in self.winds)
        context: dict[str, Any] = {"seat_wind": seat, "prevalent_wind": prevalent}
        return WinFacts(Hand.of_kinds(self.kinds), self.melds, self.win, _BY.get(self.way, self.way), frozenset(flags), context)


def random_set(rng: random.Random, pool: list[int]) -> list[int]:
    kind = rng.choice(pool)
    if rng.random() < 0.6 and kind < HONOURS and kind % 9 < 7:
        return [kind, kind + 1, kind + 2]
    return [kind] * 3


def random_pool(rng: random.Random) -> list[int]:
    """Kinds to make a hand of: all, a suit, a suit and honours, outside tiles, small or great ranks."""
    suit = rng.randrange(3)
    honours = list(range(27, 34))
    pools = (
        list(range(34)),
        list(range(34)),
        [kind for kind in range(27) if kind // 9 == suit],
        [kind for kind in range(34) if kind // 9 == suit or kind >= 27],
        [0, 8, 9, 17, 18, 26, *honours],
        [kind for kind in range(27) if kind % 9 in (0, 1, 2, 6, 7, 8)],
        [kind for kind in range(27) if kind % 9 < 5],
        [kind for kind in range(27) if 2 <= kind % 9 <= 6],
    )
    return rng.choice(pools)


def random_hand(rng: random.Random) -> tuple[list[int], list[Meld]] | None:
    """Fourteen tiles or fewer beside melds, complete by construction; None when there are too many of a kind."""
    pool = random_pool(rng)
    chance = rng.random()
    melds: list[Meld] = []
    if chance < 0.06:
        kinds = [kind for kind in rng.sample(pool, 7) for _ in range(2)] if len(pool) >= 7 else []
    elif chance < 0.1:
        kinds = [0, 8, 9, 17, 18, 26, *range(27, 34), rng.choice(range(27, 34))]
    elif chance < 0.16:
        kinds = rng.sample([*rng.choice(KNITTED), *range(27, 34)], 14)
    elif chance < 0.24:
        kinds = [*rng.choice(KNITTED), *random_set(rng, pool), *[rng.choice(pool)] * 2]
    else:
        number = rng.choice((0, 0, 1, 2, 3, 4))
        kinds = [rng.choice(pool)] * 2
        for place in range(4):
            own = random_set(rng, pool)
            if place >= number:
                kinds += own
                continue
            shape = "chow" if own[0] != own[1] else rng.choice(("pung", "kong", "concealed_kong"))
            held = own if shape in ("chow", "pung") else own + own[:1]
            melds.append(Meld(shape, tuple(kind * 4 + copy for copy, kind in enumerate(held)), source=-1))  # type: ignore[arg-type]
    used = Counter(kinds) + Counter(kind for meld in melds for kind in meld.kinds())
    return (kinds, melds) if kinds and max(used.values()) <= 4 else None


def questions(way: str, number: int = HANDS) -> Iterator[Question]:
    """The first hands that are won in a way."""
    rng = random.Random(way)
    while number:
        made = random_hand(rng)
        if made is None:
            continue
        kinds, melds = made
        rng.shuffle(kinds)
        win = kinds.pop()
        known = Counter(kinds)[win] + Counter(kind for meld in melds for kind in meld.kinds())[win]
        # Three in own melds lie open too, which the peer sees by itself; our counter is told by the table, which sees all that lies open.
        shown = sum(meld.kinds().count(win) for meld in melds if not meld.is_concealed)
        fourth = shown == 3 or (way in ("self_draw", "discard") and known == 0 and rng.random() < 0.2)
        if way == "rob_kong" and known:  # the three others lie in the pung that is added to
            continue
        if way == "kong_bloom" and not any(meld.is_kong for meld in melds):
            continue
        number -= 1
        yield Question(tuple(kinds), tuple(melds), win, way, fourth, (rng.randrange(4), rng.randrange(4)))


def checksum(way: str) -> str:
    """What tells whether answers are to these hands."""
    sum_of = hashlib.sha256()
    for asked in questions(way):
        sum_of.update(repr((asked.kinds, [str(meld) for meld in asked.melds], asked.win, asked.fourth, asked.winds)).encode())
    return sum_of.hexdigest()


def kept_answers(way: str) -> list[dict[str, int]]:
    """What the peer counted, by element: points in all; ValueError when it was asked about other hands."""
    kept = json.loads(lzma.decompress(ANSWERS.read_bytes()))
    if kept["hands"][way] != checksum(way):
        raise ValueError(f"{ANSWERS.name} is about other hands: run ./scripts/bench mcr_peer --write")
    return [{kept["elements"][place]: points for place, points in zip(*answer, strict=True)} for answer in kept["answers"][way]]


def keep_answers(peer: str, answers: dict[str, list[dict[str, int]]]) -> None:
    """Write what the peer, named with its version, counted in each way."""
    elements = sorted({name for each in answers.values() for answer in each for name in answer})
    place = {name: at for at, name in enumerate(elements)}
    listed = {way: [([place[name] for name in answer], list(answer.values())) for answer in each] for way, each in answers.items()}
    kept = {"peer": peer, "elements": elements, "hands": {way: checksum(way) for way in answers}, "answers": listed}
    ANSWERS.write_bytes(lzma.compress(json.dumps(kept, separators=(",", ":")).encode(), preset=9 | lzma.PRESET_EXTREME))
