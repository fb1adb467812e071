"""A seat's hand as the seat may know it: how far from ready it is, which tiles help, and what each discard changes."""

from __future__ import annotations

from typing import Final

import msgspec

from fangcheng.actions import WIN
from fangcheng.analysis.waits import Wait, waits_of, with_kind
from fangcheng.bots.hints import Judge
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import evolve
from fangcheng.engine.state import State
from fangcheng.engine.view import mask
from fangcheng.events import Discard, player
from fangcheng.tiles import FLOWERS


class Acceptance(msgspec.Struct, frozen=True):
    """Tiles that bring a hand nearer: ``(kind, number that the seat has not seen)``, ascending, and the sum of these numbers."""

    kinds: tuple[tuple[int, int], ...]
    tiles: int


class AfterDiscard(msgspec.Struct, frozen=True):
    """A discard on offer and what it leaves."""

    kind: int
    distance: int
    useful: Acceptance
    waits: tuple[Wait, ...]


class Analysis(msgspec.Struct, frozen=True):
    """What a seat can know of its hand now.

    distance  tiles to exchange before the hand is ready: -1 complete, 0 ready; of a full hand after its best discard
    useful    what a hand that is not full accepts; empty for a full one, see its discards
    waits     what it waits for, including kinds that would be no legal win, with the reason
    discards  every discard on offer, nearest first, then those that accept most
    """

    distance: int
    useful: Acceptance
    waits: tuple[Wait, ...]
    discards: tuple[AfterDiscard, ...]


NOTHING: Final = Acceptance((), 0)


def analyse(state: State, seat: int) -> Analysis:
    """The analysis of a seat's hand from what the seat may know of the deal. `state` may be the full state: it is masked first.

    Distances are those of ordinary hands and, where the game allows them, seven pairs; but a hand that wins is complete, and one that
    waits for a win is ready, whatever their shape. Waits are exact: the game itself judges each win. ValueError when the deal is
    over or has not begun, or when the hand waits for a replacement.
    """
    known = mask(state, player(seat))
    hand = known.hands[seat]
    if known.settled or not hand.size:
        raise ValueError("there is no hand to analyse before the deal or after it")
    if hand.size % 3 == 0:
        raise ValueError(f"a hand of {hand.size} tiles waits for a replacement")
    if hand.size % 3 == 1:
        distance, useful, waits = _open_hand(known, seat)
        return Analysis(distance, useful, waits, ())
    discards = sorted(_discards(known, seat), key=lambda after: (after.distance, -after.useful.tiles, after.kind))
    wins = WIN in asks(known).get(seat, ())
    full = -1 if wins else Judge(known, seat).distance(hand, bool(known.melds[seat]))
    return Analysis(min([full, *(after.distance for after in discards)]), NOTHING, (), tuple(discards))


def _discards(known: State, seat: int) -> list[AfterDiscard]:
    found = []
    for action in asks(known).get(seat, ()):
        if action.verb == "discard":
            after = known.copy()
            evolve(after, Discard(seat, known.hands[seat].any_tile(action.tiles[0])))
            found.append(AfterDiscard(action.tiles[0], *_open_hand(after, seat)))
    return found


def _open_hand(known: State, seat: int) -> tuple[int, Acceptance, tuple[Wait, ...]]:
    """Distance, acceptance and waits of a hand that is a tile short of full. A tile that wins is useful, whatever the shape."""
    judge, hand, melded = Judge(known, seat), known.hands[seat], bool(known.melds[seat])
    waits = waits_of(known, seat, judge)
    distance = judge.distance(hand, melded)
    legal = [wait.kind for wait in waits if wait.legal]
    if legal:
        return 0, _acceptance(legal, judge), waits
    helping = [kind for kind in range(FLOWERS) if hand.counts[kind] < 4 and judge.distance(with_kind(hand, kind), melded) < distance]
    return distance, _acceptance(helping, judge), waits


def _acceptance(kinds: list[int], judge: Judge) -> Acceptance:
    left = tuple((kind, judge.unseen[kind]) for kind in kinds if judge.unseen[kind])
    return Acceptance(left, sum(number for _, number in left))
