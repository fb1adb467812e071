"""``fangcheng score``: what a hand is worth, who pays, and what cannot be scored."""

from __future__ import annotations

import json

import pytest
from cli.command import PUNGS, Fangcheng, complains


def test_score(fangcheng: Fangcheng) -> None:
    done = fangcheng(*PUNGS)
    assert done.status == 0
    assert "A win: 6 pts" in done.out
    assert "[444p] 222m 777p 999s 33s" in done.out
    assert "碰碰胡" in done.out
    assert "All pungs" in done.out
    assert "碰碰胡" in fangcheng(*PUNGS, "--lang", "zh-Hans").out
    paid = fangcheng(*PUNGS, "--winner", "2", "--payer", "3", "--lang", "zh-Hans").out
    assert "胡牌，共 6 分" in paid
    assert "3号座 -> 2号座" in paid
    assert "各家得失（分）：+0 +6 -6 +0" in paid
    # A game that counts fan says so.
    assert "番" in fangcheng("score", "mcr", "222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--lang", "zh-Hans").out.split("\n")[0]


def test_score_with_payments(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "1", "--outcome", "birds=2m,5p")
    done = fangcheng(*PUNGS, *seats)
    assert "(6+1)*4" in done.out
    assert "-28 +28 +0 +0" in done.out
    plain = json.loads(fangcheng(*PUNGS, *seats, "--json").out)
    assert plain["payments"] == [-28, 28, 0, 0]
    assert plain["elements"] == [{"id": "all_pungs", "value": 6}]


def test_score_of_facts(fangcheng: Fangcheng) -> None:
    last = fangcheng("score", "changsha", "123m456p789s222p5s", "--win", "5s", "--flag", "last_tile")
    assert "Last-tile draw" in last.out
    reveal = fangcheng("score", "changsha", "123m456p789s5s", "--melds", "(2222p)", "--win", "5s", "--context", "reveal=5s1m")
    assert "Kong bloom" in reveal.out
    seven = ("score", "changsha", "1122334466p55s7p", "--win", "7p")
    assert "Seven pairs" in fangcheng(*seven).out
    opening = fangcheng("score", "changsha", "1111m234p567s789s", "--by", "opening")
    assert "Four joys" in opening.out


@pytest.mark.parametrize("fact", ["float=[1]", "openings=[{}]", "openings=[7]", "birds=[null]", "balances=[1.5,2,3,4]", "balances=[1,2]"])
def test_facts_of_a_settlement_that_cannot_be_read(fangcheng: Fangcheng, fact: str) -> None:
    hand = ("222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--by", "discard", "--winner", "4", "--payer", "1")
    complains(fangcheng("score", "changsha", *hand, "--outcome", fact), f"--outcome {fact.partition('=')[0]} cannot be")


def test_lists_of_one_need_no_brackets(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "1", "--json")
    one, written = (fangcheng(*PUNGS, *seats, "--outcome", fact) for fact in ("birds=2m", 'birds=["2m"]'))
    assert one == written
    none, silent = (fangcheng(*PUNGS, *seats, *more) for more in (("--outcome", "birds="), ()))
    assert none == silent != one
    wins = ("score", "two_player_frenzy", "123m456p789s222p5s", "--win", "5s")
    assert fangcheng(*wins, "--context", "loser_melds=[888s]") != fangcheng(*wins)


def test_who_deals_is_told_once(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "3")
    assert fangcheng(*PUNGS, *seats, "--dealer") == fangcheng(*PUNGS, *seats, "--dealer-seat", "2")
    assert fangcheng(*PUNGS, *seats, "--payer-dealer") == fangcheng(*PUNGS, *seats, "--dealer-seat", "3")
    assert fangcheng(*PUNGS, *seats) == fangcheng(*PUNGS, *seats, "--dealer-seat", "1")
    assert fangcheng(*PUNGS, *seats).out != fangcheng(*PUNGS, *seats, "--dealer").out


