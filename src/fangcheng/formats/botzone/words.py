"""The lines of a record, from the events of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from fangcheng.events import Chow, Deal, Discard, Draw, Event, Exhausted, Kong, Pung, Settle, Start, Win
from fangcheng.formats.botzone.notation import tile_name
from fangcheng.locales import LANGUAGES, find

LAST_TILE: Final = ("last_tile_draw", "last_tile_claim")
"""Elements that tell where a wall has ended."""


def named(variant: str, element: str) -> str:
    """What an element is called in a record: its Chinese name."""
    return find(LANGUAGES[0], f"element.{element}", variant) or element


def format_record(log: Iterable[Event], wind: int = 0) -> str:
    """The lines of a deal by its full log, as far as they can tell it; `record_of` asks that first."""
    return "".join(f"{line}\n" for line in _lines(list(log), wind))


def _lines(log: Sequence[Event], wind: int) -> Iterator[str]:
    start = log[0]
    assert isinstance(start, Start)
    yield f"Wind {wind}"
    for event in log[1:]:
        if isinstance(event, Deal):
            hands = sorted(enumerate(event.hands), key=lambda entry: (entry[0] - start.dealer) % start.seats)
            for player, (_, hand) in enumerate(hands):
                yield f"Player {player} Deal {' '.join(tile_name(tile >> 2) for tile in hand[:13])}"
            yield f"Player 0 Draw {tile_name(hands[0][1][13] >> 2)}"
        elif isinstance(event, Win):
            winner = event.wins[0]
            yield f"Player {(winner.seat - start.dealer) % start.seats} Hu {tile_name(winner.tiles[0] >> 2)}"
            yield f"Fan {winner.score.points} {'+'.join(f'{named(start.variant, one.id)}*{one.times}' for one in winner.score.elements)}"
        elif isinstance(event, Exhausted):
            yield "Huang"
        elif isinstance(event, Settle):
            yield f"Score {' '.join(str(event.payments[(start.dealer + player) % start.seats]) for player in range(start.seats))}"
        elif words := _words(event):
            yield f"Player {(getattr(event, 'seat', 0) - start.dealer) % start.seats} {words}"


def _words(event: Event) -> str:
    if isinstance(event, Draw):
        return f"Draw {tile_name(event.tile >> 2)}"
    if isinstance(event, Discard):
        return f"Play {tile_name(event.tile >> 2)}"
    if isinstance(event, Chow):
        return f"Chi {tile_name(sorted((*event.tiles, event.claimed))[1] >> 2)}"
    if isinstance(event, Pung):
        return f"Peng {tile_name(event.claimed >> 2)}"
    if isinstance(event, Kong):
        verb = "Gang" if event.source >= 0 else "AnGang" if len(event.tiles) == 4 else "BuGang"
        return f"{verb} {tile_name(event.tiles[0] >> 2)}"
    return f"BuHua {tile_name(event.tile >> 2)}" if event.name == "flower" and hasattr(event, "tile") else ""
