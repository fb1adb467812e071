"""Hands of seats that a test says nothing about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence


def with_idle(
    hands: Mapping[int, Sequence[int]],
    elsewhere: Iterable[int],
    sizes: Sequence[int],
    kinds: Iterable[int],
    *,
    last: Collection[int] = (),
) -> list[Sequence[int]]:
    """The hands of all seats, as kinds: a seat without one gets different kinds, as many as its size; those in `last` for want of others.

    Of each kind four tiles are shared out, in hands and `elsewhere`. Ranks lie apart, so that idle hands complete nothing soon.
    """
    left = Counter(dict.fromkeys(kinds, 4))
    left.subtract(kind for hand in hands.values() for kind in hand)
    left.subtract(elsewhere)
    filled = []
    for seat, size in enumerate(sizes):
        hand = hands.get(seat)
        if hand is None:
            hand = sorted(left, key=lambda kind: (kind in last, -left[kind], kind % 3, kind))[:size]
            left.subtract(hand)
        filled.append(hand)
    return filled
