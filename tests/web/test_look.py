"""What holds of every page: it fits its screen, everything can be hit and read, and it speaks the language that was chosen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from web.site import Site
from web.staging import LAID_OUT, Policy, calm, eager, first, sit_down
from web.visitor import Visit, Visitor

from fangcheng.actions import Action
from fangcheng.engine.game import Game
from fangcheng.events import Event
from fangcheng.variants import get_variant

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


# --- the table ------------------------------------------------------------------------------------------------------------------

# Least width of a tile in a river. A table that leaves its room unused has smaller ones.
TILES = {(360, 640): 19, (390, 844): 24, (844, 390): 20, (768, 1024): 46, (1024, 768): 35, (1440, 900): 41, (1920, 1080): 52}

TILE = "() => document.querySelector('.seat .river .tile').offsetWidth"

OUTSIDE = """() => {
  const frame = document.querySelector(".frame").getBoundingClientRect();
  return [...document.querySelectorAll(".board .tile, .board .plate, .centre .group")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < frame.left - 1 || box.top < frame.top - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
  }).map(element => element.className);
}"""

# What reaches beyond the middle, where the rivers lie.
SPILLS = """() => {
  const middle = document.querySelector(".centre").getBoundingClientRect();
  return [...document.querySelectorAll(".centre .about, .centre .group")].filter(element => {
    const box = element.getBoundingClientRect();
    return box.left < middle.left - 1 || box.top < middle.top - 1 || box.right > middle.right + 1 || box.bottom > middle.bottom + 1;
  }).map(element => element.innerText);
}"""

OVERLAPS = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect());
  const over = (one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1
    && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const things = { plates: boxes(".plate"), rivers: boxes(".seat .river .row"), lines: boxes(".seat .line"), middle: boxes(".centre"),
    bar: boxes(".bar .act"), tools: boxes(".tools .button") };
  const names = Object.keys(things);
  return names.flatMap((one, at) => names.slice(at + 1).filter(other => things[one].some(a => things[other].some(b => over(a, b))))
    .map(other => `${one}/${other}`));
}"""

STRAIN = """() => {
  document.querySelectorAll(".plate .total").forEach(total => { total.textContent = "+123456"; });
  document.querySelectorAll(".plate .name").forEach(name => { name.textContent = "Maximilian von Hohenzollern-Sigmaringen"; });
}"""


def late(variant: str, policy: Policy, left: int, **options: object) -> list[Event]:
    """A deal on the viewer's turn, when so few tiles are left."""

    def reached(game: Game) -> bool:
        discards = any(action.verb == "discard" for action in game.asks().get(0, ()))
        return discards and game.state.step.name == "turn" and game.state.wall.left <= left

    return first(get_variant(variant), reached, policy, options=options)


def no_wins(game: Game, seat: int, offers: Sequence[Action]) -> Action:
    """Claims whatever makes melds."""
    return eager("kong", "pung", "chow", "discard")(game, seat, [action for action in offers if action.verb != "win"] or offers)


DEALS = {
    "long rivers": lambda: late("zuanpai", calm, 8),
    "melds and flowers": lambda: late("mcr", no_wins, 30),
}


@pytest.mark.parametrize("deal", DEALS)
async def test_the_table_uses_its_room_and_nothing_covers_another(visit: Visit, weak_site: Site, deal: str) -> None:
    visitor = await visit(at=weak_site)
    await sit_down(visitor, weak_site, DEALS[deal]())
    for strained in (False, True):
        if strained:
            await visitor.page.evaluate(STRAIN)
        for (width, height), least in TILES.items():
            await visitor.page.set_viewport_size({"width": width, "height": height})
            await visitor.page.evaluate(LAID_OUT)
            where = f"{deal} at {width}x{height}"
            assert await visitor.page.evaluate(OUTSIDE) == [], where
            assert await visitor.page.evaluate(OVERLAPS) == [], where
            assert await visitor.overflow() <= 0, where
            if deal == "melds and flowers":
                assert await visitor.page.evaluate(TILE) >= least, where


@pytest.mark.parametrize("locale", ["zh-CN", "en-GB"])
async def test_all_that_lies_in_the_middle_has_room_there(visit: Visit, weak_site: Site, locale: str) -> None:
    visitor = await visit(at=weak_site, locale=locale)
    await sit_down(visitor, weak_site, late("guobiao", calm, 70, specials="horses", min_fan=0))
    assert await visitor.page.locator(".centre .group").count() == 2
    for width, height in (*TILES, (1366, 768), (667, 375)):
        await visitor.page.set_viewport_size({"width": width, "height": height})
        await visitor.page.evaluate(LAID_OUT)
        assert await visitor.page.evaluate(SPILLS) == [], f"{width}x{height}"


def own_turn(game: Game) -> bool:
    return game.state.step.name == "turn" and 0 in game.asks()


@pytest.mark.parametrize(("width", "height"), [(390, 844), (360, 740), (1280, 800)])
async def test_a_hand_that_is_looked_at_moves_nothing(visit: Visit, weak_site: Site, width: int, height: int) -> None:
    visitor = await visit(width, height, at=weak_site)
    peeking = first(get_variant("guobiao"), own_turn, calm, options={"specials": "peek", "min_fan": 0})
    await sit_down(visitor, weak_site, peeking)
    board = await visitor.page.locator(".board").bounding_box()
    await visitor.page.click("details summary")
    await visitor.page.click("details [data-action='peek 2']")
    await visitor.page.wait_for_selector(".watched")
    await visitor.page.evaluate(LAID_OUT)
    assert await visitor.page.locator(".board").bounding_box() == board
    assert await visitor.page.evaluate(OVERLAPS) == []
