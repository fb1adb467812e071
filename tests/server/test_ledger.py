"""The ledger: nothing is made, lost or booked twice, whatever happens in between."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa
from server.bank import GRANT, any_deal, ended, people, settle, table, won

from fangcheng.server.money.books import Books
from fangcheng.server.money.ledger import BOTS, FEES, GRANTS, Overdrawn, Posting, Transaction, Unbalanced, grant, of_player, of_table, post
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.results import booking
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.storage.sql_tables import accounts, deals, log, results, tallies, transactions
from fangcheng.server.tables.store import Store


@pytest.fixture
def books(store: Store) -> Books:
    return Books(store.engine)


async def held(store: Store) -> dict[str, int]:
    """What every account holds."""
    async with store.engine.connect() as connection:
        return {row.id: row.balance for row in await connection.execute(sa.select(accounts))}


async def test_everybody_begins_with_a_grant_and_only_once(store: Store, books: Books) -> None:
    await people(store, "a")
    async with store.engine.begin() as connection:
        assert not await grant(connection, "a", GRANT)
    assert await held(store) == {GRANTS: -GRANT, of_player("a"): GRANT}
    assert (await books.check()).problems == []


async def test_a_deal_is_paid_through_the_table(store: Store, books: Books) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", "b", None, None], stake=10, fee=2)
    money = await settle(store, row, 0, ended(row, (0, 1, 5), (2, 1, 5), fees=(1, 1, 1, 1)))
    assert (money.changes, money.fees) == ((-50, 100, -50, 0), (12, 12, 0, 0))
    found = await held(store)
    assert (found[of_player("a")], found[of_player("b")]) == (GRANT - 62, GRANT + 88)
    assert (found[BOTS], found[FEES], found[of_table("t")], sum(found.values())) == (-50, 24, 0, 0)
    lines = await books.statement(of_player("a"), None, 9)
    assert [(line.kind, line.amount, line.balance, line.table_id, line.deal) for line in lines] == [
        ("fee", -12, GRANT - 62, "t", 0),
        ("deal", -50, GRANT - 50, "t", 0),
        ("grant", GRANT, GRANT, None, None),
    ]
    assert [line.kind for line in await books.statement(of_player("a"), lines[1].place, 9)] == ["grant"]
    assert await books.statement(of_player("a"), None, 1) == lines[:1]
    assert (await books.check()).problems == []


async def test_whoever_has_left_bears_the_loss_and_the_house_has_the_gain(store: Store, books: Books) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", "b", None, None], stake=10, fee=2)
    money = await settle(store, row, 0, ended(row, (1, 0, 5), (2, 0, 5), winners=(won(0),), left=[0]))
    assert money.changes == (100, -50, -50, 0)
    found = await held(store)
    assert (found[of_player("a")], found[of_player("b")], found[BOTS], found[FEES]) == (GRANT - 2, GRANT - 52, 50, 4)
    await settle(store, row, 1, ended(row, (0, 1, 5), winners=(won(1),), left=[0]))
    found = await held(store)
    assert (found[of_player("a")], found[of_player("b")], found[BOTS], found[of_table("t")]) == (GRANT - 54, GRANT - 4, 50, 0)
    async with store.engine.connect() as connection:
        mine = (await connection.execute(sa.select(results).where(results.c.user_id == "a").order_by(results.c.deal))).all()
    assert [(result.points, result.money, result.how) for result in mine] == [(0, -2, "loss"), (-5, -52, "loss")]
    assert (await books.check()).problems == []


async def test_points_without_a_stake_are_no_money(store: Store, books: Books) -> None:
    await people(store, "a")
    row = await table(store, ["a", None, None, None])
    assert (await settle(store, row, 0, ended(row, (0, 1, 5)))).changes == (0, 0, 0, 0)
    assert await held(store) == {GRANTS: -GRANT, of_player("a"): GRANT}
    assert await store.balances(row) == ()


async def test_what_the_game_may_go_by_is_in_points(store: Store) -> None:
    await people(store, "a", "b")
    await people(store, "poor", money=0)
    row = await table(store, ["a", None, "b", "poor"], stake=7)
    assert await store.balances(row) == (GRANT // 7, None, GRANT // 7, 0)


async def test_whoever_has_nothing_pays_nothing(store: Store, books: Books) -> None:
    await people(store, "a", "b", money=30)
    row = await table(store, ["a", "b", None, None], stake=10, fee=5)
    assert await settle(store, row, 0, ended(row, (0, 1, 5))) == ((-30, 30, 0, 0), (0, 5, 0, 0), (20, -20, 0, 0))
    assert (await settle(store, row, 1, ended(row, (0, 1, 5)))).changes == (0, 0, 0, 0)
    assert await books.balance("a") == 0
    assert (await books.check()).problems == []


async def test_gains_are_capped_by_what_was_held_at_the_start(store: Store, books: Books) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", "b", None, None], stake=10, gain_cap=True)
    money = await settle(store, row, 0, ended(row, (0, 1, 50), (2, 3, 50), balances=(100, 30, None, None)))
    assert money.changes == (-300, 300, -500, 500)
    assert (await books.check()).problems == []


async def test_a_deal_is_booked_once(store: Store, books: Books) -> None:
    await people(store, "a")
    row = await table(store, ["a", None, None, None], stake=1)
    for seq in (1, 2):
        if seq == 1:
            await settle(store, row, 0, ended(row, (0, 1, 5)), seq)
        else:
            with pytest.raises(sa.exc.IntegrityError):
                await settle(store, row, 0, ended(row, (0, 1, 5)), seq)
    assert await books.balance("a") == GRANT - 5
    assert (await books.check()).problems == []


async def test_all_of_a_settlement_or_nothing(store: Store, books: Books, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever fails at the very end takes everything with it: events, money, results, counts."""
    await people(store, "a")
    row = await table(store, ["a", None, None, None], stake=1, fee=1)

    async def fail(*_: object) -> None:
        raise RuntimeError("the last thing fails")

    deal = ended(row, (0, 1, 5), winners=(won(1, 0),))
    with monkeypatch.context() as patch:
        patch.setattr(booking, "count", fail)
        with pytest.raises(RuntimeError):
            await settle(store, row, 0, deal)
    async with store.engine.connect() as connection:
        numbers = [await connection.scalar(sa.select(sa.func.count()).select_from(kept)) for kept in (log, deals, transactions, results)]
        assert numbers == [1, 1, 1, 0]
    assert await books.balance("a") == GRANT
    await settle(store, row, 0, deal)
    assert await books.balance("a") == GRANT - 6
    assert (await books.check()).problems == []


