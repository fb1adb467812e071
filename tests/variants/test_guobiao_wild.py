"""Changed wild tiles beside a search that tries every change."""

from __future__ import annotations

import gc
import random
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from fangcheng.hand import Hand
from fangcheng.rules.variant import WinFacts
from fangcheng.tiles import HIDDEN, kind_name, parse_kind
from fangcheng.variants.guobiao import worth
from fangcheng.variants.guobiao.counter import Laid, Win
from fangcheng.variants.guobiao.counter.ways import open_structures
from fangcheng.variants.guobiao.counter.wild import best_change
from fangcheng.variants.guobiao.options import GuobiaoOptions

OPTIONS = GuobiaoOptions(min_fan=0)


def natural_tiles(rng: random.Random, wilds: int) -> list[int]:
    """What is left of a complete hand without some of its tiles."""
    while True:
        pool = rng.choice((range(34), range(9), [*range(9, 18), *range(27, 34)], [kind for kind in range(27) if kind % 9 < 3]))
        kinds = [rng.choice(pool)] * 2
        for _ in range(4):
            kind = rng.choice(pool)
            kinds += [kind, kind + 1, kind + 2] if kind < 27 and kind % 9 < 7 and rng.random() < 0.6 else [kind] * 3
        rng.shuffle(kinds)
        if max(Counter(kinds).values()) <= 4:
            return kinds[wilds:]


def every_change(natural: list[int], wilds: int, win: int, *, drawn_wild: bool, by: str) -> int:
    """The highest fan of all changes of up to four of a kind."""
    best = -1
    for change in combinations_with_replacement(range(34), wilds):
        counts = [natural.count(kind) + change.count(kind) for kind in range(34)]
        if max(counts) <= 4:
            for won in set(change) if drawn_wild else (win,):
                before = [number - (kind == won) for kind, number in enumerate(counts)]
                found = worth.counter_of(OPTIONS).best(Hand.of_counts(before), Laid.of(()), Win(by, won, frozenset(), 27))
                best = max(best, found.total if found else -1)
    return best


@pytest.mark.parametrize("seed", range(60))
def test_no_change_is_worth_more(seed: int) -> None:
    rng = random.Random(seed)
    wilds = 2 if seed % 10 == 0 else 1
    natural, by = natural_tiles(rng, wilds), rng.choice(("self_draw", "discard"))
    wild = rng.choice([kind for kind in range(34) if kind not in natural])
    drawn_wild = by == "self_draw" and rng.random() < 0.5
    hand, win = (natural + [wild] * (wilds - 1), wild) if drawn_wild else (natural[1:] + [wild] * wilds, natural[0])
    facts = WinFacts(Hand.of_kinds(hand), (), win, by, frozenset(), {"wild": kind_name(wild), "seat_wind": "E"})
    score = worth.changed_score(OPTIONS, facts)
    assert score is not None
    expected = every_change(natural, wilds, win, drawn_wild=drawn_wild, by=by)
    used = Counter(kind for group in score.reading.groups for kind in group.kinds)
    # Five of a kind, which the other search leaves out, may be worth more.
    assert score.points == expected or (score.points > expected and max(used.values()) > 4)
    assert sum(len(group.wilds) for group in score.reading.groups) == wilds


def test_a_search_leaves_no_circle_of_objects_behind() -> None:
    facts = WinFacts(Hand.parse("12345678mEEEE9m"), (), 8, "discard", frozenset(), {"wild": "E", "seat_wind": "S"})
    assert worth.changed_score(OPTIONS, facts) is not None
    gc.collect()
    gc.disable()
    try:
        assert worth.changed_score(OPTIONS, facts) is not None
        left = gc.collect()
    finally:
        gc.enable()
    assert left == 0


