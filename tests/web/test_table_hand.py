"""The own hand: taps that discard, the player's own order, and tiles that are looked at."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser

TILES = ".own button.tile"


async def set_to(visitor: Visitor, *choices: str) -> None:
    """Confirm settings, each as `name=value`."""
    await visitor.page.click("[data-action=settings]")
    for choice in choices:
        name, value = choice.split("=")
        # The button itself is hidden behind its label.
        await visitor.page.check(f"dialog input[name={name}][value={value}]", force=True)
    await visitor.page.click("dialog [data-action=confirm]")
    await visitor.page.wait_for_selector("dialog", state="detached")


async def test_on_a_touch_screen_the_first_tap_raises_and_the_second_discards(visit: Visit) -> None:
    visitor = await visit(390, 844, has_touch=True, is_mobile=True)
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to_own_draw(taps=2)
    river = visitor.page.locator(".seat.bottom .place")
    before = await river.count()
    first, second = visitor.page.locator(TILES).nth(0), visitor.page.locator(TILES).nth(2)
    await first.tap()
    assert await first.get_attribute("aria-pressed") == "true"
    await second.tap()
    assert await first.get_attribute("aria-pressed") is None
    assert await river.count() == before
    name = await second.get_attribute("aria-label")
    assert await visitor.page.locator(".bar .prompt").inner_text() == f"再点一下，打出{name}"
    await second.tap()
    # The log will not do: it may tell of a like tile that was discarded before.
    await expect(river).to_have_count(before + 1)
    await expect(visitor.page.locator("main span.tile.like")).to_have_count(0)


async def test_a_deal_is_played_on_a_touch_screen(visit: Visit) -> None:
    visitor = await visit(390, 844, has_touch=True, is_mobile=True)
    await visitor.enter()
    await visitor.sit_down("guobiao")
    for _ in range(200):
        if (choices := await visitor.asked()) is None:
            break
        assert "轮到你了" in await visitor.page.title()
        if await visitor.page.locator(".act").count():
            await choices.first.tap()
            continue
        kind = await choices.last.get_attribute("data-kind")
        await choices.last.tap()
        await visitor.page.locator(f".own button[data-kind='{kind}'][aria-pressed=true]").tap()
    assert await visitor.page.locator("dialog[open] h2").inner_text() in ("胡牌", "流局")


async def test_the_hand_is_laid_by_mouse_and_by_keyboard(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await set_to(visitor, "order=own")
    await visitor.play_to_own_draw()
    sorted_hand = await visitor.hand()
    boxes = [await tile.bounding_box() for tile in await visitor.page.locator(TILES).all()]
    assert boxes[0] is not None
    assert boxes[4] is not None
    mouse = visitor.page.mouse
    await mouse.move(boxes[0]["x"] + 10, boxes[0]["y"] + 30)
    await mouse.down()
    await mouse.move(boxes[4]["x"] + 20, boxes[4]["y"] + 40, steps=8)
    await mouse.up()
    laid = sorted_hand[1:5] + sorted_hand[:1] + sorted_hand[5:]
    assert await visitor.hand() == laid
    await visitor.page.locator(TILES).nth(1).focus()
    await visitor.page.keyboard.press("Shift+ArrowLeft")
    laid[0], laid[1] = laid[1], laid[0]
    assert await visitor.hand() == laid
    await visitor.page.reload()
    await visitor.page.wait_for_selector(TILES)
    assert await visitor.hand() == laid
    await visitor.page.click("[data-action=sort]")
    assert await visitor.hand() == sorted_hand


async def test_the_hand_is_laid_by_finger(visit: Visit) -> None:
    visitor = await visit(390, 844, has_touch=True, is_mobile=True)
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await set_to(visitor, "order=own")
    await visitor.play_to_own_draw(taps=2)
    hand = await visitor.hand()
    river = await page.locator(".seat.bottom .place").count()
    start, end = [await page.locator(TILES).nth(place).bounding_box() for place in (0, 3)]
    assert start is not None
    assert end is not None
    line = await page.context.new_cdp_session(page)

    async def touch(kind: str, x: float = 0, y: float = 0) -> None:
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        await line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    x, y = start["x"] + start["width"] / 2, start["y"] + start["height"] / 2
    await touch("touchStart", x, y)
    for step in range(1, 9):
        await touch("touchMove", x + (end["x"] - start["x"]) * step / 8, y + (end["y"] - start["y"]) * step / 8)
        await page.wait_for_timeout(25)
    # At rest: after a throw Chromium takes the next tap for the end of it.
    await page.wait_for_timeout(200)
    await touch("touchEnd")
    # The tile lies elsewhere, the page has not moved, and nothing was raised or thrown.
    laid = hand[1:4] + hand[:1] + hand[4:]
    assert await visitor.hand() == laid
    assert await page.evaluate("[scrollX, scrollY]") == [0, 0]
    assert await page.locator(f"{TILES}[aria-pressed=true], .dragged").count() == 0
    assert await page.locator(".seat.bottom .place").count() == river
    # A tap is still a tap.
    await page.locator(TILES).nth(1).tap()
    await page.wait_for_selector(f".bar .prompt >> text=再点一下，打出{laid[1]}")
    assert await visitor.hand() == laid


def held(tiles: int) -> dict[str, Any]:
    """A seat's own part of a view with so many tiles in hand, kongs for those it lacks and flowers beside them."""
    hand = [4 * kind for kind in range(tiles)]
    kongs = [[4 * kind + copy for copy in range(4)] for kind in range(20, 20 + (14 - tiles) // 3)]
    return {
        "hand": hand,
        "size": tiles,
        "drawn": hand[-1] if tiles % 3 == 2 else None,
        "melds": [{"shape": "kong", "tiles": kong, "source": 1, "claimed": kong[0]} for kong in kongs],
        "shown": [{"id": "flowers", "tiles": [4 * kind for kind in range(34, 34 + tiles % 9)]}],
    }


LAID = """count => new Promise(done => {
  let still = 0, middle = null;
  const look = () => {
    const tiles = [...document.querySelectorAll(".own button.tile")];
    const top = document.querySelector(".centre").getBoundingClientRect().top;
    // The table is worked out anew when the window has changed: only when it stands still does its place tell anything.
    still = tiles.length === count && top === middle ? still + 1 : 0;
    middle = top;
    if (still < 5) return requestAnimationFrame(look);
    const beside = [...document.querySelectorAll(".own .tile")].map(tile => tile.getBoundingClientRect());
    const drawn = tiles.find(tile => tile.classList.contains("drawn"));
    done({
      rows: new Set(tiles.map(tile => tile.offsetTop)).size,
      outside: beside.filter(box => box.left < 0 || box.right > innerWidth || box.bottom > innerHeight).length,
      gap: drawn && tiles.length > 1 ? drawn.offsetLeft - tiles.at(-2).offsetLeft - tiles.at(-2).offsetWidth : null,
      width: tiles[0].offsetWidth,
      middle,
    });
  };
  requestAnimationFrame(() => requestAnimationFrame(look));
})"""


async def test_a_hand_takes_no_more_than_two_rows_of_a_phone(visit: Visit) -> None:
    visitor = await visit(390, 844)
    table: list[tuple[WebSocketRoute, dict[str, Any]]] = []

    def listen(route: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if message["type"] == "table":
                table.append((route, message))
            route.send(text)

        route.connect_to_server().on_message(pass_on)

    await visitor.page.route_web_socket("**/ws/tables/**", listen)
    await visitor.enter()
    await visitor.sit_down("mcr")
    await visitor.asked()
    route, message = table[-1]
    own = message["view"]["seats"][message["view"]["viewer"]]
    for width in (360, 390, 430):
        await visitor.page.set_viewport_size({"width": width, "height": 844})
        middles = {}
        # As tiles come and go: from few to many and from many to few, by one and by all.
        for tiles in (1, 14, 13, 11, 8, 7, 5, 2, 14, 4):
            own.update(held(tiles))
            route.send(json.dumps(message | {"events": [], "past": None}))
            laid = await visitor.page.evaluate(LAID, tiles)
            where = f"{tiles} tiles at {width}: {laid}"
            assert laid["rows"] == (2 if tiles > 8 else 1), where
            assert laid["outside"] == 0, where
            assert laid["gap"] is None or laid["gap"] > 6, where
            assert laid["width"] >= width / 9, where
            assert await visitor.overflow() <= 0, where
            middles[tiles] = round(laid["middle"])
        assert len(set(middles.values())) == 1, f"the table jumps at {width}: {middles}"


async def test_tiles_of_the_kind_that_is_looked_at_stand_out(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    await visitor.play_to_own_draw()
    tile = visitor.page.locator(TILES).first
    await tile.hover()
    kind = await tile.get_attribute("data-kind")
    alike = await visitor.page.locator(f"main span.tile[data-kind='{kind}']").count()
    assert alike == await visitor.page.locator("main span.tile.like").count() > 0
    assert await tile.get_attribute("data-unseen") in [f"余 {count}" for count in range(4)]
    await visitor.page.mouse.move(5, 5)
    assert await visitor.page.locator("main span.tile.like").count() == 0


async def test_settings_are_kept_when_they_are_confirmed(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await visitor.enter()
    await visitor.sit_down()
    await page.click("[data-action=settings]")
    await page.uncheck("dialog input[name=sound]")
    await page.keyboard.press("Escape")
    await page.click("[data-action=settings]")
    assert await page.is_checked("dialog input[name=sound]")
    assert not await page.is_checked("dialog input[name=open_hand]")
    await page.check("dialog input[name=theme][value=sky]", force=True)
    await page.check("dialog input[name=suits][value=marked]", force=True)
    await page.check("dialog input[name=language][value=zh-Hant]", force=True)
    await page.click("dialog [data-action=confirm]")
    await page.wait_for_selector("[title=設定]")
    await page.reload()
    await visitor.asked()
    assert await page.evaluate("document.documentElement.dataset.theme") == "sky"
    await visitor.play_to_own_draw()
    assert await page.locator(f"{TILES} .index").count() > 0
    await page.click("[data-action=settings]")
    await page.click("dialog [data-action=defaults]")
    await page.click("dialog [data-action=confirm]")
    await page.wait_for_selector("html[data-theme=jade]")
    assert await page.locator(f"{TILES} .index").count() == 0
