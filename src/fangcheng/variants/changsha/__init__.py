"""Changsha mahjong (长沙麻将): rules in docs/rules/changsha.md; R numbers are its rulings, sections are the specification's.

elements.py says what a hand is worth and wins.py what a win stands for on the table, settlement.py who pays, telling.py what players are
told; floats.py, openings.py, kongs.py, last_tile.py and missed.py hold a rule each, with its events, steps and folds; position.py sets up
what a case file tells of seats. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import msgspec

from fangcheng.actions import DISCARD, KONG, PASS, WIN, Action
from fangcheng.engine.birds import Birds, TurnsBirds
from fangcheng.engine.reveal import OpensKongs, RevealClaims
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Robbing, Step, Turn
from fangcheng.events import Event, Exhausted, Kong, Viewer, WinBy, Winner
from fangcheng.rules.told import Choice, Flag, Number, PerSeat, Seat, TileList, Tiles, Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import TO_CHOW, TO_PUNG, TO_WIN, claimants, looks_won
from fangcheng.tiles import HIDDEN
from fangcheng.variants.changsha import elements, kongs, last_tile, missed, position, settlement, telling, wins
from fangcheng.variants.changsha.events import FOLDS, OWN_EVENTS
from fangcheng.variants.changsha.extra import ChangshaExtra, extra_of
from fangcheng.variants.changsha.floats import Floating
from fangcheng.variants.changsha.openings import Declared, Openings, shown_tiles
from fangcheng.variants.changsha.options import ChangshaOptions, options_of


class Changsha(TurnsBirds, OpensKongs):
    """Four players, 108 suit tiles, no wilds; opening wins, kongs opened with dice, wandering last tile, birds."""

    id: ClassVar[str] = "changsha"
    kinds: ClassVar[range] = range(27)
    options_type: ClassVar[type[ChangshaOptions]] = ChangshaOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    claim_ranks: ClassVar[Mapping[str, int]] = {"win": 3, "kong": 2, "open": 2, "pung": 2, "chow": 1}
    buttons: ClassVar[tuple[str, ...]] = ("float", "declare", "take", "refuse", "win", "kong", "open", "pung", "chow", "pass")
    kong_needs: ClassVar[int] = kongs.SUPPLEMENT_NEEDS
    seat_facts: ClassVar[frozenset[str]] = frozenset({"locked", "passed_win", "float", "opening"})
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong", "kong_reveal", "opening")
    score_flags: ClassVar[tuple[str, ...]] = ("first_turn", "last_tile")
    score_facts: ClassVar[Mapping[str, Any]] = {"dealer": False, "payer_dealer": False, "reveal": None, "kong": None}

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> ChangshaExtra:
        return ChangshaExtra(state.seats)

    def first_step(self, state: State) -> Step | None:
        return Floating() if options_of(state).float_max else None

    def after_deal(self, state: State) -> Step | None:
        return Openings()

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        position.set_up(state, facts)

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat, hand = turn.seat, state.hands[turn.seat]
        # Nearly no draw wins, so the short look comes first.
        actions = self.turn_wins(state, turn) if turn.source != "claim" and looks_won(hand, elements.PAIR_BITS) else []
        extra: ChangshaExtra = state.extra
        if extra.locked[seat]:
            return (*actions, *self._locked_actions(state, turn))
        for kind in self.turn_kongs(state, turn):
            actions.append(KONG[kind])
            if kongs.may_open(state, seat, kind):
                actions.append(kongs.OPEN[kind])
        discards = hand.of_each(DISCARD)
        return (*actions, *discards) if actions else discards

    def _locked_actions(self, state: State, turn: Turn) -> list[Action]:
        """R25, R26: only the drawn tile goes, or opens another kong."""
        kind = turn.drawn >> 2
        opens = kind in self.own_kongs(state, turn.seat) and kongs.may_open(state, turn.seat, kind)
        return [kongs.OPEN[kind], DISCARD[kind]] if opens else [DISCARD[kind]]

    def kong_after_claim(self, state: State) -> bool:
        return options_of(state).kong_after_claim

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def claim_asks(self, state: State, claims: Claims) -> Asks:
        # Nearly every discard is of no use to anybody, so the short look comes first.
        able = claimants(state.hands, claims.tile >> 2, claims.source, elements.PAIR_BITS)
        return self._claims_of(able, state, claims) if able else {}

    def _claims_of(self, able: Sequence[tuple[int, int]], state: State, claims: Claims) -> Asks:
        asks: Asks = {}
        for seat, uses in able:
            wins = uses & TO_WIN and self.may_win(state, seat, (claims.tile,), "discard", claims.source)
            actions = [WIN] if wins else []
            if uses & (TO_PUNG | TO_CHOW):
                actions += self.tile_claims(state, seat, claims.tile >> 2, claims.source)
            if actions:
                asks[seat] = (*self.in_button_order(actions), PASS)
        return asks

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """Kongs may be opened too, and a locked hand does nothing else (R25)."""
        extra: ChangshaExtra = state.extra
        claims = [] if extra.locked[seat] else super().tile_claims(state, seat, kind, source)
        opens = state.hands[seat].counts[kind] == 3 and kongs.may_open(state, seat, kind)
        return [*claims, kongs.CLAIM_OPEN] if opens else claims

    def kong_event(self, action: Action) -> type[Kong]:
        return kongs.Open if action.verb == "open" else Kong

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if options_of(state).multi_win == "all" else seats[:1]

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        return missed.missed(state, seat, action)

    # --- kongs ----------------------------------------------------------------------------------------------------------------

    def robbable(self, state: State, step: Robbing) -> bool:
        """Section 5.3: added kongs, supplemented ones too (R28), and opened ones made from a discard (R27)."""
        direct = step.source >= 0 and step.mode == "open" and options_of(state).rob_direct_kong
        return direct or super().robbable(state, step)

    def after_kong(self, state: State, step: Robbing) -> Event:
        return kongs.reveal(state, step.seat) if step.mode == "open" else super().after_kong(state, step)

    def reveal_actions(self, state: State, step: RevealClaims, seat: int) -> list[Action]:
        """Section 5.2, items 6 and 7: others claim a tile as they would a discard (R22), the opener makes a kong with one."""
        kinds = sorted({tile >> 2 for tile in step.tiles})
        if seat == step.opener:
            return kongs.opens_with_turned(state, step, kinds)
        actions = super().reveal_actions(state, step, seat)
        for kind in kinds:
            for claim in self.tile_claims(state, seat, kind, step.opener):
                actions.append(Action(claim.verb, claim.tiles, kind))
        return self.in_button_order(actions)

    def reveal_claimed(self, state: State, step: RevealClaims) -> Event:
        """The opener's own kong comes before one claim of the others, nearest after the opener first."""
        own = kongs.open_with_turned(state, step)
        if own:
            return own
        claims = [(seat, step.answers[seat]) for seat in state.others(step.opener) if step.answers.get(seat, PASS) != PASS]
        if not claims:
            return super().reveal_claimed(state, step)
        seat, action = max(claims, key=lambda claim: self.claim_ranks[claim[1].verb])
        return self.claim(state, seat, action, next(tile for tile in step.tiles if tile >> 2 == action.on), step.opener)

    def next_turn(self, state: State, seat: int) -> Event:
        """R15: the last tile is offered, not drawn."""
        if state.wall.left > 1:
            return self.draw(state, seat, "head")
        return last_tile.offer(state, seat) if state.wall.left else Exhausted()

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        if not state.hands[seat].known or not wins.looks_like_win(state, seat, tiles):
            return False
        score = self.judge(state, seat, tiles, by, source)
        return score is not None and (source < 0 or not missed.barred(state, seat, score.points))

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        return elements.score_win(options_of(state), wins.facts_of(state, seat, tiles, by, source))

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        entry = super().winner(state, seat, tiles, by, source)
        won = tuple(tile for tile in tiles if len(tiles) == 1 or self.judge(state, seat, (tile,), by, source))
        return msgspec.structs.replace(entry, tiles=won)

    def win_facts(self, options: ChangshaOptions) -> Mapping[str, Told]:
        return {"dealer": Flag(), "payer_dealer": Flag(), "reveal": Tiles(1, 2), "kong": Choice(("open", "supplement"))}

    def score(self, options: ChangshaOptions, facts: WinFacts) -> Score | None:
        return elements.score_win(options, facts)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def bird_count(self, state: State) -> int:
        return options_of(state).birds

    def bird_seat(self, state: State, kind: int) -> int:
        return settlement.bird_seat(kind, state.dealer, state.seats)

    def birds(self, state: State) -> Birds:
        """R17: a last tile that was taken is the only bird."""
        last = extra_of(state).last_taken
        return super().birds(state) if last == HIDDEN else Birds((last,), ())

    def outcome_facts(self, state: State) -> dict[str, Any]:
        extra = extra_of(state)
        return {
            **super().outcome_facts(state),
            "openings": [{"seat": seat, "elements": patterns} for seat, patterns in enumerate(extra.openings) if patterns],
            "float": [max(level, 0) for level in extra.float],
            "balances": state.balances,
            "creator": state.creator,
        }

    def end_facts(self, options: ChangshaOptions, dealer: int) -> Mapping[str, Told]:
        return {
            "birds": TileList(options.birds),
            "openings": Declared(options.opening_patterns),
            "float": PerSeat(Number(0, options.float_max)),
            "balances": PerSeat(Number(0, settlement.MOST_BALANCE), none=True),
            "creator": Seat(),
        }

    def pay(self, options: ChangshaOptions, outcome: Outcome) -> Payment:
        # R36: a deal that never ends is not paid.
        return settlement.pay(options, outcome)

    def dealer_after_leave(self, creator: int, seat: int) -> int:
        return creator  # R1

    # --- telling people -------------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return telling.why_not(state, seat, action, asked) or super().why_not(state, seat, action, asked)

    def why_no_win(self, options: ChangshaOptions, facts: WinFacts) -> Refused:
        return telling.why_no_win(facts)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        return telling.badges(state, seat)

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        tiles = shown_tiles(state, seat)
        return [{"id": "opening", "tiles": tiles}] if tiles else []

    def turned_name(self, state: State) -> str:
        return "last_tile" if extra_of(state).last_taken != HIDDEN else super().turned_name(state)

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return {"float": telling.floats(state)}
