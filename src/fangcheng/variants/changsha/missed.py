"""Missed wins (跟胡, rules section 3): who lets a win on another's tile go wins on others' tiles only for more, until his next own turn."""

from __future__ import annotations

from fangcheng.actions import WIN, Action
from fangcheng.engine.decide import asks
from fangcheng.engine.reveal import Reveal
from fangcheng.engine.state import State
from fangcheng.events import Answered, Chow, Kong, Pung
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.options import options_of


def missed(state: State, seat: int, action: Action) -> tuple[int, ...]:
    """R33: the points of a win on another's tile that an answer lets go."""
    if action == WIN or WIN not in asks(state)[seat] or options_of(state).missed_win == "off":
        return ()
    offer = state.step.on_offer()
    score = state.variant.judge(state, seat, *offer) if offer and offer.source >= 0 else None
    return (score.points,) if score else ()


def barred(state: State, seat: int, points: int) -> bool:
    """R32: whether a missed win bars a seat from winning on another's tile for so many points."""
    passed, rule = extra_of(state).passed[seat], options_of(state).missed_win
    return rule != "off" and passed > 0 and (rule == "strict" or points <= passed)


def fold_answered(state: State, event: Answered) -> None:
    if event.missed:
        passed = extra_of(state).passed
        passed[event.seat] = max(passed[event.seat], *event.missed)


def fold_claim(state: State, event: Chow | Pung | Kong) -> None:
    """Taking the turn ends the bar of a passed win (section 3)."""
    if event.source >= 0:
        extra_of(state).passed[event.seat] = 0


def fold_reveal(state: State, event: Reveal) -> None:
    """Section 5.2, item 4: the opener may win on any tile again."""
    extra_of(state).passed[event.seat] = 0
