"""A room as plain data: whatever people try, it stays a room."""

from __future__ import annotations

import msgspec
from hypothesis import given
from hypothesis import strategies as st
from server.player import GAME

from fangcheng.server.protocol import (
    Begin,
    Change,
    CloseRoom,
    Expel,
    Kick,
    Me,
    OfferSeat,
    PassHost,
    Ready,
    RoomCommand,
    RoomSettings,
    SeatBot,
    SeatEntropy,
    Sit,
    Stand,
)
from fangcheng.server.rooms.directory import LETTERS, new_code
from fangcheng.server.rooms.opening import new_room
from fangcheng.server.rooms.orders import obey
from fangcheng.server.rooms.room import REMEMBERED, Place, RoomState
from fangcheng.variants import VARIANTS

PEOPLE = [Me(name, name) for name in "abcde"]
SETTINGS = RoomSettings(variant=GAME, fill="greedy")
SEAT = st.integers(0, 3)
COMMAND: st.SearchStrategy[RoomCommand] = st.one_of(
    st.builds(Sit, st.just("i"), SEAT),
    st.builds(Stand, st.just("i")),
    st.builds(Ready, st.just("i"), st.booleans()),
    st.builds(SeatEntropy, st.just("i"), st.sampled_from(["x", "y"])),
    st.builds(Kick, st.just("i"), SEAT),
    st.builds(OfferSeat, st.just("i"), st.sampled_from(["", *"abcde"]), SEAT),
    st.builds(Expel, st.just("i"), st.sampled_from(["", *"abcde"])),
    st.builds(SeatBot, st.just("i"), SEAT, st.sampled_from(["greedy", "cheat"])),
    st.builds(PassHost, st.just("i"), SEAT),
    st.builds(Change, st.just("i"), st.sampled_from([SETTINGS, RoomSettings(variant=GAME, seating="lot"), RoomSettings(variant="no")])),
    st.builds(CloseRoom, st.just("i")),
    st.builds(Begin, st.just("i")),
)
STEP = st.one_of(
    st.tuples(st.sampled_from(PEOPLE), COMMAND),
    st.tuples(st.just("match"), st.sets(SEAT)),
    st.tuples(st.just("away"), st.sampled_from(PEOPLE)),
)


def open_room() -> RoomState:
    room = new_room(SETTINGS, new_code(), 0, [Place("a", "a")], [])
    assert isinstance(room, RoomState)
    return room


@given(st.lists(STEP, max_size=40))
def test_whatever_people_try(steps: list[tuple[object, object]]) -> None:
    room = open_room()
    for who, what in steps:
        before = room.copy()
        if isinstance(who, Me):
            refused = obey(room, who, what)  # type: ignore[arg-type]
            assert refused is None or room == before
            if refused is None and isinstance(what, Begin):
                room.start("t")
        elif who == "away":
            room.away(what.id)  # type: ignore[attr-defined]
        elif room.status == "playing":
            room.follow(sorted(what), room.host, True)  # type: ignore[call-overload]
        users = [place.user for place in room.places if place.user]
        assert len(users) == len(set(users))
        assert not set(users) & set(room.banned)
        assert len(room.places) == 4
        assert not any(place.user and place.bot for place in room.places)
        assert room.status == "closed" or room.places[room.host].user
        assert (room.status == "playing") == bool(room.table)
        assert room.status != "playing" or not any(place.free for place in room.places)
        assert msgspec.json.decode(msgspec.json.encode(room), type=RoomState) == room


def test_nobody_learns_what_others_mix_in() -> None:
    room = open_room()
    assert obey(room, PEOPLE[0], SeatEntropy("i", "my-own-text")) is None
    shown = msgspec.json.encode([room.info(set(), PEOPLE), room.card()])
    assert b"my-own-text" not in shown
    assert room.secret.encode() not in shown


def test_a_change_that_names_no_number_of_seats_keeps_it() -> None:
    game = next(game for game in VARIANTS.values() if len(game.seats) > 1)
    wanted = RoomSettings(variant=game.id, seats=game.seats[0], fill="greedy")
    room = new_room(wanted, new_code(), 0, [Place("a", "a")], [])
    assert isinstance(room, RoomState)
    assert obey(room, PEOPLE[0], Change("i", RoomSettings(variant=game.id, seconds=9))) is None
    assert (room.settings.seats, room.settings.seconds, len(room.places)) == (game.seats[0], 9, game.seats[0])
    assert obey(room, PEOPLE[0], Change("i", RoomSettings(variant=game.id, seats=game.seats[-1]))) is not None


def test_codes_can_be_read_aloud() -> None:
    for _ in range(50):
        code = new_code()
        assert len(code) == 6
        assert set(code) <= set(LETTERS)
    assert not set("01OIL") & set(LETTERS)


def test_a_room_remembers_the_latest_commands_of_each() -> None:
    room = open_room()
    for number in range(REMEMBERED + 1):
        room.keep("a", str(number))
        room.keep("b", str(number))
    assert not room.has_kept("a", "0")
    assert room.has_kept("a", "1")
    assert room.has_kept("b", str(REMEMBERED))
    assert not room.has_kept("c", "1")
    other = room.copy()
    for number in range(REMEMBERED):
        other.keep(f"looker {number}", "x")
    assert not other.has_kept("a", str(REMEMBERED))
    assert room.has_kept("a", str(REMEMBERED))
    assert len(other.accepted) == REMEMBERED
