"""What is counted of finished deals."""

from __future__ import annotations

import msgspec
import pytest
from server.bank import GAME, ended, people, settle, table, won

from fangcheng.engine.game import Game
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.results import booking
from fangcheng.server.results.booking import played
from fangcheng.server.results.statistics import Outcome, Statistics, outcomes, periods
from fangcheng.server.tables.store import Store
from fangcheng.variants import VARIANTS

JUNE = 1_780_000_000_000
JULY = JUNE + 40 * 24 * 3600 * 1000


def test_how_a_deal_ended_for_each_seat() -> None:
    assert outcomes(3, ()) == [Outcome("draw")] * 3
    assert outcomes(3, [won(1, elements=("a", "b"))]) == [Outcome("loss"), Outcome("self_draw", 8, ("a", "b")), Outcome("loss")]
    both = [won(1, 0, 8, ("a", "b")), won(2, 0, 24, ("b",))]
    assert outcomes(4, both) == [Outcome("deal_in"), Outcome("win", 8, ("a", "b")), Outcome("win", 24, ("b",)), Outcome("loss")]
    twice = [won(1, 0, 8, ("a", "b")), won(1, 2, 24, ("b", "c"))]
    assert outcomes(4, twice)[1] == Outcome("win", 24, ("a", "b", "c"))


def test_periods_of_a_moment() -> None:
    assert periods(JUNE) == ("all", "2026-05", "2026-W22")
    assert periods(1_798_761_600_000) == ("all", "2027-01", "2026-W53")


