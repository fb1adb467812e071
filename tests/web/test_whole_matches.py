"""Two people and a spectator with real browsers, on both databases: in short what scripts/matches plays of every game."""

from __future__ import annotations

import random
from collections.abc import Generator
from pathlib import Path

import pytest
from server.databases import new_database, postgres
from web.match import play_match
from web.site import Site, running
from web.visitor import Visit

__all__ = ["postgres"]

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
def on_postgres(tmp_path: Path, request: pytest.FixtureRequest) -> Generator[Site]:
    """A server on a PostgreSQL database of its own."""
    url = new_database(request.getfixturevalue("postgres")).url.set(drivername="postgresql")
    with running(tmp_path, url.render_as_string(hide_password=False)) as site:
        yield site


async def test_a_deal_for_two_and_a_spectator_on_sqlite(visit: Visit, weak_site: Site) -> None:
    played = await play_match(visit, weak_site, "two_player_frenzy", 1, random.Random(1))
    assert played.moves > 2


async def test_a_deal_for_two_and_a_spectator_on_postgresql(visit: Visit, on_postgres: Site) -> None:
    played = await play_match(visit, on_postgres, "changsha", 1, random.Random(2))
    assert played.moves > 2