def test_four_wild_tiles_become_nine_gates() -> None:
    facts = WinFacts(Hand.parse("1112345m678mEE"), (), 8, "discard", frozenset(), {"wild": "E", "seat_wind": "S"})
    score = worth.score_win(GuobiaoOptions(), facts._replace(hand=Hand.parse("12345678mEEEE9m"), win=8))
    assert score is not None
    assert score.values()["nine_gates"] == 88


@pytest.mark.parametrize("dealt", ["5m1123334488899p 3p", "113355m7799mEECP P", "19m19p19sESWNCFPP 5m", "1133557799mEEPC C"])
def test_a_dealt_hand_without_winning_tile_has_no_wait(dealt: str) -> None:
    tiles, wild = dealt.split()
    facts = WinFacts(Hand.parse(tiles), (), HIDDEN, "self_draw", frozenset(), {"wild": wild, "seat_wind": "E", "dealer": True})
    score = worth.score_win(OPTIONS, facts)
    assert score is not None
    assert score.values()["heavenly_win"] == 88
    assert not {"edge_wait", "closed_wait", "single_wait"} & set(score.values())


def test_a_fifth_tile_is_fished() -> None:
    facts = WinFacts(Hand.parse("3333m678p123789s"), (), 2, "self_draw", frozenset({"fished"}), {"seat_wind": "E"})
    score = worth.score_win(GuobiaoOptions(), facts)
    assert score is not None
    assert score.values()["tile_hog"] == 2
    assert worth.score_win(GuobiaoOptions(), facts._replace(hand=Hand.parse("3333m678p12378sE"))) is None


def test_structures_are_listed_once_and_hold_every_natural_tile() -> None:
    rng = random.Random(3)
    for _ in range(60):
        natural = natural_tiles(rng, 4)
        hand = Hand.of_kinds(natural)
        found = open_structures(hand, 4)
        assert len(set(found)) == len(found)
        for way in found:
            tiles = [kind for chow in way.chows for kind in (chow, chow + 1, chow + 2)] + [kind for kind in way.pungs for _ in range(3)]
            tiles += [way.pair] * 2 if way.pair >= 0 else []
            assert not Counter(natural) - Counter(tiles)


def test_melds_beside_changed_tiles_are_natural() -> None:
    counter = worth.counter_of(OPTIONS)
    natural = Hand.parse("123m45p")
    found = best_change(counter, natural, 0, Laid.of(()), Win("discard", 0, frozenset()))
    assert found is None


@pytest.mark.parametrize(
    ("tiles", "element"), [("1223m77899m5mEEE", "pure_terminal_chows"), ("123m789m12p79pEEE", "three_suited_terminal_chows")]
)
def test_wild_tiles_complete_chows_at_both_ends(tiles: str, element: str) -> None:
    """What a pair of fives makes of four chows is bounded with them."""
    hand = Hand.parse(tiles)
    facts = WinFacts(hand, (), hand.kinds()[0], "discard", frozenset(), {"wild": "E", "seat_wind": "S"})
    hand.remove(hand.any_tile(facts.win))
    facts = facts._replace(hand=Hand.of_kinds([*hand.kinds(), parse_kind("5m" if element[0] == "p" else "5s")]))
    score = worth.changed_score(OPTIONS, facts)
    assert score is not None
    assert element in score.values()


@pytest.mark.parametrize(
    ("tiles", "element"), [("19m19p19sESWNCFP", "thirteen_orphans"), ("2255m1188p4477sP", "seven_pairs"), ("1112345678999m", "nine_gates")]
)
def test_a_drawn_wild_tile_completes_every_shape(tiles: str, element: str) -> None:
    hand = Hand.parse(tiles)
    wild = hand.counts.index(0)
    facts = WinFacts(hand, (), wild, "self_draw", frozenset(), {"wild": kind_name(wild), "seat_wind": "E"})
    score = worth.changed_score(OPTIONS, facts)
    assert score is not None
    assert element in score.values()
    assert score.reading.shape == (element if element != "nine_gates" else "standard")
