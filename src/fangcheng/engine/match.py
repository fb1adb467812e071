"""A match (场): the deals of a room, who deals next, and the standings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from fangcheng.engine.game import Game
from fangcheng.events import Settle
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Variant
from fangcheng.wall import Stream


class Match(msgspec.Struct, kw_only=True):
    """Plain data about a match between deals.

    deals     number of deals in the match, 0 for no end
    played    deals settled so far
    totals    points of each seat so far, without fees
    fees      what each seat has paid to the house
    """

    variant: str
    options: dict[str, Any]
    seats: int
    deals: int
    creator: int = 0
    dealer: int = 0
    played: int = 0
    totals: list[int]
    fees: list[int]
    carry: dict[str, int] = {}

    @classmethod
    def begin(cls, variant: Variant, secret: bytes, *, options: dict[str, Any], seats: int, deals: int, creator: int = 0) -> Match:
        """A new match; `secret` seeds what the game leaves to chance before the first deal."""
        parsed = parse_options(variant.options_type, options)
        dealer = variant.first_dealer(parsed, creator, Stream(secret, "match"))
        zeros = [0] * seats
        return cls(
            variant=variant.id, options=options, seats=seats, deals=deals, creator=creator, dealer=dealer, totals=zeros, fees=zeros[:]
        )

    @property
    def over(self) -> bool:
        """Whether all deals are played."""
        return bool(self.deals) and self.played >= self.deals

    def next_game(self, variant: Variant, secret: bytes, entropy: Sequence[str] = (), balances: Sequence[int | None] = ()) -> Game:
        """The next deal of the match."""
        return Game.start(
            variant,
            secret,
            options=self.options,
            seats=self.seats,
            dealer=self.dealer,
            creator=self.creator,
            number=self.played,
            entropy=entropy,
            balances=balances,
            carry=self.carry,
        )

    def settle(self, settled: Settle) -> None:
        """Count a finished deal."""
        self.played += 1
        self.totals = [total + change for total, change in zip(self.totals, settled.payments, strict=True)]
        self.fees = [paid + fee for paid, fee in zip(self.fees, settled.fees or [0] * self.seats, strict=True)]
        self.dealer, self.carry = settled.dealer_next, dict(settled.carry)

    def seat_left(self, variant: Variant, seat: int) -> None:
        """Somebody else will sit at `seat`. If that seat was to deal next, the game says who deals instead."""
        if seat == self.dealer:
            self.dealer = variant.dealer_after_leave(self.creator, seat)
