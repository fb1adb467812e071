"""Plain values that rules read and answer with: the facts of a win, the outcome of a deal, its payment, a refusal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.payments import Transfer
from fangcheng.tiles import HIDDEN, kind_name, parse_kind, successor


class Refused(NamedTuple):
    """Why an action was not taken: `code` is a message id, `detail` its parameters. Nothing has changed."""

    code: str
    detail: dict[str, Any] = {}  # noqa: RUF012


class WinFacts(NamedTuple):
    """All that the value of a win depends on.

    hand     concealed tiles before the winning tile (all of them where `win` is HIDDEN: a dealt hand)
    melds    the winner's melds
    win      kind of the winning tile, HIDDEN for a dealt hand
    by       ``self_draw``, ``discard``, ``rob_kong``, ``kong_reveal``, or ``opening`` (a pattern of the dealt hand)
    flags    situations by name: ``replacement``, ``last_tile``, ``first_turn`` ...
    context  further facts by name, named by the game's case-file facts
    """

    hand: Hand
    melds: Sequence[Meld]
    win: int
    by: str
    flags: frozenset[str] = frozenset()
    context: Mapping[str, Any] = {}


def told_wild(facts: Mapping[str, Any]) -> int:
    """The wild kind that the further facts of a win tell by its name or by its indicator's, HIDDEN for none."""
    if facts.get("wild"):
        return parse_kind(facts["wild"])
    return successor(parse_kind(facts["indicator"])) if facts.get("indicator") else HIDDEN


def told_indicator(facts: Mapping[str, Any]) -> int:
    """The indicator's kind of a position; ValueError where the facts name a wild kind that it does not make."""
    indicator, wild = parse_kind(facts["indicator"]), told_wild(facts)
    if wild != successor(indicator):
        raise ValueError(f"the indicator {kind_name(indicator)} makes {kind_name(successor(indicator))} wild, not {kind_name(wild)}")
    return indicator


class WonBy(NamedTuple):
    """A win as settlement reads it: element ids with their values, `source` -1 on a self-draw."""

    seat: int
    by: str
    source: int
    elements: Mapping[str, int]


class Outcome(NamedTuple):
    """How a deal ended, as settlement reads it; `facts` are named by the game (birds, openings, balances ...)."""

    seats: int
    dealer: int
    wins: Sequence[WonBy]
    facts: Mapping[str, Any] = {}

    def others(self, seat: int) -> list[int]:
        """All other seats in playing order, beginning after `seat`."""
        return [(seat + step) % self.seats for step in range(1, self.seats)]

    def payers(self, win: WonBy) -> list[int]:
        """The payers of a win in games where the seat whose tile it was pays alone, and on a self-draw all others pay."""
        return self.others(win.seat) if win.source < 0 else [win.source]

    def first_winner(self) -> int:
        """The winner who comes first in playing order after the seat whose tile it was, whatever the order of `wins`."""
        source = self.wins[0].source
        return min((win.seat for win in self.wins), key=lambda seat: (seat - source - 1) % self.seats)


class Payment(NamedTuple):
    """What an outcome comes to. If `dealer_next` lists several seats, a lot decides; `carry` is what the next deal starts with."""

    transfers: Sequence[Transfer]
    dealer_next: Sequence[int]
    fees: tuple[int, ...] = ()
    carry: Mapping[str, int] = {}
