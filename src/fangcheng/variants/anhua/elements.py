"""What a hand is worth in Anhua mahjong: the element table and the win restrictions by number of wilds (rules sections 6 and 7)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.rules.elements import Element, count
from fangcheng.rules.variant import WinFacts
from fangcheng.score import Counted, Excluded, Score
from fangcheng.shapes import need
from fangcheng.tiles import HIDDEN, KINDS_258, KINDS_BUT_258, SUIT_OF
from fangcheng.variants.anhua.options import AnhuaOptions
from fangcheng.variants.anhua.reading import Holding, Interpretation, interpretations, reading

# Values that grow when the dealer wins or pays (section 7): per payer, from d = 0 to d = 1.
WITH_DEALER: Final[Mapping[tuple[str, int], int]] = {
    ("small_win", 1): 2,
    ("hard_small_win", 2): 4,
    ("three_wilds", 5): 6,
    ("three_indicators", 5): 6,
    ("four_wilds", 9): 10,
    ("four_indicators", 9): 10,
}


class Case(NamedTuple):
    """An interpretation under the facts of a win, as the element table sees it."""

    seen: Interpretation
    holding: Holding
    self_draw: bool
    by: str
    flags: frozenset[str]
    options: AnhuaOptions

    @property
    def strict_pair(self) -> bool:
        """Whether a standard reading has its 2-5-8 pair, as the strict options ask of situational elements."""
        return self.seen.shape == "standard" and self.seen.pair_258

    @property
    def three_wilds(self) -> bool:
        """R14, R26: three wilds in hand, self-drawn, in a set hand or seven pairs."""
        if not (self.self_draw and self.holding.wilds == 3 and self.seen.shape in ("standard", "seven_pairs")):
            return False
        return self.seen.shape == "seven_pairs" or self.options.situational_pair == "258_unless_big" or self.seen.pair_258

    @property
    def indicator_sets(self) -> bool:
        """R9, R16: a set hand as the indicator elements ask for it."""
        return self.seen.shape == "standard" and (self.options.three_indicators_pair == "any" or self.seen.pair_258)

    @property
    def kong_bloom(self) -> bool:
        """R26: any win on an own flip; the strict option asks for a set hand with a 2-5-8 pair."""
        if not (self.self_draw and "replacement" in self.flags):
            return False
        return self.options.situational_pair == "258_unless_big" or self.strict_pair


BIG: Final[tuple[Element[Case], ...]] = (
    Element("all_pungs", 4, lambda case: case.seen.shape == "standard" and case.seen.triplets),
    Element("pure_suit", 4, lambda case: case.seen.shape in ("standard", "seven_pairs") and case.seen.one_suit),  # R24
    Element("seven_pairs", 4, lambda case: case.seen.shape == "seven_pairs"),  # R21
    Element("all_258", 4, lambda case: case.seen.only_258),  # R23
    Element("black_heaven", 4, lambda case: "black" in case.flags),
    Element("kong_bloom", 4, lambda case: case.kong_bloom),
    Element("kong_shot", 6, lambda case: case.by == "kong_reveal"),  # R27
    Element("rob_kong", 6, lambda case: case.by == "rob_kong"),
    Element("ready", 4, lambda case: "ready" in case.flags),
    Element("three_wilds", 5, lambda case: case.three_wilds),
    Element("four_wilds", 9, lambda case: case.self_draw and case.holding.wilds == 4),  # R15
    Element("three_indicators", 5, lambda case: case.self_draw and case.holding.indicators == 3 and case.indicator_sets),
    Element("four_indicators", 9, lambda case: case.self_draw and case.holding.indicators == 4),
)


def holding_of(facts: WinFacts) -> Holding | None:
    """The winner's concealed tiles (R4): a winning tile of another is no wild (R6) and no indicator tile of his; None with a fifth."""
    hand, wild, indicator = facts.hand, facts.context["wild"], facts.context["indicator"]
    full = hand if facts.win == HIDDEN else hand.plus(facts.win)
    if full is None:
        return None
    mine = full if facts.by == "self_draw" else hand
    return Holding(full.counts[:34], full.index[:4], facts.melds, wild, mine.counts[wild], mine.counts[indicator])


def score_win(options: AnhuaOptions, facts: WinFacts) -> Score | None:
    """Value of a win per payer before birds and base score; None when it is none.

    `context` has the kinds ``wild`` and ``indicator``; with ``dealer`` or ``payer_dealer`` true the values are those of d = 1.
    """
    holding = holding_of(facts)
    if holding is None:
        return None
    best: tuple[tuple[int, bool, bool], Case, list[Counted], list[Excluded]] | None = None
    for case in _cases(options, facts, holding):
        counted, excluded = _count(case)
        if counted and _allowed(case, {element.id for element in counted}):
            total = sum(element.value for element in counted)
            # R22: of the ways to see a hand the most valuable counts.
            rank = (total, any(element.id == "black_heaven" for element in counted), case.seen.hard)
            if best is None or rank > best[0]:
                best = rank, case, counted, excluded
    if best is None:
        return None
    _, case, counted, excluded = best
    if options.dealer_split and (facts.context.get("dealer") or facts.context.get("payer_dealer")):
        counted = [Counted(element.id, with_dealer(element.id, element.value)) for element in counted]
    return Score(sum(element.value for element in counted), tuple(counted), reading(holding, case.seen), tuple(excluded))


def with_dealer(element: str, value: int) -> int:
    """The value of an element for a payer where the dealer wins or pays."""
    return WITH_DEALER.get((element, value), value)


