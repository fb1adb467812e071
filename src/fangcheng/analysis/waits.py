"""What a hand waits for, according to the game itself: each win is tried on a copy of what the seat knows, by self-draw and by discard."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from fangcheng.actions import WIN
from fangcheng.bots.hints import Judge, without_wilds, worth
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import evolve
from fangcheng.engine.state import State
from fangcheng.events import Discard, Draw
from fangcheng.hand import Hand
from fangcheng.rules.variant import Refused
from fangcheng.score import Score
from fangcheng.shapes import complete, seven_pairs_complete
from fangcheng.tiles import FLOWERS


class Chance(msgspec.Struct, frozen=True, omit_defaults=True):
    """One way to win: what the win would be worth, or the message id of why it would be no legal win, with its parameters."""

    score: Score | None = None
    reason: str = ""
    detail: dict[str, Any] = {}


class Wait(msgspec.Struct, frozen=True):
    """A kind that completes the hand, and how many of its tiles the seat has not seen."""

    kind: int
    unseen: int
    self_draw: Chance
    discard: Chance

    @property
    def legal(self) -> bool:
        """Whether it wins in either way."""
        return bool(self.self_draw.score or self.discard.score)


def waits_of(known: State, seat: int, judge: Judge) -> tuple[Wait, ...]:
    """Waits of a hand that is a tile short of full, ascending: kinds that win, and kinds that complete its shape and do not."""
    hand, melds = known.hands[seat], known.melds[seat]
    own = Counter(hand.kinds())
    for meld in melds:
        own.update(meld.kinds())
    found = []
    for kind in known.variant.kinds:
        # There is no fifth tile, and the game has no answer for a seat that would hold one, in hand or melds.
        if kind >= FLOWERS or own[kind] >= 4:
            continue
        if _completes(hand, kind, judge) or worth(known, judge.context, hand, melds, kind):
            found.append(Wait(kind, judge.unseen[kind], _drawn(known, seat, kind), _discarded(known, seat, kind)))
    return tuple(found)


def _completes(hand: Hand, kind: int, judge: Judge) -> bool:
    """Whether a hand with one tile more is complete by its bare shape, wild tiles standing for others."""
    rest, wilds = without_wilds(with_kind(hand, kind), judge.wild)
    return complete(rest, wilds) or seven_pairs_complete(rest, wilds)


def _drawn(known: State, seat: int, kind: int) -> Chance:
    """The seat draws the tile next."""
    if not known.wall.left:
        return Chance(reason="too_few_tiles_left", detail={"left": 0})
    after, tile = known.copy(), known.hands[seat].absent_tile(kind)
    evolve(after, Draw(seat, tile, after.wall.head))
    return _chance(after, seat, tile, -1)


def _discarded(known: State, seat: int, kind: int) -> Chance:
    """The next seat discards the tile."""
    after, tile, source = known.copy(), known.hands[seat].absent_tile(kind), known.next_seat(seat)
    # The seat may be able to see the discarder's hand, and the tile need not be in it.
    after.hands[source] = Hand.opaque(after.hands[source].size)
    evolve(after, Discard(source, tile))
    return _chance(after, seat, tile, source)


def _chance(after: State, seat: int, tile: int, source: int) -> Chance:
    offered, variant = asks(after).get(seat, ()), after.variant
    if WIN in offered:
        return Chance(variant.judge(after, seat, (tile,), "self_draw" if source < 0 else "discard", source))
    refused: Refused = variant.why_not(after, seat, WIN, offered)
    return Chance(reason=refused.code, detail=refused.detail)


def with_kind(hand: Hand, kind: int) -> Hand:
    """The hand with one more tile of a kind, of which it holds fewer than four."""
    more = hand.copy()
    more.add(hand.absent_tile(kind))
    return more
