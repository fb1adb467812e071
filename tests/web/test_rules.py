"""The rules of the games: what somebody reads, finds and follows there."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect
from web.reading import GAME, open_page
from web.visitor import Visit

from fangcheng.rules.options import option_rows
from fangcheng.variants import VARIANTS

pytestmark = pytest.mark.browser


@pytest.mark.parametrize("game", VARIANTS)
async def test_rules_of_a_game(visit: Visit, game: str) -> None:
    visitor = await visit(locale="zh-TW")
    await open_page(visitor, f"rules/{game}", "article h2")
    page = visitor.page
    assert await page.locator("article").get_attribute("lang") == "zh-Hant"
    assert await page.locator("article dt").count() == len(option_rows(VARIANTS[game].options_type))
    # Notation has become pictures with names.
    assert await page.locator("article .hand[data-tiles] code").count() == 0
    for name in await page.locator("article .hand[role=img]").evaluate_all("hands => hands.map(hand => hand.ariaLabel)"):
        assert name
        assert not re.search(r"undefined|[0-9][mps]", name)
    await page.click(".contents li:last-child a")
    last = page.locator("article h2").last
    await expect(last).to_be_focused()


async def test_rulings_that_a_text_mentions_are_a_click_away(visit: Visit) -> None:
    visitor = await visit()
    await open_page(visitor, f"rules/{GAME}", "article h2")
    link, ruling = visitor.page.locator("article a:has-text('R36')"), visitor.page.locator("#r36")
    await link.click()
    await expect(ruling).to_be_focused()
    await expect(ruling).to_be_in_viewport()
    # The same link leads there again.
    await link.click()
    await expect(ruling).to_be_in_viewport()


async def test_words_are_found_on_a_page_of_rules(visit: Visit) -> None:
    visitor = await visit()
    await open_page(visitor, f"rules/{GAME}", "article h2")
    search = visitor.page.locator("input[type=search]")
    await search.fill("海底")
    count = visitor.page.locator("search [role=status]")
    first = await count.inner_text()
    assert re.fullmatch(r"1 / \d\d", first)
    await search.press("Enter")
    assert (await count.inner_text()).startswith("2 / ")
    await search.press("Shift+Enter")
    assert await count.inner_text() == first
    await search.fill("没有这样的词")
    assert await count.inner_text() == "没有找到"


async def test_rules_change_with_the_language_and_lead_to_other_games(visit: Visit) -> None:
    visitor = await visit(locale="en-GB")
    await open_page(visitor, f"rules/{GAME}", "article h2")
    assert await visitor.page.locator("article").get_attribute("lang") == "en"
    await visitor.page.select_option("header select", "zh-Hans")
    await visitor.page.wait_for_selector("article[lang=zh-Hans]")
    await visitor.page.click("article a[href*='language=en']")
    await visitor.page.wait_for_selector("article[lang=en]")
    games = visitor.page.locator(".games a")
    assert await games.count() == len(VARIANTS)
    title = await visitor.page.locator(".tools h2").inner_text()
    await games.last.click()
    await expect(visitor.page.locator(".tools h2")).not_to_have_text(title)
