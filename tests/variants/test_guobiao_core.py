"""The accelerator of the national-standard counter beside its Python twin, and the sums that both count with."""

from __future__ import annotations

import gc
import random
from itertools import combinations, combinations_with_replacement, product
from typing import Any

import pytest

from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld
from fangcheng.shapes.mode import mode
from fangcheng.shapes.special import KNITTED, ORPHANS
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS, parse_kind
from fangcheng.variants.guobiao.counter import TABLE, Counter, Counting, Laid, Win
from fangcheng.variants.guobiao.counter.core import Core
from fangcheng.variants.guobiao.counter.facts import Chows, Ends, Only, Pungs, Tiles
from fangcheng.variants.guobiao.counter.suits import sum_of
from fangcheng.variants.guobiao.counter.sums import CHOW_STARTS, CHOWS, PUNGS, chows_in_order, pungs_in_order
from fangcheng.variants.mcr.counter import COUNTER

COUNTERS = [COUNTER, *(Counter(TABLE, Counting(*flags)) for flags in product((False, True), repeat=3))]
FLAGS = ("last_tile", "fourth_tile", "ready", "first_ready", "replacement", "fished")
needs_core = pytest.mark.skipif(Core is None or mode() == "pure", reason="the accelerator is not built, or left alone")


def some_hand(rng: random.Random) -> tuple[list[int], list[Meld]]:
    """Concealed tiles and melds, mostly complete."""
    pool = rng.choice([range(FLOWERS), range(9), [*range(9, 18), *range(27, 34)], [0, 8, 9, 17, 18, 26, *range(27, 34)], range(3, 21)])
    if rng.random() < 0.12:
        return [kind for kind in rng.choices(pool, k=7) for _ in range(2)], []
    if rng.random() < 0.1:
        return [*ORPHANS, rng.choice(ORPHANS)] if rng.random() < 0.2 else rng.sample([*rng.choice(KNITTED), *range(27, 34)], 14), []
    knitted = rng.choice(KNITTED) if rng.random() < 0.2 else ()
    tiles = [*knitted, *[rng.choice(pool)] * 2]
    melds: list[Meld] = []
    laid = rng.choice((0, 0, 1, 2, 3, 4))
    for place in range(3 if knitted else 0, 4):
        kind = rng.choice(pool)
        chow = kind < HONOURS and kind % 9 < 7 and rng.random() < 0.6
        kinds = [kind, kind + 1, kind + 2] if chow else [kind] * 3
        if place >= laid:
            tiles += kinds
        else:
            shape = "chow" if chow else rng.choice(("pung", "kong", "concealed_kong"))
            kinds += [kind] if shape.endswith("kong") else []
            melds.append(Meld(shape, tuple(kind * 4 + copy for copy, kind in enumerate(kinds))))  # type: ignore[arg-type]
    if rng.random() < 0.1:
        tiles[rng.randrange(len(tiles))] = rng.randrange(FLOWERS)
    return tiles, melds


def questions(rng: random.Random, number: int) -> list[tuple[Hand, list[Meld], Win]]:
    asked: list[tuple[Hand, list[Meld], Win]] = []
    while len(asked) < number:
        tiles, melds = some_hand(rng)
        if max(map(tiles.count, tiles)) > 4:
            continue
        rng.shuffle(tiles)
        won = HIDDEN if rng.random() < 0.02 else tiles.pop()
        flags = frozenset(rng.sample(FLAGS, rng.choice((0, 0, 0, 1, 2))))
        winds = rng.choice((-1, *range(27, 31))), rng.choice((-1, *range(27, 31)))
        by = rng.choice(("self_draw", "discard", "rob_kong"))
        asked.append((Hand.of_kinds(tiles), melds, Win(by, won, flags, *winds, won == HIDDEN, rng.random() < 0.02)))
    return asked


@needs_core
@pytest.mark.parametrize("place", range(len(COUNTERS)))
def test_the_accelerator_answers_as_its_twin(place: int) -> None:
    counter = COUNTERS[place]
    assert counter.score_of != counter.score_of_any
    for hand, melds, win in questions(random.Random(place), 3000):
        assert counter.score_of(hand, melds, win) == counter.score_of_any(hand, melds, win), (str(hand), list(map(str, melds)), win)


@needs_core
def test_five_of_a_kind_leave_no_trace() -> None:
    counter = Counter(TABLE, Counting())
    melds = [parse_meld(text) for text in ("[EEE]", "[SSS]", "[WWW]")]
    for pair in ("E", "N", "E"):
        hand, win = Hand.parse("123m" + pair), Win("discard", parse_kind(pair), frozenset(), 27)
        assert counter.score_of(hand, melds, win) == counter.score_of_any(hand, melds, win), pair


