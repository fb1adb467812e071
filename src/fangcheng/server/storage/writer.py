"""Durable writing: writes of several tables at the same time become one transaction, and the disk is flushed once for all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from fangcheng.server import metrics
from fangcheng.server.storage.sql_tables import commands, log
from fangcheng.server.storage.sqlite import Rows, inserted
from fangcheng.server.trouble import trouble

Then = Callable[[AsyncConnection], Awaitable[Any]]


class Write(NamedTuple):
    """What is written together or not at all: a row of the log, an accepted command, more statements, and a function that reads first."""

    batch: dict[str, Any] | None = None
    command: dict[str, Any] | None = None
    more: tuple[sa.Executable, ...] = ()
    then: Then | None = None


class Writer:
    """Writes in the order of arrival. While one transaction is being committed, the next one gathers."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._waiting: list[tuple[Write, asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def write(self, write: Write) -> Any:
        """Return once the write is durable, with the answer of `then`; raises the database's error if it fails."""
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((write, done))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._drain())
        return await done

    async def close(self) -> None:
        """Wait for what is being written."""
        if self._task is not None:
            await self._task

    async def _drain(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting, []
            try:
                answers = await self._commit([write for write, _ in group])
            except Exception as error:
                # One bad write must not fail the others. If the database is away, all of them fail at once.
                for write, done in group:
                    if len(group) == 1 or trouble(error):
                        _tell(done, error)
                    else:
                        await self._alone(write, done)
            else:
                for (_, done), answer in zip(group, answers, strict=True):
                    _tell(done, answer)

    async def _alone(self, write: Write, done: asyncio.Future[Any]) -> None:
        try:
            (answer,) = await self._commit([write])
        except Exception as error:
            _tell(done, error)
        else:
            _tell(done, answer)

    async def _commit(self, writes: Sequence[Write]) -> list[Any]:
        batches = [write.batch for write in writes if write.batch]
        accepted = [write.command for write in writes if write.command]
        metrics.commit_writes.observe(len(writes))
        with metrics.commit_seconds.time():
            return await self._transact(batches, accepted, writes)

    async def _transact(self, batches: list[dict[str, Any]], accepted: list[dict[str, Any]], writes: Sequence[Write]) -> list[Any]:
        plain = not any(write.more or write.then for write in writes)
        if plain and await inserted(self._engine, (Rows(log, batches), Rows(commands, accepted))):
            return [None] * len(writes)
        async with self._engine.begin() as connection:
            if batches:
                await connection.execute(log.insert(), batches)
            if accepted:
                await connection.execute(commands.insert(), accepted)
            for write in writes:
                for statement in write.more:
                    await connection.execute(statement)
            return [await write.then(connection) if write.then else None for write in writes]


def _tell(done: asyncio.Future[Any], answer: Any) -> None:
    """Give the waiting task its answer, unless it was cancelled in the meantime."""
    if done.done():
        return
    if isinstance(answer, Exception):
        done.set_exception(answer)
    else:
        done.set_result(answer)
