"""A table's protection from its bots."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

from fangcheng.actions import Action
from fangcheng.bots.base import Bot


class Choice(NamedTuple):
    """What is done, and, for the log, what was wrong with the bot's own choice ("": nothing)."""

    action: Action
    problem: str = ""


def safe_choice(bot: Bot, offers: Sequence[Action], fallback: Callable[[], Action], limit_ms: float | None = None) -> Choice:
    """The bot's choice, or `fallback()` when it raises, chooses what is not on offer, or takes longer than the limit.

    The bot is not interrupted: a slow choice does not count, but it is not cut short either.
    """
    begun = time.perf_counter()
    try:
        action = bot.choose(offers)
    except Exception as error:
        return Choice(fallback(), f"raised {type(error).__name__}: {error}")
    if action not in offers:
        return Choice(fallback(), f"chose {action}, which is not on offer")
    taken = (time.perf_counter() - begun) * 1000
    if limit_ms is not None and taken > limit_ms:
        return Choice(fallback(), f"took {taken:.0f} ms of {limit_ms:.0f}")
    return Choice(action)
