"""The HTTP interface about finished deals: records, links to deals, statistics, leaderboards."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any, Final, Literal

from litestar import delete, get, post
from litestar.params import FromPath, FromQuery, JSONBody

from fangcheng.server.errors import ApiError
from fangcheng.server.protocol.history import (
    BestHand,
    DealRecord,
    GameStatistics,
    Leader,
    MatchRecord,
    NewShare,
    Share,
    ShareToken,
    Sums,
)
from fangcheng.server.protocol.players import Page
from fangcheng.server.results.archive import MatchRow, NotShared, ResultRow
from fangcheng.server.results.statistics import By, Company, Rank, Tally, periods
from fangcheng.server.storage.times import now_ms
from fangcheng.server.web.asking import SIGNED_IN, Asker, Given, is_deal, storable
from fangcheng.server.web.paging import limited, read_cursor, write_cursor
from fangcheng.variants import VARIANTS

Period = Literal["all", "month", "week"]
DEEP: Final = 1000
"""How far down a leaderboard can be read."""


@get("/api/records", dependencies=SIGNED_IN)
async def my_records(
    me: Asker, services: Given, before: FromQuery[str | None] = None, limit: FromQuery[int | None] = None
) -> Page[MatchRecord]:
    """The caller's matches with finished deals, the latest first."""
    count = limited(limit)
    found = await services.archive.matches(me.id, read_cursor(before, int, str), count + 1)
    shown = found[:count]
    rows = await services.archive.latest(me.id, [match.table_id for match in shown])
    latest = {table: list(of) for table, of in groupby(rows, key=lambda row: row.table_id)}
    page = [_match(match, latest[match.table_id]) for match in shown]
    return Page(page, write_cursor(shown[-1].latest_ms, shown[-1].table_id) if len(found) > count else None)


@get("/api/records/{table_id:str}", dependencies=SIGNED_IN)
async def my_deals(
    table_id: FromPath[str], me: Asker, services: Given, before: FromQuery[str | None] = None, limit: FromQuery[int | None] = None
) -> Page[DealRecord]:
    """The finished deals that the caller has played at a table, the latest first."""
    count, cursor = limited(limit), read_cursor(before, int)
    rows = await services.archive.deals(me.id, storable(table_id), cursor[0] if cursor else None, count + 1)
    if not rows and cursor is None:
        raise ApiError(404, "no_records")
    found = [_record(list(of)) for _, of in groupby(rows, key=_deal)]
    return Page(found[:count], write_cursor(found[count - 1].deal) if len(found) > count else None)


@post("/api/tables/{table_id:str}/deals/{number:int}/share", dependencies=SIGNED_IN)
async def share(table_id: FromPath[str], number: FromPath[int], me: Asker, services: Given, data: JSONBody[NewShare]) -> ShareToken:
    """Make a link to a finished deal of the caller's, or answer the one that exists."""
    try:
        if not is_deal(number):
            raise KeyError(number)
        return ShareToken(await services.archive.share(me.id, storable(table_id), number, data.shows))
    except KeyError:
        raise ApiError(404, "deal_not_finished") from None
    except NotShared:
        raise ApiError(403, "not_shared") from None


@get("/api/shares", dependencies=SIGNED_IN)
async def my_shares(me: Asker, services: Given, before: FromQuery[str | None] = None, limit: FromQuery[int | None] = None) -> Page[Share]:
    """Links that the caller has made, the latest first."""
    count = limited(limit)
    found = await services.archive.shares_of(me.id, read_cursor(before, int, str), count + 1)
    links = [Share(row.token, row.table_id, row.deal, "hands" if row.shows == "hands" else "seat", row.created_ms) for row in found[:count]]
    return Page(links, write_cursor(links[-1].created, links[-1].token) if len(found) > count else None)


@delete("/api/shares/{token:str}", dependencies=SIGNED_IN)
async def take_back(token: FromPath[str], me: Asker, services: Given) -> None:
    """Withdraw a link of the caller's."""
    if not await services.archive.unshare(me.id, storable(token)):
        raise ApiError(404, "no_such_share")