@needs_core
def test_what_is_no_hand_is_left_to_the_twin() -> None:
    win = Win("self_draw", 0, frozenset())
    hand = Hand.parse("23456m123999pEE")
    wrong: list[tuple[Any, ...]] = [(), (hand,), (hand, [], win, 1), (None, [], win), (hand, None, win), (hand, [1], win), (hand, [], None)]
    wrong += [(hand, [], win[:3]), (hand, [], ("a", "b", "c", "d", "e", "f", "g")), (hand, [], (*win[:3], "E", *win[4:]))]
    for arguments in wrong:
        with pytest.raises((TypeError, ValueError, AttributeError)):
            COUNTER.score_of(*arguments)
    for few, kind in (("1m", 0), ("1mE", 27), ("23456m123999pEE", 40)):
        assert COUNTER.score_of(Hand.parse(few), [], win._replace(kind=kind)) == COUNTER.score_of_any(
            Hand.parse(few), [], win._replace(kind=kind)
        )
    make: Any = Core
    with pytest.raises(TypeError):
        make()
    with pytest.raises(TypeError):
        make(answer=1, twin=2)


@needs_core
def test_counting_leaks_nothing() -> None:
    asked = questions(random.Random(3), 300)
    for arguments in asked:
        COUNTER.score_of(*arguments)
    gc.collect()
    before = len(gc.get_objects())
    for _ in range(20):
        for arguments in asked:
            COUNTER.score_of(*arguments)
    gc.collect()
    assert len(gc.get_objects()) - before < 100


def test_hands_that_no_condition_tells_apart_share_their_rows() -> None:
    rng = random.Random(1)
    for counter in COUNTERS[:2]:
        for _ in range(4000):
            pool = rng.choice([range(FLOWERS), range(9), range(18, 34), [0, 8, 9, 17, 18, 26, *range(27, 34)], [3, 12, 21, 4, 5, 22]])
            shape = rng.choice(("standard", "standard", "seven_pairs", "knitted_honors"))
            held = (
                rng.sample([*rng.choice(KNITTED), *range(27, 34)], 14)
                if shape == "knitted_honors"
                else rng.choices(pool, k=rng.randrange(2, 12))
            )
            kinds = sum(1 << kind for kind in set(held))
            assert counter.tile_rows(shape, kinds) == counter.stands(Tiles, (shape, kinds, counter.counting.strict_pairs))


@pytest.mark.parametrize("counter", COUNTERS[:2])
def test_chows_and_pungs_that_differ_in_their_places_alone_hold_the_same_rows(counter: Counter) -> None:
    by_number: dict[int, Any] = {}
    for number in range(5):
        for starts in combinations_with_replacement(CHOW_STARTS, number):
            rows = counter.stands(Chows, (starts, counter.counting.account_once))
            assert by_number.setdefault(chows_in_order(sum_of(starts, (), HIDDEN) & CHOWS), rows) == rows, starts
    by_number.clear()
    for number in range(5):
        for kinds in combinations(range(HONOURS), number):
            rows = counter.stands(Pungs, (kinds,))
            assert by_number.setdefault(pungs_in_order(sum_of((), kinds, HIDDEN) & PUNGS), rows) == rows, kinds


@pytest.mark.parametrize("counter", [COUNTERS[0], COUNTERS[-1]])
def test_what_a_longer_element_combines_is_shown_as_struck_out_and_never_counts(counter: Counter) -> None:
    for number in range(5):
        for starts in combinations_with_replacement(CHOW_STARTS[:14], number):
            told, held = counter.chows[sum_of(starts, (), HIDDEN) & CHOWS], counter.stands(Chows, (starts, counter.counting.account_once))
            assert not held & ~told
            assert counter.resolved[told] == counter.resolved[held], starts


@pytest.mark.parametrize(
    ("hand", "shown"),
    [
        ("13m456m789m234pCC", {"short_straight": "pure_straight", "two_terminal_chows": "pure_straight"}),
        ("13m123p123s789mCC", {"mixed_double_chow": "mixed_triple_chow"}),
        ("13m234345456mCC", {"short_straight": "four_pure_shifted_chows", "pure_shifted_chows": "four_pure_shifted_chows"}),
    ],
)
def test_the_official_rules_show_what_a_longer_element_of_chows_strikes_out(hand: str, shown: dict[str, str]) -> None:
    score = COUNTER.score_of(Hand.parse(hand), [], Win("discard", parse_kind("2m"), frozenset()))
    assert score is not None
    assert {one.id: one.by for one in score.excluded if "chow" in one.id or one.id == "short_straight"} == shown


