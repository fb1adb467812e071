"""Checking a finished deal: everything in its log is worked out again from the revealed secret and the seats' actions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from fangcheng.engine.decide import asks, decide, follow, offers
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.state import State
from fangcheng.events import Answered, Deal, Dice, Event, Settle, Start
from fangcheng.rules.variant import Refused, Variant
from fangcheng.wall import commitment

WALL: Final = "wall"
DICE: Final = "dice"
SETTLEMENT: Final = "settlement"
RULES: Final = "rules"


class Check(msgspec.Struct, frozen=True):
    """One thing that was checked: ``commitment``, ``wall``, ``dice``, ``rules`` (every other event), ``settlement``, ``end``.

    `number` says of how many events it speaks.
    """

    name: str
    ok: bool
    number: int = 1


class Difference(msgspec.Struct, frozen=True):
    """The first event that is not what it should be: its line from 1, what the log says, what follows from the secret and the actions.

    `expected` is None where no action on offer leads to the event, or where nothing can follow.
    """

    line: int
    found: dict[str, Any]
    expected: dict[str, Any] | None


class Verification(msgspec.Struct, frozen=True):
    """What was checked. `ok` when everything holds and the deal is over."""

    ok: bool
    checks: tuple[Check, ...]
    difference: Difference | None = None


def verify(variant: Variant, log: Sequence[Event]) -> Verification:
    """Check a deal by its full log. ValueError for a log without its secret: it belongs to a deal that is not over, or to one viewer."""
    start = log[0] if log else None
    if not isinstance(start, Start):
        raise ValueError("a log begins with a start event")
    if not start.secret:
        raise ValueError("the log holds no secret: only the full log of a finished deal can be checked")
    committed = commitment(bytes.fromhex(start.secret)) == start.commitment
    state = begin_state(variant, start)
    seen: Counter[str] = Counter()
    for line, event in enumerate(log[1:], 2):
        expected = _expected(state, event)
        if expected != event:
            difference = Difference(line, _plain(event), None if expected is None else _plain(expected))
            return Verification(False, (*_checks(committed, seen), Check(_part(event), False)), difference)
        seen[_part(event)] += 1
        evolve(state, event)
    over = state.settled is not None
    return Verification(committed and over, (*_checks(committed, seen), Check("end", over)))


def _checks(committed: bool, seen: Counter[str]) -> tuple[Check, ...]:
    return (Check("commitment", committed), *(Check(name, True, seen[name]) for name in (WALL, DICE, RULES, SETTLEMENT) if seen[name]))


def _expected(state: State, event: Event) -> Event | None:
    """What should stand in the log where `event` stands: itself when some action on offer, or no action at all, leads to it."""
    if not asks(state):
        return follow(state)
    if isinstance(event, Answered):
        # Why another answer is refused nobody asks; and in a log it may be one that no hand could even be asked about.
        if event.action not in offers(state, event.seat):
            return None
        answer = decide(state, event.seat, event.action)
        return None if isinstance(answer, Refused) else answer
    actions = ((seat, action) for seat in range(state.seats) for action in offers(state, seat))
    return event if any(decide(state, seat, action) == event for seat, action in actions) else None


def _part(event: Event) -> str:
    kinds = ((Deal, WALL), (Dice, DICE), (Settle, SETTLEMENT))
    return next((name for kind, name in kinds if isinstance(event, kind)), RULES)


def _plain(event: Event) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(event)
    return plain
