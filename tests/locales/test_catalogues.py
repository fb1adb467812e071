"""The catalogues of texts are alike in every language."""

from __future__ import annotations

import re

import pytest
from locales.texts import CATALOGUES, LANGUAGES, parameters


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_keys_in_every_language(language: str) -> None:
    assert sorted(CATALOGUES[language]) == sorted(CATALOGUES["zh-Hans"])


@pytest.mark.parametrize("language", LANGUAGES)
def test_same_parameters_in_every_language(language: str) -> None:
    texts = CATALOGUES[language]
    differing = [path for path, text in CATALOGUES["zh-Hans"].items() if parameters(text) != parameters(texts.get(path, ""))]
    assert not differing


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language: str) -> None:
    # What stands between two texts may be nothing, and so may be said of a connection that works.
    blank = ("ui.between", "ui.connection.open")
    texts = {path: text for path, text in CATALOGUES[language].items() if not path.startswith(blank)}
    assert not [path for path, text in texts.items() if not isinstance(text, str) or not text.strip()]


def test_traditional_texts_hold_no_simplified_characters() -> None:
    simplified = set("张听杠庄闲鸟飘对")  # the commonest of the table
    assert not [path for path, text in CATALOGUES["zh-Hant"].items() if simplified & set(text)]


@pytest.mark.parametrize("language", ["zh-Hans", "zh-Hant"])
def test_to_win_is_written_in_one_way(language: str) -> None:
    # 和 for it is kept in the names of elements, as they are known.
    assert not [path for path, text in CATALOGUES[language].items() if re.search("和了|[没沒]人和", text)]
