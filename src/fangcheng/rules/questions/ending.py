"""The questions of the end: what follows a win, who pays whom, who deals next."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from fangcheng.events import Event, Settle
from fangcheng.payments import net
from fangcheng.rules.facts import Outcome, Payment, WonBy
from fangcheng.rules.questions.secrets import AboutSecrets
from fangcheng.rules.told import Told
from fangcheng.wall import Stream

if TYPE_CHECKING:
    from fangcheng.engine.state import State


class AboutEnding(AboutSecrets):
    """What a game answers when a deal ends."""

    def after_end(self, state: State) -> Event:
        """What follows a win or an exhausted wall: payment."""
        return self.settle(state)

    def settle(self, state: State) -> Settle:
        """The payments of the deal, and the next dealer, by lot where several may be."""
        payment = self.pay(state.options, self.outcome(state))
        hands = tuple(tuple(hand.tiles()) for hand in state.hands)
        candidates = sorted(payment.dealer_next)
        dealer = self.lot(state, candidates) if len(candidates) > 1 else candidates[0]
        changes = tuple(net(payment.transfers, state.seats))
        melds = tuple(map(tuple, state.melds)) if self.face_down_kongs(state) else ()
        return Settle(changes, tuple(payment.transfers), dealer, hands, payment.fees, dict(payment.carry), melds)

    def lot(self, state: State, seats: Sequence[int]) -> int:
        """Which of several seats deals next: drawn from the deal's seed."""
        return seats[Stream(state.seed, "lot").below(len(seats))]

    def outcome(self, state: State) -> Outcome:
        """The outcome of a deal that has ended."""
        winners = state.win.wins if state.win else ()
        wins = [WonBy(winner.seat, winner.by, winner.source, winner.score.values()) for winner in winners]
        return Outcome(state.seats, state.dealer, wins, self.outcome_facts(state))

    def outcome_facts(self, state: State) -> dict[str, Any]:
        """What the payment depends on beside the wins, by name."""
        return {}

    def end_facts(self, options: Any, dealer: int) -> Mapping[str, Told]:
        """The facts that `pay` reads beside the wins, by name, with the values that each may have in a room when this seat deals."""
        return {}

    def pay(self, options: Any, outcome: Outcome) -> Payment:
        """Who pays whom, and who deals next: the (first) winner, after a drawn deal the same seat."""
        return Payment((), [outcome.first_winner() if outcome.wins else outcome.dealer])

    def dealer_after_leave(self, creator: int, seat: int) -> int:
        """Who deals when the seat that was to deal has a new occupant: the seat keeps the right."""
        return seat
