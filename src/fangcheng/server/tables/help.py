"""Help while playing, worked out from what the asking seat may know and nothing else. The table goes on in the meantime."""

from __future__ import annotations

import asyncio
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from typing import Final

import structlog

from fangcheng.analysis import analyse
from fangcheng.engine.state import State
from fangcheng.engine.view import mask
from fangcheng.events import player
from fangcheng.server.protocol import Refusal
from fangcheng.server.protocol.help import Help
from fangcheng.server.tables.inbox import Connection

logger = structlog.get_logger(__name__)

PAUSE: Final = 0.2
"""Seconds between two answers to one player."""
THREADS: Final = ThreadPoolExecutor(2, "help")
"""Where the help of all tables is worked out. These threads do nothing else, so that bots never wait for a thread to think in."""


class Turn:
    """One player's turn to be helped, at whichever tables: a player at twenty tables must not keep the server from everything else."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.free_from = 0.0


TURNS: Final[weakref.WeakValueDictionary[str, Turn]] = weakref.WeakValueDictionary()
"""By player, while tables know of them."""


class Helpers:
    """The help that the seats of a table are given. A seat's new question replaces one that is not answered yet."""

    def __init__(self, table_id: str) -> None:
        self._table = table_id
        self._running: dict[int, asyncio.Task[None]] = {}
        self._turns: dict[str, Turn] = {}

    def ask(self, seat: int, who: str, question: str, state: State, at: tuple[int, int], connection: Connection) -> None:
        """Answer the question with this id on `connection`, sooner or later. `state` is the whole truth at the deal and number `at`,
        `who` the player at the seat."""
        # Masked at once: the state moves on, and what the seat does not know goes no further.
        known = mask(state, player(seat))
        if seat in self._running:
            self._running[seat].cancel()
        self._running[seat] = asyncio.create_task(self._in_turn(seat, who, question, known, at, connection))

    async def _in_turn(self, seat: int, who: str, question: str, known: State, at: tuple[int, int], connection: Connection) -> None:
        turn = self._turns[who] = TURNS.setdefault(who, Turn())
        try:
            async with turn.lock:
                await asyncio.sleep(turn.free_from - time.monotonic())
                turn.free_from = time.monotonic() + PAUSE
                await self._answer(seat, question, known, at, connection)
        finally:
            if self._running.get(seat) is asyncio.current_task():
                del self._running[seat]

    async def _answer(self, seat: int, question: str, known: State, at: tuple[int, int], connection: Connection) -> None:
        try:
            found = await asyncio.get_running_loop().run_in_executor(THREADS, analyse, known, seat)
            connection.send(Help(question, *at, found))
        except ValueError:
            # There is no hand to analyse: the deal has not begun, is over, or a replacement is yet to come.
            connection.send(Refusal(question, "nothing_to_help"))
        except Exception:
            logger.exception("help_failed", table=self._table, seat=seat)
            connection.send(Refusal(question, "internal"))
