"""A deal in progress: the state, its log, and the one way to act in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from fangcheng.actions import Action
from fangcheng.engine.decide import asks, decide, default_action, follow, forced_action, offers
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.run import run
from fangcheng.engine.state import Asks, State
from fangcheng.events import Event, Start
from fangcheng.rules.description import check_seat_count
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Refused, Variant
from fangcheng.wall import commitment


class Game:
    """One deal, played by an authority that knows everything. `log` holds every event since ``start``."""

    def __init__(self, state: State, log: list[Event]) -> None:
        self.state = state
        self.log = log

    @classmethod
    def start(
        cls,
        variant: Variant,
        secret: bytes,
        *,
        options: dict[str, Any] | None = None,
        seats: int | None = None,
        dealer: int = 0,
        creator: int = 0,
        number: int = 0,
        entropy: Sequence[str] = (),
        balances: Sequence[int | None] = (),
        carry: dict[str, int] | None = None,
    ) -> Game:
        """A new deal, played on to its first decision. OptionError for impossible options, ValueError for impossible seats."""
        seats = variant.seats[-1] if seats is None else seats
        check_seat_count(variant, seats)
        if not (0 <= dealer < seats and 0 <= creator < seats):
            raise ValueError(f"dealer and creator are seats 0 to {seats - 1}")
        parse_options(variant.options_type, options or {})
        start = Start(
            variant=variant.id,
            options=options or {},
            seats=seats,
            dealer=dealer,
            creator=creator,
            number=number,
            secret=secret.hex(),
            commitment=commitment(secret),
            entropy=tuple(entropy),
            balances=tuple(balances),
            carry=carry or {},
        )
        return cls.resume(variant, [start])

    @classmethod
    def resume(cls, variant: Variant, log: Iterable[Event]) -> Game:
        """A deal from its log, played on to its next decision; any prefix of a log has the same future. ValueError without a start."""
        events = list(log)
        start = events[0] if events else None
        if not isinstance(start, Start):
            raise ValueError("a log begins with a start event")
        game = cls(begin_state(variant, start), events)
        for event in events[1:]:
            evolve(game.state, event)
        game.log += run(game.state, follow(game.state))
        return game

    def asks(self) -> Asks:
        """Who may do what now; empty once the deal is over."""
        kept = self.state.asked  # nearly always, as `run` stopped there
        return asks(self.state) if kept is None else kept

    def offers(self, seat: int) -> Sequence[Action]:
        """All that a seat may do now: what it is asked, and what it may do at any moment."""
        return offers(self.state, seat)

    def act(self, seat: int, action: Action) -> list[Event] | Refused:
        """Take an action: all events up to the next decision, or why it is refused (then nothing has changed)."""
        event = decide(self.state, seat, action)
        if isinstance(event, Refused):
            return event
        events = run(self.state, event)
        self.log += events
        return events

    def default_action(self, seat: int) -> Action:
        """What is done for an asked seat whose time is up."""
        return default_action(self.state, seat)

    def forced_action(self, seat: int) -> Action | None:
        """The action of a seat that has only one, else None."""
        return forced_action(self.state, seat)

    @property
    def over(self) -> bool:
        """Whether the deal is settled."""
        return self.state.settled is not None
