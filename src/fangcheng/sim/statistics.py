"""The results of matches between bots."""

from __future__ import annotations

import math

import msgspec

from fangcheng.engine.game import Game
from fangcheng.sim.play import Problem


class SeatStatistics(msgspec.Struct):
    """One seat over many deals.

    points, squares  sum of the payments and of their squares, without fees
    self_draws       wins on own tiles, among `wins`
    deal_ins         deals in which it paid for a win on its tile
    """

    bot: str
    deals: int = 0
    wins: int = 0
    self_draws: int = 0
    deal_ins: int = 0
    points: int = 0
    squares: int = 0

    @property
    def mean(self) -> float:
        """Points a deal."""
        return self.points / self.deals if self.deals else 0.0

    @property
    def error(self) -> float:
        """Standard error of the mean, taking deals as independent."""
        if self.deals < 2:
            return 0.0
        variance = (self.squares - self.points**2 / self.deals) / (self.deals - 1)
        return math.sqrt(max(0.0, variance) / self.deals)


class Statistics(msgspec.Struct):
    """Many deals. `elements` counts winning hands by element, `problems` the bots' choices that had to be replaced."""

    seats: list[SeatStatistics]
    deals: int = 0
    draws: int = 0
    events: int = 0
    elements: dict[str, int] = {}
    problems: list[Problem] = []

    @classmethod
    def of(cls, bots: list[str]) -> Statistics:
        """Statistics of nothing yet, for these bots by seat."""
        return cls([SeatStatistics(name) for name in bots])

    def add(self, game: Game, problems: list[Problem]) -> None:
        """Count a finished deal."""
        settled, win = game.state.settled, game.state.win
        assert settled is not None
        self.deals += 1
        self.draws += win is None
        self.events += len(game.log)
        self.problems += problems
        for seat, change in zip(self.seats, settled.payments, strict=True):
            seat.deals += 1
            seat.points += change
            seat.squares += change * change
        paying = set()
        for winner in win.wins if win else ():
            self.seats[winner.seat].wins += 1
            self.seats[winner.seat].self_draws += winner.source < 0
            paying.add(winner.source)
            for element in winner.score.elements:
                self.elements[element.id] = self.elements.get(element.id, 0) + 1
        for source in paying - {-1}:
            self.seats[source].deal_ins += 1

    def merge(self, other: Statistics) -> None:
        """Add the counts of other deals with the same bots."""
        self.deals += other.deals
        self.draws += other.draws
        self.events += other.events
        self.problems += other.problems
        for name, number in other.elements.items():
            self.elements[name] = self.elements.get(name, 0) + number
        for mine, its in zip(self.seats, other.seats, strict=True):
            for field in ("deals", "wins", "self_draws", "deal_ins", "points", "squares"):
                setattr(mine, field, getattr(mine, field) + getattr(its, field))
