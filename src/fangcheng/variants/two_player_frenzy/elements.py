"""What a hand is worth in the two-player game, for the winner and against the loser (rules sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld
from fangcheng.rules.elements import Element, count
from fangcheng.rules.variant import WinFacts
from fangcheng.score import Group, Reading, Score, kinds_of_set
from fangcheng.shapes import Part, splits
from fangcheng.tiles import DRAGONS, HIDDEN, HONOURS, parse_kind, parse_kinds
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions
from fangcheng.variants.two_player_frenzy.shapes import is_complete, is_paired, winning_kinds

GREEN: Final = frozenset(parse_kinds("23468sF"))
GATES: Final = (3, 1, 1, 1, 1, 1, 1, 1, 3)
WAITS: Final = ("", "single", "edge", "closed")  # the later, the rather it is named among equals
OPENING_MELDS: Final = ("chow", "pung", "kong")


class Facts(NamedTuple):
    """A win as the elements read it, whatever way the hand is seen.

    full      concealed tiles with the winning one, which is the wait where a treasure tile stands for it
    win       kind of the winning tile, HIDDEN where there is none (R22)
    before    concealed tiles without it
    sole      whether it was the only kind to wait for
    treasure  "draw" or "match" for a win by the treasure, else ""
    """

    full: Hand
    melds: Sequence[Meld]
    win: int
    before: Hand
    sole: bool
    by: str
    flags: frozenset[str]
    dealer: bool
    loser_melds: Sequence[Meld]
    treasure: str
    options: FrenzyOptions

    @property
    def kinds(self) -> set[int]:
        """All kinds of hand and melds; the tiles of three-kind kongs count too (R21)."""
        return {*self.full.kinds(), *(tile >> 2 for meld in self.melds for tile in meld.tiles)}


class Form(NamedTuple):
    """A win in one reading: the kinds it holds, how often each suit, and what the winning tile completes there."""

    facts: Facts
    reading: Reading
    kinds: set[int]
    suits: int
    wait: str

    @property
    def options(self) -> FrenzyOptions:
        """The room's options."""
        return self.facts.options

    @property
    def seven_pairs(self) -> bool:
        """Whether the hand is read as seven pairs."""
        return self.reading.shape == "seven_pairs"

    @property
    def all_pungs(self) -> bool:
        """R21: no run among the sets; kongs of any kind are no runs."""
        return not self.seven_pairs and all(group.shape != "chow" for group in self.reading.groups)

    @property
    def has_dragons(self) -> bool:
        """Whether there is a dragon."""
        return max(self.kinds) >= HONOURS

    def dragons(self, shapes: tuple[str, ...]) -> int:
        """How many sets or pairs of one dragon kind have one of these shapes; a three-kind kong is none (R21, R44)."""
        return sum(group.shape in shapes and group.kinds[0] >= DRAGONS for group in self.reading.groups)


DRAGON_SETS: Final = ("pung", "kong", "concealed_kong")


def _self_draw(form: Form) -> bool:
    matched = form.facts.treasure == "match" and form.options.treasure_match_self_draw == "off"  # R33
    return form.facts.by == "self_draw" and not matched


def _kong_bloom(form: Form) -> bool:
    """R54: the winning tile came for a kong. Where there is none (R22), no tile did."""
    facts = form.facts
    return facts.by == "self_draw" and "replacement" in facts.flags and facts.win != HIDDEN


def _single_wait(form: Form) -> bool:
    pairs = form.seven_pairs and form.facts.sole and form.options.seven_pairs_single_wait == "on"  # R40
    return form.wait == "single" or pairs


def _little_dragons(form: Form) -> bool:
    return form.dragons(DRAGON_SETS) == 2 and form.dragons(("pair",)) == 1


def _nine_gates(form: Form) -> bool:
    """R41: strictly the thirteen tiles before the winning one are the pattern; otherwise they need only be within the fourteen."""
    facts = form.facts
    strict = facts.options.nine_gates_strict == "on"
    hand = facts.before if strict else facts.full
    first = facts.full.kinds()[0] // 9 * 9
    held = hand.counts[first : first + 9]
    return sum(held) == hand.size == (13 if strict else 14) and all(own >= needed for own, needed in zip(held, GATES, strict=True))


# Only what two conditions do not rule out between them is struck out by name.
ELEMENTS: Final[tuple[Element[Form], ...]] = (
    Element("base_win", 1, lambda form: 1),  # R38
    Element("self_draw", 1, _self_draw),
    Element("closed_wait", 1, lambda form: form.wait == "closed"),
    Element("edge_wait", 1, lambda form: form.wait == "edge"),
    Element("single_wait", 1, _single_wait),  # R58: beside all pungs too
    Element("ready", 1, lambda form: "ready" in form.facts.flags),
    Element("kong_bloom", 1, _kong_bloom),
    Element("three_suits", 1, lambda form: form.suits == 3),
    Element("treasure_draw", 1, lambda form: form.facts.treasure == "draw"),  # R34
    Element("treasure_match", 2, lambda form: form.facts.treasure == "match", excludes=("kong_bloom",)),
    Element("dealer_win", 1, lambda form: form.facts.dealer),
    Element("concealed_hand", 1, lambda form: never_opened(form.facts.melds)),  # R45
    Element("seven_pairs", 1, lambda form: form.seven_pairs),
    Element("all_pungs", 1, lambda form: form.all_pungs),
    Element("half_flush", 1, lambda form: form.suits == 1 and form.has_dragons),  # R48
    Element("pure_suit", 2, lambda form: form.suits == 1 and not form.has_dragons),
    Element("little_three_dragons", 3, _little_dragons),
    Element("all_honors", 3, lambda form: form.suits == 0),  # R43: listed, but there are only twelve dragons
    Element("all_green", 4, lambda form: form.kinds <= GREEN),  # R42
    Element("big_three_dragons", 4, lambda form: form.dragons(DRAGON_SETS) == 3),
    Element("nine_gates", 6, _nine_gates),
    Element("lose_deal_in", 1, lambda form: form.facts.by != "self_draw"),
    Element("lose_dealer", 1, lambda form: not form.facts.dealer),
    Element("lose_concealed", 1, lambda form: never_opened(form.facts.loser_melds)),  # R46
)
IMPLIED: Final = {"all_green": ("half_flush",), "nine_gates": ("pure_suit", "concealed_hand")}
ABSORBING: Final = tuple(row._replace(excludes=row.excludes + IMPLIED.get(row.id, ())) for row in ELEMENTS)  # R55
LOSER: Final = ("lose_deal_in", "lose_dealer", "lose_concealed")


