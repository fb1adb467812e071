"""Payments: transfers between seats with the arithmetic of each. Their sum is zero by construction."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec


class Transfer(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """`payer` gives `amount` points to `payee`. `reason` is a message id, `formula` the arithmetic, e.g. ``(6+1)*2^1``."""

    payer: int
    payee: int
    amount: int
    reason: str
    formula: str = ""


def net(transfers: Iterable[Transfer], seats: int) -> list[int]:
    """Net change of each seat; sums to zero."""
    changes = [0] * seats
    for transfer in transfers:
        changes[transfer.payer] -= transfer.amount
        changes[transfer.payee] += transfer.amount
    return changes
