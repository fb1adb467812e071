"""Rules, scorer, replays and verification fit every screen, and everybody can use them."""

from __future__ import annotations

from pathlib import Path

import pytest
from web.reading import GAME, HAND, a_log, hand_in, open_page
from web.test_look import check_access, check_fit
from web.visitor import Visit

pytestmark = pytest.mark.browser
SIZES = [(360, 740), (844, 390), (1920, 1080)]
TILE_BUTTONS = 29
KEYS_ARE_WIDE = "least => [...document.querySelectorAll('.keys button')].every(key => key.offsetWidth >= least)"
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
