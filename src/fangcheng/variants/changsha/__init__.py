"""Changsha mahjong (长沙麻将): rules in docs/rules/changsha.md; R numbers are its rulings, sections are the specification's.

elements.py says what a hand is worth, phases.py what comes before, beside and after ordinary turns, events.py what that does to the
state, settlement.py who pays, telling.py what players are told. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

import msgspec

from fangcheng.actions import DISCARD, KONG, PASS, WIN, Action
from fangcheng.engine.birds import Birds, TurnsBirds
from fangcheng.engine.decide import asks
from fangcheng.engine.reveal import OpensKongs, Reveal, RevealClaims, RevealSelf
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Robbing, Step, Turn, Window
from fangcheng.events import Event, Exhausted, Kong, Viewer, WinBy, Winner
from fangcheng.meld import with_kong
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import TO_CHOW, TO_PUNG, TO_WIN, claimants, looks_won
from fangcheng.tiles import HIDDEN, format_sequence, kinds_of
from fangcheng.variants.changsha import elements, settlement, telling
from fangcheng.variants.changsha.events import (
    FOLDS,
    OWN_EVENTS,
    ChangshaExtra,
    Float,
    LastLaid,
    LastOffer,
    LastTaken,
    Open,
    Opening,
    extra_of,
)
from fangcheng.variants.changsha.options import ChangshaOptions
from fangcheng.variants.changsha.phases import OPEN_NEEDS, SUPPLEMENT_NEEDS, Floating, LastClaims, LastSelf, Openings, on_offer

OPEN: Final = tuple(Action("open", (kind,)) for kind in range(27))
CLAIM_OPEN: Final = Action("open")


class Changsha(TurnsBirds, OpensKongs):
    """Four players, 108 suit tiles, no wilds; opening wins, kongs opened with dice, wandering last tile, birds."""

    id: ClassVar[str] = "changsha"
    kinds: ClassVar[range] = range(27)
    options_type: ClassVar[type[ChangshaOptions]] = ChangshaOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    claim_ranks: ClassVar[Mapping[str, int]] = {"win": 3, "kong": 2, "open": 2, "pung": 2, "chow": 1}
    buttons: ClassVar[tuple[str, ...]] = ("float", "declare", "take", "refuse", "win", "kong", "open", "pung", "chow", "pass")
    kong_needs: ClassVar[int] = SUPPLEMENT_NEEDS
    position_facts: ClassVar[frozenset[str]] = frozenset({"creator"})
    seat_facts: ClassVar[frozenset[str]] = frozenset({"locked", "passed_win", "float", "opening"})
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong", "kong_reveal", "opening")
    score_flags: ClassVar[tuple[str, ...]] = ("first_turn", "last_tile")
    score_facts: ClassVar[Mapping[str, Any]] = {"dealer": False, "payer_dealer": False, "reveal": None, "kong": None}

    def options(self, state: State) -> ChangshaOptions:
        """The room's options, typed."""
        assert isinstance(state.options, ChangshaOptions)
        return state.options

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> ChangshaExtra:
        return ChangshaExtra(state.seats)

    def first_step(self, state: State) -> Step | None:
        return Floating() if self.options(state).float_max else None

    def after_deal(self, state: State) -> Step | None:
        return Openings()

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        extra = extra_of(state)
        if not isinstance(state.step, Floating):
            extra.float = [0] * state.seats
        state.creator = facts.get("creator", 0)
        balances: list[int | None] = [None] * state.seats
        for seat, flags in enumerate(facts.get("seat_flags", ())):
            extra.locked[seat] = bool(flags.get("locked"))
            extra.passed[seat] = flags.get("passed_win", 0)
            extra.float[seat] = flags.get("float", extra.float[seat])
            extra.openings[seat] = tuple(flags.get("opening", ()))
            balances[seat] = flags.get("balance")
        state.balances = tuple(balances)

    # --- float and opening patterns ---------------------------------------------------------------------------------------------

    def reveal_floats(self, state: State, step: Window) -> Event:
        """All floats become known together."""
        return Float(tuple(step.answers[seat].number for seat in range(state.seats)))

    def opening_patterns(self, state: State, seat: int) -> tuple[str, ...]:
        """The opening patterns that a seat holds."""
        return elements.opening_patterns(state.hands[seat].counts, self.options(state))

    def declared(self, state: State, seat: int) -> bool:
        """Whether a seat's opening patterns are on the table already."""
        return bool(extra_of(state).openings[seat])

    def declare_opening(self, state: State, seat: int) -> Event:
        """R6: all patterns at once, with the tiles that show them."""
        hand, options = state.hands[seat], self.options(state)
        patterns = self.opening_patterns(state, seat)
        shown = [0] * 27
        for pattern in patterns:
            kinds = elements.opening_kinds(pattern, hand.counts, options)
            shown = [max(held, kinds.count(kind)) for kind, held in enumerate(shown)]
        tiles = tuple(tile for kind, number in enumerate(shown) for tile in hand.take(kind, number))
        return Opening(seat, patterns, tiles)

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat, hand = turn.seat, state.hands[turn.seat]
        # Nearly no draw wins, so the short look comes first.
        actions = self.turn_wins(state, turn) if looks_won(hand, elements.PAIR_BITS) else []
        if extra_of(state).locked[seat]:
            return (*actions, *self._locked_actions(state, turn))
        for kind in self.turn_kongs(state, turn):
            actions.append(KONG[kind])
            if self.may_open(state, seat, kind):
                actions.append(OPEN[kind])
        discards = hand.of_each(DISCARD)
        return (*actions, *discards) if actions else discards

    def _locked_actions(self, state: State, turn: Turn) -> list[Action]:
        """R25: only the drawn tile goes, or opens another kong."""
        kind = turn.drawn >> 2
        opens = kind in self.own_kongs(state, turn.seat) and self.may_open(state, turn.seat, kind)
        return [OPEN[kind], DISCARD[kind]] if opens else [DISCARD[kind]]

    def kong_after_claim(self, state: State) -> bool:
        return self.options(state).kong_after_claim

    def may_open(self, state: State, seat: int, kind: int, turned: bool = False) -> bool:
        """R18, R19: enough tiles for an opened kong, and the hand is ready once the kong is set out."""
        if state.wall.left < OPEN_NEEDS:
            return False
        hand = state.hands[seat]
        hand = hand.without(hand.take(kind, 4))
        # Section 5.2, item 7: three in hand and an own turned tile make a concealed one.
        melds = with_kong(state.melds[seat], kind, concealed=state.hands[seat].counts[kind] + turned == 4)
        return elements.is_ready(hand, melds, self.options(state))

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
        claims = [] if extra_of(state).locked[seat] else super().tile_claims(state, seat, kind, source)
        opens = state.hands[seat].counts[kind] == 3 and self.may_open(state, seat, kind)
        return [*claims, CLAIM_OPEN] if opens else claims

    def kong_event(self, action: Action) -> type[Kong]:
        return Open if action.verb == "open" else Kong

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if self.options(state).multi_win == "all" else seats[:1]

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        """R32, R33: the points of a win on another's tile that this answer lets go."""
        if action == WIN or WIN not in asks(state)[seat] or self.options(state).missed_win == "off":
            return ()
        tiles, by, source = on_offer(state.step)
        score = self.judge(state, seat, tiles, by, source) if source >= 0 else None
        return (score.points,) if score else ()

    # --- kongs ----------------------------------------------------------------------------------------------------------------

    def robbable(self, state: State, step: Robbing) -> bool:
        """Section 5.3: added kongs, and opened ones made from a discard (R27)."""
        direct = step.source >= 0 and step.mode == "open" and self.options(state).rob_direct_kong
        return direct or super().robbable(state, step)

    def after_kong(self, state: State, step: Robbing) -> Event:
        if step.mode != "open":
            return self.draw(state, step.seat, "tail")
        places = self.opened_places(state, sum(state.dice[-1].dice))
        return Reveal(step.seat, tuple(map(state.wall.tile, places)), places)

    def opened_places(self, state: State, thrown: int) -> tuple[int, ...]:
        """R20, section 5.2 item 3: two tiles in tail order from the diced stack, counted round; at the end the last two."""
        order = list(state.wall.from_tail())
        stacks = state.wall.stacks_from_tail()
        first = order.index(stacks[(thrown - 1) % len(stacks)])
        return tuple(order[first : first + 2] if first + 2 <= len(order) else order[-2:])

    def reveal_actions(self, state: State, step: RevealClaims, seat: int) -> list[Action]:
        # section 5.2, items 6 and 7
        kinds = sorted({tile >> 2 for tile in step.tiles})
        if seat == step.opener:
            return [OPEN[kind] for kind in kinds if self._can_quad(state, seat, kind) and self.may_open(state, seat, kind, turned=True)]
        actions = super().reveal_actions(state, step, seat)
        for kind in kinds:
            for claim in self.tile_claims(state, seat, kind, step.opener):
                actions.append(Action(claim.verb, claim.tiles, kind))
        return self.in_button_order(actions)

    def _can_quad(self, state: State, seat: int, kind: int) -> bool:
        pung = any(meld.shape == "pung" and meld.kind == kind for meld in state.melds[seat])
        return pung or state.hands[seat].counts[kind] == 3

    def reveal_claimed(self, state: State, step: RevealClaims) -> Event:
        # The opener's own kong comes before one claim of the others, nearest after the opener first.
        own = step.answers.get(step.opener, PASS)
        if own.verb == "open":
            kind = own.tiles[0]
            turned = next(tile for tile in step.tiles if tile >> 2 == kind)
            return Open(step.opener, tuple(state.hands[step.opener].take(kind, 3)), turned, step.opener)
        claims = [(seat, step.answers[seat]) for seat in state.others(step.opener) if step.answers.get(seat, PASS) != PASS]
        if not claims:
            return super().reveal_claimed(state, step)
        seat, action = max(claims, key=lambda claim: self.claim_ranks[claim[1].verb])
        return self.claim(state, seat, action, next(tile for tile in step.tiles if tile >> 2 == action.on), step.opener)

    # --- the last tile --------------------------------------------------------------------------------------------------------

    def next_turn(self, state: State, seat: int) -> Event:
        if state.wall.left > 1:
            return self.draw(state, seat, "head")
        return self.offer_last(state, seat) if state.wall.left else Exhausted()

    def offer_last(self, state: State, seat: int) -> Event:
        """R15: each seat is asked once; after the last refusal the deal is drawn."""
        return Exhausted() if extra_of(state).offers == state.seats else LastOffer(seat)

    def take_last(self, state: State, seat: int) -> Event:
        """The taker turns the last tile up, wherever it lies."""
        return LastTaken(seat, state.wall.tile(state.wall.head), state.wall.head)

    def lay_last(self, seat: int, tile: int) -> Event:
        """R16: no win on the last tile, it lies as a discard."""
        return LastLaid(seat, tile)

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        if not state.hands[seat].known or not self.looks_like_win(state, seat, tiles):
            return False
        score = self.judge(state, seat, tiles, by, source)
        if score is None or source < 0:
            return score is not None
        passed, rule = extra_of(state).passed[seat], self.options(state).missed_win
        return rule == "off" or not passed or (rule == "tiered" and score.points > passed)  # R32

    def looks_like_win(self, state: State, seat: int, tiles: tuple[int, ...]) -> bool:
        """Whether a seat's hand looks complete with any of the tiles; on a turn the drawn tile is in it."""
        hand, melds = state.hands[seat], state.melds[seat]
        if isinstance(state.step, Turn):
            return looks_won(hand, elements.PAIR_BITS)
        for tile in tiles:  # noqa: SIM110 (a generator would cost as much as the look)
            if elements.looks_complete(hand, melds, tile >> 2):
                return True
        return False

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        step, hand = state.step, state.hands[seat]
        flags, context, win = set(), {"dealer": seat == state.dealer, "payer_dealer": source == state.dealer}, tiles[0] >> 2
        if isinstance(step, Turn):
            if state.kongs == 0 and not any(state.discards) and step.source == "deal":  # R14
                flags.add("first_turn")
            hand = hand.without((step.drawn,))
        elif isinstance(step, Claims) and state.kongs == 0 and sum(state.discards) == 1:
            flags.add("first_turn")
        elif isinstance(step, LastSelf | LastClaims):
            flags.add("last_tile")
        reveal = {"reveal": format_sequence(kinds_of(tiles))} if isinstance(step, RevealSelf | RevealClaims) else {}
        kong = {"kong": step.mode or "supplement"} if isinstance(step, Robbing) else {}
        facts = WinFacts(hand, state.melds[seat], win, by, frozenset(flags), {**context, **reveal, **kong})
        return elements.score_win(self.options(state), facts)

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        entry = super().winner(state, seat, tiles, by, source)
        won = tuple(tile for tile in tiles if len(tiles) == 1 or self.judge(state, seat, (tile,), by, source))
        return msgspec.structs.replace(entry, tiles=won)

    def score(self, options: ChangshaOptions, facts: WinFacts) -> Score | None:
        return elements.score_win(options, facts)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def bird_count(self, state: State) -> int:
        return self.options(state).birds

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

    def pay(self, options: ChangshaOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    def dealer_after_leave(self, creator: int, seat: int) -> int:
        return creator  # R1

    # --- telling people -------------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return telling.why_not(state, seat, action, asked) or super().why_not(state, seat, action, asked)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        return telling.badges(state, seat)

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        tiles = extra_of(state).shown[seat]
        return [{"id": "opening", "tiles": list(tiles)}] if tiles else []

    def turned_name(self, state: State) -> str:
        return "last_tile" if extra_of(state).last_taken != HIDDEN else super().turned_name(state)

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return {"float": [level if level >= 0 else None for level in extra_of(state).float]}
