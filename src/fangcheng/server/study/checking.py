"""Deals checked against the rules: logs that are handed in, and finished deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from fangcheng.audit.verify import Verification, verify
from fangcheng.events import Deal, Dice, Event, Start
from fangcheng.formats import LogError, decode_log
from fangcheng.server.errors import ApiError
from fangcheng.server.protocol.replays import Checked, Evidence
from fangcheng.server.study.replaying import Shown, Told, told_of
from fangcheng.wall import deal_seed

MAX_EVENTS: Final = 2000
"""No deal comes near this: each tile is drawn once, discarded once, and answered at most once by everybody."""
MOST: Final = 1 << 40
"""A larger balance than anybody plays for."""
MOST_CARRIED: Final = 1000


def read_told(data: bytes) -> Told:
    """A log that somebody hands in. It is folded only as far as the rules lead: whatever it says, nothing impossible is carried out."""
    told = _decoded(data)
    found = _verified(told)
    if found.difference:
        expected = found.difference.expected
        detail = {"line": found.difference.line, "found": found.difference.found["type"], "expected": (expected or {}).get("type")}
        raise ApiError(400, "log_not_genuine", detail)
    return told


def check_log(data: bytes) -> Checked:
    """Everything of a log that somebody hands in, checked."""
    return checked(_decoded(data))


def checked(told: Told) -> Checked:
    """Everything of a log, checked."""
    start = told.start
    found = _verified(told)
    wall = next((list(event.wall) for event in told.log if isinstance(event, Deal)), [])
    seed = deal_seed(bytes.fromhex(start.secret), start.entropy).hex()
    dice = [event for event in told.log if isinstance(event, Dice)]
    evidence = Evidence(start.variant, start.number, start.commitment, start.secret, list(start.entropy), seed, wall, dice)
    return Checked(start.variant, start.number, found, evidence)


def checked_for(deal: Shown) -> Checked:
    """The same for a viewer of a deal, without what would show more than the viewer may see."""
    found = checked(deal.told)
    if deal.open:
        return found
    return msgspec.structs.replace(found, verification=msgspec.structs.replace(found.verification, difference=None), evidence=None)


def _verified(told: Told) -> Verification:
    try:
        return verify(told.variant, told.log)
    except ValueError as error:
        raise ApiError(400, "log_without_secret", {"reason": str(error)}) from None


def _decoded(data: bytes) -> Told:
    try:
        variant, log = decode_log(data)
    except LogError as error:
        raise ApiError(400, "bad_log", {"line": error.line, "reason": error.reason}) from None
    told = told_of(variant, log)
    if reason := _unbelievable(told.start, log):
        raise ApiError(400, "bad_log", {"line": 1, "reason": reason})
    return told


def _unbelievable(start: Start, log: Sequence[Event]) -> str:
    """What in a start event is impossible, "" for nothing. Its numbers go into payments before anything else checks them."""
    if len(log) > MAX_EVENTS:
        return f"{len(log)} events; a deal has at most {MAX_EVENTS}"
    if start.balances and len(start.balances) != start.seats:
        return f"{len(start.balances)} balances for {start.seats} seats"
    if any(balance is not None and abs(balance) > MOST for balance in start.balances):
        return "a balance is too large"
    if any(abs(carried) > MOST_CARRIED for carried in start.carry.values()):
        return "what is carried over is too large"
    return ""
