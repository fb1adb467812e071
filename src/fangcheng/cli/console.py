"""What the commands share: language, tables, progress, and the one way to complain."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, Final, NoReturn

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from fangcheng.locales import LANGUAGES, find, text
from fangcheng.rules.options import OptionError, parse_options, parse_setting
from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS, get_variant

WIDE: Final = 200

Game = Annotated[str, typer.Argument(metavar="VARIANT", help=f"The game: {', '.join(VARIANTS)}.")]
Lang = Annotated[
    str | None, typer.Option("--lang", metavar="LANGUAGE", help=f"Language: {', '.join(LANGUAGES)}; by default that of the terminal.")
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Settings = Annotated[list[str] | None, typer.Option("--option", metavar="ID=VALUE", help="A table option; may be given several times.")]


class Failure(Exception):
    """Wrong input: the message is one line that names what and where."""


def fail(message: object) -> NoReturn:
    """End the command because its input is wrong."""
    raise Failure(str(message))


def grumble(message: object) -> None:
    """One line on stderr about what went wrong, from a command that goes on; if it cannot be written nobody is there to read it."""
    with contextlib.suppress(OSError):
        print(f"fangcheng: {message}", file=sys.stderr)


class Speaker:
    """Texts in one language and tables on stdout."""

    def __init__(self, lang: str | None, variant: Variant | None = None) -> None:
        self.language = language(lang, os.environ)
        self.variant = variant.id if variant else None
        self.console = _Stdout()

    def text(self, key: str, **parameters: object) -> str:
        """The text of a key, the game's own first."""
        return text(self.language, key, self.variant, **parameters)

    def points(self, points: int) -> str:
        """Points of a hand with the unit that the game counts in."""
        return self.text("ui.points", points=points)

    def seat(self, seat: int) -> str:
        """A seat as people count them, from 1."""
        return self.text("ui.seat_number", number=seat + 1)

    def both(self, key: str) -> tuple[str, str]:
        """A name in Chinese and in English."""
        chinese = self.language if self.language.startswith("zh") else LANGUAGES[0]
        return text(chinese, key, self.variant), text("en", key, self.variant)

    def find(self, *keys: str) -> str:
        """The text of the first key that has one, else the last part of the last key."""
        found = (find(self.language, key, self.variant) for key in keys)
        return next((known for known in found if known is not None), keys[-1].rpartition(".")[2])

    def say(self, key: str, **parameters: object) -> None:
        """Print a line."""
        self.line(self.text(key, **parameters))

    def line(self, words: str = "") -> None:
        """Print a line as it is."""
        self.console.print(words, soft_wrap=True)

    def table(self, rows: Iterable[Sequence[object]], heads: Sequence[str] = (), right: Sequence[int] = ()) -> None:
        """Print aligned columns; those named in `right` hold numbers."""
        table = Table(box=None, show_header=bool(heads), pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
        lines = [[str(cell) for cell in row] for row in rows]
        for place in range(max(map(len, [heads, *lines]), default=0)):
            table.add_column(heads[place] if heads else "", justify="right" if place in right else "left", no_wrap=not sys.stdout.isatty())
        for row in lines:
            table.add_row(*row)
        with self.console.capture() as drawn:
            self.console.print(table)
        print(*(line.rstrip() for line in drawn.get().splitlines()), sep="\n")


class _Stdout(Console):
    """Stdout; in a pipe or a file lines are as long as they are."""

    def __init__(self) -> None:
        super().__init__(highlight=False, markup=False, emoji=False, width=None if sys.stdout.isatty() else WIDE)

    def on_broken_pipe(self) -> None:
        """Leave it to the command line, which ends all commands alike."""
        raise BrokenPipeError


def language(chosen: str | None, environment: Mapping[str, str]) -> str:
    """The language asked for, or else the terminal's where we speak it, or else English."""
    if chosen is not None:
        if chosen not in LANGUAGES:
            fail(f"unknown language {chosen!r}; there are {', '.join(LANGUAGES)}")
        return chosen
    named = next((value for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (value := environment.get(name))), "")
    if not named.lower().startswith("zh"):
        return "en"
    return "zh-Hant" if any(place in named for place in ("TW", "HK", "MO", "Hant")) else "zh-Hans"


def print_json(value: object) -> None:
    """Print one line of JSON."""
    print(msgspec.json.encode(value).decode())


def game_named(name: str) -> Variant:
    """The game with this id."""
    try:
        return get_variant(name)
    except ValueError as error:
        fail(error)


def settings_of(variant: Variant, given: Sequence[str] | None) -> dict[str, Any]:
    """Table options from ``id=value`` texts."""
    try:
        chosen = [parse_setting(variant.options_type, setting) for setting in given or ()]
        settings = dict(chosen)
        parse_options(variant.options_type, settings)
    except OptionError as error:
        fail(error)
    twice = next((name for at, (name, _) in enumerate(chosen) if name in dict(chosen[:at])), None)
    if twice:
        fail(f"--option {twice} is given twice")
    return settings


def place_of(option: str, number: int, seats: int) -> int:
    """The seat, from 0, that an option names as people count them, from 1."""
    if not 1 <= number <= seats:
        fail(f"{option} {number} is no seat from 1 to {seats}")
    return number - 1
