"""A tile that lies beside the wall and may return to its place (rules sections 2 and 4).

Who sees a hole in the wall must not learn from it whether tiles were skipped there, for that tells their kinds. So the hole is where the
dice point; if another tile was taken, those between move up by one. They are drawn in the same order either way.
"""

from __future__ import annotations

from collections.abc import Sequence

from fangcheng.wall import Wall


def set_aside(wall: Wall, hole: int, place: int) -> None:
    """The tile at `place` is taken out and leaves a hole at `hole`. Whoever does not know the wall sees only the hole."""
    if wall.order and place != hole:
        tile = wall.order[place]
        rest = [wall.order[position] for position in wall.from_head() if position != place]
        positions = [position for position in wall.from_head() if position != hole]
        _lay(wall, [hole, *positions], [tile, *rest])
    wall.take(hole)


def put_back(wall: Wall, hole: int, dealt: Sequence[int]) -> None:
    """R30: the tile returns to where it was dealt, or to the nearest place still left; `dealt` is the wall as it was built."""
    wall.put_back(hole)
    if wall.order:
        positions = list(wall.from_head())
        _lay(wall, positions, sorted((wall.order[position] for position in positions), key=dealt.index))


def _lay(wall: Wall, positions: Sequence[int], tiles: Sequence[int]) -> None:
    order = list(wall.order)
    for position, tile in zip(positions, tiles, strict=True):
        order[position] = tile
    wall.order = tuple(order)
