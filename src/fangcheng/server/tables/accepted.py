"""Ids of commands that must not be carried out again, for as long as a client might send one a second time."""

from __future__ import annotations

Id = tuple[int, str]
"""Seat and id of a command."""


class Accepted:
    """Ids of the latest deal and the one before. Keeping those of all deals would make a table grow for as long as people play at it."""

    def __init__(self) -> None:
        self._deal = 0
        self._now: set[Id] = set()
        self._before: set[Id] = set()

    def at(self, deal: int) -> None:
        """A deal has begun, or goes on."""
        if deal > self._deal:
            self._before = self._now if deal == self._deal + 1 else set()
            self._deal, self._now = deal, set()

    def add(self, command: Id) -> None:
        """A command of the deal is accepted."""
        self._now.add(command)

    def __contains__(self, command: Id) -> bool:
        return command in self._now or command in self._before
