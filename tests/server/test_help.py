"""Help while playing: what a seat is told of its own hand."""

from __future__ import annotations

import asyncio
import threading
import time

import msgspec
import pytest
from server.player import PATIENCE, Visit, last_offer

from fangcheng.analysis import Analysis, analyse
from fangcheng.engine.game import Game
from fangcheng.engine.state import State
from fangcheng.engine.view import mask
from fangcheng.events import player
from fangcheng.server.protocol import Refusal, Sent
from fangcheng.server.protocol.help import Help
from fangcheng.server.tables import help as helping
from fangcheng.server.tables.help import Helpers
from fangcheng.variants import VARIANTS, get_variant


async def test_a_seat_is_told_of_its_hand_and_nothing_happens(visit: Visit) -> None:
    anna = await visit()
    await anna.join(await anna.open_table())
    assert await anna.asked()
    while not any(offer["verb"] == "discard" for offer in anna.latest["view"]["offers"]):
        await anna.play_deal(last_offer, moves=1)
        assert await anna.asked()
    before = anna.latest
    await anna.send(type="help", id="h-1")
    answer = await anna.until("help", "error")
    assert (answer["id"], answer["deal"], answer["seq"]) == ("h-1", before["view"]["number"], before["seq"])
    told = msgspec.convert(answer["analysis"], Analysis)
    offered = {offer["tiles"][0] for offer in before["view"]["offers"] if offer["verb"] == "discard"}
    assert {after.kind for after in told.discards} == offered
    assert (await anna.act(before["view"]["offers"][0]["text"]))["type"] == "ack"


class Told:
    """A connection that only listens."""

    def __init__(self) -> None:
        self.heard: asyncio.Queue[Sent] = asyncio.Queue()

    def send(self, *messages: Sent) -> None:
        for message in messages:
            self.heard.put_nowait(message)

    def close(self, code: str) -> None:
        raise AssertionError(code)


def dealt() -> Game:
    game = Game.start(get_variant(next(iter(VARIANTS))), secret=b"dealt", options={})
    while all(action.verb != "discard" for actions in game.asks().values() for action in actions):
        seat = min(game.asks())
        game.act(seat, game.default_action(seat))
    return game


async def test_the_answer_is_that_of_the_moment_when_it_was_asked_for() -> None:
    game, told = dealt(), Told()
    seat = min(game.asks())
    expected = analyse(mask(game.state, player(seat)), seat)
    Helpers("t").ask(seat, "anna", "q", game.state, (0, 7), told)
    game.act(seat, game.default_action(seat))
    answer = await told.heard.get()
    assert isinstance(answer, Help)
    assert (answer.id, answer.seq, answer.analysis) == ("q", 7, expected)


async def test_only_the_latest_of_many_questions_is_answered() -> None:
    game, told = dealt(), Told()
    helpers, seat = Helpers("t"), min(game.asks())
    for number in range(50):
        helpers.ask(seat, "anna", f"q{number}", game.state, (0, number), told)
    answer = await told.heard.get()
    assert isinstance(answer, Help)
    assert answer.id == "q49"
    await asyncio.sleep(0.3)
    assert told.heard.empty()


async def test_after_the_deal_there_is_nothing_to_say() -> None:
    game, told = dealt(), Told()
    while asked := game.asks():
        game.act(min(asked), game.default_action(min(asked)))
    Helpers("t").ask(0, "anna", "q", game.state, (0, 1), told)
    assert await told.heard.get() == Refusal("q", "nothing_to_help")


async def test_however_many_ask_no_bot_waits_for_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    go, game = threading.Event(), dealt()

    def slow(state: State, seat: int) -> Analysis:
        go.wait(PATIENCE)
        return analyse(state, seat)

    monkeypatch.setattr(helping, "analyse", slow)
    tables, told = [Helpers(str(number)) for number in range(20)], Told()
    for number, table in enumerate(tables):
        for seat in range(2):
            table.ask(seat, f"{number} {seat}", "q", game.state, (0, 0), told)
    await asyncio.sleep(0.1)
    try:
        assert await asyncio.wait_for(asyncio.to_thread(int), PATIENCE / 4) == 0
    finally:
        go.set()
    for _ in range(2 * len(tables)):
        await asyncio.wait_for(told.heard.get(), PATIENCE)


async def test_whoever_asks_at_many_tables_is_answered_one_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helping, "PAUSE", 0.05)
    game, told, other = dealt(), Told(), Told()
    seat = min(game.asks())
    began = time.monotonic()
    for number in range(5):
        Helpers(str(number)).ask(seat, "anna", f"q{number}", game.state, (0, 0), told)
    Helpers("other").ask(seat, "bert", "q", game.state, (0, 0), other)
    assert isinstance(await other.heard.get(), Help)
    heard = [await told.heard.get() for _ in range(5)]
    assert [answer.id for answer in heard if isinstance(answer, Help)] == [f"q{number}" for number in range(5)]
    assert time.monotonic() - began >= 4 * helping.PAUSE
