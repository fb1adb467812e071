"""People who look at a room, or watch its match, without a seat: named to all, offered a seat, or sent away."""

from __future__ import annotations

from server.entering import enter, open_room
from server.player import Player, Visit, last_offer


async def test_whoever_looks_on_is_known_to_all_and_may_be_offered_a_seat(visit: Visit) -> None:
    host, guest, third = await visit(), await visit(), await visit()
    room = await open_room(host, fill="greedy")
    await enter(room, guest, third, sit=False)
    await host.until_room(lambda room: len(room["lookers"]) == 2)
    key = next(person["key"] for person in guest.room["lookers"] if person["you"])
    assert [person["you"] for person in host.room["lookers"]] == [False, False]
    assert (await guest.order("offer", person=key, seat=1))["code"] == "not_seated"
    assert (await host.order("offer", person=key, seat=0))["code"] == "seat_taken"
    assert (await host.order("offer", person="nobody", seat=1))["code"] == "no_such_person"
    assert (await host.order("offer", person=key, seat=2))["type"] == "ack"
    assert (await guest.until("offered"))["seat"] == 2
    assert (await guest.order("sit", seat=2))["type"] == "ack"
    await third.until_room(lambda room: len(room["lookers"]) == 1)
    # Who was sent away from his seat may take it again when the host asks him to.
    assert (await host.order("kick", seat=2))["type"] == "ack"
    assert (await guest.order("sit", seat=2))["code"] == "banned"
    assert (await host.order("offer", person=key, seat=2))["type"] == "ack"
    assert (await guest.order("sit", seat=2))["type"] == "ack"
    await third.leave()
    await host.until_room(lambda room: not room["lookers"])


async def test_whoever_is_sent_away_does_not_get_in_again(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest, sit=False)
    await host.until_room(lambda room: room["lookers"])
    key = host.room["lookers"][0]["key"]
    assert (await host.order("expel", person=key))["type"] == "ack"
    assert (await guest.until("closed"))["code"] == "kicked"
    await host.until_room(lambda room: not room["lookers"])
    assert (await guest.connect(f"rooms/{room}"))["code"] == "kicked"
    for path in (f"rooms/{room}", f"codes/{host.room['code']}"):
        answer = await guest.http.get(f"/api/{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "kicked")
    assert (await host.order("expel", person=key))["code"] == "no_such_person"


async def test_whoever_is_sent_away_does_not_watch_the_match_either(visit: Visit) -> None:
    host, guest, other = await visit(), await visit(), Player("")
    room = await open_room(host, fill="greedy", spectators="live")
    await enter(room, guest, sit=False)
    await host.until_room(lambda room: room["lookers"])
    assert (await host.order("start"))["type"] == "ack"
    table = (await host.until_room(lambda room: room["table"]))["table"]
    # With a second connection, which the room knows nothing of.
    other.url, other.http = guest.url, guest.http
    assert (await other.connect(f"tables/{table}?watch"))["type"] == "table"
    assert (await host.order("expel", person=host.room["lookers"][0]["key"]))["type"] == "ack"
    assert (await other.until("closed"))["code"] == "kicked"
    assert (await other.connect(f"tables/{table}?watch"))["code"] == "kicked"
    await other.leave()


async def test_whoever_only_watches_the_match_is_seen_in_the_room_and_can_be_sent_away(visit: Visit) -> None:
    host, friend, spectator = await visit(), await visit(), await visit()
    room = await open_room(host, fill="first_legal", spectators="live", deals=2)
    await enter(room, friend, sit=False)
    assert (await host.order("start"))["type"] == "ack"
    table = (await host.until_room(lambda room: room["table"]))["table"]
    # From the link of the table alone: he has never been in the room.
    assert (await spectator.connect(f"tables/{table}?watch"))["type"] == "table"
    await host.until_room(lambda room: len(room["lookers"]) == 2)
    await friend.until_room(lambda room: [person["you"] for person in room["lookers"]] == [True, False])
    player = Player(host.url)
    player.http.cookies = host.http.cookies
    await player.join(table)
    await player.play_deal(last_offer)
    seen = await spectator.http.get(f"/api/replay/{table}/0")
    assert seen.status_code == 200
    assert (await host.order("expel", person=host.room["lookers"][1]["key"]))["type"] == "ack"
    assert (await spectator.until("closed"))["code"] == "kicked"
    await host.until_room(lambda room: len(room["lookers"]) == 1)
    assert (await spectator.connect(f"tables/{table}?watch"))["code"] == "kicked"
    for path in ("", "/verify", "/analysis?line=2&seat=-1"):
        answer = await spectator.http.get(f"/api/replay/{table}/0{path}")
        assert (answer.status_code, answer.json()["code"]) == (403, "kicked")
    assert (await friend.http.get(f"/api/replay/{table}/0")).status_code == 200
    await player.close()
