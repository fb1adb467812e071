"""A possible win of Anhua mahjong as it stands on the table: the best of the tiles on offer, and the situation."""

from __future__ import annotations

from fangcheng.engine.reveal import RevealSelf
from fangcheng.engine.state import State
from fangcheng.engine.steps import Claims, Turn
from fangcheng.events import WinBy
from fangcheng.rules.variant import WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN
from fangcheng.variants.anhua import elements
from fangcheng.variants.anhua.extra import extra_of
from fangcheng.variants.anhua.options import options_of


def best(state: State, seat: int, tiles: tuple[int, ...], by: WinBy) -> tuple[int, Score] | None:
    """R50: the tile with the highest total, the first of equals; barred kinds (漏胡) count on others' tiles only."""
    barred = extra_of(state).passed[seat] if by != "self_draw" else ()
    found: tuple[int, Score] | None = None
    for tile in tiles:
        score = None if tile >> 2 in barred else _score_tile(state, seat, tile, by)
        if score and (found is None or score.points > found[1].points):
            found = tile, score
    return found


def _score_tile(state: State, seat: int, tile: int, by: WinBy) -> Score | None:
    hand, melds, kinds = state.hands[seat], state.melds[seat], extra_of(state).kinds()
    in_hand = isinstance(state.step, Turn)
    if not elements.might_win(hand, melds, HIDDEN if in_hand else tile >> 2, kinds, by == "self_draw"):
        return None
    if in_hand:
        hand = hand.without((tile,))
    facts = WinFacts(hand, melds, tile >> 2, by, _flags(state, seat), {"wild": kinds[0], "indicator": kinds[1]})
    return elements.score_win(options_of(state), facts)


def _flags(state: State, seat: int) -> frozenset[str]:
    step, ready = state.step, extra_of(state).ready
    flags = {"ready"} if ready[seat] else set()
    if isinstance(step, Turn) and not state.discards[seat] and not state.melds[seat]:  # R20, R40, R60
        flags.add("first_turn")
    if isinstance(step, RevealSelf):
        flags.add("replacement")
    if isinstance(step, Claims) and ready[step.source]:
        flags.add("discarder_ready")
    return frozenset(flags)
