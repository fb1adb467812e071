"""A deal on a table: its state, and its log in the batches in which it is stored and sent."""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from typing import Final

from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.match import Match
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.engine.view import is_public, redact
from fangcheng.events import SPECTATOR, Answered, Event, Start, Viewer, player
from fangcheng.rules.variant import Variant
from fangcheng.server.storage.rows import DealRow
from fangcheng.wall import commitment

WATCHING: Final = -1
"""The place of spectators among seats."""


@functools.cache
def viewer_at(seat: int, shown: frozenset[int] = frozenset()) -> Viewer:
    """The viewer at a seat; at WATCHING a spectator, who sees the concealed tiles of the seats in `shown` but none of their answers."""
    return player(seat) if seat != WATCHING else SPECTATOR._replace(hands=shown)


class Play:
    """A deal from its start event on. Events are added to a batch, which is closed once it is stored.

    start    the event that it begins with
    batches  number of closed batches
    fresh    events of the open batch
    log      events of the closed batches
    opened   whether the open batch has opened a window: what follows must wait, or its speed would reveal that nobody could answer
    seqs     how many batches each person could know of, by seat, and spectators, under WATCHING
    question which question is asked now: the deal, and how many batches it had when the question came up. Others' answers change neither
    """

    def __init__(self, variant: Variant, start: Start, people: Iterable[int]) -> None:
        self.state: State = begin_state(variant, start)
        self.start, self.number = start, start.number
        self.batches = 0
        self.log: list[Event] = []
        self.fresh: list[Event] = [start]
        self.opened = isinstance(self.state.step, Window)
        self.seqs = dict.fromkeys((*people, WATCHING), 0)
        self.question = self.number, 0

    @classmethod
    def resume(cls, variant: Variant, batches: Sequence[Sequence[Event]], people: Iterable[int]) -> Play:
        """A deal from its stored batches."""
        start = batches[0][0]
        assert isinstance(start, Start)
        play = cls(variant, start, people)
        for place, batch in enumerate(batches):
            for event in batch if place else batch[1:]:
                play.add(event)
            play.close()
        return play

    @property
    def over(self) -> bool:
        """Whether the deal is settled."""
        return self.state.settled is not None

    def add(self, event: Event) -> None:
        """Let an event happen."""
        before = self.state.step
        evolve(self.state, event)
        self.fresh.append(event)
        self.opened = self.opened or (isinstance(self.state.step, Window) and self.state.step is not before)

    def seen(self, viewer: Viewer) -> list[Event]:
        """What a viewer may know of the open batch."""
        return _known(self.fresh, viewer)

    def past(self, viewer: Viewer) -> list[Event]:
        """What a viewer may know of the closed batches."""
        return _known(self.log, viewer)

    def close(self) -> dict[int, list[Event]]:
        """Close the open batch and count it for everybody who could know of it; answers what each could know, by seat."""
        if all(is_public(event) for event in self.fresh):
            seen = dict.fromkeys(self.seqs, self.fresh)
        else:
            seen = {seat: self.seen(viewer_at(seat)) for seat in self.seqs}
        for seat, events in seen.items():
            self.seqs[seat] += bool(events)
        closed, self.fresh, self.opened = self.fresh, [], False
        self.log += closed
        self.batches += 1
        if not all(isinstance(event, Answered) for event in closed):
            self.question = self.number, self.batches
        return seen


def _known(events: Iterable[Event], viewer: Viewer) -> list[Event]:
    return [seen for event in events if (seen := redact(event, viewer)) is not None]


def start_event(
    variant: Variant, match: Match, deal: DealRow, balances: tuple[int | None, ...] = (), entropy: tuple[str, ...] = ()
) -> Start:
    """The first event of a match's next deal; `balances` where points are money, `entropy` what the seats have mixed in."""
    return Start(
        variant=variant.id,
        options=match.options,
        seats=match.seats,
        dealer=match.dealer,
        creator=match.creator,
        number=match.played,
        secret=deal.secret,
        commitment=commitment(bytes.fromhex(deal.secret)),
        entropy=entropy,
        balances=balances,
        carry=match.carry,
    )