def test_no_win(fangcheng: Fangcheng) -> None:
    done = fangcheng("score", "changsha", "123m456p789s222p4s", "--win", "4s")
    assert done == (1, "No win.\n  A small win needs a pair of 2, 5 or 8.\n", "")
    answer = json.loads(fangcheng("score", "changsha", "123m456p789s222p4s", "--win", "4s", "--json").out)
    assert answer == {"wins": False, "why": {"code": "small_win_needs_258_pair", "detail": {}}}


def test_no_win_for_want_of_fan(fangcheng: Fangcheng) -> None:
    done = fangcheng("score", "mcr", "123m567p345s99p67s", "--win", "8s", "--by", "discard")
    assert done == (1, "No win.\n  The hand is complete, but worth only 5 fan of the 8 that a win needs.\n", "")


def test_numbers_by_seat_are_separated_by_commas(fangcheng: Fangcheng) -> None:
    hand = ("123m456m789m23p55s", "--win", "1p", "--winner", "2", "--dealer-seat", "1", "--outcome", "stakes=4,2,1,1")
    payments = json.loads(fangcheng("score", "guobiao", *hand, "--json").out)["payments"]
    assert payments == [-8 * 31, 12 * 31, -2 * 31, -2 * 31]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess", "123m"), "unknown variant 'chess'"),
        (("changsha", "123m456p789s222p4"), "digit without a suit"),
        (("changsha", "123m", "--win", "4s"), "HAND has 3 tiles; with 0 melds it has 13"),
        (("changsha", "123m456p789s22p4s"), "HAND has 12 tiles"),
        (("changsha", "123m456p789s222pE", "--win", "E"), "2 tiles E where changsha has none"),
        (("changsha", "123m456p789s4s", "--melds", "[12m]", "--win", "4s"), "these tiles make no meld"),
        (
            ("guobiao", "78m22p", "--melds", "[123m] [456m] {CCC}"),
            "guobiao has no meld {CCC}; its melds are written [123m] [777p] [7777p] (7777p)",
        ),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--flag", "luck"), "guobiao knows no 'luck'; it knows first_turn, ready"),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--by", "opening"), "guobiao knows no 'opening'; it knows self_draw, discard"),
        (("mcr", "123m456p789s222p4s", "--win", "4s", "--context", "flowers=9"), "--context flowers cannot be 9; it is a whole"),
        (("changsha", "123m456p789s222p4s", "--win", "45s"), "expected one tile, found 2"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "float_max=9"), "'float_max' cannot be 9"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "float_max"), "not of the form"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--context", "dealer"), "--context 'dealer' is not of the form"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "birds=2", "--option", "birds=4"), "--option birds is given twice"),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "wild=1m", "--context", "wild=2m"), "--context wild is told twice"),
        (
            ("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "fortune=9"),
            "--context fortune cannot be 9; it is one of 8, 18, 28",
        ),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "luck=1"), "--context: unknown fact of a win 'luck'; known: "),
        (("anhua", "123m456p789s222p5s", "--win", "5s"), "--context: context needs the indicator"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--outcome", "birds=1m"), "name the --winner, too"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--dealer", "--payer-dealer"), "one seat deals"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--dealer", "--winner", "2", "--dealer-seat", "3"), "is not the dealer's, 3"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--context", "reveal=9"), "--context reveal cannot be 9; it is 1 to 2"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--winner", "5"), "--winner 5 is no seat from 1 to 4"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--winner", "1", "--payer", "2"), "nobody gives the tile of a self-draw"),
        ((*PUNGS[1:], "--winner", "2"), "--by discard: say with --payer whose tile it is"),
        (("changsha", "11m", "--melds", "[444p] [555p] [666p]", "--win", "1m"), "HAND has 2 tiles; with 3 melds it has 4"),
        (("changsha", "1m", "--melds", "[444p]", "--win", "1m"), "HAND has 1 tile; with 1 meld it has 10"),
        (("mcr", "abc123m456p789s222p5s", "--win", "5s"), "--context: flowers are no part of the hand"),
        (("mcr", "123m456p789s222p5s", "--win", "a"), "--context: flowers are no part of the hand"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--by", "luck"), "for '--by': 'luck' is not one of"),
    ],
)
def test_score_complaints(fangcheng: Fangcheng, arguments: tuple[str, ...], complaint: str) -> None:
    complains(fangcheng("score", *arguments), complaint)
