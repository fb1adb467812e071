"""Zuanpai scoring beyond the cases: look-ups against plain enumeration, any-tile waits against their definition, speed with four wilds."""

from __future__ import annotations

import random
import time

import pytest

from fangcheng.hand import Hand
from fangcheng.meld import parse_meld
from fangcheng.rules.variant import Refused, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import Split, complete, seven_pairs_complete, splits
from fangcheng.shapes.any_tile import any_tile
from fangcheng.tiles import parse_kind
from fangcheng.variants import get_variant
from fangcheng.variants.zuanpai.options import ZuanpaiOptions
from fangcheng.variants.zuanpai.readings import forms
from fangcheng.variants.zuanpai.roles import FACES, WINDS, Roles, roles_of
from fangcheng.variants.zuanpai.situation import Around, Situation, situation_of

ZUANPAI = get_variant("zuanpai")
OPTIONS = ZuanpaiOptions()


def score(hand: str, win: str, wild: str, melds: tuple[str, ...] = (), flags: tuple[str, ...] = (), **context: object) -> Score | None:
    facts = WinFacts(
        Hand.parse(hand), [parse_meld(text) for text in melds], parse_kind(win), "self_draw", frozenset(flags), {"wild": wild, **context}
    )
    return ZUANPAI.score(OPTIONS, facts)


def random_win(rng: random.Random) -> tuple[Roles, Hand]:
    """Fourteen tiles that sets and a pair were made of before wilds took the place of some; many of them winds."""
    roles = roles_of(rng.choice((8, 27, 28, 13, 31)))
    while True:
        tiles: list[int] = []
        for _ in range(4):
            if rng.random() < 0.6:
                tiles += [rng.choice((*WINDS, *range(9))) * 4 + copy for copy in range(3)]
            else:
                first = rng.choice((0, 3, 6, 9, 12, 20))
                tiles += [(first + step) * 4 + rng.randrange(4) for step in range(3)]
        tiles += [rng.choice(FACES) * 4 + copy for copy in (2, 3)]
        kept = [tile for tile in tiles if tile >> 2 != roles.wild and tile >> 2 not in roles.kongs]
        if len(set(kept)) < len(kept):
            continue
        wilds = 14 - len(kept) + rng.randrange(4)
        if wilds <= 4:
            kept = kept[: 14 - wilds]
            return roles, Hand([*kept, *(roles.wild * 4 + copy for copy in range(wilds))])


def wind_triplets(split: Split, roles: Roles) -> int:
    """R20 by definition, for a split of natural tiles and wilds."""
    own = sum(part.shape == "any" for part in split.sets) if roles.wild in WINDS else 0
    real = sum(part.shape == "pung" and part.kind in WINDS and (len(part.wilds) < 3 or part.kind == roles.wild) for part in split.sets)
    return real + min(own, 1)


def test_look_ups_find_what_enumeration_finds() -> None:
    rng = random.Random(7)
    for _ in range(400):
        roles, hand = random_win(rng)
        win = Situation(OPTIONS, roles, hand, -1, [], Around(dealer=True, first_turn=True), None)
        every = splits(win.faces, win.wilds)
        found = {form.triplets: len(form.winds) for form in forms(win) if form.shape == "standard"}
        # Splits leave sets of three wilds unnamed, so they may be pungs.
        pungs = [split for split in every if all(part.shape != "chow" for part in split.sets)]
        expected = {False: max(wind_triplets(split, roles) for split in every)} if every else {}
        if pungs:
            expected[True] = max(wind_triplets(split, roles) for split in pungs)
        assert found == expected, str(hand)
        assert any(form.shape == "seven_pairs" for form in forms(win)) == seven_pairs_complete(win.faces, win.wilds)


@pytest.mark.parametrize(
    ("hand", "win", "wild", "winds"),
    [
        ("44888pWWWNNNCC", "C", "W", 3),  # stand-ins and wilds of the west, six in all
        ("777m123pSSSSFF1s", "1s", "F", 2),  # SSS and S with two wilds
        ("777m123pSSS11sFF", "S", "F", 2),
        ("777m123p456pSFF1s", "1s", "F", 1),
    ],
)
def test_two_triplets_of_one_wind_count_twice(hand: str, win: str, wild: str, winds: int) -> None:
    found = score(hand, win, wild, flags=("first_turn",), dealer=True)
    assert found is not None
    assert found.values()["wind_pung"] == winds


def test_any_tile_is_what_it_says() -> None:
    rng = random.Random(3)
    seen = {True: 0, False: 0}
    for _ in range(600):
        roles, hand = random_win(rng)
        if not hand.counts[roles.wild]:
            continue
        before = hand.copy()
        before.remove(rng.choice([tile for tile in hand.tiles() if tile >> 2 != roles.wild]))
        faces, wilds = roles.natural(before)
        # A fifth tile of a face cannot be put into a hand; the shape would be judged with it.
        completed = [complete(more, wilds) or seven_pairs_complete(more, wilds) for face in FACES if (more := faces.plus(face)) is not None]
        found = any_tile(faces, wilds, FACES)
        assert not found or all(completed)
        assert found or not all(completed) or 4 in faces.counts
        seen[found] += 1
    assert min(seen.values()) > 50


