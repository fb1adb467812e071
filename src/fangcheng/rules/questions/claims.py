"""The questions of claims: who may take a discard, for what, and who gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from fangcheng.actions import CHOWS, CLAIM_KONG, PASS, PUNG, WIN, Action
from fangcheng.events import Chow, Event, Pung
from fangcheng.rules.questions.kongs import AboutKongs

if TYPE_CHECKING:
    from fangcheng.engine.state import Asks, State
    from fangcheng.engine.steps import Claims


class AboutClaims(AboutKongs):
    """What a game answers about claims."""

    def claim_asks(self, state: State, claims: Claims) -> Asks:
        """Who may do what about a discard."""
        asks: Asks = {}
        for seat in state.others(claims.source):
            actions = self.claim_actions(state, seat, claims.tile, claims.source)
            if actions:
                asks[seat] = (*self.in_button_order(actions), PASS)
        return asks

    def claims_open(self, state: State, claims: Claims, asked: Asks) -> bool:
        """Whether the claim window waits for those who are still asked; by default for all of them."""
        return True

    def in_button_order(self, actions: list[Action]) -> list[Action]:
        """Actions of a window in the order of the rule book's buttons."""
        return sorted(actions, key=lambda action: self.buttons.index(action.verb)) if len(actions) > 1 else actions

    def claim_actions(self, state: State, seat: int, tile: int, source: int) -> list[Action]:
        """What one seat may do about a tile of another, without ``pass``."""
        claims = self.tile_claims(state, seat, tile >> 2, source)
        return [WIN, *claims] if self.may_win(state, seat, (tile,), "discard", source) else claims

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        """The melds that one seat can make with a tile of another: kong and pung from anybody, chows from the seat before."""
        claims = self.chows(state, seat, kind) if seat == (source + 1) % state.seats else []
        held = state.hands[seat].counts[kind]
        if held >= 2:
            claims.append(PUNG)
            if held == 3 and state.wall.left >= self.kong_needs:
                claims.append(CLAIM_KONG)
        return claims

    def chows(self, state: State, seat: int, kind: int) -> list[Action]:
        """The chows that a seat can make with a tile of a kind."""
        counts, found = state.hands[seat].counts, []
        for chow in CHOWS[kind]:
            low, high = chow.tiles
            if counts[low] and counts[high]:
                found.append(chow)
        return found

    def resolve_claims(self, state: State, claims: Claims) -> Event:
        """The event that follows a claim window in which somebody was asked, once all answers are in."""
        source, answers = claims.source, claims.answers
        best, chosen = 0, -1
        for seat in state.others(source):
            if seat in answers:
                rank = self.claim_ranks.get(answers[seat].verb, 0)
                if rank > best:
                    best, chosen = rank, seat
        if chosen < 0:
            return self.next_turn(state, state.next_seat(source))
        if answers[chosen].verb == "win":
            return self.wins(state, claims.answered("win"), (claims.tile,), "discard", source)
        return self.claim(state, chosen, answers[chosen], claims.tile, source)

    def claim(self, state: State, seat: int, action: Action, tile: int, source: int) -> Event:
        """The event of a claim that is carried out."""
        hand = state.hands[seat]
        if action.verb == "chow":
            return Chow(seat, (hand.any_tile(action.tiles[0]), hand.any_tile(action.tiles[1])), tile, source)
        if action.verb == "pung":
            return Pung(seat, tuple(hand.take(tile >> 2, 2)), tile, source)
        return self.kong_event(action)(seat, tuple(hand.take(tile >> 2, 3)), tile, source)
