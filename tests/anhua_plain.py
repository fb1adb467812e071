"""What an Anhua hand is worth, counted plainly: all that its wilds may stand for, every split, the element table by the letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import format_kinds, kind_name
from fangcheng.variants.anhua.options import AnhuaOptions

KINDS = range(27)
PAIRS = {kind for kind in KINDS if kind % 9 in (1, 4, 7)}
BIG_ON_DISCARD = {"all_pungs", "pure_suit", "seven_pairs", "all_258", "ready", "hard_small_win"}


class Won(NamedTuple):
    """A hand to judge: concealed kinds before the winning tile, melds, and how it is won."""

    hand: Sequence[int]
    melds: Sequence[Meld]
    win: int
    by: str
    flags: frozenset[str]
    wild: int
    indicator: int

    def facts(self) -> WinFacts:
        context = {"wild": kind_name(self.wild), "indicator": kind_name(self.indicator)}
        return WinFacts(Hand.parse(format_kinds(sorted(self.hand))), self.melds, self.win, self.by, self.flags, context)

    def __str__(self) -> str:
        melds = " ".join(f"{meld.shape} {format_kinds(meld.kinds())}" for meld in self.melds)
        names = [format_kinds([kind]) for kind in (self.win, self.wild, self.indicator)]
        hand = f"{format_kinds(sorted(self.hand))} {melds} on {names[0]} by {self.by}"
        return f"{hand}, wild {names[1]}, indicator {names[2]}, {sorted(self.flags)}"


@cache
def suit_splits(counts: tuple[int, ...], pair: bool) -> frozenset[tuple[bool, int]]:
    """All ways to see a suit as sets, with a pair among them if asked for: (has a run, number of the pair or -1)."""
    first = next((number for number in range(9) if counts[number]), -1)
    if first < 0:
        return frozenset() if pair else frozenset({(False, -1)})

    def without(*numbers: int) -> tuple[int, ...]:
        left = list(counts)
        for number in numbers:
            left[number] -= 1
        return tuple(left)

    found: set[tuple[bool, int]] = set()
    if counts[first] >= 3:
        found |= suit_splits(without(first, first, first), pair)
    if pair and counts[first] >= 2:
        found |= {(runs, first) for runs, _ in suit_splits(without(first, first), False)}
    if first < 7 and counts[first + 1] and counts[first + 2]:
        found |= {(True, number) for _, number in suit_splits(without(first, first + 1, first + 2), pair)}
    return frozenset(found)


def set_hands(counts: Sequence[int], melds: Sequence[Meld]) -> Iterator[tuple[bool, int]]:
    """All ways to see the hand as four sets and a pair: (no run, kind of the pair)."""
    suits = [tuple(counts[9 * suit : 9 * suit + 9]) for suit in range(3)]
    melded = any(meld.shape == "chow" for meld in melds)
    for home in range(3):
        splits = [suit_splits(suits[suit], suit == home) for suit in range(3)]
        for one in splits[0]:
            for two in splits[1]:
                for three in splits[2]:
                    parts = (one, two, three)
                    yield not (melded or any(runs for runs, _ in parts)), 9 * home + parts[home][1]


def plain_wins(won: Won, options: AnhuaOptions) -> bool:
    """Whether anything that the wilds may stand for makes it a win."""
    return any(totals(won, options, None))


def plain_total(won: Won, options: AnhuaOptions, assignments: Iterator[tuple[int, ...]] | None = None) -> int:
    """The highest total at d = 0; 0 for no win. Without `assignments`, every one that there is."""
    return max(totals(won, options, assignments), default=0)


def totals(won: Won, options: AnhuaOptions, assignments: Iterator[tuple[int, ...]] | None) -> Iterator[int]:
    own = won.by == "self_draw"
    tiles = [*won.hand, won.win] if own else list(won.hand)
    wilds, indicators = tiles.count(won.wild), tiles.count(won.indicator)
    fixed = [kind for kind in tiles if kind != won.wild] + ([] if own else [won.win])
    if wilds > 2 and not own:
        return
    for chosen in assignments or combinations_with_replacement(KINDS, wilds):
        hard = not wilds or (options.wild_natural_hard and all(kind == won.wild for kind in chosen))
        for elements in readings([*fixed, *chosen], won, options, hard, wilds, indicators):
            if allowed(elements, won, wilds):
                yield sum(elements.values())


def readings(tiles: list[int], won: Won, options: AnhuaOptions, hard: bool, wilds: int, indicators: int) -> Iterator[dict[str, int]]:
    own = won.by == "self_draw"
    held = Counter(tiles)
    counts = [held[kind] for kind in KINDS]
    every = [*tiles, *(kind for meld in won.melds for kind in meld.kinds())]
    one_suit = len({kind // 9 for kind in every}) == 1
    only_258 = set(every) <= PAIRS and all(meld.shape != "chow" for meld in won.melds)
    strict = options.situational_pair == "258_always"
    table = {"all_258": 4} if only_258 else {}
    table |= {"kong_shot": 6} if won.by == "kong_reveal" else {"rob_kong": 6} if won.by == "rob_kong" else {}
    table |= {"ready": 4} if "ready" in won.flags else {}
    bloom = {"kong_bloom": 4} if own and "replacement" in won.flags else {}
    for no_run, pair in set(set_hands(counts, won.melds)):
        freed = no_run or one_suit or only_258 or (own and indicators >= 3 and options.three_indicators_pair == "any")
        if pair not in PAIRS and not freed:
            continue
        fit, sets = pair in PAIRS or not strict, pair in PAIRS or options.three_indicators_pair == "any"
        found = table | ({"all_pungs": 4} if no_run else {}) | ({"pure_suit": 4} if one_suit else {}) | (bloom if fit else {})
        found |= {"three_wilds": 5} if own and wilds == 3 and fit else {}
        found |= {"four_wilds": 9} if own and wilds == 4 else {}
        found |= {"three_indicators": 5} if own and indicators == 3 and sets else {}
        found |= {"four_indicators": 9 if sets else 8} if own and indicators == 4 else {}
        if found:
            yield finished(found, options, hard)
        elif pair in PAIRS:
            yield {"hard_small_win": 2} if hard else {"small_win": 1}
    kings = {"four_wilds": 9} if own and wilds == 4 else {}
    kings |= {"four_indicators": 8} if own and indicators == 4 else {}
    loose = {} if strict else bloom
    if not won.melds and not any(held & 1 for held in counts):
        pairs = table | kings | loose | {"seven_pairs": 4} | ({"pure_suit": 4} if one_suit else {})
        pairs |= {"three_wilds": 5} if own and wilds == 3 else {}
        yield finished(pairs, options, hard)
    if only_258:
        yield finished(table | kings | loose, options, hard)
    if kings:
        yield finished({name: value for name, value in (table | kings | loose).items() if name != "all_258"}, options, not wilds)
    if own and "first_turn" in won.flags and not (won.melds or wilds or PAIRS & set(tiles) or max(counts) > 2 or bloom):
        four = not any(held & 1 for held in counts)
        yield finished(table | kings | {"black_heaven": 4} | ({"seven_pairs": 4} if four else {}), options, False)


def finished(found: dict[str, int], options: AnhuaOptions, hard: bool) -> dict[str, int]:
    """With the hard hand, and the kings lowered beside others where the option says so."""
    found = found | ({"hard_hand": 4} if hard else {})
    if options.king_base == "alone" and len(found) > 1:
        low = {("three_wilds", 5): 4, ("three_indicators", 5): 4, ("four_wilds", 9): 8, ("four_indicators", 9): 8}
        found = {name: low.get((name, value), value) for name, value in found.items()}
    return found


def allowed(elements: dict[str, int], won: Won, wilds: int) -> bool:
    if won.by == "self_draw" or not wilds:
        return True
    return won.by != "discard" or "discarder_ready" in won.flags or bool(BIG_ON_DISCARD & set(elements))
