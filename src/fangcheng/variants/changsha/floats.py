"""The float (飘, R31): before any tile is seen everybody says in secret by how much he raises a win; all become known together."""

from __future__ import annotations

from typing import ClassVar, Final

from fangcheng.actions import Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Dealing, Window
from fangcheng.events import Event
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.options import options_of

FLOATS: Final = tuple(Action("float", number=level) for level in range(4))


class Float(Event, frozen=True):
    """Everybody's float (飘), revealed together."""

    values: tuple[int, ...]


class Floating(Window, kw_only=True):
    """Everybody chooses his float."""

    name: ClassVar[str] = "floating"

    def asks(self, state: State) -> Asks:
        return dict.fromkeys(range(state.seats), FLOATS[: options_of(state).float_max + 1])

    def follow(self, state: State) -> Event | None:
        return Float(tuple(self.answers[seat].number for seat in range(state.seats)))


def fold_float(state: State, event: Float) -> None:
    extra_of(state).float = list(event.values)
    state.step = Dealing()
