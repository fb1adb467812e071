"""The treasure (宝牌): when it is rolled, looked at and changed, and which tile the dice choose (rules section 4)."""

from __future__ import annotations

from typing import Final

from fangcheng.engine.state import State
from fangcheng.events import Event
from fangcheng.tiles import HIDDEN
from fangcheng.variants.two_player_frenzy.aside import put_back
from fangcheng.variants.two_player_frenzy.events import TreasureChange, TreasureLook, TreasureRoll, extra_of
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions
from fangcheng.wall import Wall

ROLL_NEEDS: Final = 3  # R36: tiles in the wall for the first roll
COPIES: Final = 3  # section 4.4: of a dead kind


def known_kind(state: State) -> int:
    """Kind of the treasure, HIDDEN for who does not know it and where there is none."""
    return extra_of(state).treasure >> 2 if extra_of(state).treasure != HIDDEN else HIDDEN


def is_dead(state: State, kind: int) -> bool:
    """R32: three discarded copies, or by option three that everybody can see."""
    options = state.options
    assert isinstance(options, FrenzyOptions)
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
    """Section 4.1, 4.2, 4.4: what comes before a seat draws; None when it may draw."""
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
