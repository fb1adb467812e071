"""What is counted of finished deals, player by player and game by game. No game is named here: wins themselves say what they were."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from typing import Final, Literal, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.events import Winner
from fangcheng.server.storage.sql_tables import element_tallies, logins, tallies, users
from fangcheng.server.storage.upsert import upsert_in

How = Literal["win", "self_draw", "deal_in", "loss", "draw"]
Company = Literal["people", "bots"]
RANKED: Final = "accounts"
"""The company that leaderboards of deals with people use: only accounts, and at least two of them."""
SUMS: Final = ("deals", "wins", "self_draws", "deal_ins", "draws", "points", "money")
EVER: Final = "all"
REGISTERED: Final = sa.select(sa.func.count()).where(logins.c.user_id.in_(sa.bindparam("named", expanding=True)))


class Outcome(NamedTuple):
    """A deal as one seat saw it end.

    how       a win by self-draw or on another's tile, a discard that somebody won on, somebody else's win, or nobody's
    hand      value of the winning hand by its elements, None without a win
    elements  ids of what counted in it
    """

    how: How
    hand: int | None = None
    elements: tuple[str, ...] = ()


class Counted(NamedTuple):
    """What goes into a player's sums."""

    outcome: Outcome
    points: int
    money: int


def outcomes(seats: int, winners: Sequence[Winner]) -> list[Outcome]:
    """How a deal ended for each seat. Several wins of a seat count once, with its best hand and all elements."""
    if not winners:
        return [Outcome("draw")] * seats
    sources = {winner.source for winner in winners}
    ended = [Outcome("deal_in" if seat in sources else "loss") for seat in range(seats)]
    for seat in {winner.seat for winner in winners}:
        own = [winner for winner in winners if winner.seat == seat]
        elements = dict.fromkeys(element.id for winner in own for element in winner.score.elements)
        how: How = "self_draw" if any(winner.source < 0 for winner in own) else "win"
        ended[seat] = Outcome(how, max(winner.score.points for winner in own), tuple(elements))
    return ended


def of_absent(outcome: Outcome) -> Outcome:
    """The outcome for a player who had left the deal to a bot: the bot's win counts as somebody else's."""
    return Outcome("loss") if outcome.how in ("win", "self_draw") else outcome


def periods(ms: int) -> tuple[str, str, str]:
    """The periods that a moment belongs to: for ever, its month, its week; by UTC."""
    moment = datetime.fromtimestamp(ms / 1000, UTC)
    year, week, _ = moment.isocalendar()
    return EVER, f"{moment:%Y-%m}", f"{year}-W{week:02}"


async def count(connection: AsyncConnection, variant: str, table_id: str, deal: int, people: Mapping[str, Counted], ms: int) -> None:
    """Add a finished deal to the sums of those who played it."""
    if not people:
        return
    companies = ["people" if len(people) > 1 else "bots"]
    if len(people) > 1 and await _all_have_accounts(connection, people):
        companies.append(RANKED)
    rows = [
        {"user_id": user_id, "variant": variant, "period": period, "company": company, **_sums(counted), **_best(counted, table_id, deal)}
        for company in companies
        for user_id, counted in people.items()
        for period in periods(ms)
    ]
    await connection.execute(_add_deal(connection.dialect.name), rows)
    elements = [
        {"user_id": user_id, "variant": variant, "element": element, "times": 1}
        for user_id, counted in people.items()
        for element in counted.outcome.elements
    ]
    if elements:
        await connection.execute(_add_elements(connection.dialect.name), elements)


async def _all_have_accounts(connection: AsyncConnection, people: Collection[str]) -> bool:
    found = await connection.execute(REGISTERED, {"named": list(people)})
    return found.scalar_one() == len(people)


# The statements are made once: the stand-in for the existing row brings tens of kB of objects that refer to each other, and those of
# every deal would pile up until the next garbage collection.


