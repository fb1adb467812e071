"""What events tell beside their seat, tiles and dice, by the names of their fields."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final

from fangcheng.cli.console import Speaker
from fangcheng.events import Event
from fangcheng.tiles import format_sequence, kind_name, kinds_of


def told_beside(speaker: Speaker, event: Event) -> Iterator[str]:
    """The words for further fields of an event, in the order of the fields."""
    for name in event.__struct_fields__:
        if name in BESIDE:
            yield BESIDE[name](speaker, getattr(event, name))


def _by_seat(speaker: Speaker, words: Iterable[object]) -> str:
    return ", ".join(f"{speaker.seat(seat)} {word}" for seat, word in enumerate(words) if word != "")


def _tiles(sign: str, tiles: Iterable[tuple[int, ...]]) -> Iterator[str]:
    return (sign + format_sequence(kinds_of(own)) if own else "" for own in tiles)


def _picks(speaker: Speaker, picks: Iterable[tuple[int, ...] | None]) -> str:
    return _by_seat(speaker, ("?" if kinds is None else format_sequence(kinds) or "-" for kinds in picks))


BESIDE: Final[Mapping[str, Callable[[Speaker, Any], str]]] = {
    "special": lambda speaker, special: speaker.find(f"special.{special}"),
    "elements": lambda speaker, ids: ", ".join(speaker.find(f"element.{name}") for name in ids),
    "values": _by_seat,
    "picks": _picks,
    "given": lambda speaker, tiles: _by_seat(speaker, _tiles("-", tiles)),
    "received": lambda speaker, tiles: _by_seat(speaker, _tiles("+", tiles)),
    "kind": lambda speaker, kind: kind_name(kind),
    "kinds": lambda speaker, kinds: format_sequence(kinds),
    "place": lambda speaker, place: f"#{place}" if place > 0 else "",
    "target": lambda speaker, seat: speaker.seat(seat),
    "seats": lambda speaker, seats: ", ".join(map(speaker.seat, seats)),
}
