"""Passwords: how they are kept, and how often somebody may guess."""

from __future__ import annotations

import asyncio
import time
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


class Tries(NamedTuple):
    """`most` tries at once, and one more every `seconds`."""

    most: int
    seconds: float


# By where the guesses come from and whose password is guessed. The last is generous, or anybody could lock a player out.
ONE_PLACE_ONE_NAME: Final = Tries(6, 20)
ONE_PLACE: Final = Tries(30, 10)
ONE_NAME: Final = Tries(60, 30)
REMEMBERED: Final = 10_000


class Guesses:
    """Counts tries by place, by name, and by both."""

    def __init__(self) -> None:
        self._left: dict[tuple[str, ...], tuple[float, float, Tries]] = {}

    def wait(self, place: str, name: str) -> float:
        """Count a try at a name from a place; 0 when it is allowed, else the seconds after which it would be."""
        now = time.monotonic()
        asked = {("both", place, name): ONE_PLACE_ONE_NAME, ("place", place): ONE_PLACE, ("name", name): ONE_NAME}
        left = {key: self._tokens(key, tries, now) for key, tries in asked.items()}
        late = max((1 - left[key]) * tries.seconds for key, tries in asked.items())
        if late > 0:
            return late
        self._left.update({key: (left[key] - 1, now, tries) for key, tries in asked.items()})
        if len(self._left) > REMEMBERED:
            self._left = {key: kept for key, kept in self._left.items() if self._tokens(key, kept[2], now) < kept[2].most}
        return 0.0

    def forget(self, place: str, name: str) -> None:
        """Forget the tries of somebody who got the password right."""
        self._left.pop(("both", place, name), None)

    def _tokens(self, key: tuple[str, ...], tries: Tries, now: float) -> float:
        tokens, then, _ = self._left.get(key, (float(tries.most), now, tries))
        return min(tokens + (now - then) / tries.seconds, float(tries.most))