@cache
def _add_deal(dialect: str) -> sa.Executable:
    """Adds the sums of a deal to those that are there, and keeps the best hand."""
    insert = upsert_in(dialect, tallies)
    new = insert.excluded
    better = new.best > tallies.c.best
    changes = {name: tallies.c[name] + new[name] for name in SUMS}
    changes |= {name: sa.case((better, new[name]), else_=tallies.c[name]) for name in ("best", "best_table", "best_deal")}
    keys = ["user_id", "variant", "period", "company"]
    statement: sa.Executable = insert.on_conflict_do_update(index_elements=keys, set_=changes)
    return statement


@cache
def _add_elements(dialect: str) -> sa.Executable:
    """Adds how often elements have counted."""
    insert = upsert_in(dialect, element_tallies)
    more = {"times": element_tallies.c.times + insert.excluded.times}
    statement: sa.Executable = insert.on_conflict_do_update(index_elements=["user_id", "variant", "element"], set_=more)
    return statement


def _sums(counted: Counted) -> dict[str, int]:
    how = counted.outcome.how
    return {
        "deals": 1,
        "wins": how in ("win", "self_draw"),
        "self_draws": how == "self_draw",
        "deal_ins": how == "deal_in",
        "draws": how == "draw",
        "points": counted.points,
        "money": counted.money,
    }


def _best(counted: Counted, table_id: str, deal: int) -> dict[str, int | str | None]:
    if counted.outcome.hand is None:
        return {"best": -1, "best_table": None, "best_deal": None}
    return {"best": counted.outcome.hand, "best_table": table_id, "best_deal": deal}


class Tally(NamedTuple):
    """A player's sums in one game, period and company. `best` is the most valuable winning hand, -1 for none."""

    variant: str
    company: Company
    deals: int
    wins: int
    self_draws: int
    deal_ins: int
    draws: int
    points: int
    money: int
    best: int
    best_table: str | None
    best_deal: int | None


class Rank(NamedTuple):
    """A line of a leaderboard. `place` is one more than the number of better ones, so equals share it."""

    place: int
    user_id: str
    name: str
    deals: int
    wins: int
    points: int
    money: int


By = Literal["points", "money", "wins", "mean"]
ENOUGH: Final = 20
"""Deals that a player must have played before the mean says anything."""


class Statistics:
    """What has been counted in a database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, user_id: str, period: str) -> tuple[list[Tally], dict[str, dict[str, int]]]:
        """A player's sums in a period; and, by game, in how many winning hands each element has counted, ever."""
        query = sa.select(tallies).where(tallies.c.user_id == user_id, tallies.c.period == period, tallies.c.company != RANKED)
        elements = sa.select(element_tallies).where(element_tallies.c.user_id == user_id).order_by(element_tallies.c.times.desc())
        async with self._engine.connect() as connection:
            sums = (await connection.execute(query.order_by(tallies.c.variant, tallies.c.company.desc()))).all()
            counted = (await connection.execute(elements.order_by(element_tallies.c.element))).all()
        found: dict[str, dict[str, int]] = {}
        for row in counted:
            found.setdefault(row.variant, {})[row.element] = row.times
        return [Tally(*(row._mapping[name] for name in Tally._fields)) for row in sums], found

    async def board(self, variant: str, period: str, company: Company, by: By, skip: int, limit: int) -> list[Rank]:
        """The accounts that have done best in a game, in a period and company; among equals, those that have played less come first.

        A mean needs ENOUGH deals. Of deals with people only those count in which everybody had an account: guests cost nothing, and one
        person who is several of them could lose to themselves."""
        mean = sa.cast(tallies.c.points, sa.Float) / tallies.c.deals
        order = mean if by == "mean" else tallies.c[by]
        query = (
            sa.select(users.c.id, users.c.name, tallies)
            .add_columns(sa.func.rank().over(order_by=order.desc()).label("place"))
            .join(users, users.c.id == tallies.c.user_id)
            .join(logins, logins.c.user_id == users.c.id)
            .where(
                tallies.c.variant == variant, tallies.c.period == period, tallies.c.company == (RANKED if company == "people" else company)
            )
            .order_by(order.desc(), tallies.c.deals, users.c.id)
            .offset(skip)
            .limit(limit)
        )
        if by == "mean":
            query = query.where(tallies.c.deals >= ENOUGH)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Rank(row.place, row.id, row.name, row.deals, row.wins, row.points, row.money) for row in found]
