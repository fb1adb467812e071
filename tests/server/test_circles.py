"""What sockets that have ended leave behind is looked for now and then."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Generator

import pytest
from server.player import PATIENCE, Player

from fangcheng.server.web import frames
from fangcheng.server.web.circles import Circles


class Circle:
    """An object that knows itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture(autouse=True)
def no_other_search() -> Generator[None]:
    gc.disable()
    yield
    gc.enable()


def old_circle() -> weakref.ref[Circle]:
    """A circle that has been there for long, and is not needed any more."""
    made = Circle()
    gc.collect()
    return weakref.ref(made)


def test_a_search_comes_after_so_many_sockets() -> None:
    left, circles = old_circle(), Circles(3)
    circles.one_more()
    circles.one_more()
    assert left() is not None
    circles.one_more()
    assert left() is None


def test_searches_keep_their_distance() -> None:
    circles = Circles(1, pause=60)
    circles.one_more()
    left = old_circle()
    circles.one_more()
    assert left() is not None


def test_a_later_search_makes_up_for_it() -> None:
    circles = Circles(2, pause=0)
    for _ in range(2):
        left = old_circle()
        circles.one_more()
        circles.one_more()
        assert left() is None


async def test_every_socket_that_ends_counts(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "circles", Circles(2, pause=0))
    await player.connect("lobby")
    left, gone = old_circle(), asyncio.Event()
    weakref.finalize(left(), gone.set)
    # To connect anew ends the connection before.
    await player.connect("lobby")
    assert left() is not None
    await player.connect("lobby")
    async with asyncio.timeout(PATIENCE):
        await gone.wait()