async def test_sums_by_game_period_and_company(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await people(store, "a", "b")
    together = await table(store, ["a", "b", None, None], "together", stake=2)
    alone = await table(store, ["a", None, None, None], "alone")
    counted = Statistics(store.engine)
    monkeypatch.setattr(booking, "now_ms", lambda: JUNE)
    await settle(store, together, 0, ended(together, (1, 0, 5), winners=(won(0, 1, 30, ("big", "small")),)))
    await settle(store, together, 1, ended(together, (0, 1, 3), winners=(won(1),)))
    await settle(store, together, 2, ended(together))
    monkeypatch.setattr(booking, "now_ms", lambda: JULY)
    await settle(store, together, 3, ended(together, (2, 0, 7), winners=(won(0, points=12, elements=("small",)),)))
    await settle(store, alone, 0, ended(alone, (0, 1, 9), winners=(won(1, 0),)))

    ever, elements = await counted.of("a", "all")
    assert elements == {GAME: {"small": 2, "big": 1}}
    assert [(tally.variant, tally.company) for tally in ever] == [(GAME, "people"), (GAME, "bots")]
    assert ever[0][2:] == (4, 2, 1, 0, 1, 9, 18, 30, "together", 0)
    assert ever[1][2:] == (1, 0, 0, 1, 0, -9, 0, -1, None, None)
    (june,), _ = await counted.of("a", "2026-05")
    assert june[2:] == (3, 1, 0, 0, 1, 2, 4, 30, "together", 0)
    july, _ = await counted.of("a", periods(JULY)[1])
    assert [tally.points for tally in july] == [7, -9]
    (other,), elements = await counted.of("b", "all")
    assert other[2:] == (4, 1, 1, 1, 1, -2, -4, 8, "together", 1)
    assert elements == {GAME: {"all_pungs": 1}}


async def test_what_a_bot_wins_for_who_has_left_is_not_his(store: Store) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", "b", None, None])
    await settle(store, row, 0, ended(row, (1, 0, 5), winners=(won(0, 1, 30),), left=[0]))
    await settle(store, row, 1, ended(row, (0, 1, 3), winners=(won(1, 0),), left=[0]))
    counted = Statistics(store.engine)
    (tally,), elements = await counted.of("a", "all")
    assert (tally.deals, tally.wins, tally.deal_ins, tally.points, tally.best, elements) == (2, 0, 1, -3, -1, {})
    # For all others the deal is what it was.
    (other,), _ = await counted.of("b", "all")
    assert (other.wins, other.deal_ins, other.points) == (1, 1, -2)


async def registered(store: Store, *names: str) -> None:
    """Players with accounts."""
    await people(store, *names)
    for name in names:
        await Accounts(store.engine).register(name, name, "hash")


async def test_leaderboards(store: Store) -> None:
    await registered(store, "a", "b", "c")
    counted = Statistics(store.engine)
    for name, pair, points in (("one", ("a", "b"), 5), ("two", ("b", "c"), 1)):
        row = await table(store, [*pair, None, None], name, stake=1)
        for number in range(20):
            await settle(store, row, number, ended(row, (1, 0, points), winners=(won(0, 1),)))
    board = await counted.board(GAME, "all", "people", "points", 0, 9)
    assert [(rank.user_id, rank.points, rank.deals) for rank in board] == [
        ("a", 100, 20),
        ("c", -20, 20),
        ("b", -80, 40),
    ]
    assert [rank.user_id for rank in await counted.board(GAME, "all", "people", "mean", 0, 9)] == ["a", "c", "b"]
    assert [rank.user_id for rank in await counted.board(GAME, "all", "people", "wins", 0, 9)] == ["a", "b", "c"]
    assert await counted.board(GAME, "all", "people", "points", 1, 1) == board[1:2]
    assert await counted.board(GAME, "all", "bots", "points", 0, 9) == []
    row = await table(store, ["a", "c", None, None], "three", stake=1)
    await settle(store, row, 0, ended(row, (0, 1, 90), winners=(won(1, 0),)))
    assert [rank.user_id for rank in await counted.board(GAME, "all", "people", "points", 0, 9)] == ["c", "a", "b"]


async def test_nobody_gets_up_a_leaderboard_by_guests(store: Store) -> None:
    """Who is several guests at once could lose to himself as often as he likes."""
    await registered(store, "a", "b")
    await people(store, "guest")
    counted = Statistics(store.engine)
    for sitting, name, points in ((["a", "guest", None], "guest", 70), (["a", "b", "guest"], "three", 50), (["a", None, None], "bots", 30)):
        row = await table(store, [*sitting, None], name)
        await settle(store, row, 0, ended(row, (1, 0, points), winners=(won(0, 1),)))
    assert await counted.board(GAME, "all", "people", "points", 0, 9) == []
    assert [(rank.user_id, rank.points) for rank in await counted.board(GAME, "all", "bots", "points", 0, 9)] == [("a", 30)]
    row = await table(store, ["a", "b", None, None], "two")
    await settle(store, row, 0, ended(row, (1, 0, 5), winners=(won(0, 1),)))
    assert [(rank.user_id, rank.points) for rank in await counted.board(GAME, "all", "people", "points", 0, 9)] == [("a", 5), ("b", -5)]
    # One's own statistics count all of them, as ever.
    sums, _ = await counted.of("a", "all")
    assert [(tally.company, tally.deals, tally.points) for tally in sums] == [("people", 3, 125), ("bots", 1, 30)]
    (sum_of_guest,), _ = await counted.of("guest", "all")
    assert (sum_of_guest.company, sum_of_guest.deals) == ("people", 2)


async def test_whoever_is_equal_shares_a_place(store: Store) -> None:
    await registered(store, "a", "b", "c", "d")
    counted = Statistics(store.engine)
    row = await table(store, ["a", "b", "c", "d"], "four")
    await settle(store, row, 0, ended(row, (3, 0, 9), (3, 1, 4), (3, 2, 4), winners=(won(0, 3),)))
    board = await counted.board(GAME, "all", "people", "points", 0, 9)
    assert [(rank.place, rank.user_id) for rank in board] == [(1, "a"), (2, "b"), (2, "c"), (4, "d")]
    # A later part of the board goes on with its own places, and equal means are equal after however many deals.
    assert [rank.place for rank in await counted.board(GAME, "all", "people", "points", 2, 2)] == [2, 4]
    assert [rank.place for rank in await counted.board(GAME, "all", "people", "wins", 0, 9)] == [1, 2, 2, 2]
    row = await table(store, ["b", "c", None, None], "two")
    for number in range(20):
        await settle(store, row, number, ended(row, (0, 2, 1), (1, 2, 1)))
    last = await table(store, ["c", "d", None, None], "last")
    await settle(store, last, 0, ended(last))
    means = await counted.board(GAME, "all", "people", "mean", 0, 9)
    assert [(rank.place, rank.user_id) for rank in means] == [(1, "c"), (2, "b")]
    assert [(rank.place, rank.user_id) for rank in await counted.board(GAME, "all", "people", "points", 0, 9)] == [
        (1, "a"), (2, "b"), (2, "c"), (4, "d"),
    ]  # fmt: skip


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_game_says_by_itself_what_there_is_to_count(store: Store, game: str) -> None:
    """Deals of bots that play by default, of each game: its settlements are booked and counted without its being known here."""
    await people(store, "a", "b")
    variant = VARIANTS[game]
    seats = variant.seats[-1]
    row = await table(store, ["a", "b", *[None] * (seats - 2)], stake=3)
    points, deals = 0, 3
    for number in range(deals):
        deal = Game.start(variant, bytes([number]), seats=seats, balances=await store.balances(row))
        while asked := deal.asks():
            seat = min(asked)
            deal.act(seat, deal.default_action(seat))
        await settle(store, row, number, played(msgspec.structs.replace(row, variant=game), deal.state))
        assert deal.state.settled is not None
        points += deal.state.settled.payments[0]
    (tally,), _ = await Statistics(store.engine).of("a", "all")
    assert (tally.variant, tally.deals, tally.points) == (game, deals, points)
