"""What a hand waits for by its tiles alone, without a deal around it, or how far from ready it is."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from fangcheng.analysis.question import Question, ask
from fangcheng.bots.hints import without_wilds
from fangcheng.hand import Hand
from fangcheng.score import Score
from fangcheng.shapes import distance, seven_pairs_distance, useful
from fangcheng.tiles import FLOWERS


class Winner(NamedTuple):
    """A tile that wins, self-drawn and on a discard (None: not so)."""

    kind: int
    self_draw: Score | None
    discard: Score | None


class Discarded(NamedTuple):
    """A discard of a full hand: the distance afterwards, and the kinds that win (at a distance of 0) or help."""

    kind: int
    distance: int
    kinds: list[int]


def winners(question: Question, hand: Hand) -> Iterator[Winner]:
    """The tiles that a hand which is a tile short of full wins on, ascending."""
    copies = {tile >> 2 for tile in question.variant.tiles(question.options)}
    own = [*hand.kinds(), *(kind for meld in question.held.melds for kind in meld.kinds())]
    for kind in sorted(copies):
        if kind < FLOWERS and own.count(kind) < 4:
            found = Winner(kind, ask(question, hand, kind, "self_draw"), ask(question, hand, kind, "discard"))
            if found.self_draw or found.discard:
                yield found


def best_discards(question: Question) -> list[Discarded]:
    """The discards of a full hand that leave it nearest to a win, those that keep most kinds first."""
    rows = []
    for kind in sorted(set(question.held.hand.kinds())):
        rest = question.held.hand.copy()
        rest.remove(rest.any_tile(kind))
        wins = [found.kind for found in winners(question, rest)]
        steps, kinds = (0, wins) if wins else nearness(question, rest)
        rows.append(Discarded(kind, 0 if wins else max(steps, 1), kinds))
    nearest = min(row.distance for row in rows)
    return sorted((row for row in rows if row.distance == nearest), key=lambda row: (-len(row.kinds), row.kind))


def nearness(question: Question, hand: Hand) -> tuple[int, list[int]]:
    """Distance by shape, and the kinds that lower it."""
    real, wilds = without_wilds(hand, question.wild)
    steps, kinds = distance(real, wilds), set(useful(real, wilds))
    if question.held.melds or real.size + wilds != 13:
        return steps, sorted(kinds)
    pairs = seven_pairs_distance(real, wilds)
    singles = {kind for kind in range(FLOWERS) if real.counts[kind] in (1, 3)}
    if pairs < steps:
        return pairs, sorted(singles)
    return steps, sorted(kinds | singles if pairs == steps else kinds)
