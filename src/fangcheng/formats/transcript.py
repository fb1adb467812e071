"""A deal as text that is read as a diff: one line an event, in the notation of the case files and in no language.

Golden transcripts are compared letter by letter, so a changed rule shows as changed lines.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from fangcheng.actions import Action
from fangcheng.events import Deal, Event, Settle, Start, Win, Winner
from fangcheng.payments import Transfer
from fangcheng.score import Group
from fangcheng.tiles import format_kinds, format_sequence, kind_name, kinds_of


def transcript(log: Iterable[Event]) -> str:
    """The whole log, a line an event, further lines indented."""
    return "".join(f"{line}\n" for event in log for line in event_lines(event))


def event_lines(event: Event) -> list[str]:
    """One event: a line that begins with its name, and indented lines for what it contains."""
    if isinstance(event, Deal):
        return ["deal", *(f"  seat {seat}: {format_kinds(kinds_of(hand))}" for seat, hand in enumerate(event.hands))]
    if isinstance(event, Win):
        return ["win", *(f"  {line}" for winner in event.wins for line in _winner(winner))]
    if isinstance(event, Settle):
        hands = [f"  seat {seat}: {format_kinds(kinds_of(hand))}" for seat, hand in enumerate(event.hands)]
        return [f"settle {_fields(event, {'transfers', 'hands'})}", *map(_transfer, event.transfers), *hands]
    left_out = {"secret"} if isinstance(event, Start) else set()
    return [f"{event.name} {_fields(event, left_out)}".rstrip()]


def _fields(event: Event, left_out: set[str]) -> str:
    fields = msgspec.structs.fields(type(event))
    shown = ((field.name, getattr(event, field.name), field.default) for field in fields if field.name not in left_out)
    return " ".join(f"{name}={_value(name, value)}" for name, value, default in shown if name == "seat" or value not in (default, (), {}))


def _value(name: str, value: Any) -> str:
    if name in ("tile", "claimed"):
        return kind_name(value >> 2) if value >= 0 else "?"
    if name == "kind":
        return kind_name(value)
    if name in ("tiles", "unused", "hand", "wall"):
        return format_sequence(kinds_of(value))
    if name in ("waits", "kinds"):
        return format_sequence(value)
    if name in ("given", "received"):
        return "/".join(format_sequence(kinds_of(tiles)) for tiles in value)
    if name == "picks":
        return "/".join("?" if kinds is None else format_sequence(kinds) for kinds in value)
    if name == "melds":
        return "/".join(" ".join(map(str, melds)) if isinstance(melds, tuple) else str(melds) for melds in value)
    if isinstance(value, Action):
        return f"[{value}]"
    if isinstance(value, tuple):
        return ",".join("-" if part is None else str(part) for part in value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {value[key]}" for key in sorted(value)) + "}"
    return str(value)


def _winner(winner: Winner) -> Iterator[str]:
    source = f" from {winner.source}" if winner.source >= 0 else ""
    score = winner.score
    yield f"seat {winner.seat} by {winner.by}{source} on {format_sequence(kinds_of(winner.tiles))}: {score.points}"
    yield f"  {score.reading.shape}: {' '.join(map(_group, score.reading.groups))}"
    for element in score.elements:
        yield f"  {element.id} {element.value}" + (f" (x{element.times})" if element.times > 1 else "")
    for excluded in score.excluded:
        yield f"  not {excluded.id}: {excluded.by}"


def _group(group: Group) -> str:
    text = format_sequence(group.kinds)
    return f"[{text}]" if group.melded else text


def _transfer(transfer: Transfer) -> str:
    return f"  {transfer.payer} -> {transfer.payee}: {transfer.amount} {transfer.reason} {transfer.formula}".rstrip()
