"""Every payment of every game explains itself: its formula is the arithmetic of its amount, and each number in it has a name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from fangcheng.audit.case import SettleCase
from fangcheng.audit.golden import eager_deal
from fangcheng.audit.parse import parse_case
from fangcheng.audit.promises import random_options
from fangcheng.payments import Transfer
from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS

DEALS = 100
NUMBER = re.compile(r"\d+(?:\^\d+)?")


def transfers(game: Variant, cases: Path) -> Iterator[Transfer]:
    """What the settlement cases come to and, where random deals are ever won, those too."""
    for line in filter(str.strip, (cases / f"{game.id}.jsonl").read_text("utf-8").splitlines()):
        case = parse_case(line)
        if isinstance(case, SettleCase):
            yield from game.pay(case.options, case.outcome).transfers
    for seed in range(DEALS):
        settled = eager_deal(game, seed, random_options(game, random.Random(seed))).state.settled
        assert settled is not None
        yield from settled.transfers


@pytest.mark.parametrize("game", VARIANTS.values(), ids=list(VARIANTS))
def test_formulas_are_the_arithmetic_of_the_amounts_and_name_their_numbers(repository: Path, game: Variant) -> None:
    found = list(transfers(game, repository / "tests" / "cases"))
    assert found, "nothing is paid in any settlement case, nor in random deals"
    for transfer in found:
        assert eval(transfer.formula.replace("^", "**")) == transfer.amount
        assert len(transfer.terms) == len(NUMBER.findall(transfer.formula)), transfer
