"""Elements made of chows of a reading: three and four of them, and the pairs of chows under both ways of combining (套算)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, pairwise, permutations
from typing import Final

ORDERS: Final = tuple(permutations(range(3)))
FOUR_STEPS: Final = ({0}, {1}, {2})
THREE_STEPS: Final = ((), (0, 1, 2, 3), (), (0, 1, 3))
"""By the number of suits."""
PAIRS: Final = [tuple(combinations(range(number), 2)) for number in range(5)]
TWO_CHOW: Final = ("pure_double_chow", "mixed_double_chow", "short_straight", "two_terminal_chows")

Suits = tuple[int, int, int, int]


def by_suit(kinds: Sequence[int]) -> Suits:
    """A bit a rank for each suit; the last is for honours."""
    suits = [0, 0, 0, 0]
    for kind in kinds:
        suits[kind // 9] |= 1 << kind % 9
    return suits[0], suits[1], suits[2], suits[3]


def straight(chows: Suits) -> bool:
    """123 456 789 of a suit."""
    return 0b1001001 in [suit & 0b1001001 for suit in chows]


def shifted(masks: Suits, number: int, steps: Sequence[int] = (1,)) -> bool:
    """So many sets of a suit whose ranks go up by one of the steps each."""
    for suit in masks[:3]:
        for step in steps if suit.bit_count() >= number else ():
            run = suit
            for place in range(1, number):
                run &= suit >> step * place
            if run:
                return True
    return False


def mixed_shifted(masks: Suits) -> bool:
    """Sets of three suits with ranks r, r+1, r+2."""
    if masks[0] and masks[1] and masks[2]:
        for a, b, c in ORDERS:
            if masks[a] & masks[b] >> 1 & masks[c] >> 2:
                return True
    return False


def mixed_straight(chows: Suits) -> bool:
    """123, 456 and 789 in three different suits."""
    if chows[0] and chows[1] and chows[2]:
        for a, b, c in ORDERS:
            if chows[a] & chows[b] >> 3 & chows[c] >> 6 & 1:
                return True
    return False


def pairs_per_type(chows: Sequence[int]) -> dict[str, int]:
    """R11: for each type of two-chow element by itself the largest number of disjoint pairs."""
    if len(chows) < 2:
        return {}
    count = [0] * 27
    for chow in chows:
        count[chow] += 1
    doubles = sum(held // 2 for held in count)
    mixed = straights = terminals = 0
    for rank in range(7):
        suits = (count[rank], count[rank + 9], count[rank + 18])
        total = sum(suits)
        if total > 1:
            mixed += min(total // 2, total - max(suits))
    for suit in (0, 9, 18):
        terminals += min(count[suit], count[suit + 6])
        for rank in range(3):
            # Starts r, r+3, r+6 form a path: taking from its end first finds the most pairs.
            first = min(count[suit + rank], count[suit + rank + 3])
            straights += first
            if rank == 0:
                straights += min(count[suit + 3] - first, count[suit + 6])
    return {name: number for name, number in zip(TWO_CHOW, (doubles, mixed, straights, terminals), strict=True) if number}


@cache
def link(one: int, other: int) -> str:
    """The two-chow element of two chows, "" for none."""
    if one == other:
        return TWO_CHOW[0]
    if one % 9 == other % 9:
        return TWO_CHOW[1]
    if one // 9 != other // 9:
        return ""
    distance = abs(one - other)
    if distance == 3:
        return TWO_CHOW[2]
    return TWO_CHOW[3] if distance == 6 else ""


def linked(chows: Sequence[int]) -> set[str]:
    """The two-chow elements that some two of the chows make."""
    return {name for one, other in combinations(chows, 2) if (name := link(one, other))}


def pairs_account_once(chows: Sequence[int]) -> dict[str, int]:
    """Account-once (套算一次): links that form no circle, as many as possible; what a longer element combines is linked already."""
    links = [(name, one, other) for one, other in PAIRS[len(chows)] if (name := link(chows[one], chows[other]))]
    if not links:
        return {}
    # In table order: where one of several links may be named, a longer element strikes out the later ones.
    links.sort(key=lambda found: TWO_CHOW.index(found[0]))
    ways = [_counted(links, len(chows), places) for places in _combined(chows)]
    return max(ways, key=lambda found: sum(found.values()))


def _counted(links: Sequence[tuple[str, int, int]], number: int, combined: Sequence[int]) -> dict[str, int]:
    linked = [combined[0] if combined and place in combined else place for place in range(number)]
    found: dict[str, int] = {}
    for name, one, other in links:
        if linked[one] != linked[other]:
            joined = linked[other]
            linked = [linked[one] if place == joined else place for place in linked]
            found[name] = found.get(name, 0) + 1
    return found


def _combined(chows: Sequence[int]) -> list[tuple[int, ...]]:
    """Places of chows that a longer element combines: of four chows, else each choice of three, else none."""
    places = tuple(range(len(chows)))
    if len(chows) == 4 and _four(chows):
        return [places]
    return [(a, b, c) for a, b, c in combinations(places, 3) if _three(chows[a], chows[b], chows[c])] or [()]


def _four(chows: Sequence[int]) -> bool:
    """Four equal chows, or four of a suit that go up by one or two."""
    steps = {high - low for low, high in pairwise(chows)}
    return steps in FOUR_STEPS


def _three(one: int, two: int, three: int) -> bool:
    """Three chows evenly apart: of a suit equal, shifted by one or two, or a straight; of three suits likewise, but not by two."""
    suits = len({one // 9, two // 9, three // 9})
    low, middle, high = sorted((one % 9, two % 9, three % 9))
    return high - middle == middle - low and high - middle in THREE_STEPS[suits]


def double_dragon(chows: Sequence[int], pair: int) -> str:
    """The element of 123 789 twice over and a pair of fives: ``pure`` in one suit, ``mixed`` over three, "" for neither."""
    if len(chows) != 4 or not 0 <= pair < 27 or pair % 9 != 4:
        return ""
    first = {chow - chow % 9 for chow in chows}
    if sorted(chow % 9 for chow in chows) != [0, 0, 6, 6]:
        return ""
    if len(first) == 1:
        return "pure" if pair - 4 in first else ""
    whole = all(suit in chows and suit + 6 in chows for suit in first)
    return "mixed" if len(first) == 2 and whole and pair - 4 not in first else ""
