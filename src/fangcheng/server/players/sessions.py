"""Which player a cookie stands for. It is an opaque random token, of which only the hash is stored."""

from __future__ import annotations

import hashlib
import secrets
from collections import defaultdict
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager
from typing import Final

from fangcheng.server.players.accounts import Accounts
from fangcheng.server.protocol import Me
from fangcheng.server.storage.times import now_ms

COOKIE: Final = "fangcheng_session"
NOTED: Final = 10 * 60 * 1000
"""A session that is in use is noted so only once in this many ms."""

Hangup = Callable[[], None]


class Sessions:
    """Begins, finds and ends sessions. Connections that a session has opened end with it.

    money  play money that a new player begins with
    most   sessions that one player may have
    """

    def __init__(self, accounts: Accounts, money: int = 0, most: int = 20) -> None:
        self._accounts = accounts
        self._money = money
        self._most = most
        self._open: defaultdict[str, set[Hangup]] = defaultdict(set)

    async def find(self, token: str | None, agent: str = "") -> Me | None:
        """The player with a token."""
        if not token:
            return None
        found = await self._accounts.find(hash_of(token))
        if found is None:
            return None
        if found.seen_ms + NOTED < now_ms():
            await self._accounts.touch(hash_of(token), short_agent(agent))
        return found.player

    async def new_guest(self, name: str, agent: str = "") -> tuple[Me, str]:
        """A new player, and the token of the player's session."""
        player, token = Me(secrets.token_hex(8), name), secrets.token_urlsafe(32)
        await self._accounts.add_guest(player.id, name, hash_of(token), self._money, short_agent(agent))
        return player, token

    async def begin(self, player_id: str, agent: str) -> str:
        """The token of a new session."""
        token = secrets.token_urlsafe(32)
        self._hang_up(await self._accounts.open_session(player_id, hash_of(token), short_agent(agent), self._most))
        return token

    async def end(self, player_id: str, *, handle: str | None = None, but: str | None = None) -> int:
        """End one session of a player by its handle, all but the one with the token `but`, or all; how many have ended."""
        ended = await self._accounts.end_sessions(player_id, handle=handle, but=None if but is None else hash_of(but))
        self._hang_up(ended)
        return len(ended)

    @contextmanager
    def connected(self, token: str | None, hang_up: Hangup) -> Generator[None]:
        """While a connection is open: `hang_up` is called when its session ends."""
        name = hash_of(token or "")
        self._open[name].add(hang_up)
        try:
            yield
        finally:
            self._open[name].discard(hang_up)
            if not self._open[name]:
                del self._open[name]

    def _hang_up(self, ended: Iterable[str]) -> None:
        for name in ended:
            for hang_up in list(self._open.get(name, ())):
                hang_up()


def hash_of(token: str) -> str:
    """What is stored of a token. It is 256 random bits: a slow hash would protect nothing more."""
    return hashlib.sha256(token.encode()).hexdigest()


BROWSERS: Final = (("Edg", "Edge"), ("OPR", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
SYSTEMS: Final = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("Linux", "Linux"),
)


def short_agent(agent: str) -> str:
    """A browser in two words, by which its owner can recognise it; "" if the agent names nothing known."""
    names = (next((name for sign, name in signs if sign in agent), "") for signs in (BROWSERS, SYSTEMS))
    return ", ".join(filter(None, names))
