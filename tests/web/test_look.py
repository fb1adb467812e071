"""What holds of every page: it fits its screen, everything can be hit and read, and it speaks the language that was chosen."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser

SMALLEST = 40

SMALL_BUTTONS = """least => [...document.querySelectorAll("button, a, select, summary")]
  .map(element => [element.ariaLabel || element.textContent.trim(), element.getBoundingClientRect()])
  .filter(([, box]) => box.width > 1 && (box.width < least || box.height < least))
  .map(([name, box]) => `${name} ${box.width}x${box.height}`)"""


async def check_fit(visitor: Visitor, least: int = SMALLEST) -> None:
    assert await visitor.overflow() <= 0
    assert await visitor.page.evaluate(SMALL_BUTTONS, least) == []


async def check_access(visitor: Visitor, root: Path) -> None:
    """No complaint of axe, the checker of the accessibility guidelines."""
    # Run rather than added as a script element, which the page's policy forbids.
    await visitor.page.evaluate((root / "web/node_modules/axe-core/axe.min.js").read_text())
    found = await visitor.page.evaluate("axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })")
    assert [(issue["id"], [node["html"] for node in issue["nodes"]][:3]) for issue in found["violations"]] == []


APART = """() => {
  const [bar, board] = [".bar", ".board"].map(name => document.querySelector(name).getBoundingClientRect());
  return bar.top >= board.bottom || bar.left >= board.right;
}"""


@pytest.mark.parametrize(("width", "height"), [(390, 844), (844, 390), (1440, 900)])
async def test_pages_fit_the_screen_and_can_be_used_by_everyone(visit: Visit, repository: Path, width: int, height: int) -> None:
    visitor = await visit(width, height)
    await visitor.page.goto(visitor.url)
    await visitor.page.wait_for_selector("[data-action=enter]")
    await check_fit(visitor)
    await visitor.enter()
    for part in await visitor.page.locator("summary").all():
        await part.click()
    await check_fit(visitor)
    await check_access(visitor, repository)
    await visitor.sit_down()
    await visitor.play_on(2)
    await visitor.asked()
    assert await visitor.page.evaluate(APART)
    await check_fit(visitor)
    await check_access(visitor, repository)
    await visitor.let_play()
    await check_fit(visitor)
    await check_access(visitor, repository)


async def test_the_language_is_the_browsers_until_another_is_chosen(visit: Visit) -> None:
    visitor = await visit(locale="en-GB")
    await visitor.enter()
    assert await visitor.page.locator("[data-action=start]").inner_text() == "Play against bots"
    await visitor.page.select_option("header select", "zh-Hant")
    await visitor.page.wait_for_selector("text=和機器人打")
    await visitor.page.reload()
    await visitor.page.wait_for_selector("text=和機器人打")
    assert await visitor.page.evaluate("document.documentElement.lang") == "zh-Hant"


async def test_options_of_the_form_are_the_games_own(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    variants = await visitor.page.evaluate("fetch('api/variants').then(answer => answer.json())")
    await visitor.page.click("summary[data-part=rules]")
    labels = await visitor.page.locator(".options label[for], .options legend").all_inner_texts()
    assert len(labels) == len(variants[0]["options"])
    assert not [label for label in labels if label.isascii()]
