"""How far a hand is from winning in a game, as far as shape tells. A game says in its hints what its wins ask of a shape."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from fangcheng.engine.state import State
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import WinFacts
from fangcheng.shapes import distance, seven_pairs_distance
from fangcheng.shapes.distance import missing
from fangcheng.tiles import FLOWERS, HONOURS

FAR = 99


class Hints(NamedTuple):
    """What wins of a game ask of a shape.

    wilds        kinds that stand for others in this deal
    pairs        kinds that the pair of an ordinary win may have, None: any
    seven_pairs  whether seven pairs win
    context      facts of a win that hold for the seat throughout the deal, as `Variant.score` reads them
    """

    wilds: frozenset[int] = frozenset()
    pairs: frozenset[int] | None = None
    seven_pairs: bool = True
    context: Mapping[str, Any] = {}


def hints_of(state: State, seat: int) -> Hints:
    """The game's hints for a seat; a game that gives none is taken to win with every complete shape."""
    give = getattr(state.variant, "hints", None)
    return Hints(**give(state, seat)) if give else Hints()


class Judge:
    """Distances and values of hands that a seat could have, in the deal it plays."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.hints = state, hints_of(state, seat)
        self.unseen = _unseen(state, seat)
        self._known: dict[tuple[tuple[int, ...], bool], int] = {}

    def distance(self, hand: Hand, melded: bool) -> int:
        """Tiles to exchange before the hand is ready: -1 complete, 0 ready. `melded` when there are melds, so no seven pairs."""
        key = (tuple(hand.index), melded)
        if key not in self._known:
            self._known[key] = self._distance(hand, melded)
        return self._known[key]

    def _distance(self, hand: Hand, melded: bool) -> int:
        real, wilds = self._parted(hand)
        best = distance(real, wilds) if self.hints.pairs is None else distance_with_pair(real, wilds, self.hints.pairs)
        if self.hints.seven_pairs and not melded and real.size + wilds >= 13:
            best = min(best, seven_pairs_distance(real, wilds))
        return best

    def _parted(self, hand: Hand) -> tuple[Hand, int]:
        """The hand without wild tiles and flowers, and the number of wild ones."""
        apart = [kind for kind in (*self.hints.wilds, *range(FLOWERS, len(hand.counts))) if hand.counts[kind]]
        if not apart:
            return hand, 0
        real = hand.copy()
        for kind in apart:
            for tile in hand.take(kind, 4):
                real.remove(tile)
        return real, sum(hand.counts[kind] for kind in self.hints.wilds)

    def outs(self, hand: Hand, melds: Sequence[Meld]) -> float:
        """How good the tiles are that bring a hand of 3k+1 tiles forward: unseen ones, of a ready hand weighted by what they win."""
        now = self.distance(hand, bool(melds))
        kinds = [kind for kind in _near(hand, self.hints) if self.unseen[kind] and self._helps(hand, bool(melds), kind, now)]
        if now > 0:
            return sum(self.unseen[kind] for kind in kinds)
        return sum(self.unseen[kind] * self.worth(hand, melds, kind) for kind in kinds)

    def _helps(self, hand: Hand, melded: bool, kind: int, now: int) -> bool:
        if hand.counts[kind] == 4:
            return False
        more = _with(hand, kind)
        return self.distance(more, melded) < now

    def worth(self, hand: Hand, melds: Sequence[Meld], kind: int) -> int:
        """Points of a win with this kind, 0 when the game says it is none."""
        facts = WinFacts(hand, melds, kind, "self_draw", frozenset(), self.hints.context)
        score = self.state.variant.score(self.state.options, facts)
        return score.points if score else 0


def distance_with_pair(hand: Hand, wilds: int, pairs: frozenset[int]) -> int:
    """`distance` when the pair must be of one of these kinds.

    The pair is taken out and an honour pair put in, which costs nothing and is of no better use: a pung of it would cost one tile, and
    so would a pung of whatever else would then be the pair.
    """
    sets = (hand.size + wilds) // 3
    stand_in = 5 ** min(range(7), key=lambda honour: hand.counts[HONOURS + honour]) * 2
    best = FAR
    for kind in pairs:
        held = min(hand.counts[kind], 2)
        index = hand.index[:]
        suit = min(kind // 9, 3)
        index[suit] -= held * 5 ** (kind - 9 * suit)
        index[3] += stand_in
        best = min(best, 2 - held + missing(index, sets))
    return best - 1 - wilds


def _near(hand: Hand, hints: Hints) -> list[int]:
    """Kinds that can be of use at all: those held, their neighbours, and those of a required pair."""
    counts, found = hand.counts, []
    for kind in range(FLOWERS):
        if counts[kind] or (hints.pairs and kind in hints.pairs):
            found.append(kind)
        elif kind < HONOURS:
            first = kind - kind % 9
            if any(counts[max(first, kind - 2) : min(first + 9, kind + 3)]):
                found.append(kind)
    return found


def _with(hand: Hand, kind: int) -> Hand:
    more = hand.copy()
    more.add(next(kind * 4 + copy for copy in range(4) if not hand.copies[kind] >> copy & 1))
    return more


def _unseen(state: State, seat: int) -> list[int]:
    """How many tiles of each kind the seat has not seen."""
    unseen = [0] * 42
    for tile in state.variant.tiles(state.options):
        unseen[tile >> 2] += 1
    seen = list(state.hands[seat].tiles())
    for other in range(state.seats):
        seen += state.rivers[other].lying()
        seen += [tile for meld in state.melds[other] for tile in meld.tiles]
    for tile in seen:
        if tile >= 0:
            unseen[tile >> 2] -= 1
    return [max(0, number) for number in unseen]