@pytest.mark.parametrize("by", ["self_draw", "discard", "rob_kong"])
@pytest.mark.parametrize("hand", ["222m555p888sNNNP", "222m555p888sP (NNNN)", "222m333m444mEEEP"])
def test_four_concealed_pungs_strike_out_the_single_wait_only_where_another_seat_gives_the_tile(by: str, hand: str) -> None:
    tiles, *laid = hand.split()
    score = Counter(TABLE, Counting()).score_of(
        Hand.parse(tiles), [parse_meld(meld) for meld in laid], Win(by, parse_kind("P"), frozenset())
    )
    assert score is not None
    counts, struck = "single_wait" in {one.id for one in score.elements}, {one.id: one.by for one in score.excluded}.get("single_wait")
    assert (counts, struck) == ((True, None) if by == "self_draw" else (False, "four_concealed_pungs"))


@pytest.mark.parametrize(
    ("chows", "pair", "row"),
    [((0, 0, 6, 6), 4, "pure_terminal_chows"), ((0, 6, 18, 24), 13, "three_suited_terminal_chows"), ((0, 0, 6, 6), 13, "")],
)
def test_chows_at_both_ends_are_asked_about_with_their_pair(chows: tuple[int, ...], pair: int, row: str) -> None:
    counter = COUNTERS[1]
    rows = counter.sets_stand("standard", sum_of(chows, (), pair), counter.honour_rows(-1, -1))
    found = {counter.table[place].id for place in range(len(counter.table)) if rows >> place & 1 and counter.table[place].reads is Ends}
    assert found == ({row} if row else set())


def test_a_changed_wild_tile_makes_no_third_dragon_of_a_second_pung() -> None:
    counter = COUNTERS[1]
    twice = sum_of((), tuple(map(parse_kind, "CCP")), parse_kind("1m"))
    rows, several = counter.apart(counter.sets_stand("standard", twice + sum_of((), (0,), -1), counter.honour_rows(-1, -1)))
    held = {counter.table[place].id for place in range(len(counter.table)) if rows >> place & 1}
    assert not held & {"big_three_dragons", "two_dragon_pungs"}
    assert {counter.table[bit.bit_length() - 1].id: times for bit, times in several} == {"dragon_pung": 3}


@pytest.mark.parametrize("counter", COUNTERS[:2])
def test_a_row_strikes_out_later_ones_alone(counter: Counter) -> None:
    """So rows are struck out in table order; of two that strike each other out the first is left."""
    for place, rows in enumerate(counter.excludes):
        assert all(counter.excludes[other] >> place & 1 for other in range(place + 1) if rows >> other & 1), counter.table[place].id


@pytest.mark.parametrize("counter", COUNTERS[:2])
def test_a_suit_pung_alone_makes_no_element(counter: Counter) -> None:
    assert not any(counter.stands(Pungs, ((kind,),)) for kind in range(HONOURS))


@pytest.mark.parametrize("seat", [-1, *range(27, 31)])
@pytest.mark.parametrize("prevalent", [-1, *range(27, 31)])
def test_pungs_of_the_winds_that_matter_are_told_in_every_seat(seat: int, prevalent: int) -> None:
    """What is looked up by number and sort holds the same rows as what is looked up by kind."""
    counter = COUNTERS[0]
    situation, honours = counter.situation(Win("discard", 0, frozenset(), seat, prevalent), 0), counter.honour_rows(seat, prevalent)
    for number in range(5):
        for pungs in combinations(range(27, 34), number):
            for pair in (0, *(set(range(27, 34)) - set(pungs))):
                total = sum_of((), pungs, pair)
                assert counter.reading_stands("standard", total, situation) == counter.sets_stand("standard", total, honours), (pungs, pair)


def test_melds_and_tiles_make_hogs_together() -> None:
    melds = [parse_meld("[678m]"), parse_meld("[666m]")]
    win = Win("discard", parse_kind("E"), frozenset())
    score = COUNTERS[1].score_of(Hand.parse("123p456sE"), melds, win)
    assert score is not None
    assert score.values()["tile_hog"] == 2
    assert Laid.of(melds).hogs([0] * FLOWERS) == 1


def test_conditions_of_tiles_are_masks() -> None:
    assert sum(isinstance(row.when, Only) for row in TABLE) >= 10
