"""A table: one task with one inbox. It holds the clock, auto-play and connections; what may happen in a deal only the engine knows.

Every change goes the same way: events are decided, stored, and only then sent.
"""

from __future__ import annotations

import asyncio
import secrets
import time

import msgspec
import structlog

from fangcheng.actions import Action, parse_action
from fangcheng.engine.decide import asks, decide, default_action, follow, forced_action
from fangcheng.engine.match import Match
from fangcheng.engine.steps import Window
from fangcheng.engine.view import view
from fangcheng.events import Event, Settle, player
from fangcheng.rules.variant import Refused, Variant
from fangcheng.server.clock import NEVER, TableClock
from fangcheng.server.config import Config
from fangcheng.server.finished import played
from fangcheng.server.help import Helpers
from fangcheng.server.inbox import Connection, Joined, Left, Message, Sends
from fangcheng.server.play import Play, encode_events, event_decoder, start_event
from fangcheng.server.protocol import Ack, Act, Auto, Command, Error, Next, Refusal, Status, Table, TableInfo, Terms
from fangcheng.server.protocol.help import AskHelp
from fangcheng.server.records import CommandRow, DealRow, Settled, TableRow
from fangcheng.server.robots import Robot
from fangcheng.server.store import Store
from fangcheng.tiles import NotationError
from fangcheng.variants import get_variant
from fangcheng.wall import commitment

logger = structlog.get_logger(__name__)

MAX_WAIT = 5.0
"""Longest pause in s before a table that fails again and again is loaded once more."""


