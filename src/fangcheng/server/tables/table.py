"""A table: one task with one inbox. It has the clock, auto-play and connections; only the engine knows what may happen in a deal.

Every change takes the same way: events are decided, stored, and only then sent.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Set

import structlog

from fangcheng.actions import Action, parse_action
from fangcheng.engine.decide import asks, decide, default_action, follow
from fangcheng.engine.steps import Window
from fangcheng.events import Event
from fangcheng.rules.variant import Refused
from fangcheng.server import metrics
from fangcheng.server.config import Config
from fangcheng.server.protocol import Act, Error, Me
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.audience import Audience
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.clock import NEVER, TableClock
from fangcheng.server.tables.inbox import Message, News
from fangcheng.server.tables.people import People
from fangcheng.server.tables.robots import Robot
from fangcheng.server.tables.standing import TABLE
from fangcheng.server.tables.store import Ended, Store
from fangcheng.server.trouble import noted
from fangcheng.tiles import NotationError

logger = structlog.get_logger(__name__)

MAX_WAIT = 5.0
"""Longest pause, in s, before a table that keeps failing is loaded once more."""


class TableTask:
    """The one owner of a table. Call `post` from anywhere and `run` as a task; `tell` receives what the table's room must know."""

    def __init__(self, table_id: str, store: Store, config: Config, tell: Callable[[News], None] = lambda news: None) -> None:
        self.id = table_id
        self._config = config
        self._tell = tell
        # Not asyncio's queue, which would take a good part of the time that a table needs beside the deal.
        self._inbox: deque[Message] = deque()
        self._idle: asyncio.Future[None] | None = None
        self._robots: dict[int, Robot] = {}
        self._held_until = 0.0
        self._told_here: tuple[Set[int], tuple[Me, ...]] = frozenset(), ()
        self._clock = TableClock(config.think)
        self.book = Book(table_id, store)
        self.audience = Audience(self.book, self._clock)
        self.people = People(self.book, self.audience, self._clock, config, self._act, self._reload)

    @property
    def over(self) -> bool:
        """Whether the table knows that its match is over, or knows nothing yet."""
        return not self.book.loaded or self.book.over

    def post(self, message: Message) -> None:
        """Put a message into the inbox."""
        self._inbox.append(message)
        if self._idle is not None:
            _wake(self._idle)

    async def run(self) -> None:
        """Serve the table until it is over and everybody has left. After a failure it is loaded again from what is stored."""
        try:
            await self._serve()
        finally:
            # The table and its people refer to each other: both would stay in memory until the next full garbage collection.
            del self.people

    async def _serve(self) -> None:
        wait = 0.0
        while True:
            try:
                await self._reload()
                while self._inbox or self.audience or not self.book.over:
                    await self._receive(await self._step())
                    wait = 0.0
                return
            except Exception as error:
                self._tell_failure(error)
                await asyncio.sleep(wait)
                wait = min(2 * wait + 0.05, MAX_WAIT)

    def _tell_failure(self, error: Exception) -> None:
        """Report a failure. What could not be stored has not happened: the table is loaded again as it was before."""
        if isinstance(error, Ended):
            # Everybody learns that from the table that is loaded next.
            return
        if found := noted(error, table=self.id):
            self.audience.send(Error("database_away", {"reason": found}))
        else:
            logger.error("table_failed", table=self.id, exc_info=error)
            self.audience.send(Error("internal"))

    def close(self, code: str) -> None:
        """Hang up on everybody who is connected."""
        self.audience.close(code)

    # --- what is stored -------------------------------------------------------------------------------------------------------

    async def _reload(self) -> None:
        """Load everything anew, as after a restart, and tell everybody how things stand."""
        await self._load()
        self.audience.tell_anew()
        self._tell_room()

    def _tell_room(self) -> None:
        standing, audience = self.book.standing, self.audience
        self._told_here = set(audience.players), audience.crowd
        self._tell(News(self.book.room, self.id, tuple(standing.gone), standing.host, self.book.over, self._here(), audience.crowd))

    def _here(self) -> tuple[str, ...]:
        """Ids of the players who are connected."""
        sitting = (self.book.row.seats[seat].user_id for seat in sorted(self.audience.players))
        return tuple(user for user in sitting if user is not None)

    async def _load(self) -> None:
        book = self.book
        events = await book.load()
        play, bots = book.play, {seat: sits.bot for seat, sits in enumerate(book.sitting) if sits.bot is not None}
        self._robots = {} if play.over else {seat: self._robot(seat, bot) for seat, bot in bots.items()}
        for event in events:
            self._show_robots(event)
        self._clock.seconds = book.terms.seconds
        self._clock.reserve = lambda seat: book.standing.reserve(seat)
        self.people.loaded()
        if self.people.attended:
            # Clock and pause outlive a failure: nobody must gain time by making the table fail.
            self._clock.start(play.state, play.question)

    def _robot(self, seat: int, bot: str) -> Robot:
        play = self.book.play
        return Robot(bot, self.book.variant, seat, self.id, play.number, play.start.secret, self._config.bot_limit)

    def _show_robots(self, event: Event) -> None:
        for robot in self._robots.values():
            robot.see(event)

    # --- the loop -------------------------------------------------------------------------------------------------------------

    async def _receive(self, wake: float) -> None:
        """Handle the next message; none when it is time to wake up."""
        if not self._inbox and wake > time.monotonic():
            await self._wait(wake)
        if not self._inbox:
            return
        await self.people.handle(self._inbox.popleft())

    async def _wait(self, wake: float) -> None:
        """Wait for a message, or until it is time to wake up."""
        loop = asyncio.get_running_loop()
        self._idle = idle = loop.create_future()
        timer = loop.call_later(wake - time.monotonic(), _wake, idle) if wake != NEVER else None
        try:
            await idle
        finally:
            if timer is not None:
                timer.cancel()

    async def _step(self) -> float:
        """Do the next thing that is due, if there is one; when to look again on the monotonic clock."""
        now = time.monotonic()
        wake = await self.people.step(now)
        if (self.audience.players.keys(), self.audience.crowd) != self._told_here:
            self._tell_room()
        return wake if wake <= now or self.book.over else min(wake, await self._play_on(now))

    async def _play_on(self, now: float) -> float:
        """Do what is due in the match."""
        play = self.book.play
        if play.over:
            if not self.book.standing.all_ready:
                return NEVER
            await self._begin()
        elif not self.people.attended:
            # The first deal waits for people to see it begin.
            return NEVER
        elif asks(play.state):
            due, seat = min((self._clock.due(seat, self.book.plays_for(seat)), seat) for seat in asks(play.state))
            if due > now:
                return due
            if not self.book.plays_for(seat):
                metrics.timeouts.inc()
            await self._take(seat, await self._choice(seat), self._timed_out(seat))
        elif now < self._held_until:
            return self._held_until
        else:
            await self._commit()
        return now

    def _timed_out(self, seat: int) -> CommandRow | None:
        """The line to store for a turn that has run out. None for a window: it must not show later that a seat was asked there."""
        if seat != self._clock.turn or self.book.plays_for(seat):
            return None
        play = self.book.play
        return CommandRow(TABLE, f"timeout {play.number} {play.batches}", play.number, f"timeout {seat}")

    async def _choice(self, seat: int) -> Action:
        """What the table does for a seat."""
        state = self.book.play.state
        if (decided := self.book.decided(seat)) is not None:
            return decided
        if seat in self._robots:
            return await self._robots[seat].choose(state)
        return default_action(state, seat)

    # --- the deal -------------------------------------------------------------------------------------------------------------

    async def _begin(self) -> None:
        """Start the next deal. Its first batch is the start alone: the commitment is known before the wall is built."""
        await self.book.begin()
        self.people.time()
        self._robots = {seat: self._robot(seat, sits.bot) for seat, sits in enumerate(self.book.sitting) if sits.bot is not None}
        self._show_robots(self.book.play.start)
        await self._store_and_publish(None)

    async def _act(self, seat: int, act: Act) -> Refused | None:
        """Take an action of a client; or why not."""
        play = self.book.play
        # Numbers begin again with every deal, so a late answer to the deal before may carry one that is current.
        if act.seq != play.seqs[seat] or act.deal not in (None, play.number):
            return Refused("stale", {"seq": play.seqs[seat], "deal": play.number})
        try:
            action = parse_action(act.action)
        except ValueError as error:
            # Any of them: text of a client must never fail the table.
            reason, position = (error.reason, error.position) if isinstance(error, NotationError) else (str(error), 0)
            return Refused("bad_action", {"action": act.action, "reason": reason, "position": position})
        what = "answer" if isinstance(play.state.step, Window) else f"act {self._clock.used(seat)}"
        return await self._take(seat, action, CommandRow(seat, act.id, play.number, what))

    async def _take(self, seat: int, action: Action, command: CommandRow | None = None) -> Refused | None:
        """Take an action of a seat, for good; or why not."""
        event = decide(self.book.play.state, seat, action)
        if isinstance(event, Refused):
            return event
        self._add(event)
        await self._commit(command)
        return None

    def _add(self, event: Event) -> None:
        self.book.play.add(event)
        self._show_robots(event)

    async def _commit(self, command: CommandRow | None = None) -> None:
        """Let everything happen that needs no person and no pause; then store it, acknowledge the command and tell everybody.

        A batch ends where a window opens, before anybody answers: a bot that thinks about a discard must not delay the discard itself.
        """
        play = self.book.play
        while not play.opened:
            asked = asks(play.state)
            if asked:
                mine = next(filter(self.book.plays_for, asked), None) if isinstance(play.state.step, Window) else None
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
        began = time.perf_counter()
        await self._store_and_publish(command)
        metrics.broadcast_seconds.observe(time.perf_counter() - began)

    async def _store_and_publish(self, command: CommandRow | None) -> None:
        play, before = self.book.play, self.book.standing
        await self.book.append(command)
        watched, opened = self.audience.watched(), play.opened
        seen = play.close()
        self._clock.start(play.state, play.question)
        if play.over:
            metrics.deals.labels(self.book.variant.id).inc()
            self.people.time()
            self._tell_room()
        self.audience.news(seen, watched, command)
        self.people.changed(before)
        if opened:
            self._held_until = time.monotonic() + self._config.pause / 1000


def _wake(idle: asyncio.Future[None]) -> None:
    """Wake the task that waits on this future."""
    if not idle.done():
        idle.set_result(None)
