"""People who meet: rooms by code and from the lobby, what is agreed there, quick matches."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect
from web.person import read_number
from web.test_look import check_access, check_fit
from web.visitor import SHEET, Visit, Visitor

pytestmark = pytest.mark.browser

SEAT = "[data-seat='{}']"


async def open_room(visitor: Visitor, game: str, *, listed: bool = False) -> str:
    """Open a room as it is offered, or one that everybody in the lobby sees; its code."""
    await visitor.enter()
    await visitor.page.check(f"input[name=variant][value={game}]", force=True)
    await visitor.page.click("[data-tab=room]")
    if listed:
        await visitor.page.select_option("[data-field=listed]", "1")
    await visitor.page.click("[data-action=open-room]")
    return await visitor.page.locator("[data-code]").inner_text()


async def come_by_code(visitor: Visitor, code: str, name: str) -> None:
    """Follow a link with a code as somebody who has never been here."""
    await visitor.page.goto(f"{visitor.url}#/join/{code}")
    await visitor.page.fill("input", name)
    await visitor.page.click("[data-action=enter]")
    await visitor.page.wait_for_selector(SEAT.format(0))


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1440, 900)])
async def test_a_room_fits_the_screen_and_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    await open_room(visitor, "anhua")
    for part in await visitor.page.locator("summary").all():
        await part.click()
    await check_fit(visitor)
    await check_access(visitor, repository)
    await visitor.page.click("[data-action=change]")
    await check_fit(visitor)
    await check_access(visitor, repository)


async def test_two_people_meet_by_code_and_play(visit: Visit) -> None:
    host, guest = await visit(), await visit(locale="en-GB", width=390, height=844)
    code = await open_room(host, "changsha")
    # The link is that of this page, and a picture of it shows when it is asked for.
    invitation = host.page.locator("section[aria-labelledby=invite-title]")
    assert await invitation.locator("input").input_value() == host.page.url
    await invitation.locator("summary").click()
    assert await invitation.locator("img").evaluate("async (picture) => { await picture.decode(); return picture.naturalWidth; }") > 0
    asked: list[str] = []
    guest.page.on("request", lambda request: asked.append(request.url) if "/api/codes/" in request.url else None)
    await come_by_code(guest, code.lower(), "Anna")
    # The room's own id is no code to be looked up.
    assert [url.rpartition("/")[2] for url in asked] == [code.lower()]
    assert "小方" in await guest.page.locator(SEAT.format(0)).inner_text()
    assert "8 deals" in await guest.page.locator("dl").first.inner_text()
    await guest.page.click(f"{SEAT.format(2)} [data-action=sit]")
    await host.page.wait_for_selector(f"{SEAT.format(2)} >> text=Anna")
    assert await host.page.locator("[data-action=start-match]").is_disabled()
    await guest.page.click("[data-action=ready]")
    await host.page.click("[data-action=start-match]:enabled")
    for visitor in (host, guest):
        await visitor.page.wait_for_selector(".board")
        assert await visitor.asked() is not None
    assert "Anna" in await host.page.locator(".board").inner_text()
    assert await guest.overflow() == 0


async def test_what_is_agreed_is_changed_by_the_host_and_read_by_all(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    await come_by_code(guest, await open_room(host, "guobiao"), "乙")
    await guest.page.click(f"{SEAT.format(1)} [data-action=sit]")
    await guest.page.click("[data-action=ready]")
    await host.page.wait_for_selector(f"{SEAT.format(1)} >> text=已准备")
    await host.page.click("[data-action=change]")
    await host.page.select_option("[data-field=seconds]", label="60 秒")
    await host.page.click("[data-action=save]")
    await guest.page.wait_for_selector("dl >> text=60 秒")
    await guest.page.wait_for_selector(f"{SEAT.format(1)} >> text=未准备")


async def test_a_listed_room_is_seen_at_once_and_gone_when_it_is_closed(visit: Visit) -> None:
    guest, host = await visit(), await visit()
    await guest.enter("看客")
    await open_room(host, "anhua", listed=True)
    card = guest.page.locator("li", has_text="房主：小方").first
    await card.wait_for()
    await host.page.click("[data-action=close-room]")
    await host.page.wait_for_selector("text=房间已经解散")
    await card.wait_for(state="detached")


async def test_somebody_who_is_sent_away_is_told(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    await come_by_code(guest, await open_room(host, "zuanpai"), "乙")
    await guest.page.click(f"{SEAT.format(3)} [data-action=sit]")
    await host.page.click(f"{SEAT.format(3)} [data-action=kick]")
    await host.page.wait_for_selector(f"{SEAT.format(3)}.free")
    await guest.page.wait_for_selector(f"{SEAT.format(3)}.free")
    await guest.page.click(f"{SEAT.format(3)} [data-action=sit]")
    assert await guest.page.locator(".failure").inner_text() != ""


async def test_two_who_wait_for_the_same_game_are_matched(visit: Visit) -> None:
    visitors = [await visit(), await visit()]
    for visitor in visitors:
        await visitor.enter()
        await visitor.page.check("input[name=variant][value=two_player_frenzy]", force=True)
        await visitor.page.click("[data-tab=quick]")
        await visitor.page.select_option("[data-field=stake]", label="1 分 = 100 游戏币")
        await visitor.page.click("[data-action=queue]")
    for visitor in visitors:
        await visitor.page.wait_for_selector(".board")


async def test_settings_are_put_by_and_taken_again(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.page.select_option("[data-field=deals]", label="1 局")
    await visitor.page.click("[data-action=name-preset]")
    await visitor.page.fill(".save input", "快打")
    await visitor.page.click("[data-action=save-preset]")
    await visitor.page.select_option("[data-field=deals]", label="8 局")
    await visitor.page.click(".preset >> text=快打")
    assert await visitor.page.locator("[data-field=deals] option:checked").inner_text() == "1 局"
    # What was opened last is offered again.
    await visitor.page.click("[data-action=start]")
    await visitor.page.wait_for_selector(".board")
    await visitor.page.goto(f"{visitor.url}#/")
    assert await visitor.page.locator("[data-field=deals] option:checked").inner_text() == "1 局"


async def test_the_stake_is_asked_once_and_only_where_money_may_be_played_for(visit: Visit) -> None:
    visitor = await visit(390, 844)
    await visitor.enter()
    stakes = visitor.page.locator("[data-field=stake]")
    assert await stakes.count() == 0
    for way in ("room", "quick"):
        await visitor.page.click(f"[data-tab={way}]")
        assert await stakes.count() == 1


async def test_the_score_sheet_says_what_was_won_and_lost_in_money(visit: Visit) -> None:
    visitor = await visit(390, 844)
    await visitor.enter()
    await visitor.page.click("[data-tab=room]")
    await visitor.page.select_option("[data-field=deals]", label="1 局")
    await visitor.page.select_option("[data-field=stake]", label="1 分 = 5 游戏币")
    await visitor.page.click("[data-action=open-room]")
    await visitor.page.click("[data-action=start-match]:enabled")
    await visitor.page.wait_for_selector(".board")
    await visitor.let_play()
    sheet = visitor.page.locator(SHEET)
    points = [read_number(text) for text in await sheet.locator(".payments tbody td:nth-child(2)").all_inner_texts()]
    money = [read_number(text) for text in await sheet.locator(".payments .money").all_inner_texts()]
    assert money == [5 * change for change in points]
    places = [read_number(text.split()[-1]) for text in await sheet.locator("ol .money").all_inner_texts()]
    assert sorted(places) == sorted(money)
    assert await visitor.overflow() == 0


async def test_what_differs_from_the_standard_is_said_and_taken_back(visit: Visit) -> None:
    visitor = await visit(390, 844)
    await visitor.enter()
    await visitor.page.click("[data-tab=room]")
    changed = visitor.page.locator(".changed li:has(svg)")
    assert await changed.count() == 0
    await visitor.page.select_option("[data-field=seconds]", label="60 秒")
    await visitor.page.click("summary[data-part=rules]")
    option = visitor.page.locator(".options select").first
    name = await visitor.page.locator(".options label[for]").first.inner_text()
    await option.select_option(index=0)
    assert await changed.all_inner_texts() == ["每步时限60 秒", f"{name}不带飘"]
    # What opens the room can be reached from wherever one reads.
    await expect(visitor.page.locator("[data-action=open-room]")).to_be_in_viewport()
    await changed.first.locator("button").click()
    await visitor.page.click("[data-action=all-default]")
    assert await changed.count() == 0
    assert await visitor.page.locator("[data-field=seconds] option:checked").inner_text() == "20 秒"


async def test_who_looks_on_is_seen_and_may_be_offered_a_seat(visit: Visit) -> None:
    host, guest, third = await visit(), await visit(), await visit()
    code = await open_room(host, "anhua")
    await come_by_code(guest, code, "乙")
    await come_by_code(third, code, "丙")
    for visitor in (host, guest, third):
        await visitor.page.wait_for_selector("[data-looker=乙]")
    assert await guest.page.locator("[data-action=offer]").count() == 0
    await host.page.click("[data-looker=乙] [data-action=offer]")
    await guest.page.click("[data-action=accept]")
    await host.page.wait_for_selector(f"{SEAT.format(1)} >> text=乙")
    await third.page.wait_for_selector("[data-looker=乙]", state="detached")
    # Who is sent away is told, and does not get in again.
    await host.page.click("[data-looker=丙] [data-action=expel]")
    await third.page.wait_for_selector("text=房主请你离开了这个房间")
    await third.page.reload()
    await third.page.wait_for_selector("text=房主请你离开了这个房间")
    assert await host.page.locator("[data-looker]").count() == 0


async def test_a_bot_has_the_same_name_in_the_room_and_at_the_table(visit: Visit) -> None:
    host = await visit()
    await open_room(host, "changsha")
    await host.page.select_option(f"{SEAT.format(2)} select", "greedy")
    await host.page.wait_for_selector(f"{SEAT.format(2)} >> text=机器人·丙")
    await host.page.click("[data-action=start-match]:enabled")
    await host.page.wait_for_selector(".board")
    assert "机器人·丙" in await host.page.locator(".board").inner_text()


async def test_who_comes_to_a_full_room_is_told(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    await open_room(host, "two_player_frenzy")
    await host.page.select_option(f"{SEAT.format(1)} select", index=1)
    await host.page.wait_for_selector(f"{SEAT.format(1)} [data-action=kick]")
    await guest.page.goto(host.page.url)
    await guest.page.fill("input", "晚到")
    await guest.page.click("[data-action=enter]")
    await guest.page.wait_for_selector("text=座位坐满了")
    assert await guest.page.locator("[data-action=sit]").count() == 0
