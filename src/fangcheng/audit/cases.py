"""Running cases: each goes through the same public questions and the same engine as a game does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from fangcheng.audit.case import Case, PlayCase, ScoreCase, SettleCase
from fangcheng.audit.compare import holds
from fangcheng.audit.look import one_or_list
from fangcheng.audit.parse import NotACaseError, parse_case
from fangcheng.audit.play import play_case
from fangcheng.payments import net


class Result(msgspec.Struct, frozen=True):
    """What became of a line. `expected` and `found` hold, by key, all that was checked when it holds and what differs when not."""

    id: str
    ok: bool
    expected: dict[str, Any]
    found: dict[str, Any]
    why: str = ""


class BadLine(msgspec.Struct, frozen=True):
    """A line that is not a case, and what is wrong with it."""

    message: str


def run_file(path: Path) -> Iterator[tuple[int, Result | BadLine]]:
    """Each line of a case file with its number from 1. OSError when the file cannot be read."""
    return run_lines(path.read_bytes())


def run_lines(data: bytes) -> Iterator[tuple[int, Result | BadLine]]:
    """Each line of what a case file contains with its number from 1."""
    lines = data.split(b"\n")
    if lines[-1] == b"":
        lines.pop()
    for number, line in enumerate(lines, 1):
        yield number, run_line(line)


def run_line(line: str | bytes) -> Result | BadLine:
    """Parse and run one line."""
    try:
        return run_case(parse_case(line))
    except NotACaseError as error:
        return BadLine(str(error))


def run_case(case: Case) -> Result:
    """Run a case. NotACaseError where only the game itself can tell that a fact of it is impossible."""
    try:
        checks = _checks(case)
    except ValueError as error:
        raise NotACaseError(str(error)) from error
    except Exception as error:
        # A rule that breaks down on a case has failed it; the other cases still count.
        checks = {"crash": (None, f"{type(error).__name__}: {error}")}
    failed = {name: pair for name, pair in checks.items() if not holds(name, *pair)}
    shown = failed or checks
    expected = {name: pair[0] for name, pair in shown.items()}
    found = {name: pair[1] for name, pair in shown.items()}
    return Result(case.id, not failed, expected, found, case.why)


def _checks(case: Case) -> dict[str, tuple[Any, Any]]:
    if isinstance(case, ScoreCase):
        return _paired(case.expect, _score(case))
    if isinstance(case, SettleCase):
        return _paired(case.expect, _settle(case))
    assert isinstance(case, PlayCase)
    return play_case(case)


def _paired(expect: dict[str, Any], found: dict[str, Any]) -> dict[str, tuple[Any, Any]]:
    return {name: (value, found.get(name)) for name, value in expect.items()}


def _score(case: ScoreCase) -> dict[str, Any]:
    # A way of winning that a game does not have wins nothing there.
    score = case.variant.score(case.options, case.facts) if case.facts.by in case.variant.won_by else None
    if score is None:
        return {"wins": False, "elements": {}, "points": 0}
    return {"wins": True, "elements": score.values(), "points": score.points}


def _settle(case: SettleCase) -> dict[str, Any]:
    seats = case.outcome.seats
    payment = case.variant.pay(case.options, case.outcome)
    carry = {f"{name}_next": value for name, value in payment.carry.items()}
    return carry | {
        "payments": net(payment.transfers, seats),
        "dealer_next": one_or_list(payment.dealer_next),
        "fees": list(payment.fees) or [0] * seats,
    }
