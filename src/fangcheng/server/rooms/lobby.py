"""The lobby: everybody sees the listed rooms as they change, and people who want a quick match wait here for others."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Generator, Sequence
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

import structlog

from fangcheng.rules.variant import Refused
from fangcheng.server.allowance import Meter
from fangcheng.server.config import Config
from fangcheng.server.protocol import (
    STAKES,
    Ack,
    Card,
    Changes,
    Error,
    LobbyCommand,
    Matched,
    Me,
    Queue,
    Refusal,
    RoomSettings,
    Waiting,
)
from fangcheng.server.protocol import Lobby as Everything
from fangcheng.server.rooms.room import RoomState
from fangcheng.server.tables.inbox import Connection
from fangcheng.server.trouble import noted, trouble
from fangcheng.variants import VARIANTS, get_variant

logger = structlog.get_logger(__name__)

PACE: Final = 0.25
"""Seconds between two lists of changes."""
WISHES: Final = 1
"""Times per second that a player may ask for a quick match, on average, with bursts of `WISHES_AT_ONCE`: each is looked up."""
WISHES_AT_ONCE: Final = 10
QUICK_SECONDS: Final = 20
QUICK_RESERVE: Final = 30
BOT: Final = "greedy"

Opens = Callable[[RoomSettings, Sequence[Me], str], Awaitable[RoomState | Refused]]
"""Opens a room for people and lets their match begin, with bots of a level at the seats that are left."""


class Waiter(NamedTuple):
    """Somebody who waits for a quick match, since a time in s on the monotonic clock; `bots`: bots may fill up."""

    me: Me
    connection: Connection
    since: float
    bots: bool


class Lobby:
    """The people who look at the lobby, what they see, and those who wait.

    opens   opens a room for people; to be set
    allows  why somebody may not wait for a match at a stake, None if they may; to be set
    """

    opens: Opens
    allows: Callable[[Me, int], Awaitable[Refused | None]]

    def __init__(self, config: Config) -> None:
        self._config = config
        self._wishes = Meter(WISHES, WISHES_AT_ONCE)
        self._cards: dict[str, Card] = {}
        self._people: dict[Connection, Me] = {}
        self._waiting: dict[tuple[str, int], list[Waiter]] = {}
        self._changed: set[str] = set()
        self._stale = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to tell people of changes and to bring them together."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Hang up on everybody."""
        for connection in self._people:
            connection.close("restarting")
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # --- rooms ----------------------------------------------------------------------------------------------------------------

    def show(self, room: RoomState) -> None:
        """A room is new, has changed, or is closed."""
        if room.settings.listed and room.status != "closed":
            card = room.card()
            if card == self._cards.get(room.id):
                return
            self._cards[room.id] = card
        elif self._cards.pop(room.id, None) is None:
            return
        self._changed.add(room.id)

    def cards(self) -> list[Card]:
        """All listed rooms, newest first."""
        return list(reversed(self._cards.values()))

    # --- people ---------------------------------------------------------------------------------------------------------------

    def join(self, me: Me, connection: Connection) -> None:
        """Somebody has come in."""
        self._people[connection] = me
        self._stale = True
        connection.send(Everything(self.cards(), self._counts(), self._number()))

    def leave(self, connection: Connection) -> None:
        """Somebody has gone, and waits no longer."""
        if self._people.pop(connection, None) is not None:
            self._unqueue(lambda waiter: waiter.connection is connection)
            self._stale = True

    async def take(self, me: Me, command: LobbyCommand, connection: Connection) -> None:
        """Carry out a command, and say that it is or why not."""
        if isinstance(command, Queue) and self._wishes.wait(me.id, 1, time.monotonic()):
            refused: Refused | None = Refused("changes_too_fast")
        elif isinstance(command, Queue):
            refused = await self.allows(me, command.stake) or self._queue(me, command, connection)
        else:
            refused = None if self._unqueue(lambda waiter: waiter.me.id == me.id) else Refused("not_waiting")
        connection.send(Ack(command.id) if refused is None else Refusal(command.id, refused.code, refused.detail))

    def _number(self) -> int:
        return len({me.id for me in self._people.values()})

    # --- quick matches --------------------------------------------------------------------------------------------------------

    def _queue(self, me: Me, wish: Queue, connection: Connection) -> Refused | None:
        if wish.variant not in VARIANTS:
            return Refused("unknown_variant", {"variant": wish.variant, "variants": list(VARIANTS)})
        if wish.stake not in STAKES:
            return Refused("unknown_stake", {"stakes": list(STAKES)})
        # Asking again must not make the wait longer.
        before = next((waiter.since for waiter in self._waiting.get((wish.variant, wish.stake), ()) if waiter.me.id == me.id), None)
        self._unqueue(lambda waiter: waiter.me.id == me.id)
        since = time.monotonic() if before is None else before
        self._waiting.setdefault((wish.variant, wish.stake), []).append(Waiter(me, connection, since, wish.bots))
        self._stale = True
        return None

    def _unqueue(self, whom: Callable[[Waiter], bool]) -> bool:
        """Take some people out of the queues; whether there were any."""
        found = False
        for key, waiters in list(self._waiting.items()):
            left = [waiter for waiter in waiters if not whom(waiter)]
            found = found or len(left) < len(waiters)
            if left:
                self._waiting[key] = left
            else:
                del self._waiting[key]
        self._stale = self._stale or found
        return found

    def _counts(self) -> list[Waiting]:
        return [Waiting(variant, stake, len(waiters)) for (variant, stake), waiters in sorted(self._waiting.items())]

    async def _match(self, variant: str, stake: int) -> None:
        """Start a match if there are people enough, or with bots for people who have waited long enough."""
        patience = time.monotonic() - self._config.bots_after / 1000
        waiters, seats = self._waiting.get((variant, stake), []), get_variant(variant).seats[-1]
        together = waiters[:seats]
        if len(together) < seats:
            together = [waiter for waiter in waiters if waiter.bots]
            if not any(waiter.since <= patience for waiter in together):
                return
        if not await self._sent_away(together, stake):
            self._let_go(together)
            await self._open(variant, stake, together)

    async def _sent_away(self, waiters: Sequence[Waiter], stake: int) -> bool:
        """Send away people who may no longer play although they might when they began to wait; whether there were any. The others stay."""
        found = False
        for waiter in waiters:
            if (refused := await self._refused(waiter.me, stake)) is not None:
                found = True
                self._let_go([waiter])
                waiter.connection.send(Error(refused.code, refused.detail))
        return found

    async def _refused(self, me: Me, stake: int) -> Refused | None:
        """Why somebody may no longer play. Whoever we cannot tell it of must go: nobody who waits behind them would ever play."""
        try:
            return await self.allows(me, stake)
        except Exception as error:
            if trouble(error):
                raise
            logger.exception("lobby_failed", player=me.id)
            return Refused("internal")

    def _let_go(self, waiters: Sequence[Waiter]) -> None:
        gone = {waiter.me.id for waiter in waiters}
        self._unqueue(lambda waiter: waiter.me.id in gone)

    async def _open(self, variant: str, stake: int, waiters: Sequence[Waiter]) -> None:
        deals = get_variant(variant).match_lengths[0]
        # Strangers who compete with each other do so without hints.
        settings = RoomSettings(variant=variant, deals=deals, stake=stake, seconds=QUICK_SECONDS, reserve=QUICK_RESERVE, hints=False)
        try:
            room = await self.opens(settings, [waiter.me for waiter in waiters], BOT)
        except Exception:
            logger.exception("no_quick_match", variant=variant, stake=stake)
            room = Refused("internal")
        for waiter in waiters:
            waiter.connection.send(Error(room.code, room.detail) if isinstance(room, Refused) else Matched(room.id, room.table))

    # --- time -----------------------------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PACE)
            for variant, stake in list(self._waiting):
                with _reported(variant=variant, stake=stake):
                    await self._match(variant, stake)
            with _reported():
                if self._people and (self._changed or self._stale):
                    self._tell()
            self._changed, self._stale = set(), False

    def _tell(self) -> None:
        """Tell everybody what has changed."""
        changed = [self._cards[room] for room in self._changed if room in self._cards]
        gone = sorted(self._changed - self._cards.keys())
        news = Changes(changed, gone, self._counts(), self._number())
        for connection in self._people:
            connection.send(news)


@contextmanager
def _reported(**where: Any) -> Generator[None]:
    """What fails in here is reported and over: those who wait for another match, or only look on, must not suffer from it."""
    try:
        yield
    except Exception as error:
        if noted(error, **where) is None:
            logger.exception("lobby_failed", **where)
