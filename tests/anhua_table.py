"""Anhua positions for tests: wild 1s, indicator 9s, seats that are not named hold idle tiles."""

from __future__ import annotations

from typing import Any

from idle import with_idle

from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.meld import parse_meld
from fangcheng.tiles import HIDDEN, kind_name, parse_kind, parse_kinds
from fangcheng.variants import get_variant

ANHUA = get_variant("anhua")


def position(hand: str, drawn: str = "", *, seats: int = 4, others: dict[int, str] | None = None, **facts: Any) -> Game:
    """Seat 0, or `turn`, acts on `hand` and the tile it has drawn; seats that are not named hold no tile twice. Wild 1s, indicator 9s."""
    turn = facts.pop("turn", 0)
    laid = {seat: [parse_meld(text) for text in melds] for seat, melds in facts.pop("melds", {}).items()}
    hands = {turn: parse_kinds(hand)} | {seat: parse_kinds(text) for seat, text in (others or {}).items()}
    elsewhere = [kind for melds in laid.values() for meld in melds for kind in meld.kinds()]
    elsewhere += parse_kinds(drawn + facts.get("draws", "") + facts.get("birds", ""))
    for name in ("draws", "birds", "tail"):
        if name in facts:
            facts[name] = parse_kinds(facts[name])
    start = Position(
        seats=seats,
        dealer=facts.pop("dealer", 0),
        hands=with_idle(hands, elsewhere, [13] * seats, range(27), last=parse_kinds("1s")),
        melds=[laid.get(seat, []) for seat in range(seats)],
        turn=turn,
        drawn=parse_kind(drawn) if drawn else HIDDEN,
        wall_left=facts.pop("wall_left", 30),
        facts={"indicator": "9s", "wild": "1s"},
        **facts,
    )
    return set_up(ANHUA, start)


def dealt(*hands: str, **facts: Any) -> Game:
    """A deal that begins with these hands, before anybody has declared."""
    facts = {name: parse_kinds(value) if name in ("draws", "birds") else value for name, value in facts.items()}
    kinds = [parse_kinds(hand) for hand in hands]
    start = Position(seats=len(hands), dealer=0, hands=kinds, from_deal=True, facts={"indicator": facts.pop("indicator", "9s")}, **facts)
    return set_up(ANHUA, start)


def won_on(game: Game) -> list[str]:
    assert game.state.win is not None
    return [kind_name(tile >> 2) for winner in game.state.win.wins for tile in winner.tiles]


def locked(*seats: int) -> tuple[dict[str, Any], ...]:
    return tuple({"locked": True} if seat in seats else {} for seat in range(4))


IDLE = "147m258m369m148p9s"  # far from anything
DEALT = ("1489m1356799p277s", "123789m22p66634s", "147m258p369s2468m", "234567m23p34588s")
