"""What messages on all sockets have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Final, Literal, TypeVar

import msgspec

MAX_MESSAGE: Final = 4096
"""Largest message of a client, in bytes."""

Id = Annotated[str, msgspec.Meta(max_length=64, pattern=r"^[^\u0000]+$")]
Seat = Annotated[int, msgspec.Meta(ge=0, le=3)]
Spectators = Literal["off", "live", "late"]
ReservePer = Literal["deal", "match"]
Sharing = Literal["hands", "seat", "none"]

# Not a dollar: before a line's end that matches too. Not \Z either: schemas are read in languages that have none.
Entropy = Annotated[str, msgspec.Meta(pattern=r"^[0-9A-Za-z+/=_-]{1,64}(?![\s\S])")]
"""What a seat mixes into the seed of a deal."""

PHRASES: Final = (
    "hello", "ready", "hurry", "thinking", "nice", "lucky", "unlucky", "thanks", "sorry", "back_soon", "again", "bye",
)  # fmt: skip
EMOTES: Final = ("smile", "laugh", "cry", "angry", "cool", "sleepy", "thumbs_up", "clap", "flower", "tea")
"""All that people may say: keys under ``phrase`` and ``emote`` in the catalogues."""


class Incoming(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag=str.lower):
    """Base of what a client sends on a socket."""


class Ping(Incoming, frozen=True):
    """Ask for a `Pong`."""


class Say(Incoming, frozen=True):
    """Say a phrase or show an emote: an id out of `PHRASES` or `EMOTES`."""

    id: Id
    what: Annotated[str, msgspec.Meta(min_length=1, max_length=32)]


class Outgoing(msgspec.Struct, frozen=True, tag_field="type", tag=str.lower):
    """Base of what the server sends on a socket."""


class Ack(Outgoing, frozen=True):
    """The command with this id has been carried out, and is stored."""

    id: str


class Refusal(Outgoing, frozen=True, tag="refused"):
    """The command with this id is refused, and nothing has changed."""

    id: str
    code: str
    detail: dict[str, Any] = {}


class Error(Outgoing, frozen=True):
    """Something has gone wrong that is no answer to a command: a malformed message, or trouble at the table."""

    code: str
    detail: dict[str, Any] = {}


class Closed(Outgoing, frozen=True):
    """The last message on this connection: why it ends."""

    code: str


class Pong(Outgoing, frozen=True):
    """The answer to a ping."""


class Said(Outgoing, frozen=True):
    """A seat has said a phrase or shown an emote."""

    seat: int
    what: str


NoticeCode = Literal[
    "joined", "left", "sat", "stood", "kicked", "replaced", "auto_on", "auto_off", "host", "settings", "vote", "vote_failed", "dissolved"
]


class Notice(Outgoing, frozen=True):
    """Something has happened among the people; `code` is a key under ``notice`` in the catalogues, `seat` and `name` say to whom."""

    code: NoticeCode
    seat: int
    name: str


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed; `code` is a key under ``error`` in the catalogues."""

    code: str
    detail: Any = None


T = TypeVar("T")

encode: Final = msgspec.json.Encoder().encode


def reader(received: type[T]) -> Callable[[bytes], T | Error]:
    """A function that reads a client's messages: it answers the message, or what is wrong with it."""
    decoder = msgspec.json.Decoder(received)

    def read(data: bytes) -> T | Error:
        if len(data) > MAX_MESSAGE:
            return Error("too_large", {"bytes": len(data), "maximum": MAX_MESSAGE})
        try:
            return decoder.decode(data)
        except msgspec.ValidationError as error:
            return Error("bad_message", {"reason": str(error)})
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return Error("not_json")

    return read
