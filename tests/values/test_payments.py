"""Bills: sums, factors, what comes beside them, and the name of each number."""

from __future__ import annotations

import pytest

from fangcheng.payments import Term, Transfer, bill, net

POINTS, DEALER, BIRDS, DRAW = Term(6, "points"), Term(1, "dealer"), Term(4, "birds"), Term(1, "self_draw")


@pytest.mark.parametrize(
    ("parts", "factors", "beside", "amount", "formula"),
    [
        ([POINTS], [], [], 6, "6"),
        ([POINTS, DEALER], [], [], 7, "6+1"),
        ([POINTS], [BIRDS], [], 24, "6*4"),
        ([POINTS, DEALER], [BIRDS], [DRAW], 29, "(6+1)*4+1"),
        ([POINTS], [BIRDS, Term(8, "doubled", "2^3")], [], 192, "6*4*2^3"),
        ([POINTS, Term(-2, "allowed")], [], [], 4, "6-2"),
    ],
)
def test_a_bill_is_its_arithmetic(parts: list[Term], factors: list[Term], beside: list[Term], amount: int, formula: str) -> None:
    terms = tuple(term.id for term in (*parts, *factors, *beside))
    assert bill(2, 0, "win", parts, factors, beside) == Transfer(2, 0, amount, "win", formula, terms)


def test_transfers_are_netted_and_sum_to_zero() -> None:
    assert net([bill(0, 1, "win", [POINTS]), bill(1, 2, "win", [DEALER])], 3) == [-6, 5, 1]
