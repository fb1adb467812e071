"""Tables that are about money: opened and settled directly in the store."""

from __future__ import annotations

import random
import sys
from collections.abc import Collection, Sequence

from fangcheng.events import Settle, Winner
from fangcheng.payments import Transfer, net
from fangcheng.score import Counted, Reading, Score
from fangcheng.server.money.settlement import Money
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.storage.database import find_database, open_engine
from fangcheng.server.storage.rows import DealRow, Played, SeatRow, Settled, TableRow
from fangcheng.server.tables.store import Store
from fangcheng.variants import VARIANTS

GRANT = 1000
GAME = next(iter(VARIANTS))


async def people(store: Store, *names: str, money: int = GRANT) -> None:
    """Players whose id, name and token are the same."""
    for name in names:
        await Accounts(store.engine).add_guest(name, name, name, money)


async def table(store: Store, sitting: Sequence[str | None], name: str = "t", **terms: object) -> TableRow:
    """A table of players by id and bots (None); as many deals as there may be."""
    seats = [SeatRow(user, None, user) if user else SeatRow(None, "greedy", "greedy") for user in sitting]
    row = TableRow(id=name, variant=GAME, options={}, deals=0, seconds=0, secret="00", seats=seats, **terms)  # type: ignore[arg-type]
    await store.add_table(row, DealRow(0, "00"), "[]")
    return row


def won(seat: int, source: int = -1, points: int = 8, elements: Sequence[str] = ("all_pungs",)) -> Winner:
    """A win worth so many points."""
    score = Score(points, tuple(Counted(element, 1) for element in elements), Reading("standard", ()))
    return Winner(seat, "self_draw" if source < 0 else "discard", (0,), score, (), source)


def ended(
    row: TableRow,
    *debts: tuple[int, int, int],
    fees: tuple[int, ...] = (),
    winners: tuple[Winner, ...] = (),
    balances: Sequence[int | None] = (),
    left: Collection[int] = (),
) -> Played:
    """A deal of a table that ended with these debts."""
    transfers = tuple(Transfer(payer, payee, amount, "win") for payer, payee, amount in debts)
    count = len(row.seats)
    return Played(
        variant=row.variant,
        seats=tuple(row.seats),
        stake=row.stake,
        fee=row.fee,
        gain_cap=row.gain_cap,
        balances=tuple(balances) or (None,) * count,
        winners=winners,
        settle=Settle(tuple(net(transfers, count)), transfers, 0, ((),) * count, fees),
        left=frozenset(left),
    )


async def settle(store: Store, row: TableRow, number: int, deal: Played, seq: int = 1) -> Money:
    """Store the last batch of a deal, and with it the next deal."""
    money = await store.append(row.id, number, seq, "[]", None, Settled(DealRow(number + 1, "00"), deal))
    assert money is not None
    return money


def any_deal(row: TableRow, chance: random.Random) -> Played:
    """Some deal of a table of four."""
    debts = [(payer, payee, chance.randrange(60)) for payer in range(4) for payee in range(4) if payer != payee and chance.random() < 0.4]
    held = [chance.choice((None, chance.randrange(80))) for _ in range(4)]
    return ended(row, *debts, fees=(chance.randrange(3),) * 4, winners=(won(chance.randrange(4)),), balances=held)


async def book_for_ever(named: str, first: int) -> None:
    """Open a table and settle deals on it until the process is killed; after each one says so."""
    store, chance = Store(open_engine(find_database(named))), random.Random(first)
    row = await table(store, ["a", "b", None, "c"], f"t{first}", stake=3, fee=1, gain_cap=True)
    number = 0
    while True:
        await settle(store, row, number, any_deal(row, chance))
        number += 1
        print(number, flush=True)


if __name__ == "__main__":
    import asyncio

    asyncio.run(book_for_ever(sys.argv[1], int(sys.argv[2])))


__all__ = ["GAME", "GRANT", "any_deal", "ended", "people", "settle", "table", "won"]
