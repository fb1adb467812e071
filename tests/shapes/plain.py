"""The same questions answered by plain search over lists of kinds, without any table, and hands to ask them about."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import combinations_with_replacement
from random import Random

from fangcheng.hand import Hand
from fangcheng.shapes import Part, Split

KINDS = range(34)
ANY_SET = Part("any", -1, (-1, -1, -1))
ANY_PAIR = Part("pair", -1, (-1, -1))


def parts_around(kind: int) -> list[tuple[str, tuple[int, ...]]]:
    """Every part that a tile of this kind may belong to, as its three or two kinds."""
    parts: list[tuple[str, tuple[int, ...]]] = [("pung", (kind,) * 3), ("pair", (kind,) * 2)]
    for first in (kind - 2, kind - 1, kind):
        if kind < 27 and 0 <= first % 9 <= 6 and first // 9 == kind // 9:
            parts.append(("chow", (first, first + 1, first + 2)))
    return parts


def complete(kinds: list[int], wilds: int, pairs: int = 1) -> bool:
    """Whether sorted kinds and all the wilds make sets and as many pairs."""
    if not kinds:
        return wilds >= 2 * pairs and (wilds - 2 * pairs) % 3 == 0
    for shape, needed in parts_around(kinds[0]):
        if shape == "pair" and not pairs:
            continue
        lacking = Counter(needed) - Counter(kinds)
        if lacking.total() <= wilds:
            rest = sorted((Counter(kinds) - Counter(needed)).elements())
            if complete(rest, wilds - lacking.total(), pairs - (shape == "pair")):
                return True
    return False


def waits(kinds: list[int], wilds: int) -> tuple[int, ...]:
    """Kinds that complete the hand, a fifth copy included."""
    return tuple(kind for kind in KINDS if complete(sorted([*kinds, kind]), wilds))


def splits(kinds: list[int], wilds: int) -> set[Split]:
    """All splits; a place may be filled by a wild even when the tile for it is there."""
    found = set()
    for parts in _part_lists(tuple(sorted(kinds)), wilds):
        pairs = [part for part in parts if part.shape == "pair"]
        sets = sorted((part for part in parts if part.shape != "pair"), key=lambda part: (part.kind, part.shape, part.wilds))
        left = wilds - sum(len(part.wilds) for part in parts)
        if not pairs and left >= 2:
            pairs, left = [ANY_PAIR], left - 2
        if len(pairs) == 1 and left % 3 == 0:
            found.add(Split((*sets, *[ANY_SET] * (left // 3)), pairs[0]))
    return found


def _part_lists(kinds: tuple[int, ...], wilds: int) -> set[tuple[Part, ...]]:
    if not kinds:
        return {()}
    found = set()
    for shape, needed in parts_around(kinds[0]):
        others = list(needed)
        others.remove(kinds[0])
        for real in {(), *[(kind,) for kind in others], tuple(others)}:
            missing = tuple(sorted((Counter(others) - Counter(real)).elements()))
            if len(missing) <= wilds and not Counter(real) - Counter(kinds[1:]):
                rest = tuple(sorted((Counter(kinds[1:]) - Counter(real)).elements()))
                part = Part(shape, needed[0], missing)  # type: ignore[arg-type]
                for parts in _part_lists(rest, wilds - len(missing)):
                    if shape != "pair" or all(other.shape != "pair" for other in parts):
                        found.add(tuple(sorted((part, *parts))))
    return found


def missing(kinds: list[int], sets: int) -> int:
    """Fewest tiles to add to hold so many sets and a pair, tiles left over allowed."""
    return _missing(tuple(sorted(kinds)), sets, 1)


@lru_cache(maxsize=100_000)
def _missing(kinds: tuple[int, ...], sets: int, pairs: int) -> int:
    if not kinds:
        return 3 * sets + 2 * pairs
    best = _missing(kinds[1:], sets, pairs)
    for shape, needed in parts_around(kinds[0]):
        is_pair = shape == "pair"
        if pairs if is_pair else sets:
            lacking = (Counter(needed) - Counter(kinds)).total()
            rest = tuple(sorted((Counter(kinds) - Counter(needed)).elements()))
            best = min(best, lacking + _missing(rest, sets - (not is_pair), pairs - is_pair))
    return best


def hands_of(kinds: list[int], size: int) -> list[Hand]:
    """Every hand of this size over these kinds."""
    return [Hand.of_kinds(held) for held in combinations_with_replacement(kinds, size) if max(Counter(held).values()) < 5]


def random_hand(random: Random, size: int) -> Hand:
    """A hand that is often near completion: sets and a pair from one to four suits, with a few tiles exchanged."""
    suits = random.sample(range(4), random.randint(1, 4))
    wall = [kind for kind in KINDS for _ in range(4) if min(3, kind // 9) in suits]
    held: Counter[int] = Counter()
    while held.total() < size:
        _, part = random.choice(parts_around(random.choice(wall)))
        if all((held + Counter(part))[kind] < 5 for kind in part):
            held.update(part)
    kinds = random.sample(sorted(held.elements()), size)
    for _ in range(random.choice((0, 0, 1, 1, 2, 4))):
        kind = random.choice(wall)
        if kinds.count(kind) < 4:
            kinds[random.randrange(size)] = kind
    return Hand.of_kinds(kinds)


def random_cases(seed: int, number: int, rest: int, most_wilds: int = 8) -> list[tuple[Hand, int]]:
    """Hands with wilds whose total is `rest` modulo 3, 1-14 together."""
    random = Random(seed)
    cases = []
    for _ in range(number):
        total = random.choice([total for total in range(2, 15) if total % 3 == rest])
        wilds = random.choice((0, 0, 1, 2, random.randint(0, most_wilds)))
        wilds = min(wilds, total - 1)
        cases.append((random_hand(random, total - wilds), wilds))
    return cases
