"""Reading a hand and what goes with it from the command line."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, NoReturn

import msgspec
import typer

from fangcheng.analysis.question import QuestionError
from fangcheng.cli.console import fail
from fangcheng.rules.told import Told

HandText = Annotated[str, typer.Argument(metavar="HAND", help="Concealed tiles, such as 123m456p55sCC.")]
MeldsText = Annotated[
    str,
    typer.Option(
        "--melds",
        metavar="MELDS",
        help="Melds: [123m] [777p] [7777p], (7777p) for a concealed kong; {CFP} and {F} in the games that have such.",
    ),
]
Facts = Annotated[
    list[str] | None,
    typer.Option("--context", metavar="NAME=VALUE", help="A further fact of the win, such as wild=5m; a wrong one tells which there are."),
]


def read_facts(option: str, given: Sequence[str] | None, told: Mapping[str, Told]) -> dict[str, Any]:
    """Facts from ``name=value`` texts after an option; a value is JSON, a list separated by commas, or else text; null tells nothing."""
    facts: dict[str, Any] = {}
    for words in given or ():
        name, equals, value = words.partition("=")
        if not equals or not name.isidentifier():
            fail(f"{option} {words!r} is not of the form name=value")
        if name in facts:
            fail(f"{option} {name} is told twice")
        facts[name] = _listed(value) if name in told and told[name].many else _value(value)
    return {name: value for name, value in facts.items() if value is not None}


def complain(error: QuestionError) -> NoReturn:
    """End the command because of a question that cannot be answered, with the option that told what cannot be."""
    place = error.detail.get("place")
    fail(f"--{place}{' ' if 'name' in error.detail else ': '}{error}" if place else error)


def _listed(words: str) -> Any:
    """A list, of which one entry alone needs no brackets."""
    value = _value(words)
    return value if isinstance(value, list | None) else [words] if words else []


def _value(words: str) -> Any:
    try:
        value = msgspec.json.decode(words)
    except RecursionError:
        fail("a value is nested too deeply")
    except msgspec.DecodeError:
        return [_value(word) for word in words.split(",")] if "," in words else words
    # No fact is a fraction: what is none is told as it was written.
    return words if isinstance(value, float) else value
