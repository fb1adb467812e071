"""Whole deals in a real browser: by pointer, by keyboard, and across lost connections."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute
from web.site import Site
from web.visitor import ASKED, SHEET, Visit, Visitor

from fangcheng.variants import VARIANTS

pytestmark = pytest.mark.browser

SHORTCUTS = "buttons => buttons.map(button => button.getAttribute('aria-keyshortcuts'))"


async def check_sheet(visitor: Visitor) -> None:
    """The score sheet says in Chinese how the deal ended, and its payments sum to zero."""
    sheet = visitor.page.locator(SHEET)
    title = await sheet.locator("h2").inner_text()
    assert title in ("胡牌", "流局")
    changes = await sheet.locator(".payments tbody td:nth-child(2)").all_inner_texts()
    assert len(changes) >= 2
    assert sum(int(change.replace("−", "-")) for change in changes) == 0
    if title == "胡牌":
        assert re.search(r"\d+ [分番]", await sheet.locator("article").first.inner_text())
        assert await sheet.locator("article .marked").count() >= 1


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_deal_is_played_by_clicking_what_is_offered(visit: Visit, game: str) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down(game)
    assert await visitor.play_on() > 0
    await check_sheet(visitor)
    log = await visitor.page.locator("[role=log]").text_content() or ""
    assert re.search(r"我(打出|碰|吃|杠|自摸) [一二三四五六七八九东南西北红发白]", log)
    await visitor.page.click(f"{SHEET} [data-action=next]")
    await visitor.page.wait_for_selector("text=/第 2 .*局/")
    assert await visitor.asked() is not None


async def test_a_deal_is_played_by_keyboard(visit: Visit) -> None:
    visitor = await visit()
    keyboard = visitor.page.keyboard
    await visitor.page.goto(visitor.url)
    await visitor.page.focus("input")
    await keyboard.type("键盘")
    await keyboard.press("Enter")
    await visitor.page.focus("[data-action=start]")
    await keyboard.press("Enter")
    await visitor.page.wait_for_selector(".board")
    while await visitor.asked() is not None:
        before = await visitor.page.locator(".own").inner_html() + await visitor.page.locator(".bar").inner_html()
        keys = await visitor.page.locator(".act").evaluate_all(SHORTCUTS)
        if keys:
            await keyboard.press("Space" if "Space" in keys else f"Key{keys[0]}")
        elif await visitor.page.locator(".own .drawn").count():
            await keyboard.press("d")
        else:
            # After a claim nothing is drawn: walk to a tile and take it.
            await keyboard.press("ArrowLeft")
            await keyboard.press("Enter")
        await visitor.page.wait_for_function(
            "([before, sheet]) => document.querySelector(sheet) || document.querySelector('.own').innerHTML"
            " + document.querySelector('.bar').innerHTML !== before",
            arg=[before, SHEET],
        )
    await check_sheet(visitor)
    await keyboard.press("Enter")
    await visitor.page.wait_for_selector("text=/第 2 .*局/")


async def test_a_second_click_of_a_double_click_discards_nothing(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to_own_draw()
    river = visitor.page.locator(".seat.bottom .place")
    before = await river.count()
    await visitor.page.locator(".own button.tile").first.dblclick()
    await visitor.page.wait_for_selector(f"{SHEET}, {ASKED}")
    assert await river.count() <= before + 1


async def test_a_killed_server_comes_back_and_the_deal_goes_on(visit: Visit, weak_site: Site) -> None:
    visitor = await visit(390, 844, at=weak_site)
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_on(3)
    await visitor.asked()
    hand, board = await visitor.hand(), await visitor.page.locator(".board").bounding_box()
    weak_site.kill()
    await visitor.page.wait_for_selector("[data-state=lost]")
    # Nothing moves, and nothing is clicked in vain.
    assert await visitor.page.locator(".board").bounding_box() == board
    assert await visitor.page.locator(ASKED).count() == 0
    assert await visitor.page.locator("[data-action=auto]").is_disabled()
    weak_site.start()
    await visitor.page.wait_for_selector("[data-state=lost]", state="detached")
    assert await visitor.hand() == hand
    await visitor.let_play()
    await check_sheet(visitor)


async def test_a_running_table_is_resumed_from_the_lobby(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_on(2)
    await visitor.asked()
    hand = await visitor.hand()
    await visitor.page.click("header a")
    await visitor.page.click("text=回到牌桌")
    await visitor.page.wait_for_selector(".board")
    assert await visitor.hand() == hand


async def test_a_second_page_takes_over(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    other = await visitor.page.context.new_page()
    await other.goto(visitor.page.url)
    await other.wait_for_selector(".board")
    assert "在别处打开" in await visitor.page.locator("[role=alert]").inner_text()
    await visitor.page.click("[data-action=return]")
    await visitor.page.wait_for_selector(".board")
    await other.wait_for_selector("[data-action=return]")


async def test_the_table_plays_until_it_is_told_to_stop(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await visitor.let_play()
    await visitor.page.click(f"{SHEET} [data-action=auto-off]")
    await visitor.page.wait_for_selector("[data-action=auto-off]", state="detached")
    await visitor.page.click(f"{SHEET} [data-action=next]")
    # The sheet stays until the server has dealt again.
    await visitor.page.wait_for_selector(SHEET, state="detached")
    assert await visitor.asked() is not None


Offers = list[dict[str, Any]]


def offer_instead(change: Callable[[Offers, list[int]], Offers], sent: list[str]) -> Callable[[WebSocketRoute], None]:
    """The first offers to discard changed on the way, given the own hand; from then on answers go nowhere but into `sent`."""

    def handle(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        changed = False

        def pass_on(text: str | bytes) -> None:
            nonlocal changed
            message: dict[str, Any] = json.loads(text)
            view = message.get("view")
            if view and any(offer["verb"] == "discard" for offer in view["offers"]):
                changed, view["offers"] = True, change(view["offers"], view["seats"][view["viewer"]]["hand"])
            route.send(json.dumps(message))

        server.on_message(pass_on)
        route.on_message(lambda text: sent.append(json.loads(text).get("action", "")) if changed else server.send(text))

    return handle


async def test_an_action_with_many_tiles_is_a_button_and_a_tap(visit: Visit) -> None:
    visitor = await visit()
    sent: list[str] = []

    def change(offers: Offers, hand: list[int]) -> Offers:
        discards = [offer for offer in offers if offer["verb"] == "discard"]
        ready = [offer | {"verb": "ready", "text": offer["text"].replace("discard", "ready")} for offer in discards[1:]]
        return [*ready, *offers, {"verb": "look", "text": "look 1", "number": 1, "free": True}]

    await visitor.page.route_web_socket("**/ws/**", offer_instead(change, sent))
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to(".act.ready")
    await visitor.page.click(".act.ready")
    await visitor.page.wait_for_selector(".own .tile[aria-disabled=true]")
    await visitor.page.locator(".own .tile[aria-disabled=false]").last.click()
    await visitor.page.click("details summary")
    await visitor.page.wait_for_selector("details [data-action='look 1']")
    assert re.fullmatch(r"ready \S+", "".join(sent))


async def test_tiles_to_give_away_are_picked_in_the_hand(visit: Visit) -> None:
    visitor = await visit()
    sent: list[str] = []

    def change(offers: Offers, hand: list[int]) -> Offers:
        return [{"verb": "exchange", "text": "exchange", "pick": {"kinds": sorted(tile >> 2 for tile in hand), "most": 2}}]

    await visitor.page.route_web_socket("**/ws/**", offer_instead(change, sent))
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to(".act.exchange")
    tiles = visitor.page.locator(".own button.tile")
    for place in (3, 0, 2, 3, 4):
        await tiles.nth(place).click()
    assert await visitor.page.locator(".own .tile[aria-pressed=true]").count() == 2
    await visitor.page.click(".act.exchange")
    await visitor.page.wait_for_selector(".act[disabled]")
    assert re.fullmatch(r"exchange \d[mps]\d[mps]", "".join(sent))


async def test_a_refusal_is_said_in_words(visit: Visit) -> None:
    visitor = await visit()

    def meddle(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(text: str | bytes) -> None:
            message: dict[str, Any] = json.loads(text)
            if message.get("action", "").startswith("discard"):
                message["action"] = "fly away"
            server.send(json.dumps(message))

        route.on_message(pass_on)

    await visitor.page.route_web_socket("**/ws/**", meddle)
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to_own_draw()
    await visitor.page.locator(".own button.tile").first.click()
    await visitor.page.wait_for_selector(".refusal:not(:empty)")
    assert re.search(r"[一-鿿]", await visitor.page.locator(".refusal").inner_text())
