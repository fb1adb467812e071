"""Anhua mahjong (安化四王麻将): rules in docs/rules/anhua.md, whose sections and R numbers the code names.

reading.py sees a hand with wilds, elements.py says what it is worth, events.py what the game adds to play, settlement.py who pays whom,
refusals.py why something cannot be done.
This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, WIN, Action
from fangcheng.engine.birds import TurnsBirds
from fangcheng.engine.decide import asks
from fangcheng.engine.indicator import Indicator
from fangcheng.engine.reveal import OpensKongs, Reveal, RevealClaims, RevealSelf
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Robbing, Turn
from fangcheng.events import Event, Exhausted, Viewer, WinBy, Winner
from fangcheng.hand import Hand
from fangcheng.meld import Meld, with_kong
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, kind_name, parse_kind, successor
from fangcheng.variants.anhua import elements, refusals, settlement
from fangcheng.variants.anhua.events import FOLDS, OWN_EVENTS, RESERVE, AnhuaExtra, Flipping, Rob, extra_of
from fangcheng.variants.anhua.options import AnhuaOptions
from fangcheng.variants.anhua.reading import PAIR_KINDS
from fangcheng.wall import Stream


class Anhua(TurnsBirds, OpensKongs):
    """Two to four players, 108 suit tiles; wilds, dealt hands declared ready, kongs that turn tiles up and freeze the hand, birds."""

    id: ClassVar[str] = "anhua"
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    kinds: ClassVar[range] = range(27)
    options_type: ClassVar[type[AnhuaOptions]] = AnhuaOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("ready", "chow", "pung", "kong", "win", "pass")
    kong_needs: ClassVar[int] = RESERVE + 1
    calls_own_wins: ClassVar[bool] = False
    match_lengths: ClassVar[tuple[int, ...]] = (8, 16)
    room_options: ClassVar[frozenset[str]] = frozenset({"players", "hands"})
    position_facts: ClassVar[frozenset[str]] = frozenset({"wild", "indicator"})
    seat_facts: ClassVar[frozenset[str]] = frozenset({"ready", "locked", "passed_win"})
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong", "kong_reveal")
    score_flags: ClassVar[tuple[str, ...]] = ("first_turn", "ready", "replacement", "discarder_ready")
    score_facts: ClassVar[Mapping[str, Any]] = {"indicator": "1m", "dealer": False, "payer_dealer": False}

    def options(self, state: State) -> AnhuaOptions:
        """The room's options, typed."""
        assert isinstance(state.options, AnhuaOptions)
        return state.options

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> AnhuaExtra:
        return AnhuaExtra(state.seats)

    def turn_indicator(self, state: State) -> Event:
        """R3: a uniformly random place of the undealt wall; in a position that is set up, the last tile of the kind asked for."""
        places, wanted = list(state.wall.from_head()), extra_of(state).indicator
        if wanted == HIDDEN:
            place = places[Stream(state.seed, "indicator").below(len(places))]
        else:
            place = max((place for place in places if state.wall.tile(place) >> 2 == wanted >> 2), default=-1)
            if place < 0:
                raise ValueError(f"no {kind_name(wanted >> 2)} is in the wall to be turned up")
        return Indicator(state.wall.tile(place), place)

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        extra = extra_of(state)
        if "indicator" not in facts:
            if isinstance(state.step, Turn):
                raise ValueError("a position names the indicator")
            return  # a deal from fixed hands has its own chance
        indicator = parse_kind(facts["indicator"])
        if "wild" in facts and parse_kind(facts["wild"]) != successor(indicator):
            raise ValueError(f"the wild kind of indicator {kind_name(indicator)} is {kind_name(successor(indicator))}")
        extra.indicator, extra.wild = indicator * 4, successor(indicator)
        places = [place for place in state.wall.from_head() if state.wall.tile(place) >> 2 == indicator]
        if places:
            extra.indicator, extra.indicator_at = state.wall.tile(places[-1]), places[-1]
        for seat, flags in enumerate(facts.get("seat_flags", ())):
            extra.ready[seat] = bool(flags.get("ready"))
            extra.locked[seat] = bool(flags.get("locked"))
            extra.passed[seat] = tuple(sorted(map(parse_kind, flags.get("passed_win", ()))))
        if state.wall.left == RESERVE and isinstance(state.step, Turn) and state.step.source != "claim":
            extra.last_drawer = state.step.seat

    # --- ready ----------------------------------------------------------------------------------------------------------------

    def may_declare(self, state: State, seat: int) -> bool:
        """Section 3: the dealt hand is ready, or black-ready."""
        hand = state.hands[seat]
        return hand.known and (self._is_ready(state, hand, []) or self._is_black_ready(state, hand))

    def _is_ready(self, state: State, hand: Hand, melds: list[Meld]) -> bool:
        return elements.is_ready(hand, melds, self.kinds_of(state), self.options(state))

    def _is_black_ready(self, state: State, hand: Hand) -> bool:
        counts = hand.counts
        return not counts[extra_of(state).wild] and max(counts) < 3 and not any(counts[kind] for kind in PAIR_KINDS)

    def kinds_of(self, state: State) -> tuple[int, int]:
        """The wild and the indicator's kind of a deal."""
        extra = extra_of(state)
        return extra.wild, extra.indicator >> 2

    def frozen(self, state: State, seat: int) -> bool:
        """Whether a seat's hand does not change any more: declared ready, or locked by a kong."""
        extra = extra_of(state)
        return extra.ready[seat] or extra.locked[seat]

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat = turn.seat
        if not state.hands[seat].known:
            return ()
        actions = [*(KONG[kind] for kind in self.turn_kongs(state, turn)), *self.turn_wins(state, turn)]
        if not self.frozen(state, seat):
            return (*actions, *self.discards(state, turn))
        # A frozen hand with neither win nor kong is not asked: the drawn tile goes.
        return (*actions, DISCARD[turn.drawn >> 2]) if actions else ()

    def kong_after_claim(self, state: State) -> bool:
        return self.options(state).kong_after_claim

    def turn_kongs(self, state: State, turn: Turn) -> list[int]:
        """Section 5: ready afterwards; a frozen hand only with the drawn tile (R34), declared ready only concealed (R39)."""
        seat, extra = turn.seat, extra_of(state)
        kinds = super().turn_kongs(state, turn)
        if self.frozen(state, seat):
            kinds = [kind for kind in kinds if kind == turn.drawn >> 2]
        if extra.ready[seat]:
            kinds = [kind for kind in kinds if state.hands[seat].counts[kind] == 4]
        return [kind for kind in kinds if self.ready_after(state, seat, kind)]

    def ready_after(self, state: State, seat: int, kind: int) -> bool:
        """Whether the hand is ready once a kong of `kind` is set out, with the tiles of it in hand."""
        hand = state.hands[seat]
        held = hand.take(kind, 4)
        return self._is_ready(state, hand.without(held), with_kong(state.melds[seat], kind, concealed=len(held) == 4))

    def turn_default(self, state: State, turn: Turn, asked: Sequence[Action]) -> Action:
        """After a claim no wild goes while anything else can."""
        if turn.drawn >= 0:
            return super().turn_default(state, turn, asked)
        discards = [action for action in asked if action.verb == "discard"]
        plain = [action for action in discards if action.tiles[0] != extra_of(state).wild]
        return (plain or discards)[-1]

    def lies_open(self, state: State, tile: int, position: int) -> bool:
        return position == extra_of(state).indicator_at

    def next_turn(self, state: State, seat: int) -> Event:
        return Exhausted() if state.wall.left <= RESERVE else super().next_turn(state, seat)  # R43

    # --- claims and kongs -----------------------------------------------------------------------------------------------------

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """A frozen hand takes nothing; a kong leaves the hand ready."""
        claims = [] if self.frozen(state, seat) else super().tile_claims(state, seat, kind, source)
        if CLAIM_KONG in claims and not self.ready_after(state, seat, kind):
            claims.remove(CLAIM_KONG)
        return claims

    def robbable(self, state: State, step: Robbing) -> bool:
        return (step.source >= 0 and self.options(state).rob_direct_kong) or super().robbable(state, step)  # R29

    def robbed(self, state: State, step: Robbing, seats: list[int]) -> Event:
        return Rob(step.seat, step.tile, tuple(seats))

    def after_kong(self, state: State, step: Robbing) -> Event:
        return Flipping(seat=step.seat).follow(state) or Exhausted()

    def flip(self, state: State, seat: int) -> Event:
        """R31, R32: two or three tiles, but never one of the last eight."""
        options = self.options(state)
        order = state.wall.from_head() if options.kong_tiles_from == "head" else state.wall.from_tail()
        number = min(options.kong_flip, state.wall.left - RESERVE)
        places = tuple(place for place, _ in zip(order, range(number), strict=False))
        return Reveal(seat, tuple(map(state.wall.tile, places)), places)

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        return state.hands[seat].known and bool(self._best(state, seat, tiles, by))

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        best = self._best(state, seat, tiles, by)
        return best[1] if best else None

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        best = self._best(state, seat, tiles, by)
        assert best is not None
        return Winner(seat, by, (best[0],), best[1], tuple(state.hands[seat].tiles()), source)

    def _best(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy) -> tuple[int, Score] | None:
        """The tile with the highest total, the first of equals; barred kinds (漏胡) count on others' tiles only."""
        barred = extra_of(state).passed[seat] if by != "self_draw" else ()
        best: tuple[int, Score] | None = None
        for tile in tiles:
            score = None if tile >> 2 in barred else self._score_tile(state, seat, tile, by)
            if score and (best is None or score.points > best[1].points):
                best = tile, score
        return best

    def _score_tile(self, state: State, seat: int, tile: int, by: WinBy) -> Score | None:
        step, hand, kinds, own = state.step, state.hands[seat], self.kinds_of(state), by == "self_draw"
        in_hand = isinstance(step, Turn)
        if not elements.might_win(hand, state.melds[seat], HIDDEN if in_hand else tile >> 2, kinds, own):
            return None
        if in_hand:
            hand = hand.without((tile,))
        facts = WinFacts(hand, state.melds[seat], tile >> 2, by, self._flags(state, seat), {"wild": kinds[0], "indicator": kinds[1]})
        return elements.score_win(self.options(state), facts)

    def _flags(self, state: State, seat: int) -> frozenset[str]:
        step, ready = state.step, extra_of(state).ready
        flags = {"ready"} if ready[seat] else set()
        if isinstance(step, Turn) and not state.discards[seat] and not state.melds[seat]:  # R20
            flags.add("first_turn")
        if isinstance(step, RevealSelf):
            flags.add("replacement")
        if isinstance(step, Claims) and ready[step.source]:
            flags.add("discarder_ready")
        return frozenset(flags)

    def told_wild(self, facts: Mapping[str, Any]) -> int:
        return _kind(facts["wild"]) if "wild" in facts else successor(_kind(facts["indicator"]))

    def score(self, options: AnhuaOptions, facts: WinFacts) -> Score | None:
        context = facts.context
        if "indicator" not in context:
            raise ValueError("context needs the indicator")
        wild, indicator = self.told_wild(context), _kind(context["indicator"])
        return elements.score_win(options, facts._replace(context={**context, "wild": wild, "indicator": indicator}))

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if by == "kong_reveal" else seats[:1]  # R28

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        """Section 4: the kinds of a passed win; of flips every kind that could have been won."""
        if action == WIN or WIN not in asks(state)[seat]:
            return ()
        step = state.step
        if isinstance(step, Claims | Robbing):
            return (step.tile >> 2,)
        if isinstance(step, RevealClaims):
            kinds = sorted({tile >> 2 for tile in step.tiles if self._best(state, seat, (tile,), "kong_reveal")})
            return tuple(kinds)
        return ()

    # --- the end --------------------------------------------------------------------------------------------------------------

    def bird_count(self, state: State) -> int:
        return self.options(state).bird_count

    def bird_seat(self, state: State, kind: int) -> int | None:
        assert state.win is not None
        return settlement.bird_seat(kind, state.win.wins[0].seat, state.seats)

    def outcome_facts(self, state: State) -> dict[str, Any]:
        last = extra_of(state).last_drawer
        return {**super().outcome_facts(state), "last_drawer": last if last >= 0 else None}

    def pay(self, options: AnhuaOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return refusals.why_not(self, state, seat, action) or super().why_not(state, seat, action, asked)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        extra = extra_of(state)
        return [{"id": "ready"}] * extra.ready[seat] + [{"id": "locked"}] * extra.locked[seat]

    def centre(self, state: State) -> list[dict[str, Any]]:
        extra = extra_of(state)
        if extra.indicator == HIDDEN:
            return super().centre(state)
        distance = sum(1 for place in state.wall.from_head() if place < extra.indicator_at) + 1 if extra.indicator_at >= 0 else 0
        return [{"id": "indicator", "tiles": [extra.indicator], "distance": distance}, *super().centre(state)]

    def marks(self, state: State) -> list[dict[str, Any]]:
        extra = extra_of(state)
        if extra.wild == HIDDEN:
            return []
        return [{"id": "wild", "kinds": [extra.wild]}, {"id": "indicator", "kinds": [extra.indicator >> 2]}]

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        extra = extra_of(state)
        flags: list[dict[str, Any]] = []
        for seat in range(state.seats):
            public = {"ready": extra.ready[seat], "locked": extra.locked[seat]}
            private = {"passed_win": [kind_name(kind) for kind in extra.passed[seat]]} if seat in viewer.eyes else {}
            flags.append(public | private)
        known = {} if extra.wild == HIDDEN else {"wild": kind_name(extra.wild), "indicator": kind_name(extra.indicator >> 2)}
        return {**known, "seat_flags": flags}


def _kind(named: str | int) -> int:
    return parse_kind(named) if isinstance(named, str) else named
