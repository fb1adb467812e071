"""The Guobiao game (國標麻將) with its specials: rules in docs/rules/guobiao.md; R numbers are its rulings, sections the specification's.

national.py is ordinary play, counter/ counts fan, worth.py adds wild tiles and bonuses, readiness.py says who is ready, before.py and
strong.py what precedes play, peeking.py who looks on, fishing.py what follows play; phases.py, events.py and folds.py hold the steps and
events of all these, position.py sets them up, settlement.py pays, telling.py tells. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, READY, Action
from fangcheng.engine.ready import Ready
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Step, Turn
from fangcheng.events import Event, Viewer, WinBy, Winner
from fangcheng.hand import Hand
from fangcheng.rules.told import Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, kind_name, parse_kinds
from fangcheng.variants.guobiao import fishing, peeking, position, readiness, settlement, strong, telling, worth
from fangcheng.variants.guobiao.events import OWN_EVENTS, HorsesShown
from fangcheng.variants.guobiao.extra import GuobiaoExtra, extra_of
from fangcheng.variants.guobiao.facts import FORTUNES, end_facts, win_facts
from fangcheng.variants.guobiao.folds import FOLDS
from fangcheng.variants.guobiao.national import National
from fangcheng.variants.guobiao.options import GuobiaoOptions, options_of
from fangcheng.variants.guobiao.phases import Fished, Staking, Throwing
from fangcheng.wall import Stream


class Guobiao(National):
    """Four players, 136 tiles without flowers; stakes, a wild tile, a special set by a double; eight fan to win.

    As in plain mahjong every tile is drawn (R3), a win that was passed costs nothing (R6), and in claims and kongs a wild tile is what is
    printed on it (R37, R38).
    """

    id: ClassVar[str] = "guobiao"
    options_type: ClassVar[type[GuobiaoOptions]] = GuobiaoOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("raise", "horses", "exchange", "fish", "chow", "pung", "kong", "ready", "win", "pass")
    match_lengths: ClassVar[tuple[int, ...]] = (16, 1, 4, 8, 0)  # R53
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {"deals": (1, 4, 8, 16, "endless")}
    free_verbs: ClassVar[frozenset[str]] = frozenset({"peek"})
    win_flags: ClassVar[frozenset[str]] = frozenset({"first_ready", "fished"})
    position_facts: ClassVar[frozenset[str]] = frozenset(position.POSITION_FACTS)
    seat_facts: ClassVar[frozenset[str]] = frozenset({"stake", "ready", "peek", "horses", "no_discard"})
    settles_points: ClassVar[bool] = True
    score_flags: ClassVar[tuple[str, ...]] = (
        "first_turn", "ready", "first_ready", "last_tile", "fourth_tile", "replacement", "fished",
    )  # fmt: skip
    score_facts: ClassVar[Mapping[str, Any]] = {"seat_wind": "E", "wild": None, "payer_dealer": False, "fortune": None}

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> GuobiaoExtra:
        return GuobiaoExtra(state.seats)

    def first_step(self, state: State) -> Step | None:
        return Staking() if options_of(state).stakes == "on" else Throwing(seat=state.dealer)

    def wall_order(self, state: State) -> tuple[int, ...]:
        if extra_of(state).special == "peak":
            return strong.wall_order(state, self.deal_order(state))
        return super().wall_order(state)

    def last_dealt(self, state: State) -> int:
        """After an exchange no tile of the dealer came last: the highest stands for it."""
        return super().last_dealt(state) if extra_of(state).given is None else state.hands[state.dealer].tiles()[-1]

    def aside(self, options: Any, facts: Mapping[str, Any]) -> list[int]:
        indicator = parse_kinds(facts.get("indicator", ""))
        held = parse_kinds("".join(facts.get("hands", ())))
        # With all four of the kind in hands another tile has to show it.
        return [kind for kind in indicator if held.count(kind) < 4]

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        position.set_up(state, facts)

    # --- peeking (peeking.py) ---------------------------------------------------------------------------------------------------

    def free_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        return peeking.actions(state, seat)

    def free_event(self, state: State, seat: int, action: Action) -> Event:
        return peeking.peek(state, seat, action.number)

    def watched(self, state: State, viewer: Viewer) -> frozenset[int]:
        return peeking.watched(state, viewer)

    def watchers(self, state: State, seat: int) -> tuple[int, ...]:
        return peeking.watchers(state, seat)

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        if extra_of(state).ready[turn.seat]:
            return self._ready_actions(state, turn)
        ready = []
        if options_of(state).ready == "on":
            ready = [READY[kind] for kind in readiness.ready_discards(state, turn.seat, extra_of(state).wild)]
        kongs = (KONG[kind] for kind in self.turn_kongs(state, turn))
        return (*kongs, *ready, *self.turn_wins(state, turn), *self.discards(state, turn))

    def _ready_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        """R18: a declared hand wins or throws the drawn tile; with the option it kongs it where the waits stay the same."""
        hand = state.hands[turn.seat]
        if not hand.known:
            return ()
        kongs = []
        if options_of(state).ready_kong:
            kongs = [KONG[kind] for kind in self.turn_kongs(state, turn) if self._ready_kong(state, turn, kind)]
        return (*kongs, *self.turn_wins(state, turn), DISCARD[turn.drawn >> 2])

    def _ready_kong(self, state: State, turn: Turn, kind: int) -> bool:
        hand = state.hands[turn.seat]
        return kind == turn.drawn >> 2 and readiness.keeps_waits(hand, extra_of(state).wild, kind, 4, turn.drawn)

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        if action.verb == "ready":
            tile = turn.tile_of(state, action.tiles[0])
            waits = readiness.waiting_kinds(state.hands[turn.seat].without((tile,)), extra_of(state).wild)
            return Ready(turn.seat, tile, tuple(waits), tile == turn.drawn)
        return super().act(state, turn, action)

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """R18: a declared hand takes nothing; with the option a kong that keeps its waits."""
        claims, extra = super().tile_claims(state, seat, kind, source), extra_of(state)
        if not extra.ready[seat]:
            return claims
        kong = CLAIM_KONG in claims and options_of(state).ready_kong
        return [CLAIM_KONG] if kong and readiness.keeps_waits(state.hands[seat], extra.wild, kind, 3, HIDDEN) else []

    def claims_on_empty_wall(self, state: State) -> bool:
        return options_of(state).empty_wall_claims  # R21

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if options_of(state).multi_win == "all" else seats[:1]  # R5

    def next_turn(self, state: State, seat: int) -> Event:
        if state.wall.left:
            return self.draw(state, seat, "head")
        return fishing.last_chance(state, seat)

    # --- winning --------------------------------------------------------------------------------------------------------------

    def completes(self, state: State, hand: Hand, kind: int) -> bool:
        return readiness.is_complete(hand, extra_of(state).wild, kind)

    def flags(self, state: State, seat: int, tile: int, by: WinBy, source: int) -> set[str]:
        found, extra = super().flags(state, seat, tile, by, source), extra_of(state)
        if extra.ready[seat]:
            found.add("first_ready" if extra.first_ready[seat] else "ready")
        if isinstance(state.step, Fished):
            found = found - {"fourth_tile"} | {"fished"}
        # R16, R49: the first discard of the deal, after an exchange too.
        if isinstance(state.step, Claims) and sum(state.discards) == 1 and source == state.dealer:
            found.add("first_turn")
        return found

    def context(self, state: State, seat: int, source: int) -> dict[str, Any]:
        more = {"dealer": seat == state.dealer, "payer_dealer": source == state.dealer}
        wild = extra_of(state).wild
        return super().context(state, seat, source) | more | ({"wild": kind_name(wild)} if wild != HIDDEN else {})

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        facts = self.facts(state, seat, tiles[0], by, source)
        if extra_of(state).special == "fortune":  # R34
            fixed = extra_of(state).loaded.get("fortune")
            bonus = fixed or FORTUNES[Stream(state.seed, "fortune").below(len(FORTUNES))]
            facts = facts._replace(context={**facts.context, "fortune": bonus})
        score = worth.score_win(options_of(state), facts)
        assert score is not None
        return Winner(seat, by, tiles, score, tuple(state.hands[seat].tiles()), source)

    def win_facts(self, options: GuobiaoOptions) -> Mapping[str, Told]:
        return win_facts(options)

    def score(self, options: GuobiaoOptions, facts: WinFacts) -> Score | None:
        return worth.score_win(options, facts)

    def fan(self, options: GuobiaoOptions, facts: WinFacts) -> int:
        return worth.most(options, facts)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def after_end(self, state: State) -> Event:
        extra = extra_of(state)
        if extra.row and not extra.shown:
            return HorsesShown(tuple(picks or () for picks in extra.picks))
        return self.settle(state)

    def outcome_facts(self, state: State) -> dict[str, Any]:
        extra = extra_of(state)
        return {
            "stakes": extra.stakes,
            "horses": [[kind_name(kind) for kind in picks or ()] for picks in extra.picks],
        }

    def lot(self, state: State, seats: Sequence[int]) -> int:
        """The dice that the host throws anew name the dealer as for the first deal (option next_dealer)."""
        return self.first_dealer(options_of(state), state.creator, Stream(state.seed, "next dealer"))

    def end_facts(self, options: GuobiaoOptions, dealer: int) -> Mapping[str, Told]:
        return end_facts(options, dealer)

    def pay(self, options: GuobiaoOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def tiles_beside(self, state: State) -> list[int]:
        indicator = extra_of(state).indicator
        return [indicator] if indicator != HIDDEN else []

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return telling.why_not(state, seat, action, asked) or super().why_not(state, seat, action, asked)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        return [*super().badges(state, seat), *telling.badges(state, seat)]

    def centre(self, state: State) -> list[dict[str, Any]]:
        return telling.centre(state)

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        return telling.shown(state, seat)

    def marks(self, state: State) -> list[dict[str, Any]]:
        wild = extra_of(state).wild
        return [{"id": "wild", "kinds": [wild]}] if wild != HIDDEN else []

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        return telling.facts(state, viewer) | super().view_facts(state, viewer)
