"""The open rooms of a server, and how they are found."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator
from typing import Final

from fangcheng.server.allowance import Meter
from fangcheng.server.protocol import Me
from fangcheng.server.rooms.entry import Entry
from fangcheng.server.rooms.room import RoomState

LETTERS: Final = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
"""Characters of codes: none that is easily mistaken for another."""

CODES: Final = 2
"""Codes that one player may try per second, on average: guessing would take longer than a lifetime."""


def new_code() -> str:
    """A code for a room."""
    return "".join(secrets.choice(LETTERS) for _ in range(6))


class Directory:
    """Open rooms by id, by code and by the players who sit there; iteration gives the oldest first."""

    def __init__(self) -> None:
        self._entries: dict[str, Entry] = {}
        self._codes: dict[str, str] = {}
        self._guesses = Meter(CODES)

    def __iter__(self) -> Iterator[Entry]:
        # A list of its own: rooms come and go while somebody looks through them.
        return iter(list(self._entries.values()))

    def add(self, state: RoomState) -> None:
        """A room is open."""
        self._entries[state.id] = Entry(state)
        self._codes[state.code] = state.id

    def drop(self, state: RoomState) -> bool:
        """A room is closed; whether it was open."""
        self._codes.pop(state.code, None)
        return self._entries.pop(state.id, None) is not None

    def find(self, room_id: str) -> Entry | None:
        """The room with an id."""
        return self._entries.get(room_id)

    def by_code(self, me: Me, code: str) -> tuple[Entry | None, float]:
        """The room with a code, in any case; and, if the player tries too many, the seconds to wait instead."""
        wait = self._guesses.wait(me.id, 1, time.monotonic())
        return None if wait else self._entries.get(self._codes.get(code.upper(), "")), wait

    def of(self, user: str) -> list[Entry]:
        """The rooms where somebody sits, newest first."""
        return [entry for entry in reversed(self._entries.values()) if entry.state.seat_of(user) >= 0]

    def new_code(self) -> str:
        """A code that no room has."""
        while (code := new_code()) in self._codes:
            pass
        return code