class TableTask:
    """The one owner of a table. `post` from anywhere, `run` as a task."""

    row: TableRow
    variant: Variant
    match: Match
    play: Play
    following: DealRow | None

    def __init__(self, table_id: str, store: Store, config: Config) -> None:
        self.id = table_id
        self._store = store
        self._config = config
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._connections: dict[int, Connection] = {}
        self._robots: dict[int, Robot] = {}
        self._accepted: set[tuple[int, str]] = set()
        self._auto: set[int] = set()
        self._ready: set[int] = set()
        self._held_until = 0.0
        self._clock = TableClock(config.think)
        self._helpers = Helpers(table_id)
        self._attended = False

    def post(self, message: Message) -> None:
        """Put a message into the inbox."""
        self._inbox.put_nowait(message)

    async def run(self) -> None:
        """Serve the table until it is over and everybody has left. After a failure it is loaded again from what is stored."""
        wait = 0.0
        while True:
            try:
                await self._load()
                for seat in self._connections:
                    self._send_table(seat)
                while self._inbox.qsize() or self._connections or not self._done():
                    await self._receive(await self._step())
                    wait = 0.0
                return
            except Exception:
                logger.exception("table_failed", table=self.id)
                for connection in self._connections.values():
                    connection.send(Error("internal"))
                await asyncio.sleep(wait)
                wait = min(2 * wait + 0.05, MAX_WAIT)

    # --- what is stored -------------------------------------------------------------------------------------------------------

    async def _load(self) -> None:
        saved = await self._store.load(self.id)
        row = self.row = saved.row
        variant = self.variant = get_variant(row.variant)
        self._people = [seat for seat, sits in enumerate(row.seats) if sits.user_id is not None]
        self.match = Match.begin(variant, bytes.fromhex(row.secret), options=row.options, seats=len(row.seats), deals=row.deals)
        for deal in saved.deals:
            if deal.settled:
                self.match.settle(msgspec.json.decode(deal.settled, type=Settle))
        batches = [event_decoder(variant).decode(batch) for batch in saved.log]
        self.play = Play.resume(variant, batches, self._people)
        last = saved.deals[-1]
        self.following = None if last.number == self.play.number else last
        self._robots = {} if self.play.over else self._new_robots(last.secret)
        for event in (event for batch in batches for event in batch):
            self._show_robots(event)
        self._accepted = {(command.seat, command.id) for command in saved.commands}
        self._ready = {command.seat for command in saved.commands if command.what == "next" and command.deal == self.play.number}
        latest = {command.seat: command.what for command in saved.commands}
        self._auto = {seat for seat, what in latest.items() if what == "auto on"}
        self._attended = self._attended or self.play.batches > 1 or self.play.number > 0
        self._clock.seconds = row.seconds
        if self._attended:
            # Clock and pause go on over a failure: who can make the table fail must win nothing by it.
            self._clock.start(self.play.state, self.play.question)

    def _done(self) -> bool:
        return self.play.over and self.match.over

    def _new_robots(self, secret: str) -> dict[int, Robot]:
        return {
            seat: Robot(sits.bot, self.variant, seat, self.id, self.play.number, secret, self._config.bot_limit)
            for seat, sits in enumerate(self.row.seats)
            if sits.bot is not None
        }

    def _show_robots(self, event: Event) -> None:
        for robot in self._robots.values():
            robot.see(event)

    # --- the loop -------------------------------------------------------------------------------------------------------------

    async def _receive(self, wake: float | None) -> None:
        """Handle the next message; none when it is time to wake up."""
        try:
            wait = None if wake is None else wake - time.monotonic()
            if wait is not None and wait <= 0:
                message = self._inbox.get_nowait()
            else:
                async with asyncio.timeout(wait):
                    message = await self._inbox.get()
        except (TimeoutError, asyncio.QueueEmpty):
            return
        await self._handle(message)

    async def _step(self) -> float | None:
        """Do the next thing that is due, if there is one; when to look again on the monotonic clock, None: when somebody does something."""
        now = time.monotonic()
        if self.play.over:
            if self.match.over or not self._ready.issuperset(self._people):
                return None
            await self._begin()
        elif not self._attended:
            # The first deal waits for somebody to see it begin.
            return None
        elif asks(self.play.state):
            due, seat = min((self._clock.due(seat, self._plays_for(seat)), seat) for seat in asks(self.play.state))
            if due > now:
                return None if due == NEVER else due
            await self._take(seat, await self._choice(seat))
        elif now < self._held_until:
            return self._held_until
        else:
            await self._commit()
        return now

    def _plays_for(self, seat: int) -> bool:
        return seat in self._robots or seat in self._auto or forced_action(self.play.state, seat) is not None

    async def _choice(self, seat: int) -> Action:
        state = self.play.state
        if (forced := forced_action(state, seat)) is not None:
            return forced
        if seat in self._robots:
            return await self._robots[seat].choose(state)
        return default_action(state, seat)

    # --- the deal -------------------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        """Start the next deal. Its first batch is the start alone: the commitment is known before the wall is built."""
        assert self.following is not None
        start = start_event(self.variant, self.match, self.following, balances=await self._store.balances(self.row))
        self.play, self.following = Play(self.variant, start, self._people), None
        self._ready.clear()
        self._robots = self._new_robots(start.secret)
        self._show_robots(start)
        await self._store_and_publish(None)

    async def _take(self, seat: int, action: Action, command: CommandRow | None = None) -> Refused | None:
        """Take an action of a seat, for good; or why not."""
        event = decide(self.play.state, seat, action)
        if isinstance(event, Refused):
            return event
        self._add(event)
        await self._commit(command)
        return None

    def _add(self, event: Event) -> None:
        self.play.add(event)
        self._show_robots(event)

    async def _commit(self, command: CommandRow | None = None) -> None:
        """Let everything happen that needs no person and no pause; then store it, acknowledge the command and tell everybody.

        A batch ends where a window opens, before anybody answers: how long a bot thinks about a discard must not delay the discard.
        """
        play = self.play
        while not play.opened:
            asked = asks(play.state)
            if asked:
                mine = next(filter(self._plays_for, asked), None) if isinstance(play.state.step, Window) else None
                if mine is None:
                    break
                event = decide(play.state, mine, await self._choice(mine))
                assert not isinstance(event, Refused)
                self._add(event)
            elif time.monotonic() >= self._held_until and (following := follow(play.state)) is not None:
                self._add(following)
            else:
                break
        if not play.fresh:
            raise RuntimeError(f"step {play.state.step.name} asks nobody and nothing follows")
        await self._store_and_publish(command)

    async def _store_and_publish(self, command: CommandRow | None) -> None:
        play = self.play
        settled = None
        if play.state.settled is not None:
            self.match.settle(play.state.settled)
            self.following = None if self.match.over else DealRow(self.match.played, secrets.token_hex(32))
            settled = Settled(self.following, played(self.row, play.state))
        await self._store.append(self.id, play.number, play.batches, encode_events(play.fresh), command, settled)
        self._acknowledge(command)
        seen = {seat: play.seen(seat) for seat in self._connections}
        opened = play.opened
        play.close()
        self._clock.start(play.state, play.question)
        for seat, events in seen.items():
            if events:
                self._send_table(seat, events)
        if opened:
            self._held_until = time.monotonic() + self._config.pause / 1000

    # --- people ---------------------------------------------------------------------------------------------------------------

    async def _handle(self, message: Message) -> None:
        match message:
            case Joined(seat, connection):
                if seat in self._connections:
                    self._connections[seat].close("taken_over")
                self._connections[seat] = connection
                if not self._attended:
                    self._attended = True
                    self._clock.start(self.play.state, self.play.question)
                self._send_table(seat)
                self._send_info(but=seat)
            case Left(seat, connection):
                if self._connections.get(seat) is connection:
                    del self._connections[seat]
                    self._send_info()
            case Sends(seat, connection, command):
                if isinstance(command, AskHelp):
                    self._helpers.ask(seat, command.id, self.play.state, (self.play.number, self.play.seqs[seat]), connection)
                elif (seat, command.id) in self._accepted:
                    connection.send(Ack(command.id))
                elif (refused := await self._obey(seat, command)) is not None:
                    connection.send(Refusal(command.id, refused.code, refused.detail))

    async def _obey(self, seat: int, command: Command) -> Refused | None:
        """Carry out a command and acknowledge it; or why not."""
        if isinstance(command, Act):
            return await self._act(seat, command)
        if isinstance(command, Next):
            if not self.play.over or self.match.over:
                return Refused("match_over" if self.match.over else "deal_in_progress")
            row = CommandRow(seat, command.id, self.play.number, "next")
            self._ready.add(seat)
            # Who asks for the next deal is there to play it.
            self._auto.discard(seat)
        elif not isinstance(command, Auto):
            return Refused("not_offered", {"action": type(command).__name__.lower()})
        else:
            row = CommandRow(seat, command.id, self.play.number, "auto on" if command.on else "auto off")
            (self._auto.add if command.on else self._auto.discard)(seat)
        await self._store.accept(self.id, row)
        self._acknowledge(row)
        self._send_info()
        return None

    async def _act(self, seat: int, act: Act) -> Refused | None:
        # Numbers begin again with every deal, so a late answer to the deal before may carry one that is current.
        if act.seq != self.play.seqs[seat] or act.deal not in (None, self.play.number):
            return Refused("stale", {"seq": self.play.seqs[seat], "deal": self.play.number})
        try:
            action = parse_action(act.action)
        except ValueError as error:
            # Any of them: text of a client must never fail the table.
            reason, position = (error.reason, error.position) if isinstance(error, NotationError) else (str(error), 0)
            return Refused("bad_action", {"action": act.action, "reason": reason, "position": position})
        was_auto = seat in self._auto
        self._auto.discard(seat)
        refused = await self._take(seat, action, CommandRow(seat, act.id, self.play.number, "act"))
        if refused is not None and was_auto:
            self._auto.add(seat)
        return refused

    def _acknowledge(self, command: CommandRow | None) -> None:
        if command is not None:
            self._accepted.add((command.seat, command.id))
            if command.seat in self._connections:
                self._connections[command.seat].send(Ack(command.id))

    # --- what is sent ---------------------------------------------------------------------------------------------------------

    def _send_info(self, but: int = -1) -> None:
        """Tell everybody what has changed around the deal."""
        for seat in self._connections:
            if seat != but:
                self._send_table(seat)

    def _send_table(self, seat: int, events: list[Event] | None = None) -> None:
        shown = view(self.play.state, player(seat))
        if self._clock.asked(seat) and forced_action(self.play.state, seat) is not None:
            # What is forced is no question, and the table answers it.
            shown = msgspec.structs.replace(shown, offers=[])
        self._connections[seat].send(Table(self.play.seqs[seat], events or [], shown, self._info(seat)))

    def _info(self, seat: int) -> TableInfo:
        sitting = self.row.seats
        return TableInfo(
            id=self.id,
            variant=self.variant.id,
            options=self.row.options,
            terms=Terms(seconds=self.row.seconds),
            room="",
            host=0,
            gone=[False] * len(sitting),
            turn_clock=None,
            reserves=[0] * len(sitting),
            entropy=[""] * len(sitting),
            between_ms=None,
            vote=None,
            switches=[],
            watching=0,
            names=[sits.name for sits in sitting],
            bots=[sits.bot is not None for sits in sitting],
            totals=self.match.totals,
            played=self.match.played,
            deals=self.row.deals,
            status=self._status(),
            clock=self._clock.left(seat) if self._clock.asked(seat) and not self._plays_for(seat) else None,
            connected=[sits.bot is not None or place in self._connections for place, sits in enumerate(sitting)],
            commitment=commitment(bytes.fromhex(self.following.secret)) if self.following else self.play.state.commitment,
            auto=[place in self._auto for place in range(len(sitting))],
            ready=[sits.bot is not None or place in self._ready for place, sits in enumerate(sitting)],
        )

    def _status(self) -> Status:
        return "playing" if not self.play.over else "over" if self.match.over else "between"
