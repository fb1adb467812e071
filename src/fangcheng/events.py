"""Events: everything that happens in a deal, as typed data. Log line, wire message and bot input are the same thing.

An event says what happened and nothing that could be derived from the state before it. `seen_by` is what a viewer may know of it:
the event itself, the event with its secrets HIDDEN, or None when the viewer may not even know that it happened.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, Literal, NamedTuple, TypeVar

import msgspec

from fangcheng.actions import Action
from fangcheng.meld import Meld
from fangcheng.payments import Transfer
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN
from fangcheng.wall import WallEnd

T = TypeVar("T")
U = TypeVar("U")
WinBy = Literal["self_draw", "discard", "rob_kong", "kong_reveal"]


class Viewer(NamedTuple):
    """Somebody who looks at a deal.

    seat   the seat for which the viewer decides, -1 for a spectator
    eyes   seats whose secrets the viewer may know, answers included
    hands  further seats of which the viewer may see the concealed tiles, and nothing else
    """

    seat: int
    eyes: frozenset[int]
    hands: frozenset[int] = frozenset()

    def sees(self, seat: int, watchers: tuple[int, ...] = ()) -> bool:
        """Whether the viewer may see the concealed tiles of a seat; `watchers` are other seats that may see them too."""
        return seat in self.eyes or seat in self.hands or not self.eyes.isdisjoint(watchers)

    def own(self, values: Sequence[T], hidden: U) -> list[T | U]:
        """The secrets of all seats, one `values` entry each, with `hidden` in place of those that the viewer may not know."""
        return [value if seat in self.eyes else hidden for seat, value in enumerate(values)]

    def tiles(self, hands: Sequence[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """The concealed tiles of each seat as the viewer may see them."""
        return tuple(tiles if self.sees(seat) else (HIDDEN,) * len(tiles) for seat, tiles in enumerate(hands))


def player(seat: int) -> Viewer:
    """The viewer who sits at `seat`."""
    return Viewer(seat, frozenset((seat,)))


SPECTATOR: Final = Viewer(-1, frozenset())


class Event(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower, gc=False):
    """Base of all events. The tag is the event's name in logs, messages and case files."""

    def seen_by(self, viewer: Viewer) -> Event | None:
        """The event as `viewer` may know it. The base is public."""
        return self

    @property
    def name(self) -> str:
        """Name of the event: ``draw``, ``discard`` ..."""
        return str(self.__struct_config__.tag)


class Start(Event, frozen=True):
    """A deal (局) is set up: table facts, and the committed seed that all chance comes from.

    options     the room's options as plain data
    creator     seat of the room's creator
    number      0-based number of the deal in its match
    secret      hex of the server's secret; "" for everybody until the deal is over
    commitment  to the secret (`wall.commitment`), known before the deal
    entropy     what each seat mixed into the seed
    balances    what each seat holds, None where a room only keeps score
    carry       what the game carries over from the deal before
    """

    variant: str
    options: dict[str, Any]
    seats: int
    dealer: int
    creator: int = 0
    number: int = 0
    secret: str = ""
    commitment: str = ""
    entropy: tuple[str, ...] = ()
    balances: tuple[int | None, ...] = ()
    carry: dict[str, int] = {}

    def seen_by(self, viewer: Viewer) -> Event:
        return msgspec.structs.replace(self, secret="")


class Deal(Event, frozen=True):
    """The wall is built and the hands are dealt from it, each in the order in which its tiles were taken."""

    wall: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    size: int

    def seen_by(self, viewer: Viewer) -> Event:
        return Deal((), viewer.tiles(self.hands), self.size)


class Begin(Event, frozen=True):
    """Play begins: the dealer acts on the dealt tiles, the last of which was `tile`; `watchers` as for a draw."""

    seat: int
    tile: int
    watchers: tuple[int, ...] = ()

    def seen_by(self, viewer: Viewer) -> Event:
        return Begin(self.seat, self.tile if viewer.sees(self.seat, self.watchers) else HIDDEN)


class Draw(Event, frozen=True):
    """A seat draws (摸) the tile at a wall position, from the ``head`` or as a replacement from the ``tail``.

    `open` when the tile lay face up in the wall, so that everybody knows it. `watchers` are seats that see this seat's tiles; nobody
    learns which they are.
    """

    seat: int
    tile: int
    position: int
    source: WallEnd = "head"
    open: bool = False
    watchers: tuple[int, ...] = ()

    def seen_by(self, viewer: Viewer) -> Event:
        seen = self.open or viewer.sees(self.seat, self.watchers)
        return Draw(self.seat, self.tile if seen else HIDDEN, self.position, self.source, self.open)


class Discard(Event, frozen=True):
    """A seat discards (打); `drawn` when it is the tile just drawn."""

    seat: int
    tile: int
    drawn: bool = False


class Chow(Event, frozen=True):
    """A seat claims the last discard for a chow (吃) with two own tiles."""

    seat: int
    tiles: tuple[int, ...]
    claimed: int
    source: int


class Pung(Event, frozen=True):
    """A seat claims a discard for a pung (碰) with two own tiles."""

    seat: int
    tiles: tuple[int, ...]
    claimed: int
    source: int


class Kong(Event, frozen=True):
    """A seat makes a kong (杠) with own `tiles`: four for a concealed one, one added to its pung, three beside a claimed discard.

    `face_down` for a concealed kong whose kind the others do not learn before the end; `watchers` as for a draw.
    """

    seat: int
    tiles: tuple[int, ...]
    claimed: int = HIDDEN
    source: int = -1
    face_down: bool = False
    watchers: tuple[int, ...] = ()

    def seen_by(self, viewer: Viewer) -> Event:
        if not self.face_down:
            return self
        seen = viewer.sees(self.seat, self.watchers)
        return msgspec.structs.replace(self, tiles=self.tiles if seen else (HIDDEN,) * len(self.tiles), watchers=())


class Dice(Event, frozen=True):
    """Dice are thrown by a seat."""

    seat: int
    dice: tuple[int, ...]


class Answered(Event, frozen=True):
    """A seat has answered a window. Nobody else learns of it, not even that the seat was asked.

    missed  what the seat gives up by not winning, in points or kinds, where the game keeps track of that
    """

    seat: int
    action: Action
    missed: tuple[int, ...] = ()

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if self.seat in viewer.eyes else None


class Winner(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One winner: how, from whom (`source` -1 on a self-draw), with which tiles, what the win is worth, and the hand laid open."""

    seat: int
    by: WinBy
    tiles: tuple[int, ...]
    score: Score
    hand: tuple[int, ...]
    source: int = -1


class Win(Event, frozen=True):
    """One or more seats win (胡), in the order in which they are served."""

    wins: tuple[Winner, ...]


class Exhausted(Event, frozen=True):
    """The deal is drawn (荒庄/流局)."""


class Settle(Event, frozen=True):
    """The deal is paid and over; all hands are laid open.

    payments     net change of each seat, without fees
    transfers    every single payment with its arithmetic
    dealer_next  seat that deals next
    fees         what each seat pays to the house
    carry        what the next deal starts with
    melds        everybody's melds, where some of them lay face down
    """

    payments: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    dealer_next: int
    hands: tuple[tuple[int, ...], ...]
    fees: tuple[int, ...] = ()
    carry: dict[str, int] = {}
    melds: tuple[tuple[Meld, ...], ...] = ()


COMMON_EVENTS: Final[tuple[type[Event], ...]] = (
    Start, Deal, Begin, Draw, Discard, Chow, Pung, Kong, Dice, Answered, Win, Exhausted, Settle,
)  # fmt: skip
