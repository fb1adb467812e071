"""Pages of long lists: their length, and where the next one begins."""

from __future__ import annotations

from typing import Any, Final

from fangcheng.server.errors import ApiError

USUAL: Final = 20
MOST: Final = 100
SEPARATOR: Final = "."


def limited(limit: int | None) -> int:
    """The length of a page; ApiError for a limit that is not allowed."""
    if limit is None:
        return USUAL
    if not 1 <= limit <= MOST:
        raise ApiError(400, "bad_request", {"reason": f"limit is 1 to {MOST}"})
    return limit


def write_cursor(*parts: object) -> str:
    """A place in a list, as text."""
    return SEPARATOR.join(map(str, parts))


def read_cursor(cursor: str | None, *types: type[int] | type[str]) -> Any:
    """The place that a cursor stands for, as a tuple of parts of these types; None for the beginning, ApiError for a malformed cursor."""
    if cursor is None:
        return None
    parts = cursor.split(SEPARATOR, len(types) - 1)
    try:
        found = tuple(kind(part) for kind, part in zip(types, parts, strict=True))
    except ValueError:
        found = ()
    if not found or any(isinstance(part, int) and not -(1 << 63) <= part < 1 << 63 for part in found) or "\0" in cursor:
        raise ApiError(400, "bad_request", {"reason": "before is none that was given"})
    return found
