"""The best reading of an Anhua hand against a plain count, and what readings show."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from anhua_plain import KINDS, PAIRS, Won, plain_total

from fangcheng.hand import Hand
from fangcheng.meld import parse_meld
from fangcheng.rules.variant import WinFacts
from fangcheng.variants.anhua import Anhua
from fangcheng.variants.anhua.elements import might_win
from fangcheng.variants.anhua.options import AnhuaOptions

ANHUA = Anhua()
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
    facts = WinFacts(Hand.parse("1111m456m789p55s2s"), [], 0, "discard", frozenset(), {"wild": "1s", "indicator": "9s"})
    assert ANHUA.score(AnhuaOptions(), facts) is None
