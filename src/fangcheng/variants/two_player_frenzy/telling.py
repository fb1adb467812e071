"""What the players of the two-player game are shown beside the tiles."""

from __future__ import annotations

from typing import Any

from fangcheng.engine.state import State
from fangcheng.tiles import HIDDEN, format_kinds, kind_name, kinds_of
from fangcheng.variants.two_player_frenzy import kongs, settlement, treasure
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.options import options_of


def badges(state: State, seat: int) -> list[dict[str, Any]]:
    """A ready declaration, a look at the treasure, and what the kongs earn."""
    extra, options = extra_of(state), options_of(state)
    badges: list[dict[str, Any]] = [{"id": "ready"}] if extra.ready[seat] else []
    if extra.hole >= 0 and extra.seen[seat]:
        badges.append({"id": "seen_treasure"})
    money = options.base * kongs.total(state.melds[seat], options)
    return [*badges, {"id": "kong_money", "n": money}] if money else badges


def centre(state: State) -> list[dict[str, Any]]:
    """The treasure, and the tiles of the split with their seats."""
    extra = extra_of(state)
    groups: list[dict[str, Any]] = [{"id": "treasure", "tiles": [extra.treasure]}] if extra.hole >= 0 else []
    if extra.splitting and extra.unused is None:
        groups.append({"id": "split", "tiles": list(extra.shares.values()), "seats": list(extra.shares)})
    return groups


def marks(state: State) -> list[dict[str, Any]]:
    """The treasure, to who knows it."""
    kind = treasure.known_kind(state)
    return [{"id": "treasure", "kinds": [kind]}] if kind != HIDDEN else []


def facts(state: State) -> dict[str, Any]:
    """Further facts of a view by name."""
    extra, options = extra_of(state), options_of(state)
    kind = treasure.known_kind(state)
    found: dict[str, Any] = {
        "ready": extra.ready,
        "wait": [format_kinds(kinds) or None for kinds in extra.waits],
        "treasure": kind_name(kind) if kind != HIDDEN else None,
        "unused": None if extra.unused is None else format_kinds(kinds_of(extra.unused)),
        "kong_money": [options.base * kongs.total(melds, options) for melds in state.melds],
    }
    if extra.broken:
        found["first_throw"] = extra.broken
    if extra.unused is not None:
        found["laid_open"] = [{"id": "unused", "tiles": sorted(extra.unused)}]
    if state.settled:
        values = state.win.wins[0].score.values() if state.win else {}
        found["sheet"] = settlement.sheet(options, state.melds, values)
    return found
