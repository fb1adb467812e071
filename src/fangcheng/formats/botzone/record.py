"""Records of deals, read line by line; whether they can have happened is asked elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.formats.botzone.notation import parse_tile

PLAYERS: Final = 4
DEALT: Final = 13


class BotzoneError(ValueError):
    """A record that cannot be read or was not played by the rules, or a deal that no record can tell; the message names the line."""


class Line(NamedTuple):
    """One thing that a player did, with its place in the file."""

    number: int
    seat: int
    verb: str
    kinds: tuple[int, ...]


class Record(NamedTuple):
    """A deal.

    wind      of the round, from 0
    lines     what happened
    drawn     whether nobody won
    fan       what the win was counted, -1 where that is not said; elements: what for, as text
    scores    of all players, empty where they are not said
    """

    wind: int
    lines: tuple[Line, ...]
    drawn: bool
    fan: int
    elements: str
    scores: tuple[int, ...]


def parse_record(text: str, match: str = "") -> Record:
    """A deal from its lines, of a file with several the one of this name; BotzoneError names the line that is none."""
    wind, fan, elements, drawn = 0, -1, "", False
    scores: tuple[int, ...] = ()
    lines: list[Line] = []
    for number, words in _chosen(text, match):
        try:
            if words[0] == "Wind":
                wind = _number(words[1], PLAYERS)
            elif words[0] == "Fan":
                fan, elements = _number(words[1]), " ".join(words[2:])
            elif words[0] == "Score":
                scores = _scores(words[1:])
            elif words[0] == "Huang":
                drawn = True
            elif words[0] == "Player":
                lines.append(_line(number, words))
            elif words[0].isdecimal():
                raise ValueError("this is what a bot was told, which lacks the hands of the others; a record has those of all players")
            else:
                raise ValueError(f"{words[0]!r} is no part of a record")
        except ValueError as error:
            raise BotzoneError(f"line {number}: {error}") from None
        except IndexError:
            raise BotzoneError(f"line {number}: words are missing") from None
    _check_deals(lines)
    return Record(wind, tuple(lines), drawn, fan, elements, scores)


def _chosen(text: str, match: str) -> Iterator[tuple[int, Sequence[str]]]:
    """The lines of one deal in words, without those that only name it; what others wanted too is left out."""
    current, found = "", not match
    names = 0
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(" Ignore ")[0].split()
        if words and words[0] == "Match":
            current, names = " ".join(words[1:]), names + 1
            found = found or current == match
            if names > 1 and not match:
                raise BotzoneError(f"line {number}: another deal begins; name the one that is wanted, such as --match {current}")
        elif words and (not match or current == match):
            yield number, words
    if not found:
        raise BotzoneError(f"there is no Match {match}")


def _check_deals(lines: Sequence[Line]) -> None:
    if not lines:
        raise BotzoneError("there is no deal in it")
    dealt = [line for line in lines if line.verb == "Deal"]
    for at, line in enumerate(dealt):
        if line.seat in (other.seat for other in dealt[:at]):
            raise BotzoneError(f"line {line.number}: player {line.seat} is dealt another hand")
    missing = next((player for player in range(PLAYERS) if player not in (line.seat for line in dealt)), None)
    if missing is not None:
        raise BotzoneError(f"player {missing} is dealt no hand")


def _line(number: int, words: Sequence[str]) -> Line:
    verb, kinds = words[2], tuple(map(parse_tile, words[3:]))
    named = DEALT if verb == "Deal" else 1
    if len(kinds) != named:
        raise ValueError(f"{verb} names {named} {'tile' if named == 1 else 'tiles'}, not {len(kinds)}")
    return Line(number, _number(words[1], PLAYERS), verb, kinds)


def _scores(words: Sequence[str]) -> tuple[int, ...]:
    signed = [-_number(word[1:]) if word.startswith("-") else _number(word) for word in words]
    if len(signed) != PLAYERS:
        raise ValueError(f"Score names {len(signed)} players, not {PLAYERS}")
    return tuple(signed)


def _number(word: str, end: int | None = None) -> int:
    if not (word.isascii() and word.isdecimal() and len(word) < 10) or (end is not None and int(word) >= end):
        raise ValueError(f"{word!r} is no number" + ("" if end is None else f" of 0 to {end - 1}"))
    return int(word)
