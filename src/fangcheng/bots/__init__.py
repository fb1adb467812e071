"""Bots by name. A bot is shown what its seat may see, and chooses among what its seat is offered; nothing else reaches it."""

from __future__ import annotations

from typing import Final

from fangcheng.bots.base import Bot
from fangcheng.bots.greedy import Greedy
from fangcheng.bots.guard import Choice, safe_choice
from fangcheng.bots.simple import FirstLegal, RandomLegal
from fangcheng.rules.variant import Variant

BOTS: Final[dict[str, type[Bot]]] = {"first_legal": FirstLegal, "random": RandomLegal, "greedy": Greedy}


def make_bot(name: str, variant: Variant, seat: int, seed: int = 0) -> Bot:
    """A bot for one seat. The same seed and the same events give the same choices. ValueError names the bots there are."""
    if name not in BOTS:
        raise ValueError(f"unknown bot {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name](variant, seat, seed)


__all__ = ["BOTS", "Bot", "Choice", "make_bot", "safe_choice"]
