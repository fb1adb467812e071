"""What a Zuanpai win is worth: who may win, and the table of elements (rules sections 8 and 9)."""

from __future__ import annotations

from typing import Final

from fangcheng.rules.elements import Element, count
from fangcheng.score import Counted, Excluded, Score
from fangcheng.variants.zuanpai.readings import UNCONNECTED, Form, forms, reading, wind_faces
from fangcheng.variants.zuanpai.roles import WINDS
from fangcheng.variants.zuanpai.situation import Situation

ALL_WILDS: Final = 4
BLOOM: Final = (0, 3, 9, 18, 30)  # R23, R42

# R16: 直叫 has no value of its own; R43: there is neither a limit nor a minimum.


def may_win(form: Form) -> bool:
    """R8, section 8: whether a complete hand may win in this form; with a wild it needs an any-tile wait, unless exempt (R10)."""
    win = form.win
    if not win.wilds or win.heavenly or form.triplets or win.wilds == ALL_WILDS or form.shape == "seven_stars":
        return True
    if win.any_tile and win.drew_wild:
        return not win.must_kong or form.natural_pairs or _hoisted_doubled(form)
    return win.any_tile or win.options.wild_win_rule == "free"


def _hoisted(form: Form) -> bool:
    """Four melds and one tile in hand (大吊车) that has been drawn to."""
    return len(form.win.sets) == 4 and form.win.before is not None


def _hoisted_doubled(form: Form) -> bool:
    """R18: the drawn tile is the hoisted one again: both wild, or both natural of one face."""
    return _hoisted(form) and form.win.wilds != 1


def _closed(form: Form) -> bool:
    """Shapes that are always concealed and have that in their value (R29)."""
    return form.shape != "standard" and not form.win.options.concealed_with_closed


def _concealed(form: Form) -> bool:
    """No chow, pung, exposed or added kong."""
    return not _closed(form) and all(meld.is_concealed for meld in form.win.sets)


def _paofeng(form: Form) -> bool:
    """Section 9: (iii) all pungs, (iv) beside a heavenly hand, (ii) an any-tile wait, (i) a sole wait; once however many (R15)."""
    win = form.win
    if form.shape in UNCONNECTED or (form.shape == "seven_pairs" and not form.natural_pairs):
        return False
    if form.triplets or form.natural_pairs or win.wilds == ALL_WILDS or _hoisted_doubled(form):
        return True
    return win.any_tile if win.wilds else win.sole_wait


def _kongs(form: Form, *shapes: str) -> int:
    return sum(meld.shape in shapes for meld in form.win.melds)


def _singles(form: Form, wild: bool) -> int:
    return sum(meld.shape == "single_kong" and (meld.kind == form.win.roles.wild) == wild for meld in form.win.melds)


def _wind_kongs(form: Form) -> int:
    return sum(meld.is_kong and form.win.roles.face(meld.kind) in WINDS for meld in form.win.sets)


def _seven_stars(form: Form) -> bool:
    return form.shape == "seven_stars"


ELEMENTS: Final[tuple[Element[Form], ...]] = (
    Element("paofeng", 6, _paofeng),
    Element("concealed_hand", 3, _concealed),
    Element("all_pungs", 3, lambda form: form.triplets),
    Element("all_melded", 3, lambda form: _hoisted(form) and not _hoisted_doubled(form)),
    Element("heavenly_all_melded", 30, _hoisted_doubled),
    Element("heavenly_seven_pairs", 30, lambda form: form.natural_pairs),  # R44: one of five heavenly hands
    Element("seven_pairs_wild", 9, lambda form: form.shape == "seven_pairs" and not form.natural_pairs),
    Element("heavenly_four_wilds", 30, lambda form: form.win.wilds == ALL_WILDS),  # R50
    Element(
        "double_heavenly",
        60,
        lambda form: form.natural_pairs and form.win.wilds == ALL_WILDS,  # R19
        excludes=("heavenly_seven_pairs", "heavenly_four_wilds"),
    ),
    Element("heavenly_win", 30, lambda form: form.win.heavenly),
    Element("earthly_win", 30, lambda form: form.win.around.first_turn and not form.win.around.dealer),
    Element("thirteen_unconnected", 20, lambda form: form.shape in UNCONNECTED and not form.win.wilds),
    Element("seven_stars", 30, _seven_stars, excludes=("thirteen_unconnected",)),  # R27
    Element("kong_exposed", 1, lambda form: _kongs(form, "kong")),
    Element("kong_concealed", 2, lambda form: _kongs(form, "concealed_kong")),
    Element("kong_wind", 1, _wind_kongs),
    Element("kong_dragon", 1, lambda form: _singles(form, wild=False)),
    Element("kong_wild", 1, lambda form: _singles(form, wild=True)),
    Element("wind_pung", 1, wind_faces),
)


def kong_bloom(win: Situation) -> int:
    """R22, R23: points of a win on a replacement tile."""
    if not win.around.chain:
        return 0
    kongs = sum(meld.is_kong for meld in win.melds) if win.options.kong_bloom_count == "all_kongs" else win.around.chain
    return BLOOM[min(kongs, len(BLOOM) - 1)]


def wins(win: Situation) -> bool:
    """Whether `win` is offered."""
    return win.complete and any(map(may_win, forms(win)))


def score_win(win: Situation) -> Score | None:
    """R47: the form worth most, of equal ones seven pairs; None when it is no win."""
    best: tuple[int, Form, list[Counted], list[Excluded]] | None = None
    for form in forms(win) if win.complete else ():
        if may_win(form):
            counted, excluded = count(ELEMENTS, form)
            points = sum(element.value for element in counted)
            if best is None or points > best[0]:
                best = points, form, counted, excluded
    if best is None:
        return None
    points, form, counted, excluded = best
    own = Counted("base_win", win.options.base(win.around.dealer, win.around.continuation))
    bloom = kong_bloom(win)
    elements = (own, *counted, Counted("kong_bloom", bloom)) if bloom else (own, *counted)
    return Score(points + own.value + bloom, elements, reading(form), tuple(excluded))
