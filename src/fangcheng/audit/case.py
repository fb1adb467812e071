"""The three kinds of cases as typed data; docs/formats.md describes the form. Parsing lies beside it, in parse.py."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from fangcheng.engine.setup import Position
from fangcheng.rules.variant import Outcome, Variant, WinFacts

By = Literal["self_draw", "discard", "rob_kong", "kong_reveal", "opening"]
Die = Annotated[int, msgspec.Meta(ge=1, le=6)]
Missing = msgspec.UnsetType
UNSET = msgspec.UNSET


class Strict(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of all that is read from a case line: an unknown key is an error."""


class RawCase(Strict, frozen=True, kw_only=True, tag_field="kind"):
    """What every line has."""

    id: str
    variant: str
    options: dict[str, Any] = {}
    why: str = ""


class ScoreExpect(Strict, frozen=True):
    """What a win is worth; a key that is absent is not checked."""

    wins: bool | Missing = UNSET
    elements: dict[str, int] | Missing = UNSET
    points: int | Missing = UNSET


class RawScore(RawCase, frozen=True, kw_only=True, tag="score"):
    """A line of kind ``score``."""

    hand: str
    win: str | None
    by: By
    expect: ScoreExpect
    melds: list[str] = []
    flags: list[str] = []
    context: dict[str, Any] = {}


class RawWin(Strict, frozen=True, rename={"source": "from"}):
    """A win of a settlement: elements with their values, or just their sum."""

    seat: int
    by: By
    source: int | None = None
    elements: dict[str, int] | None = None
    points: int | None = None


class RawSettle(RawCase, frozen=True, kw_only=True, tag="settle"):
    """A line of kind ``settle``."""

    seats: int
    dealer: int
    outcome: dict[str, Any]
    expect: dict[str, Any]


class Doing(Strict, frozen=True):
    """An action of a seat."""

    seat: int
    do: str


class Choices(Strict, frozen=True):
    """What a seat is offered: some of it, none of it, or all of it. Names are verbs or whole actions."""

    has: list[str] = []
    lacks: list[str] = []
    only: list[str] | None = None


class Looking(Strict, frozen=True):
    """What a seat sees: paths that are hidden from it and paths with their values."""

    seat: int
    hides: list[str] = []
    shows: dict[str, Any] = {}


class RawStep(Strict, frozen=True):
    """One step of a script: exactly one of an action, offers, a refusal, a view."""

    seat: int | None = None
    do: str | None = None
    choices: dict[str, Choices | Literal["none"]] | None = None
    refused: Doing | None = None
    view: Looking | None = None


class RawPlay(RawCase, frozen=True, kw_only=True, tag="play", rename={"start": "from"}):
    """A line of kind ``play`` without the game's own top-level facts."""

    seats: int
    dealer: int
    hands: list[str]
    script: list[RawStep]
    expect: dict[str, Any]
    start: Literal["deal"] | None = None
    melds: list[list[str]] = []
    rivers: list[str] = []
    turn: int | None = None
    drawn: str | None = None
    draws: str = ""
    birds: str = ""
    tail: str = ""
    dice: list[tuple[Die, ...]] = []
    wall_left: int | None = None
    seat_flags: list[dict[str, Any]] = []
    first_turn: bool = False
    creator: int = 0


class CheckedCase(msgspec.Struct, frozen=True, kw_only=True):
    """What every case has, once it is read."""

    id: str
    variant: Variant
    why: str
    expect: dict[str, Any]


class ScoreCase(CheckedCase, frozen=True, kw_only=True):
    """Is this a win, and what is it worth?"""

    options: Any
    facts: WinFacts


class SettleCase(CheckedCase, frozen=True, kw_only=True):
    """Who pays whom?"""

    options: Any
    outcome: Outcome


class PlayCase(CheckedCase, frozen=True, kw_only=True):
    """A situation, played."""

    position: Position
    script: list[RawStep]


Case = ScoreCase | SettleCase | PlayCase
