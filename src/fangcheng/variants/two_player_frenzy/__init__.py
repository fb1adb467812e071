"""The two-player North-East game on 68 random tiles (疯狂二人麻将): rules in docs/rules/two_player_frenzy.md; R numbers are its rulings.

shapes.py says what completes a hand, elements.py what it is worth, kongs.py which kongs there are and what they pay, treasure.py how the
treasure is chosen, settlement.py who pays. phases.py holds the steps beside ordinary turns, events.py what happens there, reasons.py why
something is refused, telling.py what is shown. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fangcheng.actions import CLAIM_KONG, PASS, READY, WIN, Action
from fangcheng.engine.ready import Ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Frozen, Robbing, Step, Turn
from fangcheng.events import Event, Kong, Viewer, WinBy
from fangcheng.meld import MeldShape
from fangcheng.rules.told import AllMelds, Flag, Melds, Tile, Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, Variant, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, kind_name, parse_kind
from fangcheng.variants.two_player_frenzy import elements, kongs, reasons, settlement, shapes, telling, treasure
from fangcheng.variants.two_player_frenzy.events import FOLDS, OWN_EVENTS, Disclosed
from fangcheng.variants.two_player_frenzy.extra import FrenzyExtra, extra_of
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions, options_of
from fangcheng.variants.two_player_frenzy.phases import Breaking, Looking, Split, due
from fangcheng.wall import Stream


class TwoPlayerFrenzy(Variant):
    """Two players, 68 of 120 tiles; kongs with a money of their own, ready on a single wait, a hidden treasure, the last tiles split.

    As in plain mahjong any tile may be thrown (R8), a win that was let go bars nothing (R10), kongs are replaced from the tail (R11) and
    lie open (R20), and a win with the dealt tiles is a self-draw (R6).
    """

    id: ClassVar[str] = "two_player_frenzy"
    seats: ClassVar[tuple[int, ...]] = (2,)
    kinds: ClassVar[tuple[int, ...]] = shapes.KINDS
    stack: ClassVar[int] = 1
    kong_needs: ClassVar[int] = kongs.NEEDS
    calls_own_wins: ClassVar[bool] = False  # R57
    options_type: ClassVar[type[FrenzyOptions]] = FrenzyOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("win", "pung", "kong", "chow", "ready", "pass")  # R7
    position_facts: ClassVar[frozenset[str]] = frozenset({"treasure", "treasure_place"})
    match_lengths: ClassVar[tuple[int, ...]] = (8, 4, 16, 0)
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {"hands_per_match": (4, 8, 16, 0)}
    seat_facts: ClassVar[frozenset[str]] = frozenset({"ready", "seen_treasure", "first_turn"})
    score_flags: ClassVar[tuple[str, ...]] = ("ready", "replacement", "treasure_match")
    score_facts: ClassVar[Mapping[str, Any]] = {"dealer": False, "treasure": None, "loser_melds": None}
    meld_shapes: ClassVar[tuple[MeldShape, ...]] = ("chow", "pung", "kong", "concealed_kong", "three_kind_kong")

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def in_play(self, options: FrenzyOptions) -> int:
        return options.tiles_in_play

    def aside(self, options: FrenzyOptions, facts: Mapping[str, Any]) -> list[int]:
        return [parse_kind(facts["treasure"])] if "treasure" in facts else []

    def first_dealer(self, options: FrenzyOptions, creator: int, stream: Stream) -> int:
        return stream.below(2) if options.first_dealer == "random" else creator  # R4

    def wall_order(self, state: State) -> tuple[int, ...]:
        return super().wall_order(state)[: self.in_play(options_of(state))]  # R1

    def new_extra(self, state: State) -> FrenzyExtra:
        return FrenzyExtra(state.seats)

    def after_deal(self, state: State) -> Step | None:
        return Breaking()

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        extra, dealt = extra_of(state), not state.wall.size
        if dealt and ("treasure" in facts or any("ready" in flags for flags in facts["seat_flags"])):
            raise ValueError("before the deal nobody is ready and there is no treasure")
        for seat, flags in enumerate(facts["seat_flags"]):
            extra.first_turn[seat] = bool(flags.get("first_turn", dealt or facts["first_turn"]))
            if "ready" in flags:
                extra.ready[seat], extra.waits[seat] = True, _declared_wait(state, seat, flags["ready"])
            extra.seen[seat] = bool(flags.get("seen_treasure"))
        extra.dealt = state.wall.order
        if "treasure" in facts:
            treasure.set_up(state, facts["aside"][0], facts.get("treasure_place", 2))
        for kind in range(len(extra.discarded)):
            lying = sum(tile >> 2 == kind for river in state.rivers for tile in river.tiles)
            claimed = sum(meld.shape in ("pung", "kong") and meld.kind == kind for melds in state.melds for meld in melds)
            extra.discarded[kind] = lying + claimed
        if isinstance(state.step, Turn) and extra.ready[state.step.seat]:
            state.step = Frozen(seat=state.step.seat, drawn=state.step.drawn)

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat, actions = turn.seat, []
        if (turn.source == "claim" or extra_of(state).founded) and treasure.change_due(state):
            return ()  # section 3: the treasure is changed before the seat acts
        if turn.source != "claim":  # R9
            actions += self.turn_wins(state, turn)
            actions += kongs.own_kongs(kongs.own_of(state, turn), state.wall.left, options_of(state))
        ready = [READY[kind] for kind, _ in self._single_waits(state, seat)]  # R27: after a claim too
        return (*actions, *ready, *self.discards(state, turn))

    def undecided_turn(self, state: State, turn: Turn) -> Event:
        return treasure.change(state, turn.seat)

    def _single_waits(self, state: State, seat: int) -> list[tuple[int, int]]:
        hand = state.hands[seat]
        return shapes.single_wait_discards(hand, state.melds[seat]) if hand.known else []

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        seat = turn.seat
        if action.verb == "ready":
            kind = action.tiles[0]
            waits = tuple(wait for discard, wait in self._single_waits(state, seat) if discard == kind)
            tile = turn.tile_of(state, kind)
            return Ready(seat, tile, waits, tile == turn.drawn)
        if action.verb == "kong":
            return Kong(seat, self._kong_tiles(state, turn, action.tiles))
        return super().act(state, turn, action)

    def _kong_tiles(self, state: State, turn: Turn, kinds: tuple[int, ...]) -> tuple[int, ...]:
        hand = state.hands[turn.seat]
        if len(kinds) == 1:
            return tuple(hand.take(kinds[0], 4)) if hand.counts[kinds[0]] == 4 else (turn.tile_of(state, kinds[0]),)
        # Section 9: where another copy is held, the tile just drawn stays in the hand.
        return tuple(next((tile for tile in hand.take(kind, 4) if tile != turn.drawn), turn.drawn) for kind in kinds)

    def frozen_actions(self, state: State, step: Frozen) -> tuple[Action, ...]:
        actions = [WIN] if self.may_win(state, step.seat, (step.drawn,), "self_draw", -1) else []
        # Who may see a hand does not know for that what it has been declared to wait for.
        waits = extra_of(state).waits[step.seat]
        if waits and not isinstance(step, Split) and state.wall.left >= kongs.NEEDS:
            actions += kongs.frozen_kong(kongs.own_of(state, step), waits[0])
        return tuple(actions)

    def window_default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        wins = isinstance(state.step, Split) or extra_of(state).ready[seat]  # R29, R57
        return WIN if wins and WIN in asked else PASS

    # --- claims and kongs -----------------------------------------------------------------------------------------------------

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """R28: a declared hand takes nothing but a kong that keeps its wait."""
        claims, extra = super().tile_claims(state, seat, kind, source), extra_of(state)
        if not extra.ready[seat]:
            return claims
        hand, waits = state.hands[seat], extra.waits[seat]
        keeps = CLAIM_KONG in claims and waits and kongs.keeps_wait_claiming(hand, state.melds[seat], kind, waits[0])
        return [CLAIM_KONG] if keeps else []

    def robbable(self, state: State, step: Robbing) -> bool:
        return options_of(state).rob_kong == "on" and super().robbable(state, step)  # R23

    def after_kong(self, state: State, step: Robbing) -> Event:
        return due(state, step.seat, "tail")

    def next_turn(self, state: State, seat: int) -> Event:
        return due(state, seat, "head")

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        hand, melds = state.hands[seat], state.melds[seat]
        if by != "self_draw":
            return shapes.is_complete(hand, melds, tiles[0] >> 2)
        return shapes.is_complete(hand, melds) or (bool(tiles) and treasure.is_drawn(state, seat, tiles[0] >> 2))

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        step, hand, extra = state.step, state.hands[seat], extra_of(state)
        flags = {"ready"} if extra.ready[seat] else set()
        if isinstance(step, Looking):
            flags.add("treasure_match")
        elif isinstance(step, Turn | Frozen) and tiles:
            hand = hand.without(tiles)
            if step.source == "tail":
                flags.add("replacement")
        context: dict[str, Any] = {"dealer": seat == state.dealer, "loser_melds": state.melds[1 - seat]}
        known = treasure.known_kind(state)
        if extra.ready[seat] and known != HIDDEN:
            context["treasure"] = known
        win = tiles[0] >> 2 if tiles else HIDDEN
        return self.score(options_of(state), WinFacts(hand, state.melds[seat], win, by, frozenset(flags), context))

    def win_facts(self, options: FrenzyOptions) -> Mapping[str, Told]:
        return {"dealer": Flag(), "treasure": Tile(), "loser_melds": Melds()}

    def score(self, options: FrenzyOptions, facts: WinFacts) -> Score | None:
        return elements.score_win(options, facts)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def after_end(self, state: State) -> Event:
        extra = extra_of(state)
        if extra.unused is not None:
            return self.settle(state)
        used = set(state.wall.order)
        return Disclosed(extra.treasure, tuple(tile for tile in self.tiles(state.options) if tile not in used))

    def outcome_facts(self, state: State) -> dict[str, Any]:
        return {"melds": settlement.meld_facts(state.melds)}

    def end_facts(self, options: FrenzyOptions, dealer: int) -> Mapping[str, Told]:
        return {"melds": AllMelds()}

    def pay(self, options: FrenzyOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def tiles_beside(self, state: State) -> list[int]:
        extra = extra_of(state)
        return [*extra.won, *([extra.treasure] if extra.hole >= 0 else [])]

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return reasons.why_not(state, seat, action) or super().why_not(state, seat, action, asked)

    def action_name(self, state: State, seat: int, action: Action) -> str:
        if action.verb != "kong":
            return ""
        offered = state.step.tile >> 2 if isinstance(state.step, Claims) else HIDDEN
        return kongs.called(action.tiles, offered, state.hands[seat], state.melds[seat], options_of(state))

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        return telling.badges(state, seat)

    def centre(self, state: State) -> list[dict[str, Any]]:
        return telling.centre(state)

    def marks(self, state: State) -> list[dict[str, Any]]:
        return telling.marks(state)

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return telling.facts(state)


def _declared_wait(state: State, seat: int, told: Any) -> tuple[int]:
    """The only kind that a declared seat of a position waits for (R26); ValueError where its hand does not wait for just that."""
    step, hand = state.step, state.hands[seat]
    if isinstance(step, Turn) and step.seat == seat and step.drawn != HIDDEN:
        hand = hand.without((step.drawn,))
    if not isinstance(told, str):
        raise ValueError(f"ready of seat {seat} is the kind that it waits for, not {told!r}")
    wait = parse_kind(told)
    if shapes.winning_kinds(hand, state.melds[seat]) != (wait,):
        raise ValueError(f"seat {seat} has not declared ready: its hand does not wait for {kind_name(wait)} alone")
    return (wait,)
