"""`asks`, `decide` and `follow`: what a table asks the engine. None of them changes anything."""

from __future__ import annotations

from collections.abc import Sequence

from fangcheng.actions import Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Over, Window
from fangcheng.events import Event
from fangcheng.rules.variant import Refused
from fangcheng.shapes.mode import accelerated


def asks(state: State) -> Asks:
    """Who is asked now, and all that each seat may do: nothing else is accepted. Empty when the engine goes on by itself or the deal is
    over. For a masked state, only seats whose hands are known in it are listed.
    """
    asked = state.asked
    if asked is None:
        step = state.step
        asked = step.asks(state)
        if asked and isinstance(step, Window):
            asked = step.still_asked(state, asked)
        state.asked = asked
    return asked


def offers(state: State, seat: int) -> Sequence[Action]:
    """All that a seat may do: what it is asked, and what it may do at any moment without anybody waiting for it."""
    asked = asks(state).get(seat, ())
    free = state.variant.free_actions(state, seat) if 0 <= seat < state.seats else ()
    return (*asked, *free) if free else asked


@accelerated
def decide(state: State, seat: int, action: Action) -> Event | Refused:
    """The event that a seat's action causes, or why it is refused."""
    asked = asks(state)
    if action in asked.get(seat, ()):
        return state.step.decide(state, seat, action)
    if 0 <= seat < state.seats and action in state.variant.free_actions(state, seat):
        return state.variant.free_event(state, seat, action)
    if not 0 <= seat < state.seats:
        return Refused("no_such_seat", {"seat": seat})
    if isinstance(state.step, Over):
        return Refused("deal_over")
    if isinstance(state.step, Window) and seat in state.step.answers:
        return Refused("already_answered")
    if seat not in asked and state.step.seat not in (-1, seat) and action.verb not in state.variant.free_verbs:
        return Refused("not_your_turn")
    return state.variant.why_not(state, seat, action, asked.get(seat, ()))


def follow(state: State) -> Event | None:
    """The next event that happens by itself; None when somebody is asked or the deal is over."""
    return None if asks(state) else state.step.follow(state)


def default_action(state: State, seat: int) -> Action:
    """What is done for an asked seat whose time is up."""
    return state.step.default(state, seat, asks(state)[seat])


def forced_action(state: State, seat: int) -> Action | None:
    """The action of a seat that has only one, so that a table need not wait for it; else None."""
    asked = asks(state).get(seat, ())
    return asked[0] if len(asked) == 1 else None
