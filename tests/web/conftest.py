"""A site to visit, and visitors with real browsers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
import pytest_asyncio
from playwright.async_api import Browser
from web.browser import launched, visiting
from web.site import Site, running
from web.visitor import Visit


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """All of these tests run in the loop that the browser lives in."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents and pytest_asyncio.is_async_test(item):
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


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


@pytest.fixture(scope="session")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Generator[Site]:
    """A server that is started anew for each test of a deal at a chosen moment (`web.staging`), and for none of the others."""
    with running(tmp_path_factory.mktemp("stage")) as made:
        yield made


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium_executable: str) -> AsyncGenerator[Browser]:
    """The browser of all tests: to start one takes longer than most of them."""
    async with launched(chromium_executable) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def visit(site: Site, browser: Browser) -> AsyncGenerator[Visit]:
    """Lets people come: ``await visit(locale="en-GB", width=390, height=844)``. No page may have raised an error in the end."""
    async with visiting(site, browser) as come:
        yield come
