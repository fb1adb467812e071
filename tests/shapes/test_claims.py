"""Who can use a discard, and which hands look won, against plain search; every answer by the twin too."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from shapes import plain

from fangcheng.hand import Hand
from fangcheng.shapes import TO_CHOW, TO_PUNG, TO_WIN, claimants, looks_won

BOTH: list[tuple[Callable[..., object], Callable[..., object]]] = [
    (claimants, looks_won),
    (getattr(claimants, "__self__", claimants), getattr(looks_won, "__self__", looks_won)),
]
SUITS_ONLY = (1 << 27) - 1
OUTSIDE = sum(1 << kind for kind in (0, 8, 9, 17, 18, 26, *range(27, 34)))


def won(kinds: list[int], only: int) -> bool:
    pairs = len(kinds) == 14 and all(kinds.count(kind) % 2 == 0 for kind in kinds)
    return plain.complete(sorted(kinds), 0) or pairs or (only > 0 and all(only >> kind & 1 for kind in kinds))


def uses(hand: Hand, kind: int, is_next: bool, only: int) -> int:
    kinds = hand.kinds()
    chows = [run for shape, run in plain.parts_around(kind) if shape == "chow" and all(own in kinds for own in run if own != kind)]
    wins = kinds.count(kind) < 4 and won([*kinds, kind], only)
    return (TO_CHOW if is_next and chows else 0) | (TO_PUNG if kinds.count(kind) >= 2 else 0) | (TO_WIN if wins else 0)


def near_hands(random: Random, number: int) -> list[Hand]:
    """Hands of 13, 10, 7, 4 and 1 tiles: of all kinds, of few, and of pairs and a single tile."""
    hands = []
    for _ in range(number):
        suit, size = random.choice((0, 9, 18)), random.choice((13, 13, 10, 7, 4, 1))
        few = [4 * kind + copy for kind in random.sample(range(suit, suit + 9), 5) for copy in range(4)]
        pairs = [tile + side for tile in random.sample(range(0, 136, 2), 7) for side in (0, 1)][:13]
        hands.append(Hand(random.choice((random.sample(range(136), size), random.sample(few, size), pairs))))
    return hands


@pytest.mark.parametrize(("ask", "won_ask"), BOTH)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_claimants_are_those_that_plain_search_finds(ask: Callable[..., object], won_ask: Callable[..., object], seats: int) -> None:
    random = Random(seats)
    found = 0
    for _ in range(400):
        hands, kind, source = near_hands(random, seats), random.randrange(34), random.randrange(seats)
        only = random.choice((0, SUITS_ONLY, OUTSIDE))
        expected = [
            (seat, good)
            for step in range(1, seats)
            for seat in [(source + step) % seats]
            if (good := uses(hands[seat], kind, step == 1, only))
        ]
        assert ask(hands, kind, source, only) == tuple(expected)
        found += len(expected)
    assert found > 50


@pytest.mark.parametrize(("ask", "won_ask"), BOTH)
def test_hands_that_look_won(ask: Callable[..., object], won_ask: Callable[..., object]) -> None:
    random, found = Random(9), 0
    for hand in near_hands(random, 1500):
        hand.add(random.choice([tile for tile in range(136) if not hand.copies[tile >> 2] >> (tile & 3) & 1]))
        for only in (0, SUITS_ONLY, OUTSIDE):
            assert won_ask(hand, only) is won(hand.kinds(), only)
        found += won(hand.kinds(), 0)
    assert found > 25


@pytest.mark.parametrize(("ask", "won_ask"), BOTH)
def test_what_is_not_known_or_has_flowers_wins_on_nothing(ask: Callable[..., object], won_ask: Callable[..., object]) -> None:
    flowered = Hand([*Hand.parse("123456789m123p5s").tiles(), 34 * 4])
    assert ask([Hand.opaque(13), Hand.opaque(13), flowered], 22, 0) == ()
    assert ask([Hand.opaque(13), Hand.opaque(13), flowered], 2, 1) == ((2, TO_CHOW),)
    assert not won_ask(Hand.opaque(14))
    assert not won_ask(Hand([*Hand.parse("123456789m123p55s").tiles(), 34 * 4]))


@pytest.mark.parametrize(("ask", "won_ask"), BOTH)
def test_a_fifth_tile_wins_nothing(ask: Callable[..., object], won_ask: Callable[..., object]) -> None:
    assert ask([Hand(), Hand.parse("1111m")], 0, 0) == ((1, TO_PUNG),)
    assert ask([Hand(), Hand.parse("1m")], 0, 0) == ((1, TO_WIN),)
    assert ask([Hand.parse("1m")], 0, 0) == ()
