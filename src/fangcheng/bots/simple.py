"""Bots that look at nothing but their offers: to measure others against, and to walk through deals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from fangcheng.actions import Action
from fangcheng.bots.base import Bot
from fangcheng.events import Event


class FirstLegal(Bot):
    """Takes the first offer: wins at once, otherwise claims whatever it can."""

    name: ClassVar[str] = "first_legal"
    sees: ClassVar[bool] = False

    def see(self, event: Event) -> None:
        """Its choice needs no knowledge."""

    def choose(self, offers: Sequence[Action]) -> Action:
        return offers[0]


class RandomLegal(Bot):
    """Takes any offer, each as likely as the others."""

    name: ClassVar[str] = "random"
    sees: ClassVar[bool] = False

    def see(self, event: Event) -> None:
        """Its choice needs no knowledge."""

    def choose(self, offers: Sequence[Action]) -> Action:
        return offers[self.chance.below(len(offers))]
