"""Who connects in the middle of a deal is given its events so far: exactly those that he would have been sent, had he been there."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest
from server.house import House, Watcher, house
from server.player import plain

from fangcheng.server.config import Config
from fangcheng.server.protocol import Ack, Next
from fangcheng.server.tables.inbox import Again, Joined, Shows, Unwatches
from fangcheng.variants import VARIANTS, get_variant

__all__ = ["house"]

SHORT = Config(pause=0, think=0, late_pace=0)
SLOW = Config(pause=0, think=0, late_pace=60)


def heard(watcher: Watcher, like: Watcher) -> list[Any]:
    """All that a watcher has been told, on connecting and since, of the deal at which another came, up to the moment when he came."""
    told: list[Any] = []
    came = like.tables[0]
    for message in watcher.tables:
        if message.view.number == came.view.number and message.seq <= came.seq:
            told = told if message.past is msgspec.UNSET else list(message.past)
            told += message.events
    return plain(told)  # type: ignore[no-any-return]


def past(watcher: Watcher) -> Any:
    """What a watcher was given on connecting."""
    return plain(watcher.tables[0].past)


async def come_back(house: House, watcher: Watcher) -> Watcher:
    """The same player with a new connection."""
    assert house.table is not None
    again = Watcher(watcher.seat)
    house.table.post(Joined(watcher.seat, again))
    await again.until(lambda: again.tables)
    return again


async def move(house: House, players: list[Watcher], chance: random.Random) -> bool:
    """One random action of somebody who is asked; False where the deal is over."""
    await players[0].until(lambda: players[0].tables)
    if not (asked := await house.somebody(players)):
        return False
    watcher = chance.choice(asked)
    seq = watcher.latest.seq
    assert isinstance(await house.act(watcher, chance.choice(watcher.latest.view.offers).text), Ack)
    await watcher.until(lambda: watcher.latest.seq > seq)
    return True


async def begin_next(house: House, players: list[Watcher]) -> None:
    for player in players:
        await house.send(player, Next("n"))
    await players[0].until(lambda: players[0].latest.view.number == 1)


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_past_is_what_was_told_live(house: House, game: str) -> None:
    chance, seats = random.Random(game), get_variant(game).seats[-1]
    players = await house.open([None] * seats, game=game, spectators="live")
    spectator = await house.watch("first")
    assert past(spectator)[0]["type"] == "start"
    looked = 0
    while await move(house, players, chance):
        if chance.random() < 0.1 or players[0].latest.view.settled:
            looked += 1
            seat = chance.randrange(seats)
            back = await come_back(house, players[seat])
            assert past(back) == heard(players[seat], back)
            assert (back.tables[0].events, back.latest.seq) == ([], players[seat].latest.seq)
            players[seat] = back
            late_comer = await house.watch(f"w{looked}")
            assert past(late_comer) == heard(spectator, late_comer)
    assert looked > 1
    after = await house.watch("after")
    assert past(after)[-1]["type"] == "settle"
    assert past(after) == heard(spectator, after)
    # It comes once: of a random deal nobody leaves, so the table is not loaded anew.
    assert all(message.past is msgspec.UNSET for watcher in (*players, spectator) for message in watcher.tables[1:])


async def draws_of(watcher: Watcher, seat: int) -> set[int]:
    return {event["tile"] for event in past(watcher) if event["type"] == "draw" and event["seat"] == seat}


async def test_a_hand_that_is_opened_later_opens_no_draws_of_before(house: House) -> None:
    chance = random.Random(5)
    players = await house.open([None] * 4, deals=2, spectators="live")
    while await move(house, players, chance):
        pass
    assert house.table is not None
    house.table.post(Shows("u1", True))
    await begin_next(house, players)
    for _ in range(40):
        assert await move(house, players, chance)
    house.table.post(Shows("u2", True))
    spectator = await house.watch()
    assert [bool(seat.hand) for seat in spectator.latest.view.seats] == [False, True, True, False]
    assert await draws_of(spectator, 2) == {-1}
    # His from the beginning; nobody has closed it since.
    assert -1 not in await draws_of(spectator, 1)
    house.table.post(Shows("u1", False))
    house.table.post(Shows("u1", True))
    assert await draws_of(await house.watch("other"), 1) == {-1}


async def test_the_past_outlives_a_restart(house: House) -> None:
    chance = random.Random(6)
    players = await house.open([None] * 4, spectators="live")
    for _ in range(25):
        assert await move(house, players, chance)
    assert house.table is not None
    house.table.post(Again())
    back = await come_back(house, players[2])
    assert past(back) == heard(players[2], back)
    await house.stop()
    player = house.start([None] * 4)[2]
    await player.until(lambda: player.tables)
    assert len(past(player)) >= 25
    assert past(player) == heard(back, player)


async def test_a_late_spectator_is_given_what_was_shown_of_the_deal_that_is_shown(house: House) -> None:
    chance = random.Random(7)
    players = await house.open([None] * 4, deals=2, spectators="late", config=SLOW)
    early = await house.watch("early")
    while await move(house, players, chance):
        # Of a deal in progress not even its beginning.
        assert past(early) == []
    await begin_next(house, players)
    await early.until(lambda: len(early.tables) > 15)
    second = await house.watch("second")
    assert second.tables[0].view.number == 0
    assert len(past(second)) > 5
    assert past(second) == heard(early, second)
    # After everybody has gone the show begins anew: with the beginning of the deal that is over.
    assert house.table is not None
    for user, watcher in (("early", early), ("second", second)):
        house.table.post(Unwatches(user, watcher))
    assert [event["type"] for event in past(await house.watch("third"))] == ["start"]
