"""Who pays whom in Zuanpai mahjong: the winner's points, liability both ways, the next dealer (rules sections 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fangcheng.meld import Meld, parse_meld
from fangcheng.payments import Term, Transfer, bill
from fangcheng.rules.variant import Outcome, Payment, WonBy
from fangcheng.variants.zuanpai.options import ZuanpaiOptions


def pay(options: ZuanpaiOptions, outcome: Outcome) -> Payment:
    """The payments of a deal, of wins alone (R37). Facts read: ``melds`` (per seat, with the seats they came from), ``continuation``."""
    transfers = [transfer for win in outcome.wins for transfer in _win(options, outcome, win)]
    dealer, continuation = next_dealer(options, outcome)
    return Payment(transfers, [dealer], carry={"continuation": continuation})


def next_dealer(options: ZuanpaiOptions, outcome: Outcome) -> tuple[int, int]:
    """R4: after a drawn deal the dealer stays; after any win, his own too unless by option, the deal passes on."""
    stays = not outcome.wins or (options.dealer_repeat_on_win and outcome.wins[0].seat == outcome.dealer)
    if stays:
        return outcome.dealer, _continuation(outcome) + 1
    return (outcome.dealer + 1) % outcome.seats, 0


def _continuation(outcome: Outcome) -> int:
    return int(outcome.facts.get("continuation") or 0)


def fed(melds: Iterable[Meld], feeder: int) -> list[Meld]:
    """R36: melds made with a seat's discards; an added kong is still the one meld of its pung."""
    return [meld for meld in melds if meld.source == feeder]


def shares(melds: Sequence[Meld]) -> int:
    """R34: what so many melds from one feeder cost him, in shares of a loser."""
    pure = not any(meld.shape == "chow" for meld in melds)
    return {3: 6 if pure else 3, 4: 12 if pure else 6}.get(len(melds), 0)


def _win(options: ZuanpaiOptions, outcome: Outcome, win: WonBy) -> Iterator[Transfer]:
    losers = outcome.others(win.seat)  # R53: after a claimed kong too
    liable = _liable(options, outcome, win, losers)
    unit = [Term(options.unit, "unit")] if options.unit > 1 else []
    for loser in losers:
        served, owed = liable.get(loser, (0, 0))
        whole = _points(options, outcome, win, loser, loser in liable)
        if served:
            yield bill(loser, win.seat, "liability", whole, [Term(served, "shares"), *unit])
        if owed:  # R35
            yield bill(loser, win.seat, "liability_back", whole, [Term(2, "liability_back"), Term(owed, "shares"), *unit])
        if not liable or (loser not in liable and options.bao == "pairwise"):  # R32
            yield bill(loser, win.seat, "win", whole, unit)


def _liable(options: ZuanpaiOptions, outcome: Outcome, win: WonBy, losers: Sequence[int]) -> dict[int, tuple[int, int]]:
    """Losers who are liable: their shares for feeding the winner, and for having been fed by him."""
    texts = outcome.facts.get("melds")
    if options.bao == "off" or not texts:
        return {}
    melds = [[parse_meld(text) for text in own] for own in texts]
    found = {loser: (shares(fed(melds[win.seat], loser)), shares(fed(melds[loser], win.seat))) for loser in losers}
    return {loser: both for loser, both in found.items() if any(both)}


def _points(options: ZuanpaiOptions, outcome: Outcome, win: WonBy, loser: int, liable: bool) -> list[Term]:
    """The winner's points as one loser pays them: base and elements, or elements alone."""
    own = win.elements.get("base_win", options.base(win.seat == outcome.dealer, _continuation(outcome)))
    rest = sum(win.elements.values()) - own
    if liable and not options.bao_includes_base:  # R33
        return [Term(rest, "elements")]
    if options.base_by == "dealer_involved" and loser == outcome.dealer:  # R30
        own = options.base(True, _continuation(outcome))
    return [Term(own, "base"), Term(rest, "elements")] if rest else [Term(own, "base")]
