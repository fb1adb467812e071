"""Who owns which table, and when one is opened."""

from __future__ import annotations

import asyncio

from server.conftest import FAST
from server.house import House, Watcher, house

from fangcheng.server.hub import LocalHub
from fangcheng.server.inbox import Joined, Left, Unwatches
from fangcheng.server.protocol import Closed, Error

__all__ = ["house"]


async def test_no_table_is_opened_for_the_end_of_a_connection(house: House) -> None:
    (watcher,) = await house.open([None, "greedy", "greedy", "greedy"])
    await watcher.until(lambda: watcher.tables)
    await house.stop()
    hub = LocalHub(house.store, FAST)
    opened: list[str] = []
    open_table = hub.open
    hub.open = lambda table_id: (opened.append(table_id), open_table(table_id))[1]  # type: ignore[method-assign]
    hub.post("t", Left(0, watcher))
    hub.post("t", Unwatches("w", watcher))
    assert opened == []
    guest = Watcher(0)
    hub.post("t", Joined(0, guest))
    await guest.until(lambda: guest.tables)
    assert opened == ["t"]
    await hub.stop()
    assert guest.sent[-1] == Closed("restarting")
    # What comes when the end has begun opens nothing any more.
    hub.post("t", Joined(0, guest))
    hub.post("t", Left(0, guest))
    await asyncio.sleep(0.05)
    assert opened == ["t"]
    assert not [message for message in guest.sent if isinstance(message, Error)]
