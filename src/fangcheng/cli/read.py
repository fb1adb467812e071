"""Reading a hand and what goes with it from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

from fangcheng.cli.console import fail

HandText = Annotated[str, typer.Argument(metavar="HAND", help="Concealed tiles, such as 123m456p55sCC.")]
MeldsText = Annotated[
    str,
    typer.Option("--melds", help="Melds: [123m] [777p] [7777p], (7777p) for a concealed kong; {CFP} and {F} in the games that have such."),
]
Facts = Annotated[list[str] | None, typer.Option("--context", metavar="NAME=VALUE", help="A further fact of the game, such as wild=5m.")]


def read_facts(given: Sequence[str] | None) -> dict[str, Any]:
    """Facts from ``name=value`` texts; a value is JSON, a list separated by commas, or else text."""
    facts = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals or not name.isidentifier():
            fail(f"{words!r} is not of the form name=value")
        facts[name] = _value(value)
    return facts


def _value(words: str) -> Any:
    try:
        return msgspec.json.decode(words)
    except RecursionError:
        fail("a value is nested too deeply")
    except msgspec.DecodeError:
        return [_value(word) for word in words.split(",")] if "," in words else words
