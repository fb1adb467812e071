"""Anhua mahjong (安化四王麻将): rules in docs/rules/anhua.md, whose sections and R numbers the code names.

reading.py sees a hand with wilds, elements.py says what it is worth, wins.py what a win stands for on the table; indicator.py, ready.py,
kongs.py and missed.py hold a rule each, with its events, steps and folds; settlement.py says who pays whom, refusals.py why something
cannot be done, telling.py what a player should know of his hand. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, Action
from fangcheng.engine.birds import TurnsBirds
from fangcheng.engine.reveal import OpensKongs
from fangcheng.engine.state import State
from fangcheng.engine.steps import Robbing, Turn
from fangcheng.events import Dice, Event, Exhausted, Viewer, WinBy, Winner
from fangcheng.rules.facts import told_wild
from fangcheng.rules.told import Flag, Seat, Tile, TileList, Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import kind_name, parse_kind
from fangcheng.variants.anhua import elements, indicator, kongs, missed, refusals, settlement, telling, wins
from fangcheng.variants.anhua.events import FOLDS, OWN_EVENTS
from fangcheng.variants.anhua.extra import RESERVE, AnhuaExtra, extra_of
from fangcheng.variants.anhua.options import AnhuaOptions, options_of
from fangcheng.variants.anhua.ready import ready_after


class Anhua(TurnsBirds, OpensKongs):
    """Two to four players, 108 suit tiles; wilds, dealt hands declared ready, kongs that turn tiles up and freeze the hand, birds.

    As in plain mahjong wilds may be thrown and melded (R7), a win goes before kong and pung, and these before chows (R52), all kongs lie
    open (R57), and after a claim any tile may be thrown (R58). Where the rule book breaks off nothing is added (R36).
    """

    id: ClassVar[str] = "anhua"
    seats: ClassVar[tuple[int, ...]] = (2, 3, 4)
    kinds: ClassVar[range] = range(27)
    stack: ClassVar[int] = 1  # the wall is one line with a head and an end
    options_type: ClassVar[type[AnhuaOptions]] = AnhuaOptions
    own_events: ClassVar[tuple[type[Event], ...]] = OWN_EVENTS
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("ready", "chow", "pung", "kong", "win", "pass")  # R44
    kong_needs: ClassVar[int] = RESERVE + 1
    calls_own_wins: ClassVar[bool] = False
    match_lengths: ClassVar[tuple[int, ...]] = (8, 16)
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {"players": (2, 3, 4), "hands": (8, 16)}
    position_facts: ClassVar[frozenset[str]] = frozenset({"wild", "indicator"})
    seat_facts: ClassVar[frozenset[str]] = frozenset({"ready", "locked", "passed_win"})
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong", "kong_reveal")
    score_flags: ClassVar[tuple[str, ...]] = ("first_turn", "ready", "replacement", "discarder_ready")
    score_facts: ClassVar[Mapping[str, Any]] = {"indicator": "1m", "dealer": False, "payer_dealer": False}

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> AnhuaExtra:
        return AnhuaExtra(state.seats)

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        if "indicator" not in facts:
            if isinstance(state.step, Turn):
                raise ValueError("a position names the indicator")
            return  # a deal from fixed hands has its own chance
        indicator.set_up(state, facts)
        extra = extra_of(state)
        for seat, flags in enumerate(facts.get("seat_flags", ())):
            passed = flags.get("passed_win", [])
            if not isinstance(flags.get("ready", False), bool) or not isinstance(passed, list):
                raise ValueError(f"seat {seat}: ready is true or false here, and passed_win a list of kinds")
            extra.ready[seat] = bool(flags.get("ready"))
            extra.locked[seat] = bool(flags.get("locked"))
            extra.passed[seat] = tuple(sorted(map(parse_kind, passed)))
        if state.wall.left == RESERVE and isinstance(state.step, Turn) and state.step.source != "claim":
            extra.last_drawer = state.step.seat

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        seat = turn.seat
        if not state.hands[seat].known:
            return ()
        actions = [*(KONG[kind] for kind in self.turn_kongs(state, turn)), *self.turn_wins(state, turn)]
        if not extra_of(state).frozen(seat):
            return (*actions, *self.discards(state, turn))
        # R41, R54: a frozen hand may pass a win or kong; with neither it is not asked, and the drawn tile goes.
        return (*actions, DISCARD[turn.drawn >> 2]) if actions else ()

    def kong_after_claim(self, state: State) -> bool:
        return options_of(state).kong_after_claim  # R35

    def turn_kongs(self, state: State, turn: Turn) -> list[int]:
        """Section 5: ready afterwards; a frozen hand only with the drawn tile (R34), declared ready only concealed (R39)."""
        seat, extra = turn.seat, extra_of(state)
        kinds = super().turn_kongs(state, turn)
        if extra_of(state).frozen(seat):
            kinds = [kind for kind in kinds if kind == turn.drawn >> 2]
        if extra.ready[seat]:
            kinds = [kind for kind in kinds if state.hands[seat].counts[kind] == 4]
        return [kind for kind in kinds if ready_after(state, seat, kind)]

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
        claims = [] if extra_of(state).frozen(seat) else super().tile_claims(state, seat, kind, source)
        if CLAIM_KONG in claims and not ready_after(state, seat, kind):
            claims.remove(CLAIM_KONG)
        return claims

    def robbable(self, state: State, step: Robbing) -> bool:
        return (step.source >= 0 and options_of(state).rob_direct_kong) or super().robbable(state, step)  # R29

    def robbed(self, state: State, step: Robbing, seats: list[int]) -> Event:
        return kongs.Rob(step.seat, step.tile, tuple(seats))

    def after_kong(self, state: State, step: Robbing) -> Event:
        return Dice(step.seat, state.throw(2))  # R33

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        return state.hands[seat].known and bool(wins.best(state, seat, tiles, by))

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        best = wins.best(state, seat, tiles, by)
        return best[1] if best else None

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        best = wins.best(state, seat, tiles, by)
        assert best is not None
        return Winner(seat, by, (best[0],), best[1], tuple(state.hands[seat].tiles()), source)

    def win_facts(self, options: AnhuaOptions) -> Mapping[str, Told]:
        return {"wild": Tile(), "indicator": Tile(needed=True), "dealer": Flag(), "payer_dealer": Flag()}

    def score(self, options: AnhuaOptions, facts: WinFacts) -> Score | None:
        return elements.score_win(options, _with_kinds(facts))

    def why_no_win(self, options: AnhuaOptions, facts: WinFacts) -> Refused:
        return refusals.why_no_win(options, _with_kinds(facts))

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        return seats if by == "kong_reveal" else seats[:1]  # R28

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        return missed.missed(state, seat, action)

    # --- the end --------------------------------------------------------------------------------------------------------------

    def bird_count(self, state: State) -> int:
        return options_of(state).bird_count

    def bird_seat(self, state: State, kind: int) -> int | None:
        assert state.win is not None
        return settlement.bird_seat(kind, state.win.wins[0].seat, state.seats)

    def outcome_facts(self, state: State) -> dict[str, Any]:
        last = extra_of(state).last_drawer
        return {**super().outcome_facts(state), "last_drawer": last if last >= 0 else None}

    def end_facts(self, options: AnhuaOptions, dealer: int) -> Mapping[str, Told]:
        return {"birds": TileList(options.bird_count), "last_drawer": Seat()}

    def pay(self, options: AnhuaOptions, outcome: Outcome) -> Payment:
        return settlement.pay(options, outcome)

    # --- telling people -------------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        return refusals.why_not(state, seat, action) or super().why_not(state, seat, action, asked)

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        extra = extra_of(state)
        return [{"id": "ready"}] * extra.ready[seat] + [{"id": "locked"}] * extra.locked[seat]

    def centre(self, state: State) -> list[dict[str, Any]]:
        return [*indicator.centre(state), *super().centre(state)]

    def marks(self, state: State) -> list[dict[str, Any]]:
        return indicator.marks(state)

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        extra = extra_of(state)
        flags: list[dict[str, Any]] = []
        for seat in range(state.seats):
            public = {"ready": extra.ready[seat], "locked": extra.locked[seat]}
            private = {"passed_win": [kind_name(kind) for kind in extra.passed[seat]]} if seat in viewer.eyes else {}
            flags.append(public | private)
        return {**indicator.named(state), "seat_flags": flags, **telling.own_facts(state, viewer.seat)}


def _with_kinds(facts: WinFacts) -> WinFacts:
    """Plain facts with the wild and the indicator as kinds. ValueError where the indicator is not told."""
    context = facts.context
    if "indicator" not in context:
        raise ValueError("context needs the indicator")
    kinds = {"wild": told_wild(context), "indicator": parse_kind(context["indicator"])}
    return facts._replace(context={**context, **kinds})
