"""The page of a table around its deal: motion, the log of who comes back, settings that follow the player."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.test_look import check_access, check_fit
from web.visitor import Visit

pytestmark = pytest.mark.browser

COUNT_FLIGHTS = """() => { window.flights = 0; new MutationObserver(changes => {
  for (const { addedNodes } of changes) for (const node of addedNodes) if (node.classList?.contains('flight')) window.flights += 1;
}).observe(document, { childList: true, subtree: true }); }"""


@pytest.mark.parametrize("animation", [True, False])
async def test_tiles_fly_where_they_go_unless_animation_is_off(visit: Visit, animation: bool) -> None:
    visitor = await visit(reduced_motion="no-preference")
    page = visitor.page
    await visitor.enter()
    await page.evaluate("on => localStorage.setItem('fangcheng.settings', JSON.stringify({ animation: on, speed: 'fast' }))", animation)
    await page.reload()
    await page.evaluate(COUNT_FLIGHTS)
    await visitor.sit_down()
    await visitor.play_on(4)
    await visitor.asked()
    assert (await page.evaluate("window.flights") > 0) == animation
    # Nothing stays in the air.
    await page.wait_for_selector(".flight", state="detached")


async def test_the_log_is_there_again_after_a_look_elsewhere(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_on(3)
    await visitor.asked()
    lines = visitor.page.locator("[role=log] p")
    before = await lines.all_text_contents()
    assert len(before) > 3
    await visitor.page.click("header a")
    await visitor.page.wait_for_selector(".board", state="detached")
    await visitor.page.go_back()
    await visitor.page.wait_for_selector(".board")
    assert await lines.all_text_contents() == before
    await visitor.page.reload()
    await visitor.page.wait_for_selector(".board")
    assert await lines.all_text_contents() == before


async def test_settings_come_with_the_player_to_another_device(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await page.click("[data-action=settings]")
    await page.check("dialog input[name=theme][value=bamboo]", force=True)
    await page.check("dialog input[name=size][value=small]", force=True)
    async with page.expect_response("**/api/settings") as kept:
        await page.click("dialog [data-action=confirm]")
    assert (await kept.value).ok
    # Another device has the account's cookie and none of what was kept here.
    await page.evaluate("localStorage.removeItem('fangcheng.settings')")
    await page.reload()
    await page.wait_for_selector("html[data-theme=bamboo]")
    assert await page.evaluate("document.documentElement.dataset.size") == "normal"


async def test_the_menu_leads_to_the_deal_before(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await page.click("[data-action=more]")
    assert await page.locator("a[href*=verify]").count() == 0
    await page.click("summary >> text=本局的指纹")
    commitment = await page.locator("details code").inner_text()
    await page.keyboard.press("Escape")
    await visitor.let_play()
    await page.keyboard.press("Escape")
    await page.click("[data-action=more]")
    await page.wait_for_selector("a[href*='verify'][href$='deal=0']")
    log = await page.request.get(await page.locator("a[download]").get_attribute("href") or "")
    assert log.ok
    assert commitment in (await log.text()).splitlines()[0]


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390), (1280, 800)])
async def test_hints_menu_and_settings_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down("zuanpai")
    await visitor.play_to_own_draw()
    await page.click("[data-action=help]")
    await page.wait_for_selector(".help[aria-busy=false] .discard")
    await check_fit(visitor)
    await check_access(visitor, repository)
    await page.click("[data-action=more]")
    await check_fit(visitor)
    await check_access(visitor, repository)
    await page.keyboard.press("Escape")
    await page.wait_for_selector(".popover .list", state="detached")
    await page.click("[data-action=settings]")
    await page.wait_for_selector("dialog[open]")
    await check_fit(visitor)
    await check_access(visitor, repository)


async def test_winds_that_count_are_in_sight_and_no_name_is_cut(visit: Visit) -> None:
    visitor = await visit(360, 740, locale="en-GB")
    await visitor.enter()
    await visitor.sit_down("mcr")
    assert await visitor.page.locator(".centre .round").inner_text() == "East round"
    winds = await visitor.page.locator(".plate .badge:first-child").all_inner_texts()
    assert sorted(winds) == ["East", "North", "South", "West"]
    assert await visitor.page.locator(".plate:has(.dealer) .badge:first-child").inner_text() == "East"
    # The longest name of a game, in the language of the longest words: no line of it is left out.
    assert await visitor.page.locator("h1").evaluate("name => name.scrollHeight - name.clientHeight") < 6
