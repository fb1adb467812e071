"""The people at a table: they come and go, give orders, vote and talk. What they do in the deal is left to the table."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from typing import Final

from fangcheng.rules.variant import Refused
from fangcheng.server import metrics
from fangcheng.server.allowance import Meter
from fangcheng.server.config import Config
from fangcheng.server.protocol import Ack, Act, Auto, Command, Refusal, Say, Switch
from fangcheng.server.protocol.help import AskHelp
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.storage.times import now_ms
from fangcheng.server.tables.audience import Audience
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.clock import NEVER, TableClock
from fangcheng.server.tables.help import Helpers
from fangcheng.server.tables.inbox import Again, Connection, Dismisses, Joined, Left, Message, Sends, Shows, Unwatches, Watches
from fangcheng.server.tables.orders import is_private, notices, order
from fangcheng.server.tables.sayings import Sayings
from fangcheng.server.tables.standing import TABLE, Standing

TURNS: Final = 1
"""Times per second that a seat may turn auto-play or a switch on or off, on average, with bursts of `TURNS_AT_ONCE`: each is stored."""
TURNS_AT_ONCE: Final = 10


class People:
    """Handles what reaches a table. `act` takes an action in the deal; `reload` loads the table anew, after its people have changed."""

    def __init__(
        self,
        book: Book,
        audience: Audience,
        clock: TableClock,
        config: Config,
        act: Callable[[int, Act], Awaitable[Refused | None]],
        reload: Callable[[], Awaitable[None]],
    ) -> None:
        self._book = book
        self._audience = audience
        self._clock = clock
        self._config = config
        self._act = act
        self._reload = reload
        self._helpers = Helpers(book.id)
        self._sayings = Sayings()
        self._turns = Meter(TURNS, TURNS_AT_ONCE)
        self._gather_ends = NEVER
        self.attended = False

    def loaded(self) -> None:
        """The table has been loaded: timers go on, or after a restart begin anew."""
        play = self._book.play
        self.attended = self.attended or play.batches > 1 or play.number > 0
        self.time()

    async def handle(self, message: Message) -> None:
        """Handle a message."""
        audience = self._audience
        match message:
            case Joined(seat, connection, opened):
                self._join(seat, connection, opened)
            case Left(seat, connection):
                if audience.leave(seat, connection):
                    audience.notice("left", seat, self._name(seat))
            case Watches(user, connection, opened, name):
                await audience.watch(user, connection, self._config.late_pace, opened, name)
            case Unwatches(user, connection):
                audience.unwatch(user, connection)
            case Shows(user, on):
                if self._book.show(user, on):
                    audience.tell_watchers()
            case Dismisses(user):
                audience.dismiss(user)
            case Sends(seat, connection, command):
                await self._receive(seat, connection, command)
            case Again():
                await self._reload()

    # --- coming and going -----------------------------------------------------------------------------------------------------

    def _join(self, seat: int, connection: Connection, opened: int) -> None:
        if seat not in self._book.standing.people:
            connection.close("left")
            return
        if not self.attended and self._gather_ends == NEVER:
            self._gather_ends = time.monotonic() + self._config.gather / 1000
        if not self.attended and set(self._book.standing.people) <= {*self._audience.players, seat}:
            self._attend()
        if self._audience.join(seat, connection, opened):
            self._audience.notice("joined", seat, self._name(seat))

    def _attend(self) -> None:
        """Let the first deal begin: everybody is there, or those who are have waited long enough."""
        self.attended, self._gather_ends = True, NEVER
        self._clock.start(self._book.play.state, self._book.play.question)

    def _name(self, seat: int) -> str:
        return self._book.row.seats[seat].name

    # --- what they send -------------------------------------------------------------------------------------------------------

    async def _receive(self, seat: int, connection: Connection, command: Command | AskHelp) -> None:
        if isinstance(command, AskHelp):
            self._help(seat, connection, command.id)
        elif (seat, command.id) in self._book.accepted:
            connection.send(Ack(command.id))
        elif (refused := await self._obey(seat, command, connection)) is not None:
            metrics.refusals.labels(refused.code).inc()
            connection.send(Refusal(command.id, refused.code, refused.detail))
        else:
            metrics.commands_of(type(command).__name__.lower()).inc()

    async def _obey(self, seat: int, command: Command, connection: Connection) -> Refused | None:
        """Carry out a command and acknowledge it; or why not."""
        book = self._book
        if seat not in book.standing.people:
            return Refused("not_seated")
        if isinstance(command, Act):
            return Refused("match_over") if book.over and not book.play.over else await self._act(seat, command)
        if isinstance(command, Say):
            return self._say(seat, command, connection)
        row = order(book, seat, command, lambda other: self._audience.is_away(other, self._config.away / 1000))
        if isinstance(row, Refused):
            return row
        if not book.standing.changed_by(row):
            # A command that changes nothing need not be stored, and nobody has to be told.
            connection.send(Ack(row.id))
            return None
        if isinstance(command, Auto | Switch) and self._turns.wait(seat, 1, time.monotonic()):
            return Refused("changes_too_fast")
        await self._accept(row)
        return None

    async def _accept(self, row: CommandRow) -> None:
        """Store a command, and let it take effect."""
        before = self._book.standing
        await self._book.accept(row)
        self._acknowledge(row)
        gone = self._book.standing.gone.keys() - before.gone.keys()
        for seat in gone & self._audience.players.keys():
            self._audience.players.pop(seat).close("left")
        self.time()
        if gone or self._book.over:
            await self._reload()
        elif not is_private(row):
            self._audience.tell_all()
        elif row.seat in self._audience.players:
            self._audience.tell(row.seat)
        self.changed(before)

    def _acknowledge(self, command: CommandRow) -> None:
        """Tell the sender that a command is accepted."""
        if command.seat in self._audience.players:
            self._audience.players[command.seat].send(Ack(command.id))

    def changed(self, before: Standing) -> None:
        """Tell everybody what has changed among the people."""
        if before is self._book.standing:
            return
        for code, seat in notices(before, self._book.standing):
            self._audience.notice(code, seat, self._name(seat))

    def _say(self, seat: int, say: Say, connection: Connection) -> Refused | None:
        if (refused := self._sayings.refused(seat, say.what)) is not None:
            return refused
        self._book.accepted.add((seat, say.id))
        connection.send(Ack(say.id))
        self._audience.said(seat, say.what)
        return None

    def _help(self, seat: int, connection: Connection, question: str) -> None:
        play = self._book.play
        if not self._book.terms.hints:
            connection.send(Refusal(question, "no_hints"))
        else:
            who = self._book.row.seats[seat].user_id or ""
            self._helpers.ask(seat, who, question, play.state, (play.number, play.seqs[seat]), connection)

    # --- what time does ---------------------------------------------------------------------------------------------------------

    async def step(self, now: float) -> float:
        """Do what is due among the people; when to look again."""
        audience, book = self._audience, self._book
        late = audience.late
        if late is not None and late.due <= now:
            await audience.show_late()
            return now
        if audience.crowd_due <= now:
            audience.tell_crowd()
        if audience.vote_ends <= now:
            # Nobody can get out of a deal by calling a vote while the others are away and cannot object.
            what = "silence" if book.status == "playing" else "dissolve"
            await self._accept(CommandRow(TABLE, f"{what} {now_ms()}", book.play.number, what))
            return now
        if audience.pause_ends <= now:
            await self._accept(CommandRow(TABLE, f"next {book.play.number}", book.play.number, "next"))
            return now
        if self._gather_ends <= now:
            self._attend()
            audience.tell_all()
            return now
        return min(late.due if late else NEVER, audience.vote_ends, audience.pause_ends, audience.crowd_due, self._gather_ends)

    def time(self) -> None:
        """Start and stop the timers of a vote and of the wait for the next deal. A single person keeps nobody waiting."""
        audience, standing, over = self._audience, self._book.standing, self._book.over
        now = time.monotonic()
        if audience.late is not None:
            audience.late.wake()
        if standing.votes is None or over:
            audience.vote_ends = NEVER
        elif audience.vote_ends == NEVER:
            audience.vote_ends = now + self._config.vote / 1000
        waits = self._book.status == "between" and standing.votes is None and not standing.all_ready
        if not waits or not self._book.terms.seconds or len(standing.people) < 2:
            audience.pause_ends = NEVER
        elif audience.pause_ends == NEVER:
            audience.pause_ends = now + self._config.between / 1000
