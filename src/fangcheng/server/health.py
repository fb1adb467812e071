"""Whether the server can be played on: what a supervisor and a load balancer ask. Whether it is up at all, ``/api/health`` tells."""

from __future__ import annotations

import asyncio
from typing import Final

import sqlalchemy as sa
import structlog
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.datastructures import ResponseSpec
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.errors import ApiError
from fangcheng.server.protocol import Health, Problem

logger = structlog.get_logger(__name__)

PATIENCE: Final = 2.0
"""Seconds that the database may take for the smallest question."""


class Readiness:
    """Why the server cannot be played on, if it cannot. `stopping` once its end has begun."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self.stopping = False

    async def problem(self) -> str | None:
        """``stopping``, ``database``, or nothing."""
        if self.stopping:
            return "stopping"
        try:
            async with asyncio.timeout(PATIENCE), self._engine.connect() as connection:
                await connection.execute(sa.select(1))
        except (OSError, TimeoutError, sa.exc.SQLAlchemyError) as error:
            logger.warning("database_away", reason=type(error).__name__)
            return "database"
        return None


def ready_route(readiness: Readiness) -> HTTPRouteHandler:
    """The question of a load balancer: would a player be served now."""

    @get("/api/ready", responses={503: ResponseSpec(Problem, description="Not now", generate_examples=False)})
    async def ready() -> Health:
        """Whether it can be played on: not while it stops, nor while the database is away."""
        if (problem := await readiness.problem()) is not None:
            raise ApiError(503, "not_ready", {"reason": problem})
        return Health()

    return ready
