"""The official national-standard rules (國標麻將, 1998): rules in docs/rules/mcr.md; sections are the specification's.

table.py has the elements, counter.py counts with them, flowers.py sets flowers out. Ordinary play and payment are those of the
national-standard games in common. This file answers the engine's questions.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final

import msgspec

from fangcheng.actions import Action
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Step, Turn
from fangcheng.events import Event, Viewer, WinBy
from fangcheng.hand import Hand
from fangcheng.rules.told import WINDS, Choice, Number, Told
from fangcheng.rules.variant import Fold, Outcome, Payment, Refused, WinFacts
from fangcheng.score import Counted, Score
from fangcheng.shapes.special import knitted_complete, straight_complete
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS, kind_name, parse_kind, parse_kinds
from fangcheng.variants.guobiao.national import National
from fangcheng.variants.guobiao.phases import Throwing
from fangcheng.variants.guobiao.readiness import is_complete
from fangcheng.variants.guobiao.settlement import win_payments
from fangcheng.variants.guobiao.worth import WIND_KINDS
from fangcheng.variants.mcr.counter import COUNTER
from fangcheng.variants.mcr.flowers import FOLDS, Flower, McrExtra, SettingOut, extra_of, is_flower
from fangcheng.variants.mcr.options import McrOptions

ROUND: Final = 4  # deals of one prevalent wind
FLOWER_TILES: Final = 8


class Mcr(National):
    """Four players, 144 tiles with flowers; 81 elements, eight fan to win; one winner, and nothing is won by the clock (R12)."""

    id: ClassVar[str] = "mcr"
    kinds: ClassVar[Sequence[int]] = range(FLOWERS + FLOWER_TILES)
    options_type: ClassVar[type[McrOptions]] = McrOptions
    own_events: ClassVar[tuple[type[Event], ...]] = (Flower,)
    folds: ClassVar[Mapping[type[Event], Fold]] = FOLDS
    buttons: ClassVar[tuple[str, ...]] = ("chow", "pung", "kong", "win", "pass")
    position_facts: ClassVar[frozenset[str]] = frozenset({"prevalent_wind"})
    seat_facts: ClassVar[frozenset[str]] = frozenset({"flowers"})
    settles_points: ClassVar[bool] = True
    score_flags: ClassVar[tuple[str, ...]] = ("last_tile", "fourth_tile", "replacement")
    score_facts: ClassVar[Mapping[str, Any]] = {"seat_wind": "E", "prevalent_wind": "E", "flowers": 0}

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def new_extra(self, state: State) -> McrExtra:
        return McrExtra(state.seats, HONOURS + state.number // ROUND % 4)

    def first_step(self, state: State) -> Step | None:
        return Throwing(seat=state.dealer)

    def last_dealt(self, state: State) -> int:
        """Where the last one dealt was a flower, the highest of the dealer's tiles stands for it."""
        last, held = super().last_dealt(state), state.hands[state.dealer].tiles()
        return last if last in held else held[-1]

    def aside(self, options: Any, facts: Mapping[str, Any]) -> list[int]:
        """The flowers that seats have set out already."""
        named = parse_kinds("".join((*facts.get("hands", ()), *(facts.get(name, "") for name in ("drawn", "draws", "tail")))))
        free = [kind for kind in range(FLOWERS, FLOWERS + 8) if kind not in named]
        return free[: sum(flags.get("flowers", 0) for flags in facts.get("seat_flags", ()))]

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        extra = extra_of(state)
        extra.prevalent_wind = parse_kind(facts.get("prevalent_wind", "E"))
        coming = iter(facts["aside"])
        extra.flowers = [tuple(islice(coming, flags.get("flowers", 0))) for flags in facts["seat_flags"]]
        step = state.step
        if isinstance(step, Turn) and is_flower(step.drawn):
            state.step = SettingOut(seat=step.seat, tile=step.drawn)

    # --- play -----------------------------------------------------------------------------------------------------------------

    def lies_open(self, state: State, tile: int, position: int) -> bool:
        return is_flower(tile)

    def completes(self, state: State, hand: Hand, kind: int) -> bool:
        if is_complete(hand, HIDDEN, kind):
            return True
        full = hand if kind == HIDDEN else hand.plus(kind)
        return full is not None and (knitted_complete(full) or straight_complete(full))

    def flags(self, state: State, seat: int, tile: int, by: WinBy, source: int) -> set[str]:
        found = super().flags(state, seat, tile, by, source)
        return found - {"fourth_tile"} if self.is_dealt(state, seat) else found

    def context(self, state: State, seat: int, source: int) -> dict[str, Any]:
        extra = extra_of(state)
        more = {"prevalent_wind": kind_name(extra.prevalent_wind), "flowers": len(extra.flowers[seat])}
        return super().context(state, seat, source) | more

    def win_facts(self, options: McrOptions) -> Mapping[str, Told]:
        return {"seat_wind": Choice(WINDS), "prevalent_wind": Choice(WINDS), "flowers": Number(0, FLOWER_TILES)}

    def score(self, options: McrOptions, facts: WinFacts) -> Score | None:
        score = self._fan(facts)
        if score is None or score.points < options.min_fan:
            return None
        flowers = int(facts.context["flowers"]) if "flowers" in facts.context else 0
        if not flowers:
            return score
        elements = (*score.elements, Counted("flower_tiles", flowers, flowers))
        return msgspec.structs.replace(score, points=score.points + flowers, elements=elements)

    def fan(self, options: McrOptions, facts: WinFacts) -> int:
        score = self._fan(facts)
        return -1 if score is None else score.points

    def _fan(self, facts: WinFacts) -> Score | None:
        hand, melds, win, by, flags, context = facts
        if win != HIDDEN and hand.counts[win] == 4:
            return None
        seat, prevalent = WIND_KINDS[context.get("seat_wind", "")], WIND_KINDS[context.get("prevalent_wind", "")]
        return COUNTER.score_of(hand, melds, (by, win, flags, seat, prevalent, False, False))

    # --- the end --------------------------------------------------------------------------------------------------------------

    def pay(self, options: McrOptions, outcome: Outcome) -> Payment:
        stakes = [1] * outcome.seats
        transfers = [transfer for win in outcome.wins for transfer in win_payments(options.base, outcome, win, stakes)]
        return Payment(transfers, [(outcome.dealer + 1) % outcome.seats])

    # --- telling people -------------------------------------------------------------------------------------------------------

    def tiles_beside(self, state: State) -> list[int]:
        return [tile for flowers in extra_of(state).flowers for tile in flowers]

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        if action.verb in ("chow", "pung", "kong") and isinstance(state.step, Claims) and not state.wall.left:
            return Refused("last_discard")  # R9
        return super().why_not(state, seat, action, asked)

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        flowers = extra_of(state).flowers[seat]
        return [{"id": "flowers", "tiles": flowers}] if flowers else []

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        extra = extra_of(state)
        found = {"flowers": [len(flowers) for flowers in extra.flowers], "prevalent_wind": kind_name(extra.prevalent_wind)}
        return found | super().view_facts(state, viewer)
