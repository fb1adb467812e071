"""Every payment of every game explains itself: its formula is the arithmetic of its amount, and each number in it has a name."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from fangcheng.audit.golden import eager_deal
from fangcheng.audit.promises import random_options
from fangcheng.payments import Transfer
from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS

DEALS = 100
NUMBER = re.compile(r"\d+(?:\^\d+)?")


def transfers(game: Variant) -> Iterator[Transfer]:
    for seed in range(DEALS):
        settled = eager_deal(game, seed, random_options(game, random.Random(seed))).state.settled
        assert settled is not None
        yield from settled.transfers


@pytest.mark.parametrize("game", VARIANTS.values(), ids=list(VARIANTS))
def test_formulas_are_the_arithmetic_of_the_amounts_and_name_their_numbers(game: Variant) -> None:
    found = list(transfers(game))
    assert found
    for transfer in found:
        assert eval(transfer.formula.replace("^", "**")) == transfer.amount
        assert len(transfer.terms) == len(NUMBER.findall(transfer.formula)), transfer
