"""Deals as late spectators see them: each one after it is over, move by move. Nothing of a deal in progress comes near it."""

from __future__ import annotations

import time
from collections import deque

import msgspec

from fangcheng.engine.view import view
from fangcheng.events import Event
from fangcheng.server.protocol import Table, TableInfo
from fangcheng.server.storage.batches import decode_batch
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.clock import NEVER
from fangcheng.server.tables.play import WATCHING, Play, viewer_at
from fangcheng.server.tables.telling import Around, fixed
from fangcheng.wall import contribution_hash


class LateShow:
    """Shows finished deals, a batch every `pace_ms`. `due` says when the next one is due on the monotonic clock.

    Before the first deal is over there is the table as it was before anything was dealt.
    """

    _play: Play

    def __init__(self, book: Book, pace_ms: int) -> None:
        self._book = book
        self._pace = pace_ms / 1000
        self._next = self._ended = 0
        self._batches: deque[list[Event]] = deque()
        self.due = NEVER

    async def load(self) -> None:
        """Begin with the latest deal that is over."""
        book = self._book
        self._next = self._ended = max(0, book.match.played - 1)
        self._totals = book.before
        if self._waiting:
            await self._next_deal()
        else:
            self._play = Play(book.variant, book.play.start, ())
            self._play.close()
        self.wake()

    def wake(self) -> None:
        """Go on where there is something to show."""
        if self.due == NEVER and (self._batches or self._waiting):
            self.due = time.monotonic() + self._pace

    @property
    def _waiting(self) -> bool:
        """Whether there is a finished deal that has not begun to be shown. No other deal is ever looked at."""
        return self._next < self._book.match.played

    async def advance(self) -> list[Event]:
        """Show the next batch: what spectators may know of it, nothing where all of it is hidden."""
        seen: list[Event] = []
        if not self._batches:
            await self._next_deal()
            seen.append(self._play.start.seen_by(viewer_at(WATCHING)))
        else:
            for event in self._batches.popleft():
                self._play.add(event)
            seen = self._play.close()[WATCHING]
            self._count()
        self.due = NEVER if seen else time.monotonic()
        self.wake()
        return seen

    def _count(self) -> None:
        """Count a deal once it has been shown to its end."""
        if (settled := self._play.state.settled) is not None:
            self._ended += 1
            self._totals = [total + change for total, change in zip(self._totals, settled.payments, strict=True)]

    async def _next_deal(self) -> None:
        variant = self._book.variant
        self._batches = deque(decode_batch(variant, batch) for batch in await self._book.finished(self._next))
        self._next += 1
        self._play = Play.resume(variant, [self._batches.popleft()], ())

    def table(self, around: Around, events: list[Event]) -> Table:
        """How things stand for late spectators."""
        play = self._play
        return Table(play.seqs[WATCHING], events, view(play.state, viewer_at(WATCHING, around.shown)), self._info(around))

    def first(self, around: Around) -> Table:
        """What is said to a late spectator on connecting. Nothing has been shown before the first deal is over."""
        past = self._play.past(viewer_at(WATCHING)) if self._next else []
        return msgspec.structs.replace(self.table(around, []), past=past)

    def _info(self, around: Around) -> TableInfo:
        book, state, seats = self._book, self._play.state, len(self._book.row.seats)
        sitting = book.sitting
        return TableInfo(
            **fixed(book, sitting),
            totals=self._totals,
            played=self._ended,
            money=None,
            status="playing" if not self._play.over else "over" if book.over and self._ended == book.match.played else "between",
            clock=None,
            turn_clock=None,
            reserves=[0] * seats,
            connected=[sits.bot is not None or place in around.connected for place, sits in enumerate(sitting)],
            commitment=state.commitment,
            entropy=[contribution_hash(text) for text in state.entropy or [""] * seats],
            auto=[False] * seats,
            ready=[sits.bot is not None for sits in sitting],
            between_ms=None,
            vote=None,
            switches=[],
            watching=around.watching,
        )
