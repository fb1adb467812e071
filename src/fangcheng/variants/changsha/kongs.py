"""Opened kongs (开杠, rules section 5): when a kong may be opened, the two tiles it turns up, and what they may be claimed for."""

from __future__ import annotations

from typing import ClassVar, Final

from fangcheng.actions import PASS, Action
from fangcheng.engine.fold import lay_kong
from fangcheng.engine.reveal import Reveal, RevealClaims
from fangcheng.engine.state import State
from fangcheng.engine.steps import Robbing, Step
from fangcheng.events import Dice, Event, Kong
from fangcheng.meld import Meld, with_kong
from fangcheng.tiles import HIDDEN
from fangcheng.variants.changsha import elements
from fangcheng.variants.changsha.extra import extra_of
from fangcheng.variants.changsha.options import options_of
from fangcheng.wall import Wall

OPEN: Final = tuple(Action("open", (kind,)) for kind in range(27))
CLAIM_OPEN: Final = Action("open")
SUPPLEMENT_NEEDS: Final = 2  # R18: tiles in the wall
OPEN_NEEDS: Final = 3


class Open(Kong, frozen=True):
    """A kong is opened (开杠): dice and two tiles follow. `source` is the own seat for a tile that the own kong turned up."""


class Opened(Step, kw_only=True):
    """A kong has been opened: the dice fall before it may be robbed (R21). `tile` is what could be robbed."""

    name: ClassVar[str] = "opened"
    tile: int
    source: int

    def follow(self, state: State) -> Event | None:
        return Dice(self.seat, state.throw(options_of(state).kong_dice))


def may_open(state: State, seat: int, kind: int, *, turned: bool = False) -> bool:
    """R18, R19: enough tiles for an opened kong, and the hand is ready once the kong is set out."""
    if state.wall.left < OPEN_NEEDS:
        return False
    hand = state.hands[seat]
    # Section 5.2, item 7: three in hand and an own turned tile make a concealed one.
    melds = with_kong(state.melds[seat], kind, concealed=hand.counts[kind] + turned == 4)
    return elements.is_ready(hand.without(hand.take(kind, 4)), melds, options_of(state))


def reveal(state: State, seat: int) -> Reveal:
    """The tiles that the throw chooses."""
    places = opened_places(state.wall, sum(state.dice[-1].dice))
    return Reveal(seat, tuple(map(state.wall.tile, places)), places)


def opened_places(wall: Wall, thrown: int) -> tuple[int, ...]:
    """R20, section 5.2 item 3: two tiles in tail order from the diced stack, counted round; at the end the last two."""
    order, stacks = list(wall.from_tail()), wall.stacks_from_tail()
    first = order.index(stacks[(thrown - 1) % len(stacks)])
    return tuple(order[first : first + 2] if first + 2 <= len(order) else order[-2:])


def opens_with_turned(state: State, step: RevealClaims, kinds: list[int]) -> list[Action]:
    """Section 5.2, item 7: the opener's own kongs with tiles that his kong has turned up."""
    seat = step.opener
    pungs = {meld.kind for meld in state.melds[seat] if meld.shape == "pung"}
    quads = (kind for kind in kinds if kind in pungs or state.hands[seat].counts[kind] == 3)
    return [OPEN[kind] for kind in quads if may_open(state, seat, kind, turned=True)]


def open_with_turned(state: State, step: RevealClaims) -> Event | None:
    """The opener's own kong with a tile that his kong has turned up, where he has answered with one."""
    own = step.answers.get(step.opener, PASS)
    if own.verb != "open":
        return None
    kind = own.tiles[0]
    turned = next(tile for tile in step.tiles if tile >> 2 == kind)
    return Open(step.opener, tuple(state.hands[step.opener].take(kind, 3)), turned, step.opener)


def fold_open(state: State, event: Open) -> None:
    if event.source == event.seat:
        _lay_own_turned(state, event)
    else:
        lay_kong(state, event)
    if event.source >= 0:
        extra_of(state).passed[event.seat] = 0
    added = event.tiles[0] if event.source < 0 and len(event.tiles) == 1 else HIDDEN
    direct = event.claimed if event.source not in (-1, event.seat) else HIDDEN
    state.step = Opened(seat=event.seat, tile=max(added, direct), source=event.source)


def _lay_own_turned(state: State, event: Open) -> None:
    """Section 5.2, item 7: three in hand make a concealed kong, a pung becomes an added one."""
    state.kongs += 1
    melds = state.melds[event.seat]
    state.rivers[event.seat].claim(event.claimed)
    for tile in event.tiles:
        state.hands[event.seat].remove(tile)
    if event.tiles:
        melds.append(Meld("concealed_kong", (*event.tiles, event.claimed)))
        return
    place = next(at for at, meld in enumerate(melds) if meld.shape == "pung" and meld.kind == event.claimed >> 2)
    melds[place] = Meld("kong", (*melds[place].tiles, event.claimed), melds[place].claimed, melds[place].source)


def fold_dice(state: State, event: Dice) -> None:
    opened = state.step
    assert isinstance(opened, Opened)
    state.step = Robbing(seat=opened.seat, tile=opened.tile, source=opened.source, mode="open")
