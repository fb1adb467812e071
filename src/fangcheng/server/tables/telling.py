"""What one viewer is told of a table: the view of the deal, and everything around it."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from fangcheng.engine.view import Look, View
from fangcheng.events import Event
from fangcheng.server.protocol import Clock, Table, TableInfo, Vote
from fangcheng.server.storage.rows import SeatRow
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.clock import NEVER, TableClock
from fangcheng.server.tables.play import viewer_at


class Around(NamedTuple):
    """The circumstances of a table that are not stored.

    connected  seats of people who are there
    watching   number of spectators
    shown      seats that show spectators their tiles
    vote_ends, pause_ends  times on the monotonic clock, NEVER without one: of a vote, and of the wait for the next deal
    """

    connected: Collection[int]
    watching: int
    shown: frozenset[int]
    vote_ends: float
    pause_ends: float


class Moment:
    """How a table stands right now, for one viewer after the other. What is the same for all is made once."""

    def __init__(self, book: Book, clock: TableClock, around: Around, seated: Seated) -> None:
        self._book = book
        self._seated = seated
        self._clock = clock
        self._shown = around.shown
        self._look = Look(book.play.state)
        self._info = self._around(around)

    def table(self, seat: int, events: Sequence[Event] = ()) -> Table:
        """How things stand for a seat, or for spectators at WATCHING, after these events."""
        info, switches = self._info, self._book.standing.switches.get(seat)
        if self._clock.asked(seat) and (clock := self._clock_of(seat)):
            info = msgspec.structs.replace(info, clock=clock)
        if switches:
            info = msgspec.structs.replace(info, switches=sorted(switches))
        seen = self._look.view(viewer_at(seat, self._shown))
        return Table(self._book.play.seqs[seat], list(events), self._open(seen, seat), info)

    def first(self, seat: int) -> Table:
        """The first message of a connection: how things stand, and what the viewer would have been sent of the deal so far."""
        since = viewer_at(seat, self._shown & self._book.open_throughout)
        return msgspec.structs.replace(self.table(seat), past=self._book.play.past(since))

    def _open(self, seen: View, seat: int) -> View:
        """The view without offers that need no answer: those that the table decides itself, and those of a match that is over."""
        if not seen.offers:
            return seen
        decided = self._clock.asked(seat) and self._book.decided(seat) is not None
        return msgspec.structs.replace(seen, offers=[]) if decided or self._book.over else seen

    def _around(self, around: Around) -> TableInfo:
        """What is around the deal for everybody alike, without anybody's own clock and switches."""
        info, turn_clock, vote = self._seated.told(around), self._clock_of(self._clock.turn), self._vote(around)
        between_ms = _ms_until(around.pause_ends) if info.status == "between" and around.pause_ends != NEVER else None
        if turn_clock is None and vote is None and between_ms is None:
            return info
        return msgspec.structs.replace(info, turn_clock=turn_clock, between_ms=between_ms, vote=vote)

    def _clock_of(self, seat: int) -> Clock | None:
        """The clock of a seat whose player decides."""
        book = self._book
        if book.over or not self._clock.asked(seat) or book.plays_for(seat):
            return None
        return self._clock.left(seat)

    def _vote(self, around: Around) -> Vote | None:
        standing = self._book.standing
        if standing.votes is None or self._book.over:
            return None
        agreed = [place in standing.votes for place in range(len(self._book.row.seats))]
        return Vote(standing.caller, agreed, _ms_until(around.vote_ends))


class Seated:
    """The part of a table's description that changes only with its people, their wishes, and deals. It is remade only when these change."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._of: tuple[object, ...] = ()
        self._told: TableInfo

    def told(self, around: Around) -> TableInfo:
        """The description of a table without clocks, the same for all. Not to be changed by the caller."""
        book = self._book
        # Every change makes another `standing`, except the beginning of a deal.
        of = book.row, book.standing, book.play.number, book.following, book.match.played, book.money, book.status, around.watching
        if (*of, *around.connected) != self._of:
            self._of, self._told = (*of, *around.connected), self._tell(around)
        return self._told

    def _tell(self, around: Around) -> TableInfo:
        book, standing, sitting = self._book, self._book.standing, self._book.sitting
        seats = range(len(sitting))
        return TableInfo(
            **fixed(book, sitting),
            totals=book.match.totals,
            money=book.money,
            played=book.match.played,
            status=book.status,
            clock=None,
            turn_clock=None,
            reserves=[standing.reserve(seat) for seat in seats],
            connected=[sitting[seat].bot is not None or seat in around.connected for seat in seats],
            commitment=book.commitment,
            entropy=book.entropy,
            auto=[seat in standing.auto for seat in seats],
            ready=[sitting[seat].bot is not None or seat in standing.ready for seat in seats],
            between_ms=None,
            vote=None,
            switches=[],
            watching=around.watching,
        )


def fixed(book: Book, sitting: Sequence[SeatRow]) -> dict[str, Any]:
    """The fields of a table's description that change only with the people who sit there."""
    return {
        "id": book.id,
        "variant": book.variant.id,
        "options": book.row.options,
        "terms": book.terms,
        "room": book.room,
        "host": book.standing.host,
        "names": [sits.name for sits in sitting],
        "bots": [sits.bot is not None for sits in sitting],
        "gone": [seat in book.standing.gone for seat in range(len(sitting))],
        "deals": book.row.deals,
    }


def _ms_until(then: float) -> int:
    return max(0, round(1000 * (then - time.monotonic())))
