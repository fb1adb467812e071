"""Passwords: how they are kept and checked."""

from __future__ import annotations

import asyncio
import unicodedata
from typing import Final, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

LEAST: Final = 8
MOST: Final = 128
AT_ONCE: Final = 2
"""Passwords that are hashed at the same time; each takes 64 MiB."""


class Checked(NamedTuple):
    """Whether a password is right, and a new hash if the stored one was made with old parameters."""

    right: bool
    rehashed: str | None = None


class Passwords:
    """Hashes passwords in threads: each takes as long as a hundred moves."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._nobodys = ""

    async def hash(self, password: str) -> str:
        """A new hash, with its salt and parameters in it."""
        async with self._turn:
            return await asyncio.to_thread(self._hasher.hash, _normal(password))

    async def check(self, kept: str | None, password: str) -> Checked:
        """Whether a password belongs to a hash; for None the answer is no, after as long a time."""
        if not self._nobodys:
            self._nobodys = await self.hash("nobody's")
        async with self._turn:
            right = await asyncio.to_thread(self._verify, kept or self._nobodys, _normal(password))
        if not right or kept is None:
            return Checked(False)
        return Checked(True, await self.hash(password) if self._hasher.check_needs_rehash(kept) else None)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False


def _normal(password: str) -> str:
    """The same password from every keyboard."""
    return unicodedata.normalize("NFKC", password)


def fits(password: str) -> bool:
    """Whether a password is long enough, and no longer than anybody types."""
    return LEAST <= len(_normal(password)) <= MOST