@pytest.mark.parametrize(
    ("hand", "wild", "waits"),
    [
        ("123m456p789s123s9m", "9m", True),
        ("123m456p77s9m9m789s", "9m", True),
        ("123m456p789s56s9m9m", "9m", True),
        ("123m456p789s57s9m9m", "9m", True),
        ("123m456p789s12s9m9m", "9m", True),
        ("123m456p789s1s9m9m9m", "9m", True),
        ("11m22m33p44p55s66s9m", "9m", True),
        ("123m456p789s12p9m9m", "9m", True),
        ("123m45p79s9m9mE789p", "9m", False),
        ("123m456p789s12sF9m", "9m", False),
        ("123m456p789s1234s", "9m", False),
    ],
)
def test_typical_any_tile_hands(hand: str, wild: str, waits: bool) -> None:
    facts = WinFacts(Hand.parse(hand), [], parse_kind("W"), "self_draw", frozenset(), {"wild": wild})
    win = situation_of(OPTIONS, facts)
    assert win is not None
    assert win.any_tile is waits


def test_the_reading_says_what_each_wild_stands_for() -> None:
    found = score("123m456p77s9m9m", "E", "9m", ("[789s]",))
    assert found is not None
    assert [group.wilds for group in found.reading.groups if group.wilds] == [(27, 27)]
    assert sum(len(group.kinds) for group in found.reading.groups) == 14


def test_struck_out_elements_are_named() -> None:
    found = score("11m22p33p44s55s9m9m9m", "9m", "9m")
    assert found is not None
    assert {(out.id, out.by) for out in found.excluded} == {
        ("heavenly_seven_pairs", "double_heavenly"),
        ("heavenly_four_wilds", "double_heavenly"),
    }
    stars = score("147m258p3sESWNCF", "P", "2m")
    assert stars is not None
    assert [out.id for out in stars.excluded] == ["thirteen_unconnected"]


def test_a_fifth_tile_is_no_win() -> None:
    assert score("1111m23m456p789s5p", "1m", "9m") is None


def test_a_wild_wind_is_a_wind_by_itself() -> None:
    """Three wilds of their own kind are a wind triplet; R20 asks for no natural tile then."""
    found = score("123m456p78s55pEEE", "9s", "E")
    assert found is not None
    assert found.values()["wind_pung"] == 1


@pytest.mark.parametrize(
    ("meld", "wild", "lies"),
    [
        ("[999m]", "9m", False),
        ("[789m]", "9m", False),
        ("[789m]", "8p", True),
        ("(FFFF)", "9m", False),
        ("(FFFF)", "F", False),
        ("[SSSS]", "9m", True),
        ("[78mC]", "6m", True),
        ("[78mC]", "5m", False),
        ("[78mC]", "F", False),
        ("[89mC]", "1p", False),
        ("[12mE]", "9m", False),
        ("[CCC]", "5m", True),
        ("{P}", "5m", True),
        ("{5m}", "5m", True),
        ("{C}", "5m", False),
        ("{C}", "P", True),
    ],
)
def test_melds_that_nobody_can_have(meld: str, wild: str, lies: bool) -> None:
    """Sections 4.1 to 4.3: wilds and kong tiles lie singly and in no set, all else in sets of faces."""
    hand = "456p234s78s55p" + "123p" * meld.startswith("{")
    facts = WinFacts(Hand.parse(hand), [parse_meld(meld)], parse_kind("6s"), "self_draw", frozenset(), {"wild": wild})
    assert (ZUANPAI.score(OPTIONS, facts) is not None) == lies
    if not lies:
        assert ZUANPAI.why_no_win(OPTIONS, facts) == Refused("no_meld_beside_wild", {"meld": meld, "wild": wild})


def test_what_is_not_told_has_its_usual_value() -> None:
    found = score("456p234s78s55p", "6s", "9m", ("[7777m]",), ("replacement",), dealer=True, continuation=None, kong_chain=None)
    assert found is not None
    assert found.values() == {"base_win": 8, "kong_exposed": 1, "kong_bloom": 3}


@pytest.mark.parametrize("hand", ["123m456p789s1s9m9m9m", "1245m46p79s9m9m9mEW", "2345678m345p9m9m9m", "EESSWWN9m9m9m1p1p2p"])
def test_scoring_is_fast_with_four_wilds(hand: str) -> None:
    score(hand, "9m", "9m")
    begun = time.process_time()
    for _ in range(50):
        score(hand, "9m", "9m")
    assert (time.process_time() - begun) / 50 < 0.002
