"""The scorer: hands put together, written or linked, and what they are worth."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from web.reading import GAME, HAND, open_page
from web.test_look import check_access
from web.visitor import Visit, Visitor

from fangcheng.audit.case import ScoreCase
from fangcheng.audit.parse import parse_case
from fangcheng.locales import find
from fangcheng.variants import VARIANTS

pytestmark = pytest.mark.browser


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
