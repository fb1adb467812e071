"""The clock of a table: since when seats are asked, and when they have to have answered. Times are s on the monotonic clock."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import NamedTuple

from fangcheng.engine.decide import asks
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.server.protocol import Clock

NEVER = float("inf")

Question = tuple[int, int]
"""The number of a deal and the place of a question in it."""


class Asked(NamedTuple):
    """A seat has been asked `since` then; if the table plays for it, it seems to think for `think`."""

    since: float
    think: float


class TableClock:
    """The clock of every seat.

    seconds  for a decision, 0 for no limit; to be set
    reserve  what a seat has beyond that for its own turns, in ms; to be set
    turn     seat whose turn it openly is, -1 in a window: who is asked there is secret, so no reserve may visibly shrink
    """

    def __init__(self, think_ms: int) -> None:
        self.seconds = 0
        self.reserve: Callable[[int], int] = lambda seat: 0
        self.turn = -1
        self._think = think_ms / 1000
        self._asked: dict[int, Asked] = {}
        self._question: Question | None = None

    def start(self, state: State, question: Question) -> None:
        """Start for every seat that is asked now. A seat that was asked the same question before goes on with what is left."""
        asked, window = asks(state), isinstance(state.step, Window)
        # Answers to a window are secret, and the table pauses after them anyway.
        mean = 0.0 if window else self._think
        before, now = self._asked if question == self._question else {}, time.monotonic()
        self._question = question
        self._asked = {seat: before.get(seat) or Asked(now, mean * random.uniform(0.5, 1.5)) for seat in asked}
        self.turn = state.step.seat if not window and state.step.seat in asked else -1

    def asked(self, seat: int) -> bool:
        """Whether a seat is asked."""
        return seat in self._asked

    def due(self, seat: int, played_for: bool) -> float:
        """When the table acts for an asked seat."""
        asked = self._asked[seat]
        if played_for:
            return asked.since + asked.think
        return asked.since + self.seconds + self._reserve(seat) / 1000 if self.seconds else NEVER

    def left(self, seat: int) -> Clock | None:
        """What an asked seat has left; None without a limit."""
        if not self.seconds:
            return None
        left = 1000 * (self._asked[seat].since + self.seconds - time.monotonic())
        return Clock(self.seconds, max(0, round(left)), seat, max(0, self._reserve(seat) + round(min(0, left))))

    def used(self, seat: int) -> int:
        """What an asked seat has taken from its reserve with this decision, in ms."""
        if not (self.seconds and seat in self._asked):
            return 0
        over = round(1000 * (time.monotonic() - self._asked[seat].since - self.seconds))
        return min(max(0, over), self._reserve(seat))

    def _reserve(self, seat: int) -> int:
        return self.reserve(seat) if seat == self.turn else 0
