"""What a hand is worth in Changsha mahjong: readings, elements (rules sections 7 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.hand import POW5, Hand
from fangcheng.meld import Meld
from fangcheng.rules.elements import Element, count
from fangcheng.rules.variant import WinFacts
from fangcheng.score import Counted, Excluded, Group, Reading, Score, group_of, kinds_of_set
from fangcheng.shapes import need, seven_pairs_complete, splits, waits
from fangcheng.tiles import HIDDEN, HONOURS, KINDS_258, KINDS_BUT_258, parse_kinds
from fangcheng.variants.changsha.openings import opening_patterns
from fangcheng.variants.changsha.options import ChangshaOptions

PAIR_BITS: Final = sum(1 << kind for kind in KINDS_258)
BIG: Final = 6

# R13, R14: heavenly and earthly wins follow `heaven_pair`, the others `situational_pair` (R8)
HEAVENLY: Final = ("heavenly_win", "earthly_win")


class Form(NamedTuple):
    """A reading as the element table sees it: its shape, all tiles of the hand by kind, and the melds."""

    reading: Reading
    counts: Sequence[int]
    melds: Sequence[Meld]
    options: ChangshaOptions

    @property
    def has_chow(self) -> bool:
        """Whether any set is a chow."""
        return any(group.shape == "chow" for group in self.reading.groups)

    @property
    def one_suit(self) -> bool:
        """Whether all tiles are of one suit."""
        return sum(any(self.counts[first : first + 9]) for first in (0, 9, 18)) == 1

    @property
    def only_258(self) -> bool:
        """Whether every tile is a 2, 5 or 8."""
        return not any(self.counts[kind] for kind in KINDS_BUT_258)

    @property
    def all_melded(self) -> bool:
        """R11: four melds; concealed kongs count as the option says."""
        return len(self.melds) == 4 and (self.options.all_melded_concealed_kong or not any(meld.is_concealed for meld in self.melds))

    @property
    def has_258_pair(self) -> bool:
        """Whether the reading's pair (of seven pairs: any) is a 2, 5 or 8."""
        return any(group.shape == "pair" and group.kinds[0] in KINDS_258 for group in self.reading.groups) or self.only_258


SHAPES: Final[tuple[Element[Form], ...]] = (
    Element("all_pungs", BIG, lambda form: form.reading.shape == "standard" and not form.has_chow),  # R10
    Element("all_258", BIG, lambda form: form.only_258),  # R9
    Element("pure_suit", BIG, lambda form: form.reading.shape != "all_258" and form.one_suit),
    Element("all_melded", BIG, lambda form: form.reading.shape == "standard" and form.all_melded),
    Element("seven_pairs", BIG, lambda form: form.reading.shape == "seven_pairs"),  # R12
    Element("luxury_pairs", BIG, lambda form: form.options.luxury_pairs and form.reading.shape == "seven_pairs" and form.counts.count(4)),
)


