"""Tiles and hands in the notation of Botzone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.hand import Hand
from fangcheng.meld import Meld, quad
from fangcheng.tiles import DRAGONS, FLOWERS, HONOURS

FIRST: Final = {"W": 0, "B": 9, "T": 18, "F": HONOURS, "J": DRAGONS, "H": FLOWERS}
NUMBER: Final = {"W": 9, "B": 9, "T": 9, "F": 4, "J": 3, "H": 8}
PACKS: Final = {"chow": "CHI", "pung": "PENG", "kong": "GANG", "concealed_kong": "GANG"}
OFFERS: Final = ("0", "1", "2", "3")
"""The last number of a meld: whose tile it was, or which of a chow's. 0 is nobody's: a concealed kong."""


def tile_name(kind: int) -> str:
    """A kind in this notation."""
    letter = max((letter for letter in FIRST if FIRST[letter] <= kind), key=FIRST.__getitem__)
    return f"{letter}{kind - FIRST[letter] + 1}"


def parse_tile(text: str) -> int:
    """A kind from this notation; ValueError for anything else."""
    letter, number = text[:1], text[1:]
    if letter not in FIRST or not (number.isascii() and number.isdecimal() and len(number) == 1) or not 1 <= int(number) <= NUMBER[letter]:
        raise ValueError(f"{text!r} is no tile")
    return FIRST[letter] + int(number) - 1


def format_hand(hand: Hand, melds: Sequence[Meld]) -> str:
    """Melds as ``PENG,T3,1`` (0: concealed; a chow names its middle tile), then the tiles in hand; ValueError for another meld."""
    other = next((meld for meld in melds if meld.shape not in PACKS), None)
    if other:
        raise ValueError(f"Botzone's notation has no meld {other}")
    packs = [f"{PACKS[meld.shape]},{tile_name(sorted(meld.kinds())[meld.shape == 'chow'])},{int(not meld.is_concealed)}" for meld in melds]
    return " ".join([*packs, *map(tile_name, hand.kinds())])


def parse_hand(text: str) -> tuple[Hand, list[Meld]]:
    """A hand as `format_hand` writes it; ValueError names the word at fault."""
    words = text.split()
    packs = [word for word in words if "," in word]
    return Hand.of_kinds(parse_tile(word) for word in words if "," not in word), list(map(_meld, packs))


def _meld(word: str) -> Meld:
    name, tile, offer = (*word.split(","), "", "")[:3]
    if name not in PACKS.values() or offer not in OFFERS or word.count(",") != 2:
        raise ValueError(f"{word!r} is no meld; melds are written PENG,T3,1")
    kind = parse_tile(tile)
    if kind >= FLOWERS or (name == "CHI" and (kind >= HONOURS or kind % 9 in (0, 8))):
        raise ValueError(
            f"{word!r} is no meld: {tile} cannot be in it" if kind >= FLOWERS else f"{word!r} is no chow: {tile} is its middle tile"
        )
    if name == "CHI":
        return Meld("chow", tuple(kind * 4 + 4 * step for step in (-1, 0, 1)))
    if name == "PENG":
        return Meld("pung", tuple(kind * 4 + copy for copy in range(3)))
    return quad("concealed_kong" if offer == "0" else "kong", kind)
