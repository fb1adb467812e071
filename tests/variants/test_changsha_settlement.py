"""Changsha payments beyond the cases: the gain cap holds and nothing is lost, whatever flows."""

from hypothesis import given
from hypothesis import strategies as st

from fangcheng.payments import Transfer, net
from fangcheng.rules.variant import Outcome, WonBy
from fangcheng.variants.changsha.options import ChangshaOptions
from fangcheng.variants.changsha.settlement import bird_seat, cap_gains, pay

seats = st.integers(0, 3)
flows = st.lists(st.builds(Transfer, seats, seats, st.integers(1, 60), st.just("win")).filter(lambda t: t.payer != t.payee), max_size=12)
balances = st.lists(st.none() | st.integers(0, 40), min_size=4, max_size=4)


@given(flows, balances, seats)
def test_nobody_gains_more_than_he_holds(transfers: list[Transfer], held: list[int | None], dealer: int) -> None:
    capped = net([*transfers, *cap_gains(transfers, held, dealer)], 4)
    assert sum(capped) == 0
    assert all(balance is None or change <= balance for change, balance in zip(capped, held, strict=True))


@given(flows, balances, seats)
def test_the_cap_never_makes_a_payer_pay_more_to_anyone(transfers: list[Transfer], held: list[int | None], dealer: int) -> None:
    given_back = cap_gains(transfers, held, dealer)
    for back in given_back:
        owed = sum(t.amount for t in transfers if (t.payer, t.payee) == (back.payee, back.payer))
        assert 0 < back.amount <= owed


@given(flows, seats)
def test_rooms_that_only_keep_score_are_not_capped(transfers: list[Transfer], dealer: int) -> None:
    assert cap_gains(transfers, [None] * 4, dealer) == []


def test_birds_count_from_the_dealer() -> None:
    outcome = Outcome(4, 2, ())
    assert [bird_seat(kind, outcome.dealer, outcome.seats) for kind in (0, 4, 8, 1, 5, 2, 6, 3, 7)] == [2, 2, 2, 3, 3, 0, 0, 1, 1]


def test_float_is_outside_the_cap() -> None:
    win = WonBy(1, "discard", 2, {"small_win": 1})
    payment = pay(ChangshaOptions(float_max=3), Outcome(4, 0, [win], {"float": [0, 3, 2, 0], "balances": [5, 0, 5, 5]}))
    assert net(payment.transfers, 4) == [0, 5, -5, 0]


def test_formulas_are_the_arithmetic_of_the_amounts() -> None:
    for mode in ("double", "linear"):
        for bonus in ("inside", "outside"):
            options = ChangshaOptions(bird_mode=mode, bird_big_bonus=bonus)
            for elements in ({"small_win": 1}, {"all_pungs": 6, "kong_bloom": 6}):
                for source in (-1, 0, 2):
                    facts = {"birds": ["1m", "2m"], "openings": [{"seat": 3, "elements": ["no_258"]}]}
                    win = WonBy(1, "self_draw" if source < 0 else "discard", source, elements)
                    for transfer in pay(options, Outcome(4, 0, [win], facts)).transfers:
                        assert eval(transfer.formula) == transfer.amount
