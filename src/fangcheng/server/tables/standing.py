"""How the seats of a table stand: a fold over the accepted commands, so that a live table and one that is loaded cannot differ.

For each command the database keeps one line: ``act 1500`` (ms taken from the reserve), ``answer`` (to a window), ``next``, ``auto on``,
``switch win off``, ``entropy abc``, ``leave``, ``replace 2``, ``vote yes``. Seat -1 is the table itself: ``timeout 2``, ``next`` for all,
``dissolve`` or ``silence`` when a vote has waited long enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from fangcheng.server.protocol import SwitchName, Terms
from fangcheng.server.storage.rows import CommandRow, SeatRow

COPIED: Final = (list, dict, set)
TABLE: Final = -1
"""The seat under which what a table does by itself is stored."""
MISSES: Final = 2
"""After this many turns in a row that ran out of time, the table plays for the seat."""


class Standing:
    """Plain data about the people at a table.

    people     seats of the people who have not left
    gone       seats of those who have, with the deal in which they left
    host       seat of the host
    deal       number of the deal that `ready`, `mixed` and `opposed` are about
    ready      seats that want the next deal
    mixed      what seats mix into the next deal
    votes      answers to the vote that is under way, None without one; `caller` called it, `stirred` have since acted on a turn of theirs
    opposed    seats whose vote has failed in this deal
    dissolved  whether the match has been ended by a vote
    auto       seats for which the table plays
    switches   by seat, what the table does for it
    misses     by seat, turns in a row that have run out
    used       by seat, ms taken from the reserve in the deal or in the match
    """

    def __init__(self, sitting: Iterable[SeatRow], host: int, terms: Terms) -> None:
        seats = list(sitting)
        self._seats = len(seats)
        self.people = [seat for seat, sits in enumerate(seats) if sits.user_id is not None]
        self.host = host
        self.gone: dict[int, int] = {}
        self.deal = 0
        self.ready: set[int] = set()
        self.mixed: dict[int, str] = {}
        self.votes: dict[int, bool] | None = None
        self.caller = TABLE
        self.stirred: set[int] = set()
        self.opposed: set[int] = set()
        self.dissolved = False
        self.auto: set[int] = set()
        self.switches: dict[int, set[SwitchName]] = {}
        self.misses: dict[int, int] = {}
        self.used: dict[int, int] = {}
        self._terms = terms

    def after(self, row: CommandRow) -> Standing:
        """How things stand after a command: this object itself if nothing changes."""
        if self._stays(row):
            return self
        other = object.__new__(Standing)
        for name, value in vars(self).items():
            setattr(other, name, value.copy() if type(value) in COPIED else value)
        other.switches = {seat: on.copy() for seat, on in self.switches.items()}
        other.apply(row)
        return other

    def changed_by(self, row: CommandRow) -> bool:
        """Whether a command changes anything."""
        return vars(self.after(row)) != vars(self)

    def _stays(self, row: CommandRow) -> bool:
        """Whether nothing changes. That is so for nearly every action: it came in time, like those before."""
        if row.deal > self.deal or row.seat == TABLE:
            return False
        # A seat that has stirred in this deal has an entry in `used` too.
        stirs_anew = row.seat not in self.stirred or row.seat in self.misses or row.seat in self.auto
        return row.what == "answer" or (row.what == "act 0" and not stirs_anew)

    def apply(self, row: CommandRow) -> None:
        """Let a command happen."""
        if row.deal > self.deal:
            self.begin(row.deal)
        verb, _, rest = row.what.partition(" ")
        if row.seat == TABLE:
            self._by_itself(verb, rest)
        else:
            self._by_seat(row.seat, verb, rest)

    def begin(self, deal: int) -> None:
        """A new deal: what was about the one before is done with."""
        self.deal = deal
        self.ready, self.mixed, self.opposed = set(), {}, set()
        if self._terms.reserve_per == "deal":
            self.used = {}
        # Otherwise a player could save up the others' consent for a deal with a bad hand.
        self._end_vote()

    @property
    def must_play_out(self) -> bool:
        """Whether a deal that has begun cannot be called off: the house pays what bots lose, or nobody is there who could object."""
        return len(self.people) < 2 or (self._terms.stake > 0 and len(self.people) < self._seats)

    @property
    def all_ready(self) -> bool:
        """Whether everybody wants the next deal."""
        return self.ready.issuperset(self.people)

    def reserve(self, seat: int) -> int:
        """What a seat has in reserve, in ms."""
        return max(0, self._terms.reserve * 1000 - self.used.get(seat, 0)) if seat in self.people else 0

    def _by_itself(self, verb: str, rest: str) -> None:
        if verb == "timeout":
            seat = int(rest)
            self.misses[seat] = self.misses.get(seat, 0) + 1
            self.used[seat] = self._terms.reserve * 1000
            if self.misses[seat] >= MISSES:
                self.auto.add(seat)
        elif verb == "next":
            self.ready.update(self.people)
        elif verb == "dissolve":
            self.dissolved = True
        elif verb == "silence":
            self._silence()

    def _by_seat(self, seat: int, verb: str, rest: str) -> None:
        match verb:
            case "act":
                self._present(seat)
                self.stirred.add(seat)
                self.used[seat] = self.used.get(seat, 0) + int(rest or 0)
            case "answer":
                # What a seat does in a window must leave no trace, not even that it was asked.
                pass
            case "next":
                # A player who asks for the next deal is there to play it.
                self._present(seat)
                self.ready.add(seat)
            case "auto":
                self._present(seat)
                if rest == "on":
                    self.auto.add(seat)
            case "switch":
                self._switch(seat, rest)
            case "entropy":
                self.mixed[seat] = rest
            case "leave":
                self._leave(seat)
            case "replace":
                self._leave(int(rest))
            case "vote":
                self._vote(seat, rest == "yes")

    def _present(self, seat: int) -> None:
        self.auto.discard(seat)
        self.misses.pop(seat, None)

    def _switch(self, seat: int, rest: str) -> None:
        mine, (name, on) = self.switches.setdefault(seat, set()), rest.split()
        for known in get_args(SwitchName):
            if known == name:
                (mine.add if on == "on" else mine.discard)(known)

    def _leave(self, seat: int) -> None:
        self.people.remove(seat)
        self.gone[seat] = self.deal
        for seats in (self.auto, self.ready, self.opposed):
            seats.discard(seat)
        for known in (self.switches, self.misses, self.mixed):
            known.pop(seat, None)
        if seat == self.host and self.people:
            self.host = next((after for after in self.people if after > seat), self.people[0])
        # The others' consent was given while this player was there: a player's leaving must not end the deal for somebody else.
        self._end_vote()

    def _vote(self, seat: int, agrees: bool) -> None:
        if self.votes is None:
            self.votes, self.caller, self.stirred = {}, seat, set()
        self.votes[seat] = agrees
        self._count()

    def _count(self) -> None:
        assert self.votes is not None
        if not all(self.votes.values()):
            self.opposed.add(self.caller)
            self._end_vote()
        elif self.people and len(self.votes) == len(self.people):
            self.dissolved = True

    def _silence(self) -> None:
        """A vote during a deal has waited long enough. Without a clock, seats that have neither answered nor played count as absent;
        otherwise a player who is about to lose could keep all others waiting for ever."""
        if not self._terms.seconds:
            self.auto.update(set(self.people) - (self.votes or {}).keys() - self.stirred)
        self._end_vote()

    def _end_vote(self) -> None:
        self.votes, self.caller, self.stirred = None, TABLE, set()


def standing_of(sitting: Iterable[SeatRow], host: int, terms: Terms, commands: Iterable[CommandRow]) -> Standing:
    """How things stand after all these commands."""
    standing = Standing(sitting, host, terms)
    for command in commands:
        standing.apply(command)
    return standing
