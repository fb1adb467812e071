"""`run`: an event and all that follow it by themselves, up to the next decision."""

from __future__ import annotations

from fangcheng.engine.decide import follow
from fangcheng.engine.fold import evolve
from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.events import Answered, Event
from fangcheng.shapes.mode import accelerated, accelerator

if accelerator:
    accelerator.hold_engine(State, Window, Answered, evolve)


@accelerated
def run(state: State, event: Event | None) -> list[Event]:
    """Fold an event (None: nothing), and those that follow while nobody is asked; all of them in order."""
    events: list[Event] = []
    while event is not None:
        evolve(state, event)
        events.append(event)
        event = follow(state)
    return events
