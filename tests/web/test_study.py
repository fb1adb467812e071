"""Rules, scorer, replays and verification, as somebody finds and uses them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.async_api import Page, expect
from web.test_look import check_access, check_fit
from web.visitor import SHEET, Visit, Visitor

from fangcheng.audit.case import ScoreCase
from fangcheng.audit.parse import parse_case
from fangcheng.engine.game import Game
from fangcheng.formats import encode_log
from fangcheng.locales import find
from fangcheng.rules.options import option_rows
from fangcheng.variants import VARIANTS

pytestmark = pytest.mark.browser

SIZES = [(360, 740), (844, 390), (1920, 1080)]
GAME = next(iter(VARIANTS))
HAND = "222m77p33999s [444p] + 7p"
TILE_BUTTONS = 29
KEYS_ARE_WIDE = "least => [...document.querySelectorAll('.keys button')].every(key => key.offsetWidth >= least)"


async def open_page(visitor: Visitor, place: str, wait: str) -> None:
    # Another hash alone would not load the page anew.
    await visitor.page.goto("about:blank")
    await visitor.page.goto(f"{visitor.url}#/{place}")
    await visitor.page.wait_for_selector(wait)


def a_log(game: str = GAME) -> str:
    """The log of a deal in which everybody claims what he can."""
    deal = Game.start(VARIANTS[game], bytes(32))
    while asked := deal.asks():
        seat = min(asked)
        claims = [action for action in asked[seat] if action.verb in ("win", "pung", "chow")]
        deal.act(seat, claims[0] if claims else deal.default_action(seat))
    return encode_log(deal.log).decode()


# --- rules ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
async def test_rules_of_a_game(visit: Visit, game: str) -> None:
    visitor = await visit(locale="zh-TW")
    await open_page(visitor, f"rules/{game}", "article h2")
    page = visitor.page
    assert await page.locator("article").get_attribute("lang") == "zh-Hant"
    assert await page.locator("article dt").count() == len(option_rows(VARIANTS[game].options_type))
    # Notation has become pictures with names.
    assert await page.locator("article .hand[data-tiles] code").count() == 0
    for name in await page.locator("article .hand[role=img]").evaluate_all("hands => hands.map(hand => hand.ariaLabel)"):
        assert name
        assert not re.search(r"undefined|[0-9][mps]", name)
    await page.click(".contents li:last-child a")
    last = page.locator("article h2").last
    await expect(last).to_be_focused()


async def test_rulings_that_a_text_mentions_are_a_click_away(visit: Visit) -> None:
    visitor = await visit()
    await open_page(visitor, f"rules/{GAME}", "article h2")
    link, ruling = visitor.page.locator("article a:has-text('R36')"), visitor.page.locator("#r36")
    await link.click()
    await expect(ruling).to_be_focused()
    await expect(ruling).to_be_in_viewport()
    # The same link leads there again.
    await link.click()
    await expect(ruling).to_be_in_viewport()


async def test_words_are_found_on_a_page_of_rules(visit: Visit) -> None:
    visitor = await visit()
    await open_page(visitor, f"rules/{GAME}", "article h2")
    search = visitor.page.locator("input[type=search]")
    await search.fill("海底")
    count = visitor.page.locator("search [role=status]")
    first = await count.inner_text()
    assert re.fullmatch(r"1 / \d\d", first)
    await search.press("Enter")
    assert (await count.inner_text()).startswith("2 / ")
    await search.press("Shift+Enter")
    assert await count.inner_text() == first
    await search.fill("没有这样的词")
    assert await count.inner_text() == "没有找到"


async def test_rules_change_with_the_language_and_lead_to_other_games(visit: Visit) -> None:
    visitor = await visit(locale="en-GB")
    await open_page(visitor, f"rules/{GAME}", "article h2")
    assert await visitor.page.locator("article").get_attribute("lang") == "en"
    await visitor.page.select_option("header select", "zh-Hans")
    await visitor.page.wait_for_selector("article[lang=zh-Hans]")
    await visitor.page.click("article a[href*='language=en']")
    await visitor.page.wait_for_selector("article[lang=en]")
    games = visitor.page.locator(".games a")
    assert await games.count() == len(VARIANTS)
    title = await visitor.page.locator(".tools h2").inner_text()
    await games.last.click()
    await expect(visitor.page.locator(".tools h2")).not_to_have_text(title)


# --- scorer -----------------------------------------------------------------------------------------------------------------------


async def points(visitor: Visitor) -> str:
    return await visitor.page.locator("article .points").inner_text()


async def test_a_hand_is_put_together_by_clicking(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await open_page(visitor, f"scorer/{GAME}", ".keys")
    await page.click("label:has-text('刻子')")
    await page.click(".keys [aria-label=四筒]")
    for name in ["二万"] * 3 + ["七筒"] * 2 + ["九条"] * 3 + ["三条"] * 2:
        await page.click(f".keys [aria-label={name}]")
    await page.wait_for_selector("text=听牌，胡这些")
    assert await page.locator("section[aria-labelledby=answer-title] li").count() == 2
    # The next tile is the winning one.
    await page.click(".keys [aria-label=七筒]")
    await page.wait_for_selector("text=碰碰胡")
    assert await points(visitor) == "6 分"
    assert await page.locator("#written").input_value() == HAND
    # The address holds the hand.
    await page.reload()
    await page.wait_for_selector("article .points")
    assert await page.locator("#written").input_value() == HAND
    await page.click(".held [aria-label='拿掉 二万']")
    await page.wait_for_selector("article .points", state="detached")
    assert "12" not in await page.locator(".note").inner_text()


async def test_what_is_no_win_is_explained(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await open_page(visitor, f"scorer/{GAME}", ".keys")
    # Who has no hand to ask about sees one.
    await page.click("[data-action=example]")
    await page.wait_for_selector("article .points")
    # Seats are named when somebody asks who pays, and how to write honours where there are such.
    assert "号座" not in await page.inner_text("article")
    assert "东南西北" not in await page.inner_text("#written-help")
    await page.click("label:has-text('也算谁出分')")
    await page.wait_for_selector("article:has-text('1号座')")
    for hand, why, far in (
        ("123m456p789s234p4s + 4s", "小胡要 2、5、8 作将。", "换掉 1 张才听牌"),
        ("123m456p788s234p5s + 5s", "牌还没成胡。", "打掉一张就听牌"),
    ):
        await page.fill("#written", hand)
        await page.press("#written", "Enter")
        await page.wait_for_selector(f"[data-why] >> text={why}")
        await page.wait_for_selector(f"text={far}")
    await check_access(visitor, Path(__file__).parents[2])


async def test_a_pattern_of_the_dealt_hand_has_no_winning_tile(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await open_page(visitor, f"scorer/{GAME}?hand=2222m147p369s147m", ".keys")
    await page.wait_for_selector("text=还差")
    await page.click("label:has-text('起手胡')")
    await page.wait_for_selector("article:has-text('四喜')")
    assert await page.locator(".plus").count() == 0
    await page.click("label:has-text('自摸')")
    await page.wait_for_selector("text=还差")


async def test_a_hand_is_scored_by_keyboard_alone(visit: Visit) -> None:
    visitor = await visit(locale="en-GB")
    keyboard = visitor.page.keyboard
    await open_page(visitor, f"scorer/{GAME}", ".keys")
    await visitor.page.focus("#written")
    await keyboard.press("Control+A")
    await keyboard.type("123m456p789s222p5s + 5x")
    await keyboard.press("Enter")
    assert "character 23" in await visitor.page.locator(".complaint").inner_text()
    await keyboard.press("Backspace")
    await keyboard.type("s")
    await keyboard.press("Enter")
    await visitor.page.wait_for_selector("text=Small win")
    # Who pays: the check box is reached and ticked without a pointer.
    await visitor.page.get_by_label("Who pays?").focus()
    await keyboard.press("Space")
    await visitor.page.wait_for_selector("section[aria-labelledby=answer-title] table")
    changes = await visitor.page.locator("section[aria-labelledby=answer-title] ul:last-child strong").all_inner_texts()
    assert sum(int(change.replace("−", "-")) for change in changes) == 0
    await visitor.page.get_by_label("On a discard").focus()
    await keyboard.press("Space")
    await visitor.page.wait_for_selector("text=Whose tile it is")


def written(value: object) -> str:
    """A fact as an address has it."""
    return ",".join(value) if isinstance(value, list) else value if isinstance(value, str) else json.dumps(value)


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_game_scores_a_winning_case_from_a_link(visit: Visit, repository: Path, game: str) -> None:
    lines = (repository / "tests" / "cases" / f"{game}.jsonl").read_text("utf-8").splitlines()
    cases = [json.loads(line) for line in lines if line and isinstance(parse_case(line), ScoreCase)]
    case = next(case for case in cases if case["expect"].get("points") and case["win"] and not case.get("options") and case.get("melds"))
    told = "&".join(f"fact.{name}={written(value)}" for name, value in case.get("context", {}).items())
    flags = ",".join(case.get("flags", ()))
    hand = f"{case['hand']} {' '.join(case['melds'])} + {case['win']}".replace("+", "%2B")
    visitor = await visit()
    await open_page(visitor, f"scorer/{game}?hand={hand}&by={case['by']}&flags={flags}&{told}", "article .points")
    assert re.match(rf"{case['expect']['points']}\b", await points(visitor))
    labels = await visitor.page.locator("fieldset label").all_inner_texts()
    assert labels
    assert not [label for label in labels if re.fullmatch(r"[a-z_]+", label.strip())]


async def test_a_fact_is_chosen_among_the_values_that_it_can_have(visit: Visit) -> None:
    visitor = await visit()
    page = visitor.page
    await open_page(visitor, "scorer/guobiao?hand=123m456m789m23p55s%2B1p&fact.fortune=88&fact.wild=P", "article .points")
    fan = int((await points(visitor)).split()[0])
    chosen = page.locator("label:has-text('天降财神') select")
    assert (await chosen.locator("option").all_inner_texts())[1:] == ["8", "18", "28", "38", "48", "58", "68", "78", "88"]
    assert await chosen.input_value() == "88"
    await chosen.select_option("8")
    await page.wait_for_selector(f"article .points:has-text('{fan - 80} ')")
    assert "东南西北，C F P 中发白" in await page.inner_text("#written-help")
    # What is written freely is complained about by its name.
    await open_page(visitor, f"scorer/{GAME}?hand={HAND.replace('+', '%2B')}&fact.reveal=E", ".failure")
    label = find("zh-Hans", "fact.reveal.label", GAME)
    assert await page.inner_text(".failure") == f"“{label}”不能是 E。"


# --- replays ----------------------------------------------------------------------------------------------------------------------


async def hand_in(visitor: Visitor, log: str, wait: str) -> None:
    await visitor.page.fill("textarea", log)
    await visitor.page.click("[data-action=read-log]")
    await visitor.page.wait_for_selector(wait)


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


# --- every page -------------------------------------------------------------------------------------------------------------------


PAGES = [
    (f"rules/{GAME}", "article h2"),
    (f"scorer/{GAME}?hand={HAND.replace('+', '%2B')}", "article .points"),
    ("replay", "textarea"),
    ("verify", "textarea"),
]
"""Each page by its place, and what it shows when it is ready."""


@pytest.mark.parametrize(("width", "height"), SIZES)
async def test_pages_fit_and_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    for place, ready in PAGES:
        await open_page(visitor, place, ready)
        await check_access(visitor, repository)
        if place.startswith("scorer"):
            assert await visitor.overflow() <= 0
            assert await visitor.page.evaluate(KEYS_ARE_WIDE, TILE_BUTTONS)
        elif place in ("replay", "verify"):
            await check_fit(visitor)
            await hand_in(visitor, a_log(), "input[type=range], .verdict")
            await check_fit(visitor)
            await check_access(visitor, repository)
        else:
            assert await visitor.overflow() <= 0
