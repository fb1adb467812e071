"""Secrets, checked directly: what a viewer is shown must name no tile that the viewer may not know, and nobody else's answer.

Folding and masking can agree with each other although both leak. So this code asks the full state which tiles lie open, and relies
on neither `seen_by` nor `mask`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from fangcheng.engine.ready import ReadyDiscard
from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.engine.view import View
from fangcheng.events import Answered, Event, Start, Viewer
from fangcheng.tiles import FLOWERS, HIDDEN

# Fields of events that hold physical tiles.
TILES: Final = frozenset({"tile", "tiles", "claimed", "hand", "hands", "wall", "received"})


def leaks(truth: State, shown: Event | None, viewer: Viewer, seen: View) -> list[str]:
    """What a viewer learns without being allowed to, from an event as it was `shown` and from the view `seen` after it."""
    own = viewer.eyes | truth.variant.watched(truth, viewer)
    found = []
    if isinstance(shown, Answered) and shown.seat not in viewer.eyes:
        found.append(f"the answer of seat {shown.seat}")
    if isinstance(shown, Start) and truth.seed and truth.seed.hex() in msgspec.json.encode(shown).decode():
        found.append("the seed")
    if shown is not None and not truth.settled:
        # A flower is always set out at once.
        named = {tile for tile in _tiles(msgspec.to_builtins(shown)) if tile != HIDDEN and tile >> 2 < FLOWERS}
        secret = named - _open_tiles(truth, own)
        found += [f"tile {tile} in {shown.name}" for tile in sorted(secret)]
    for seat, tiles in enumerate(getattr(shown, "given", ())):
        # A seat knows what it has given away itself, wherever that lies now.
        if seat not in own and any(tile != HIDDEN for tile in tiles):
            found.append(f"what seat {seat} has given away")
    return found + list(_view_leaks(truth, viewer, own, seen))


def _tiles(data: Any, inside: bool = False) -> Iterator[int]:
    if isinstance(data, dict):
        for name, value in data.items():
            # An action names kinds, not tiles.
            yield from () if name == "action" else _tiles(value, name in TILES)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _tiles(value, inside)
    elif inside and type(data) is int:
        yield data


def _open_tiles(truth: State, own: frozenset[int]) -> set[int]:
    """Tiles that a viewer who sees these hands may know after the latest event."""
    tiles = {tile for river in truth.rivers for tile in river.tiles}
    winners = truth.win.wins if truth.win else ()
    tiles.update(tile for winner in winners for tile in winner.tiles)
    won = {winner.seat for winner in winners}
    for seat in range(truth.seats):
        if seat in own or seat in won:
            tiles.update(truth.hands[seat].tiles())
        for meld in truth.melds[seat]:
            if seat in own or not (meld.is_concealed and truth.variant.face_down_kongs(truth)):
                tiles.update(meld.tiles)
        tiles.update(tile for group in truth.variant.shown(truth, seat) for tile in group["tiles"])
    tiles.update(tile for group in truth.variant.centre(truth) for tile in group["tiles"])
    if isinstance(truth.step, Turn) and truth.step.open:
        tiles.add(truth.step.drawn)
    if isinstance(truth.step, ReadyDiscard):
        tiles.add(truth.step.tile)
    return tiles


def _view_leaks(truth: State, viewer: Viewer, own: frozenset[int], seen: View) -> Iterator[str]:
    if truth.settled:
        return
    won = {winner.seat for winner in truth.win.wins} if truth.win else set()
    for seat, shown in enumerate(seen.seats):
        if seat not in own and seat not in won and shown.hand and truth.wall.size:
            yield f"the hand of seat {seat} in the view"
    step = seen.step
    drawn = step.get("drawn", HIDDEN)
    if type(drawn) is int and drawn != HIDDEN and step["seat"] not in own and not step.get("open"):
        yield f"the tile that seat {step['seat']} has drawn, in the view"
    strangers = [seat for seat in step.get("answers", {}) if int(seat) not in viewer.eyes]
    if strangers:
        yield f"answers of {strangers} in the view"
