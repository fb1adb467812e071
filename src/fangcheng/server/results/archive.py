"""Finished deals as they are looked up again: by their players, and by anybody who has a link to one."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.events import Event, Viewer, player
from fangcheng.rules.variant import Variant
from fangcheng.server.protocol.players import PlayerSettings
from fangcheng.server.storage.batches import decode_batches
from fangcheng.server.storage.sql_tables import log, results, settings, shares, tables
from fangcheng.server.storage.times import now_ms
from fangcheng.server.storage.upsert import upsert
from fangcheng.variants import get_variant

Shows = Literal["hands", "seat"]


class NotShared(Exception):
    """The table's terms do not let its deals be shown like that."""


class MatchRow(NamedTuple):
    """A match as one player's results sum it up."""

    table_id: str
    variant: str
    over: bool
    first_ms: int
    latest_ms: int
    deals: int
    points: int
    money: int


class ResultRow(NamedTuple):
    """What a deal was for one seat; `mine` where the player who asks sat there."""

    table_id: str
    deal: int
    seat: int
    name: str
    bot: str | None
    points: int
    money: int
    how: str
    ended_ms: int
    mine: bool


class ShareRow(NamedTuple):
    """A link that a player has made."""

    token: str
    table_id: str
    deal: int
    shows: str
    created_ms: int


class SharedDeal(NamedTuple):
    """A deal behind a link. Of `log`, only what `viewer` may see of it may leave the server.

    names, bots  by seat, as they sat there then; for bots the name is the key of their level
    """

    table_id: str
    number: int
    variant: Variant
    names: list[str]
    bots: list[bool]
    log: list[Event]
    viewer: Viewer


