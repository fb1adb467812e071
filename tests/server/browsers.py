"""Browsers without a session, by which tests ask for accounts and sessions, and what they are answered."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import Any

import httpx
import pytest

PASSWORD = "four winds"

Browser = Callable[[], httpx.AsyncClient]

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
async def browser(url: str) -> AsyncGenerator[Browser]:
    """Browsers that nobody has used yet."""
    opened: list[httpx.AsyncClient] = []

    def new() -> httpx.AsyncClient:
        opened.append(httpx.AsyncClient(base_url=url, headers={"user-agent": FIREFOX}, timeout=20))
        return opened[-1]

    yield new
    for client in opened:
        await client.aclose()


async def says(answer: Awaitable[httpx.Response]) -> tuple[int, Any]:
    """Status and code of an answer; without a code what it says."""
    found = await answer
    said = found.json() if found.content else None
    return found.status_code, said["code"] if isinstance(said, dict) and "code" in said else said
