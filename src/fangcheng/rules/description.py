"""What a game is, as facts: seats, tiles, events, buttons, and the names by which cases and forms know what the game adds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from fangcheng.events import COMMON_EVENTS, Event
from fangcheng.meld import MeldShape
from fangcheng.rules.options import Options

if TYPE_CHECKING:
    from fangcheng.engine.state import State

Fold = Callable[["State", Any], None]


class Description:
    """The facts of a game. Those given here are plain mahjong's."""

    id: ClassVar[str]
    seats: ClassVar[tuple[int, ...]] = (4,)
    kinds: ClassVar[Sequence[int]] = range(34)
    options_type: ClassVar[type[Options]] = Options
    own_events: ClassVar[tuple[type[Event], ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    claim_ranks: ClassVar[Mapping[str, int]] = {"win": 3, "kong": 2, "pung": 2, "chow": 1}
    buttons: ClassVar[tuple[str, ...]] = ("win", "kong", "pung", "chow", "pass")

    # Verbs of what may be done at any moment, whosever turn it is.
    free_verbs: ClassVar[frozenset[str]] = frozenset()

    # How many tiles of the wall make a stack, and how many must be left in it for a kong.
    stack: ClassVar[int] = 2
    kong_needs: ClassVar[int] = 1

    # Whether a win by self-draw is called for a player who does not answer in time.
    calls_own_wins: ClassVar[bool] = True

    # Whether seats have fixed winds, seat 0 being East whoever deals: people then choose where to sit by the wind.
    winds: ClassVar[bool] = False

    # Length of a match in deals, the usual one first, 0 for no end; and what a room decides by its name in the rule book,
    # with the values that the book allows.
    match_lengths: ClassVar[tuple[int, ...]] = (8, 4, 16)
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {}

    # What a game adds to the common form of case files: flags of wins, facts of positions and of their seats.
    win_flags: ClassVar[frozenset[str]] = frozenset()
    position_facts: ClassVar[frozenset[str]] = frozenset()
    seat_facts: ClassVar[frozenset[str]] = frozenset()
    # Whether a settlement there may tell a win by its points alone, because nothing is paid by the elements themselves.
    settles_points: ClassVar[bool] = False

    # What the score of a win is told beside the tiles, for whoever asks about a hand without a table: ways of winning, flags, further
    # facts by their names in case files, each with what a question begins with (None: nothing is told), and what melds there are.
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong")
    score_flags: ClassVar[tuple[str, ...]] = ()
    score_facts: ClassVar[Mapping[str, Any]] = {}
    meld_shapes: ClassVar[tuple[MeldShape, ...]] = ("chow", "pung", "kong", "concealed_kong")

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """All events a deal of this game may have."""
        return COMMON_EVENTS + self.own_events


def check_seat_count(game: Description, seats: int, who: str = "seats") -> None:
    """ValueError unless the game is played by this many. `who` says of whom there are so many."""
    if seats not in game.seats:
        raise ValueError(f"{game.id} is played by {' or '.join(map(str, game.seats))} {who}, not {seats}")
