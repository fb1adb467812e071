"""A site to visit, and visitors with real browsers."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Generator
from pathlib import Path

import pytest
from web.browser import browsing
from web.site import Site, running
from web.visitor import Visit


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
    async with browsing(site, chromium_executable) as come:
        yield come
