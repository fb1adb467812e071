"""Texts in the languages of the product, one catalogue per language; `tests/locales` compares them with what the code can show."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from string import Formatter
from typing import Any, Final

LANGUAGES: Final = ("zh-Hans", "zh-Hant", "en")


class _Writer(Formatter):
    """Fills texts in as the browser does."""

    def format_field(self, value: Any, format_spec: str) -> str:
        one, forms, other = format_spec.partition("|")
        return (one if value == 1 else other) if forms else str(super().format_field(value, format_spec))


_WRITER: Final = _Writer()


def text(language: str, key: str, variant: str | None = None, **parameters: object) -> str:
    """The text of a key such as ``element.small_win``: the game's own before the common one, or the key itself if there is none.

    A parameter is written ``{name}``, and a word that depends on a number ``{name:tile|tiles}``.
    ValueError for a language that is not in `LANGUAGES`; KeyError for a parameter that the text needs and did not get.
    """
    found = find(language, key, variant)
    return key if found is None else _WRITER.vformat(found, (), parameters)


def find(language: str, key: str, variant: str | None = None) -> str | None:
    """The text of a key as it is in the catalogue, None if there is none."""
    places = (f"games.{variant}.{key}", key) if variant else (key,)
    return next((found for place in places if isinstance(found := _at(language, place), str)), None)


def section(language: str, key: str, variant: str | None = None) -> dict[str, Any]:
    """All entries under a key in the order of the catalogue (only the game's own where a game is named); empty if there are none."""
    found = _at(language, f"games.{variant}.{key}" if variant else key)
    return found if isinstance(found, dict) else {}


def _at(language: str, path: str) -> Any:
    node: Any = catalogue(language)
    for part in path.split("."):
        node = node.get(part) if isinstance(node, dict) else None
    return node


@cache
def catalogue(language: str) -> dict[str, Any]:
    """The whole catalogue of a language."""
    if language not in LANGUAGES:
        raise ValueError(f"unknown language {language!r}; there are {', '.join(LANGUAGES)}")
    loaded: dict[str, Any] = json.loads(resources.files(__package__).joinpath(f"{language}.json").read_text("utf-8"))
    return loaded
