"""What every bot is: a seat that folds what it is shown and chooses among what it is offered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fangcheng.actions import Action
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.state import State
from fangcheng.events import Event, Start
from fangcheng.rules.variant import Variant
from fangcheng.wall import Stream


class Bot:
    """Base of bots. One bot may play deal after deal; each begins with its ``start`` event.

    state  what the seat knows of the deal: it is folded from redacted events only, so a bot cannot peek
    sees   False for a bot that needs no events, so that a table need not redact them
    free   True for a bot that, when it is asked, is also offered what it may do at any moment
    """

    name: ClassVar[str] = ""
    sees: ClassVar[bool] = True
    free: ClassVar[bool] = False
    state: State

    def __init__(self, variant: Variant, seat: int, seed: int = 0) -> None:
        self.variant, self.seat = variant, seat
        self.chance = Stream(seed.to_bytes(16, "big", signed=True), f"bot/{seat}")

    def see(self, event: Event) -> None:
        """Take in an event as this seat may know it."""
        if isinstance(event, Start):
            self.state = begin_state(self.variant, event)
        else:
            evolve(self.state, event)

    def choose(self, offers: Sequence[Action]) -> Action:
        """One of the offers."""
        raise NotImplementedError

    def default(self, offers: Sequence[Action]) -> Action:
        """What the game does for a seat whose time is up."""
        return self.state.step.default(self.state, self.seat, tuple(offers))
