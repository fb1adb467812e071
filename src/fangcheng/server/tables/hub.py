"""The hub: which process owns which table. LocalHub owns all of them; a service on several machines would replace it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

import sqlalchemy as sa
import structlog

from fangcheng.server import metrics
from fangcheng.server.config import Config
from fangcheng.server.tables.inbox import Again, Left, Message, News, Unwatches
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.table import TableTask

logger = structlog.get_logger(__name__)

LOOK: Final = 3.0
"""Seconds between two searches for tables that an operator has ended."""


class LocalHub:
    """Tables as tasks of this process."""

    def __init__(self, store: Store, config: Config) -> None:
        self._store = store
        self._config = config
        self._tables: dict[str, tuple[TableTask, asyncio.Task[None]]] = {}
        self._watch: asyncio.Task[None] | None = None
        self._ended = False
        self._heed: Callable[[News], None] = lambda news: None

    def listen(self, heed: Callable[[News], None]) -> None:
        """Pass to `heed` what tables report to their rooms."""
        self._heed = heed

    async def start(self) -> None:
        """Take up every table that is not over."""
        metrics.watch_tables(lambda: len(self._tables))
        running = await self._store.running()
        for table_id in running:
            self.open(table_id)
        if running:
            logger.info("tables_resumed", tables=len(running))
        self._watch = asyncio.create_task(self._look_for_ended())

    async def _look_for_ended(self) -> None:
        """Let tables know that an operator has ended them: that is written to the database, and nothing else tells them."""
        while True:
            await asyncio.sleep(LOOK)
            known = list(self._tables.items())
            try:
                running = set(await self._store.running())
            except (OSError, sa.exc.SQLAlchemyError) as error:
                logger.warning("database_away", reason=type(error).__name__)
                continue
            for table_id, (table, _) in known:
                if table_id not in running and not table.over:
                    table.post(Again())

    async def stop(self) -> None:
        """Stop all tables and tell everybody why; each goes on from its log when it is opened again."""
        self._ended = True
        tasks = [self._watch] if self._watch else []
        if self._watch:
            self._watch.cancel()
        for table, task in self._tables.values():
            task.cancel()
            table.close("restarting")
            tasks.append(task)
        await asyncio.gather(*tasks, return_exceptions=True)

    def open(self, table_id: str) -> None:
        """Run a table of the database, unless it runs already."""
        if table_id in self._tables and not self._tables[table_id][1].done():
            return
        table = TableTask(table_id, self._store, self._config, lambda news: self._heed(news))
        task = asyncio.create_task(table.run(), name=f"table {table_id}")
        self._tables[table_id] = table, task
        task.add_done_callback(lambda done: self._drop(table_id, done))

    def runs(self, table_id: str) -> bool:
        """Whether a table runs here."""
        return table_id in self._tables

    def post(self, table_id: str, message: Message) -> None:
        """Hand a message to a table. One that is over and no longer runs is opened for it, unless it is about a connection's end."""
        if self._ended or (isinstance(message, Left | Unwatches) and table_id not in self._tables):
            return
        self.open(table_id)
        self._tables[table_id][0].post(message)

    def _drop(self, table_id: str, done: asyncio.Task[None]) -> None:
        if not done.cancelled() and (error := done.exception()) is not None:
            logger.error("table_lost", table=table_id, exc_info=error)
        if table_id in self._tables and self._tables[table_id][1] is done:
            del self._tables[table_id]
