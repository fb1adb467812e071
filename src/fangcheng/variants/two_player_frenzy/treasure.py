"""The treasure (宝牌): when it is rolled, looked at and changed, and which tile the dice choose (rules section 4)."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from fangcheng.engine.state import State
from fangcheng.events import Event, Viewer
from fangcheng.tiles import HIDDEN
from fangcheng.variants.two_player_frenzy.aside import put_back, set_aside
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.options import options_of
from fangcheng.wall import Wall

ROLL_NEEDS: Final = 3  # R36: tiles in the wall for the first roll
COPIES: Final = 3  # section 4.4: of a dead kind


class TreasureRoll(Event, frozen=True, tag="treasure_roll"):
    """Dice choose the treasure (宝牌), which is set aside face down; nobody sees it yet.

    tile   the treasure, HIDDEN when every tile left is of a dead kind: then there is none
    hole   position in the wall that is empty now, -1 for none
    place  where the treasure itself lay; not to be known, see aside.py
    """

    seat: int
    dice: tuple[int, ...]
    tile: int = HIDDEN
    hole: int = -1
    place: int = -1

    def seen_by(self, viewer: Viewer) -> Event:
        return msgspec.structs.replace(self, tile=HIDDEN, place=-1)


class TreasureChange(TreasureRoll, frozen=True, tag="treasure_change"):
    """The treasure's kind is dead: it returns to its place in the wall, and dice choose another one (换宝)."""


class TreasureLook(Event, frozen=True, tag="treasure_look"):
    """A declared seat looks at the treasure."""

    seat: int
    tile: int

    def seen_by(self, viewer: Viewer) -> Event:
        return self if self.seat in viewer.eyes else TreasureLook(self.seat, HIDDEN)


def known_kind(state: State) -> int:
    """Kind of the treasure, HIDDEN for who does not know it and where there is none."""
    return extra_of(state).treasure >> 2 if extra_of(state).treasure != HIDDEN else HIDDEN


def is_dead(state: State, kind: int) -> bool:
    """R32: three discarded copies, or by option three that everybody can see."""
    options = options_of(state)
    counted = extra_of(state).discarded[kind] if options.treasure_change_count == "discarded" else _visible(state, kind)
    return counted >= COPIES


def _visible(state: State, kind: int) -> int:
    lying = [tile for river in state.rivers for tile in river.lying()]
    melded = [tile for melds in state.melds for meld in melds if not meld.is_concealed for tile in meld.tiles]
    return sum(tile >> 2 == kind for tile in (*lying, *melded))


def change_due(state: State) -> bool:
    """Section 4.4: whether the present treasure is dead and has to be changed before anything else."""
    kind = known_kind(state)
    return extra_of(state).hole >= 0 and kind != HIDDEN and is_dead(state, kind)


def before_draw(state: State, seat: int) -> Event | None:
    """Section 4.1, 4.2, 4.4: what comes before a seat draws (R31, R56: declared ones look then, and at no other time); None when it may."""
    extra = extra_of(state)
    if change_due(state):
        return change(state, seat)
    if not extra.ready[seat]:
        return None
    if not extra.rolled and state.wall.left >= ROLL_NEEDS:
        dice = state.throw(2)
        return TreasureRoll(seat, dice, *_chosen(state, state.wall, sum(dice)))
    if extra.hole >= 0 and not extra.seen[seat]:
        return TreasureLook(seat, extra.treasure)
    return None


def change(state: State, seat: int) -> Event:
    """The old treasure returns before the new one is chosen."""
    dice, extra = state.throw(2), extra_of(state)
    wall = state.wall.copy()
    put_back(wall, extra.hole, extra.dealt)
    return TreasureChange(seat, dice, *_chosen(state, wall, sum(dice)))


def _chosen(state: State, wall: Wall, thrown: int) -> tuple[int, int, int]:
    """The tile that a throw chooses (of the next live kind towards the head, counted round), where the throw points, and where it lay."""
    positions = list(wall.from_head())
    first = len(positions) - 1 - (thrown - 1) % len(positions)
    for step in range(len(positions)):
        place = positions[(first - step) % len(positions)]
        if not is_dead(state, wall.tile(place) >> 2):
            return wall.tile(place), positions[first], place
    return HIDDEN, -1, -1


def is_match(state: State, seat: int) -> bool:
    """Section 4.3: whether the treasure is just what a declared seat that has looked waits for."""
    kind = known_kind(state)
    return kind != HIDDEN and extra_of(state).waits[seat] == (kind,)


def is_drawn(state: State, seat: int, kind: int) -> bool:
    """Section 4.5: a declared seat draws a tile of the treasure's kind (R35). Before every draw it has looked (R31)."""
    return state.hands[seat].known and extra_of(state).ready[seat] and kind == known_kind(state) != HIDDEN


def set_up(state: State, tile: int, place: Any) -> None:
    """In a position the treasure lies beside the wall as if it had been taken from the `place`-th position from the tail."""
    left = state.wall.left
    if type(place) is not int or not 1 <= place <= left + 1:
        raise ValueError(f"the treasure's place is 1 to {left + 1}, counted from the tail with the treasure")
    gone = [other for other in state.wall.order[: state.wall.size - left] if other != tile]
    ahead = [*state.wall.order[state.wall.size - left :]]
    ahead.insert(left + 1 - place, tile)
    wall = Wall((*gone, *ahead), state.wall.size, state.wall.stack)
    for position in range(len(gone)):
        wall.take(position)
    hole = wall.size - place
    set_aside(wall, hole, hole)
    state.wall, extra = wall, extra_of(state)
    extra.dealt, extra.rolled, extra.treasure, extra.hole = wall.order, True, tile, hole
