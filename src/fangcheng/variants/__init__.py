"""The games by id. A new game is one file (or folder), its rules page, its cases, its locale blocks, and one line here."""

from __future__ import annotations

from typing import Final

from fangcheng.rules.variant import Variant
from fangcheng.variants.anhua import Anhua
from fangcheng.variants.changsha import Changsha
from fangcheng.variants.guobiao import Guobiao
from fangcheng.variants.mcr import Mcr
from fangcheng.variants.two_player_frenzy import TwoPlayerFrenzy
from fangcheng.variants.zuanpai import Zuanpai

GAMES: Final[tuple[Variant, ...]] = (
    Changsha(),
    Anhua(),
    Zuanpai(),
    TwoPlayerFrenzy(),
    Guobiao(),
    Mcr(),
)
VARIANTS: Final = {game.id: game for game in GAMES}


def get_variant(name: str) -> Variant:
    """The game with an id; ValueError names the games there are."""
    if name not in VARIANTS:
        raise ValueError(f"unknown variant {name!r}; there are {', '.join(VARIANTS)}")
    return VARIANTS[name]


__all__ = ["VARIANTS", "get_variant"]
