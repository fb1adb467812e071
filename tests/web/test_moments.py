"""Moments that few deals reach: a deal stands there, and a real browser shows what is special about it."""

from __future__ import annotations

import re
from typing import Any

import pytest
from web.moments import FRENZY, GUOBIAO, MCR, MOVING, SCREENS, ZUANPAI, asked_at, names, open_sheet, special
from web.site import Site
from web.staging import calm, eager, first, sit_down
from web.visitor import SHEET, Visit

from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import player
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.treasure import TreasureLook

pytestmark = pytest.mark.browser


# --- two players: the split, the treasure -------------------------------------------------------------------------------------


def before_the_split(game: Game) -> bool:
    return asked_at("claims")(game) and game.state.wall.left == 2


async def test_the_split_is_a_moment_of_its_own(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage, reduced_motion=MOVING)
    await sit_down(visitor, stage, first(FRENZY, before_the_split, calm))
    await visitor.page.click(".act.pass")
    await visitor.page.wait_for_selector(".banner >> text=最后两张，分张")
    middle = visitor.page.locator(".centre .groups .group", has_text="分张")
    assert "back" not in await names(middle.locator(".face .tile"))
    assert (await middle.locator("small").all_inner_texts())[0] == "我"
    assert not await visitor.page.locator(SHEET).count()
    sheet = await open_sheet(visitor)
    assert "胡家" not in await sheet.inner_text()
    await sheet.locator("summary").click()
    assert await sheet.locator(".many .tile").count() == 52


def may_declare(game: Game) -> bool:
    """Seat 0 may declare ready with one tile and nobody has yet, and then sees the treasure by itself if the other takes what is first."""
    declarations = [action for action in game.asks().get(0, ()) if action.verb == "ready"]
    if not asked_at("turn")(game) or len(declarations) != 1 or any(extra_of(game.state).ready):
        return False
    after = Game.resume(game.state.variant, game.log)
    after.act(0, declarations[0])
    while asked := after.asks():
        seat = min(asked)
        action = after.forced_action(0) if seat == 0 else asked[seat][0]
        if action is None:
            return False
        if any(isinstance(event, TreasureLook) and event.seat == 0 for event in after.act(seat, action)):
            return True
    return False


async def test_the_treasure_is_seen_by_who_looks_at_it(visit: Visit, stage: Site) -> None:
    visitor = await visit(at=stage, reduced_motion=MOVING)
    events = first(FRENZY, may_declare, eager("kong", "pung", "chow", "discard"))
    await sit_down(visitor, stage, events, bot="first_legal")
    await visitor.page.locator(".act.ready").first.click()
    # The hand is declared: all goes by itself up to the look.
    banner = visitor.page.locator(".banner", has_text="只有你看得到")
    await banner.wait_for()
    (seen,) = await names(banner.locator(".tile"))
    assert seen != "back"
    assert await names(visitor.page.locator(".centre .groups .face .tile")) == [seen]
    assert "已看宝" in await visitor.page.locator(".plate.bottom").inner_text()


def may_found_two(game: Game) -> bool:
    return sum(len(action.tiles) == 3 for action in game.asks().get(0, ()) if action.verb == "kong") == 2


async def test_kongs_are_called_by_their_names_and_their_money_runs_on_the_plate(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage)
    await sit_down(visitor, stage, first(FRENZY, may_found_two, calm))
    words = await visitor.page.locator(".act .word").all_inner_texts()
    assert len(words) == 2
    assert set(words) <= {"喜杠", "幺蛋", "九蛋"}
    await visitor.page.locator(".act").first.click()
    await visitor.page.wait_for_selector(".plate.bottom >> text=杠钱 1")


# --- what choices mean, and calls ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_a_choice_of_a_phase_is_explained_beside_it(visit: Visit, stage: Site, width: int, height: int) -> None:
    visitor = await visit(width, height, at=stage)
    await sit_down(visitor, stage, first(GUOBIAO, asked_at("staking"), calm))
    help_line = visitor.page.locator(".bar .help")
    assert "乘两家的倍数" in await help_line.inner_text()
    box, act = await help_line.bounding_box(), await visitor.page.locator(".act").first.bounding_box()
    assert box is not None
    assert act is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= act["y"] + 1
    await visitor.page.locator(".act").first.click()
    await help_line.wait_for(state="detached")


