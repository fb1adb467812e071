"""What a settled deal comes to in play money: pure arithmetic, whatever the game was.

The game says who owes whom how many points, and a stake turns them into money. No player can lose more than they hold, and where the table
has a gain cap, no player can gain more than they held when the deal began. Cuts reduce all of a seat's debts in proportion.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from fangcheng.payments import Transfer

Flow = list[list[int]]
"""What each seat (row) pays each other (column)."""


class Money(NamedTuple):
    """A settlement by seat.

    changes  what it gains or loses; sums to zero
    fees     what it pays to the house
    cut      the difference between its change and what the points say
    """

    changes: tuple[int, ...]
    fees: tuple[int, ...]
    cut: tuple[int, ...]


def settle_money(
    transfers: Iterable[Transfer],
    stake: int,
    fees: Sequence[int],
    holds: Sequence[int | None],
    most: Sequence[int | None],
) -> Money:
    """The settlement of a deal.

    stake  play money a point
    fees   what each seat owes the house; it pays what it has left
    holds  what each seat has now, None for one that cannot run out
    most   what each seat may gain, None for no limit
    """
    seats = len(holds)
    owed = _netted(transfers, stake, seats)
    flow = [row[:] for row in owed]
    # The caps first: what nobody may receive, nobody needs to be able to pay.
    _until_nothing_changes(flow, lambda seat: _cap_gain(flow, seat, most[seat]))
    _until_nothing_changes(flow, lambda seat: _cap_loss(flow, seat, holds[seat]))
    changes = tuple(_change(flow, seat) for seat in range(seats))
    left = [None if held is None else held + change for held, change in zip(holds, changes, strict=True)]
    paid = tuple(fee if has is None else min(fee, max(0, has)) for fee, has in zip(fees, left, strict=True))
    return Money(changes, paid, tuple(changes[seat] - _change(owed, seat) for seat in range(seats)))


def _netted(transfers: Iterable[Transfer], stake: int, seats: int) -> Flow:
    """Debts both ways between two seats are set against one another."""
    flow = [[0] * seats for _ in range(seats)]
    for transfer in transfers:
        flow[transfer.payer][transfer.payee] += transfer.amount * stake
    return [[max(0, flow[payer][payee] - flow[payee][payer]) for payee in range(seats)] for payer in range(seats)]


def _change(flow: Flow, seat: int) -> int:
    return sum(row[seat] for row in flow) - sum(flow[seat])


def _until_nothing_changes(flow: Flow, cut: Callable[[int], bool]) -> None:
    """A cut at one seat may make another necessary. Every cut lowers the sum of the flow, so there is an end."""
    while any(cut(seat) for seat in range(len(flow))):
        pass


def _cap_gain(flow: Flow, seat: int, most: int | None) -> bool:
    outgoing, incoming = sum(flow[seat]), [row[seat] for row in flow]
    if most is None or sum(incoming) - outgoing <= max(0, most):
        return False
    for payer, amount in enumerate(_cut(incoming, outgoing + max(0, most))):
        flow[payer][seat] = amount
    return True


def _cap_loss(flow: Flow, seat: int, held: int | None) -> bool:
    incoming = sum(row[seat] for row in flow)
    if held is None or sum(flow[seat]) - incoming <= max(0, held):
        return False
    flow[seat] = _cut(flow[seat], incoming + max(0, held))
    return True


def _cut(amounts: list[int], total: int) -> list[int]:
    """Amounts in the same proportion that add up to less; what is over goes to the largest remainders, the first seats first."""
    whole = sum(amounts)
    shares = [amount * total // whole for amount in amounts]
    by_remainder = sorted(range(len(amounts)), key=lambda place: (-(amounts[place] * total % whole), place))
    for place in by_remainder[: total - sum(shares)]:
        shares[place] += 1
    return shares
