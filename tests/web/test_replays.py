"""Replays and verification: deals seen again, shared, analysed and checked."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import Page, expect
from web.reading import GAME, a_log, hand_in, open_page
from web.visitor import SHEET, Visit, Visitor

from fangcheng.variants import VARIANTS

pytestmark = pytest.mark.browser


async def replay_beside(visitor: Visitor) -> Page:
    """The replay of the deal whose sheet lies on the table; the match goes on, so it opens beside it."""
    async with visitor.page.context.expect_page() as opening:
        await visitor.page.click(f"{SHEET} [data-action=replay]")
    page = await opening.value
    await page.wait_for_selector("input[type=range]")
    return page


async def test_a_deal_is_replayed_from_its_score_sheet(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await visitor.let_play()
    sheet = await page.locator(f"{SHEET} h2").inner_text()
    page = await replay_beside(visitor)
    assert await page.locator(".count").inner_text() == await page.evaluate(
        "`1 / ${Number(document.querySelector('input[type=range]').max) + 1}`"
    )
    await page.keyboard.press("ArrowRight")
    await page.keyboard.press("ArrowRight")
    assert (await page.locator(".count").inner_text()).startswith("3 / ")
    hidden = await page.locator(".seat.right .hand.open").count()
    await page.click("[data-action=open]")
    await page.wait_for_selector(".seat.right .hand.open")
    assert hidden == 0
    # The address says where one is: somebody else at it sees the same.
    await page.keyboard.press("ArrowDown")
    place, said = await page.locator(".count").inner_text(), await page.locator(".said").first.inner_text()
    await page.reload()
    await page.wait_for_selector("input[type=range]")
    assert await page.locator(".count").inner_text() == place
    assert await page.locator(".said").first.inner_text() == said
    await page.keyboard.press("End")
    await page.wait_for_selector("#outcome")
    assert await page.locator("#outcome").inner_text() == sheet
    await page.click("text=核对")
    await page.wait_for_selector(".verdict.good")
    await page.wait_for_selector("[data-own=true]")


async def test_who_asks_for_an_analysis_where_there_is_no_hand_is_told_why(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down("changsha")
    await visitor.let_play()
    page = await replay_beside(visitor)
    answers: list[int] = []
    page.on("response", lambda response: answers.append(response.status))
    await page.click("[data-action=analyse]")
    await page.wait_for_selector("aside >> text=牌还没发")
    await page.keyboard.press("End")
    await page.wait_for_selector("aside >> text=这一局打完了")
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowDown")
    await page.wait_for_selector(".help")
    assert 409 not in answers


async def test_a_moment_is_shared_with_somebody_who_was_not_there(visit: Visit) -> None:
    visitor, friend = await visit(permissions=["clipboard-read", "clipboard-write"]), await visit(locale="en-GB")
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await visitor.let_play()
    page = await replay_beside(visitor)
    await page.click("[data-action=open]")
    for _ in range(8):
        await page.keyboard.press("ArrowRight")
    await page.wait_for_selector(".seat.right .hand.open")
    await page.click("[data-action=copy]")
    await page.wait_for_selector("text=链接已复制")
    address = await page.evaluate("navigator.clipboard.readText()")
    # What the address bar said is not shared; the link works in the same tab.
    await friend.page.goto(re.sub("&share=[^&]*", "", address))
    await friend.page.wait_for_selector("[role=alert]")
    await friend.page.goto(address)
    await friend.page.wait_for_selector(".seat.right .hand.open")
    assert await friend.page.locator(".count").inner_text() == await page.locator(".count").inner_text()
    await friend.page.click("[data-action=verify]")
    await friend.page.wait_for_selector(".verdict.good")


async def test_a_log_that_is_handed_in_is_replayed(visit: Visit) -> None:
    visitor = await visit(locale="en-GB")
    page = visitor.page
    await open_page(visitor, "replay", "textarea")
    await hand_in(visitor, "nonsense", "[role=alert]")
    assert "Line 1" in await page.locator("[role=alert]").inner_text()
    await hand_in(visitor, a_log(), "input[type=range]")
    said = page.locator(".said").first
    while not re.search(r" (chow|pung)s? ", await said.inner_text()):
        assert await page.locator("[data-action=jump]").is_enabled()
        await page.click("[data-action=jump]")
    await page.click("[data-action=open]")
    await page.wait_for_selector(".offer.done")
    await page.click("[data-action=analyse]")
    await page.wait_for_selector(".help")
    hand = await page.locator(".laid .tiles").get_attribute("aria-label")
    await page.select_option("[data-action=seat]", "2")
    await expect(page.locator(".laid .tiles")).not_to_have_attribute("aria-label", hand or "")
    await page.select_option("select[aria-label=Speed]", "faster")
    await page.keyboard.press("Home")
    await page.click("[data-action=play]")
    await page.wait_for_selector("[data-action=pause]")
    await expect(page.locator("input[type=range]")).not_to_have_value(re.compile("^[0-3]$"))
    await page.click("[data-action=pause]")
    await page.wait_for_selector("[data-action=play]")


async def test_a_log_that_was_changed_is_found_out(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await open_page(visitor, "verify", "textarea")
    lines = a_log().splitlines()
    place = next(number for number, line in enumerate(lines) if '"draw"' in line)
    lines[place] = re.sub(r'"tile":\d+', '"tile":3', lines[place])
    await hand_in(visitor, "\n".join(lines) + "\n", ".verdict:not(.good)")
    assert f"第 {place + 1} 行" in await page.locator(".difference").inner_text()
    await hand_in(visitor, a_log(), ".verdict.good")
    assert await page.locator(".wall [data-kind]").count() == len(VARIANTS[GAME].tiles(VARIANTS[GAME].options_type()))