async def test_tables_that_settle_at_once(store: Store, books: Books) -> None:
    await people(store, "a", "b", "c")
    rows = [await table(store, ["a", "b", None, "c"], f"t{number}", stake=2, fee=1) for number in range(5)]
    chance = random.Random(4)
    for number in range(8):
        guests = people(store, *(f"g{number}-{other}" for other in range(3)))
        await asyncio.gather(*(settle(store, row, number, any_deal(row, chance)) for row in rows), guests)
    assert (await books.check()).problems == []
    assert sum((await held(store)).values()) == 0


async def test_whoever_loses_at_several_tables_at_once_pays_no_more_than_he_holds(store: Store, books: Books) -> None:
    """Each table goes by what he holds when it is booked, not by what it was told at the start of the deal; gains are held to that."""
    await people(store, "a", "b", money=100)
    rows = [await table(store, ["a", "b", None, None], f"t{number}", stake=1, fee=7, gain_cap=True) for number in range(4)]
    told = (100, 100, None, None)
    # What is not capped by what is left to lose is by what the winner held: 4 times 60 of somebody who has 100.
    await asyncio.gather(*(settle(store, row, 0, ended(row, (0, 1, 60), balances=told)) for row in rows))
    assert (await held(store))["player:a"] == 0
    assert (await books.check()).problems == []
    # The other way round at the same time, from nothing: in whichever order, nobody ever owes anything.
    await asyncio.gather(
        *(settle(store, row, 1, ended(row, (number % 2, 1 - number % 2, 90), balances=told)) for number, row in enumerate(rows))
    )
    found = await held(store)
    assert min(found["player:a"], found["player:b"]) >= 0
    assert sum(found.values()) == 0
    assert (await books.check()).problems == []


async def test_transactions_that_are_refused(store: Store, books: Books) -> None:
    await people(store, "a")
    with pytest.raises(Unbalanced, match="x: the postings sum to 1"):
        async with store.engine.begin() as connection:
            await post(connection, Transaction("x", "admin", (Posting(GRANTS, 0), Posting(of_player("a"), 1))))
    with pytest.raises(Overdrawn, match="player:a would hold -1"):
        await books.give(of_player("a"), -GRANT - 1, "too much")
    assert await books.give(of_player("a"), -GRANT, "all of it") == 0
    assert (await books.statement(of_player("a"), None, 1))[0].reason == "all of it"
    assert (await books.check()).problems == []


