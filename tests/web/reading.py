"""The pages beside the tables, as somebody finds and uses them."""

from __future__ import annotations

from web.visitor import Visitor

from fangcheng.engine.game import Game
from fangcheng.formats import encode_log
from fangcheng.variants import VARIANTS

GAME = next(iter(VARIANTS))
HAND = "222m77p33999s [444p] + 7p"


async def open_page(visitor: Visitor, place: str, wait: str) -> None:
    """Go to a place of the site and wait for what it shows when it is there."""
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


async def hand_in(visitor: Visitor, log: str, wait: str) -> None:
    """Hand in a log on the page that is open, and wait for what comes of it."""
    await visitor.page.fill("textarea", log)
    await visitor.page.click("[data-action=read-log]")
    await visitor.page.wait_for_selector(wait)
