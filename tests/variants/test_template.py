"""The template of docs/add-a-variant.md is a game: it keeps every promise, counts, pays, and is on no list."""

from __future__ import annotations

from pathlib import Path

import pytest

from fangcheng.audit.promises import check_deal
from fangcheng.hand import Hand
from fangcheng.rules.variant import Outcome, WinFacts, WonBy
from fangcheng.tiles import parse_kind
from fangcheng.variants import VARIANTS
from fangcheng.variants.template import Template, TemplateOptions

GAME = Template()


def test_random_deals_keep_every_promise() -> None:
    for seed in range(12):
        check_deal(GAME, seed)


@pytest.mark.parametrize(("by", "values"), [("self_draw", {"drawn_win": 2}), ("discard", {"plain_win": 1})])
def test_it_counts(by: str, values: dict[str, int]) -> None:
    score = GAME.score(TemplateOptions(), WinFacts(Hand.parse("123m456p789s222p4s"), [], parse_kind("4s"), by))
    assert score is not None
    assert score.values() == values
    assert [group.shape for group in score.reading.groups] == ["chow", "chow", "pung", "chow", "pair"] or score.reading.pair == parse_kind(
        "4s"
    )
    assert GAME.score(TemplateOptions(), WinFacts(Hand.parse("123m456p789s222p4s"), [], parse_kind("5s"), by)) is None


def test_it_pays() -> None:
    drawn = Outcome(4, 0, [WonBy(1, "self_draw", -1, {"drawn_win": 2})])
    assert [transfer.amount for transfer in GAME.pay(TemplateOptions(base=5), drawn).transfers] == [10, 10, 10]
    assert GAME.pay(TemplateOptions(), Outcome(4, 2, [])).dealer_next == [2]


def test_it_is_on_no_list() -> None:
    assert GAME.id not in VARIANTS


def test_the_page_names_files_that_there_are() -> None:
    root = Path(__file__).resolve().parents[2]
    page = (root / "docs" / "add-a-variant.md").read_text("utf-8")
    named = (
        "src/fangcheng/variants/template.py",
        "src/fangcheng/variants/__init__.py",
        "src/fangcheng/rules/description.py",
        "src/fangcheng/rules/questions/",
        "src/fangcheng/engine/",
        "src/fangcheng/locales",
        "tests/golden/goldens.json",
    )
    for name in named:
        assert f"`{name}`" in page
        assert (root / name).exists()