async def test_a_deleted_player_is_answered_for_by_the_house(store: Store, books: Books) -> None:
    await people(store, "a", "b")
    row = await table(store, ["a", "b", None, None], stake=1)
    async with store.engine.begin() as connection:
        await connection.execute(sa.text("UPDATE users SET deleted_ms = 1 WHERE id = 'b'"))
    await settle(store, row, 0, ended(row, (0, 1, 5), winners=(won(1, 0),)))
    assert await books.balance("b") == GRANT
    assert (await held(store))[BOTS] == 5
    async with store.engine.connect() as connection:
        assert set((await connection.execute(sa.select(tallies.c.user_id))).scalars()) == {"a"}
    assert (await books.check()).problems == []


async def test_the_house_pays_no_more_for_a_deleted_player_than_he_left_behind(store: Store, books: Books) -> None:
    """Else somebody with two names could lose to himself what neither of them has."""
    await people(store, "a", "b", "c")
    row = await table(store, ["a", "b", "c", None], stake=100)
    await Accounts(store.engine).delete("b")
    money = await settle(store, row, 0, ended(row, (1, 0, 30), (1, 2, 10), winners=(won(0, 1),), left=[1]))
    assert money.changes == (750, -GRANT, 250, 0)
    assert [await books.balance(name) for name in "abc"] == [GRANT + 750, 0, GRANT + 250]
    assert (await books.check()).problems == []


MISTAKES = [
    ("UPDATE accounts SET balance = balance + 3 WHERE id = 'player:a'", "account player:a: it holds 998, its postings sum to 995"),
    ("UPDATE accounts SET balance = balance + 3 WHERE id = 'player:a'", "all accounts together hold 3, not 0"),
    ("UPDATE postings SET amount = amount - 1 WHERE account_id = 'house:bots'", "transaction deal:t:0: its postings sum to -1, not 0"),
    ("DELETE FROM postings WHERE transaction_id = 1", "transaction grant:a: it has 0 postings, fewer than 2"),
    ("UPDATE postings SET balance = 7 WHERE transaction_id = 2 AND place = 0", "the balance noted there is 7, its postings up to there"),
    ("UPDATE accounts SET balance = 1 WHERE id = 'table:t'", "account table:t: it holds 1, and a table holds 0 between deals"),
    ("UPDATE results SET money = 4 WHERE seat = 0", "deal t:0, player:a: the player's result is 4, what was booked to him -5"),
]


@pytest.mark.parametrize(("mistake", "named"), MISTAKES)
async def test_mistakes_are_found_and_named(store: Store, books: Books, mistake: str, named: str) -> None:
    await people(store, "a")
    row = await table(store, ["a", None, None, None], stake=1)
    await settle(store, row, 0, ended(row, (0, 1, 5)))
    async with store.engine.begin() as connection:
        await connection.execute(sa.text(mistake))
    assert any(named in problem for problem in (await books.check()).problems)


async def test_no_player_can_owe(store: Store) -> None:
    await people(store, "a")
    with pytest.raises(sa.exc.IntegrityError):
        async with store.engine.begin() as connection:
            await connection.execute(sa.text("UPDATE accounts SET balance = -1 WHERE id = 'player:a'"))


async def test_killed_while_booking(database: Database) -> None:
    """A process that only settles deals is killed again and again: what it said was booked is booked, and all of it adds up."""
    upgrade(database)
    store = Store(open_engine(database))
    await people(store, "a", "b", "c")
    named = str(database.path) if database.path else database.url.render_as_string(hide_password=False)
    for run in range(4):
        command = [sys.executable, str(Path(__file__).with_name("bank.py")), named, str(run)]
        running = await asyncio.to_thread(subprocess.Popen, command, stdout=subprocess.PIPE, text=True)
        assert running.stdout is not None
        first = await asyncio.to_thread(running.stdout.readline)
        assert first == "1\n"
        await asyncio.sleep(random.Random(run).uniform(0.01, 0.1))
        running.kill()
        said = (await asyncio.to_thread(running.communicate))[0].splitlines()
        async with store.engine.connect() as connection:
            booked = sa.select(sa.func.count(sa.distinct(results.c.deal))).where(results.c.table_id == f"t{run}")
            settled = sa.select(sa.func.count(deals.c.settled)).where(deals.c.table_id == f"t{run}")
            assert await connection.scalar(booked) == await connection.scalar(settled) >= 1 + len(said)
        assert (await Books(store.engine).check()).problems == []
    await store.close()
