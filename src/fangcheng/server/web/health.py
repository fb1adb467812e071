"""Whether players can be served, as supervisors and load balancers ask. ``/api/health`` says whether the server is up at all."""

from __future__ import annotations

import asyncio
import time
from typing import Final, Literal

import sqlalchemy as sa
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.errors import ApiError
from fangcheng.server.protocol import Health, Problem
from fangcheng.server.storage.sql_tables import pulse
from fangcheng.server.storage.times import now_ms
from fangcheng.server.storage.upsert import upsert
from fangcheng.server.trouble import Trouble, noted

PATIENCE: Final = 2.0
"""Seconds that the database may take for the smallest possible write."""
FRESH: Final = 1.0
"""Seconds for which an answer is reused, however many ask."""


class Readiness:
    """Why players cannot be served, if they cannot. `stopping` is True once the server's end has begun.

    No action counts before it is stored, so being able to read the database is not enough. One row is written, always the same one.
    """

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._look: asyncio.Task[Trouble | None] | None = None
        self._looked = 0.0
        self.stopping = False

    async def problem(self) -> Trouble | Literal["stopping"] | None:
        """``stopping``, what is wrong with the database, or nothing."""
        if self.stopping:
            return "stopping"
        if self._look is None or (self._look.done() and time.monotonic() - self._looked > FRESH):
            self._look = asyncio.create_task(self._write())
        # The write is not cancelled: a connection that is cut in the middle of a write would have to be opened again.
        await asyncio.wait((self._look,), timeout=PATIENCE)
        return self._look.result() if self._look.done() else "database"

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._look is not None:
            await self._look

    async def _write(self) -> Trouble | None:
        row = {"id": 1, "at_ms": now_ms()}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(upsert(connection, pulse).values(row).on_conflict_do_update(index_elements=["id"], set_=row))
        except (OSError, sa.exc.SQLAlchemyError) as error:
            return noted(error) or "database"
        finally:
            self._looked = time.monotonic()
        return None


def ready_route(readiness: Readiness) -> HTTPRouteHandler:
    """The route by which a load balancer asks whether players would be served now."""

    @get("/api/ready", responses={503: ResponseSpec(Problem, description="Not now", generate_examples=False)})
    async def ready() -> Health:
        """Whether players can be served: not while the server stops, nor while the database cannot be written."""
        if (problem := await readiness.problem()) is not None:
            raise ApiError(503, "not_ready", {"reason": problem})
        return Health()

    return ready
