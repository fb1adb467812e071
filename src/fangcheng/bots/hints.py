"""How far a hand is from winning in a game. What the game requires of a winning shape is found out by asking the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from fangcheng.engine.state import State
from fangcheng.events import player
from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import WinFacts
from fangcheng.shapes import distance, seven_pairs_distance
from fangcheng.shapes.distance import missing
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS, KINDS, SUIT_OF, parse_kind, parse_kinds

WINDS: Final = "ESWN"
NO_FLOWERS: Final = [0] * (KINDS - FLOWERS)

# Ordinary hands that lack only a pair, and seven pairs; of each kind two, which have no tile kind in common.
ORDINARY: Final = ("123m456p345s678s", "456m789m123p789p")
SEVEN_PAIRS: Final = ("1144m2277p3366s9s", "2255m1188p4477s8s")
# If most pairs will do, looking at each of them is not worth the time.
FEW: Final = 12
KEPT: Final = 1000


class Hints(NamedTuple):
    """What a game requires of a winning shape.

    pairs        kinds that the pair of an ordinary win may have, None: any
    seven_pairs  whether seven pairs win
    """

    pairs: frozenset[int] | None
    seven_pairs: bool


_found: Final[dict[tuple[Any, ...], Hints]] = {}


def hints_of(state: State, context: Mapping[str, Any], wild: int) -> Hints:
    """The hints of a game with its options and wild kind, found once and kept."""
    key = (state.variant, state.options, wild)
    if key not in _found:
        if len(_found) == KEPT:
            _found.clear()
        plain, doubles = (next(kinds for kinds in map(parse_kinds, texts) if wild not in kinds) for texts in (ORDINARY, SEVEN_PAIRS))
        kinds = {tile >> 2 for tile in state.variant.tiles(state.options)} - {wild}
        pairs = frozenset(kind for kind in kinds if kind < FLOWERS and worth(state, context, Hand.of_kinds((*plain, kind)), (), kind))
        # A game in which no ordinary hand wins asks for something else than a pair.
        few = pairs if 0 < len(pairs) <= FEW else None
        _found[key] = Hints(few, bool(worth(state, context, Hand.of_kinds(doubles), (), doubles[-1])))
    return _found[key]


def context_of(state: State, seat: int) -> dict[str, Any]:
    """What the seat knows that may matter for its wins, by the names that scores read."""
    known = {name: value for name, value in state.variant.view_facts(state, player(seat)).items() if isinstance(value, str | int)}
    place = (seat - state.dealer) % state.seats
    return {"seat_wind": WINDS[place], "dealer": not place, "payer_dealer": False, "loser_melds": [], **known}


def worth(state: State, context: Mapping[str, Any], hand: Hand, melds: Sequence[Meld], kind: int) -> int:
    """Points of a self-drawn win with this kind; 0 when the game says that it is none, or needs a fact that the seat does not have."""
    try:
        score = state.variant.score(state.options, WinFacts(hand, melds, kind, "self_draw", frozenset(), context))
    except (ValueError, KeyError):
        return 0
    return max(1, score.points) if score else 0


class Judge:
    """Distances and values of the hands that a seat could have in the deal it plays."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.context = state, seat, context_of(state, seat)
        wild = self.context.get("wild")
        self.wild = parse_kind(wild) if isinstance(wild, str) and wild else HIDDEN
        self.hints = hints_of(state, self.context, self.wild)
        self.unseen = _unseen(state, seat)
        self._known: dict[tuple[tuple[int, ...], bool], int] = {}

    def distance(self, hand: Hand, melded: bool) -> int:
        """Tiles to exchange before the hand is ready: -1 complete, 0 ready. `melded` when there are melds, so no seven pairs."""
        key = (tuple(hand.index), melded)
        if key not in self._known:
            self._known[key] = self._distance(hand, melded)
        return self._known[key]

    def _distance(self, hand: Hand, melded: bool) -> int:
        real, wilds = without_wilds(hand, self.wild)
        best = distance(real, wilds) if self.hints.pairs is None else distance_with_pair(real, wilds, self.hints.pairs)
        if self.hints.seven_pairs and not melded and real.size + wilds >= 13:
            best = min(best, seven_pairs_distance(real, wilds))
        return best

    def lacking(self, hand: Hand, whole: Hand) -> int:
        """Fewest tiles that `hand` lacks for sets and a pair, or for seven pairs; how many sets follows from the `whole` hand's size."""
        real, wilds = without_wilds(hand, self.wild)
        sets = whole.size // 3
        found = missing(real.index[:4], sets)
        if self.hints.seven_pairs and sets == 4:
            singles = real.counts.count(1) + real.counts.count(3)
            pairs = (real.size - singles) // 2
            found = min(found, 14 - 2 * pairs - min(singles, 7 - pairs))
        return found - wilds

    def outs(self, hand: Hand, melds: Sequence[Meld]) -> float:
        """The number of unseen tiles that bring a hand of 3k+1 tiles forward; for a ready hand weighted by the points that they win."""
        now, more = self.distance(hand, bool(melds)), hand.copy()
        kinds = [kind for kind in _near(hand, self.hints) if self.unseen[kind] and self._helps(more, bool(melds), kind, now)]
        if now > 0:
            return sum(self.unseen[kind] for kind in kinds)
        return sum(self.unseen[kind] * worth(self.state, self.context, hand, melds, kind) for kind in kinds)

    def _helps(self, hand: Hand, melded: bool, kind: int, now: int) -> bool:
        """Whether one more tile of a kind lowers the distance; the hand is the same afterwards."""
        if hand.counts[kind] == 4:
            return False
        tile = hand.absent_tile(kind)
        hand.add(tile)
        after = self.distance(hand, melded)
        hand.remove(tile)
        return after < now


