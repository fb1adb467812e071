"""Rooms that are abused: messages that are none, seats of others, settings that have changed, changes without end, crowds."""

from __future__ import annotations

import pytest
from server.entering import enter, open_room, to_table
from server.player import Visit

from fangcheng.server.rooms import rooms

BAD_MESSAGES: list[tuple[str, str]] = [
    ("nonsense", "not_json"),
    ("x" * 4097, "too_large"),
    ("{}", "bad_message"),
    ('{"type": "sit", "id": "a", "seat": 9}', "bad_message"),
    ('{"type": "sit", "id": "a", "seat": -1}', "bad_message"),
    ('{"type": "sit", "id": "", "seat": 1}', "bad_message"),
    ('{"type": "ready", "id": "a", "on": 1}', "bad_message"),
    ('{"type": "act", "id": "a", "seq": 1, "action": "pass"}', "bad_message"),
    ('{"type": "change", "id": "a", "settings": {"variant": "x", "seconds": 601}}', "bad_message"),
    ('{"type": "change", "id": "a", "settings": ' + "[" * 2000, "bad_message"),
    ('{"type": "entropy", "id": "a", "text": "\\u0000"}', "bad_message"),
    ('{"type": "queue", "id": "a", "variant": 1}', "bad_message"),
]


@pytest.mark.parametrize("place", ["room", "lobby"])
async def test_bad_messages_are_errors_and_nothing_more(visit: Visit, place: str) -> None:
    host = await visit()
    await open_room(host)
    if place == "lobby":
        await host.connect("lobby")
    assert host.socket is not None
    for sent, code in BAD_MESSAGES:
        await host.socket.send(sent)
        assert (await host.until("error"))["code"] == code, sent
    assert (await host.ask(type="ping")) == {"type": "pong"}


async def test_a_forged_seat_is_no_seat(visit: Visit) -> None:
    """Everything that somebody does is done from where he sits, whatever he claims."""
    host, guest, other = await visit(), await visit(), await visit()
    room = await open_room(host, fill="first_legal")
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert (await other.join(table))["code"] == "not_your_table"
    assert (await host.ask(type="act", id="x", seq=1, action="pass", seat=1))["code"] == "bad_message"
    # Nor may one who sits in another room command this one.
    await open_room(other)
    await other.connect(f"rooms/{room}")
    assert (await other.order("kick", seat=1))["code"] == "not_seated"
    assert (await other.order("sit", seat=2))["code"] == "room_playing"
    # An id is a person's own: what another has sent under it is not taken for his.
    for player in (guest, host):
        assert await player.ask(type="auto", id="same", on=True) == {"type": "ack", "id": "same"}
    await host.until_table(lambda message: message["table"]["auto"][:2] == [True, True])


async def test_nobody_gets_ready_for_settings_that_he_has_not_seen(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest)
    seen = guest.room["changes"]
    assert (await host.order("change", settings={**host.room["settings"], "stake": 400}))["type"] == "ack"
    # On its way when the host changed them.
    assert (await guest.order("ready", on=True, changes=seen))["code"] == "settings_changed"
    now = await guest.until_room(lambda room: room["settings"]["stake"])
    assert not now["seats"][1]["ready"]
    assert (await guest.order("ready", on=True, changes=now["changes"]))["type"] == "ack"
    assert (await guest.order("ready", on=False, changes=seen))["type"] == "ack"


async def test_whoever_changes_a_room_all_the_time_is_refused_and_can_leave(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest)
    answers = [await guest.order("ready", on=number % 2 == 0) for number in range(60)]
    refused = {answer["code"] for answer in answers if answer["type"] == "refused"}
    assert refused == {"changes_too_fast"}
    assert (await host.order("ready", on=True))["type"] == "ack"
    assert (await guest.order("stand"))["type"] == "ack"


async def test_whoever_sits_in_a_room_gets_in_however_many_look(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rooms, "LOOKERS", 2)
    host, guest, looker, late = await visit(), await visit(), await visit(), await visit()
    room = await open_room(host)
    await enter(room, guest)
    await guest.leave()
    assert (await looker.connect(f"rooms/{room}"))["type"] == "room"
    assert (await late.connect(f"rooms/{room}")) == {"type": "closed", "code": "room_full"}
    assert (await guest.connect(f"rooms/{room}"))["type"] == "room"
