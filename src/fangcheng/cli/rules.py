"""``fangcheng rules``: the options and elements of a game."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from fangcheng.cli.console import AsJson, Game, Lang, Speaker, game_named, print_json
from fangcheng.locales import section
from fangcheng.rules.options import OptionRow, option_rows, value_text
from fangcheng.rules.variant import Variant


def rules(game: Game, json: AsJson = False, lang: Lang = None) -> int:
    """Print the table options and the elements of a game, and the names of what its scores can be told.

    \b
    Example:
      fangcheng rules GAME --lang zh-Hans
    """
    variant = game_named(game)
    speaker = Speaker(lang, variant)
    rows = option_rows(variant.options_type)
    elements = list(section(speaker.language, "element", variant.id))
    if json:
        names = {name: dict(zip(("chinese", "english"), speaker.both(f"element.{name}"), strict=True)) for name in elements}
        print_json(
            {
                "variant": variant.id,
                "seats": variant.seats,
                "options": [msgspec.to_builtins(row) for row in rows],
                "elements": names,
                "told": {option: list(names) for option, names in _told(variant).items()},
            }
        )
        return 0
    speaker.line(f"{speaker.text('name')} ({variant.id})")
    speaker.line(speaker.text("summary"))
    speaker.line()
    heads = [speaker.text(f"cli.head.{name}") for name in ("option", "default", "values", "meaning")]
    speaker.table([[row.id, value_text(row.default), _values(row), speaker.find(f"option.{row.id}.label")] for row in rows], heads)
    speaker.line()
    heads = [speaker.text(f"cli.head.{name}") for name in ("element", "chinese", "english")]
    speaker.table([[name, *speaker.both(f"element.{name}")] for name in elements], heads)
    speaker.line()
    speaker.table([[f"score --{option}", " ".join(names)] for option, names in _told(variant).items() if names])
    return 0


def _told(variant: Variant) -> dict[str, Iterable[str]]:
    """The names of what `score` can be told, by option, in a room with the usual options."""
    options = variant.options_type()
    return {
        "by": variant.won_by,
        "flag": variant.score_flags,
        "context": variant.win_facts(options),
        "outcome": variant.end_facts(options, 0),
    }


def _values(row: OptionRow) -> str:
    if row.kind == "integer":
        low, high = row.minimum, row.maximum
        return f"{'' if low is None else low}..{'' if high is None else high}"
    return ("+" if row.kind == "subset" else " ").join(map(value_text, row.values))
