"""What may be told of a win, or of how a deal ended, without a table: for each name that a game reads a type that knows its values.

A game reads what it is told without asking whether it can be. Its questions `win_facts` and `end_facts` name the types, and everybody
who hands facts in (case files, the command line, the server) checks them with `check_told` first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Literal, NamedTuple

import msgspec

from fangcheng.meld import Meld, MeldShape, parse_meld, sets_of
from fangcheng.tiles import FLOWERS, parse_kinds

FactKind = Literal["flag", "tile", "tiles", "melds", "choice", "integer", "other"]
WINDS: Final = ("E", "S", "W", "N")
MANY: Final = 99
"""More deals in a row than one player deals."""
SETS: Final = 4
SHOWN: Final = 60
WRITTEN: Final[Mapping[MeldShape, str]] = {
    "chow": "[123m]", "pung": "[777p]", "kong": "[7777p]", "concealed_kong": "(7777p)", "three_kind_kong": "{CFP}", "single_kong": "{F}",
}  # fmt: skip
"""A meld of each shape, as it is written."""


class ToldError(ValueError):
    """A fact that cannot be: `name`, `value` as it is shown, and `allowed`, the values that it may have."""

    def __init__(self, name: str, value: Any, allowed: str) -> None:
        self.name, self.value, self.allowed = name, shown(value), allowed
        super().__init__(f"{name} cannot be {self.value}; it is {allowed}")


class Terms(NamedTuple):
    """What values are measured by: how many tiles of each kind there are, the shapes of melds, and how many seats."""

    copies: Mapping[int, int]
    shapes: Collection[MeldShape]
    seats: int


class Told:
    """The values of a fact. `many`: they are lists, so that one entry alone may be written without its brackets."""

    kind: ClassVar[FactKind] = "other"
    many: ClassVar[bool] = False

    def allowed(self, terms: Terms) -> str:
        """The values in words, as they follow "it is"."""
        raise NotImplementedError

    def holds(self, value: Any, terms: Terms) -> bool:
        """Whether a value is one of them. ValueError says no, too: for notation that cannot be read."""
        raise NotImplementedError


def check_told(told: Mapping[str, Told], facts: Mapping[str, Any], terms: Terms) -> None:
    """ToldError for the first fact that has none of its values; None as a value says that nothing is told."""
    for name, value in facts.items():
        if value is not None and not fits(told[name], value, terms):
            raise ToldError(name, value, told[name].allowed(terms))


def fits(told: Told, value: Any, terms: Terms) -> bool:
    """Whether a value is one of a fact's."""
    try:
        return told.holds(value, terms)
    except ValueError:
        return False


def shown(value: Any) -> str:
    """A value as it is written, shortened where it is long."""
    text = value if isinstance(value, str) and value else msgspec.json.encode(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}..."


@dataclass(frozen=True)
class Flag(Told):
    """Something that holds or not."""

    kind: ClassVar[FactKind] = "flag"

    def allowed(self, terms: Terms) -> str:
        return "true or false"

    def holds(self, value: Any, terms: Terms) -> bool:
        return isinstance(value, bool)


@dataclass(frozen=True)
class Choice(Told):
    """One of several words or numbers."""

    values: tuple[str, ...] | tuple[int, ...]
    kind: ClassVar[FactKind] = "choice"

    def allowed(self, terms: Terms) -> str:
        return f"{'one of ' if len(self.values) > 1 else ''}{', '.join(map(str, self.values))}"

    def holds(self, value: Any, terms: Terms) -> bool:
        return any(type(value) is type(own) and value == own for own in self.values)


@dataclass(frozen=True)
class Number(Told):
    """A whole number."""

    least: int
    most: int
    kind: ClassVar[FactKind] = "integer"

    def allowed(self, terms: Terms) -> str:
        return f"a whole number from {self.least} to {self.most}"

    def holds(self, value: Any, terms: Terms) -> bool:
        return type(value) is int and self.least <= value <= self.most


@dataclass(frozen=True)
class Seat(Told):
    """A seat at the table."""

    def allowed(self, terms: Terms) -> str:
        return f"a seat from 0 to {terms.seats - 1}"

    def holds(self, value: Any, terms: Terms) -> bool:
        return type(value) is int and 0 <= value < terms.seats


