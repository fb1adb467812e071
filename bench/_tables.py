"""Tables full of people, put straight into a database: five hundred of them by HTTP would be a measurement of its own."""

from __future__ import annotations

import hashlib
import random
import secrets
from pathlib import Path
from typing import NamedTuple

from fangcheng.engine.match import Match
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.storage.batches import encode_batch
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.storage.migrations import upgrade
from fangcheng.server.storage.rows import DealRow, SeatRow, TableRow
from fangcheng.server.tables.play import start_event
from fangcheng.server.tables.store import Store
from fangcheng.variants import VARIANTS


class Opened(NamedTuple):
    """A table in the database, and a session of the person at each seat."""

    id: str
    tokens: list[str]


async def fill(path: Path, number: int, chance: random.Random) -> list[Opened]:
    """Open so many tables of four, without clock or end, the games in turn."""
    database = Database.file(path)
    upgrade(database)
    store = Store(open_engine(database))
    games = [game for game in VARIANTS.values() if 4 in game.seats]
    opened = []
    for place in range(number):
        variant, tokens = games[place % len(games)], [secrets.token_urlsafe(32) for _ in range(4)]
        people = [SeatRow(f"u{place}-{seat}", None, f"u{place}-{seat}") for seat in range(4)]
        for person, token in zip(people, tokens, strict=True):
            assert person.user_id is not None
            await Accounts(store.engine).add_guest(person.user_id, person.name, hashlib.sha256(token.encode()).hexdigest())
        secret, first = chance.randbytes(32), DealRow(0, chance.randbytes(32).hex())
        row = TableRow(id=f"t{place}", variant=variant.id, options={}, deals=0, seconds=0, secret=secret.hex(), seats=people)
        match = Match.begin(variant, secret, options={}, seats=4, deals=0)
        await store.add_table(row, first, encode_batch([start_event(variant, match, first)]))
        opened.append(Opened(row.id, tokens))
    await store.close()
    return opened
