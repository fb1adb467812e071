"""What a player may try against his table: failures that he causes must win him nothing, and nothing is told before it is stored."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest
from server.test_table import House, house

from fangcheng.server import table
from fangcheng.server.protocol import Act, Error, Refusal, Table

__all__ = ["house"]


async def test_a_failure_does_not_prolong_the_clock(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"], seconds=2)
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    began, seq, obey = time.monotonic(), watcher.latest.seq, table.TableTask._obey

    async def fail(*arguments: Any) -> None:
        monkeypatch.setattr(table.TableTask, "_obey", obey)
        raise RuntimeError("once")

    for number in range(2):
        await asyncio.sleep(0.5)
        monkeypatch.setattr(table.TableTask, "_obey", fail)
        assert await house.send(watcher, Act(f"x-{number}", seq, "pass")) == Error("internal")
        await watcher.until(lambda: isinstance(watcher.sent[-1], Table))
        clock = watcher.latest.table.clock
        assert watcher.latest.seq == seq
        assert clock is not None
        assert clock.left_ms <= 2000 - 500 * (number + 1)
    await watcher.until(lambda: watcher.latest.seq > seq)
    assert time.monotonic() - began > 1.9


async def test_a_failure_does_not_shorten_a_pause(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)
    assert house.table is not None
    house.table._held_until = until = time.monotonic() + 60
    await house.table._load()
    assert house.table._held_until == until


@pytest.mark.parametrize("error", [ValueError("invalid literal"), UnicodeError("surrogates")])
async def test_text_that_cannot_be_read_is_refused(house: House, monkeypatch: pytest.MonkeyPatch, error: ValueError) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables and watcher.latest.view.offers)

    def fail(_: str) -> None:
        raise error

    monkeypatch.setattr(table, "parse_action", fail)
    refused = await house.act(watcher, "float ²")
    assert isinstance(refused, Refusal)
    assert refused.code == "bad_action"
    assert refused.detail == {"action": "float ²", "reason": str(error), "position": 0}
