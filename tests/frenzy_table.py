"""Positions of the two-player game for tests."""

from __future__ import annotations

from typing import Any

from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.meld import parse_meld
from fangcheng.tiles import HIDDEN, parse_kind, parse_kinds
from fangcheng.variants import get_variant

FRENZY = get_variant("two_player_frenzy")
DULL = "2468m2468p2468s9s"
WAITS_5M = "46m22678p345777s"


def position(*hands: str, drawn: str = "", melds: tuple[tuple[str, ...], ...] = ((), ()), **facts: Any) -> Game:
    """Seat 0 acts, or another `turn`; a second hand that is not given is dull, and as long as its melds ask for."""
    dull = (DULL, "1357m1357p13s", "1357m135p")[len(melds[1])]
    names = ("treasure", "treasure_place")
    own = {name: facts.pop(name) for name in names if name in facts}
    told = Position(
        seats=2,
        dealer=facts.pop("dealer", 0),
        hands=[parse_kinds(text) for text in (*hands, dull)[:2]],
        melds=[[parse_meld(text) for text in texts] for texts in melds],
        turn=facts.pop("turn", 0),
        drawn=parse_kind(drawn) if drawn else HIDDEN,
        wall_left=facts.pop("wall_left", 20),
        draws=parse_kinds(facts.pop("draws", "")),
        tail=parse_kinds(facts.pop("tail", "")),
        aside=[parse_kind(own["treasure"])] if "treasure" in own else [],
        facts=own,
        **facts,
    )
    return set_up(FRENZY, told)
