"""A room between and around its matches: plain data, what happens to it, and what is shown of it. Nothing here waits, stores or sends."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec

from fangcheng.bots import BOTS
from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import Card, Looker, Me, RoomInfo, RoomSeat, RoomSettings, RoomStatus
from fangcheng.wall import commitment, contribution_hash


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
"""For how many people a room remembers commands, and how many for each: after that many others, nobody sends a command again."""


class RoomState(msgspec.Struct, kw_only=True):
    """All that a room is.

    secret    of the first deal of the next match, in hex
    banned    people who were sent away from a seat; `shut_out` are those who may not even look
    changes   how often the settings have changed: nobody can get ready for settings that they have not seen
    accepted  ids of the latest commands that were carried out, by user. They are stored together with what they have changed, so that
              a command that is sent again after a restart is not carried out twice
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
        """Where somebody sits, -1 for nowhere."""
        return next((seat for seat, place in enumerate(self.places) if place.user == user), -1)

    def people(self) -> list[int]:
        """Seats of people."""
        return [seat for seat, place in enumerate(self.places) if place.user]

    def not_free(self, seat: int) -> Refused | None:
        """Refused unless somebody can be put at a seat."""
        if (refused := self.no_such_seat(seat)) is not None:
            return refused
        return None if self.places[seat].free else Refused("seat_taken", {"seat": seat})

    def no_such_seat(self, seat: int) -> Refused | None:
        """Refused unless the number is that of a seat here."""
        return None if 0 <= seat < len(self.places) else Refused("no_such_seat", {"seat": seat})

    def change_place(self, seat: int, **changed: object) -> None:
        """Change fields of a seat's place."""
        self.places[seat] = msgspec.structs.replace(self.places[seat], **changed)

    def add_bot(self, seat: int, level: str) -> Refused | None:
        """Put a bot at a free seat, or say why not."""
        if level not in BOTS:
            return self.no_such_seat(seat) or Refused("unknown_bot", {"bot": level, "bots": list(BOTS)})
        if (refused := self.not_free(seat)) is not None:
            return refused
        self.places[seat] = Place(bot=level)
        return None

    # --- what happens ---------------------------------------------------------------------------------------------------------

    def leave(self, seat: int) -> None:
        """The person at a seat is gone. Another person becomes host if need be; without any, the room closes."""
        self.places[seat] = FREE
        people = self.people()
        if not people:
            self.status = "closed"
        elif seat == self.host:
            self.host = next((after for after in people if after > seat), people[0])

    def away(self, user: str) -> None:
        """Somebody has stopped looking: a match must not start without their knowledge."""
        seat = self.seat_of(user)
        if seat >= 0 and self.status == "waiting":
            self.change_place(seat, ready=False)

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
        """Keep up with the match: people who have left it have left the room; when it is over, all others sit where they sat."""
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
            self.change_place(seat, ready=False, entropy="")

    # --- commands that were carried out -----------------------------------------------------------------------------------------

    def keep(self, user: str, command: str) -> None:
        """Remember that somebody's command is carried out."""
        # The person who acted last comes last.
        mine = self.accepted.pop(user, [])
        self.accepted[user] = [*mine, command][-REMEMBERED:]
        if len(self.accepted) > REMEMBERED:
            del self.accepted[next(iter(self.accepted))]

    def has_kept(self, user: str, command: str) -> bool:
        """Whether a command is carried out already."""
        return command in self.accepted.get(user, ())

    # --- what is shown --------------------------------------------------------------------------------------------------------

    def info(self, connected: set[str], lookers: Sequence[Me] = ()) -> RoomInfo:
        """The room as everybody sees it; `connected` are the people who look at it or play at its table, `lookers` those without a seat."""
        return RoomInfo(
            id=self.id,
            code=self.code,
            status=self.status,
            settings=self.settings,
            seats=[RoomSeat(place.name, place.bot, place.ready, bool(place.bot) or place.user in connected) for place in self.places],
            host=self.host,
            you=-1,
            table=self.table,
            commitment=commitment(bytes.fromhex(self.secret)),
            entropy=[contribution_hash(place.entropy) for place in self.places],
            changes=self.changes,
            lookers=[Looker(self.key_of(me.id), me.name) for me in lookers],
        )

    def key_of(self, user: str) -> str:
        """How this room refers to somebody without a seat, whose id is nobody else's business."""
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
