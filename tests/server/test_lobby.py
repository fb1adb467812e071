"""The lobby: rooms as they change, and quick matches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from server.conftest import FAST, Serve
from server.entering import enter, open_room
from server.player import GAME, PATIENCE, Player, Visit, check_log, last_offer

from fangcheng.server.config import Config
from fangcheng.server.money.books import Books
from fangcheng.server.rooms.lobby import WISHES_AT_ONCE
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.variants import get_variant

SEATS = get_variant(GAME).seats[-1]


async def changes(looker: Player, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    """The next message of changes of which something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds(message := await looker.until("changes")):
            pass
    return message


async def test_listed_rooms_come_change_and_go(visit: Visit) -> None:
    host, guest, looker = await visit(), await visit(), await visit()
    first = await looker.connect("lobby")
    assert (first["type"], first["rooms"], first["waiting"], first["people"]) == ("lobby", [], [], 1)
    await open_room(await visit())
    room = await open_room(host, listed=True, stake=5)
    (card,) = (await changes(looker, lambda message: message["rooms"]))["rooms"]
    assert (card["id"], card["seats"], card["settings"]["stake"], card["status"]) == (room, ["甲", "", "", ""], 5, "waiting")
    await enter(room, guest)
    (card,) = (await changes(looker, lambda message: message["rooms"] and message["rooms"][0]["seats"][1]))["rooms"]
    assert card["seats"] == ["甲", "甲", "", ""]
    assert (await host.http.get("/api/rooms")).json() == [card]
    # Who comes later sees the same at once.
    assert (await (await visit()).connect("lobby"))["rooms"] == [card]
    # A room that is made private goes from the list, and so does one that is closed.
    settings = {**card["settings"], "listed": False}
    assert (await host.order("change", settings=settings))["type"] == "ack"
    assert (await changes(looker, lambda message: message["gone"]))["gone"] == [room]
    assert (await host.order("change", settings={**settings, "listed": True}))["type"] == "ack"
    await changes(looker, lambda message: message["rooms"])
    assert (await host.order("close"))["type"] == "ack"
    assert (await changes(looker, lambda message: message["gone"]))["gone"] == [room]


async def test_people_find_each_other(visit: Visit) -> None:
    people = [await visit() for _ in range(SEATS + 1)]
    for person in people:
        await person.connect("lobby")
        assert (await person.order("queue", variant=GAME, stake=5))["type"] == "ack"
    found = [await person.until("matched") for person in people[:SEATS]]
    assert len({message["table"] for message in found}) == 1
    waiting = (await changes(people[-1], lambda message: message["waiting"]))["waiting"]
    assert waiting == [{"variant": GAME, "stake": 5, "people": 1}]
    table = found[0]["table"]
    for person in people[:SEATS]:
        terms = (await person.join(table))["table"]["terms"]
        assert (terms["stake"], terms["hints"]) == (5, False)
    assert sorted(person.latest["view"]["viewer"] for person in people[:SEATS]) == list(range(SEATS))


async def test_bots_fill_up_where_the_player_wants_it(serve: Serve) -> None:
    url = await serve(Config(pause=0, think=0, rate=2000, bots_after=300))
    patient, impatient = await Player(url).sign_in(), await Player(url).sign_in()
    await patient.connect("lobby")
    await impatient.connect("lobby")
    assert (await patient.order("queue", variant=GAME))["type"] == "ack"
    assert (await impatient.order("queue", variant=GAME, bots=True))["type"] == "ack"
    table = (await impatient.until("matched"))["table"]
    assert (await impatient.join(table))["table"]["bots"].count(True) == SEATS - 1
    await impatient.play_deal(last_offer)
    check_log(await impatient.deal_log(table, 0))
    assert (await patient.order("unqueue"))["type"] == "ack"
    for player in (patient, impatient):
        await player.close()


async def test_who_waits_and_who_does_not(visit: Visit) -> None:
    first, looker = await visit(), await visit()
    await first.connect("lobby")
    await looker.connect("lobby")
    assert (await first.order("queue", variant="no"))["code"] == "unknown_variant"
    assert (await first.order("queue", variant=GAME, stake=3))["code"] == "unknown_stake"
    assert (await first.order("unqueue"))["code"] == "not_waiting"
    assert (await first.order("queue", variant=GAME, stake=1))["type"] == "ack"
    # Another wish takes the place of the one before: nobody waits twice.
    assert (await first.order("queue", variant=GAME, stake=5))["type"] == "ack"
    seen = await changes(looker, lambda message: message["waiting"])
    assert seen["waiting"] == [{"variant": GAME, "stake": 5, "people": 1}]
    await first.leave()
    assert (await changes(looker, lambda message: message["people"] == 1))["waiting"] == []


async def test_one_person_alone_is_no_company(visit: Visit) -> None:
    person = await visit()
    others = [Player(person.url) for _ in range(SEATS - 1)]
    await person.connect("lobby")
    assert (await person.order("queue", variant=GAME))["type"] == "ack"
    for other in others:
        other.http.cookies = person.http.cookies
        await other.connect("lobby")
        assert (await other.order("queue", variant=GAME))["type"] == "ack"
    await asyncio.sleep(0.6)
    looker = await (await visit()).connect("lobby")
    assert looker["waiting"] == [{"variant": GAME, "stake": 0, "people": 1}]
    for other in others:
        await other.close()


async def test_whoever_may_not_play_any_more_lets_the_others_wait(serve: Serve, tmp_path: Path) -> None:
    """They found each other, but one of them has lost his money since he began to wait."""
    database = Database.file(tmp_path / "money.db")
    url = await serve(FAST, database)
    people = [await Player(url).sign_in() for _ in range(SEATS + 1)]
    for person in people:
        await person.connect("lobby")
    assert (await people[0].order("queue", variant=GAME, stake=100))["type"] == "ack"
    me, engine = (await people[0].http.get("/api/me")).json(), open_engine(database)
    await Books(engine).give(f"player:{me['id']}", 1 - me["balance"], "lost")
    await engine.dispose()
    for person in people[1:SEATS]:
        assert (await person.order("queue", variant=GAME, stake=100))["type"] == "ack"
    assert (await people[0].until("error"))["code"] == "too_poor"
    assert (await people[-1].order("queue", variant=GAME, stake=100))["type"] == "ack"
    found = [await person.until("matched", "error") for person in people[1:]]
    assert len({message["table"] for message in found}) == 1
    for person in people:
        await person.close()


async def test_whoever_asks_for_matches_all_the_time_is_refused_and_still_waits(visit: Visit) -> None:
    person, looker = await visit(), await visit()
    await looker.connect("lobby")
    await person.connect("lobby")
    answers = [await person.order("queue", variant=GAME, stake=0) for _ in range(3 * WISHES_AT_ONCE)]
    assert [answer["type"] for answer in answers[:WISHES_AT_ONCE]] == ["ack"] * WISHES_AT_ONCE
    assert {answer["code"] for answer in answers if answer["type"] == "refused"} == {"changes_too_fast"}
    await changes(looker, lambda message: message["waiting"] == [{"variant": GAME, "stake": 0, "people": 1}])
    assert (await person.order("unqueue"))["type"] == "ack"
