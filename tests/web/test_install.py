"""The client as something to install, and how much of it a first visit loads."""

from __future__ import annotations

import struct

import httpx
import pytest
from web.site import Site
from web.visitor import Visit

pytestmark = pytest.mark.browser

BUDGET = 200_000
"""Bytes of a first visit as they travel, fonts apart."""

LOADED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(entry => [entry.name, entry.encodedBodySize])"""


def size_of(png: bytes) -> tuple[int, int]:
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", png[16:24])


def test_the_manifest_names_icons_that_are_there(site: Site) -> None:
    with httpx.Client(base_url=site.url) as http:
        front = http.get("/").text
        assert 'rel="manifest"' in front
        found = http.get("/manifest.webmanifest")
        assert found.headers["content-type"].startswith("application/manifest+json")
        manifest = found.json()
        assert {"name", "short_name", "start_url", "display", "theme_color", "background_color"} <= set(manifest)
        purposes = set()
        for icon in manifest["icons"]:
            answer = http.get(icon["src"])
            assert answer.headers["content-type"].startswith(icon["type"])
            if icon["type"] == "image/png":
                width, height = size_of(answer.content)
                assert icon["sizes"] == f"{width}x{height}"
                purposes.add((icon.get("purpose", "any"), width))
        assert {("any", 192), ("any", 512), ("maskable", 512)} <= purposes
        assert size_of(http.get("/apple-touch-icon.png").content) == (180, 180)


async def test_a_browser_takes_the_manifest_as_it_is(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.goto(visitor.url)
    tools = await visitor.page.context.new_cdp_session(visitor.page)
    found = await tools.send("Page.getAppManifest")
    assert found["errors"] == []
    assert found["url"].endswith("manifest.webmanifest")


async def test_a_first_visit_loads_little(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.goto(visitor.url)
    await visitor.page.wait_for_selector("[data-action=enter]")
    loaded = {name: size for name, size in await visitor.page.evaluate(LOADED) if not name.startswith("data:")}
    assert len(loaded) >= 4
    assert all(loaded.values()), loaded
    assert sum(loaded.values()) < BUDGET, loaded


async def test_pages_for_study_come_when_somebody_goes_there(visit: Visit) -> None:
    visitor = await visit()
    await visitor.page.goto(visitor.url)
    await visitor.page.wait_for_selector("[data-action=enter]")
    names = " ".join(name for name, _ in await visitor.page.evaluate(LOADED))
    for page in ("RulesPage", "ScorerPage", "ReplayPage", "VerifyPage"):
        assert page not in names
    await visitor.page.evaluate("location.hash = '#/rules'")
    await visitor.page.wait_for_selector("article h2")
    assert "RulesPage" in " ".join(name for name, _ in await visitor.page.evaluate(LOADED))