@dataclass(frozen=True)
class Tiles(Told):
    """Tiles in a row, as text."""

    least: int
    most: int
    kind: ClassVar[FactKind] = "tiles"

    def allowed(self, terms: Terms) -> str:
        return f"{_span(self.least, self.most)} of the game, such as {'5m8s'[: 2 * self.most]}"

    def holds(self, value: Any, terms: Terms) -> bool:
        return isinstance(value, str) and self.least <= len(kinds := parse_kinds(value)) <= self.most and _there_are(kinds, terms)


@dataclass(frozen=True)
class Tile(Tiles):
    """A kind of tile; no flower. `needed`: without it nobody can say which tiles win."""

    least: int = 1
    most: int = 1
    needed: bool = False
    kind: ClassVar[FactKind] = "tile"

    def holds(self, value: Any, terms: Terms) -> bool:
        return super().holds(value, terms) and parse_kinds(value)[0] < FLOWERS


@dataclass(frozen=True)
class TileList(Told):
    """A list of tiles, so many at most; `apart`: all of different kinds."""

    most: int
    apart: bool = False
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        if not self.most:
            return "an empty list"
        return f"a list of at most {self.most} {'different ' * self.apart}{'tile' if self.most == 1 else 'tiles'} of the game"

    def holds(self, value: Any, terms: Terms) -> bool:
        kinds = _kinds(value)
        return len(kinds) <= self.most and _there_are(kinds, terms) and not (self.apart and len(set(kinds)) < len(kinds))


@dataclass(frozen=True)
class Melds(Told):
    """The melds of a player, as a list."""

    kind: ClassVar[FactKind] = "melds"
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"a list of at most {SETS} melds, written {written_melds(terms.shapes)}"

    def holds(self, value: Any, terms: Terms) -> bool:
        return _laid(value, terms) and _there_are([kind for text in value for kind in parse_meld(text).kinds()], terms)


@dataclass(frozen=True)
class PerSeat(Told):
    """A list with an entry a seat; `none`: null where a seat has nothing told of it."""

    of: Told
    none: bool = False
    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"a list of {terms.seats}, for each seat {self.of.allowed(terms)}{' or null' * self.none}"

    def holds(self, value: Any, terms: Terms) -> bool:
        entries = _list(value)
        return len(entries) == terms.seats and all((self.none and entry is None) or self.of.holds(entry, terms) for entry in entries)


@dataclass(frozen=True)
class AllMelds(Told):
    """The melds of all players, a list a seat; nobody claims from himself."""

    many: ClassVar[bool] = True

    def allowed(self, terms: Terms) -> str:
        return f"a list of {terms.seats}, for each seat {Melds().allowed(terms)}, from another seat where it says so, such as [777p<1]"

    def holds(self, value: Any, terms: Terms) -> bool:
        laid = [(seat, parse_meld(text)) for seat, texts in enumerate(_list(value)) if _laid(texts, terms) for text in texts]
        kinds = [kind for _, meld in laid for kind in meld.kinds()]
        sources = all(meld.source != seat and meld.source < terms.seats for seat, meld in laid)
        return len(value) == terms.seats and all(_laid(texts, terms) for texts in value) and sources and _there_are(kinds, terms)


OF_EVERY_WIN: Final[Mapping[str, Told]] = {"dealer": Flag(), "payer_dealer": Flag()}
"""What is so of a win in any game, whether or not its score depends on it: who wins and who pays may deal."""


def written_melds(shapes: Iterable[MeldShape]) -> str:
    """How melds are written, one of each shape."""
    return " ".join(WRITTEN[shape] for shape in shapes)


def _laid(texts: Any, terms: Terms) -> bool:
    """Whether a list has melds that a player may lay out."""
    melds = [parse_meld(text) if isinstance(text, str) else None for text in _list(texts)]
    return all(isinstance(meld, Meld) and meld.shape in terms.shapes for meld in melds) and sets_of(filter(None, melds)) <= SETS


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, list | tuple):
        raise ValueError("no list")
    return value


def _kinds(texts: Any) -> list[int]:
    if not all(isinstance(text, str) and text.strip() for text in _list(texts)):
        raise ValueError("no tile")
    return [kind for text in texts for kind in parse_kinds(text)]


def _there_are(kinds: Iterable[int], terms: Terms) -> bool:
    return all(number <= terms.copies.get(kind, 0) for kind, number in Counter(kinds).items())


def _span(least: int, most: int) -> str:
    amount = f"{least} to {most}" if least < most else "a" if most == 1 else str(most)
    return f"{amount} {'tile' if most == 1 else 'tiles'}"
