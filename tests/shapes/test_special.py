"""Thirteen orphans, knitted and lan hands against lists of all their complete hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import combinations, pairwise, product
from random import Random

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import special

ORPHANS = [0, 8, 9, 17, 18, 26, *range(27, 34)]
HONOURS = list(range(27, 34))
KNITTED = [
    [9 * suits[way] + 3 * step + way for way in range(3) for step in range(3)]
    for suits in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
]


def orphans() -> Iterator[list[int]]:
    for twice in ORPHANS:
        yield [*ORPHANS, twice]


def knitted() -> Iterator[list[int]]:
    for kinds in KNITTED:
        yield from map(list, combinations([*kinds, *HONOURS], 14))


def straights() -> Iterator[list[int]]:
    parts = [part for kind in range(34) for shape, part in plain.parts_around(kind) if shape != "pair" and part[0] == kind]
    for kinds in KNITTED:
        for part, pair in product(parts, range(34)):
            yield [*kinds, *part, pair, pair]


def lan() -> Iterator[list[int]]:
    spaced = [
        ranks for number in range(4) for ranks in combinations(range(9), number) if all(high - low >= 3 for low, high in pairwise(ranks))
    ]
    for m, p, s in product(spaced, repeat=3):
        suited = [*m, *(9 + rank for rank in p), *(18 + rank for rank in s)]
        for honours in combinations(HONOURS, 14 - len(suited)) if len(suited) >= 7 else ():
            yield [*suited, *honours]


def with_stars(hands: Callable[[], Iterator[list[int]]]) -> Iterator[list[int]]:
    return (hand for hand in hands() if set(HONOURS) <= set(hand))


SHAPES = {
    "orphans": (orphans, special.orphans_complete, special.orphans_distance, special.orphans_waits),
    "knitted": (knitted, special.knitted_complete, special.knitted_distance, special.knitted_waits),
    "knitted stars": (
        partial(with_stars, knitted),
        partial(special.knitted_complete, stars=True),
        partial(special.knitted_distance, stars=True),
        partial(special.knitted_waits, stars=True),
    ),
    "straight": (straights, special.straight_complete, special.straight_distance, special.straight_waits),
    "lan": (lan, special.lan_complete, special.lan_distance, special.lan_waits),
    "lan stars": (
        partial(with_stars, lan),
        partial(special.lan_complete, stars=True),
        partial(special.lan_distance, stars=True),
        partial(special.lan_waits, stars=True),
    ),
}
each_shape = pytest.mark.parametrize("shape", SHAPES)
WITH_WILDS = ["orphans", "knitted", "knitted stars", "straight"]


@cache
def goals(shape: str) -> list[list[int]]:
    return list(SHAPES[shape][0]())


@cache
def goal_counts(shape: str) -> list[Counter[int]]:
    return list(map(Counter, goals(shape)))


def lacking(shape: str, kinds: list[int]) -> int:
    """Tiles missing from the nearest of all complete hands."""
    held = Counter(kinds)
    return 14 - max((goal & held).total() for goal in goal_counts(shape))


def near_hands(shape: str, seed: int, number: int, size: int) -> Iterator[Hand]:
    """Hands that differ from complete ones in a few tiles."""
    random = Random(seed)
    wall = [kind for kind in range(34) for _ in range(4)]
    found = 0
    while found < number:
        kinds = random.sample(random.choice(goals(shape)), size)
        for _ in range(random.choice((0, 0, 1, 2, 3, 6))):
            kinds[random.randrange(size)] = random.choice(wall)
        if max(Counter(kinds).values()) < 5:
            found += 1
            yield Hand.of_kinds(sorted(kinds))


def number_of_hands(shape: str) -> int:
    return max(4, min(60, 300_000 // len(goals(shape))))


@each_shape
def test_complete_and_distance(shape: str) -> None:
    _, complete, distance, _ = SHAPES[shape]
    seen = set()
    for size in (13, 14):
        for hand in near_hands(shape, size, number_of_hands(shape), size):
            missing = lacking(shape, hand.kinds())
            assert distance(hand) == missing - 1, hand
            assert complete(hand) == (missing == 0 and size == 14), hand
            seen.add(missing == 0)
    assert True in seen or shape == "lan"


@each_shape
def test_every_complete_hand_is_known(shape: str) -> None:
    _, complete, distance, _ = SHAPES[shape]
    random = Random(3)
    for kinds in random.sample(goals(shape), min(300, len(goals(shape)))):
        if max(Counter(kinds).values()) < 5:
            hand = Hand.of_kinds(sorted(kinds))
            assert complete(hand)
            assert distance(hand) == -1


@each_shape
def test_waits(shape: str) -> None:
    _, complete, _, waits = SHAPES[shape]
    for hand in near_hands(shape, 29, 40, 13):
        expected = [kind for kind in range(34) if hand.counts[kind] < 4 and complete(Hand.of_kinds(sorted([*hand.kinds(), kind])))]
        assert waits(hand) == tuple(expected), hand


@pytest.mark.parametrize("shape", WITH_WILDS)
@pytest.mark.parametrize("wilds", [1, 2, 4])
def test_wilds_stand_for_what_is_missing(shape: str, wilds: int) -> None:
    _, complete, distance, waits = SHAPES[shape]
    for hand in near_hands(shape, wilds, number_of_hands(shape), 14 - wilds):
        missing = lacking(shape, hand.kinds())
        assert complete(hand, wilds) == (missing == wilds), hand
        assert distance(hand, wilds) == missing - 1 - wilds, hand
    for hand in near_hands(shape, 7 + wilds, 20, 13 - wilds):
        more = (kind for kind in range(34) if hand.counts[kind] < 4)
        expected = [kind for kind in more if complete(Hand.of_kinds(sorted([*hand.kinds(), kind])), wilds)]
        assert waits(hand, wilds) == tuple(expected), hand


def test_a_knitted_straight_beside_a_meld() -> None:
    assert special.straight_complete(Hand.parse("147m258p369sEE"))
    assert special.straight_waits(Hand.parse("147m258p369sE")) == (27,)
    assert special.straight_distance(Hand.parse("147m258p36sEE")) == 0
    with pytest.raises(ValueError, match="10, 11, 13 or 14"):
        special.straight_distance(Hand.parse("147m258p36s"))


def test_known_hands() -> None:
    assert special.knitted_complete(Hand.parse("147m25p369sESWNCF"))
    assert not special.knitted_complete(Hand.parse("147m25p369sESWNCF"), stars=True)
    assert special.knitted_complete(Hand.parse("147m2p369sESWNCFP"), stars=True)
    assert special.orphans_waits(Hand.parse("19m19p19sESWNCFP")) == tuple(ORPHANS)
    assert special.lan_complete(Hand.parse("159m48p37sESWNCFP"))
    assert special.lan_complete(Hand.parse("159m48p37sESWNCFP"), stars=True)
    assert not special.lan_complete(Hand.parse("37m37p37sESWNCFP"))
    assert special.lan_distance(Hand.parse("37m37p37sESWNCFP")) == 1


@pytest.mark.parametrize("ask", [special.orphans_complete, special.knitted_waits, special.straight_distance])
def test_hands_that_cannot_be(ask: Callable[[Hand, int], object]) -> None:
    with pytest.raises(ValueError, match="wilds"):
        ask(Hand.parse("19m19p19sESWNCFP"), 9)
    with pytest.raises(ValueError, match="opaque"):
        ask(Hand.opaque(13), 0)
    with pytest.raises(ValueError, match="flowers"):
        ask(Hand.parse("19m19p19sESWNCFa"), 0)
