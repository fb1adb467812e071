"""The best reading of an Anhua hand against a plain count: all that its wilds may stand for, every split, the elements by the letter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import NamedTuple

import pytest

from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import format_kinds
from fangcheng.variants.anhua import Anhua
from fangcheng.variants.anhua.elements import might_win
from fangcheng.variants.anhua.options import AnhuaOptions

ANHUA = Anhua()
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
        context = {"wild": self.wild, "indicator": self.indicator}
        return WinFacts(Hand.parse(format_kinds(sorted(self.hand))), self.melds, self.win, self.by, self.flags, context)

    def __str__(self) -> str:
        melds = " ".join(f"{meld.shape} {format_kinds(meld.kinds())}" for meld in self.melds)
        names = [format_kinds([kind]) for kind in (self.win, self.wild, self.indicator)]
        hand = f"{format_kinds(sorted(self.hand))} {melds} on {names[0]} by {self.by}"
        return f"{hand}, wild {names[1]}, indicator {names[2]}, {sorted(self.flags)}"


# --- the plain count ----------------------------------------------------------------------------------------------------------


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


def plain_total(won: Won, options: AnhuaOptions, assignments: Iterator[tuple[int, ...]] | None = None) -> int:
    """The highest total at d = 0; 0 for no win. Without `assignments`, every one that there is."""
    own = won.by == "self_draw"
    tiles = [*won.hand, won.win] if own else list(won.hand)
    wilds, indicators = tiles.count(won.wild), tiles.count(won.indicator)
    fixed = [kind for kind in tiles if kind != won.wild] + ([] if own else [won.win])
    best = 0
    for chosen in assignments or combinations_with_replacement(KINDS, wilds):
        hard = not wilds or (options.wild_natural_hard and all(kind == won.wild for kind in chosen))
        for elements in readings([*fixed, *chosen], won, options, hard, wilds, indicators):
            if allowed(elements, won, wilds):
                best = max(best, sum(elements.values()))
    return best


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
    if wilds > 2:
        return False
    return won.by != "discard" or "discarder_ready" in won.flags or bool(BIG_ON_DISCARD & set(elements))


# --- hands --------------------------------------------------------------------------------------------------------------------

MELDS = ("[123m]", "[789s]", "[777p]", "[555p]", "[2222s]", "(8888m)", "[111m]")


def near_complete(rng: random.Random, wilds: int) -> Won | None:
    """A hand of sets or pairs in which wilds, and now and then a stranger, take the place of tiles; None if it needs a fifth tile."""
    indicator = rng.choice(KINDS)
    wild = indicator // 9 * 9 + (indicator + 1) % 9
    melds = [parse_meld(text) for text in rng.sample(MELDS, rng.choice((0, 0, 0, 1, 2, 3)))]
    suits = rng.choice(((rng.randrange(3),), (0, 1, 2), (0, 1, 2)))
    kinds = [9 * suit + number for suit in suits for number in range(9)]
    pool = rng.choice((kinds, kinds, [kind for kind in kinds if kind in PAIRS], [kind for kind in kinds if kind not in PAIRS]))
    number = 14 - 3 * len(melds)
    tiles: list[int] = []
    if rng.random() < 0.25 and not melds:
        tiles = [kind for kind in rng.choices(pool, k=7) for _ in range(2)]
    else:
        while len(tiles) < number - 2:
            kind = indicator if rng.random() < 0.25 else rng.choice(pool)
            tiles += [kind] * 3 if rng.random() < 0.5 or kind % 9 > 6 else [kind, kind + 1, kind + 2]
        tiles += [rng.choice(pool)] * 2
    rng.shuffle(tiles)
    tiles = [kind for kind in tiles if kind != wild]
    strangers = [rng.choice(KINDS)] if rng.random() < 0.25 else []
    tiles = (strangers + [wild] * wilds + tiles)[:number]
    if len(tiles) < number:
        return None
    every = Counter(tiles) + Counter(kind for meld in melds for kind in meld.kinds())
    if max(every.values()) > 4:
        return None
    rng.shuffle(tiles)
    by = rng.choice(("self_draw", "self_draw", "discard", "rob_kong", "kong_reveal"))
    flags = {flag for flag in ("ready",) if rng.random() < 0.2}
    if by == "self_draw":
        flags |= rng.choice((set(), {"replacement"}, {"first_turn"} if not melds else set()))
    elif by == "discard" and rng.random() < 0.2:
        flags.add("discarder_ready")
    return Won(tiles[1:], melds, tiles[0], by, frozenset(flags), wild, indicator)


def random_options(rng: random.Random) -> AnhuaOptions:
    if rng.random() < 0.4:
        return AnhuaOptions()
    return AnhuaOptions(
        wild_natural_hard=rng.random() < 0.5,
        situational_pair=rng.choice(("258_unless_big", "258_always")),
        three_indicators_pair=rng.choice(("any", "258")),
        king_base=rng.choice(("printed", "alone")),
    )


def total(won: Won, options: AnhuaOptions) -> int:
    score = ANHUA.score(options, won.facts())
    return score.points if score else 0


@pytest.mark.parametrize(("wilds", "hands"), [(0, 3000), (1, 1500), (2, 300), (3, 60)])
def test_best_reading_is_the_best_of_all(wilds: int, hands: int) -> None:
    rng, wins = random.Random(wilds), 0
    for _ in range(hands):
        won, options = near_complete(rng, wilds), random_options(rng)
        if won:
            expected = plain_total(won, options)
            wins += bool(expected)
            assert total(won, options) == expected, f"{won} {options}"
    assert wins > hands // 5


@pytest.mark.parametrize("wilds", [3, 4])
def test_no_sampled_assignment_is_better(wilds: int) -> None:
    rng = random.Random(wilds)
    for _ in range(60):
        won, options = near_complete(rng, wilds), random_options(rng)
        if won:
            tried = won._replace(by="self_draw")
            held = [*tried.hand, tried.win].count(tried.wild)
            pool = sorted({*tried.hand, tried.win})
            samples = (tuple(rng.choice(pool if rng.random() < 0.8 else KINDS) for _ in range(held)) for _ in range(1000))
            assert total(tried, options) >= plain_total(tried, options, samples), f"{tried} {options}"


def test_readings_show_what_is_counted() -> None:
    """The tiles of a reading are those of the hand with its wilds, and have what its elements ask for."""
    rng = random.Random(77)
    for _ in range(4000):
        won = near_complete(rng, rng.randrange(5))
        score = won and ANHUA.score(AnhuaOptions(), won.facts())
        if not won or not score:
            continue
        groups, counted = score.reading.groups, score.values()
        kinds = [kind for group in groups for kind in group.kinds]
        standing = Counter(kind for group in groups for kind in group.wilds)
        held = Counter([*won.hand, won.win, *(kind for meld in won.melds for kind in meld.kinds())])
        assert Counter(kinds) - standing + Counter({won.wild: standing.total()}) == held, str(won)
        assert not standing or not {"hard_small_win", "hard_hand"} & set(counted), str(won)
        assert "pure_suit" not in counted or len({kind // 9 for kind in kinds}) == 1, str(won)
        assert "all_258" not in counted or not standing or score.reading.shape == "all_258" or set(kinds) <= PAIRS, str(won)
        assert "all_pungs" not in counted or "chow" not in {group.shape for group in groups}, str(won)
        assert not {"small_win", "hard_small_win"} & set(counted) or score.reading.pair in PAIRS, str(won)


def test_the_quick_test_never_turns_a_win_away() -> None:
    rng = random.Random(5)
    for _ in range(3000):
        won = near_complete(rng, rng.randrange(5))
        if won and total(won, AnhuaOptions()):
            facts = won.facts()
            assert might_win(facts.hand, won.melds, won.win, (won.wild, won.indicator), won.by == "self_draw"), str(won)


def test_a_fifth_tile_is_no_win() -> None:
    facts = WinFacts(Hand.parse("1111m456m789p55s2s"), [], 0, "discard", frozenset(), {"wild": 18, "indicator": 26})
    assert ANHUA.score(AnhuaOptions(), facts) is None
