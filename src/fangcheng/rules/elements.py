"""Elements (番种): what a winning hand can be worth, as a table that reads like the rule book."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

from fangcheng.score import Counted, Excluded

F = TypeVar("F")


class Element(NamedTuple, Generic[F]):
    """One row of an element table.

    id        key in the catalogues and in case files
    value     value of one occurrence, in the game's unit
    when      how often it holds for the facts of a win (False and 0: not at all)
    excludes  ids of elements that it strikes out
    """

    id: str
    value: int
    when: Callable[[F], int]
    excludes: tuple[str, ...] = ()


def count(table: Iterable[Element[F]], facts: F) -> tuple[list[Counted], list[Excluded]]:
    """The elements of the table that count for these facts, in table order, and those that were struck out, with what struck them out.

    An element that has been struck out strikes out nothing itself.
    """
    held = [(element, int(element.when(facts))) for element in table]
    standing = [(element, times) for element, times in held if times]
    struck: dict[str, str] = {}
    for element, _ in standing:
        if element.id not in struck:
            struck.update({other: element.id for other in element.excludes if other not in struck})
    counted = [Counted(element.id, element.value * times, times) for element, times in standing if element.id not in struck]
    excluded = [Excluded(element.id, struck[element.id]) for element, _ in standing if element.id in struck]
    return counted, excluded