class Archive:
    """The finished deals of a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # --- for players ----------------------------------------------------------------------------------------------------------

    async def matches(self, user_id: str, before: tuple[int, str] | None, limit: int) -> list[MatchRow]:
        """A player's matches with finished deals, the latest first; with `before`, those after that end time and table in this order."""
        latest = sa.func.max(results.c.ended_ms)
        sums = (sa.func.count(), sa.func.sum(results.c.points), sa.func.sum(results.c.money))
        query = (
            sa.select(results.c.table_id, tables.c.variant, tables.c.over, sa.func.min(results.c.ended_ms), latest, *sums)
            .join(tables, tables.c.id == results.c.table_id)
            .where(results.c.user_id == user_id)
            .group_by(results.c.table_id, tables.c.variant, tables.c.over)
            .order_by(latest.desc(), results.c.table_id.desc())
            .limit(limit)
        )
        if before is not None:
            ended, table_id = before
            query = query.having((latest < ended) | ((latest == ended) & (results.c.table_id < table_id)))
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [MatchRow(row[0], row[1], row[2], row[3], row[4], row[5], int(row[6]), int(row[7])) for row in found]

    async def has_played(self, user_id: str, table_id: str, number: int) -> bool:
        """Whether a player has played this deal, to its end or until leaving it to a bot."""
        his = (results.c.table_id == table_id) & (results.c.deal == number) & (results.c.user_id == user_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(sa.select(results.c.seat).where(his))).first() is not None

    async def latest(self, user_id: str, table_ids: Sequence[str]) -> list[ResultRow]:
        """Results of all seats in the latest deal that a player has played at each of these tables."""
        own = sa.select(results.c.table_id, sa.func.max(results.c.deal).label("deal")).group_by(results.c.table_id)
        return await self._results(user_id, own.where(results.c.user_id == user_id, results.c.table_id.in_(table_ids)))

    async def deals(self, user_id: str, table_id: str, before: int | None, limit: int) -> list[ResultRow]:
        """Results of all seats in the deals that a player has played at a table, the latest first; only those below `before`, if given."""
        own = sa.select(results.c.table_id, results.c.deal).where(results.c.user_id == user_id, results.c.table_id == table_id)
        if before is not None:
            own = own.where(results.c.deal < before)
        return await self._results(user_id, own.order_by(results.c.deal.desc()).limit(limit))

    async def seated(self, table_id: str, number: int) -> list[ResultRow]:
        """What a deal was for each of its seats; nothing of one that is not over."""
        deal = sa.select(results.c.table_id, results.c.deal).where(results.c.table_id == table_id, results.c.deal == number).distinct()
        return await self._results("", deal)

    async def _results(self, user_id: str, which: sa.Select[tuple[str, int]]) -> list[ResultRow]:
        chosen = which.subquery()
        query = (
            sa.select(results)
            .join(chosen, (chosen.c.table_id == results.c.table_id) & (chosen.c.deal == results.c.deal))
            .order_by(results.c.table_id, results.c.deal.desc(), results.c.seat)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            ResultRow(
                row.table_id, row.deal, row.seat, row.name, row.bot, row.points, row.money, row.how, row.ended_ms, row.user_id == user_id
            )
            for row in found
        ]

    # --- links ----------------------------------------------------------------------------------------------------------------

    async def share(self, user_id: str, table_id: str, deal: int, shows: Shows) -> str:
        """The link to a deal that a player has played, the same one each time. KeyError for a deal the player has not played; NotShared."""
        mine = (results.c.table_id == table_id) & (results.c.deal == deal) & (results.c.user_id == user_id)
        query = sa.select(tables.c.sharing).join(results, results.c.table_id == tables.c.id).where(mine)
        row = {"token": secrets.token_urlsafe(16), "table_id": table_id, "deal": deal, "user_id": user_id, "shows": shows}
        same = [shares.c[name] == row[name] for name in ("table_id", "deal", "user_id", "shows")]
        async with self._engine.begin() as connection:
            allowed = (await connection.execute(query)).scalar()
            if allowed is None:
                raise KeyError(deal)
            if allowed == "none" or (allowed == "seat" and shows == "hands"):
                raise NotShared(allowed)
            await connection.execute(upsert(connection, shares).values(created_ms=now_ms(), **row).on_conflict_do_nothing())
            return str((await connection.execute(sa.select(shares.c.token).where(*same))).scalar_one())

    async def shares_of(self, user_id: str, before: tuple[int, str] | None, limit: int) -> list[ShareRow]:
        """Links that a player has made, the latest first."""
        query = (
            sa.select(shares).where(shares.c.user_id == user_id).order_by(shares.c.created_ms.desc(), shares.c.token.desc()).limit(limit)
        )
        if before is not None:
            made, token = before
            query = query.where((shares.c.created_ms < made) | ((shares.c.created_ms == made) & (shares.c.token < token)))
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [ShareRow(row.token, row.table_id, row.deal, row.shows, row.created_ms) for row in found]

    async def unshare(self, user_id: str, token: str) -> bool:
        """Withdraw a link; False where it is not the player's."""
        async with self._engine.begin() as connection:
            gone = await connection.execute(shares.delete().where(shares.c.token == token, shares.c.user_id == user_id))
            return bool(gone.rowcount)

    async def shared_deal(self, token: str) -> SharedDeal:
        """The deal behind a link, and what may be seen of it by now; KeyError for a link that does not exist any more, or never did.

        All hands are open except those of players whose settings say otherwise; that of the player who shares is always open.
        """
        query = sa.select(shares, tables.c.variant, tables.c.sharing).join(tables, tables.c.id == shares.c.table_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query.where(shares.c.token == token))).first()
            if row is None or row.sharing == "none":
                raise KeyError(token)
            here = (results.c.table_id == row.table_id) & (results.c.deal == row.deal)
            sat = (await connection.execute(sa.select(results).where(here).order_by(results.c.seat))).all()
            told = sa.select(log.c.events).where(log.c.table_id == row.table_id, log.c.deal == row.deal).order_by(log.c.seq)
            batches = (await connection.execute(told)).scalars().all()
            seat = next(seated.seat for seated in sat if seated.user_id == row.user_id)
            closed = await _closed(connection, [seated.user_id for seated in sat if seated.user_id not in (None, row.user_id)])
        variant = get_variant(row.variant)
        viewer = player(seat)
        if row.shows == "hands" and row.sharing == "hands":
            viewer = Viewer(seat, frozenset(seated.seat for seated in sat if seated.user_id not in closed))
        events = decode_batches(variant, batches)
        names = [seated.bot if seated.bot is not None else seated.name for seated in sat]
        return SharedDeal(row.table_id, row.deal, variant, names, [seated.bot is not None for seated in sat], events, viewer)


async def _closed(connection: AsyncConnection, people: Sequence[str]) -> set[Any]:
    """Which of these people do not let their hands be seen in shared deals."""
    query = sa.select(settings).where(settings.c.user_id.in_(people))
    found = {row.user_id: msgspec.json.decode(row.kept, type=PlayerSettings) for row in await connection.execute(query)}
    return {user_id for user_id, kept in found.items() if not kept.open_records}
