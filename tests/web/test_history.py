"""What is left of deals that were played: records, links for others, statistics, leaderboards."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.test_look import check_access, check_fit
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser


async def play_a_deal(visitor: Visitor, game: str = "changsha") -> None:
    """Let the table play a deal against bots."""
    await visitor.enter()
    await visitor.sit_down(game)
    await visitor.let_play()


async def test_a_deal_is_found_again_and_shown_to_somebody_else(visit: Visit) -> None:
    player, other = await visit(), await visit()
    await play_a_deal(player)
    await player.page.goto(f"{player.url}#/records")
    await player.page.click(".match")
    await player.page.click("[data-deal='0'] [data-action=share]")
    link = await player.page.locator(".link input").input_value()
    await other.enter("外人")
    await other.page.goto(link)

    await other.page.wait_for_selector(".board")
    # Nobody there is himself: seats have numbers, and the one who played his name.
    board = await other.page.locator(".board").inner_text()
    assert "小方" in board
    assert "1号座" in board
    # The hand that the link shows lies there once.
    assert await other.page.locator("section.seat.bottom .hand").count() == 0
    assert await other.page.locator("text=/^我$/").count() == 0
    await other.page.click("[data-action=verify]")
    await other.page.wait_for_selector(".verdict.good")
    await other.page.goto(link)
    await other.page.wait_for_selector(".board")
    # Taken back, it leads nowhere any more.
    await player.page.click("details summary")
    await player.page.click("details li .button")
    await player.page.wait_for_selector("details li", state="detached")
    await other.page.reload()
    await other.page.wait_for_selector(".failure")


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1440, 900)])
async def test_pages_of_figures_fit_the_screen_and_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    await play_a_deal(visitor, "two_player_frenzy")
    # Guests stand on no leaderboard.
    leader = {"place": 1, "name": "小方", "you": True, "deals": 1, "wins": 1, "points": 9, "money": 0, "average": 9}
    await visitor.page.route("**/api/leaderboard/**", lambda route: route.fulfill(json={"items": [leader], "next": None}))
    for page, shown in (("records", ".match"), ("statistics", "tbody tr"), ("leaderboard/two_player_frenzy", "main .card")):
        await visitor.page.goto(f"{visitor.url}#/{page}")
        await visitor.page.wait_for_selector(shown)
        if page == "records":
            await visitor.page.click(shown)
            await visitor.page.wait_for_selector("[data-deal]")
        await check_fit(visitor)
        await check_access(visitor, repository)
    await visitor.page.click("text=和机器人")
    await visitor.page.wait_for_selector(".you")
    assert "小方" in await visitor.page.locator(".you").inner_text()


async def test_who_is_equal_shares_a_place(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    leaders = [
        {"place": place, "name": name, "you": False, "deals": 2, "wins": 1, "points": points, "money": 0, "average": 0}
        for place, name, points in ((1, "甲", 9), (2, "乙", 4), (2, "丙", 4), (4, "丁", -17))
    ]
    await visitor.page.route("**/api/leaderboard/**", lambda route: route.fulfill(json={"items": leaders, "next": None}))
    await visitor.page.goto(f"{visitor.url}#/leaderboard/changsha")
    await visitor.page.wait_for_selector("tbody tr:nth-child(4)")
    assert await visitor.page.locator("tbody td:nth-child(1)").all_inner_texts() == ["1", "2", "2", "4"]
    assert await visitor.page.locator("tbody td:nth-child(2)").all_inner_texts() == ["甲", "乙", "丙", "丁"]


async def test_a_best_hand_is_shown_with_its_tiles_and_unit(visit: Visit) -> None:
    visitor = await visit(390, 844)
    await visitor.enter()
    sums = {"deals": 3, "wins": 1, "self_draws": 1, "deal_ins": 0, "draws": 0, "points": 24, "money": 0, "average": 8.0}
    rates = {"win_rate": 0.33, "self_draw_rate": 0.33, "deal_in_rate": 0.0, "draw_rate": 0.0}
    best = {"points": 24, "table": "t", "deal": 1}
    games = [{"variant": "guobiao", "people": {**sums, **rates, "best": best}, "bots": None, "elements": {"pure_suit": 2}}]
    won = {"concealed": [0, 1, 2, 3], "melds": [[9, 9, 9]], "win": [3], "points": 24, "elements": ["pure_suit"]}
    await visitor.page.route("**/api/statistics*", lambda route: route.fulfill(json=games))
    await visitor.page.route("**/api/replay/t/1/won", lambda route: route.fulfill(json=won))
    await visitor.page.goto(f"{visitor.url}#/statistics")
    shown = visitor.page.locator("[data-best]")
    await shown.locator("[role=img]").wait_for()
    assert "24 番" in await shown.inner_text()
    assert "一万" in str(await shown.locator("[role=img]").get_attribute("aria-label"))
    assert await shown.locator("a").get_attribute("href") == "#/replay/t?deal=1"
    assert await visitor.overflow() <= 0
