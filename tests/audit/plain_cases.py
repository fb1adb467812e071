"""Cases of the plain game that hold, to be changed, and what the runner says of them."""

from __future__ import annotations

import json
from typing import Any

from fangcheng.audit import Result
from fangcheng.audit.cases import BadLine, run_line

SCORE: dict[str, Any] = {
    "kind": "score", "id": "p-1", "variant": "plain", "hand": "123m456p789s2255m", "win": "5m", "by": "discard",
    "expect": {"wins": True, "elements": {"plain_win": 1}, "points": 1}, "why": "complete",
}  # fmt: skip
SETTLE: dict[str, Any] = {
    "kind": "settle", "id": "p-2", "variant": "plain", "seats": 4, "dealer": 0,
    "outcome": {"wins": [{"seat": 1, "by": "discard", "from": 2, "elements": {"plain_win": 1}}]},
    "expect": {"payments": [0, 1, -1, 0], "dealer_next": 1, "fees": [0, 0, 0, 0]},
}  # fmt: skip
PLAY: dict[str, Any] = {
    "kind": "play", "id": "p-3", "variant": "plain", "seats": 4, "dealer": 0,
    "hands": ["123m456p789s2255m", "77m14p36s147mESWN", "12m3p3p258s258pSWN", "369m369p369sESWN"],
    "turn": 0, "drawn": "4m", "draws": "9s9s", "wall_left": 20, "script": [], "expect": {"over": False, "turn": 0},
}  # fmt: skip
BIRDS: dict[str, Any] = SETTLE | {"variant": "changsha", "expect": {}, "outcome": {"wins": []}}


def outcome(**facts: Any) -> dict[str, Any]:
    """A settlement with further facts."""
    return BIRDS | {"outcome": {"wins": [], **facts}}


def run(case: dict[str, Any], **changes: Any) -> Result | BadLine:
    return run_line(json.dumps(case | changes))


def good(case: dict[str, Any], **changes: Any) -> None:
    result = run(case, **changes)
    assert isinstance(result, Result), result
    assert result.ok, (result.expected, result.found)


def differs(case: dict[str, Any], **changes: Any) -> dict[str, Any]:
    result = run(case, **changes)
    assert isinstance(result, Result), result
    assert not result.ok
    return result.found
