"""What the greedy bot does before play: which tiles it exchanges, on whom it bets, whose hand it looks at."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from fangcheng.actions import Action, Subsets
from fangcheng.bots.hints import Judge
from fangcheng.hand import Hand
from fangcheng.tiles import FLOWERS

# A hand this near to ready right after the deal is better than most: about one of six is.
PROMISING: Final = 2


def exchange(offers: Sequence[Action], hand: Hand, judge: Judge) -> Action:
    """Give away, as far as that is allowed, the tiles that the hand does not need; first those that help it least to grow."""
    assert isinstance(offers, Subsets)
    rest, given = hand.copy(), list[int]()
    whole = judge.lacking(hand, hand)
    while len(given) < offers.most:
        held = [kind for kind in range(FLOWERS) if rest.counts[kind] and kind != judge.wild]
        idle = [kind for kind in held if _lacking_without(rest, kind, hand, judge) == whole]
        if not idle:
            break
        worst = max(idle, key=lambda kind: (_growth(rest, kind, hand, judge, whole), kind))
        rest.remove(rest.any_tile(worst))
        given.append(worst)
    return Action(offers.verb, tuple(sorted(given)))


def _lacking_without(rest: Hand, kind: int, hand: Hand, judge: Judge) -> int:
    tile = rest.any_tile(kind)
    rest.remove(tile)
    lacking = judge.lacking(rest, hand)
    rest.add(tile)
    return lacking


def _growth(rest: Hand, kind: int, hand: Hand, judge: Judge, whole: int) -> int:
    """How many unseen tiles would bring the hand forward once a tile of a kind is gone."""
    given = rest.any_tile(kind)
    rest.remove(given)
    found = 0
    for more in range(FLOWERS):
        if judge.unseen[more] and more != kind and rest.counts[more] < 4:
            tile = rest.absent_tile(more)
            rest.add(tile)
            if judge.lacking(rest, hand) < whole:
                found += judge.unseen[more]
            rest.remove(tile)
    rest.add(given)
    return found


def bet(offers: Sequence[Action], hand: Hand, judge: Judge) -> Action:
    """Bet on the bot's own seat if its hand is better than most, else on nobody: nothing is known of the others. Tiles stand for seats."""
    assert isinstance(offers, Subsets)
    if judge.distance(hand, melded=False) > PROMISING:
        return Action(offers.verb)
    stand = [group for group in judge.state.variant.centre(judge.state) if "seats" in group]
    own = [tile >> 2 for group in stand for tile, seat in zip(group["tiles"], group["seats"], strict=True) if seat == judge.seat]
    return Action(offers.verb, tuple(sorted(kind for kind in own if kind in offers.kinds)[: offers.most]))


def look(offers: Sequence[Action], judge: Judge) -> Action:
    """Look at the next seat: what it holds will not be drawn, and of what it throws no chow can be made."""
    after = (judge.seat + 1) % judge.state.seats
    seen = [action for action in offers if action.verb == "peek"]
    return next((action for action in seen if action.number == after), seen[0])
