"""Payments: transfers between seats with the arithmetic of each. Their sum is zero by construction."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import NamedTuple

import msgspec


class Transfer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`payer` gives `amount` points to `payee`. `reason` is a message id, `formula` the arithmetic, e.g. ``(6+1)*2^1``.

    terms    message ids of what the numbers of the formula mean, in its order: ``("fan", "dealer", "birds")``; ``2^1`` is one number
    instead  seat in whose place it is paid or received, -1 for none
    kind     kind of the tile that it is paid for, -1 for none
    """

    payer: int
    payee: int
    amount: int
    reason: str
    formula: str = ""
    terms: tuple[str, ...] = ()
    instead: int = -1
    kind: int = -1


class Term(NamedTuple):
    """A number of a formula and the message id of what it means; `text` where it is written differently, such as ``2^3``."""

    value: int
    id: str
    text: str = ""

    def __str__(self) -> str:
        return self.text or str(self.value)


def bill(payer: int, payee: int, reason: str, parts: Sequence[Term], factors: Sequence[Term] = (), beside: Sequence[Term] = ()) -> Transfer:
    """The transfer of the sum of `parts` times every factor, plus what comes `beside` that: ``(6+1)*2+1``."""
    amount = sum(part.value for part in parts) * prod(factor.value for factor in factors) + sum(part.value for part in beside)
    whole = _sum(parts)
    if factors and len(parts) > 1:
        whole = f"({whole})"
    formula = "*".join((whole, *map(str, factors))) + "".join(f"+{part}" for part in beside)
    return Transfer(payer, payee, amount, reason, formula, tuple(term.id for term in (*parts, *factors, *beside)))


def _sum(parts: Sequence[Term]) -> str:
    """Parts added up; a negative one is taken away."""
    return "".join(f"+{part}" if place and part.value >= 0 else str(part) for place, part in enumerate(parts))


def net(transfers: Iterable[Transfer], seats: int) -> list[int]:
    """Net change of each seat; sums to zero."""
    changes = [0] * seats
    for transfer in transfers:
        changes[transfer.payer] -= transfer.amount
        changes[transfer.payee] += transfer.amount
    return changes
