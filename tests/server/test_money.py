"""What a settlement comes to in play money."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as some

from fangcheng.payments import Transfer, net
from fangcheng.server.money.settlement import settle_money


def owed(*debts: tuple[int, int, int]) -> list[Transfer]:
    return [Transfer(payer, payee, amount, "win") for payer, payee, amount in debts]


FREE = (None, None, None, None)
NO_FEES = (0, 0, 0, 0)


def test_points_become_money() -> None:
    money = settle_money(owed((0, 1, 3), (2, 1, 4), (1, 0, 1)), 10, (1, 1, 0, 0), (100, 100, None, None), FREE)
    assert money == ((-20, 60, -40, 0), (1, 1, 0, 0), (0, 0, 0, 0))


def test_nobody_loses_more_than_he_holds() -> None:
    money = settle_money(owed((0, 1, 30), (0, 2, 10), (3, 1, 5)), 1, NO_FEES, (20, 0, 0, 100), FREE)
    assert money.changes == (-20, 20, 5, -5)
    assert money.cut == (20, -15, -5, 0)


def test_what_comes_in_can_be_paid_out() -> None:
    assert settle_money(owed((0, 1, 30), (1, 2, 25)), 1, NO_FEES, (100, 0, 0, 0), FREE).changes == (-30, 5, 25, 0)


def test_a_debtor_who_is_not_paid_cannot_pay() -> None:
    assert settle_money(owed((0, 1, 30), (1, 2, 25)), 1, NO_FEES, (10, 5, 0, 0), FREE).changes == (-10, -5, 15, 0)


def test_a_gain_is_capped_before_anybody_pays() -> None:
    """Seat 0 can pay seat 2 in full, because seat 1 may not take what it is owed."""
    money = settle_money(owed((0, 1, 10), (0, 2, 10)), 1, NO_FEES, (12, 2, 50, 0), (12, 2, 50, 0))
    assert money.changes == (-12, 2, 10, 0)


def test_a_cap_is_shared_by_those_who_pay() -> None:
    money = settle_money(owed((0, 3, 30), (1, 3, 20), (2, 3, 10)), 1, NO_FEES, (99, 99, 99, 7), (None, None, None, 7))
    assert money.changes == (-4, -2, -1, 7)


def test_the_house_takes_what_is_left() -> None:
    money = settle_money(owed((0, 1, 30)), 1, (5, 5, 5, 5), (32, 0, 3, None), FREE)
    assert (money.changes, money.fees) == ((-30, 30, 0, 0), (2, 5, 3, 5))


SEATS = some.integers(2, 4)


@given(some.data())
def test_any_settlement(data: some.DataObject) -> None:
    seats = data.draw(SEATS)
    seat = some.integers(0, seats - 1)
    debt = some.tuples(seat, seat, some.integers(0, 1000)).filter(lambda debt: debt[0] != debt[1])
    transfers = owed(*data.draw(some.lists(debt, max_size=12)))
    stake = data.draw(some.integers(1, 50))
    holds = data.draw(some.lists(some.none() | some.integers(0, 5000), min_size=seats, max_size=seats))
    most = [held if data.draw(some.booleans()) else None for held in holds]
    fees = data.draw(some.lists(some.integers(0, 100), min_size=seats, max_size=seats))
    changes, paid, cut = settle_money(transfers, stake, fees, holds, most)
    full = [points * stake for points in net(transfers, seats)]
    assert sum(changes) == 0
    assert [change - gap for change, gap in zip(changes, cut, strict=True)] == full
    for place in range(seats):
        held, limit = holds[place], most[place]
        assert 0 <= paid[place] <= fees[place]
        assert held is None or held + changes[place] - paid[place] >= 0
        assert limit is None or changes[place] <= limit
    if all(held is None or held + change >= 0 for held, change in zip(holds, full, strict=True)) and most == [None] * seats:
        assert list(changes) == full
