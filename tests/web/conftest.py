"""A site to visit, and visitors with real browsers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import async_playwright
from web.site import Site, running
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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """The server for all tests but those that kill it."""
    with running(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture
def weak_site(tmp_path: Path) -> Generator[Site]:
    """A server that may be killed."""
    with running(tmp_path) as made:
        yield made


@pytest.fixture
async def visit(site: Site, chromium_executable: str) -> AsyncGenerator[Visit]:
    """Opens browsers: ``await visit(locale="en-GB", width=390, height=844)``. No page may have raised an error in the end."""
    visitors: list[Visitor] = []
    async with AsyncExitStack() as stack:
        playwright = await stack.enter_async_context(async_playwright())
        browser = await playwright.chromium.launch(executable_path=chromium_executable, args=list(FLAGS))
        stack.push_async_callback(browser.close)

        async def come(width: int = 1280, height: int = 800, at: Site = site, **more: Any) -> Visitor:
            # With less motion nothing is held back for the eye, and a deal takes seconds.
            settings = {"locale": "zh-CN", "reduced_motion": "reduce", "viewport": {"width": width, "height": height}}
            context = await browser.new_context(**settings | more)
            visitors.append(Visitor(await context.new_page(), at.url))
            return visitors[-1]

        yield come
    assert [error for visitor in visitors for error in visitor.errors] == []
