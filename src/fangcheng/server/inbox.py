"""What reaches a table: connections that come and go, and what players send on them."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from fangcheng.server.protocol import Command, Sent
from fangcheng.server.protocol.help import AskHelp


class Connection(Protocol):
    """The way to one viewer; neither call waits."""

    def send(self, message: Sent) -> None:
        """Send a message."""

    def close(self, code: str) -> None:
        """Say why, and hang up."""


class Joined(NamedTuple):
    """A player has connected."""

    seat: int
    connection: Connection


class Left(NamedTuple):
    """A connection has ended."""

    seat: int
    connection: Connection


class Sends(NamedTuple):
    """A player has sent a command, or asks for help."""

    seat: int
    connection: Connection
    command: Command | AskHelp


Message = Joined | Left | Sends
