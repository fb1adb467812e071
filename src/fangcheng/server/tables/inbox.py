"""What reaches a table: connections that come and go, what players send on them, and what is changed elsewhere."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fangcheng.server.protocol import Command, Me
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.protocol.help import AskHelp


class Connection(Protocol):
    """The way to one viewer; neither call waits."""

    def send(self, *messages: Outgoing) -> None:
        """Send messages, in order and together."""

    def close(self, code: str) -> None:
        """Say why, and hang up."""


class Joined(NamedTuple):
    """A player has connected; `opened` numbers connections in the order in which they were opened."""

    seat: int
    connection: Connection
    opened: int = 0


class Left(NamedTuple):
    """A player's connection has ended."""

    seat: int
    connection: Connection


class Watches(NamedTuple):
    """A spectator has connected; `name` is the name shown in the table's room."""

    user: str
    connection: Connection
    opened: int = 0
    name: str = ""


class Unwatches(NamedTuple):
    """A spectator's connection has ended."""

    user: str
    connection: Connection


class Sends(NamedTuple):
    """A player has sent a command, or asks for help."""

    seat: int
    connection: Connection
    command: Command | AskHelp


class Shows(NamedTuple):
    """A player has decided whether spectators may see the player's tiles."""

    user: str
    on: bool


class Dismisses(NamedTuple):
    """A spectator has been sent away from the table's room."""

    user: str


class Again(NamedTuple):
    """What is stored of the table has been changed by hand: it is to be read again."""


Message = Joined | Left | Watches | Unwatches | Sends | Shows | Dismisses | Again


class News(NamedTuple):
    """What a table reports to its room: seats that have been left for good, the host's seat, whether the match is over, ids of the players
    who are connected, and the spectators."""

    room: str
    table: str
    gone: tuple[int, ...]
    host: int
    over: bool
    here: tuple[str, ...]
    watching: tuple[Me, ...]
