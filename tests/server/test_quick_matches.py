"""Quick matches begin, and everybody is told of changes, whatever fails for others meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from typing import Any

import pytest
from server.ailing import FULL, failing
from server.player import GAME, PATIENCE

from fangcheng.rules.variant import Refused
from fangcheng.server.config import Config
from fangcheng.server.protocol import STAKES, Changes, Error, Matched, Me, Queue, RoomSettings
from fangcheng.server.rooms import lobby as lobby_module
from fangcheng.server.rooms.lobby import Lobby
from fangcheng.server.rooms.opening import new_room
from fangcheng.server.rooms.room import Place, RoomState

LOW, HIGH, *_ = STAKES


class Person:
    """Somebody in the lobby, and what they were told."""

    def __init__(self, name: str) -> None:
        self.me, self.told = Me(name, name), asyncio.Queue[Any]()

    def send(self, *messages: Any) -> None:
        for message in messages:
            self.told.put_nowait(message)

    def close(self, code: str) -> None:
        pass

    async def until(self, kind: type) -> Any:
        """The next message of a kind."""
        async with asyncio.timeout(PATIENCE):
            while not isinstance(message := await self.told.get(), kind):
                pass
        return message


@pytest.fixture
async def lobby(monkeypatch: pytest.MonkeyPatch) -> AsyncGenerator[Lobby]:
    """A lobby in a hurry, where bots fill up at once and everybody may play."""
    monkeypatch.setattr(lobby_module, "PACE", 0.001)
    lobby = Lobby(Config(bots_after=0))

    async def opens(settings: RoomSettings, people: Sequence[Me], bot: str) -> RoomState | Refused:
        return new_room(settings, "CODE23", 0, [Place(me.id, me.name) for me in people], [bot] * 4)

    async def allows(me: Me, stake: int) -> Refused | None:
        return None

    lobby.opens, lobby.allows = opens, allows
    lobby.start()
    yield lobby
    await lobby.stop()


async def enter(lobby: Lobby, person: Person, stake: int) -> None:
    lobby.join(person.me, person)
    await lobby.take(person.me, Queue("1", GAME, stake, True), person)


def fails(lobby: Lobby, error: Exception, whom: Person) -> None:
    """From now on it cannot be found out whether somebody may play."""

    async def allows(me: Me, stake: int) -> Refused | None:
        if me == whom.me:
            raise error
        return None

    lobby.allows = allows


async def test_a_queue_that_fails_keeps_nobody_else_waiting(lobby: Lobby, capsys: pytest.CaptureFixture[str]) -> None:
    looker, bad, good = Person("looker"), Person("bad"), Person("good")
    lobby.join(looker.me, looker)
    await enter(lobby, bad, LOW)
    fails(lobby, failing(FULL), bad)
    await enter(lobby, good, HIGH)
    await good.until(Matched)
    while (await looker.until(Changes)).people < 3:
        pass
    # Once the database is well again, whoever has waited that long plays, too.
    fails(lobby, failing(FULL), looker)
    await bad.until(Matched)
    assert "database_away" in capsys.readouterr().err


async def test_whoever_we_fail_with_must_go_so_that_others_play(lobby: Lobby, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = Person("bad"), Person("good")
    await enter(lobby, bad, LOW)
    fails(lobby, ValueError("what is stored makes no sense"), bad)
    await enter(lobby, good, LOW)
    assert (await bad.until(Error)).code == "internal"
    await good.until(Matched)
    lines = capsys.readouterr().err.splitlines()
    assert [line for line in lines if "lobby_failed" in line and bad.me.id in line]
