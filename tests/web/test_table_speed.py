"""How much the browser has to do for the table, and how much it has to fetch first."""

from __future__ import annotations

import gzip
import json
import re

import pytest
from web.visitor import SHEET, Visit

pytestmark = pytest.mark.browser

FRAME_MS = 16
"""What an update may take of a frame. A busy machine is given four times as much; the figure itself is printed."""
FIRST_LOAD = 200_000
"""Bytes of script, style and page that are fetched before anything is seen, compressed."""


async def test_an_update_of_the_table_takes_less_than_a_frame(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    updates = 0

    def count(payload: str | bytes) -> None:
        nonlocal updates
        message = json.loads(payload)
        updates += message["type"] == "table" and bool(message["events"])

    visitor.page.on("websocket", lambda socket: socket.on("framereceived", count))
    await visitor.sit_down()
    await visitor.asked()
    session = await visitor.page.context.new_cdp_session(visitor.page)
    await session.send("Performance.enable")

    async def spent() -> dict[str, float]:
        metrics = (await session.send("Performance.getMetrics"))["metrics"]
        return {metric["name"]: 1000 * metric["value"] for metric in metrics}

    before, seen = await spent(), updates
    await visitor.let_play()
    await visitor.page.wait_for_selector(SHEET)
    after, made = await spent(), updates - seen
    each = {name: (after[name] - before[name]) / made for name in ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")}
    print(f"\n{made} updates, ms each:", ", ".join(f"{name} {ms:.2f}" for name, ms in each.items()))
    assert made > 10
    assert each["ScriptDuration"] < 4 * FRAME_MS


async def test_the_first_load_is_small(visit: Visit) -> None:
    visitor = await visit()
    fetched: dict[str, int] = {}

    async def weigh(url: str, body: bytes) -> None:
        fetched[url] = len(gzip.compress(body))

    await visitor.page.goto(visitor.url)
    await visitor.page.wait_for_selector("[data-action=enter]")
    html = await (await visitor.page.request.get(visitor.url)).body()
    await weigh(visitor.url, html)
    # What the page names itself, and what its script asks for before it shows anything.
    named = re.findall(r'(?:src|href)="\./(assets/[^"]+)"', html.decode())
    asked = await visitor.page.evaluate("performance.getEntriesByType('resource').map(entry => entry.name)")
    for url in {*(visitor.url + name for name in named), *(name for name in asked if "/assets/" in name)}:
        await weigh(url, await (await visitor.page.request.get(url)).body())
    print(f"\n{sum(fetched.values())} bytes in {len(fetched)} files")
    assert len(fetched) >= 3
    assert sum(fetched.values()) < FIRST_LOAD
