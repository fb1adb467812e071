"""What people may ask of a room: checked here, and carried out on its plain data."""

from __future__ import annotations

import msgspec

from fangcheng.rules.variant import Refused
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
from fangcheng.server.rooms.agreement import checked
from fangcheng.server.rooms.room import FREE, Place, RoomState


def obey(room: RoomState, me: Me, command: RoomCommand) -> Refused | None:
    """Carry out a command, or say why not; after a refusal nothing has changed. `Begin` is only checked here: a start needs a table."""
    if room.status == "closed":
        return Refused("room_closed")
    seat = room.seat_of(me.id)
    match command:
        case Sit():
            return _sit(room, me, seat, command.seat)
        case _ if seat < 0:
            return Refused("not_seated")
        case Expel() if seat == room.host:
            return _expel(room, command.person)
        case _ if room.status == "playing":
            # A match is left at its table.
            return Refused("room_playing")
        case Stand():
            room.leave(seat)
        case Ready(on=True) if command.changes not in (None, room.changes):
            return Refused("settings_changed")
        case Ready():
            room.change_place(seat, ready=command.on)
        case SeatEntropy():
            if room.places[seat].entropy:
                return Refused("entropy_given")
            room.change_place(seat, entropy=command.text)
        case _ if seat != room.host:
            return Refused("not_host")
        case _:
            return _obey_host(room, command)
    return None


def _sit(room: RoomState, me: Me, before: int, seat: int) -> Refused | None:
    if room.status == "playing":
        return Refused("room_playing")
    if me.id in room.banned:
        return Refused("banned")
    if (refused := room.not_free(seat)) is not None:
        return refused
    room.places[seat] = Place(me.id, me.name, entropy=room.places[before].entropy if before >= 0 else "")
    if before >= 0:
        room.places[before] = FREE
        room.host = seat if room.host == before else room.host
    return None


def _obey_host(room: RoomState, command: RoomCommand) -> Refused | None:
    match command:
        case Begin():
            return _unready(room)
        case Kick(_, seat):
            return _kick(room, seat)
        case OfferSeat(_, person, seat):
            return _offer(room, person, seat)
        case SeatBot(_, seat, level):
            return room.add_bot(seat, level)
        case PassHost(_, seat):
            if seat not in room.people():
                return Refused("no_such_person", {"seat": seat})
            room.host = seat
        case Change():
            return _change(room, command.settings)
        case CloseRoom():
            room.status = "closed"
        case _:
            raise AssertionError(f"{type(command).__name__} is no command of a host")
    return None


def _unready(room: RoomState) -> Refused | None:
    """Why a match cannot start yet."""
    waiting = [seat for seat in room.people() if seat != room.host and not room.places[seat].ready]
    if waiting:
        return Refused("not_all_ready", {"seats": waiting})
    free = [seat for seat, place in enumerate(room.places) if place.free]
    return Refused("free_seats", {"seats": free}) if free and room.settings.fill is None else None


def _kick(room: RoomState, seat: int) -> Refused | None:
    if (refused := room.no_such_seat(seat)) is not None:
        return refused
    place = room.places[seat]
    if place.free or seat == room.host:
        return Refused("no_such_person", {"seat": seat})
    if place.user:
        room.banned.append(place.user)
    room.places[seat] = FREE
    return None


def _offer(room: RoomState, person: str, seat: int) -> Refused | None:
    """An offer changes nothing, except that a person who was sent away from a seat may sit again."""
    if (refused := _not_looking(room, person) or room.not_free(seat)) is not None:
        return refused
    room.banned = [user for user in room.banned if user != person]
    return None


def _expel(room: RoomState, person: str) -> Refused | None:
    if (refused := _not_looking(room, person)) is not None:
        return refused
    room.banned.append(person)
    room.shut_out.append(person)
    return None


def _not_looking(room: RoomState, person: str) -> Refused | None:
    """Refused unless `person` is somebody without a seat."""
    return Refused("no_such_person", {"seat": -1}) if not person or room.seat_of(person) >= 0 else None


def _change(room: RoomState, wanted: RoomSettings) -> Refused | None:
    settings = checked(msgspec.structs.replace(wanted, seats=wanted.seats or room.settings.seats))
    if isinstance(settings, Refused):
        return settings
    if (settings.variant, settings.seats) != (room.settings.variant, room.settings.seats):
        return Refused("fixed_setting", {"settings": ["variant", "seats"]})
    room.settings = settings
    room.changes += 1
    for seat in room.people():
        room.change_place(seat, ready=False)
    return None