def looks_complete(hand: Hand, melds: Sequence[Meld], extra: int = HIDDEN) -> bool:
    """Quick test whether a hand, with a tile of kind `extra` added, has any reading at all; its pair and worth are not looked at."""
    lacking = need(hand.index)
    if extra == HIDDEN:
        if lacking == 0:
            return True
    elif hand.counts[extra] == 4:
        return False
    elif lacking <= 1:  # otherwise no tile completes it
        index = hand.index[:]
        index[extra // 9] += POW5[extra]
        if need(index) == 0:
            return True
    if not melds and _is_paired(hand.counts, extra):
        return True
    return (extra == HIDDEN or extra in KINDS_258) and not any(map(hand.counts.__getitem__, KINDS_BUT_258)) and _melds_258(melds)


def _is_paired(counts: Sequence[int], extra: int) -> bool:
    for kind, held in enumerate(counts):  # noqa: SIM110 (the first kinds decide, before a generator would have begun)
        if held & 1 != (kind == extra):
            return False
    return True


def _melds_258(melds: Sequence[Meld]) -> bool:
    return all(tile >> 2 in KINDS_258 for meld in melds for tile in meld.tiles)


def is_ready(hand: Hand, melds: Sequence[Meld], options: ChangshaOptions) -> bool:
    """Section 5: some kind, of which hand and melds do not hold all four, wins by shape alone."""
    return bool(winning_kinds(hand, melds, options))


def winning_kinds(hand: Hand, melds: Sequence[Meld], options: ChangshaOptions) -> list[int]:
    """Kinds that make a hand of 3k+1 tiles a win without any situation, those aside of which the player holds all four (R19)."""
    candidates: list[int] = list(waits(hand)) if melds else [kind for kind in range(HONOURS) if looks_complete(hand, melds, kind)]
    if melds and _melds_258(melds):
        candidates += [kind for kind in KINDS_258 if kind not in candidates and looks_complete(hand, melds, kind)]
    if not candidates:
        return []
    held = list(hand.counts)
    for meld in melds:
        for tile in meld.tiles:
            held[tile >> 2] += 1
    return [kind for kind in sorted(candidates) if held[kind] < 4 and best_worth(hand.plus(kind), melds, "", options)]


class Worth(NamedTuple):
    """A reading with what it is worth: shape elements, and whether the situation's element goes with it."""

    form: Form
    shapes: list[Counted]
    situation_kept: bool

    @property
    def shape_points(self) -> int:
        """Points of the shape elements."""
        return sum(element.value for element in self.shapes)

    @property
    def points(self) -> int:
        """Points of the reading won with one tile."""
        return self.shape_points + BIG * self.situation_kept or 1


def readings(hand: Hand, melds: Sequence[Meld]) -> Iterator[Reading]:
    """Section 7: every way to see the concealed tiles `hand` (winning tile included) beside the melds."""
    laid = tuple(map(group_of, melds))
    for split in splits(hand):
        own = tuple(Group(part.shape, kinds_of_set(part.shape, part.kind)) for part in (*split.sets, split.pair))
        yield Reading("standard", laid + own)
    if not melds and hand.size == 14 and seven_pairs_complete(hand):
        pairs = [kind for kind in range(HONOURS) for _ in range(hand.counts[kind] // 2)]
        yield Reading("seven_pairs", tuple(Group("pair", (kind, kind)) for kind in pairs))
    if not any(hand.counts[kind] for kind in KINDS_BUT_258) and _melds_258(melds):
        yield Reading("all_258", (*laid, Group("tiles", tuple(hand.kinds()))))


def best_worth(hand: Hand | None, melds: Sequence[Meld], situation: str, options: ChangshaOptions) -> Worth | None:
    """The reading with the most points (the first of equals), None where no reading wins or there is no such hand."""
    if hand is None:
        return None
    counts = list(hand.counts)
    for meld in melds:
        for tile in meld.tiles:
            counts[tile >> 2] += 1
    best: Worth | None = None
    for reading in readings(hand, melds):
        worth = _worth(Form(reading, counts, melds, options), situation)
        if worth and (best is None or worth.points > best.points):
            best = worth
    return best


def _worth(form: Form, situation: str) -> Worth | None:
    shapes, _ = count(SHAPES, form)
    kept = bool(situation) and _situation_holds(form, situation, bool(shapes))
    if shapes or kept or form.has_258_pair:
        return Worth(form, shapes, kept)
    return None


def _situation_holds(form: Form, situation: str, big: bool) -> bool:
    if situation in HEAVENLY:
        return big or form.options.heaven_pair == "any" or form.has_258_pair
    if form.options.situational_pair == "any":
        return True
    return form.has_258_pair or (big and form.options.situational_pair == "258_unless_big")


def situation_of(facts: WinFacts) -> str:
    """The situational element that a win may carry (section 9), "" for none."""
    self_drawn = facts.by == "self_draw"
    if "last_tile" in facts.flags:
        return "last_tile_draw" if self_drawn else "last_tile_discard"
    if facts.by == "kong_reveal" or facts.context.get("reveal"):
        return "kong_bloom" if self_drawn else "kong_shot"
    if "first_turn" in facts.flags and not facts.melds and "replacement" not in facts.flags:  # R14
        if self_drawn and facts.context.get("dealer"):
            return "heavenly_win"
        if facts.by == "discard" and facts.context.get("payer_dealer"):
            return "earthly_win"
    if facts.by == "rob_kong" and facts.context.get("kong", "open") == "open":
        return "rob_kong"
    return ""


def score_win(options: ChangshaOptions, facts: WinFacts) -> Score | None:
    """Value of a win in points (分) before dealer, birds and payment; None when it is no win."""
    if facts.by == "opening":
        return _score_opening(options, facts)
    situation = situation_of(facts)
    kinds = parse_kinds(facts.context["reveal"]) if facts.context.get("reveal") else [facts.win]
    worths = [worth for kind in kinds if (worth := _worth_of_tile(options, facts, kind, situation))]
    if not worths:
        return None
    best = max(worths, key=lambda worth: worth.shape_points)
    kept = sum(worth.situation_kept for worth in worths)  # R23: two tiles make it a double one for who wins on both
    if len(worths) == 2 and options.double_kong_shape == "per_tile":  # R24
        elements = _added(worths[0].shapes, worths[1].shapes)
    else:
        elements = list(best.shapes)
    if kept:
        elements.append(Counted(situation if kept == 1 else f"double_{situation}", BIG * kept))
    return _score(elements, best.form)


def _worth_of_tile(options: ChangshaOptions, facts: WinFacts, kind: int, situation: str) -> Worth | None:
    extra = kind if facts.win != HIDDEN or facts.context.get("reveal") else HIDDEN
    if not looks_complete(facts.hand, facts.melds, extra):
        return None
    return best_worth(facts.hand if extra == HIDDEN else facts.hand.plus(kind), facts.melds, situation, options)


def _added(first: Sequence[Counted], second: Sequence[Counted]) -> list[Counted]:
    times: dict[str, Counted] = {}
    for element in (*first, *second):
        held = times.get(element.id)
        times[element.id] = Counted(element.id, element.value + held.value, element.times + held.times) if held else element
    return list(times.values())


def _score(elements: list[Counted], form: Form) -> Score:
    if not elements:
        return Score(1, (Counted("small_win", 1),), form.reading)
    small = form.reading.shape == "standard" and form.has_258_pair
    excluded = (Excluded("small_win", elements[0].id),) if small else ()
    return Score(sum(element.value for element in elements), tuple(elements), form.reading, excluded)


def _score_opening(options: ChangshaOptions, facts: WinFacts) -> Score | None:
    patterns = opening_patterns(facts.hand.counts, options)
    if not patterns:
        return None
    reading = Reading("dealt", (Group("tiles", tuple(facts.hand.kinds())),))
    return Score(len(patterns), tuple(Counted(pattern, 1) for pattern in patterns), reading)
