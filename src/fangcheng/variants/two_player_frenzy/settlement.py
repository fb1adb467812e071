"""Who pays whom in the two-player game: the win, kong money apart, the room fee (rules section 10)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from fangcheng.meld import Meld, format_meld, parse_meld
from fangcheng.payments import Term, Transfer, bill
from fangcheng.rules.variant import Outcome, Payment
from fangcheng.variants.two_player_frenzy import kongs
from fangcheng.variants.two_player_frenzy.elements import LOSER
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions


def pay(options: FrenzyOptions, outcome: Outcome) -> Payment:
    """The payments of a deal. Facts read: ``melds``, per seat as notation."""
    laid = [[parse_meld(text) for text in texts] for texts in outcome.facts.get("melds") or [[], []]]
    transfers = [*_wins(options, outcome), *_kong_money(options, laid)]
    if not outcome.wins:
        return Payment(transfers, [outcome.dealer], (0, 0))  # R5, R50
    fee = options.room_fee * options.base
    return Payment(transfers, [outcome.wins[0].seat], (fee, fee))


def _wins(options: FrenzyOptions, outcome: Outcome) -> Iterator[Transfer]:
    """R47: winner's and loser's elements in one exponent; R51: the base is what one of them is worth."""
    for win in outcome.wins:
        total = capped(sum(win.elements.values()), options)
        doubled = Term(2 ** (total - 1), "doubled", f"2^{total - 1}")
        yield bill(1 - win.seat, win.seat, "win", [Term(options.base, "base")], [doubled])


def capped(total: int, options: FrenzyOptions) -> int:
    """R52: the total under the cap, if there is one."""
    return total if options.fan_cap == "none" else min(total, options.fan_cap)


def _kong_money(options: FrenzyOptions, laid: Sequence[Sequence[Meld]]) -> Iterator[Transfer]:
    """R24, R53: the other player pays every kong, whoever won and also after a drawn deal."""
    for seat, melds in enumerate(laid):
        for price in (price for meld in melds for price in kongs.prices(meld, options)):
            factors = [Term(price.value, price.id), *([Term(price.times, "tiles")] if price.times > 1 else [])]
            yield bill(1 - seat, seat, price.id, [Term(options.base, "base")], factors)


def meld_facts(melds: Sequence[Sequence[Meld]]) -> list[list[str]]:
    """Melds as the outcome of a deal names them."""
    return [[format_meld(meld) for meld in laid] for laid in melds]


def sheet(options: FrenzyOptions, melds: Sequence[Sequence[Meld]], elements: Mapping[str, int]) -> dict[str, Any]:
    """Section 10, what the settlement screen names: value of one 番, winner's and loser's 番 of a win, those printed beside kongs."""
    lost = sum(value for name, value in elements.items() if name in LOSER)
    total = sum(elements.values())
    won = {"winner_fan": total - lost, "loser_fan": lost, "total_fan": capped(total, options)} if elements else {}
    printed = [sum(price.fan * price.times for meld in laid for price in kongs.prices(meld, options)) for laid in melds]
    money = [options.base * kongs.total(laid, options) for laid in melds]
    return {"base": options.base, **won, "kong_fan": printed, "kong_money": money}
