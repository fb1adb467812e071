"""Hints at the table: what can be said of the own hand, when it is asked for."""

from __future__ import annotations

import pytest
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser

PANEL = ".help[aria-busy=false]"


async def ask(visitor: Visitor, game: str) -> None:
    await visitor.enter()
    await visitor.sit_down(game)
    await visitor.play_to_own_draw()
    await visitor.page.click("[data-action=help]")
    await visitor.page.wait_for_selector(f"{PANEL} .discard")


async def test_the_best_discards_are_shown_and_the_one_that_is_looked_at(visit: Visit) -> None:
    visitor = await visit()
    await ask(visitor, "mcr")
    page = visitor.page
    kinds = await page.locator(f"{PANEL} .discard .big [data-kind]").evaluate_all("tiles => tiles.map(tile => tile.dataset.kind)")
    held = await page.locator(".own button.tile").evaluate_all("tiles => tiles.map(tile => tile.dataset.kind)")
    assert len(kinds) == len(set(kinds)) == 3
    assert set(kinds) <= set(held)
    other = next(kind for kind in held if kind not in kinds)
    await page.locator(f".own button[data-kind='{other}']").first.hover()
    assert await page.locator(f"{PANEL} .discard .big [data-kind]").first.get_attribute("data-kind") == other


async def test_hints_follow_the_hand_and_are_remembered_until_they_are_closed(visit: Visit) -> None:
    visitor = await visit()
    await ask(visitor, "zuanpai")
    page = visitor.page
    await page.locator(".own .tile[aria-disabled=false]").last.click()
    await visitor.asked()
    await page.wait_for_selector(PANEL)
    await page.reload()
    await page.wait_for_selector(PANEL)
    await page.keyboard.press("h")
    await page.wait_for_selector(".help", state="detached")
    await page.reload()
    await visitor.asked()
    assert await page.locator(".help").count() == 0


async def test_a_phone_shows_one_discard_above_the_hand(visit: Visit) -> None:
    visitor = await visit(390, 844)
    await ask(visitor, "zuanpai")
    assert await visitor.page.locator(f"{PANEL} .discard").count() == 1
    panel = await visitor.page.locator(".help").bounding_box()
    hand = await visitor.page.locator(".own .hand").bounding_box()
    assert panel is not None
    assert hand is not None
    assert panel["y"] + panel["height"] <= hand["y"]
    assert await visitor.overflow() <= 0
