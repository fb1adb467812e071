"""Tile kinds (牌) and physical tiles, and their notation.

A *kind* is an int: 0-8 characters ``1m``-``9m``, 9-17 dots ``1p``-``9p``, 18-26 bamboos ``1s``-``9s``,
27-30 winds ``E S W N``, 31-33 dragons ``C F P`` (中 发 白), 34-41 flowers and seasons ``a``-``h``.

A *tile* is one physical piece: ``kind * 4 + copy`` with copy 0-3, so ``tile >> 2`` is its kind in every game
(flowers have copy 0 only). ``HIDDEN`` stands for a tile that the viewer may not see.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final

KINDS: Final = 42
HONOURS: Final = 27
DRAGONS: Final = 31
FLOWERS: Final = 34
HIDDEN: Final = -1
KINDS_258: Final = tuple(range(1, HONOURS, 3))
"""Twos, fives and eights: in several games the only kinds for the pair (二五八将)."""
KINDS_BUT_258: Final = tuple(kind for kind in range(HONOURS) if kind not in KINDS_258)
"""All other suit tiles."""

SUITS: Final = "mps"
LETTERS: Final = "ESWNCFPabcdefgh"
SUIT_OF: Final = tuple([k // 9 for k in range(27)] + [3] * 7 + [4] * 8)
RANK_OF: Final = tuple([k % 9 + 1 for k in range(27)] + [k - 26 for k in range(27, 34)] + [k - 33 for k in range(34, 42)])
_NAMES: Final = (*(f"{rank}{suit}" for suit in SUITS for rank in range(1, 10)), *LETTERS)


class NotationError(ValueError):
    """Text that is not notation; ``position`` is the 0-based place of the offending character in ``text``."""

    def __init__(self, reason: str, text: str, position: int) -> None:
        self.reason, self.text, self.position = reason, text, position
        super().__init__(f"{reason} at position {position + 1} of {text!r}")


def kind_name(kind: int) -> str:
    """Notation of one kind: ``"5m"``, ``"E"``, ``"a"``; ``"?"`` for HIDDEN."""
    return _NAMES[kind] if kind >= 0 else "?"


def successor(kind: int) -> int:
    """The kind that follows: 9 before 1 in its suit, the winds 东南西北, the dragons 中发白, each going round."""
    if kind < HONOURS:
        return kind // 9 * 9 + (kind + 1) % 9
    if kind < DRAGONS:
        return HONOURS + (kind + 1 - HONOURS) % 4
    return DRAGONS + (kind + 1 - DRAGONS) % 3


def parse_kind(text: str) -> int:
    """One kind from notation; NotationError when `text` is not exactly one tile."""
    kinds = parse_kinds(text)
    if len(kinds) != 1:
        raise NotationError(f"expected one tile, found {len(kinds)}", text, 0)
    return kinds[0]


def parse_kinds(text: str) -> list[int]:
    """Kinds in the order written: ``"123m55pE"``; ``1z``-``7z`` are accepted for ``E S W N C F P``. Spaces are free."""
    return [kind for kind, _ in parse_placed(text)]


def parse_placed(text: str) -> list[tuple[int, int]]:
    """Kinds as `parse_kinds`, each with the 0-based position of its digit or letter in the text."""
    placed: list[tuple[int, int]] = []
    digits: list[tuple[int, int]] = []
    for at, char in enumerate(text):
        if char in "123456789":
            digits.append((int(char), at))
        elif char in "mpsz" and digits:
            placed.extend((_suited(digit, char, text, place), place) for digit, place in digits)
            digits = []
        elif char in LETTERS and not digits:
            placed.append((HONOURS + LETTERS.index(char), at))
        elif not char.isspace():
            raise NotationError(_complaint(char, bool(digits)), text, at)
    if digits:
        raise NotationError("digit without a suit (m, p, s)", text, digits[0][1])
    return placed


def _suited(digit: int, suit: str, text: str, place: int) -> int:
    if suit != "z":
        return SUITS.index(suit) * 9 + digit - 1
    if digit > 7:
        raise NotationError(f"no such honour {digit}z (1z-7z)", text, place)
    return HONOURS + digit - 1


def _complaint(char: str, after_digits: bool) -> str:
    if char in LETTERS and after_digits:
        return f"digit without a suit before {char!r}"
    if char in "mpsz":
        return f"suit {char!r} without a digit before it"
    return f"unexpected character {char!r}"


def format_kinds(kinds: Iterable[int]) -> str:
    """Sorted notation, digits of a suit together: ``"123m55pE"``; hidden tiles as ``?`` behind the rest."""
    return format_sequence(sorted(kinds, key=lambda k: k if k >= 0 else KINDS))


def format_sequence(kinds: Sequence[int]) -> str:
    """Notation that keeps the order given; neighbours of one suit share the suit letter."""
    parts: list[str] = []
    for at, kind in enumerate(kinds):
        name = kind_name(kind)
        following = kinds[at + 1] if at + 1 < len(kinds) else HIDDEN
        shared = 0 <= kind < HONOURS and 0 <= following < HONOURS and kind // 9 == following // 9
        parts.append(name[0] if shared else name)
    return "".join(parts)


def kinds_of(tiles: Iterable[int]) -> list[int]:
    """Kinds of physical tiles; HIDDEN stays HIDDEN."""
    return [tile >> 2 if tile >= 0 else HIDDEN for tile in tiles]


@cache
def full_set(kinds: Sequence[int]) -> tuple[int, ...]:
    """All physical tiles of these kinds, in order: four of each, one of each flower."""
    return tuple(kind * 4 + copy for kind in kinds for copy in range(1 if kind >= FLOWERS else 4))
