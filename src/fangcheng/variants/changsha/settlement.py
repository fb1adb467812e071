"""Who pays whom in Changsha mahjong: birds, dealer's point, opening patterns, gain cap, float, next dealer (rules sections 10, 11)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from fangcheng.payments import Term, Transfer, bill
from fangcheng.rules.variant import Outcome, Payment, WonBy
from fangcheng.tiles import parse_kinds
from fangcheng.variants.changsha.options import ChangshaOptions

Balances = Sequence[int | None]
MOST_BALANCE: Final = 1 << 40
"""Larger than any that is played for."""


class Item(NamedTuple):
    """One thing that is paid: an opening pattern (R4, R7: like a small self-draw, birds included) or a final win."""

    reason: str
    winner: int
    payers: Sequence[int]
    points: int
    small: bool
    self_draw: bool


def pay(options: ChangshaOptions, outcome: Outcome) -> Payment:
    """The payments of a deal. Facts read: ``birds``, ``openings``, ``float``, ``balances``, ``creator``."""
    facts = outcome.facts
    turned = facts.get("birds", ()) if outcome.wins else ()  # R7: a drawn deal has no birds
    birds = [bird_seat(kind, outcome.dealer, outcome.seats) for text in turned for kind in parse_kinds(text)]
    transfers = [transfer for item in _items(outcome) for transfer in _transfers(options, outcome, item, birds)]
    if transfers and options.gain_cap == "own_balance":
        transfers += cap_gains(transfers, facts.get("balances") or [None] * outcome.seats, outcome.dealer)
    transfers += _floats(outcome, facts.get("float") or [0] * outcome.seats)
    return Payment(transfers, next_dealers(options, outcome))


def bird_seat(kind: int, dealer: int, seats: int) -> int:
    """Section 10: the seat that a bird hits, counted from the dealer by its number."""
    return (dealer + kind % 9) % seats


def _items(outcome: Outcome) -> list[Item]:
    items = [
        Item(pattern, opening["seat"], outcome.others(opening["seat"]), 1, small=True, self_draw=True)
        for opening in outcome.facts.get("openings", ())
        for pattern in opening["elements"]
    ]
    return items + [_final(outcome, win) for win in outcome.wins]


def _final(outcome: Outcome, win: WonBy) -> Item:
    return Item("win", win.seat, outcome.payers(win), sum(win.elements.values()), "small_win" in win.elements, win.source < 0)


def _transfers(options: ChangshaOptions, outcome: Outcome, item: Item, birds: Sequence[int]) -> list[Transfer]:
    """R29, R30: the dealer's point D, and the factor of the birds on winner and payer; R35: no other extra, and no kong or fee is paid."""
    paid = []
    for payer in item.payers:
        dealer = [Term(1, "dealer")] if outcome.dealer in (item.winner, payer) else []
        hits = birds.count(item.winner) + birds.count(payer)
        factors = [Term(2**hits if options.bird_mode == "double" else 1 + hits, "birds")] if hits else []
        parts, beside = [Term(item.points, "points")], [Term(1, "self_draw")] if item.small and item.self_draw else []
        if item.small or options.bird_big_bonus == "inside":
            parts += dealer
        else:
            beside += dealer
        paid.append(bill(payer, item.winner, item.reason, parts, factors, beside))
    return paid


def _floats(outcome: Outcome, levels: Sequence[int]) -> list[Transfer]:
    """R31: between a final winner and a payer who both floated, outside of everything else."""
    transfers = []
    for win in outcome.wins:
        for payer in outcome.payers(win):
            mine, his = levels[win.seat], levels[payer]
            if mine and his:
                transfers.append(bill(payer, win.seat, "float", [Term(mine, "float_winner"), Term(his, "float_payer")]))
    return transfers


def next_dealers(options: ChangshaOptions, outcome: Outcome) -> list[int]:
    """Section 11: the winner; of several one by lot or the payer (R2); after a drawn deal the creator's seat (R1)."""
    winners = [win.seat for win in outcome.wins]
    if len(winners) > 1 and options.multi_win_dealer == "payer":
        return [outcome.wins[0].source]
    if winners:
        return winners
    return [outcome.dealer if options.draw_dealer == "keep" else int(outcome.facts.get("creator", 0))]


def cap_gains(transfers: Sequence[Transfer], balances: Balances, dealer: int) -> list[Transfer]:
    """Section 10.3, R34: transfers that give back what a seat would gain beyond the balance it came with."""
    seats = len(balances)
    before = _netted(transfers, seats)
    flow = [row[:] for row in before]
    changed = True
    while changed:
        changed = False
        for seat in ((dealer + step) % seats for step in range(seats)):
            changed = _cap_seat(flow, seat, balances[seat]) or changed
    return [
        bill(payee, payer, "gain_cap", [Term(before[payer][payee], "owed"), Term(-flow[payer][payee], "allowed", f"-{flow[payer][payee]}")])
        for payer in range(seats)
        for payee in range(seats)
        if before[payer][payee] != flow[payer][payee]
    ]


def _netted(transfers: Sequence[Transfer], seats: int) -> list[list[int]]:
    """What each seat (row) owes each other (column) when debts both ways are set against one another."""
    flow = [[0] * seats for _ in range(seats)]
    for transfer in transfers:
        flow[transfer.payer][transfer.payee] += transfer.amount
    return [[max(0, flow[payer][payee] - flow[payee][payer]) for payee in range(seats)] for payer in range(seats)]


def _cap_seat(flow: list[list[int]], seat: int, balance: int | None) -> bool:
    """Cut what flows to a seat down to what it may gain; whether anything changed."""
    incoming, outgoing = sum(row[seat] for row in flow), sum(flow[seat])
    if balance is None or not incoming or incoming - outgoing <= balance:
        return False
    allowed = max(0, outgoing + balance)
    whole = [row[seat] for row in flow]
    for payer, owed in enumerate(whole):
        flow[payer][seat] = owed * allowed // incoming
    missing = allowed - sum(row[seat] for row in flow)
    step = 0
    while missing:
        step += 1
        payer = (seat + step) % len(flow)
        if flow[payer][seat] < whole[payer]:
            flow[payer][seat] += 1
            missing -= 1
    return True
