"""Looking texts up."""

from __future__ import annotations

import pytest

from fangcheng.locales import LANGUAGES, catalogue, find, section, text
from fangcheng.variants import VARIANTS


def test_a_games_own_text_comes_before_the_common_one() -> None:
    assert text("en", "action.kong") == "Kong"
    assert text("en", "action.kong", "changsha") == "Supplement"
    assert text("en", "action.pung", "changsha") == "Pung"


def test_what_is_missing_is_its_key() -> None:
    assert text("en", "action.fly") == "action.fly"
    assert text("en", "action") == "action"
    assert find("en", "action.fly", "changsha") is None
    assert section("en", "element", "chess") == {}


def test_parameters() -> None:
    assert text("en", "cli.no_win") == "No win."
    assert "7" in text("zh-Hans", "cli.win", points=7)
    with pytest.raises(KeyError):
        text("en", "cli.win")


def test_forms_go_with_the_number() -> None:
    assert [text("en", "ui.points", points=points) for points in (0, 1, 2)] == ["0 pts", "1 pt", "2 pts"]
    assert text("zh-Hans", "ui.points", points=1) == "1 分"


@pytest.mark.parametrize("language", LANGUAGES)
def test_sections_keep_their_order(language: str) -> None:
    for name in VARIANTS:
        assert list(section(language, "element", name)) == list(section("en", "element", name))


def test_unknown_languages_are_named() -> None:
    with pytest.raises(ValueError, match="unknown language 'fr'; there are zh-Hans, zh-Hant, en"):
        catalogue("fr")
