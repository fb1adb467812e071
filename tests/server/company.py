"""People at a table as tests look at them: what they have been told, and whose turn it is."""

from __future__ import annotations

import random
from typing import Any

from server.house import House, Watcher

from fangcheng.server.protocol import Notice, Refusal

ALL = [None] * 4
PAIR = [None, None, "greedy", "greedy"]


def notices(watcher: Watcher) -> list[tuple[str, int]]:
    """The notices that somebody was sent: code and seat."""
    return [(message.code, message.seat) for message in watcher.sent if isinstance(message, Notice)]


def code_of(answer: Any) -> str:
    """The code of a refusal."""
    assert isinstance(answer, Refusal), answer
    return answer.code


async def turn_of(house: House, watchers: list[Watcher], *, chance: int = 0) -> Watcher:
    """Play until it is openly the turn of somebody who is asked."""
    some = random.Random(chance)
    while asked := await house.somebody(watchers):
        watcher = asked[0]
        if watcher.latest.view.step["name"] == "turn":
            return watcher
        seq = watcher.latest.seq
        await house.act(watcher, some.choice(watcher.latest.view.offers).text)
        await watcher.until(lambda: watcher.latest.seq > seq)  # noqa: B023
    raise AssertionError("the deal is over and it was nobody's turn")


async def between_deals(house: House, **changed: Any) -> list[Watcher]:
    """Two people and two bots who have played a deal, and are to play another."""
    first, second = await house.open(PAIR, deals=2, **changed)
    await second.until(lambda: second.tables)
    await house.play_out([first, second], random.Random(2))
    await second.until(lambda: second.latest.table.status == "between")
    return [first, second]
