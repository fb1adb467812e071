"""Complete and ready by shape, wild tiles standing for any tile (rules sections 4.1 and 6, R43)."""

from __future__ import annotations

from fangcheng.engine.state import State
from fangcheng.hand import Hand
from fangcheng.shapes import complete, distance, seven_pairs_complete, seven_pairs_distance, seven_pairs_waits, waits
from fangcheng.shapes.special import orphans_complete, orphans_distance, orphans_waits
from fangcheng.tiles import FLOWERS, HIDDEN
from fangcheng.variants.guobiao.counter.readings import FULL


def apart(hand: Hand, wild: int) -> tuple[Hand, int]:
    """The natural tiles of a hand and the number of its wild ones."""
    wilds = hand.counts[wild] if wild != HIDDEN else 0
    if not wilds:
        return hand, 0
    return hand.without(hand.take(wild, 4)), wilds


def is_complete(hand: Hand, wild: int, kind: int) -> bool:
    """Whether a hand is complete, with one more tile of a kind as printed unless that is HIDDEN."""
    natural, wilds = apart(hand, wild)
    if kind != HIDDEN:
        grown = natural.plus(kind)
        if grown is None:
            return False
        natural = grown
    if not natural.size:
        return wilds == 2
    if complete(natural, wilds):
        return True
    return natural.size + wilds == FULL and (seven_pairs_complete(natural, wilds) or orphans_complete(natural, wilds))


def waiting_kinds(hand: Hand, wild: int) -> list[int]:
    """Kinds that complete a hand by shape, copies ignored. Where some do, a wild tile does too."""
    natural, wilds = apart(hand, wild)
    if not natural.size:
        return list(range(FLOWERS))
    found = set(waits(natural, wilds, fifth=True))
    if natural.size + wilds == FULL - 1:
        found.update(seven_pairs_waits(natural, wilds, fifth=True), orphans_waits(natural, wilds))
    return sorted({*found, wild} if found and wild != HIDDEN else found)


def ready_discards(state: State, seat: int, wild: int) -> list[int]:
    """Discards that leave a seat ready on a kind of which it does not hold four itself."""
    hand = state.hands[seat].copy()
    if not hand.known or not can_be_ready(hand, wild):
        return []
    found = []
    for kind in range(FLOWERS):
        if hand.counts[kind]:
            tile = hand.any_tile(kind)
            hand.remove(tile)
            if any(state.owned(seat, wait) < 4 + (wait == kind) for wait in waiting_kinds(hand, wild)):
                found.append(kind)
            hand.add(tile)
    return found


def can_be_ready(hand: Hand, wild: int = HIDDEN) -> bool:
    """Whether a hand is ready or complete, or a full one ready after some discard."""
    natural, wilds = apart(hand, wild)
    if not natural.size or distance(natural, wilds) <= 0:
        return True
    return hand.size >= FULL - 1 and min(seven_pairs_distance(natural, wilds), orphans_distance(natural, wilds)) <= 0


def keeps_waits(hand: Hand, wild: int, kind: int, number: int, drawn: int) -> bool:
    """Whether setting out so many tiles of a kind leaves what a declared hand waits for as it is (option ready_kong)."""
    before = hand if drawn == HIDDEN else hand.without((drawn,))
    after = hand.without(hand.take(kind, number))
    return waiting_kinds(before, wild) == waiting_kinds(after, wild)
