"""Reading a hand and what goes with it from the command line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from fangcheng.cli.console import fail
from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld
from fangcheng.rules.variant import Variant
from fangcheng.tiles import HIDDEN, NotationError, kind_name, parse_kind

HandText = Annotated[str, typer.Argument(metavar="HAND", help="Concealed tiles, such as 123m456p55sCC.")]
MeldsText = Annotated[str, typer.Option("--melds", help="Melds: [123m] [777p] [7777p], and (7777p) for a concealed kong.")]
Facts = Annotated[list[str] | None, typer.Option("--context", metavar="NAME=VALUE", help="A further fact of the game, such as wild=5m.")]


class Held(NamedTuple):
    """What a player holds: concealed tiles, melds, and the kind of the winning tile (HIDDEN: none)."""

    hand: Hand
    melds: list[Meld]
    win: int

    @property
    def places(self) -> int:
        """Concealed tiles that belong to a hand with these melds while it waits."""
        return 13 - 3 * sum(meld.shape != "single_kong" for meld in self.melds)


def read_held(variant: Variant, options: Any, hand: str, melds: str, win: str | None = None) -> Held:
    """Hand, melds and winning tile; complains about notation and about tiles that the game does not have."""
    try:
        held = Held(Hand.parse(hand), _melds(melds), HIDDEN if win is None else parse_kind(win))
    except NotationError as error:
        fail(error)
    copies = Counter(tile >> 2 for tile in variant.tiles(options))
    kinds = Counter([*held.hand.kinds(), *(kind for meld in held.melds for kind in meld.kinds()), *([held.win] if held.win >= 0 else [])])
    for kind, number in kinds.items():
        if number > copies[kind]:
            fail(f"{number} tiles {kind_name(kind)} where {variant.id} has {copies[kind]}")
    return held


def _melds(words: str) -> list[Meld]:
    whole = re.findall(r"[\[({][^])}]*[])}]|\S+", words)
    return [parse_meld(word.replace(" ", "")) for word in whole]


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
        return words.split(",") if "," in words else words