@get("/api/statistics", dependencies=SIGNED_IN)
async def my_statistics(me: Asker, services: Given, period: FromQuery[Period] = "all") -> list[GameStatistics]:
    """What has been counted of the caller's deals, game by game."""
    tallies, elements = await services.statistics.of(me.id, _period(period))
    by_game = {game: {tally.company: tally for tally in of} for game, of in groupby(tallies, key=lambda tally: tally.variant)}
    return [
        GameStatistics(game, _sums(found.get("people")), _sums(found.get("bots")), elements.get(game, {}))
        for game, found in by_game.items()
    ]


@get("/api/leaderboard/{variant:str}", dependencies=SIGNED_IN)
async def leaderboard(
    variant: FromPath[str],
    me: Asker,
    services: Given,
    period: FromQuery[Period] = "all",
    company: FromQuery[Company] = "people",
    by: FromQuery[By] = "points",
    before: FromQuery[str | None] = None,
    limit: FromQuery[int | None] = None,
) -> Page[Leader]:
    """Those who have done best in a game."""
    if variant not in VARIANTS:
        raise ApiError(404, "unknown_variant", {"variant": variant, "variants": list(VARIANTS)})
    count, cursor = limited(limit), read_cursor(before, int)
    skip = min(max(0, cursor[0]), DEEP) if cursor else 0
    found = await services.statistics.board(variant, _period(period), company, by, skip, count + 1)
    page = [_leader(rank, me.id) for rank in found[:count]]
    return Page(page, write_cursor(skip + count) if len(found) > count and skip < DEEP else None)


def _deal(row: ResultRow) -> int:
    return row.deal


def _match(match: MatchRow, latest: Sequence[ResultRow]) -> MatchRecord:
    return MatchRecord(
        table=match.table_id,
        variant=match.variant,
        over=match.over,
        began=match.first_ms,
        ended=match.latest_ms,
        deals=match.deals,
        points=match.points,
        money=match.money,
        names=[row.bot or row.name for row in latest],
        bots=[row.bot is not None for row in latest],
        seat=next(row.seat for row in latest if row.mine),
    )


def _record(seats: Sequence[ResultRow]) -> DealRecord:
    hows: list[Any] = [row.how for row in seats]
    return DealRecord(
        deal=seats[0].deal,
        ended=seats[0].ended_ms,
        seat=next(row.seat for row in seats if row.mine),
        names=[row.bot or row.name for row in seats],
        bots=[row.bot is not None for row in seats],
        points=[row.points for row in seats],
        money=[row.money for row in seats],
        how=hows,
    )


def _leader(rank: Rank, me: str) -> Leader:
    return Leader(
        place=rank.place,
        name=rank.name,
        you=rank.user_id == me,
        deals=rank.deals,
        wins=rank.wins,
        points=rank.points,
        money=rank.money,
        average=_of(rank.points, rank.deals),
    )


def _period(period: Period) -> str:
    """The name under which the present period is stored."""
    return dict(zip(("all", "month", "week"), periods(now_ms()), strict=True))[period]


def _sums(tally: Tally | None) -> Sums | None:
    if tally is None:
        return None
    best = None
    if tally.best_table is not None and tally.best_deal is not None:
        best = BestHand(tally.best, tally.best_table, tally.best_deal)
    return Sums(
        deals=tally.deals,
        wins=tally.wins,
        self_draws=tally.self_draws,
        deal_ins=tally.deal_ins,
        draws=tally.draws,
        win_rate=_of(tally.wins, tally.deals),
        self_draw_rate=_of(tally.self_draws, tally.deals),
        deal_in_rate=_of(tally.deal_ins, tally.deals),
        draw_rate=_of(tally.draws, tally.deals),
        points=tally.points,
        average=_of(tally.points, tally.deals),
        money=tally.money,
        best=best,
    )


def _of(part: int, whole: int) -> float:
    return round(part / whole, 4)


RECORDS: Final = [my_records, my_deals, share, my_shares, take_back, my_statistics, leaderboard]
