"""The catalogues of texts, read as clients look them up."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "fangcheng"
LANGUAGES = ("zh-Hans", "zh-Hant", "en")
GAMES = list(VARIANTS.values())

Texts = dict[str, str]


def leaves(node: dict[str, Any], path: str = "") -> Iterator[tuple[str, str]]:
    for key, value in node.items():
        below = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            yield from leaves(value, below)
        else:
            yield below, value


def catalogue(language: str) -> Texts:
    return dict(leaves(json.loads((SOURCE / "locales" / f"{language}.json").read_text("utf-8"))))


CATALOGUES = {language: catalogue(language) for language in LANGUAGES}


def parameters(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def text_of(texts: Texts, game: Variant, path: str) -> str | None:
    """A game's own text before the common one, as clients look it up."""
    return texts.get(f"games.{game.id}.{path}", texts.get(path))


def missing(game: Variant, section: str, ids: set[str]) -> list[str]:
    return [
        f"{language}: {section}.{name}"
        for language, texts in CATALOGUES.items()
        for name in sorted(ids)
        if not text_of(texts, game, f"{section}.{name}")
    ]


def check_texts(game: Variant, section: str, ids: set[str]) -> None:
    """Every language has these texts, of the game or common to all."""
    lacking = missing(game, section, ids)
    assert not lacking, f"neither games.{game.id} nor the common texts have\n" + "\n".join(lacking)
