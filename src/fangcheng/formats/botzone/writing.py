"""A record of a deal, or what of the deal no record can tell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.setup import PositionError
from fangcheng.events import Deal, Draw, Event, Settle, Start, Win
from fangcheng.formats.botzone.reading import replay
from fangcheng.formats.botzone.record import PLAYERS, BotzoneError, parse_record
from fangcheng.formats.botzone.winds import wind_of
from fangcheng.formats.botzone.words import format_record
from fangcheng.formats.log import LogError, folding
from fangcheng.rules.variant import Variant

TOLD: Final = frozenset({"start", "deal", "draw", "discard", "chow", "pung", "kong", "flower", "win", "exhausted", "settle"})
"""Events that are lines of a record."""
UNSAID: Final = frozenset({"dice", "begin", "answered"})
"""Events that follow from the rest, or change nothing."""


def record_of(variant: Variant, log: Sequence[Event]) -> str:
    """The record of a deal by its full log. BotzoneError names the event that no record can tell, and a log that is not of a whole deal.

    What is answered leads to the same deal when it is read again with the same options.
    """
    start = log[0]
    assert isinstance(start, Start)
    if start.seats != PLAYERS:
        raise BotzoneError(f"Botzone's records have {PLAYERS} players, this deal {start.seats}")
    for number, event in enumerate(log, 1):
        _check_event(number, event)
    if not isinstance(log[-1], Settle):
        raise BotzoneError(f"line {len(log)}: the log ends before the deal is over")
    text = format_record(log, _wind(variant, log))
    _check_read_again(variant, start.options, text)
    return text


def _check_event(number: int, event: Event) -> None:
    # Nothing comes of it when everybody stakes as much as if there were no stakes.
    level = event.name == "stakes" and set(getattr(event, "values", ())) == {1}
    if event.name not in TOLD | UNSAID and not level:
        raise BotzoneError(f"line {number}: Botzone's notation cannot tell what happens here ({event.name})")
    if isinstance(event, Win) and len(event.wins) > 1:
        raise BotzoneError(f"line {number}: Botzone's notation cannot tell that {len(event.wins)} players win on one tile")
    hidden = isinstance(event, Deal) and any(not hand or min(hand) < 0 for hand in event.hands)
    if hidden or (isinstance(event, Draw) and event.tile < 0):
        raise BotzoneError(f"line {number}: tiles are hidden here; a record needs the full log of a deal")


def _wind(variant: Variant, log: Sequence[Event]) -> int:
    """The wind of the round, from 0."""
    start = log[0]
    assert isinstance(start, Start)
    state = begin_state(variant, start)
    try:
        for number, event in enumerate(log[1:], 2):
            with folding(number, event):
                evolve(state, event)
    except LogError as error:
        raise BotzoneError(str(error)) from None
    return wind_of(state)


def _check_read_again(variant: Variant, options: dict[str, Any], text: str) -> None:
    """A record that reads as another deal, or as none, is not written."""
    try:
        again = replay(variant, parse_record(text), options)
    except (BotzoneError, PositionError) as error:
        raise BotzoneError(f"Botzone's notation cannot tell this deal; read again: {error}") from None
    if format_record(again.log, _wind(variant, again.log)) != text:
        raise BotzoneError("Botzone's notation cannot tell this deal; read again it is another one")
