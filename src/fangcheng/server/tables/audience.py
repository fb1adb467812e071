"""The people who are connected to a table, and what they are sent."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from typing import Final

from fangcheng.events import Event
from fangcheng.server.protocol import Ack, Error, Me, Notice, NoticeCode, Said, Table, TableInfo
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.clock import NEVER, TableClock
from fangcheng.server.tables.inbox import Connection
from fangcheng.server.tables.late import LateShow
from fangcheng.server.tables.play import WATCHING, viewer_at
from fangcheng.server.tables.telling import Around, Moment, Seated

MOST_WATCHERS: Final = 200
CROWD: Final = 0.5
"""Seconds until everybody is told that more or fewer people watch."""


class Audience:
    """Connections of players by seat and of spectators by user. Nothing is sent here that `Moment` or `LateShow` has not said.

    late       the show for spectators of a room that shows deals late, while there are some
    vote_ends, pause_ends  as in `Around`
    crowd_due  when everybody is to be told how many watch, NEVER when they know
    crowd      who watched when they were told last
    """

    def __init__(self, book: Book, clock: TableClock) -> None:
        self._book = book
        self._clock = clock
        self._seated = Seated(book)
        self.players: dict[int, Connection] = {}
        self.watchers: dict[str, Connection] = {}
        self.late: LateShow | None = None
        self.vote_ends = self.pause_ends = self.crowd_due = NEVER
        self.crowd: tuple[Me, ...] = ()
        self._names: dict[str, str] = {}
        self._opened: dict[int | str, int] = {}
        self._away: dict[int, float] = {}
        self._began = time.monotonic()
        self._late_told: TableInfo | None = None

    def __bool__(self) -> bool:
        return bool(self.players or self.watchers)

    # --- who is there ---------------------------------------------------------------------------------------------------------

    def join(self, seat: int, connection: Connection, opened: int = 0) -> bool:
        """A player has connected, and everybody is told. Whether the player was not there before."""
        before = self.players.get(seat)
        new = before is None
        if not self._takes_over(seat, before, connection, opened):
            return False
        self.players[seat] = connection
        self._away.pop(seat, None)
        connection.send(self._now().first(seat))
        if new:
            self.tell_all(but=seat)
        return new

    def _takes_over(self, who: int | str, before: Connection | None, connection: Connection, opened: int) -> bool:
        """Whether a connection replaces the one before, which is then told so. A connection that was opened earlier and was only slow does
        not: its client may have given it up in favour of the other."""
        if before is not None and opened < self._opened[who]:
            connection.close("taken_over")
            return False
        if before is not None:
            before.close("taken_over")
        self._opened[who] = opened
        return True

    def leave(self, seat: int, connection: Connection) -> bool:
        """A player's connection has ended; whether it was the player's latest."""
        if self.players.get(seat) is not connection:
            return False
        del self.players[seat]
        self._away[seat] = time.monotonic()
        self.tell_all()
        return True

    def is_away(self, seat: int, seconds: float) -> bool:
        """Whether a player has been gone for at least `seconds`."""
        return seat not in self.players and time.monotonic() - self._away.get(seat, self._began) >= seconds

    async def watch(self, user: str, connection: Connection, pace_ms: int, opened: int = 0, name: str = "") -> None:
        """A spectator has connected; the connection is closed where none may watch, or too many do."""
        allowed = self._book.terms.spectators
        if allowed == "off":
            connection.close("not_watched")
        elif len(self.watchers) >= MOST_WATCHERS and user not in self.watchers:
            connection.close("watch_full")
        else:
            if allowed == "late" and self.late is None:
                late = LateShow(self._book, pace_ms)
                await late.load()
                self.late = late
            if not self._takes_over(user, self.watchers.get(user), connection, opened):
                return
            self.watchers[user], self._names[user] = connection, name
            connection.send(self._first_watched())
            self._crowd_changed()

    def unwatch(self, user: str, connection: Connection) -> None:
        """A spectator's connection has ended."""
        if self.watchers.get(user) is connection:
            del self.watchers[user], self._names[user], self._opened[user]
            if not self.watchers:
                self.late = None
            self._crowd_changed()

    def dismiss(self, user: str) -> None:
        """A spectator is sent away."""
        if user in self.watchers:
            connection = self.watchers[user]
            self.unwatch(user, connection)
            connection.close("kicked")

    def _crowd_changed(self) -> None:
        """Let everybody know soon how many watch. Done at once, people who come and go would keep the whole table busy."""
        self.crowd_due = min(self.crowd_due, time.monotonic() + CROWD)

    def tell_crowd(self) -> None:
        """Tell everybody how many watch now."""
        self.crowd_due = NEVER
        self.crowd = tuple(Me(user, self._names[user]) for user in self.watchers)
        self.tell_all()

    # --- what they are sent -----------------------------------------------------------------------------------------------------

    def tell(self, seat: int) -> None:
        """Tell a player how things stand."""
        self.players[seat].send(self._now().table(seat))

    def tell_all(self, but: int = WATCHING) -> None:
        """Tell everybody what has changed around the deal."""
        self._tell_players(but)
        if self.late is None:
            self._tell_watchers(self.watchers.values(), [])
        else:
            self._tell_late()

    def _tell_late(self) -> None:
        """Late spectators get a message only if something changes for them: they must not learn when something happens in the deal."""
        assert self.late is not None
        info = self.late.table(self._around(), []).table
        if info != self._late_told:
            self._late_told = info
            self._tell_watchers(self.watchers.values(), [])

    def tell_anew(self) -> None:
        """Tell everybody how things stand as if they had just connected: the table was loaded anew, and what was told before is unknown."""
        now = self._now()
        for seat, connection in self.players.items():
            connection.send(now.first(seat))
        if self.late is None:
            for connection in self.watchers.values():
                connection.send(now.first(WATCHING))
        else:
            self._tell_late()

    def tell_watchers(self) -> None:
        """Tell spectators that they may see more or less than before."""
        self._tell_watchers(self.watchers.values(), [])

    @property
    def _shown(self) -> frozenset[int]:
        return self._book.shown.intersection(self._book.standing.people)

    def send(self, message: Error) -> None:
        """Send everybody a message."""
        for connection in (*self.players.values(), *self.watchers.values()):
            connection.send(message)

    def watched(self) -> list[Event]:
        """What live spectators may know of the open batch, while there are any."""
        return self._book.play.seen(viewer_at(WATCHING, self._shown)) if self.watchers and self.late is None else []

    def news(self, seen: Mapping[int, list[Event]], watched: list[Event], command: CommandRow | None) -> None:
        """Tell everybody what they may know of a batch that is now stored: `seen` by seat, and `watched`. Nothing is sent for nothing.

        The player whose `command` caused it is told first, and in the same write, that it is accepted: writes cost most.
        """
        now = self._now()
        for seat, connection in self.players.items():
            told: list[Ack | Table] = [Ack(command.id)] if command is not None and command.seat == seat else []
            if events := seen[seat]:
                told.append(now.table(seat, events))
            if told:
                connection.send(*told)
        if watched:
            message = now.table(WATCHING, watched)
            for connection in self.watchers.values():
                connection.send(message)

    async def show_late(self) -> None:
        """Show late spectators the next batch."""
        assert self.late is not None
        events = await self.late.advance()
        if events:
            self._tell_watchers(self.watchers.values(), events)

    def notice(self, code: NoticeCode, seat: int, name: str) -> None:
        """Tell everybody that something has happened among the people; the one who has joined need not be told that."""
        self._send_open(Notice(code, seat, name), but=seat if code == "joined" else WATCHING)

    def said(self, seat: int, what: str) -> None:
        """Let everybody hear what a seat says, except late spectators: it may be about the deal in progress."""
        self._send_open(Said(seat, what))

    def close(self, code: str) -> None:
        """Hang up on everybody."""
        for connection in (*self.players.values(), *self.watchers.values()):
            connection.close(code)

    def _send_open(self, message: Notice | Said, but: int = WATCHING) -> None:
        players = (connection for seat, connection in self.players.items() if seat != but)
        for connection in (*players, *(self.watchers.values() if self.late is None else ())):
            connection.send(message)

    def _tell_players(self, but: int = WATCHING) -> None:
        now = self._now()
        for seat, connection in self.players.items():
            if seat != but:
                connection.send(now.table(seat))

    def _tell_watchers(self, connections: Iterable[Connection], events: list[Event]) -> None:
        message = self._now().table(WATCHING) if self.late is None else self.late.table(self._around(), events)
        for connection in connections:
            connection.send(message)

    def _first_watched(self) -> Table:
        return self._now().first(WATCHING) if self.late is None else self.late.first(self._around())

    def _now(self) -> Moment:
        return Moment(self._book, self._clock, self._around(), self._seated)

    def _around(self) -> Around:
        return Around(self.players, len(self.watchers), self._shown, self.vote_ends, self.pause_ends)
