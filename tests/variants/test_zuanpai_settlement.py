"""Zuanpai payments beyond the cases: every formula is the arithmetic of its amount, and every pair of players pays by itself."""

from __future__ import annotations

from itertools import product

import pytest

from fangcheng.meld import parse_meld
from fangcheng.payments import net
from fangcheng.rules.variant import Outcome, WonBy
from fangcheng.variants.zuanpai.options import ZuanpaiOptions
from fangcheng.variants.zuanpai.settlement import pay, shares

FOUR = ["[123m<0]", "[777p<0]", "[999s<0]", "[456m<0]"]


@pytest.mark.parametrize(
    ("melds", "expected"),
    [
        ("[777p<0] [999s<0]", 0),
        ("[123m<0] [777p<0] [999s<0]", 3),
        ("[777p<0] [999s<0] [EEEE<0]", 6),
        ("[56mC<0] [777p<0] [999s<0]", 3),
        ("[CCC<0] [777p<0] [999s<0]", 6),
        (" ".join(FOUR), 6),
        ("[111m<0] [777p<0] [999s<0] [EEE<0]", 12),
    ],
)
def test_shares(melds: str, expected: int) -> None:
    assert shares([parse_meld(text) for text in melds.split()]) == expected


def outcome(melds: list[list[str]], winner: int = 1, dealer: int = 0) -> Outcome:
    win = WonBy(winner, "self_draw", -1, {"base_win": 4, "paofeng": 6, "kong_exposed": 1})
    return Outcome(4, dealer, [win], {"melds": melds, "continuation": 1})


def test_formulas_are_the_arithmetic_of_the_amounts() -> None:
    melds = [["[222p<1]", "[333p<1]", "[444p<1]"], FOUR, [], ["[111s<1]", "[555s<1]", "[EEE<1]"]]
    for bao, base, base_by, unit in product(("off", "sole_payer", "pairwise"), (True, False), ("winner", "dealer_involved"), (1, 5)):
        options = ZuanpaiOptions(bao=bao, bao_includes_base=base, base_by=base_by, unit=unit)
        transfers = pay(options, outcome(melds)).transfers
        assert all(eval(transfer.formula) == transfer.amount for transfer in transfers)
        assert sum(net(transfers, 4)) == 0


def test_several_liable_players_pay_in_full() -> None:
    """R34: seat 0 fed four with a chow and was fed three, seat 3 was fed three; seat 2 pays nothing."""
    melds = [["[222p<1]", "[333p<1]", "[444p<1]"], FOUR, [], ["[111s<1]", "[555s<1]", "[EEE<1]"]]
    transfers = pay(ZuanpaiOptions(), outcome(melds)).transfers
    assert net(transfers, 4) == [-11 * (6 + 12), 11 * 30, 0, -11 * 12]
    assert [(transfer.payer, transfer.reason) for transfer in transfers] == [(3, "liability_back"), (0, "liability"), (0, "liability_back")]


def test_a_dealer_who_pays_his_own_base_pays_shares_of_it() -> None:
    options = ZuanpaiOptions(base_by="dealer_involved")
    assert net(pay(options, outcome([[], FOUR, [], []])).transfers, 4) == [-(12 + 7) * 6, (12 + 7) * 6, 0, 0]


def test_without_liability_by_option_nobody_is_liable() -> None:
    assert net(pay(ZuanpaiOptions(bao="off"), outcome([[], FOUR, [], []])).transfers, 4) == [-11, 33, -11, -11]


def test_points_alone_are_split_by_the_winners_role() -> None:
    """A settlement may give the sum of a win instead of its elements."""
    win = WonBy(1, "self_draw", -1, {"points": 10})
    options = ZuanpaiOptions(bao_includes_base=False)
    assert net(pay(options, Outcome(4, 0, [win], {"melds": [[], FOUR, [], []]})).transfers, 4) == [-36, 36, 0, 0]
