"""Who pays whom in the Guobiao game: base and fan, stakes, horses, next dealer (rules sections 10 and 11)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from fangcheng.payments import Term, Transfer, bill
from fangcheng.rules.variant import Outcome, Payment, WonBy
from fangcheng.tiles import HONOURS, parse_kinds
from fangcheng.variants.guobiao.options import GuobiaoOptions


def pay(options: GuobiaoOptions, outcome: Outcome) -> Payment:
    """The payments of a deal: of wins and their horses alone (R51, R52). Facts read: ``stakes`` and ``horses`` (as picked) per seat."""
    stakes = outcome.facts.get("stakes") or [1] * outcome.seats
    alone = options.payment == "discarder_pays_all"
    paid = [transfer for win in outcome.wins for transfer in win_payments(options.base, outcome, win, stakes, alone=alone)]
    horses = [transfer for buyer, kinds in _bought(options, outcome) for kind in kinds for transfer in _horse(outcome, paid, buyer, kind)]
    return Payment([*paid, *horses], next_dealers(options, outcome))


def win_payments(points: int, outcome: Outcome, win: WonBy, stakes: Sequence[int], *, alone: bool = False) -> Iterator[Transfer]:
    """Section 10.2 (R44): base points from everybody, the fan from the payer or, on a self-draw, from all; times both stakes.

    alone  the payer pays for the two others too
    """
    fan = sum(win.elements.values())
    winners = {other.seat for other in outcome.wins}
    alone = alone and win.source >= 0
    for payer in outcome.others(win.seat):
        if payer in winners or (alone and payer != win.source):
            continue
        parts = [Term(3 * points, "base_of_all") if alone else Term(points, "base")]
        if win.source < 0 or payer == win.source:
            parts.append(Term(fan, "fan"))
        raised = (Term(stakes[payer], "stake_payer"), Term(stakes[win.seat], "stake_winner"))
        yield bill(payer, win.seat, "win", parts, [stake for stake in raised if stake.value > 1])


def horse_seat(kind: int, dealer: int, seats: int) -> int:
    """Section 4.2: the seat of a horse, counted from the dealer by its number or its place among E S W N C F P."""
    return (dealer + (kind - HONOURS if kind >= HONOURS else kind % 9)) % seats


def _bought(options: GuobiaoOptions, outcome: Outcome) -> list[tuple[int, list[int]]]:
    """R30: who owns which horses."""
    picks = outcome.facts.get("horses") or ()
    bought = [(seat, [kind for text in kinds for kind in parse_kinds(text)]) for seat, kinds in enumerate(picks)]
    if options.horse_owner == "dealer":
        return [(outcome.dealer, [kind for _, kinds in bought for kind in kinds])]
    return bought


def _horse(outcome: Outcome, paid: Sequence[Transfer], buyer: int, kind: int) -> Iterator[Transfer]:
    """Section 10.4: the buyer is settled in the place of the horse's seat with every third seat; 10.5: horses copy wins alone."""
    ridden = horse_seat(kind, outcome.dealer, outcome.seats)
    for transfer in paid:
        if transfer.payer == ridden and transfer.payee not in (buyer, ridden):
            yield replace(transfer, payer=buyer, reason="horse", instead=ridden, kind=kind)
        if transfer.payee == ridden and transfer.payer not in (buyer, ridden):
            yield replace(transfer, payee=buyer, reason="horse", instead=ridden, kind=kind)


def next_dealers(options: GuobiaoOptions, outcome: Outcome) -> list[int]:
    """R2, section 11: the next seat after every deal, unless the option says otherwise; dice may fall on any."""
    if options.next_dealer == "stay":
        return [outcome.dealer]
    if options.next_dealer == "winner":
        return [outcome.first_winner() if outcome.wins else outcome.dealer]
    if options.next_dealer == "dice":
        return list(range(outcome.seats))
    return [(outcome.dealer + 1) % outcome.seats]
