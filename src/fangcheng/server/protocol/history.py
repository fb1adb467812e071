"""Answers of the HTTP interface about finished deals: records, links, statistics, leaderboards. Times are ms since 1970."""

from __future__ import annotations

from typing import Literal

import msgspec

How = Literal["win", "self_draw", "deal_in", "loss", "draw"]


class MatchRecord(msgspec.Struct, frozen=True):
    """A match with finished deals; `deals`, `points` and `money` are the caller's. `names` are the latest deal's, for bots levels."""

    table: str
    variant: str
    over: bool
    began: int
    ended: int
    deals: int
    points: int
    money: int
    names: list[str]
    bots: list[bool]
    seat: int


class DealRecord(msgspec.Struct, frozen=True):
    """A finished deal by seat; an empty name stands for a deleted account."""

    deal: int
    ended: int
    seat: int
    names: list[str]
    bots: list[bool]
    points: list[int]
    money: list[int]
    how: list[How]


class NewShare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a link shows: every hand that its player leaves open, or what the caller's own seat saw."""

    shows: Literal["hands", "seat"] = "hands"


class Share(msgspec.Struct, frozen=True):
    """A link to a deal."""

    token: str
    table: str
    deal: int
    shows: Literal["hands", "seat"]
    created: int


class ShareToken(msgspec.Struct, frozen=True):
    """What a link ends with."""

    token: str


class BestHand(msgspec.Struct, frozen=True):
    """A player's most valuable winning hand, and the deal in which it won."""

    points: int
    table: str
    deal: int


class Sums(msgspec.Struct, frozen=True):
    """Counts of deals, their shares of all deals, points in all, and `average` points per deal."""

    deals: int
    wins: int
    self_draws: int
    deal_ins: int
    draws: int
    win_rate: float
    self_draw_rate: float
    deal_in_rate: float
    draw_rate: float
    points: int
    average: float
    money: int
    best: BestHand | None


class GameStatistics(msgspec.Struct, frozen=True):
    """One game: deals with at least one other person, and with bots alone.

    elements  in how many winning hands each has counted, ever; the most frequent first
    """

    variant: str
    people: Sums | None
    bots: Sums | None
    elements: dict[str, int]


class Leader(msgspec.Struct, frozen=True):
    """A line of a leaderboard; `place` counts from 1, equals share one and the next is left out. `you`: this is the caller."""

    place: int
    name: str
    you: bool
    deals: int
    wins: int
    points: int
    money: int
    average: float
