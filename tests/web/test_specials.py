"""What is special of some deals, as a real browser shows it: horses, exchanged tiles, looks at a hand, last chances, turned tiles."""

from __future__ import annotations

import pytest
from web.moments import CHANGSHA, MOVING, asked_at, names, open_sheet, special
from web.site import Site
from web.staging import calm, eager, first, sit_down
from web.visitor import Visit

pytestmark = pytest.mark.browser


async def test_horses_say_whose_they_are_and_lie_before_their_owner(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage)
    await sit_down(visitor, stage, special("horses", "horse_picking", eager()))
    row = visitor.page.locator(".pick")
    assert await row.count() == 6
    assert set(await row.locator("small").all_inner_texts()) <= {"我", "下家", "对家", "上家"}
    picked = [await names(row.nth(place).locator(".tile")) for place in (0, 5)]
    await row.nth(0).click()
    await row.nth(5).click()
    await visitor.page.click(".act.horses")
    await visitor.page.wait_for_selector(".own .shown")
    assert await names(visitor.page.locator(".own .shown .tile")) == sorted(kind for (kind,) in picked)
    await visitor.let_play()
    sheet = await open_sheet(visitor)
    backed = await sheet.locator(".shown .label").all_inner_texts()
    assert "我 · 押的马" in backed


async def test_exchanged_tiles_are_shown_to_who_gets_them(visit: Visit, stage: Site) -> None:
    visitor = await visit(at=stage, reduced_motion=MOVING)
    await sit_down(visitor, stage, special("exchange", "exchanging", eager()))
    tiles = visitor.page.locator(".own button.tile")
    for place in (0, 4, 9):
        await tiles.nth(place).click()
    await visitor.page.click(".act.exchange")
    banner = visitor.page.locator(".banner", has_text="换到")
    await banner.wait_for()
    got = await names(banner.locator(".tile"))
    assert len(got) == 3
    held = await names(tiles)
    assert all(held.count(kind) >= got.count(kind) for kind in got)


async def test_a_hand_that_one_may_look_at_lies_near_the_own(visit: Visit, stage: Site) -> None:
    # In the language with the longest words.
    visitor = await visit(390, 844, at=stage, locale="en-GB")
    await sit_down(visitor, stage, special("peek", "turn", calm))
    watched = visitor.page.locator(".watched")
    assert not await watched.count()
    await visitor.page.click("details summary >> text=Look at")
    buttons = visitor.page.locator("details .menu button")
    assert await buttons.evaluate_all("all => all.map(one => one.scrollWidth > one.clientWidth)") == [False] * 3
    await visitor.page.click("details [data-action='peek 2']")
    await watched.wait_for()
    assert "Tiles of Across, for your eyes only" in await watched.inner_text()
    assert len(await names(watched.locator(".tile"))) == 13
    assert await visitor.overflow() <= 0


async def test_the_last_chance_is_four_tiles_face_down(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage, reduced_motion=MOVING)
    await sit_down(visitor, stage, special("fish", "fishing", calm))
    choices = visitor.page.locator(".act.fish")
    assert await names(choices.locator(".tile")) == ["back"] * 4
    assert await names(visitor.page.locator(".centre .groups .group:last-child .tile")) == ["back"] * 4
    await choices.nth(2).click()
    await visitor.page.wait_for_selector(".call >> text=捞牌")
    caught = (await open_sheet(visitor)).locator(".open", has=visitor.page.locator(".marked"))
    assert await caught.count() == 1


async def test_turned_tiles_lie_in_the_middle_while_others_may_have_them(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage)
    policy = eager("win", "open", "declare")
    await sit_down(visitor, stage, first(CHANGSHA, asked_at("reveal_claims"), policy, dealer=1))
    middle = visitor.page.locator(".centre .groups .group", has_text="开杠两张")
    offered = await names(visitor.page.locator(".act .offered .tile"))
    assert set(offered) <= set(await names(middle.locator(".tile")))
    assert "back" not in await names(middle.locator(".tile"))
