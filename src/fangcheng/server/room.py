"""A room between and around its matches: plain data, and what each command does to it. Nothing here waits, stores or sends."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from fangcheng.bots import BOTS
from fangcheng.rules.variant import Refused
from fangcheng.server.agreement import checked
from fangcheng.server.protocol import (
    Begin,
    Card,
    Change,
    CloseRoom,
    Expel,
    Kick,
    Looker,
    Me,
    OfferSeat,
    PassHost,
    Ready,
    RoomCommand,
    RoomInfo,
    RoomSeat,
    RoomSettings,
    RoomStatus,
    SeatBot,
    SeatEntropy,
    Sit,
    Stand,
)
from fangcheng.wall import commitment


class Place(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a room: a person by `user`, a bot by its level, or free."""

    user: str = ""
    name: str = ""
    bot: str = ""
    ready: bool = False
    entropy: str = ""

    @property
    def free(self) -> bool:
        """Whether somebody may sit down here."""
        return not (self.user or self.bot)


FREE: Final = Place()
REMEMBERED: Final = 16
"""People whose commands a room remembers, and how many of each: none is sent again that so many others have followed."""


class RoomState(msgspec.Struct, kw_only=True):
    """All that a room is. `secret` (hex) is that of the first deal of the match to come; `banned` are people who were sent away
    from a seat, `shut_out` those who may not even look.

    `changes` counts those of the settings: nobody gets ready for any that he has not seen. `accepted` are ids of the latest commands
    that were carried out, by user: stored with what they have changed, so that one that is sent again counts once over a restart too.
    """

    id: str
    code: str
    settings: RoomSettings
    places: list[Place]
    host: int
    secret: str
    created_ms: int
    status: RoomStatus = "waiting"
    table: str = ""
    banned: list[str] = []
    changes: int = 0
    accepted: dict[str, list[str]] = {}
    shut_out: list[str] = []

    def copy(self) -> RoomState:
        """An independent room."""
        lists = {"places": self.places[:], "banned": self.banned[:], "shut_out": self.shut_out[:]}
        return msgspec.structs.replace(self, accepted=self.accepted.copy(), **lists)

    def seat_of(self, user: str) -> int:
        """Where somebody sits, -1 where he does not."""
        return next((seat for seat, place in enumerate(self.places) if place.user == user), -1)

    def people(self) -> list[int]:
        """Seats of people."""
        return [seat for seat, place in enumerate(self.places) if place.user]

    # --- commands -------------------------------------------------------------------------------------------------------------

    def obey(self, me: Me, command: RoomCommand) -> Refused | None:
        """Carry out a command, or say why not; after a refusal nothing has changed. `Begin` is only checked here: a start needs a table."""
        if self.status == "closed":
            return Refused("room_closed")
        seat = self.seat_of(me.id)
        match command:
            case Sit():
                return self._sit(me, seat, command.seat)
            case _ if seat < 0:
                return Refused("not_seated")
            case Expel() if seat == self.host:
                return self._expel(command.person)
            case _ if self.status == "playing":
                # Whoever leaves a match does so at its table.
                return Refused("room_playing")
            case Stand():
                self.leave(seat)
            case Ready(on=True) if command.changes not in (None, self.changes):
                return Refused("settings_changed")
            case Ready():
                self._set(seat, ready=command.on)
            case SeatEntropy():
                if self.places[seat].entropy:
                    return Refused("entropy_given")
                self._set(seat, entropy=command.text)
            case _ if seat != self.host:
                return Refused("not_host")
            case _:
                return self._obey_host(command)
        return None

    def keep(self, user: str, command: str) -> None:
        """Remember that somebody's command is carried out."""
        # Whoever did something last stands last.
        mine = self.accepted.pop(user, [])
        self.accepted[user] = [*mine, command][-REMEMBERED:]
        if len(self.accepted) > REMEMBERED:
            del self.accepted[next(iter(self.accepted))]

    def has_kept(self, user: str, command: str) -> bool:
        """Whether a command is carried out already."""
        return command in self.accepted.get(user, ())

    def _sit(self, me: Me, before: int, seat: int) -> Refused | None:
        if self.status == "playing":
            return Refused("room_playing")
        if me.id in self.banned:
            return Refused("banned")
        if (refused := self._no_such_seat(seat)) is not None:
            return refused
        if not self.places[seat].free:
            return Refused("seat_taken", {"seat": seat})
        self.places[seat] = Place(me.id, me.name, entropy=self.places[before].entropy if before >= 0 else "")
        if before >= 0:
            self.places[before] = FREE
            self.host = seat if self.host == before else self.host
        return None

    def _obey_host(self, command: RoomCommand) -> Refused | None:
        match command:
            case Begin():
                return self._unready()
            case Kick(_, seat):
                return self._kick(seat)
            case OfferSeat(_, person, seat):
                return self._offer(person, seat)
            case SeatBot(_, seat, level):
                return self.add_bot(seat, level)
            case PassHost(_, seat):
                if seat not in self.people():
                    return Refused("no_such_person", {"seat": seat})
                self.host = seat
            case Change():
                return self._change(command.settings)
            case CloseRoom():
                self.status = "closed"
            case _:
                raise AssertionError(f"{type(command).__name__} is no command of a host")
        return None

    def add_bot(self, seat: int, level: str) -> Refused | None:
        """Put a bot at a free seat, or say why not."""
        if (refused := self._no_such_seat(seat)) is not None:
            return refused
        if level not in BOTS:
            return Refused("unknown_bot", {"bot": level, "bots": list(BOTS)})
        if not self.places[seat].free:
            return Refused("seat_taken", {"seat": seat})
        self.places[seat] = Place(bot=level)
        return None

    def _unready(self) -> Refused | None:
        """Why a match cannot start yet."""
        waiting = [seat for seat in self.people() if seat != self.host and not self.places[seat].ready]
        if waiting:
            return Refused("not_all_ready", {"seats": waiting})
        free = [seat for seat, place in enumerate(self.places) if place.free]
        return Refused("free_seats", {"seats": free}) if free and self.settings.fill is None else None

    def _kick(self, seat: int) -> Refused | None:
        if (refused := self._no_such_seat(seat)) is not None:
            return refused
        place = self.places[seat]
        if place.free or seat == self.host:
            return Refused("no_such_person", {"seat": seat})
        if place.user:
            self.banned.append(place.user)
        self.places[seat] = FREE
        return None

    def _offer(self, person: str, seat: int) -> Refused | None:
        """Nothing changes by an offer but that who was sent away from a seat may sit again."""
        if not person or self.seat_of(person) >= 0:
            return Refused("no_such_person", {"seat": -1})
        if (refused := self._no_such_seat(seat)) is not None:
            return refused
        if not self.places[seat].free:
            return Refused("seat_taken", {"seat": seat})
        self.banned = [user for user in self.banned if user != person]
        return None

    def _expel(self, person: str) -> Refused | None:
        if not person or self.seat_of(person) >= 0:
            return Refused("no_such_person", {"seat": -1})
        self.banned.append(person)
        self.shut_out.append(person)
        return None

    def _change(self, wanted: RoomSettings) -> Refused | None:
        settings = checked(msgspec.structs.replace(wanted, seats=wanted.seats or self.settings.seats))
        if isinstance(settings, Refused):
            return settings
        if (settings.variant, settings.seats) != (self.settings.variant, self.settings.seats):
            return Refused("fixed_setting", {"settings": ["variant", "seats"]})
        self.settings = settings
        self.changes += 1
        for seat in self.people():
            self._set(seat, ready=False)
        return None

    def _no_such_seat(self, seat: int) -> Refused | None:
        return None if 0 <= seat < len(self.places) else Refused("no_such_seat", {"seat": seat})

    def _set(self, seat: int, **changed: object) -> None:
        self.places[seat] = msgspec.structs.replace(self.places[seat], **changed)

    # --- what happens without a command ---------------------------------------------------------------------------------------

    def leave(self, seat: int) -> None:
        """The person at a seat is gone: a host passes on, and with the last person the room closes."""
        self.places[seat] = FREE
        people = self.people()
        if not people:
            self.status = "closed"
        elif seat == self.host:
            self.host = next((after for after in people if after > seat), people[0])

    def away(self, user: str) -> None:
        """Somebody is not looking any more: a match must not start over his head."""
        seat = self.seat_of(user)
        if seat >= 0 and self.status == "waiting":
            self._set(seat, ready=False)

    def start(self, table: str) -> None:
        """A match begins: bots fill up, people sit where the lot puts them, and the next match gets a secret of its own."""
        if self.settings.seating == "lot":
            self._draw_seats()
        for seat, place in enumerate(self.places):
            if place.free:
                assert self.settings.fill is not None
                self.places[seat] = Place(bot=self.settings.fill)
        self.status, self.table = "playing", table

    def _draw_seats(self) -> None:
        people = self.people()
        drawn = people[:]
        secrets.SystemRandom().shuffle(drawn)
        host, places = self.host, self.places[:]
        for seat, after in zip(people, drawn, strict=True):
            self.places[after] = places[seat]
            if seat == host:
                self.host = after

    def follow(self, gone: Sequence[int], host: int, over: bool) -> None:
        """Keep up with the match: who has left it has left the room, and when it is over everybody else sits where he sat."""
        for seat in gone:
            if self.places[seat].user:
                self.leave(seat)
        self.host = host if host in self.people() else self.host
        if over:
            self._finish()

    def _finish(self) -> None:
        if self.status == "playing":
            self.status = "waiting"
        self.table, self.secret = "", secrets.token_hex(32)
        for seat in self.people():
            self._set(seat, ready=False, entropy="")

    # --- what is shown --------------------------------------------------------------------------------------------------------

    def info(self, user: str, connected: set[str], lookers: Sequence[Me] = ()) -> RoomInfo:
        """The room as somebody sees it; `connected` are the people who look at it or play at its table, `lookers` those without a seat."""
        return RoomInfo(
            id=self.id,
            code=self.code,
            status=self.status,
            settings=self.settings,
            seats=[RoomSeat(place.name, place.bot, place.ready, bool(place.bot) or place.user in connected) for place in self.places],
            host=self.host,
            you=self.seat_of(user),
            table=self.table,
            commitment=commitment(bytes.fromhex(self.secret)),
            entropy=[hashed(place.entropy) for place in self.places],
            changes=self.changes,
            lookers=[Looker(self.key_of(me.id), me.name, me.id == user) for me in lookers],
        )

    def key_of(self, user: str) -> str:
        """What somebody is called in this room who has no seat: his id is nobody's business."""
        return hashlib.sha256(f"{self.id} {user}".encode()).hexdigest()[:16]

    def card(self) -> Card:
        """The room as the lobby shows it."""
        return Card(
            id=self.id,
            status=self.status,
            settings=self.settings,
            host=self.places[self.host].name,
            seats=[place.name or place.bot for place in self.places],
            table=self.table,
        )


def hashed(entropy: str) -> str:
    """What is shown of a contribution before the deal that it is mixed into: its SHA-256, "" for none."""
    return hashlib.sha256(entropy.encode()).hexdigest() if entropy else ""
