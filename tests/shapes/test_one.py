"""One reading with a chosen pair, against the list of all readings."""

import random

import pytest

from fangcheng.hand import Hand
from fangcheng.shapes import Part, Split, Tiles, one_split, splits


def near_complete(rng: random.Random, wilds: int) -> Hand:
    """Sets and a pair at random, with tiles taken out for the wilds."""
    while True:
        kinds = [kind for _ in range(rng.randint(0, 4)) for kind in _set(rng)] + [rng.randrange(34)] * 2
        rng.shuffle(kinds)
        kept = kinds[: len(kinds) - wilds]
        if kept and max(map(kept.count, kept)) <= 4 and len(kinds) > wilds:
            return Hand.of_kinds(kept)


def _set(rng: random.Random) -> list[int]:
    if rng.random() < 0.5:
        return [rng.randrange(34)] * 3
    first = rng.randrange(3) * 9 + rng.randrange(7)
    return [first, first + 1, first + 2]


def pair_kinds(split: Split) -> set[int]:
    return set(range(34)) if split.pair.kind < 0 else {split.pair.kind}


@pytest.mark.parametrize("wilds", range(5))
@pytest.mark.parametrize("chows", [True, False])
def test_one_split_is_among_all_and_found_when_there_is_one(wilds: int, chows: bool) -> None:
    rng = random.Random(wilds)
    found = 0
    for _ in range(250):
        hand = near_complete(rng, wilds)
        pairs = rng.sample(range(34), rng.choice((3, 34)))
        every = [split for split in splits(hand, wilds) if chows or not any(part.shape == "chow" for part in split.sets)]
        wanted = [split for split in every if pair_kinds(split) & set(pairs)]
        split = one_split(Tiles(hand.counts, hand.index, wilds), pairs, chows)
        assert (split is None) == (not wanted), (str(hand), pairs)
        if split is not None:
            found += 1
            assert split.pair.kind in pairs
            assert spelled(split) == sorted(hand.kinds())
    assert found > 25


def spelled(split: Split) -> list[int]:
    """The own tiles that a split uses."""
    own: list[int] = []
    for part in (*split.sets, split.pair):
        kinds = expected_kinds(part)
        for wild in part.wilds:
            kinds.remove(wild)
        own += kinds
    return sorted(own)


def expected_kinds(part: Part) -> list[int]:
    if part.shape == "chow":
        return [part.kind, part.kind + 1, part.kind + 2]
    return [part.kind] * (2 if part.shape == "pair" else 3)