def _cases(options: AnhuaOptions, facts: WinFacts, holding: Holding) -> list[Case]:
    self_draw = facts.by == "self_draw"
    seen = list(interpretations(holding, options.wild_natural_hard))
    if self_draw and 4 in (holding.wilds, holding.indicators):
        seen.append(Interpretation("none", hard=not holding.wilds))  # R18
    cases = [Case(one, holding, self_draw, facts.by, facts.flags, options) for one in seen]
    if self_draw and "first_turn" in facts.flags and "replacement" not in facts.flags and is_black(holding):
        black = facts.flags | {"black"}
        shapes = [Interpretation("black_heaven", hard=True), *(one for one in seen if one.shape == "seven_pairs")]
        cases += [Case(one, holding, True, facts.by, black, options) for one in shapes]
    return cases


def is_black(holding: Holding) -> bool:
    """Sections 3 and 6: no wild, no 2-5-8, no kind three times, nothing melded; runs are then impossible."""
    return not holding.melds and is_black_hand(holding.counts, holding.wild)


def is_black_hand(counts: Sequence[int], wild: int) -> bool:
    """The same of concealed tiles by their counts."""
    return not counts[wild] and max(counts) < 3 and not any(counts[kind] for kind in KINDS_258)


def _count(case: Case) -> tuple[list[Counted], list[Excluded]]:
    """Elements of an interpretation; nothing when it needs a pair it has not."""
    if not _pair_is_fit(case):
        return [], []
    big, _ = count(BIG, case)
    if not big:
        small = "hard_small_win" if case.seen.hard else "small_win"
        return ([Counted(small, 2 if case.seen.hard else 1)], []) if case.strict_pair else ([], [])
    # R25: the value of a small win is not added to big elements.
    black = any(element.id == "black_heaven" for element in big)
    excluded = [Excluded("hard_hand", "black_heaven")] if black else []  # R19
    if case.seen.hard and not black:
        big.append(Counted("hard_hand", 4))
    return _king_values(case, big), excluded


def _pair_is_fit(case: Case) -> bool:
    """Section 6: the pair is 2, 5 or 8 unless the shape or three indicators free it. Other shapes have no pair to ask for."""
    seen = case.seen
    if seen.shape != "standard" or seen.pair_258 or seen.triplets or seen.one_suit or seen.only_258:
        return True
    return case.self_draw and case.holding.indicators >= 3 and case.options.three_indicators_pair == "any"


def _king_values(case: Case, elements: list[Counted]) -> list[Counted]:
    """R13, R17: four indicators without a set hand count a flat 8; king_base = alone lowers the kings beside other elements."""
    valued = [Counted(element.id, 8) if element.id == "four_indicators" and not case.indicator_sets else element for element in elements]
    if case.options.king_base == "alone" and len(valued) > 1:
        lowered = {5: 4, 9: 8}
        kings = ("three_wilds", "four_wilds", "three_indicators", "four_indicators")
        valued = [Counted(element.id, lowered.get(element.value, element.value)) if element.id in kings else element for element in valued]
    return valued


def _allowed(case: Case, elements: set[str]) -> bool:
    """Section 6: what the number of wilds in hand allows."""
    wilds = case.holding.wilds
    if case.self_draw or not wilds:
        return True
    if wilds >= 3:  # R12
        return False
    if case.by != "discard" or "discarder_ready" in case.flags:  # R11
        return True
    # R10: a hard small win counts as one without wilds.
    return bool(elements & {"all_pungs", "pure_suit", "seven_pairs", "all_258", "ready", "hard_small_win"})


def might_win(hand: Hand, melds: Sequence[Meld], extra: int, kinds: tuple[int, int], own: bool) -> bool:
    """Quick test before scoring, with a tile of kind `extra` added (HIDDEN: none); never False for a hand that wins.

    `kinds` are wild and indicator; `own` says that the added tile, or the whole hand, is self-drawn.
    """
    wild, indicator = kinds
    counts, states = hand.counts[:34], hand.index[:]
    wilds, indicators = counts[wild], counts[indicator]
    counts[wild] = 0
    states[SUIT_OF[wild]] -= wilds * POW5[wild]
    if extra >= 0:
        if hand.counts[extra] == 4:
            return False
        if extra == wild and own:
            wilds += 1
        else:
            counts[extra] += 1
            states[SUIT_OF[extra]] += POW5[extra]
        indicators += own and extra == indicator
    if need(states) <= wilds or (own and 4 in (wilds, indicators)):
        return True
    if not any(map(counts.__getitem__, KINDS_BUT_258)):
        return True
    return not melds and (sum(held & 1 for held in counts) <= wilds or (own and not wilds and max(counts) < 3))


def is_ready(hand: Hand, melds: Sequence[Meld], kinds: tuple[int, int], options: AnhuaOptions) -> bool:
    """R30: some kind, of which hand and melds do not hold all four, makes a legal self-drawn win without any first-turn flag."""
    return any(True for _ in winning_kinds(hand, melds, kinds, options))


def winning_kinds(hand: Hand, melds: Sequence[Meld], kinds: tuple[int, int], options: AnhuaOptions) -> Iterator[int]:
    """The kinds that a hand waits on for a self-drawn win."""
    held = hand.counts[:34]
    for meld in melds:
        for tile in meld.tiles:
            held[tile >> 2] += 1
    context = {"wild": kinds[0], "indicator": kinds[1]}
    for kind in range(27):
        facts = WinFacts(hand, melds, kind, "self_draw", frozenset(), context)
        if held[kind] < 4 and might_win(hand, melds, kind, kinds, True) and score_win(options, facts):
            yield kind
