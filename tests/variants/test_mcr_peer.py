"""The official rules beside PyMahjongGB, an independent counter of the same rules, on random hands."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from fangcheng.hand import Hand
from fangcheng.locales import section
from fangcheng.meld import Meld
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import HONOURS, kind_name
from fangcheng.variants import get_variant

peer = pytest.importorskip("MahjongGB", reason="PyMahjongGB comes as source only and is not installed: pip builds it, with a compiler")

GAME = get_variant("mcr")
OPTIONS = GAME.options_type(min_fan=0)  # type: ignore[call-arg]
HANDS = 5000
KNITTED = ((0, 3, 6, 10, 13, 16, 20, 23, 26), (1, 4, 7, 9, 12, 15, 20, 23, 26), (2, 5, 8, 10, 13, 16, 18, 21, 24))
WAYS = ("self_draw", "discard", "rob_kong", "kong_bloom", "last_draw", "last_discard")
# What the peer calls otherwise than we do.
OTHER_NAMES = {"独听・嵌张": "嵌张", "独听・边张": "边张", "独听・单钓": "单钓将"}


def name(kind: int) -> str:
    """A kind in the peer's notation."""
    if kind >= HONOURS:
        return "FJ"[kind >= 31] + str(kind - (27 if kind < 31 else 31) + 1)
    return "WBT"[kind // 9] + str(kind % 9 + 1)


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


def peers_count(kinds: list[int], melds: list[Meld], win: int, way: str, fourth: bool, winds: tuple[int, int]) -> dict[str, int]:
    packs = tuple(
        ("CHI" if meld.shape == "chow" else "PENG" if meld.shape == "pung" else "GANG", name(sorted(meld.kinds())[meld.shape == "chow"]),
         0 if meld.shape == "concealed_kong" else 1)
        for meld in melds
    )  # fmt: skip
    drawn = way in ("self_draw", "kong_bloom", "last_draw")
    fan = peer.MahjongFanCalculator(
        packs, tuple(map(name, kinds)), name(win), 0, drawn, fourth, way in ("rob_kong", "kong_bloom"), way.startswith("last"), *winds, True
    )
    names = {own: element for element, own in section("zh-Hans", "element", "mcr").items()}
    return {names[OTHER_NAMES.get(other, other)]: points * times for points, times, other, _ in fan}


def ours(kinds: list[int], melds: list[Meld], win: int, way: str, fourth: bool, winds: tuple[int, int]) -> dict[str, int]:
    by = {"kong_bloom": "self_draw", "last_draw": "self_draw", "last_discard": "discard"}.get(way, way)
    flags = {"kong_bloom": {"replacement"}, "last_draw": {"last_tile"}, "last_discard": {"last_tile"}}.get(way, set())
    flags = flags | ({"fourth_tile"} if fourth else set())
    context: dict[str, Any] = {"seat_wind": kind_name(HONOURS + winds[0]), "prevalent_wind": kind_name(HONOURS + winds[1])}
    score = GAME.score(OPTIONS, WinFacts(Hand.of_kinds(kinds), melds, win, by, frozenset(flags), context))
    return score.values() if score else {}


@pytest.mark.parametrize("way", WAYS)
def test_the_same_count_as_the_peer(way: str) -> None:
    rng = random.Random(way)
    different = []
    done = 0
    while done < HANDS:
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
        winds = rng.randrange(4), rng.randrange(4)
        done += 1
        expected, found = peers_count(kinds, melds, win, way, fourth, winds), ours(kinds, melds, win, way, fourth, winds)
        if sum(expected.values()) != sum(found.values()):
            different.append((str(Hand.of_kinds(kinds)), [str(meld) for meld in melds], kind_name(win), expected, found))
    assert not different, f"{len(different)} of {done}: {different[:5]}"