def never_opened(melds: Sequence[Meld]) -> bool:
    """R45, R46: nothing was claimed or added to a pung; concealed and three-kind kongs keep a hand closed."""
    return all(meld.shape not in OPENING_MELDS for meld in melds)


def score_win(options: FrenzyOptions, win: WinFacts) -> Score | None:
    """The total of winner's and loser's elements (番), before cap and base; None when it is no win."""
    facts = read_facts(options, win)
    if facts is None:
        return None
    table = ABSORBING if options.implied_elements == "absorb" else ELEMENTS
    best: tuple[tuple[int, bool, int, bool], Score] | None = None
    for form in forms(facts):
        counted, excluded = count(table, form)
        total = sum(element.value for element in counted)
        # Section 9: the highest total, and among equals the names in this order.
        rank = (total, form.seven_pairs, WAITS.index(form.wait), form.all_pungs)
        if best is None or rank > best[0]:
            best = rank, Score(total, tuple(counted), form.reading, tuple(excluded))
    return best[1] if best else None


def read_facts(options: FrenzyOptions, win: WinFacts) -> Facts | None:
    """The facts of a complete hand; None where there is nothing to win with."""
    if win.by not in ("self_draw", "discard", "rob_kong") or (win.by == "rob_kong" and options.rob_kong == "off"):  # R23
        return None
    kind, treasure = win.win, ""
    if kind == HIDDEN:
        if win.by != "self_draw" or not is_complete(win.hand, win.melds):
            return None
        full, sole = win.hand, False
    else:
        kinds = winning_kinds(win.hand, win.melds)
        treasure = _by_treasure(win, kinds)
        if "treasure_match" in win.flags and not treasure:
            return None
        if treasure == "draw":
            kind = kinds[0]
        grown = win.hand.plus(kind)
        if grown is None or not is_complete(win.hand, win.melds, kind):
            return None
        full, sole = grown, len(kinds) == 1
    loser = [parse_meld(meld) if isinstance(meld, str) else meld for meld in win.context.get("loser_melds", ())]
    dealer = bool(win.context.get("dealer"))
    return Facts(full, win.melds, kind, win.hand, sole, win.by, win.flags, dealer, loser, treasure, options)


def _by_treasure(win: WinFacts, kinds: tuple[int, ...]) -> str:
    """How the treasure wins: only for a declared player on his own draw or look, and only in place of his single wait."""
    if "ready" not in win.flags or win.by != "self_draw" or len(kinds) != 1:
        return ""
    named = win.context.get("treasure")
    treasure = parse_kind(named) if isinstance(named, str) else named
    if "treasure_match" in win.flags:
        return "match" if win.win == kinds[0] and treasure in (None, win.win) else ""
    return "draw" if treasure == win.win else ""


def forms(facts: Facts) -> Iterator[Form]:
    """Every way to see the hand, with every set or pair that the winning tile may belong to."""
    kinds = facts.kinds
    suits = len({kind // 9 for kind in kinds if kind < HONOURS})
    wild = (facts.win,) if facts.treasure == "draw" else ()
    if not facts.melds and is_paired(facts.full.counts):
        pairs = [kind for kind in range(DRAGONS + 3) for _ in range(facts.full.counts[kind] // 2)]
        mark = pairs.index(facts.win) if wild else -1
        groups = tuple(Group("pair", (kind, kind), wilds=wild if place == mark else ()) for place, kind in enumerate(pairs))
        yield Form(facts, Reading("seven_pairs", groups), kinds, suits, "")
    laid = tuple(Group(meld.shape, tuple(meld.kinds()), melded=True) for meld in facts.melds)
    for split in splits(facts.full):
        parts = (*split.sets, split.pair)
        for place, wait in _places(facts, parts):
            own = tuple(Group(part.shape, _kinds_of(part), wilds=wild if at == place else ()) for at, part in enumerate(parts))
            yield Form(facts, Reading("standard", laid + own), kinds, suits, wait)


def _places(facts: Facts, parts: Sequence[Part]) -> Iterator[tuple[int, str]]:
    """Where the winning tile may lie, and the wait that it makes there (R37 to R39): none unless it was the only kind to wait for."""
    if facts.win == HIDDEN:
        yield -1, ""
    for place, part in enumerate(parts):
        if facts.win in _kinds_of(part):
            yield place, _wait(part, facts.win) if facts.sole else ""


def _wait(part: Part, win: int) -> str:
    if part.shape == "pair":
        return "single"
    if part.shape != "chow":
        return ""
    if win == part.kind + 1:
        return "closed"
    low_edge, high_edge = part.kind % 9 == 0 and win == part.kind + 2, part.kind % 9 == 6 and win == part.kind
    return "edge" if low_edge or high_edge else ""


def _kinds_of(part: Part) -> tuple[int, ...]:
    return kinds_of_set(part.shape, part.kind)
