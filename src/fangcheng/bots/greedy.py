"""A bot that hurries: it wins when it can, and otherwise does whatever brings its hand nearer to a win."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from fangcheng.actions import PASS, WIN, Action, Subsets
from fangcheng.bots import early
from fangcheng.bots.base import Bot
from fangcheng.bots.hints import Judge
from fangcheng.engine.steps import Claims, Frozen, Turn
from fangcheng.events import Kong
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.tiles import HIDDEN, kinds_of

# Distance first, then how good the tiles are that help; smaller is better.
Rating = tuple[int, float]
KONGS: Final = ("open", "kong")


class Greedy(Bot):
    """Lowers its distance with every discard, and claims only what brings it nearer. It never holds a tile back for safety."""

    name: ClassVar[str] = "greedy"
    free: ClassVar[bool] = True

    def choose(self, offers: Sequence[Action]) -> Action:
        if WIN in offers:
            return WIN
        if len(offers) == 1:
            return offers[0]
        judge = Judge(self.state, self.seat)
        verbs = {offers.verb} if isinstance(offers, Subsets) else {action.verb for action in offers}
        for known, answer in self._answers.items():
            if known in verbs:
                return answer(self, offers, judge)
        return self.default(offers)

    # --- the own turn ---------------------------------------------------------------------------------------------------------

    def _turn(self, offers: Sequence[Action], judge: Judge) -> Action:
        free = self.state.variant.free_kongs(self.state)
        if single := next((action for action in offers if action.verb == "kong" and action.tiles[0] in free), None):
            return single
        hand, melds = self.state.hands[self.seat], self.state.melds[self.seat]
        discards = {action.tiles[0]: action for action in offers if action.verb == "discard"}
        rating, kind = self._best_discard(list(discards), hand, melds, judge)
        kong = self._own_kong(offers, rating[0], hand, melds, judge)
        if kong:
            return kong
        ready = Action("ready", (kind,))
        return ready if ready in offers and rating[1] < 0 else discards[kind]

    def _best_discard(self, kinds: Sequence[int], hand: Hand, melds: Sequence[Meld], judge: Judge) -> tuple[Rating, int]:
        rests = {kind: _without(hand, [kind]) for kind in kinds}
        distances = {kind: judge.distance(rest, bool(melds)) for kind, rest in rests.items()}
        nearest = min(distances.values())
        best = min((self._rate(rests[kind], melds, judge), kind) for kind in kinds if distances[kind] == nearest)
        if best[0] != (1, 0.0):
            return best
        # Ready on nothing that wins: hands that are not ready yet may be better.
        return min((self._rate(rests[kind], melds, judge), kind) for kind in kinds if distances[kind] <= 1)

    def _rate(self, hand: Hand, melds: Sequence[Meld], judge: Judge) -> Rating:
        """The rating of a hand of 3k+1 tiles. A ready hand that no tile completes counts like one that is one tile from ready."""
        distance, outs = judge.distance(hand, bool(melds)), judge.outs(hand, melds)
        return (1, 0.0) if distance == 0 and not outs else (distance, -outs)

    def _own_kong(self, offers: Sequence[Action], nearest: int, hand: Hand, melds: Sequence[Meld], judge: Judge) -> Action | None:
        for verb in KONGS:
            for action in offers:
                if action.verb == verb and action.tiles:
                    used = self._used(action)
                    rest = _without(hand, used)
                    # Three kinds are not replaced: a tile goes afterwards.
                    if rest.size % 3 == (2 if len(used) == 3 else 1) and judge.distance(rest, True) <= nearest:
                        return action
        return None

    def _used(self, action: Action) -> list[int]:
        """Kinds of the tiles that a kong takes from the hand, as the game would take them."""
        turn = self.state.step
        assert isinstance(turn, Turn)
        event = self.state.variant.act(self.state, turn, action)
        return kinds_of(event.tiles) if isinstance(event, Kong) else []

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def _claim(self, offers: Sequence[Action], judge: Judge) -> Action:
        hand, melds = self.state.hands[self.seat], self.state.melds[self.seat]
        if isinstance(self.state.step, Frozen):
            # Only kongs that take nothing from the hand are left to a frozen one.
            return next(action for action in offers if action.verb in KONGS)
        if hand.size % 3 != 1:
            return self.default(offers)
        now = self._rate(hand, melds, judge)
        claims = [(self._after(action, hand, melds, judge), place) for place, action in enumerate(offers)]
        rating, place = min(claims)
        if rating[0] < now[0] or (rating[0] == now[0] and offers[place].verb in KONGS):
            return offers[place]
        return PASS if PASS in offers else self.default(offers)

    def _after(self, action: Action, hand: Hand, melds: Sequence[Meld], judge: Judge) -> Rating:
        """What the hand is worth after a claim, with the best discard gone; a kong is replaced, so nothing goes."""
        kind = self._claimed(action)
        if kind == HIDDEN:
            return (99, 0.0)
        if action.verb in KONGS:
            rest = _without(hand, [kind] * hand.counts[kind])
            return (judge.distance(rest, True), 0.0) if rest.size % 3 == 1 else (99, 0.0)
        if action.verb not in ("pung", "chow"):
            return (99, 0.0)
        used = [kind, kind] if action.verb == "pung" else list(action.tiles)
        rest = _without(hand, used)
        laid = [*melds, Meld("pung" if action.verb == "pung" else "chow", tuple(kind * 4 for kind in sorted((*used, kind))))]
        rating, _ = self._best_discard([kind for kind, count in enumerate(rest.counts) if count], rest, laid, judge)
        return rating

    def _claimed(self, action: Action) -> int:
        if action.on != HIDDEN:
            return action.on
        step = self.state.step
        return step.tile >> 2 if isinstance(step, Claims) else HIDDEN

    # --- other questions ------------------------------------------------------------------------------------------------------

    def _last_tile(self, offers: Sequence[Action], judge: Judge) -> Action:
        hand, melds = self.state.hands[self.seat], self.state.melds[self.seat]
        wanted = "take" if self._rate(hand, melds, judge) < (0, 0.0) else "refuse"
        return next(action for action in offers if action.verb == wanted)

    def _exchange(self, offers: Sequence[Action], judge: Judge) -> Action:
        return early.exchange(offers, self.state.hands[self.seat], judge)

    def _bet(self, offers: Sequence[Action], judge: Judge) -> Action:
        return early.bet(offers, self.state.hands[self.seat], judge)

    def _look(self, offers: Sequence[Action], judge: Judge) -> Action:
        return early.look(offers, judge)

    def _float(self, offers: Sequence[Action], judge: Judge) -> Action:
        """A side bet, or a stake before the tiles are dealt, is fair, so any will do; always the same one would be dull."""
        return offers[self.chance.below(len(offers))]

    def _declare(self, offers: Sequence[Action], judge: Judge) -> Action:
        return next(action for action in offers if action.verb == "declare")

    def _ready(self, offers: Sequence[Action], judge: Judge) -> Action:
        """A dealt hand that waits for tiles still to come is declared ready: it would hardly change before the win."""
        waiting = self._rate(self.state.hands[self.seat], self.state.melds[self.seat], judge) < (0, 0.0)
        return next(action for action in offers if action.verb == "ready") if waiting else PASS

    _answers: ClassVar[dict[str, Callable[[Greedy, Sequence[Action], Judge], Action]]] = {
        "peek": _look,
        "discard": _turn,
        "take": _last_tile,
        "float": _float,
        "raise": _float,
        "horses": _bet,
        "exchange": _exchange,
        "declare": _declare,
        "pung": _claim,
        "chow": _claim,
        "kong": _claim,
        "open": _claim,
        "ready": _ready,
    }


def _without(hand: Hand, kinds: Sequence[int]) -> Hand:
    rest = hand.copy()
    for kind in kinds:
        rest.remove(rest.any_tile(kind))
    return rest
