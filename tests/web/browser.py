"""A real browser, and in it as many visitors as are asked for."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

from playwright.async_api import Browser, async_playwright
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
async def launched(executable: str) -> AsyncGenerator[Browser]:
    """A browser for any number of visitors, one after the other or at once: what one of them keeps, no other sees."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=executable, args=list(FLAGS))
        try:
            yield browser
        finally:
            await browser.close()


@asynccontextmanager
async def visiting(site: Site, browser: Browser) -> AsyncGenerator[Visit]:
    """Lets people come: ``await visit(locale="en-GB", width=390, height=844)``. No page may have raised an error in the end."""
    visitors: list[Visitor] = []
    async with AsyncExitStack() as stack:

        async def come(width: int = 1280, height: int = 800, at: Site = site, **more: Any) -> Visitor:
            # With less motion nothing is held back for the eye, and a deal takes seconds.
            settings = {"locale": "zh-CN", "reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
            context = await browser.new_context(**settings | more)
            stack.push_async_callback(context.close)
            visitors.append(Visitor(await context.new_page(), at.url))
            return visitors[-1]

        yield come
    assert [error for visitor in visitors for error in visitor.errors] == []


@asynccontextmanager
async def browsing(site: Site, executable: str) -> AsyncGenerator[Visit]:
    """A browser of its own, and people who come with it."""
    async with launched(executable) as browser, visiting(site, browser) as come:
        yield come
