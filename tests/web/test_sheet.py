"""The score sheet: each number has its name, and a touch opens it before its time."""

from __future__ import annotations

import asyncio
import re

import pytest
from web.moments import MOVING, ZUANPAI, open_sheet
from web.site import Site
from web.staging import eager, first, sit_down
from web.visitor import Visit

from fangcheng.engine.game import Game
from fangcheng.variants import get_variant

pytestmark = pytest.mark.browser


def may_win(game: Game) -> bool:
    return 0 in game.asks() and any(action.verb == "win" for action in game.asks()[0])


@pytest.mark.parametrize("game", ["changsha", "zuanpai", "anhua", "two_player_frenzy", "guobiao"])
async def test_each_number_of_a_payment_has_its_name(visit: Visit, stage: Site, game: str) -> None:
    visitor = await visit(at=stage)
    options = {"min_fan": 0} if game == "guobiao" else {}
    events = first(get_variant(game), may_win, eager("kong", "pung", "pass"), options=options)
    await sit_down(visitor, stage, events)
    await visitor.page.locator(".act.win").first.click()
    sheet = await open_sheet(visitor)
    # Whatever lies open at the end, such as birds, can be seen.
    widths = await sheet.locator(".open .tile").evaluate_all("tiles => tiles.map(tile => tile.offsetWidth)")
    assert all(width > 20 for width in widths)
    assert game not in ("changsha", "anhua") or widths
    formulas = sheet.locator(".formula .formula")
    assert await formulas.count()
    # What it comes to is read before how it was reckoned, and stays on the plates of the table.
    tops = [await place.evaluate("place => place.getBoundingClientRect().top") for place in (sheet.locator(".payments"), formulas.first)]
    assert tops == sorted(tops)
    assert any(sign in text for text in await visitor.page.locator(".plate .change").all_inner_texts() for sign in "+−")
    for place in range(await formulas.count()):
        terms = formulas.nth(place).locator(".term")
        # No number is left without a name, and no name is an id.
        assert not re.search(r"\d", "".join(await formulas.nth(place).locator(".sign").all_inner_texts()))
        captions = await terms.locator("small").all_inner_texts()
        assert captions
        assert not [caption for caption in captions if caption.isascii()]


TOUCH = """() => new Promise(tell => {
  const open = () => document.querySelector("dialog[open]") !== null;
  new MutationObserver((_, watch) => {
    if (!document.querySelector(".call")?.textContent.includes("自摸") || !document.querySelector("dialog.over")) return;
    watch.disconnect();
    const before = open();
    document.body.dispatchEvent(new PointerEvent("pointerdown", {bubbles: true}));
    tell([before, open()]);
  }).observe(document.body, {subtree: true, childList: true, characterData: true});
})"""
"""Touches the page as soon as the win is called: whether the sheet was open before, and after. Within the page, for its time runs there."""


async def test_a_touch_opens_the_sheet_before_its_time(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage, reduced_motion=MOVING)
    await sit_down(visitor, stage, first(ZUANPAI, may_win, eager("kong", "pung", "pass")))
    touched = asyncio.create_task(visitor.page.evaluate(TOUCH))
    await visitor.page.locator(".act.win").first.click()
    assert await touched == [False, True]
