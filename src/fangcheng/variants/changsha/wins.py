"""A possible win of Changsha mahjong as it stands on the table."""

from __future__ import annotations

from typing import Any

from fangcheng.engine.reveal import RevealClaims, RevealSelf
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Robbing, Turn
from fangcheng.rules.variant import WinFacts
from fangcheng.shapes import looks_won
from fangcheng.tiles import format_sequence, kinds_of
from fangcheng.variants.changsha import elements
from fangcheng.variants.changsha.last_tile import LastClaims, LastSelf


def looks_like_win(state: State, seat: int, tiles: tuple[int, ...]) -> bool:
    """Whether a seat's hand looks complete with any of the tiles; on a turn the drawn tile is in it."""
    hand, melds = state.hands[seat], state.melds[seat]
    if isinstance(state.step, Turn):
        return looks_won(hand, elements.PAIR_BITS)
    for tile in tiles:  # noqa: SIM110 (a generator would cost as much as the look)
        if elements.looks_complete(hand, melds, tile >> 2):
            return True
    return False


def facts_of(state: State, seat: int, tiles: tuple[int, ...], by: str, source: int) -> WinFacts:
    """All that the value of a win on these tiles depends on."""
    step, hand = state.step, state.hands[seat]
    if isinstance(step, Turn):
        hand = hand.without((step.drawn,))
    context: dict[str, Any] = {"dealer": seat == state.dealer, "payer_dealer": source == state.dealer}
    if isinstance(step, RevealSelf | RevealClaims):
        context["reveal"] = format_sequence(kinds_of(tiles))
    elif isinstance(step, Robbing):
        context["kong"] = step.mode or "supplement"
    return WinFacts(hand, state.melds[seat], tiles[0] >> 2, by, _flags(state), context)


def _flags(state: State) -> frozenset[str]:
    step = state.step
    if isinstance(step, LastSelf | LastClaims):
        return frozenset({"last_tile"})
    # R14: the dealer's dealt hand, or his first discard, and no kong before.
    dealt = isinstance(step, Turn) and step.source == "deal" and not any(state.discards)
    first = dealt or (isinstance(step, Claims) and sum(state.discards) == 1)
    return frozenset({"first_turn"}) if first and state.kongs == 0 else frozenset()
