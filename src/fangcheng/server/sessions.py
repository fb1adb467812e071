"""Sessions: an opaque random token in a cookie, of which only the hash is stored."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata
from typing import Final

from fangcheng.server.protocol import Me
from fangcheng.server.store import Store

COOKIE: Final = "fangcheng_session"
MAX_AGE: Final = 365 * 24 * 3600
"""Life of the cookie in seconds."""
MAX_NAME: Final = 16


class Sessions:
    """Who is behind a cookie."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def find(self, token: str | None) -> Me | None:
        """The player with a token."""
        found = await self._store.user_of(_hash(token)) if token else None
        return Me(*found) if found else None

    async def new_guest(self, name: str) -> tuple[Me, str]:
        """A new player, and his token."""
        me, token = Me(secrets.token_hex(8), name), secrets.token_urlsafe(32)
        await self._store.add_guest(me.id, me.name, _hash(token))
        return me, token

    async def rename(self, me: Me, name: str) -> Me:
        """The player under another name."""
        await self._store.rename(me.id, name)
        return Me(me.id, name)


def clean_name(name: str) -> str | None:
    """A name as it is shown, None when it is not 1 to 16 printable characters."""
    shown = unicodedata.normalize("NFC", name).strip()
    printable = all(unicodedata.category(character)[0] != "C" for character in shown)
    return shown if printable and 1 <= len(shown) <= MAX_NAME else None


def guest_name(languages: str) -> str:
    """A name for somebody who gave none, in Chinese or English after an Accept-Language header."""
    word = "游客" if not languages or languages.lower().startswith("zh") else "Guest "
    return f"{word}{secrets.randbelow(9000) + 1000}"


def _hash(token: str) -> str:
    # The token is 256 random bits: a slow hash would protect nothing more.
    return hashlib.sha256(token.encode()).hexdigest()
