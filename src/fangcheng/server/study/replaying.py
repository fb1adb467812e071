"""Finished deals seen again: frame by frame as somebody saw them, and analysed at any moment."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import msgspec

from fangcheng.analysis import Analysis, analyse
from fangcheng.engine.decide import asks, decide, offers
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.state import State
from fangcheng.engine.view import redact, shown_offers, view
from fangcheng.events import Answered, Event, Settle, Start, Viewer, Win, Winner
from fangcheng.rules.variant import Variant
from fangcheng.server.errors import ApiError
from fangcheng.server.protocol.replays import DealFacts, Decision, Frame, Replay, WonHand


class Told(msgspec.Struct, frozen=True):
    """A log that can be folded: `log` begins with `start`."""

    variant: Variant
    start: Start
    log: Sequence[Event]


class Shown(NamedTuple):
    """A log, what is known of its table, and its viewer.

    viewer  the seat to begin with, and as eyes all seats whose hands may be seen; a spectator has neither
    you     the seat where this person has played, -1 for none
    """

    told: Told
    facts: DealFacts
    viewer: Viewer
    you: int = -1

    @property
    def open(self) -> bool:
        """Whether everything may be seen."""
        return len(self.viewer.eyes) == self.told.start.seats


def won_hand(deal: Shown) -> WonHand:
    """The hand with which the viewer has won; ApiError if there is none."""
    state, seat = begin_state(deal.told.variant, deal.told.start), deal.viewer.seat
    for event in deal.told.log[1:]:
        mine = [winner for winner in event.wins if winner.seat == seat] if isinstance(event, Win) else []
        if mine:
            return _won_hand(mine[0], [meld.kinds() for meld in state.melds[seat]])
        evolve(state, event)
    raise ApiError(404, "not_won")


def _won_hand(winner: Winner, melds: list[list[int]]) -> WonHand:
    concealed = sorted(set(winner.hand) - set(winner.tiles))
    elements = [element.id for element in winner.score.elements]
    return WonHand([tile >> 2 for tile in concealed], melds, [tile >> 2 for tile in winner.tiles], winner.score.points, elements)


def told_of(variant: Variant, log: Sequence[Event]) -> Told:
    """A log that begins as it should."""
    start = log[0]
    assert isinstance(start, Start)
    return Told(variant, start, log)


def facts_of(told: Told, names: Sequence[str] = (), bots: Sequence[bool] = (), totals: Sequence[int] = (), deals: int = 0) -> DealFacts:
    """The facts of a deal, with what is known of its table."""
    start = told.start
    nobody, nothing = [False] * start.seats, [0] * start.seats
    return DealFacts(
        variant=start.variant,
        options=start.options,
        seats=start.seats,
        dealer=start.dealer,
        number=start.number,
        commitment=start.commitment,
        names=list(names),
        bots=list(bots) or nobody,
        totals=list(totals) or nothing,
        deals=deals,
    )


def frames(told: Told, viewer: Viewer) -> Iterator[Frame]:
    """A deal as a viewer saw it, event by event. Secret answers are shown together with the event that they lead to.

    For the viewer's eyes, frames also tell what these seats could do and did.
    """
    state = begin_state(told.variant, told.start)
    seen: list[Event] = [event for event in [redact(told.start, viewer)] if event]
    choices = list(_decisions(state, viewer, told.log[1:]))
    for line, event in enumerate(told.log[1:], 2):
        if not isinstance(event, Answered) and seen:
            yield Frame(line - 1, seen, view(state, viewer), choices)
            seen = []
        evolve(state, event)
        if (known := redact(event, viewer)) is not None:
            seen.append(known)
        if not isinstance(event, Answered):
            choices = list(_decisions(state, viewer, told.log[line:]))
    if seen:
        yield Frame(len(told.log), seen, view(state, viewer), choices)


def _decisions(state: State, viewer: Viewer, coming: Sequence[Event]) -> Iterator[Decision]:
    for seat in sorted(asks(state)):
        if viewer.sees(seat):
            yield Decision(seat, shown_offers(state, seat), _did(state, seat, coming))


def _did(state: State, seat: int, coming: Sequence[Event]) -> str:
    """What a seat then did: its answer to a window, or the action that leads to the next event."""
    for event in coming:
        if not isinstance(event, Answered):
            break
        if event.seat == seat:
            return str(event.action)
    following = coming[0] if coming else None
    return next((str(action) for action in offers(state, seat) if decide(state, seat, action) == following), "")


def replay_of(deal: Shown, seat: int, *, everything: bool) -> Replay:
    """A finished deal as a seat saw it, or, with `everything`, from that seat with all hands that may be seen; ApiError if not allowed."""
    if not isinstance(deal.told.log[-1], Settle):
        raise ApiError(409, "deal_not_finished")
    if seat != deal.viewer.seat:
        _check_seat(deal, seat)
    seats = sorted(deal.viewer.eyes)
    viewer = Viewer(seat, deal.viewer.eyes if everything else deal.viewer.eyes & {seat})
    return Replay(deal.facts, seats, len(seats) > 1, list(frames(deal.told, viewer)), deal.you)


def analysis(deal: Shown, line: int, seat: int) -> Analysis:
    """What a seat could know of its hand after a line of the log; ApiError where it holds none to analyse."""
    told = deal.told
    _check_seat(deal, seat)
    if not 1 <= line <= len(told.log):
        raise ApiError(400, "no_such_moment", {"line": line, "lines": len(told.log)})
    state = begin_state(told.variant, told.start)
    for event in told.log[1:line]:
        evolve(state, event)
    try:
        return analyse(state, seat)
    except ValueError:
        raise ApiError(409, "nothing_to_analyse", {"why": _no_hand(state, seat)}) from None


def _no_hand(state: State, seat: int) -> Literal["not_dealt", "over", "replacement"]:
    """Why a seat has no hand to be analysed."""
    if state.settled:
        return "over"
    return "replacement" if state.hands[seat].size else "not_dealt"


def _check_seat(deal: Shown, seat: int) -> None:
    if not 0 <= seat < deal.told.start.seats:
        raise ApiError(400, "bad_seat", {"seats": deal.told.start.seats})
    if seat not in deal.viewer.eyes:
        raise ApiError(403, "seat_not_shown")
