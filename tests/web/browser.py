"""Real browsers, as many as are asked for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import async_playwright
from web.site import Site
from web.visitor import Visit, Visitor

FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@asynccontextmanager
async def browsing(site: Site, executable: str) -> AsyncGenerator[Visit]:
    """Opens browsers: ``await visit(locale="en-GB", width=390, height=844)``. No page may have raised an error in the end."""
    visitors: list[Visitor] = []
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        stack.push_async_callback(browser.close)

        async def come(width: int = 1280, height: int = 800, at: Site = site, **more: Any) -> Visitor:
            # With less motion nothing is held back for the eye, and a deal takes seconds.
            settings = {"locale": "zh-CN", "reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
            context = await browser.new_context(**settings | more)
            visitors.append(Visitor(await context.new_page(), at.url))
            return visitors[-1]

        yield come
    assert [error for visitor in visitors for error in visitor.errors] == []
