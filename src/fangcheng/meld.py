"""Melds (副露): sets that lie beside the hand, and their notation.

``[123s]`` chow, ``[777p]`` pung, ``[7777p]`` exposed or added kong, ``(7777p)`` concealed kong, ``{CFPP}`` three-kind kong with
additions, ``{F}`` a single tile set out as a kong; ``<2`` before the bracket closes names the seat it was claimed from.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from fangcheng.tiles import HIDDEN, HONOURS, NotationError, format_sequence, kinds_of, parse_kinds

MeldShape = Literal["chow", "pung", "kong", "concealed_kong", "three_kind_kong", "single_kong"]
PLACES: Final = 13
"""Tiles of a hand that waits, melds among them: a set takes three places, kong or not."""
BRACKETS: Final = {"[": "]", "(": ")", "{": "}"}


class Meld(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field=None, gc=False):
    """One meld. `tiles` are physical (HIDDEN where the viewer may not know them), `claimed` the tile taken from seat `source`.

    `claimed` is HIDDEN and `source` -1 for melds made from the own hand. An added kong keeps the claimed tile and source of its pung.
    """

    shape: MeldShape
    tiles: tuple[int, ...]
    claimed: int = HIDDEN
    source: int = -1

    @property
    def kind(self) -> int:
        """Lowest kind in the meld; HIDDEN when its tiles are hidden."""
        return min(self.tiles) >> 2 if self.tiles[0] >= 0 else HIDDEN

    @property
    def is_kong(self) -> bool:
        """True for every meld that was made as a kong."""
        return self.shape not in ("chow", "pung")

    @property
    def is_concealed(self) -> bool:
        """True for a concealed kong."""
        return self.shape == "concealed_kong"

    def kinds(self) -> list[int]:
        """Kinds in the order of the tiles."""
        return kinds_of(self.tiles)

    def __str__(self) -> str:
        return format_meld(self)


def sets_of(melds: Iterable[Meld]) -> int:
    """How many sets of their hand melds are: all but single tiles set out as kongs, each of which is replaced at once."""
    return sum(meld.shape != "single_kong" for meld in melds)


def places_beside(melds: Iterable[Meld]) -> int:
    """Concealed tiles that belong to a hand with these melds while it waits; negative where they are too many."""
    return PLACES - 3 * sets_of(melds)


def quad(shape: MeldShape, kind: int) -> Meld:
    """All four tiles of a kind as a meld."""
    return Meld(shape, tuple(kind * 4 + copy for copy in range(4)))


def with_kong(melds: Iterable[Meld], kind: int, *, concealed: bool) -> list[Meld]:
    """Melds once all four tiles of a kind are set out; a pung of them becomes the kong."""
    others = [meld for meld in melds if meld.shape != "pung" or meld.kind != kind]
    return [*others, quad("concealed_kong" if concealed else "kong", kind)]


def format_meld(meld: Meld, with_source: bool = False) -> str:
    """Notation of a meld; `with_source` adds ``<seat`` where it was claimed."""
    kinds = meld.kinds() if meld.shape == "three_kind_kong" else sorted(meld.kinds())
    text = "?" * len(kinds) if kinds[0] == HIDDEN else format_sequence(kinds)
    source = f"<{meld.source}" if with_source and meld.source >= 0 else ""
    opening = {"concealed_kong": "(", "three_kind_kong": "{", "single_kong": "{"}.get(meld.shape, "[")
    return f"{opening}{text}{source}{BRACKETS[opening]}"


def parse_meld(text: str) -> Meld:
    """A meld from notation with the lowest copies of its kinds; NotationError names what is wrong and where."""
    closing = BRACKETS.get(text[:1])
    if closing is None:
        raise NotationError("a meld begins with [, ( or {", text, 0)
    if text[-1] != closing or len(text) < 3:
        raise NotationError(f"a meld that begins with {text[0]!r} ends with {closing!r}", text, len(text) - 1)
    body, _, source = text[1:-1].partition("<")
    if source and not (source.isascii() and source.isdigit() and len(source) == 1):
        raise NotationError("a seat number follows '<'", text, len(body) + 2)
    try:
        kinds = parse_kinds(body)
    except NotationError as error:
        raise NotationError(error.reason, text, error.position + 1) from None
    shape = _shape(text[0], kinds)
    if shape is None:
        raise NotationError("these tiles make no meld", text, 1)
    return Meld(shape, _lowest_copies(kinds), source=int(source) if source else -1)


def _shape(opening: str, kinds: list[int]) -> MeldShape | None:
    same = len(set(kinds)) == 1
    if opening == "{":
        return "single_kong" if len(kinds) == 1 else "three_kind_kong" if len(kinds) >= 3 else None
    if opening == "(":
        return "concealed_kong" if same and len(kinds) == 4 else None
    if same and len(kinds) in (3, 4):
        return "pung" if len(kinds) == 3 else "kong"
    return "chow" if len(kinds) == 3 and _can_be_chow(kinds) else None


def _can_be_chow(kinds: list[int]) -> bool:
    """Runs, and runs with one honour that stands in for a suit tile."""
    suited = sorted(kind for kind in kinds if kind < HONOURS)
    if len(suited) < 2 or len(set(suited)) < len(suited) or len({kind // 9 for kind in suited}) > 1:
        return False
    return suited[-1] - suited[0] <= 2


def _lowest_copies(kinds: list[int]) -> tuple[int, ...]:
    return tuple(kind * 4 + kinds[:at].count(kind) for at, kind in enumerate(kinds))
