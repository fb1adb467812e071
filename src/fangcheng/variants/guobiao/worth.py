"""What a hand is worth in the Guobiao game: original tiles first, then changed wild ones, then the bonuses (rules sections 4.1, 8, 9)."""

from __future__ import annotations

import msgspec

from fangcheng.hand import Hand
from fangcheng.rules.variant import WinFacts
from fangcheng.score import Counted, Score
from fangcheng.tiles import HIDDEN, parse_kind
from fangcheng.variants.guobiao.counter import TABLE, Counter, Counting, Held, Win
from fangcheng.variants.guobiao.options import GuobiaoOptions


def counter_of(options: GuobiaoOptions) -> Counter:
    """The counter as the room's options set it."""
    counting = Counting(options.chow_combining == "account_once", options.single_wait_unique, options.seven_pairs_tiles == "strict")
    return Counter(TABLE, counting)


def score_win(options: GuobiaoOptions, facts: WinFacts) -> Score | None:
    """F of a win, bonuses included; None when it is no win or below the minimum."""
    score = _natural(options, facts)
    if score is None or not _enough(options, facts, score):
        return None
    return _with_bonuses(options, facts, score)


def _natural(options: GuobiaoOptions, facts: WinFacts) -> Score | None:
    """Every tile as printed."""
    full = facts.hand if facts.win == HIDDEN else with_tile(facts.hand, facts.win)
    counter, before = counter_of(options), None if facts.win == HIDDEN else facts.hand
    best = counter.best(Held(full, before, facts.melds), win_of(facts, counter))
    return best.score() if best else None


def win_of(facts: WinFacts, counter: Counter) -> Win:
    """The facts of a win as the counter reads them."""
    context = facts.context
    return Win(
        by=facts.by,
        kind=facts.win,
        flags=facts.flags,
        seat_wind=parse_kind(context["seat_wind"]) if "seat_wind" in context else -1,
        prevalent_wind=-1,
        heavenly=facts.win == HIDDEN,
        earthly="first_turn" in facts.flags and facts.by == "discard" and bool(context.get("payer_dealer")),
        only_wait=lambda: counter.completing(facts.hand, facts.melds) == 1,
    )


def with_tile(hand: Hand, kind: int) -> Hand:
    """The hand with one more tile of a kind of which it does not hold four."""
    full = hand.copy()
    full.add(next(kind * 4 + copy for copy in range(4) if not hand.copies[kind] >> copy & 1))
    return full


def _enough(options: GuobiaoOptions, facts: WinFacts, score: Score) -> bool:
    return score.points >= options.min_fan or "fished" in facts.flags


def _with_bonuses(options: GuobiaoOptions, facts: WinFacts, score: Score) -> Score:
    """R34, R40: bonuses come on top and do not count for the minimum."""
    bonuses = []
    if options.no_wild_bonus and "wild" in facts.context and (options.no_wild_scope == "any" or _holds_wild(facts)):
        bonuses.append(Counted("no_wild", options.no_wild_bonus))
    if facts.context.get("fortune"):
        bonuses.append(Counted("fortune", int(facts.context["fortune"])))
    total = score.points + sum(bonus.value for bonus in bonuses)
    return msgspec.structs.replace(score, points=total, elements=(*score.elements, *bonuses))


def _holds_wild(facts: WinFacts) -> bool:
    wild = parse_kind(facts.context["wild"])
    return facts.win == wild or facts.hand.counts[wild] > 0 or any(tile >> 2 == wild for meld in facts.melds for tile in meld.tiles)
