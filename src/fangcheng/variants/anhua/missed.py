"""Missed wins (漏胡, rules section 4): the kinds that a seat let go are barred to it on others' tiles (R42)."""

from __future__ import annotations

from fangcheng.actions import WIN, Action
from fangcheng.engine.decide import asks
from fangcheng.engine.reveal import RevealClaims
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Robbing
from fangcheng.events import Answered, Chow, Kong, Pung
from fangcheng.variants.anhua import wins
from fangcheng.variants.anhua.extra import extra_of


def missed(state: State, seat: int, action: Action) -> tuple[int, ...]:
    """The kind of a passed win; of flips every kind that could have been won."""
    step = state.step
    if action == WIN or WIN not in asks(state)[seat]:
        return ()
    if isinstance(step, Claims | Robbing):
        return (step.tile >> 2,)
    if isinstance(step, RevealClaims):
        return tuple(sorted({tile >> 2 for tile in step.tiles if wins.best(state, seat, (tile,), "kong_reveal")}))
    return ()


def fold_answered(state: State, event: Answered) -> None:
    passed = extra_of(state).passed
    passed[event.seat] = tuple(sorted({*passed[event.seat], *event.missed}))


def fold_claim(state: State, event: Chow | Pung | Kong) -> None:
    """An own chow, pung or kong that is carried out lifts the bar."""
    extra_of(state).passed[event.seat] = ()
