"""Who pays whom in Anhua mahjong: dealer's values, birds, next dealer (rules sections 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fangcheng.payments import Term, Transfer, bill
from fangcheng.rules.variant import Outcome, Payment, WonBy
from fangcheng.tiles import parse_kinds
from fangcheng.variants.anhua.elements import with_dealer
from fangcheng.variants.anhua.options import AnhuaOptions

# R46, R48: number on the bird, minus one and modulo four, to the seat counted from the winner; None: nobody.
BIRD_SEATS: dict[int, tuple[int | None, ...]] = {4: (0, 1, 2, 3), 3: (0, 1, 2, None), 2: (0, None, 1, None)}


def pay(options: AnhuaOptions, outcome: Outcome) -> Payment:
    """The payments of a deal. Facts read: ``birds``, and for a drawn deal ``last_drawer``. `elements` of a win are those of d = 0.

    R56: a drawn deal is not paid.
    """
    birds = [kind for text in outcome.facts.get("birds", ()) for kind in parse_kinds(text)]
    transfers = [transfer for win in outcome.wins for transfer in _transfers(options, outcome, win, birds)]
    return Payment(transfers, [next_dealer(options, outcome)])


def bird_seat(kind: int, winner: int, seats: int) -> int | None:
    """The seat that a bird hits, counted from the winner by its number; wilds and indicators too count by their face (R51)."""
    step = BIRD_SEATS[seats][kind % 9 % 4]
    return None if step is None else (winner + step) % seats


def _transfers(options: AnhuaOptions, outcome: Outcome, win: WonBy, birds: Sequence[int]) -> Iterator[Transfer]:
    """R47, R53, R55: birds on winner and payer double all of it, and the base score multiplies it."""
    hit = [bird_seat(kind, win.seat, outcome.seats) for kind in birds]
    for payer in outcome.payers(win):
        hits = hit.count(win.seat) + hit.count(payer)
        factors = [Term(2**hits, "birds")] * bool(hits) + [Term(options.base_score, "base")] * (options.base_score > 1)
        yield bill(payer, win.seat, "win", _values(options, outcome, win, payer), factors)


def _values(options: AnhuaOptions, outcome: Outcome, win: WonBy, payer: int) -> list[Term]:
    """R59: what each element counts for this payer, and what it counts more because the dealer wins or pays."""
    values = [Term(value, element) for element, value in win.elements.items()]
    dealer = options.dealer_split and outcome.dealer in (win.seat, payer)
    more = sum(with_dealer(element, value) - value for element, value in win.elements.items()) if dealer else 0
    return [*values, Term(more, "dealer")] if more else values


def next_dealer(options: AnhuaOptions, outcome: Outcome) -> int:
    """R45: the (nearest) winner, or the payer of several; after a drawn deal who drew the last drawable tile, else the next seat."""
    if len(outcome.wins) > 1 and options.multi_win_dealer == "payer":
        return outcome.wins[0].source
    if outcome.wins:
        return outcome.first_winner()
    last = outcome.facts.get("last_drawer")
    return (outcome.dealer + 1) % outcome.seats if last is None else int(last)
