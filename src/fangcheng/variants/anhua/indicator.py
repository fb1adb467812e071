"""The indicator (rules section 2): a tile of the wall turned up after the deal; it stays where it lies (R2), and the next kind is wild."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import Any, ClassVar

from fangcheng.engine.indicator import Indicator
from fangcheng.engine.state import State
from fangcheng.engine.steps import Step
from fangcheng.events import Deal, Event
from fangcheng.rules.facts import told_indicator
from fangcheng.tiles import HIDDEN, kind_name, successor
from fangcheng.variants.anhua.extra import extra_of
from fangcheng.variants.anhua.ready import ReadyWindow
from fangcheng.wall import Stream


class Indicating(Step):
    """The hands are dealt: the indicator is turned up next."""

    name: ClassVar[str] = "indicating"

    def follow(self, state: State) -> Event | None:
        """R3: a uniformly random place of the undealt wall; in a position that is set up, the last tile of the kind asked for."""
        places, wanted = list(state.wall.from_head()), extra_of(state).indicator
        if wanted == HIDDEN:
            place = places[Stream(state.seed, "indicator").below(len(places))]
        else:
            place = max((place for place in places if state.wall.tile(place) >> 2 == wanted >> 2), default=-1)
            if place < 0:
                raise ValueError(f"no {kind_name(wanted >> 2)} is in the wall to be turned up")
        return Indicator(state.wall.tile(place), place)


def set_up(state: State, facts: Mapping[str, Any]) -> None:
    """A position's indicator lies in the wall as near to its end as it can."""
    extra, indicator = extra_of(state), told_indicator(facts)
    extra.indicator, extra.wild = indicator * 4, successor(indicator)
    places = [place for place in state.wall.from_head() if state.wall.tile(place) >> 2 == indicator]
    if places:
        extra.indicator, extra.indicator_at = state.wall.tile(places[-1]), places[-1]


def leave(state: State, positions: Container[int]) -> None:
    """Tiles leave the wall; if the indicator is among them it lies there no more."""
    extra = extra_of(state)
    if extra.indicator_at in positions:
        extra.indicator_at = -1


def fold_deal(state: State, event: Deal) -> None:
    state.step = Indicating()


def fold_indicator(state: State, event: Indicator) -> None:
    extra = extra_of(state)
    extra.indicator, extra.indicator_at = event.tile, event.position
    extra.wild = successor(event.tile >> 2)  # R1
    state.step = ReadyWindow()


def centre(state: State) -> list[dict[str, Any]]:
    """The indicator, and after how many draws it will be taken (0: it has been)."""
    extra = extra_of(state)
    if extra.indicator == HIDDEN:
        return []
    wall, place = state.wall, extra.indicator_at
    distance = wall.gone.count(0, wall.head, max(wall.head, place)) + 1 if place >= 0 else 0
    return [{"id": "indicator", "tiles": [extra.indicator], "distance": distance}]


def marks(state: State) -> list[dict[str, Any]]:
    """The wild and the indicator's kind."""
    wild, indicator = extra_of(state).kinds()
    return [] if wild == HIDDEN else [{"id": "wild", "kinds": [wild]}, {"id": "indicator", "kinds": [indicator]}]


def named(state: State) -> dict[str, str]:
    """Both kinds by name, once they are known."""
    wild, indicator = extra_of(state).kinds()
    return {} if wild == HIDDEN else {"wild": kind_name(wild), "indicator": kind_name(indicator)}
