"""``fangcheng ledger``: checking and posting by hand, on both databases."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
import sqlalchemy as sa
from cli.command import Fangcheng, complains
from server.bank import GRANT, ended, people, settle, table
from server.databases import database, postgres

from fangcheng.server.players.accounts import Accounts
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.tables.store import Store

__all__ = ["database", "postgres"]


@pytest.fixture
def named(database: Database) -> str:
    """A database with two players, one of them with an account, and a settled deal."""

    async def fill() -> None:
        store = Store(open_engine(database))
        await people(store, "a", "b")
        await Accounts(store.engine).register("b", "Berta", "no password")
        row = await table(store, ["a", "b", None, None], stake=2, fee=1)
        await settle(store, row, 0, ended(row, (0, 1, 50)))
        await store.close()

    upgrade(database)
    asyncio.run(fill())
    return str(database.path) if database.path else database.url.render_as_string(hide_password=False)


def change(database: Database, statement: str) -> None:
    async def run() -> None:
        engine = open_engine(database)
        async with engine.begin() as connection:
            await connection.execute(sa.text(statement))
        await engine.dispose()

    asyncio.run(run())


def test_a_ledger_that_adds_up(fangcheng: Fangcheng, named: str) -> None:
    done = fangcheng("ledger", "check", "--database", named, "--lang", "en")
    assert (done.status, done.out, done.err) == (0, "The ledger adds up: 6 accounts, 4 transactions, 0 in all.\n", "")


def test_one_that_does_not(fangcheng: Fangcheng, named: str, database: Database) -> None:
    change(database, "UPDATE accounts SET balance = balance + 5 WHERE id = 'player:a'")
    done = fangcheng("ledger", "check", "--database", named, "--lang", "en")
    assert done.status == 1
    assert f"account player:a: it holds {GRANT - 101 + 5}, its postings sum to {GRANT - 101}" in done.out
    assert "all accounts together hold 5, not 0" in done.out
    assert "2 problems" in done.out
    done = fangcheng("ledger", "check", "--database", named, "--json")
    assert (done.status, len(json.loads(done.out)["problems"])) == (1, 2)


def test_posting_by_hand(fangcheng: Fangcheng, named: str) -> None:
    done = fangcheng("ledger", "post", "player:a", "--amount", "500", "--reason", "prize", "--database", named, "--lang", "en")
    assert (done.status, done.out) == (0, f"Posted: player:a +500, balance {GRANT - 101 + 500}.\n")
    done = fangcheng("ledger", "post", "BERTA", "--amount", "-99", "--reason", "fine", "--database", named, "--lang", "zh-Hans")
    assert (done.status, done.out) == (0, f"已记账：BERTA -99，余额 {GRANT}。\n")
    complains(fangcheng("ledger", "post", "Berta", "--amount", f"-{GRANT + 1}", "--reason", "x", "--database", named), f"holds {GRANT}")
    complains(fangcheng("ledger", "post", "A\udcff", "--amount", "1", "--reason", "x", "--database", named), "'A\\udcff' is not UTF-8")
    complains(fangcheng("ledger", "post", "Anna", "--amount", "1", "--reason", "x", "--database", named), "no such player: Anna")
    complains(fangcheng("ledger", "post", "Berta", "--amount", "0", "--reason", "x", "--database", named), "nothing to post")
    complains(fangcheng("ledger", "post", "Berta", "--amount", "1", "--reason", " ", "--database", named), "needs a reason")
    complains(fangcheng("ledger", "post", "Berta", "--amount", "1.5", "--reason", "x", "--database", named), "--amount")
    complains(fangcheng("ledger", "post", "Berta", "--amount", "9" * 30, "--reason", "x", "--database", named), "too large")
    assert fangcheng("ledger", "check", "--database", named).status == 0


def test_databases_that_are_none(fangcheng: Fangcheng, tmp_path: Path) -> None:
    complains(fangcheng("ledger", "check", "--database", f"{tmp_path}/none.db"), "there is no database", "none.db")
    letter = tmp_path / "letter.db"
    letter.write_text("Dear Sir or Madam, " * 100, "utf-8")
    complains(fangcheng("ledger", "check", "--database", str(letter)), "letter.db", "not a database")
    complains(fangcheng("ledger", "check", "--database", "mysql://a:hunter2@b/c"), "mysql")
    complains(fangcheng("ledger", "check", "--database", "postgresql://a:hunter2@127.0.0.1:1/c"), "127.0.0.1:1")


def test_help_shows_examples(fangcheng: Fangcheng) -> None:
    for name in ("check", "post"):
        assert f"Example:\n    fangcheng ledger {name}" in fangcheng("ledger", name, "--help").out
