"""A possible win: the tiles before the draw and the drawn one, apart, and what the table knows around them (rules sections 4 and 8)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from fangcheng.engine.state import State
from fangcheng.engine.steps import Turn
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.facts import told_wild
from fangcheng.rules.variant import WinFacts
from fangcheng.shapes import Split, need, seven_pairs_need, seven_pairs_waits, splits, waits
from fangcheng.shapes.any_tile import any_tile
from fangcheng.tiles import HIDDEN, HONOURS, RANK_OF
from fangcheng.variants.zuanpai.extra import extra_of, roles
from fangcheng.variants.zuanpai.options import ZuanpaiOptions, options_of
from fangcheng.variants.zuanpai.roles import FACES, Roles, roles_of

HAND = 14


class Around(NamedTuple):
    """What the tiles do not show.

    dealer        the winner deals
    continuation  how many deals in a row the dealer stays on
    first_turn    the dealer has not discarded yet; another player neither discarded nor claimed
    chain         kongs in a row that end with the drawn tile, 0 where it is no replacement
    last_tile     nothing is left to draw
    """

    dealer: bool
    continuation: int = 0
    first_turn: bool = False
    chain: int = 0
    last_tile: bool = False


class Situation:
    """What the conditions of wins and elements ask about.

    hand    all concealed tiles, the drawn one among them
    before  the tiles before the draw, None for the dealer's dealt tiles
    drawn   kind of the drawn tile, HIDDEN for dealt tiles
    sets    melds that are sets; `melds` has the tiles set out singly too
    faces   the natural tiles of the hand by their faces, beside which stand `wilds`
    full    whether hand and melds are as many tiles as a win has
    """

    def __init__(
        self, options: ZuanpaiOptions, roles: Roles, hand: Hand, drawn: int, melds: Sequence[Meld], around: Around, before: Hand | None
    ) -> None:
        self.options, self.roles, self.melds, self.around = options, roles, melds, around
        self.hand, self.before, self.drawn = hand, before, drawn
        self.sets = [meld for meld in melds if meld.shape != "single_kong"]
        self.faces, self.wilds = roles.natural(hand)
        self.full = hand.size == HAND - 3 * len(self.sets)

    @property
    def has_pairs(self) -> bool:
        """Whether the hand is seven pairs, its wilds helping."""
        return not self.sets and self.full and seven_pairs_need(self.faces) <= self.wilds

    @property
    def has_sets(self) -> bool:
        """Whether the hand is sets and a pair, its wilds helping."""
        return self.full and need(self.faces.index) <= self.wilds

    @property
    def blocked(self) -> bool:
        """Whether a kong tile in the hand stands in the way of sets and pairs (section 4.3, R51: of a dealt hand too)."""
        return self.roles.holds_kong_tile(self.hand)

    @property
    def unconnected(self) -> bool:
        """Sections 7.4 and 7.5 (R24 to R26): fourteen different tiles that are not neighbours; a wild only among all seven honours."""
        if self.sets or not self.full or max(self.hand.counts) > 1:
            return False
        return (not self.wilds or (self.all_honours and self.roles.wild >= HONOURS)) and _far_apart(self.hand)

    @property
    def all_honours(self) -> bool:
        """Whether every honour is in the hand, as itself."""
        return all(self.hand.counts[HONOURS : HONOURS + 7])

    @property
    def complete(self) -> bool:
        """Whether the tiles have any winning shape, whoever may win on it."""
        return self.unconnected or (not self.blocked and (self.has_sets or self.has_pairs))

    @cached_property
    def any_tile(self) -> bool:
        """Section 4.5: whether the tiles before the draw waited on every tile."""
        return self.before is not None and waits_on_all(self.before, self.roles)

    @property
    def drew_wild(self) -> bool:
        """Whether the drawn tile is a wild."""
        return self.drawn == self.roles.wild

    @property
    def heavenly(self) -> bool:
        """R28: the dealer has not discarded yet; a win is a heavenly one and its wilds are free."""
        return self.around.dealer and self.around.first_turn

    @property
    def must_kong(self) -> bool:
        """Section 4.4 (R11): the drawn wild should be set out (杠亮胡不亮), unless the shape promises the win on this very tile."""
        return self.any_tile and self.drew_wild and self.options.wild_kong_rule == "kong_only" and not self.around.last_tile

    @cached_property
    def sole_wait(self) -> bool:
        """R14: whether a hand without wilds waited on the drawn tile alone, or by option could have done so."""
        if self.before is None or self.wilds:
            return False
        if self.options.paofeng_wait == "shape":
            face = self.roles.face(self.drawn)
            return self.has_pairs or any(_waited_alone(split, face) for split in splits(self.faces))
        faces, _ = self.roles.natural(self.before)
        found = set(waits(faces, fifth=True))
        if not self.sets:
            found.update(seven_pairs_waits(faces, fifth=True))
        return len(found) == 1


def waits_on_all(before: Hand, roles: Roles) -> bool:
    """Section 4.5: a hand of 3k+1 tiles with a wild that every natural face completes."""
    if not before.counts[roles.wild] or roles.holds_kong_tile(before):
        return False
    faces, wilds = roles.natural(before)
    return any_tile(faces, wilds, FACES)


def _far_apart(hand: Hand) -> bool:
    """R27: numbers of a suit differ by three at least."""
    kinds = [kind for kind in range(HONOURS) if hand.counts[kind]]
    return all(later - kind >= 3 or later // 9 != kind // 9 for kind, later in pairwise(kinds))


def _waited_alone(split: Split, face: int) -> bool:
    """Whether a tile can be the pair's (独吊), the closed (卡) or the edge tile (边) of a split."""
    return split.pair.kind == face or any(
        part.shape == "chow" and (part.kind + 1 == face or _is_edge(part.kind, face)) for part in split.sets
    )


