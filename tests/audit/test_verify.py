"""Checking finished deals: an honest log passes, and the first event that was tampered with is named."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from fangcheng.actions import Action
from fangcheng.audit.verify import verify
from fangcheng.events import Answered, Deal, Discard, Draw, Event, Settle, Start
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS
from fangcheng.wall import commitment

ODD: list[tuple[tuple[int, ...], int, int]] = [((10**9,), -1, -1), ((-5, -1), -1, -1), ((), 10**9, -1), ((42,) * 50, -7, 10**12)]


def a_log(name: str, seed: int = 3) -> list[Event]:
    return walk(VARIANTS[name], seed).game.log


def altered(log: list[Event], kind: type[Event], which: int = 0, **fields: Any) -> tuple[int, list[Event]]:
    """The log with one event changed, and the line on which it stands."""
    place = [at for at, event in enumerate(log) if isinstance(event, kind)][which]
    return place + 1, [*log[:place], msgspec.structs.replace(log[place], **fields), *log[place + 1 :]]


@pytest.mark.parametrize("name", VARIANTS)
def test_honest_logs_pass(name: str) -> None:
    for seed in range(10):
        log = a_log(name, seed)
        result = verify(VARIANTS[name], log)
        assert result.ok
        assert result.difference is None
        checks = {check.name: check for check in result.checks}
        assert {"commitment", "wall", "rules", "settlement", "end"} <= set(checks)
        assert sum(check.number for check in result.checks if check.name not in ("commitment", "end")) == len(log) - 1


@pytest.mark.parametrize("name", VARIANTS)
def test_the_first_altered_event_is_named(name: str) -> None:
    variant, log = VARIANTS[name], a_log(name)
    deal = next(event for event in log if isinstance(event, Deal))
    settle = next(event for event in log if isinstance(event, Settle))
    draws = [event for event in log if isinstance(event, Draw)]
    swapped = (deal.wall[1], deal.wall[0], *deal.wall[2:])
    for line, bad, part in (
        (*altered(log, Deal, wall=swapped), "wall"),
        (*altered(log, Draw, 4, tile=draws[5].tile), "rules"),
        (*altered(log, Discard, 3, tile=0, drawn=True), "rules"),
        (*altered(log, Settle, payments=tuple(change + 1 for change in settle.payments)), "settlement"),
    ):
        result = verify(variant, bad)
        assert not result.ok
        assert result.difference is not None
        assert result.difference.line == line
        assert result.checks[-1].name == part
        assert not result.checks[-1].ok
    deal_line = next(at for at, event in enumerate(log, 1) if isinstance(event, Deal))
    other = verify(variant, altered(log, Start, entropy=("mine",))[1]).difference
    assert other is not None
    # Dice may fall before the deal; whatever comes first gives the other seed away.
    assert other.line <= deal_line
    assert other.expected is not None


@pytest.mark.parametrize("name", VARIANTS)
def test_another_secret_breaks_the_commitment(name: str) -> None:
    log = a_log(name)
    result = verify(VARIANTS[name], altered(log, Start, commitment=commitment(b"another"))[1])
    assert not result.ok
    assert [check.name for check in result.checks if not check.ok] == ["commitment"]


@pytest.mark.parametrize("name", VARIANTS)
def test_ends(name: str) -> None:
    variant, log = VARIANTS[name], a_log(name)
    short = verify(variant, log[:-1])
    assert [check.name for check in short.checks if not check.ok] == ["end"]
    long = verify(variant, [*log, log[-1]])
    assert long.difference is not None
    assert (long.difference.line, long.difference.expected) == (len(log) + 1, None)


@pytest.mark.parametrize("name", VARIANTS)
def test_answers_that_nobody_could_give_are_named(name: str) -> None:
    log = a_log(name)
    given = next(event for event in log if isinstance(event, Answered))
    wrong = [{"action": Action(verb, tiles, on, number)} for verb in ("discard", "ready", "", "x" * 100) for tiles, on, number in ODD]
    for fields in (*wrong, {"seat": -1}, {"seat": 9}, {"seat": 10**12}, {"action": Action(given.action.verb, (10**9,))}):
        line, changed = altered(log, Answered, **fields)  # type: ignore[arg-type]
        result = verify(VARIANTS[name], changed)
        assert result.difference is not None, fields
        assert result.difference.line == line


def test_logs_without_a_secret_cannot_be_checked() -> None:
    log = a_log(next(iter(VARIANTS)))
    with pytest.raises(ValueError, match="no secret"):
        verify(VARIANTS[next(iter(VARIANTS))], altered(log, Start, secret="")[1])
    with pytest.raises(ValueError, match="start event"):
        verify(VARIANTS[next(iter(VARIANTS))], log[1:])
