"""Events of the Guobiao game beside the common ones."""

from __future__ import annotations

from typing import Final, Literal

from fangcheng.engine.ready import Ready
from fangcheng.events import Event, Viewer
from fangcheng.meld import Meld
from fangcheng.tiles import HIDDEN

SpecialName = Literal["horses", "peek", "fish", "exchange", "fortune", "peak"]
SPECIALS: Final[tuple[SpecialName, ...]] = ("horses", "peek", "fish", "exchange", "fortune", "peak")
Picks = tuple[int, ...]


class Stakes(Event, frozen=True):
    """Everybody's stake (底分押倍), revealed together."""

    values: tuple[int, ...]


class Special(Event, frozen=True):
    """The special of this deal: what a double sets, or the room's option."""

    special: SpecialName


class Wild(Event, frozen=True):
    """The wild kind (寶牌) is shown; `tile` is the wall tile turned up for it, where one is."""

    kind: int
    tile: int = HIDDEN
    position: int = -1


class HorseRow(Event, frozen=True, tag="horse_row"):
    """Six horses (馬) of a virtual set lie open."""

    kinds: Picks


class Horses(Event, frozen=True):
    """Everybody has picked horses; each knows his own picks, None where they are hidden."""

    picks: tuple[Picks | None, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        return Horses(tuple(viewer.own(self.picks, None)))


class HorsesShown(Event, frozen=True, tag="horses_shown"):
    """The deal is decided: everybody's horses lie open."""

    picks: tuple[Picks, ...]


class Exchange(Event, frozen=True):
    """Tiles are exchanged (偷天換日): given away, received from the head, and the rest of the wall mixed anew."""

    given: tuple[tuple[int, ...], ...]
    received: tuple[tuple[int, ...], ...]
    wall: tuple[int, ...]

    def seen_by(self, viewer: Viewer) -> Event:
        return Exchange(viewer.tiles(self.given), viewer.tiles(self.received), ())


class Peek(Event, frozen=True):
    """A seat looks at another's tiles (火眼金睛) from now on. Nobody else learns of it.

    hand, melds  what the target holds now; drawn: the tile it has just drawn, HIDDEN if it is not its turn
    """

    seat: int
    target: int
    hand: tuple[int, ...]
    melds: tuple[Meld, ...]
    drawn: int = HIDDEN

    def seen_by(self, viewer: Viewer) -> Event | None:
        return self if self.seat in viewer.eyes else None


class FishOffer(Event, frozen=True, tag="fish_offer"):
    """Four tiles lie face down before a seat (妙手回春); one of them completes its hand."""

    seat: int
    kinds: Picks

    def seen_by(self, viewer: Viewer) -> Event:
        return FishOffer(self.seat, (HIDDEN,) * len(self.kinds))


class Fish(Event, frozen=True):
    """A seat has picked the `place`-th (1-4) of its four tiles; all four are shown."""

    seat: int
    place: int
    kinds: Picks
    hit: bool


OWN_EVENTS: Final[tuple[type[Event], ...]] = (
    Stakes, Special, Wild, HorseRow, Horses, HorsesShown, Exchange, Peek, Ready, FishOffer, Fish,
)  # fmt: skip
