"""What all national-standard games have in common: turns, claims, kongs, and wins that need a minimum of fan (rules sections 3, 5, 8)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from fangcheng.actions import KONG, WIN, Action
from fangcheng.engine.reasons import after_claim, to_win_on
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Claims, Robbing, Turn, Window
from fangcheng.events import Viewer, WinBy
from fangcheng.hand import Hand
from fangcheng.rules.variant import Refused, Variant, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, HONOURS, kind_name
from fangcheng.variants.guobiao.options import NationalOptions, national_options
from fangcheng.wall import Stream

WIND_BADGES: Final = ("east", "south", "west", "north")


class National(Variant):
    """Claims from anybody, chows from the previous seat (R1), wins first and chows last (R4); neither kong nor win after a claim (R7)."""

    calls_own_wins: ClassVar[bool] = False  # R45
    options_type: ClassVar[type[NationalOptions]] = NationalOptions
    buttons: ClassVar[tuple[str, ...]] = ("chow", "pung", "kong", "ready", "win", "pass")
    match_lengths: ClassVar[tuple[int, ...]] = (16, 1, 4, 8)
    room_options: ClassVar[Mapping[str, tuple[Any, ...]]] = {"deals": (1, 4, 8, 16)}

    def first_dealer(self, options: Any, creator: int, stream: Stream) -> int:
        """Section 2: the host throws two dice (打骰定莊)."""
        return (creator + sum(stream.throw(2)) - 1) % 4

    def face_down_kongs(self, state: State) -> bool:
        return national_options(state).concealed_kong_hidden  # R46

    # --- the turn and claims ----------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        kongs = (KONG[kind] for kind in self.turn_kongs(state, turn))
        return (*kongs, *self.turn_wins(state, turn), *self.discards(state, turn))

    def tile_claims(self, state: State, seat: int, kind: int, source: int) -> list[Action]:
        barred = not state.wall.left and not self.claims_on_empty_wall(state)
        return [] if barred else super().tile_claims(state, seat, kind, source)

    def claims_on_empty_wall(self, state: State) -> bool:
        """Whether a discard made with an empty wall can be chowed and punged."""
        return False

    # --- windows: each closes as soon as no open answer can change its result (rules section 3) -----------------------------------

    def claims_open(self, state: State, claims: Claims, asked: Asks) -> bool:
        wins = claims.answered("win")
        if wins:
            return self._more_win(state, wins, asked, "discard", claims.source)
        best = max(self.claim_ranks.get(answer.verb, 0) for answer in claims.answers.values())
        # Two seats never hold tiles for claims of the same rank.
        return any(self.claim_ranks.get(offer.verb, 0) > best for offers in asked.values() for offer in offers)

    def robbing_open(self, state: State, step: Robbing, asked: Asks) -> bool:
        wins = step.answered("win")
        return not wins or self._more_win(state, wins, asked, "rob_kong", step.seat)

    def _more_win(self, state: State, wins: Sequence[int], asked: Asks, by: WinBy, source: int) -> bool:
        """Whether somebody who is still asked can win beside those who have called it, or in their place (R5)."""
        able = [seat for seat, offers in asked.items() if WIN in offers]
        served = self.served(state, [seat for seat in state.others(source) if seat in wins or seat in able], by)
        return any(seat in served for seat in able)

    # --- winning ----------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        hand = state.hands[seat]
        if not hand.known or not self.completes(state, hand, HIDDEN if isinstance(state.step, Turn) else tiles[0] >> 2):
            return False
        return self.judge(state, seat, tiles, by, source) is not None

    def completes(self, state: State, hand: Hand, kind: int) -> bool:
        """Whether a tile of a kind completes a hand by shape; HIDDEN: whether the hand is complete."""
        raise NotImplementedError

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        score: Score | None = self.score(state.options, self.facts(state, seat, tiles[0], by, source))
        return score

    def facts(self, state: State, seat: int, tile: int, by: WinBy, source: int) -> WinFacts:
        """All that the value of a win on a tile depends on, as it stands on the table."""
        hand, win = state.hands[seat], tile >> 2
        if isinstance(state.step, Turn):
            if self.is_dealt(state, seat):
                win = HIDDEN
            else:
                hand = hand.without((tile,))
        context = self.context(state, seat, source)
        return WinFacts(hand, state.melds[seat], win, by, frozenset(self.flags(state, seat, tile, by, source)), context)

    def is_dealt(self, state: State, seat: int) -> bool:
        """Whether a seat acts on the tiles it was dealt: no draw, claim or kong of its own before."""
        step = state.step
        return isinstance(step, Turn) and step.source == "deal" and not state.melds[seat]

    def flags(self, state: State, seat: int, tile: int, by: WinBy, source: int) -> set[str]:
        """Situations of a win by name."""
        found = set()
        if isinstance(state.step, Turn) and state.step.source == "tail":
            found.add("replacement")
        if not state.wall.left:
            found.add("last_tile")
        # The discard itself lies in a river.
        if self.open_tiles(state, tile >> 2) - (by == "discard") >= 3:
            found.add("fourth_tile")
        return found

    def context(self, state: State, seat: int, source: int) -> dict[str, Any]:
        """Further facts of a win by name."""
        return {"seat_wind": kind_name(HONOURS + (seat - state.dealer) % 4)}

    def open_tiles(self, state: State, kind: int) -> int:
        """R26: tiles of a kind that lie open in rivers and melds."""
        hidden = self.face_down_kongs(state)
        rivers = sum(tile >> 2 == kind for river in state.rivers for tile in river.lying())
        shown = [meld for melds in state.melds for meld in melds if not (hidden and meld.is_concealed)]
        return rivers + sum(tile >> 2 == kind for meld in shown for tile in meld.tiles)

    def fan(self, options: Any, facts: WinFacts) -> int:
        """What a hand would count without a minimum, -1 where it is not complete."""
        raise NotImplementedError

    # --- telling people ---------------------------------------------------------------------------------------------------------

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        """The wind of the seat, a pung of which is worth more."""
        return [{"id": WIND_BADGES[(seat - state.dealer) % 4]}]

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        step = state.step
        if action.verb == "win":
            return self._why_no_win(state, seat)
        if action.verb == "kong" and after_claim(state):
            return Refused("no_kong_after_claim")
        if action.verb == "kong" and not state.wall.left:
            return Refused("too_few_tiles_left", {"left": 0})
        if action.verb == "chow" and isinstance(step, Claims) and seat != state.next_seat(step.source):
            return Refused("chow_from_previous_only")
        return super().why_not(state, seat, action, asked)

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """Why the viewer's complete hand may not win on what lies before it, as ``hint`` with ``hint_detail``."""
        why = self._too_small(state, viewer.seat) if viewer.seat >= 0 else None
        return {"hint": why.code, "hint_detail": why.detail} if why else {}

    def _too_small(self, state: State, seat: int) -> Refused | None:
        """Why a complete hand does not win; None where it does, is not complete, has nothing to win on or has answered."""
        step, hand = state.step, state.hands[seat]
        asked = step.seat == seat if isinstance(step, Turn) else isinstance(step, Window) and seat not in step.answers
        offer = to_win_on(state, seat) if asked and hand.known else None
        if offer is None or isinstance(offer, Refused) or not offer.tiles:
            return None
        if not self.completes(state, hand, HIDDEN if isinstance(step, Turn) else offer.tiles[0] >> 2):
            return None
        facts = self.facts(state, seat, offer.tiles[0], offer.by, offer.source)
        return None if self.score(state.options, facts) else self.why_no_win(state.options, facts)

    def _why_no_win(self, state: State, seat: int) -> Refused:
        offer = to_win_on(state, seat)
        if isinstance(offer, Refused):
            return offer
        if not offer.tiles:
            return Refused("no_tile_to_win_on")
        return self.why_no_win(state.options, self.facts(state, seat, offer.tiles[0], offer.by, offer.source))

    def why_no_win(self, options: Any, facts: WinFacts) -> Refused:
        fan = self.fan(options, facts)
        return Refused("not_complete") if fan < 0 else Refused("too_few_fan", {"fan": fan, "min_fan": options.min_fan})
