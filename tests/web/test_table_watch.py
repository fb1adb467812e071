"""Spectators from the middle of a deal to its replay, and votes that reach people at the score sheet."""

from __future__ import annotations

import pytest
from web.test_table_company import table_of_two
from web.visitor import SHEET, Visit, Visitor

pytestmark = pytest.mark.browser


async def watch(visit: Visit, table: str) -> Visitor:
    """Somebody who has never been here follows the link to a table."""
    spectator = await visit()
    await spectator.page.goto(f"{spectator.url}#/watch/{table}")
    await spectator.page.fill("input", "旁观")
    await spectator.page.click("[data-action=enter]")
    await spectator.page.wait_for_selector(".board.watched")
    return spectator


async def until_settled(*people: Visitor) -> None:
    """Have the table play for these people until all of them see the score sheet."""
    for visitor in people:
        await visitor.page.click("[data-action=auto]")
    for visitor in people:
        await visitor.page.wait_for_selector(SHEET, timeout=60_000)


async def test_a_spectator_sees_the_deal_so_far_and_finds_the_way_on(visit: Visit) -> None:
    host, guest, table = await table_of_two(visit, spectators="live", bot="first_legal", fill="first_legal")
    await host.play_to(".own .drawn")
    spectator = await watch(visit, table)
    page = spectator.page
    lines = await page.locator("[role=log] p").all_inner_texts()
    assert lines[0].startswith("第 1 局，1号座坐庄")
    assert any("打出" in line or "掷骰" in line for line in lines)
    await until_settled(host, guest)
    await page.wait_for_selector(f"{SHEET} [data-action=watch-on]")
    assert "再来一局" not in await page.inner_text(SHEET)
    # The deal once more, as it was seen from here: a page of its own, for the match goes on.
    async with page.context.expect_page() as opening:
        await page.click(f"{SHEET} [data-action=replay]")
    replay = await opening.value
    await replay.wait_for_selector("input[type=range]")
    assert await replay.locator("[data-action=analyse], [data-action=seat], [data-action=open]").count() == 0
    await replay.keyboard.press("End")
    await replay.wait_for_selector("#outcome")
    await replay.click("[data-action=verify]")
    await replay.wait_for_selector(".verdict.good")
    await replay.close()
    await page.click(f"{SHEET} [data-action=watch-on]")
    await page.wait_for_selector(SHEET, state="detached")
    for visitor in (host, guest):
        await visitor.page.click("[data-action=next]")
    await page.wait_for_selector("[role=log] >> text=第 2 局")
    await until_settled(host, guest)
    await page.click(f"{SHEET} [data-action=to-room]")
    await page.wait_for_selector(".seats")
    # Who has played finds it in his records, and the way on is where Enter goes.
    assert await host.page.locator(f"{SHEET} [data-action=records]").count() == 1
    await host.page.keyboard.press("Enter")
    await host.page.wait_for_selector(".seats")


async def test_the_link_of_a_player_leads_others_to_look_on(visit: Visit) -> None:
    _, _, table = await table_of_two(visit, spectators="live")
    other = await visit()
    await other.enter("路人")
    await other.page.goto(f"{other.url}#/table/{table}")
    await other.page.click("[role=alert] [data-action=watch]")
    await other.page.wait_for_selector(".board.watched")


async def test_a_vote_reaches_who_reads_the_score_sheet(visit: Visit) -> None:
    host, guest, _ = await table_of_two(visit)
    await until_settled(host, guest)
    # Who calls it has laid the sheet aside; the other still has it open.
    await guest.page.keyboard.press("Escape")
    await guest.page.click("[data-action=more]")
    await guest.page.click("[data-action=dissolve]")
    bar = host.page.locator(f"{SHEET} .vote")
    assert await bar.get_attribute("aria-label") == await bar.locator("span").first.inner_text()
    await bar.locator("[data-action=vote-no]").click()
    await bar.wait_for(state="detached")
    await host.page.keyboard.press("Escape")
    await host.page.click("[data-action=more]")
    await host.page.click("[data-action=dissolve]")
    await guest.page.click("[data-action=vote-yes]")
    await guest.page.wait_for_selector(f"{SHEET} .early >> text=本场已解散")
    assert await guest.page.locator(f"{SHEET} [data-action=next]").count() == 0
    await guest.page.click(f"{SHEET} [data-action=to-room]")
    await guest.page.wait_for_selector(".seats")


async def test_an_emote_is_a_picture_of_ours(visit: Visit) -> None:
    host, guest, _ = await table_of_two(visit)
    await guest.page.click("[data-action=say]")
    await guest.page.click("[data-say=flower]")
    picture = host.page.locator(".bubble img")
    await picture.wait_for()
    assert await picture.evaluate("image => image.complete && image.naturalWidth > 0")
    assert "送花" in await host.page.locator(".bubble").inner_text()
