"""Settings of a server process, from the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Annotated, Any, Final

import msgspec

Time = Annotated[int, msgspec.Meta(ge=0, le=60_000)]
LongTime = Annotated[int, msgspec.Meta(ge=0, le=86_400_000)]
Count = Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]
Money = Annotated[int, msgspec.Meta(ge=0, le=1_000_000_000)]
LOCAL: Final = "127.0.0.1"


class ConfigError(Exception):
    """The server cannot start as it is set up; the message says what to change."""


class Config(msgspec.Struct, frozen=True, kw_only=True):
    """Every field can be set by an environment variable ``FANGCHENG_<FIELD>``. Times are in ms: at most a minute, of rooms a day.

    pause       between a discard (or whatever opens a window) and what follows it, whether or not anybody may answer
    think       how long a bot seems to think on its turn, on average
    bot_limit   how long it may really take before the default is played for it
    rate        messages that one socket may send in a second, on average; four times as many at once
    gather      how long the first deal of a match waits for everybody to be there
    between     how long the next deal waits for those who are not ready, where there is a clock and more than one person
    away        how long somebody must be gone before the host may let a bot take over
    vote        how long a vote to end a match waits before silence counts: between deals as consent, in a deal not
    late_pace   between two moves that late spectators are shown
    bots_after  how long a quick match waits for people where bots may fill up
    room_away   how long somebody may be away from a room where no match is played before losing the seat
    room_idle   how long a room stays open that nobody looks at, while no match is played
    rooms       rooms in which one player may sit while no match is played there
    tables      running tables that one player may have
    guests      new players that may come from one address in an hour
    sessions    sessions that one account may have: a further one ends the one that has not been used for longest
    grant       play money that every new player begins with
    relief      play money up to which a player who has run out is helped, once a day; 0 for never
    origins     further origins whose pages may use this server, separated by blanks, for a proxy that hides the host
    requests    requests a second from one address, session and player, on average; four times as many at once. Changes count as five
    connections sockets that one address may hold
    http_connections     connections that one address may hold beside its sockets
    session_connections  sockets that one session may hold
    player_connections   sockets that one player may hold, with all sessions together
    proxies     addresses of trusted proxies, separated by commas: their X-Forwarded-For and X-Forwarded-Proto are believed
    metrics     port on 127.0.0.1 where Prometheus finds the metrics; 0 for none
    """

    pause: Time = 600
    think: Time = 600
    bot_limit: Annotated[int, msgspec.Meta(ge=1, le=60_000)] = 2000
    gather: Time = 5000
    between: Time = 30_000
    away: Time = 60_000
    vote: Time = 60_000
    late_pace: Time = 1000
    bots_after: Time = 15_000
    room_away: LongTime = 300_000
    room_idle: LongTime = 900_000
    rooms: Count = 5
    rate: Count = 20
    tables: Count = 50
    guests: Count = 120
    sessions: Count = 20
    grant: Money = 10_000
    relief: Money = 1_000
    origins: str = ""
    requests: Count = 50
    connections: Count = 200
    http_connections: Count = 200
    session_connections: Count = 24
    player_connections: Count = 48
    proxies: str = LOCAL
    metrics: Annotated[int, msgspec.Meta(ge=0, le=65_535)] = 0

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> Config:
        """The settings of this process; ConfigError names a variable with a value that it cannot have."""
        given: dict[str, Any] = {}
        for field in msgspec.structs.fields(cls):
            name = f"FANGCHENG_{field.name.upper()}"
            if name in environment:
                try:
                    given[field.name] = msgspec.convert(environment[name], field.type, strict=False)
                except msgspec.ValidationError as error:
                    raise ConfigError(f"{name} cannot be {environment[name]!r}: {error}") from None
        return cls(**given)