def _is_edge(first: int, face: int) -> bool:
    return (RANK_OF[first] == 1 and face == first + 2) or (RANK_OF[first] == 7 and face == first)


def situation_of(options: ZuanpaiOptions, facts: WinFacts) -> Situation | None:
    """The situation that plain facts describe (section 15); None for no own draw, melds that cannot be, or a fifth tile."""
    context, flags = facts.context, facts.flags
    wild = told_wild(context)
    if facts.by != "self_draw" or wild == HIDDEN:
        return None
    around = Around(
        dealer=bool(context.get("dealer")),
        continuation=context.get("continuation") or 0,
        first_turn="first_turn" in flags,
        chain=(context.get("kong_chain") or 1) if "replacement" in flags else 0,
        last_tile="last_tile" in flags,
    )
    roles = roles_of(wild)
    if not all(map(roles.can_lie, facts.melds)):
        return None
    if facts.win == HIDDEN:
        return Situation(options, roles, facts.hand, HIDDEN, facts.melds, around, None)
    hand = facts.hand.plus(facts.win)
    return Situation(options, roles, hand, facts.win, facts.melds, around, facts.hand) if hand else None


def situation_on(state: State, turn: Turn) -> Situation:
    """The win that a turn may be."""
    extra, seat, hand = extra_of(state), turn.seat, state.hands[turn.seat]
    claimed = any(meld.source >= 0 for meld in state.melds[seat])
    around = Around(
        dealer=seat == state.dealer,
        continuation=extra.continuation,
        first_turn=not state.discards[seat] and not claimed,  # R52
        chain=extra.chain if turn.source == "tail" else 0,
        last_tile=not state.wall.left,
    )
    dealt = turn.source == "deal"
    before = None if dealt else hand.without((turn.drawn,))  # R54: after a kong the hand that it left
    drawn = HIDDEN if dealt else turn.drawn >> 2
    return Situation(options_of(state), roles(state), hand, drawn, state.melds[seat], around, before)
