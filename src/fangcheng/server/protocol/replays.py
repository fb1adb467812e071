"""Finished deals as they are told of: frame by frame, checked, and the hand that won."""

from __future__ import annotations

from typing import Any

import msgspec

from fangcheng.audit.verify import Verification
from fangcheng.engine.view import Offer, View
from fangcheng.events import Dice


class Decision(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a seat could do at a frame, and what of it it did then (the text of an offer; "" where nothing came of it)."""

    seat: int
    offers: list[Offer]
    did: str = ""


class Frame(msgspec.Struct, frozen=True):
    """How things stood after the event of a line, from 1: what the viewer saw since the frame before, his view, and who could do what.

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
    """A deal as a viewer saw it. `seats` are those that may be looked over the shoulder, `open` whether all hands may be seen.

    `you` is the seat where the one who asks has played himself, -1 for anybody else.
    """

    deal: DealFacts
    seats: list[int]
    open: bool
    frames: list[Frame]
    you: int = -1


class WonHand(msgspec.Struct, frozen=True):
    """A hand that won: kinds of the concealed tiles, of each meld, and of the winning tiles, which are not among the concealed."""

    concealed: list[int]
    melds: list[list[int]]
    win: list[int]
    points: int
    elements: list[str]


class Evidence(msgspec.Struct, frozen=True):
    """What a deal was made from, as its log has it: hex texts, tiles from the head on, throws in order."""

    variant: str
    number: int
    commitment: str
    secret: str
    entropy: list[str]
    seed: str
    wall: list[int]
    dice: list[Dice]


class Checked(msgspec.Struct, frozen=True):
    """What was checked of which deal, and from what; `evidence` is null for one who may not see all hands, since the secret tells them."""

    variant: str
    number: int
    verification: Verification
    evidence: Evidence | None
