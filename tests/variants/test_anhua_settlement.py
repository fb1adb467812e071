"""Anhua payments beyond the cases: nothing is lost, formulas are their amounts, birds by the number of players, the next dealer."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fangcheng.payments import net
from fangcheng.rules.variant import Outcome, WonBy
from fangcheng.tiles import kind_name
from fangcheng.variants.anhua.elements import with_dealer
from fangcheng.variants.anhua.options import AnhuaOptions
from fangcheng.variants.anhua.settlement import bird_seat, next_dealer, pay

SMALL = [{"small_win": 1}, {"hard_small_win": 2}]
BIG = {"all_pungs": 4, "pure_suit": 4, "kong_bloom": 4, "ready": 4, "hard_hand": 4, "three_wilds": 5, "four_wilds": 9, "four_indicators": 8}
elements = st.sampled_from(SMALL) | st.lists(st.sampled_from(sorted(BIG)), min_size=1, unique=True).map(
    lambda names: {name: BIG[name] for name in names}
)
options = st.builds(
    AnhuaOptions,
    base_score=st.integers(1, 10),
    dealer_split=st.booleans(),
    multi_win_dealer=st.sampled_from(["nearest", "payer"]),
)


@st.composite
def outcomes(draw: Any) -> Outcome:
    """A self-draw, a win on a discard, or several on kong tiles."""
    seats = draw(st.integers(2, 4))
    source = draw(st.integers(0, seats - 1))
    others = [(source + step) % seats for step in range(1, seats)]
    by = draw(st.sampled_from(["self_draw", "discard", "kong_reveal"]))
    winners = {"self_draw": [source], "discard": [draw(st.sampled_from(others))]}.get(by)
    winners = winners or draw(st.lists(st.sampled_from(others), min_size=1, unique=True).map(lambda some: sorted(some, key=others.index)))
    wins = [WonBy(seat, by, -1 if by == "self_draw" else source, draw(elements)) for seat in winners]
    birds = [kind_name(kind) for kind in draw(st.lists(st.integers(0, 26), max_size=4))]
    return Outcome(seats, draw(st.integers(0, seats - 1)), wins, {"birds": birds})


@given(options, outcomes())
def test_nothing_is_lost_and_every_formula_is_its_amount(chosen: AnhuaOptions, outcome: Outcome) -> None:
    payment = pay(chosen, outcome)
    assert sum(net(payment.transfers, outcome.seats)) == 0
    for transfer in payment.transfers:
        assert eval(transfer.formula) == transfer.amount > 0
    assert sum(win.source < 0 for win in outcome.wins) * (outcome.seats - 1) + sum(win.source >= 0 for win in outcome.wins) == len(
        payment.transfers
    )


@given(options, outcomes())
def test_each_payer_pays_by_the_rules_letter(chosen: AnhuaOptions, outcome: Outcome) -> None:
    seats, factor = outcome.seats, chosen.base_score
    for win in outcome.wins:
        payers = [win.source] if win.source >= 0 else [seat for seat in range(seats) if seat != win.seat]
        for payer in payers:
            counts = chosen.dealer_split and outcome.dealer in (win.seat, payer)
            points = sum(with_dealer(name, value) if counts else value for name, value in win.elements.items())
            numbers = [int(text[0]) for text in outcome.facts["birds"]]
            hits = sum(place_of(number, win.seat, seats) in (win.seat, payer) for number in numbers)
            paid = [transfer.amount for transfer in pay(chosen, outcome).transfers if (transfer.payer, transfer.payee) == (payer, win.seat)]
            assert paid == [points * 2**hits * factor]


def test_a_payment_names_the_share_of_the_dealer() -> None:
    outcome = Outcome(4, 0, [WonBy(2, "self_draw", -1, {"small_win": 1})], {"birds": ["5m"]})
    paid = {transfer.payer: (transfer.formula, transfer.terms) for transfer in pay(AnhuaOptions(), outcome).transfers}
    assert paid[0] == ("(1+1)*2", ("small_win", "dealer", "birds"))
    assert paid[1] == paid[3] == ("1*2", ("small_win", "birds"))
    hard = Outcome(4, 0, [WonBy(2, "discard", 0, {"hard_small_win": 2})], {"birds": []})
    assert [(paid.formula, paid.terms) for paid in pay(AnhuaOptions(), hard).transfers] == [("2+2", ("hard_small_win", "dealer"))]
    assert pay(AnhuaOptions(dealer_split=False), hard).transfers[0].terms == ("hard_small_win",)
    big = Outcome(4, 0, [WonBy(2, "discard", 0, {"all_pungs": 4})], {"birds": []})
    assert pay(AnhuaOptions(), big).transfers[0].terms == ("all_pungs",)


def place_of(number: int, winner: int, seats: int) -> int | None:
    """The bird table of the rules, number by number."""
    table = {4: "0123", 3: "012-", 2: "0-1-"}[seats] * 3
    step = table[number - 1]
    return None if step == "-" else (winner + int(step)) % seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_birds_count_from_the_winner(seats: int) -> None:
    for kind in range(27):
        for winner in range(seats):
            assert bird_seat(kind, winner, seats) == place_of(kind % 9 + 1, winner, seats)


@pytest.mark.parametrize(
    ("element", "value", "with_the_dealer"),
    [
        ("small_win", 1, 2),
        ("hard_small_win", 2, 4),
        ("three_wilds", 5, 6),
        ("three_indicators", 5, 6),
        ("four_wilds", 9, 10),
        ("four_indicators", 9, 10),
        ("four_indicators", 8, 8),
        ("three_wilds", 4, 4),
        ("four_wilds", 8, 8),
        ("ready", 4, 4),
        ("kong_shot", 6, 6),
    ],
)
def test_values_with_the_dealer(element: str, value: int, with_the_dealer: int) -> None:
    assert with_dealer(element, value) == with_the_dealer
    win = WonBy(1, "self_draw", -1, {element: value})
    assert net(pay(AnhuaOptions(), Outcome(3, 0, [win])).transfers, 3) == [-with_the_dealer, with_the_dealer + value, -value]
    assert net(pay(AnhuaOptions(dealer_split=False), Outcome(3, 0, [win])).transfers, 3) == [-value, 2 * value, -value]


def test_the_next_dealer() -> None:
    shots = [WonBy(seat, "kong_reveal", 1, {"kong_shot": 6}) for seat in (2, 0)]
    assert next_dealer(AnhuaOptions(), Outcome(4, 3, shots)) == 2
    assert next_dealer(AnhuaOptions(), Outcome(4, 3, shots[::-1])) == 2  # in whatever order they are told
    assert next_dealer(AnhuaOptions(multi_win_dealer="payer"), Outcome(4, 3, shots)) == 1
    assert next_dealer(AnhuaOptions(multi_win_dealer="payer"), Outcome(4, 3, shots[:1])) == 2
    assert next_dealer(AnhuaOptions(), Outcome(4, 3, [], {"last_drawer": 1})) == 1
    assert next_dealer(AnhuaOptions(), Outcome(4, 3, [], {"last_drawer": None})) == 0
