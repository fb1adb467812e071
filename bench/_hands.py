"""Seeded hands for bench/kernel.py, and how the peers write them down."""

from __future__ import annotations

from random import Random

from fangcheng import Hand
from fangcheng.shapes import complete, waits

WALL = range(136)
SETS = [(kind,) * 3 for kind in range(34)] + [(kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7] * 2


def random_hands(random: Random, number: int, size: int) -> list[Hand]:
    """Tiles as they come from the wall."""
    return [Hand(random.sample(WALL, size)) for _ in range(number)]


def made_hand(random: Random, sets: int = 4) -> list[int]:
    """Kinds of so many sets and a pair."""
    while True:
        pair = random.randrange(34)
        kinds = [pair, pair, *(kind for part in random.sample(SETS, sets) for kind in part)]
        if max(map(kinds.count, kinds)) < 5:
            return kinds


def complete_hands(random: Random, number: int, sets: int = 4) -> list[Hand]:
    """Complete hands."""
    return [Hand.of_kinds(sorted(made_hand(random, sets))) for _ in range(number)]


def near_hands(random: Random, number: int, sets: int = 4) -> list[Hand]:
    """Full hands as they are asked about in play: half of them complete, half with a tile or two exchanged that leave them incomplete."""
    hands = complete_hands(random, number // 2, sets)
    while len(hands) < number:
        hand = Hand.of_kinds(sorted(made_hand(random, sets)))
        for _ in range(random.choice((1, 2))):
            hand.remove(random.choice(hand.tiles()))
            hand.add(random.choice([tile for tile in WALL if not hand.copies[tile >> 2] >> (tile & 3) & 1]))
        if not complete(hand):
            hands.append(hand)
    random.shuffle(hands)
    return hands


def without(random: Random, hands: list[Hand], number: int) -> list[Hand]:
    """The same hands with some tiles taken out, in whose place wilds may stand."""
    return [Hand(random.sample(hand.tiles(), hand.size - number)) for hand in hands]


def ready_hands(random: Random, number: int) -> list[Hand]:
    """Hands of 13 tiles that wait."""
    return [hand for hand in without(random, complete_hands(random, number), 1) if waits(hand)]


def counts_of(hand: Hand) -> list[int]:
    """34 counts, as `mahjong` and jansou read a hand."""
    return hand.counts[:34]


def names_of(hand: Hand) -> tuple[str, ...]:
    """Names, as PyMahjongGB reads a hand."""
    return tuple("WBT"[kind // 9] + str(kind % 9 + 1) if kind < 27 else f"{'FJ'[kind > 30]}{(kind - 27) % 4 + 1}" for kind in hand.kinds())
