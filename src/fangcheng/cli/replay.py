"""``fangcheng replay``: a log as text, all of it or what one seat saw."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Annotated

import typer
from msgspec.structs import asdict

from fangcheng.cli.beside import told_beside
from fangcheng.cli.console import Lang, Speaker, fail, place_of
from fangcheng.cli.files import STDIN, name_of, read_log
from fangcheng.cli.verify import LogFile
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.state import State
from fangcheng.engine.view import redact
from fangcheng.events import Answered, Chow, Deal, Draw, Event, Kong, Pung, Settle, Start, Win, Winner, player
from fangcheng.formats import LogError, folding
from fangcheng.tiles import format_kinds, format_sequence, kinds_of
from fangcheng.variants import get_variant


def replay(
    file: LogFile,
    seat: Annotated[int | None, typer.Option(metavar="SEAT", help="Show what this seat, counted from 1, saw, and no more.")] = None,
    step: Annotated[
        bool | None, typer.Option("--step/--no-step", help="Wait for Enter after each event; by default on a terminal.")
    ] = None,
    lang: Lang = None,
) -> int:
    """Tell a deal from its log. Seats are counted from 1, as at the table in a browser.

    \b
    Example:
      fangcheng replay deal.jsonl --seat 1 --no-step
    """
    if step and file == STDIN:
        fail("--step waits for Enter on standard input, where the log comes from")
    variant, log = read_log(file)
    speaker = Speaker(lang, variant)
    start = log[0]
    assert isinstance(start, Start)
    viewer = None if seat is None else place_of("--seat", seat, start.seats)
    waiting = _at_a_terminal() if step is None else step
    try:
        for number, lines in _told(speaker, log, viewer):
            _show(speaker, number, lines)
            if waiting and lines and not _goes_on():
                break
    except LogError as error:
        fail(f"{name_of(file)}:{error.line}: {error.reason}")
    return 0


def _show(speaker: Speaker, number: int, lines: list[str]) -> None:
    for line in lines:
        speaker.line(f"{number:4}  {line}" if line is lines[0] else f"      {line}")


def _goes_on() -> bool:
    """Wait for Enter; whether there was one, and not the end of the input."""
    sys.stdout.flush()
    return sys.stdin is not None and bool(sys.stdin.readline())


def _at_a_terminal() -> bool:
    return sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _told(speaker: Speaker, log: list[Event], seat: int | None) -> Iterator[tuple[int, list[str]]]:
    """Number of each event and the lines that tell it; LogError at one that cannot happen."""
    state: State | None = None
    for number, event in enumerate(log, 1):
        seen = event if seat is None else redact(event, player(seat))
        if seen is None:
            continue
        state = _after(state, number, seen)
        yield number, list(_lines(speaker, state, seen))


def _after(state: State | None, number: int, event: Event) -> State:
    with folding(number, event):
        if isinstance(event, Start):
            return begin_state(get_variant(event.variant), event)
        assert state is not None
        evolve(state, event)
        return state


def _lines(speaker: Speaker, state: State, event: Event) -> Iterator[str]:
    if isinstance(event, Start):
        yield speaker.text("cli.starts", game=speaker.text("name"), number=event.number + 1, dealer=speaker.seat(event.dealer))
    elif isinstance(event, Answered):
        # What an answer leads to is told by the events that follow; a win let go leads to nothing.
        if event.missed:
            yield speaker.text("cli.lets_go", seat=speaker.seat(event.seat))
    elif isinstance(event, Deal):
        yield speaker.find("event.deal", "ui.event.deal")
        yield from (_held(speaker, state, seat) for seat in range(state.seats))
    elif isinstance(event, Win):
        for winner in event.wins:
            yield from _won(speaker, winner)
    elif isinstance(event, Settle):
        yield from _settled(speaker, event)
    else:
        yield _plain(speaker, event)
        if isinstance(event, Draw) and state.hands[event.seat].known:
            yield _held(speaker, state, event.seat)


def _held(speaker: Speaker, state: State, seat: int) -> str:
    melds = " ".join(map(str, state.melds[seat]))
    return speaker.seat(seat) + f"  {state.hands[seat]} {melds}".rstrip()


def _plain(speaker: Speaker, event: Event) -> str:
    what = speaker.find(f"event.{event.name}", f"ui.event.{event.name}", f"action.{event.name}", f"cli.event.{event.name}")
    # Of the events that games add nothing is known here but the names of their fields.
    fields = asdict(event)
    words = [speaker.seat(fields["seat"]) if "seat" in fields else "", what]
    # A wild kind may come without a tile that was turned up for it.
    tiles = fields.get("tiles") or ([fields["tile"]] if "tile" in fields and "kind" not in fields else [])
    words.append(format_sequence(kinds_of(tiles)))
    if isinstance(event, Chow | Pung | Kong) and event.source >= 0:
        words.append(speaker.text("cli.claimed", tile=format_kinds(kinds_of([event.claimed])), seat=speaker.seat(event.source)))
    words.append("+".join(map(str, fields.get("dice", ()))))
    words += told_beside(speaker, event)
    return " ".join(filter(None, words))


def _won(speaker: Speaker, winner: Winner) -> Iterator[str]:
    tiles = format_sequence(kinds_of(winner.tiles))
    source = "" if winner.source < 0 else " " + speaker.text("cli.from", seat=speaker.seat(winner.source))
    yield f"{speaker.seat(winner.seat)} {speaker.find(f'by.{winner.by}')} {tiles}{source}"
    yield "  " + speaker.text("cli.win", points=speaker.points(winner.score.points))
    for element in winner.score.elements:
        yield f"    {element.value} {speaker.find(f'element.{element.id}')}"


def _settled(speaker: Speaker, event: Settle) -> Iterator[str]:
    yield speaker.text("cli.result", changes=" ".join(f"{change:+d}" for change in event.payments))
    for transfer in event.transfers:
        reason = speaker.find(f"reason.{transfer.reason}")
        sides = f"{speaker.seat(transfer.payer)} -> {speaker.seat(transfer.payee)}"
        yield f"  {sides}: {' '.join(filter(None, (str(transfer.amount), transfer.formula, reason)))}"
    yield "  " + speaker.text("cli.deals_next", seat=speaker.seat(event.dealer_next))
