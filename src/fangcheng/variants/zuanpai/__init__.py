"""Zuanpai mahjong (钻牌麻将): rules in docs/rules/zuanpai.md; R numbers are its rulings, sections are the specification's.

roles.py says what the tiles are, geometry.py where the walls are cut, cutting.py who throws for that and for the indicator, situation.py
what a possible win is, readings.py how it can be seen, elements.py what it is worth, settlement.py who pays, refusals.py why something is
not possible, telling.py what people are shown. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from fangcheng.actions import CHOWS, CLAIM_KONG, DISCARD, KONG, PASS, WIN, Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Dealing, Robbing, Step, Turn
from fangcheng.events import Event, Exhausted, Kong, Viewer, WinBy
from fangcheng.meld import MeldShape, format_meld
from fangcheng.rules.facts import told_indicator
from fangcheng.rules.told import MANY, AllMelds, Flag, Number, Tile, Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, Variant, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, kind_name, parse_kind
from fangcheng.variants.zuanpai import elements, refusals, settlement, telling
from fangcheng.variants.zuanpai.cutting import Cutting, Turning
from fangcheng.variants.zuanpai.events import FOLDS, OWN_EVENTS
from fangcheng.variants.zuanpai.extra import ZuanpaiExtra, extra_of, roles
from fangcheng.variants.zuanpai.options import ZuanpaiOptions, options_of
from fangcheng.variants.zuanpai.situation import situation_of, situation_on, waits_on_all
from fangcheng.wall import Stream

MOST_KONGS: Final = 12  # four sets, and all tiles of the two kinds that are set out singly


class Zuanpai(Variant):
    """Four players, 136 tiles, one turned-up wild; self-draw only, any-tile waits, single-tile kongs, liability.

    A game of the Anqing belt (R1). As in plain mahjong passing costs nothing (R39), kong and pung go before chows of the next seat (R40)
    and are never both possible (R48), after a claim any tile may be thrown (R41), and concealed kongs lie open (R46). Slips of the pen in
    the rule book are read as what they mean (R45).
    """

    id: ClassVar[str] = "zuanpai"
    options_type: ClassVar[type[ZuanpaiOptions]] = ZuanpaiOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {"hands": (4, 8, 16), "turn_seconds": (*range(5, 61), "off")}
    position_facts: ClassVar[frozenset[str]] = frozenset({"wild", "indicator", "continuation"})
    seat_facts: ClassVar[frozenset[str]] = frozenset()
    winds: ClassVar[bool] = True
    won_by: ClassVar[tuple[str, ...]] = ("self_draw",)
    score_flags: ClassVar[tuple[str, ...]] = ("first_turn", "last_tile", "replacement")
    score_facts: ClassVar[Mapping[str, Any]] = {"indicator": "1m", "dealer": False, "continuation": 0, "kong_chain": 1}
    meld_shapes: ClassVar[tuple[MeldShape, ...]] = ("chow", "pung", "kong", "concealed_kong", "single_kong")

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> ZuanpaiExtra:
        return ZuanpaiExtra(state.carry.get("continuation", 0))

    def first_dealer(self, options: ZuanpaiOptions, creator: int, stream: Stream) -> int:
        return stream.below(4) if options.first_dealer == "random" else 0

    def first_step(self, state: State) -> Step | None:
        return Cutting()

    def after_deal(self, state: State) -> Step | None:
        return Turning() if extra_of(state).indicator == HIDDEN else None

    def aside(self, options: ZuanpaiOptions, facts: Mapping[str, Any]) -> list[int]:
        return [] if options.indicator_in_play or "indicator" not in facts else [parse_kind(facts["indicator"])]

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        if "indicator" not in facts:
            raise ValueError("a position of this game names its indicator")
        kind = told_indicator(facts)
        extra = extra_of(state)
        extra.continuation = facts.get("continuation", 0)
        # In play the indicator is one of its kind somewhere in the wall; which one tells nothing.
        extra.turn(facts["aside"][0] if facts["aside"] else kind * 4 + 3, -1)
        impossible = next((meld for melds in state.melds for meld in melds if not roles(state).can_lie(meld)), None)
        if impossible:
            raise ValueError(f"with {kind_name(roles(state).wild)} as the wild nobody can have the meld {impossible}")
        if isinstance(state.step, Cutting):
            state.step = Dealing()

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        if not state.hands[turn.seat].known:
            return ()
        if turn.source == "claim":  # R7
            return tuple(self.discards(state, turn))
        win = [WIN] if elements.wins(situation_on(state, turn)) else []
        if not state.wall.left:  # R38
            return (*win, PASS) if win else ()
        return (*win, *(KONG[kind] for kind in self.turn_kongs(state, turn)), *self.discards(state, turn))

    def discards(self, state: State, turn: Turn) -> list[Action]:
        """Any tile but kong tiles; by option a wild only if nothing else can go (R12)."""
        role, counts = roles(state), state.hands[turn.seat].counts
        kinds = [kind for kind in range(34) if counts[kind] and kind not in role.kongs]
        if not options_of(state).wild_discard and kinds != [role.wild]:
            kinds = [kind for kind in kinds if kind != role.wild]
        return [DISCARD[kind] for kind in kinds]

    def own_kongs(self, state: State, seat: int) -> list[int]:
        """Section 5: four-tile kongs of natural tiles, whose faces are never mixed (R49), and kong tiles one by one (R6)."""
        role, counts = roles(state), state.hands[seat].counts
        fours = [kind for kind in super().own_kongs(state, seat) if kind != role.wild and kind not in role.kongs]
        singles = [kind for kind in role.kongs if counts[kind]]
        return sorted(fours + singles) if singles else fours

    def free_kongs(self, state: State) -> tuple[int, ...]:
        return roles(state).kongs

    def turn_kongs(self, state: State, turn: Turn) -> list[int]:
        """The kongs on a turn, the single wild among them."""
        kongs = super().turn_kongs(state, turn)
        return sorted([*kongs, roles(state).wild]) if self.may_set_out_wild(state, turn) else kongs

    def may_set_out_wild(self, state: State, turn: Turn) -> bool:
        """Section 4.4 (R11): a wild drawn onto an any-tile wait."""
        role = roles(state)
        if turn.source not in ("head", "tail") or turn.drawn >> 2 != role.wild or options_of(state).wild_kong_rule == "off":
            return False
        return waits_on_all(state.hands[turn.seat].without((turn.drawn,)), role)

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        return Exhausted() if action == PASS else super().act(state, turn, action)

    def own_kong(self, state: State, turn: Turn, action: Action, event: type[Kong]) -> Kong:
        kind, role = action.tiles[0], roles(state)
        if kind == role.wild:
            return event(turn.seat, (turn.drawn,))
        if kind in role.kongs:
            return event(turn.seat, (state.hands[turn.seat].any_tile(kind),))
        return super().own_kong(state, turn, action, event)

    def lies_open(self, state: State, tile: int, position: int) -> bool:
        """R3: an indicator that is in play lies open until it is drawn."""
        return position == extra_of(state).position

    def undecided_turn(self, state: State, turn: Turn) -> Event:
        return Exhausted()  # R38: the last tile was drawn and does not win

    def turn_default(self, state: State, turn: Turn, asked: Sequence[Action]) -> Action:
        """A win is never automatic: the drawn tile goes, a kong tile as a kong; else the highest tile that may."""
        if PASS in asked:
            return PASS
        drawn = turn.drawn >> 2 if turn.drawn >= 0 else HIDDEN
        wanted = (DISCARD[drawn], KONG[drawn] if drawn in roles(state).kongs else PASS)
        return next((action for action in asked if drawn >= 0 and action in wanted), asked[-1])

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def claim_asks(self, state: State, claims: Claims) -> Asks:
        return {} if claims.tile >> 2 == roles(state).wild else super().claim_asks(state, claims)  # R12

    def claims_open(self, state: State, claims: Claims, asked: Asks) -> bool:
        """R40, R48: only one seat can pung or kong, and that goes before a chow: then nobody is waited for."""
        return not (claims.answered("pung") or claims.answered("kong"))

    def claim_actions(self, state: State, seat: int, tile: int, source: int) -> list[Action]:
        return self.tile_claims(state, seat, tile >> 2, source)  # section 8: no win on another's tile

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """R7: after a pung or chow something must be left that may be thrown."""
        claims, hand = super().tile_claims(state, seat, kind, source), state.hands[seat]
        if not claims or hand.size - 2 > sum(map(hand.counts.__getitem__, roles(state).kongs)):
            return claims
        return [CLAIM_KONG] if CLAIM_KONG in claims else []

    def chows(self, state: State, seat: int, kind: int) -> list[Action]:
        """R13: runs of faces; the stand-in has the wild's face, the wild itself is in none."""
        if not options_of(state).chow:
            return []
        role, counts = roles(state), state.hands[seat].counts
        found = []
        for chow in CHOWS[role.face(kind)]:
            pair = chow.tiles
            if role.wild in pair and role.stand_in >= 0:
                pair = tuple(sorted(role.stand_in if own == role.wild else own for own in pair))
            if counts[pair[0]] and counts[pair[1]]:
                found.append(chow if pair is chow.tiles else Action("chow", pair))
        return found

    # --- kongs and wins ---------------------------------------------------------------------------------------------------------

    def robbable(self, state: State, step: Robbing) -> bool:
        return False

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        turn = state.step
        if not isinstance(turn, Turn) or turn.seat != seat or turn.source == "claim":
            return None
        return elements.score_win(situation_on(state, turn))

    def win_facts(self, options: ZuanpaiOptions) -> Mapping[str, Told]:
        return {
            "wild": Tile(),
            "indicator": Tile(needed=True),
            "dealer": Flag(),
            "continuation": Number(0, MANY),
            "kong_chain": Number(1, MOST_KONGS),
        }

    def score(self, options: ZuanpaiOptions, facts: WinFacts) -> Score | None:
        win = situation_of(options, facts)
        return elements.score_win(win) if win else None

    # --- the end --------------------------------------------------------------------------------------------------------------

    def outcome_facts(self, state: State) -> dict[str, Any]:
        melds = [[format_meld(meld, with_source=True) for meld in own] for own in state.melds]
        return {"melds": melds, "continuation": extra_of(state).continuation}

    def end_facts(self, options: ZuanpaiOptions, dealer: int) -> Mapping[str, Told]:
        # The wild kind goes with the tiles of an outcome in case files; nothing is paid by it.
        return {"melds": AllMelds(), "continuation": Number(0, MANY), "wild": Tile()}

    def pay(self, options: ZuanpaiOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def tiles_beside(self, state: State) -> list[int]:
        extra = extra_of(state)
        return [extra.indicator] if extra.indicator >= 0 and not options_of(state).indicator_in_play else []

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return refusals.why_not(state, seat, action) or super().why_not(state, seat, action, asked)

    def why_no_win(self, options: ZuanpaiOptions, facts: WinFacts) -> Refused:
        return refusals.why_no_win(options, facts)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        return telling.badges(state, seat)

    def centre(self, state: State) -> list[dict[str, Any]]:
        extra = extra_of(state)
        drawn = options_of(state).indicator_in_play and extra.position >= 0 and state.wall.gone[extra.position]
        return [{"id": "indicator", "tiles": [extra.indicator]}] if extra.indicator >= 0 and not drawn else []

    def marks(self, state: State) -> list[dict[str, Any]]:
        roles = extra_of(state).roles
        if not roles:
            return []
        stand_in = [{"id": "stand_in", "kinds": [roles.stand_in], "as": roles.wild}] if roles.stand_in >= 0 else []
        return [{"id": "wild", "kinds": [roles.wild]}, *stand_in, {"id": "kong_tile", "kinds": list(roles.kongs)}]

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return telling.table_facts(state) | telling.own_facts(state, viewer.seat)
