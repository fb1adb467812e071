"""The questions of winning: who may, on what, what it is worth, and who of several is served."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from fangcheng.actions import Action
from fangcheng.events import Win, WinBy, Winner
from fangcheng.rules.description import Description
from fangcheng.rules.facts import WinFacts
from fangcheng.rules.told import Told
from fangcheng.score import Score

if TYPE_CHECKING:
    from fangcheng.engine.state import State


class AboutWinning(Description):
    """What a game answers about wins."""

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        """Whether a win on these tiles is offered. On a self-draw they are in the hand already."""
        return self.judge(state, seat, tiles, by, source) is not None

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        """The value of a win on these tiles, None when it is none."""
        raise NotImplementedError

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        """The value of a win by its facts alone, None when it is none. `judge` reads the facts from the table."""
        raise NotImplementedError

    def win_facts(self, options: Any) -> Mapping[str, Told]:
        """The further facts that `score` reads, by name, with the values that each may have in a room: all of `score_facts`, and more.

        Those of `rules.told.OF_EVERY_WIN` may always be told.
        """
        return {}

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        """The entry of a win that was called."""
        score = self.judge(state, seat, tiles, by, source)
        assert score is not None
        return Winner(seat, by, tiles, score, tuple(state.hands[seat].tiles()), source)

    def wins(self, state: State, seats: list[int], tiles: tuple[int, ...], by: WinBy, source: int) -> Win:
        """The win of the seats that called one on somebody's tiles: nearest after `source` first, as many as the game lets win."""
        nearest = sorted(seats, key=lambda seat: (seat - source) % state.seats)
        return Win(tuple(self.winner(state, seat, tiles, by, source) for seat in self.served(state, nearest, by)))

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        """Which of the seats that call a win on one tile, given nearest first, win."""
        return seats[:1]

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        """What a seat gives up of a win on offer with this answer, where the game keeps track of that."""
        return ()
