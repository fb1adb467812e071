"""What a hand is worth in the Guobiao game: original tiles first, then changed wild ones, then the bonuses (rules sections 4.1, 8, 9)."""

from __future__ import annotations

from collections.abc import Container
from functools import cache
from typing import Final

import msgspec

from fangcheng.rules.variant import WinFacts
from fangcheng.score import Counted, Score
from fangcheng.tiles import FLOWERS, HIDDEN, parse_kind
from fangcheng.variants.guobiao.counter import TABLE, Counter, Counting, Laid, Win
from fangcheng.variants.guobiao.counter.count import with_wilds
from fangcheng.variants.guobiao.counter.kept import WinFields
from fangcheng.variants.guobiao.counter.wild import best_change
from fangcheng.variants.guobiao.options import GuobiaoOptions

WIND_KINDS: Final = {wind: parse_kind(wind) for wind in "ESWN"} | {"": HIDDEN}


def counter_of(options: GuobiaoOptions) -> Counter:
    """The counter as the room's options set it."""
    return _counter(options.chow_combining, options.single_wait_unique, options.seven_pairs_tiles)


@cache
def _counter(chow_combining: str, single_wait_unique: bool, seven_pairs_tiles: str) -> Counter:
    return Counter(TABLE, Counting(chow_combining == "account_once", single_wait_unique, seven_pairs_tiles == "strict"))


def score_win(options: GuobiaoOptions, facts: WinFacts) -> Score | None:
    """F of a win, bonuses included; None when it is no win or below the minimum (R8)."""
    if "first_turn" in facts.flags:
        facts = _as_dealt(facts)
    natural = natural_score(options, facts)
    if natural is not None and (natural.points >= options.min_fan or _enough(options, facts, natural)):
        return _with_bonuses(options, facts, natural, used=False) if "wild" in facts.context or "fortune" in facts.context else natural
    changed = changed_score(options, facts)
    if changed is not None and _enough(options, facts, changed):
        return _with_bonuses(options, facts, changed, used=True)
    return None


def most(options: GuobiaoOptions, facts: WinFacts) -> int:
    """What the hand would count without a minimum and bonuses, -1 when it is not complete."""
    scores = (natural_score(options, facts), changed_score(options, facts))
    return max((score.points for score in scores if score is not None), default=-1)


def natural_score(options: GuobiaoOptions, facts: WinFacts) -> Score | None:
    """Every tile as printed."""
    counter = counter_of(options)
    if facts.win == HIDDEN or facts.hand.counts[facts.win] < 4:
        return counter.score_of(facts.hand, facts.melds, win_of(facts))
    # The fifth of its kind, which only fishing gives (R32).
    laid = Laid.of(facts.melds)
    fifth = best_change(counter, facts.hand, 1, laid, Win(*win_of(facts)), (facts.win,))
    return counter.score(fifth.best.stands, fifth.best.seen, laid.groups) if fifth else None


def changed_score(options: GuobiaoOptions, facts: WinFacts) -> Score | None:
    """R41: every wild tile of the concealed hand, and a wild winning tile drawn by oneself, changed for the best; None without one."""
    wild = wild_of(facts)
    if wild == HIDDEN:
        return None
    # R47: robbed or discarded it is a plain tile.
    drawn: Container[int] = range(FLOWERS) if facts.win == wild and facts.by == "self_draw" else ()
    wilds = facts.hand.counts[wild]
    if not wilds and not drawn:
        return None
    natural = facts.hand.without(facts.hand.take(wild, 4))
    if facts.win != HIDDEN and not drawn:
        grown = natural.plus(facts.win)
        natural, drawn = (natural, (facts.win,)) if grown is None else (grown, ())
    counter, laid = counter_of(options), Laid.of(facts.melds)
    changed = best_change(counter, natural, wilds + bool(drawn), laid, Win(*win_of(facts)), drawn)
    return with_wilds(counter.score(changed.best.stands, changed.best.seen, laid.groups), natural.counts) if changed else None


def wild_of(facts: WinFacts) -> int:
    """The wild kind, HIDDEN without one."""
    return parse_kind(facts.context["wild"]) if "wild" in facts.context else HIDDEN


def win_of(facts: WinFacts) -> WinFields:
    """The facts of a win as the counter reads them."""
    _, melds, win, by, flags, context = facts
    earthly = by == "discard" and "first_turn" in flags and bool(context.get("payer_dealer"))
    return by, win, flags, WIND_KINDS[context.get("seat_wind", "")], HIDDEN, win == HIDDEN and not melds, earthly  # R9


def _as_dealt(facts: WinFacts) -> WinFacts:
    """The dealer's first self-draw is on the tiles he was dealt, even if one of them is named as drawn."""
    named = facts.win != HIDDEN and facts.by == "self_draw" and facts.context.get("dealer")
    if not named or facts.melds or "replacement" in facts.flags:
        return facts
    dealt = facts.hand.plus(facts.win)
    return facts._replace(hand=dealt, win=HIDDEN) if dealt else facts


def _enough(options: GuobiaoOptions, facts: WinFacts, score: Score) -> bool:
    return score.points >= options.min_fan or "fished" in facts.flags


def _with_bonuses(options: GuobiaoOptions, facts: WinFacts, score: Score, *, used: bool) -> Score:
    """R34, R40: bonuses come on top and do not count for the minimum; a wild tile that was changed earns none."""
    bonuses = []
    if "wild" in facts.context and options.no_wild_bonus and not used and (options.no_wild_scope == "any" or _holds_wild(facts)):
        bonuses.append(Counted("no_wild", options.no_wild_bonus))
    if facts.context.get("fortune"):
        bonuses.append(Counted("fortune", int(facts.context["fortune"])))
    total = score.points + sum(bonus.value for bonus in bonuses)
    return msgspec.structs.replace(score, points=total, elements=(*score.elements, *bonuses))


def _holds_wild(facts: WinFacts) -> bool:
    wild = wild_of(facts)
    return facts.win == wild or facts.hand.counts[wild] > 0 or any(tile >> 2 == wild for meld in facts.melds for tile in meld.tiles)
