"""What has to be stored when a room is opened, and when one of its matches begins."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from fangcheng.engine.match import Match
from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import RoomSettings
from fangcheng.server.rooms.agreement import checked
from fangcheng.server.rooms.room import FREE, Place, RoomState
from fangcheng.server.storage.batches import encode_batch
from fangcheng.server.storage.rows import DealRow, SeatRow, TableRow
from fangcheng.server.storage.times import now_ms
from fangcheng.server.tables.play import start_event
from fangcheng.variants import get_variant


def new_room(wanted: RoomSettings, code: str, seat: int, people: Sequence[Place], bots: Sequence[str]) -> RoomState | Refused:
    """A room where people sit from `seat` on, the first of them as host, and bots at free seats where they are named; or why not."""
    settings = checked(wanted)
    if isinstance(settings, Refused):
        return settings
    assert settings.seats is not None
    if seat >= settings.seats:
        return Refused("no_such_seat", {"seat": seat})
    room = RoomState(
        id=secrets.token_urlsafe(9),
        code=code,
        settings=settings,
        places=[FREE] * settings.seats,
        host=seat,
        secret=secrets.token_hex(32),
        created_ms=now_ms(),
    )
    for place, person in enumerate(people):
        room.places[(seat + place) % settings.seats] = person
    for place, level in enumerate(bots[: settings.seats]):
        if level and room.places[place].free and (refused := room.add_bot(place, level)) is not None:
            return refused
    return room


def table_row(room: RoomState) -> TableRow:
    """The table of a room whose match begins."""
    settings = room.settings
    return TableRow(
        id=room.table,
        variant=settings.variant,
        options=settings.options,
        deals=settings.deals,
        seconds=settings.seconds,
        secret=secrets.token_hex(32),
        seats=[SeatRow(place.user or None, place.bot or None, place.name or place.bot) for place in room.places],
        stake=settings.stake,
        fee=settings.fee,
        gain_cap=settings.gain_cap,
        sharing=settings.sharing,
    )


def first_deal(room: RoomState, row: TableRow, balances: tuple[int | None, ...]) -> tuple[DealRow, str]:
    """The first deal of a match, from the secret that the room has shown its commitment to, and its first batch as it is stored."""
    variant, first = get_variant(row.variant), DealRow(0, room.secret)
    secret = bytes.fromhex(row.secret)
    match = Match.begin(variant, secret, options=row.options, seats=len(row.seats), deals=row.deals, creator=room.host)
    entropy = tuple(place.entropy for place in room.places)
    return first, encode_batch([start_event(variant, match, first, balances, entropy if any(entropy) else ())])
