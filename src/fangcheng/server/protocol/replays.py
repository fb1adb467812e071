"""Answers about a finished deal: its frames, its verification, and the hand that won."""

from __future__ import annotations

from typing import Any

import msgspec

from fangcheng.audit.verify import Verification
from fangcheng.engine.view import Offer, View
from fangcheng.events import Dice


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat could do at a frame, and which of that it did (the text of an offer; "" if it did none of it)."""

    seat: int
    offers: list[Offer]
    did: str = ""


class Frame(msgspec.Struct, frozen=True):
    """How things stood after line `line` of the log, from 1: what the viewer saw since the last frame, the view, and who could do what.

    `events` are redacted events of the deal's game.
    """

    line: int
    events: list[Any]
    view: View
    choices: list[Decision]


class DealFacts(msgspec.Struct, frozen=True):
    """A deal and its table. `names` is empty where nobody knows them; of bots they are keys under ``bot`` in the catalogues.

    totals  before the deal
    """

    variant: str
    options: dict[str, Any]
    seats: int
    dealer: int
    number: int
    commitment: str
    names: list[str]
    bots: list[bool]
    totals: list[int]
    deals: int


class Replay(msgspec.Struct, frozen=True):
    """A deal as a viewer saw it. `seats` are those whose view may be asked for, `open` says whether all hands may be seen at once.

    `you` is the seat where the caller has played, -1 for none.
    """

    deal: DealFacts
    seats: list[int]
    open: bool
    frames: list[Frame]
    you: int = -1


class WonHand(msgspec.Struct, frozen=True):
    """A hand that won: kinds of the concealed tiles without the winning ones, of each meld, and of the winning tiles."""

    concealed: list[int]
    melds: list[list[int]]
    win: list[int]
    points: int
    elements: list[str]


class Evidence(msgspec.Struct, frozen=True):
    """What a deal was made from, according to its log: texts in hex, the wall's tiles from the head on, throws in order."""

    variant: str
    number: int
    commitment: str
    secret: str
    entropy: list[str]
    seed: str
    wall: list[int]
    dice: list[Dice]


class Checked(msgspec.Struct, frozen=True):
    """What was checked, of which deal, from what `evidence`: null for a viewer who may not see all hands, since the secret reveals them."""

    variant: str
    number: int
    verification: Verification
    evidence: Evidence | None
