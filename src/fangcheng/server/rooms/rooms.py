"""All open rooms: who looks at them, what people ask of them, and the tables that they start.

Rooms live in memory, and each change of a room is stored as a whole before anybody is told of it. Changes happen one at a time. They are
rare enough for that, and so two people never take the same seat, and nobody leaves a match that is just being started.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final

import msgspec
import structlog

from fangcheng.rules.variant import Refused
from fangcheng.server.allowance import Meter
from fangcheng.server.config import Config
from fangcheng.server.protocol import (
    Ack,
    Begin,
    Expel,
    Kick,
    Me,
    Notice,
    Offered,
    OfferSeat,
    Refusal,
    RoomCommand,
    RoomSettings,
    Say,
    Sit,
    Stand,
)
from fangcheng.server.rooms.directory import Directory
from fangcheng.server.rooms.entry import Entry
from fangcheng.server.rooms.keeper import Keeper
from fangcheng.server.rooms.opening import first_deal, new_room, table_row
from fangcheng.server.rooms.orders import obey
from fangcheng.server.rooms.purses import PURSE, price, too_poor
from fangcheng.server.rooms.room import Place, RoomState
from fangcheng.server.rooms.store import RoomsStore
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.inbox import Connection, Dismisses, News
from fangcheng.server.tables.store import Store
from fangcheng.server.trouble import noted

logger = structlog.get_logger(__name__)

TICK: Final = 1.0
LOOKERS: Final = 200
"""Connections on which people may look at one room; those who sit there get in beyond that."""
ORDERS: Final = 4
"""Commands per second that one person may give to rooms, on average, with bursts of `ORDERS_AT_ONCE`: all rooms together carry them out one
at a time, and store each."""
ORDERS_AT_ONCE: Final = 40


class Rooms:
    """The open rooms. `show` is told of every change of one."""

    def __init__(self, store: Store, hub: LocalHub, config: Config, show: Callable[[RoomState], None]) -> None:
        self._store = store
        self._hub = hub
        self._config = config
        self.stored = RoomsStore(store)
        self.directory = Directory()
        self._keeper = Keeper(self.stored, self.directory, show)
        self._lock = asyncio.Lock()
        self._orders = Meter(ORDERS, ORDERS_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()
        hub.listen(self.heed)

    async def start(self) -> None:
        """Take up all open rooms. A table whose match has ended meanwhile says so when it is opened."""
        for state in await self.stored.open_rooms():
            for seat in state.people():
                state.away(state.places[seat].user)
            self.directory.add(state)
            if state.table:
                self._hub.open(state.table)
        self._do(self._look_after())

    async def stop(self) -> None:
        """Hang up on everybody; all rooms are stored as they are."""
        for entry in self.directory:
            for connection in entry.connections:
                connection.close("restarting")
            # Being cut off now is not leaving.
            entry.connections = {}
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # --- opening --------------------------------------------------------------------------------------------------------------

    async def create(
        self, me: Me, settings: RoomSettings, seat: int = 0, bots: Sequence[str] = (), *, play: bool = False
    ) -> RoomState | Refused:
        """Open a room; with `play`, a match begins in it at once. Or why not."""
        async with self._lock:
            if (refused := await self.allows(me)) is not None:
                return refused
            state = new_room(settings, self.directory.new_code(), seat, (Place(me.id, me.name),), bots)
            return state if isinstance(state, Refused) else await self._open(state, play)

    async def quick(self, settings: RoomSettings, people: Sequence[Me], bot: str) -> RoomState | Refused:
        """Open a room for people who have not chosen each other, and let their match begin; bots at the seats that are left."""
        async with self._lock:
            places = [Place(me.id, me.name) for me in people]
            secrets.SystemRandom().shuffle(places)
            state = new_room(settings, self.directory.new_code(), 0, places, [bot] * 4)
            return state if isinstance(state, Refused) else await self._open(state, True)

    async def _open(self, state: RoomState, play: bool) -> RoomState | Refused:
        if (refused := await too_poor(self._store, state.places, price(state.settings))) is not None:
            return refused
        await self.stored.save(state)
        if play:
            await self._begin(state)
        self._keeper.add(state)
        return state

    # --- people who look and sit ----------------------------------------------------------------------------------------------

    async def join(self, room_id: str, me: Me, connection: Connection) -> None:
        """Somebody looks at a room."""
        entry = self.directory.find(room_id)
        if entry is None or (len(entry.connections) >= LOOKERS and entry.state.seat_of(me.id) < 0):
            connection.close("no_such_room" if entry is None else "room_full")
            return
        if me.id in entry.state.shut_out:
            connection.close("kicked")
            return
        entry.away.pop(me.id, None)
        entry.came(connection, me)

    async def leave(self, room_id: str, me: Me, connection: Connection) -> None:
        """Somebody's connection has ended."""
        entry = self.directory.find(room_id)
        if entry is None or entry.connections.pop(connection, None) is None:
            return
        now = time.monotonic()
        entry.empty_since = now
        if me.id in entry.present():
            return
        if entry.state.seat_of(me.id) < 0:
            entry.crowd_changed()
        else:
            entry.away[me.id] = now
            async with self._lock:
                await self._keeper.make_sure(entry)
                after = entry.state.copy()
                after.away(me.id)
                await self._keeper.store(entry, after)

    async def take(self, room_id: str, me: Me, command: RoomCommand, connection: Connection) -> None:
        """Carry out a command, and say that it is or why not."""
        async with self._lock:
            entry = await self._keeper.find(room_id)
            if entry is None:
                connection.send(Refusal(command.id, "room_closed"))
            elif entry.state.has_kept(me.id, command.id):
                connection.send(Ack(command.id))
            elif (refused := await self._obey(entry, me, command)) is not None:
                connection.send(Refusal(command.id, refused.code, refused.detail))
            else:
                connection.send(Ack(command.id))
                self._keeper.drop_closed(entry)

    async def _obey(self, entry: Entry, me: Me, command: RoomCommand) -> Refused | None:
        if isinstance(command, Say):
            return entry.say(me, command)
        # Standing up has no limit: people must always be able to leave.
        if not isinstance(command, Stand) and self._orders.wait(me.id, 1, time.monotonic()):
            return Refused("changes_too_fast")
        if isinstance(command, Sit) and (refused := await self.allows(me, entry.state.id)) is not None:
            return refused
        if isinstance(command, OfferSeat | Expel):
            # Messages refer to people by keys; what is stored refers to them by ids.
            person = entry.looker(command.person)
            command = msgspec.structs.replace(command, person=person.id if person else "")
        after = entry.state.copy()
        refused = obey(after, me, command)
        if refused is not None:
            return refused
        after.keep(me.id, command.id)
        sitting = after.places if isinstance(command, Begin) else [Place(me.id, me.name)] if isinstance(command, Sit) else []
        if (refused := await too_poor(self._store, sitting, price(after.settings))) is not None:
            return refused
        if isinstance(command, Begin):
            entry.unsure = True
            await self._begin(after)
        await self._keeper.store(entry, after, isinstance(command, Kick))
        if isinstance(command, OfferSeat | Expel):
            self._tell_person(entry, command)
        return None

    def _tell_person(self, entry: Entry, command: OfferSeat | Expel) -> None:
        """Tell somebody without a seat what the host has done about them."""
        if isinstance(command, Expel) and (person := entry.named(command.person)):
            entry.send(Notice("kicked", -1, person.name))
        for connection in entry.of(command.person):
            if isinstance(command, OfferSeat):
                connection.send(Offered(command.seat))
            else:
                connection.close("kicked")
        if isinstance(command, Expel) and entry.state.table:
            self._hub.post(entry.state.table, Dismisses(command.person))

    def shuts_out(self, table_id: str, user: str) -> bool:
        """Whether somebody was sent away from the room that plays at a table."""
        return any(entry.state.table == table_id and user in entry.state.shut_out for entry in self.directory)

    async def allows(self, me: Me, here: str = "") -> Refused | None:
        """Why somebody may not sit down in one more room, None if they may. Within the room `here` they may move."""
        mine = [entry for entry in self.directory.of(me.id) if entry.state.status == "waiting" and entry.state.id != here]
        if len(mine) >= self._config.rooms and not await self._make_way(mine):
            return Refused("too_many_rooms", {"rooms": self._config.rooms})
        if len(await self._store.running_of(me.id)) >= self._config.tables:
            return Refused("too_many_tables", {"tables": self._config.tables})
        return None

    async def welcomes(self, me: Me, stake: int) -> Refused | None:
        """The same, under the lock; also why somebody may not play at a stake."""
        async with self._lock:
            return await self.allows(me) or await too_poor(self._store, [Place(me.id, me.name)], PURSE * stake)

    async def _make_way(self, mine: Sequence[Entry]) -> bool:
        """Close the rooms where nobody but this player sits and nobody looks; whether there were any."""
        deserted = [entry for entry in mine if len(entry.state.people()) == 1 and not (entry.connections or entry.unsure)]
        for entry in deserted:
            await self._keeper.let_go(entry, entry.state.people())
        return bool(deserted)

    # --- matches --------------------------------------------------------------------------------------------------------------

    async def _begin(self, state: RoomState) -> None:
        """Open the table of a match and store it together with the room that plays."""
        state.start(secrets.token_urlsafe(9))
        row = table_row(state)
        first, events = first_deal(state, row, await self._store.balances(row))
        await self.stored.start(state, row, first, events)
        self._hub.open(row.id)

    def heed(self, news: News) -> None:
        """Hear from the table of a room."""
        if news.room:
            self._do(self._follow(news))

    async def _follow(self, news: News) -> None:
        async with self._lock:
            entry = await self._keeper.find(news.room)
            if entry is None or entry.state.table != news.table:
                return
            after = entry.state.copy()
            after.follow(news.gone, news.host, news.over)
            entry.at_table = frozenset() if news.over else frozenset(news.here)
            entry.watching = () if news.over else news.watching
            await self._keeper.store(entry, after)
            self._keeper.drop_closed(entry)

    # --- what time does -------------------------------------------------------------------------------------------------------

    async def _look_after(self) -> None:
        """Free seats and close rooms of people who do not come back."""
        while True:
            await asyncio.sleep(TICK)
            for entry in self.directory:
                try:
                    await self._look_at(entry)
                except Exception as error:
                    # Whatever it is, the rooms behind this one must not wait for it.
                    if noted(error, room=entry.state.id) is None:
                        logger.exception("room_not_looked_after", room=entry.state.id)

    async def _look_at(self, entry: Entry) -> None:
        if entry.state.table and not self._hub.runs(entry.state.table):
            # Its match is over, and we could not store that when we were told. Once opened, the table tells us again.
            self._hub.open(entry.state.table)
        if not (entry.unsure or entry.lost(self._config)):
            return
        async with self._lock:
            await self._keeper.make_sure(entry)
            if lost := entry.lost(self._config):
                await self._keeper.let_go(entry, [entry.state.seat_of(user) for user in lost])

    def _do(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("room_failed", exc_info=error)
