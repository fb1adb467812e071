"""Durable writing: what several tables write at the same time becomes one transaction, and the disk is flushed once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine

from fangcheng.server.records import commands, log


class Write(NamedTuple):
    """All of it or nothing: a row of the log, an accepted command, and further statements."""

    batch: dict[str, Any] | None = None
    command: dict[str, Any] | None = None
    more: tuple[sa.Executable, ...] = ()


class Writer:
    """Writes in the order of arrival. While one transaction is being committed, the next one gathers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Write, asyncio.Future[None]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: Write) -> None:
        """Return when it is durable; raises what the database says when it is not."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        await done

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                await self._commit([write for write, _ in group])
            except Exception:
                # One bad write must not take the others with it.
                for write, done in group:
                    await self._alone(write, done)
            else:
                for _, done in group:
                    _tell(done, None)

    async def _alone(self, write: Write, done: asyncio.Future[None]) -> None:
        try:
            await self._commit([write])
        except Exception as error:
            _tell(done, error)
        else:
            _tell(done, None)

    async def _commit(self, writes: Sequence[Write]) -> None:
        batches = [write.batch for write in writes if write.batch]
        accepted = [write.command for write in writes if write.command]
        async with self._engine.begin() as connection:
            if batches:
                await connection.execute(log.insert(), batches)
            if accepted:
                await connection.execute(commands.insert(), accepted)
            for write in writes:
                for statement in write.more:
                    await connection.execute(statement)


def _tell(done: asyncio.Future[None], error: Exception | None) -> None:
    """Tell who waits, unless he was cancelled meanwhile."""
    if done.done():
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)
