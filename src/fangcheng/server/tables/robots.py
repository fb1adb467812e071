"""A bot at a table: sees what its seat may see, and is replaced by the default action when it fails."""

from __future__ import annotations

import asyncio
import hashlib

import structlog

from fangcheng.actions import Action
from fangcheng.bots import make_bot, safe_choice
from fangcheng.engine.decide import asks, default_action, offers
from fangcheng.engine.state import State
from fangcheng.engine.view import redact
from fangcheng.events import Event, player
from fangcheng.rules.variant import Variant
from fangcheng.server import metrics

logger = structlog.get_logger(__name__)


class Robot:
    """A bot for one deal. If it loses track of the deal or does not answer, it is not asked again until the next deal.

    `secret` is the deal's, in hex. It seeds the bot, so that nobody can foresee the bot's random choices before the deal is over.
    """

    def __init__(self, name: str, variant: Variant, seat: int, table_id: str, number: int, secret: str, limit_ms: int) -> None:
        seed = int.from_bytes(hashlib.sha256(f"robot/{table_id}/{number}/{seat}/{secret}".encode()).digest()[:8], "big")
        self._viewer = player(seat)
        self._limit_ms = limit_ms
        self._log = logger.bind(table=table_id, deal=number, seat=seat, bot=name)
        self._lost = False
        self._bot = make_bot(name, variant, seat, seed)

    def see(self, event: Event) -> None:
        """Show the bot what it may know of an event."""
        seen = redact(event, self._viewer)
        if seen is None or self._lost:
            return
        try:
            self._bot.see(seen)
        except Exception:
            self._lost = True
            self._log.exception("bot_lost")

    async def choose(self, state: State) -> Action:
        """The bot's choice among its seat's offers. It thinks in a thread, so that a slow bot holds up only this table."""
        seat = self._viewer.seat
        fallback = default_action(state, seat)
        if self._lost:
            return fallback
        known = offers(state, seat) if self._bot.free else asks(state)[seat]
        try:
            # Not wait_for: that of Python 3.11 may swallow the cancellation of the table.
            with metrics.bot_seconds.time():
                async with asyncio.timeout(self._limit_ms / 1000):
                    choice = await asyncio.to_thread(safe_choice, self._bot, known, lambda: fallback, self._limit_ms)
        except TimeoutError:
            self._lost = True
            self._log.warning("bot_silent", limit_ms=self._limit_ms)
            return fallback
        if choice.problem:
            self._log.warning("bot_overruled", problem=choice.problem, played=str(choice.action))
        return choice.action