SPEAKER = """languages => {
  window.spoken = [];
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
  Object.defineProperty(window, "speechSynthesis", { value: {
    getVoices: () => languages.map(lang => ({ lang })), speak: said => window.spoken.push(said.text), cancel: () => {} } });
}"""


@pytest.mark.parametrize(("voices", "said"), [(["en-US", "zh-CN"], ["碰"]), (["en-US"], []), ([], [])])
async def test_a_call_is_shown_whatever_the_machine_can_say(visit: Visit, stage: Site, voices: list[str], said: list[str]) -> None:
    visitor = await visit(at=stage)
    await visitor.page.add_init_script(f"({SPEAKER})({voices})")
    await sit_down(visitor, stage, first(ZUANPAI, lambda game: any(offer.verb == "pung" for offer in game.asks().get(0, ())), calm))
    await visitor.page.click(".act.pung")
    call = visitor.page.locator(".call.bottom")
    await call.wait_for(state="attached")
    assert await call.inner_text() == "碰"
    assert await visitor.page.evaluate("window.spoken") == said
    await visitor.page.click("[data-action=settings]")
    note = await visitor.page.inner_text("#about-speech")
    assert ("没有这种语言的语音" in note) == (not said)


# --- plates and rivers --------------------------------------------------------------------------------------------------------

COVERED = """() => {
  const boxes = selector => [...document.querySelectorAll(selector)].map(element => element.getBoundingClientRect());
  const apart = (one, other) => one.right <= other.left + 1 || one.bottom <= other.top + 1;
  const meet = (one, other) => !apart(one, other) && !apart(other, one);
  const [plates, tiles] = [boxes(".plate"), boxes(".seat .river .tile")];
  return plates.flatMap((plate, place) => tiles.filter(tile => meet(plate, tile)).map(() => place));
}"""


def many_badges(game: Game) -> bool:
    return 0 in game.asks() and all(len(FRENZY.badges(game.state, seat)) >= number for seat, number in ((0, 1), (1, 3)))


def nobody_wins(game: Game, seat: int, offers: Any) -> Any:
    """Kongs and declarations whenever there are any, and no win."""
    left = [action for action in offers if action.verb != "win"]
    return eager("kong", "ready", "pass")(game, seat, left or offers)


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_plates_with_many_badges_touch_no_river(visit: Visit, stage: Site, width: int, height: int) -> None:
    visitor = await visit(width, height, at=stage, locale="en-GB")
    await sit_down(visitor, stage, first(FRENZY, many_badges, nobody_wins))
    assert await visitor.page.locator(".plate.top .badge").count() >= 3
    assert await visitor.page.evaluate(COVERED) == []


@pytest.mark.parametrize(("width", "height"), SCREENS)
async def test_rivers_at_the_end_of_the_wall_cover_no_plate(visit: Visit, stage: Site, width: int, height: int) -> None:
    visitor = await visit(width, height, at=stage)
    await sit_down(visitor, stage, special("fish", "fishing", calm))
    assert await visitor.page.locator(".seat.bottom .river .place").count() > 18
    assert await visitor.page.evaluate(COVERED) == []


# --- the official rules: a hand that is too small -----------------------------------------------------------------------------


def too_small(game: Game) -> bool:
    return asked_at("turn")(game) and len(game.asks()[0]) > 1 and "hint" in view(game.state, player(0)).facts


async def test_a_hand_that_is_too_small_is_told_what_it_has(visit: Visit, stage: Site) -> None:
    visitor = await visit(390, 844, at=stage)
    log = first(MCR, too_small, eager("chow", "pung"))
    await sit_down(visitor, stage, log)
    await visitor.page.wait_for_selector(".hint")
    assert re.fullmatch(r"胡得成，但只有 [1-7] 番，不足起和的 8 番。", await visitor.page.inner_text(".hint"))
    assert not await visitor.page.locator(".act.win").count()