def without_wilds(hand: Hand, wild: int) -> tuple[Hand, int]:
    """A hand without its flowers and its tiles of the wild kind (HIDDEN for none), as shapes take it, and the number of the latter."""
    wilds = hand.counts[wild] if wild != HIDDEN else 0
    if not wilds and hand.counts[FLOWERS:] == NO_FLOWERS:
        return hand, 0
    kinds = [*range(FLOWERS, KINDS), *([wild] if wilds else [])]
    return hand.without(tile for kind in kinds for tile in hand.take(kind, 4)), wilds


def distance_with_pair(hand: Hand, wilds: int, pairs: frozenset[int]) -> int:
    """`distance` when the pair must be of one of these kinds.

    The pair is taken out and an honour pair put in, which costs nothing and is of no better use: a pung of it would cost one tile, and
    so would a pung of whatever else would then be the pair.
    """
    sets, counts = (hand.size + wilds) // 3, hand.counts
    stand_in = min(range(HONOURS, FLOWERS), key=counts.__getitem__) if 0 not in counts[HONOURS:FLOWERS] else counts.index(0, HONOURS)
    m, p, s, honours = hand.index[:4]
    index = [m, p, s, honours + 2 * POW5[stand_in]]
    # Without taking anything out: as near as any pair can be apart from the pair itself.
    others = missing(index, sets)
    best = 2 + others
    for kind in sorted((kind for kind in pairs if counts[kind]), key=counts.__getitem__, reverse=True):
        held = min(counts[kind], 2)
        if 2 - held + others >= best:
            break
        suit, unit = SUIT_OF[kind], held * POW5[kind]
        index[suit] -= unit
        best = min(best, 2 - held + missing(index, sets))
        index[suit] += unit
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


def _unseen(state: State, seat: int) -> list[int]:
    """How many tiles of each kind the seat has not seen."""
    unseen = [0] * KINDS
    for tile in state.variant.tiles(state.options):
        unseen[tile >> 2] += 1
    seen = list(state.hands[seat].tiles())
    for other in range(state.seats):
        seen += state.rivers[other].lying()
        seen += [tile for meld in state.melds[other] for tile in meld.tiles]
        if other != seat and state.hands[other].known:
            seen += state.hands[other].tiles()
    for tile in seen:
        if tile >= 0:
            unseen[tile >> 2] -= 1
    return [max(0, number) for number in unseen]
