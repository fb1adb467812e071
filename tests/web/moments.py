"""Moments that few deals reach: how a deal gets there, and what the page shows."""

from __future__ import annotations

from functools import cache

from playwright.async_api import Locator
from web.staging import Policy, Reached, first
from web.visitor import SHEET, Visitor

from fangcheng.events import Event
from fangcheng.variants import get_variant

FRENZY, GUOBIAO, CHANGSHA, ZUANPAI, MCR = map(get_variant, ("two_player_frenzy", "guobiao", "changsha", "zuanpai", "mcr"))
SCREENS = [(390, 844), (844, 390), (1280, 800)]
MOVING = "no-preference"


def asked_at(step: str) -> Reached:
    """Seat 0 is asked at a step."""
    return lambda game: game.state.step.name == step and 0 in game.asks()


@cache
def special(name: str, step: str, policy: Policy) -> list[Event]:
    """A Guobiao deal with a special, at a question of it."""
    return first(GUOBIAO, asked_at(step), policy, options={"specials": name, "min_fan": 0})


async def names(tiles: Locator) -> list[str]:
    """Kinds of tiles by their numbers, as the page marks them."""
    return [str(kind) for kind in await tiles.evaluate_all("tiles => tiles.map(tile => tile.dataset.kind ?? 'back')")]


async def open_sheet(visitor: Visitor) -> Locator:
    await visitor.page.wait_for_selector(SHEET)
    return visitor.page.locator(SHEET)
