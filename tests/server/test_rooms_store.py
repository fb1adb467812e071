"""What is stored of rooms, on both databases."""

from __future__ import annotations

import msgspec
from server.player import GAME

from fangcheng.server.players.accounts import Accounts
from fangcheng.server.protocol import Preset, RoomSettings
from fangcheng.server.rooms.opening import first_deal, new_room, table_row
from fangcheng.server.rooms.room import Place, RoomState
from fangcheng.server.rooms.store import RoomsStore
from fangcheng.server.tables.store import Store
from fangcheng.server.tables.terms import TermsStore

SETTINGS = RoomSettings(variant=GAME, fill="greedy", seconds=7, stake=2, spectators="late", listed=True)


async def a_room(store: Store) -> RoomState:
    await Accounts(store.engine).add_guest("u", "甲", "hash")
    room = new_room(SETTINGS, "ABCDEF", 2, [Place("u", "甲", entropy="mine")], [])
    assert isinstance(room, RoomState)
    return room


async def test_a_room_is_kept_as_it_is(store: Store) -> None:
    stored, room = RoomsStore(store), await a_room(store)
    await stored.save(room)
    assert await stored.open_rooms() == [room]
    room.places[0] = Place(bot="greedy")
    await stored.save(room)
    assert await stored.open_rooms() == [room]
    room.status = "closed"
    await stored.save(room)
    assert await stored.open_rooms() == []


async def test_a_table_starts_with_its_terms_or_not_at_all(store: Store) -> None:
    stored, room = RoomsStore(store), await a_room(store)
    await stored.save(room)
    playing = room.copy()
    playing.start("t")
    row = table_row(playing)
    first, events = first_deal(playing, row, ())
    await stored.start(playing, row, first, events)
    assert await stored.open_rooms() == [playing]
    terms = await TermsStore(store.engine).terms_of("t")
    assert terms is not None
    assert (terms.room, terms.creator) == (room.id, 2)
    assert (terms.terms.seconds, terms.terms.stake, terms.terms.spectators) == (7, 2, "late")
    saved = await store.load("t")
    assert saved.deals[0].secret == room.secret
    assert msgspec.json.decode(saved.log[0])[0]["entropy"] == ["", "", "mine", ""]
    assert await TermsStore(store.engine).terms_of("other") is None
    assert await TermsStore(store.engine).money("t", 4) is None


async def test_presets_of_one_are_not_those_of_another(store: Store) -> None:
    stored = RoomsStore(store)
    for user in ("u", "v"):
        await Accounts(store.engine).add_guest(user, user, user)
    first, second = Preset("a", SETTINGS), Preset("a", RoomSettings(variant=GAME, seconds=9))
    assert await stored.put_preset("u", first)
    assert await stored.put_preset("u", second)
    assert (await stored.presets("u", GAME), await stored.presets("v", GAME)) == ([second], [])
    assert not await stored.delete_preset("v", GAME, "a")
    assert await stored.delete_preset("u", GAME, "a")
    assert await TermsStore(store.engine).open_hands([]) == set()
