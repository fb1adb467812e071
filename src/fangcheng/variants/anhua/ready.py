"""Ready hands (听, rules section 6): when a hand is ready, and the declaration of a dealt one (报听)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from fangcheng.actions import PASS, Action
from fangcheng.engine.state import Asks, State
from fangcheng.engine.steps import Declaring
from fangcheng.events import Event
from fangcheng.hand import Hand
from fangcheng.meld import Meld, with_kong
from fangcheng.variants.anhua import elements
from fangcheng.variants.anhua.extra import extra_of
from fangcheng.variants.anhua.options import options_of

READY: Final = Action("ready")


class Ready(Event, frozen=True):
    """A seat declares its dealt hand ready (报听)."""

    seat: int


class ReadyWindow(Declaring, kw_only=True):
    """R38: non-dealers whose dealt hands are ready may declare it before the dealer's first action, all at once."""

    name: ClassVar[str] = "ready_window"
    verb: ClassVar[str] = "ready"

    def asks(self, state: State) -> Asks:
        return {seat: (READY, PASS) for seat in state.others(state.dealer) if may_declare(state, seat)}

    def declared(self, state: State, seat: int) -> bool:
        return extra_of(state).ready[seat]

    def declare(self, state: State, seat: int) -> Event:
        return Ready(seat)


def may_declare(state: State, seat: int) -> bool:
    """Section 3: the dealt hand is ready, or black-ready."""
    hand = state.hands[seat]
    return hand.known and (_is_ready(state, hand, ()) or _is_black(state, hand))


def has_one_draw(state: State, seat: int) -> bool:
    """R40: whether a dealt hand is black-ready and nothing else: declared, it can win on its first draw and never again."""
    hand = state.hands[seat]
    return _is_black(state, hand) and not _is_ready(state, hand, ())


def _is_black(state: State, hand: Hand) -> bool:
    return elements.is_black_hand(hand.counts, extra_of(state).wild)


def ready_after(state: State, seat: int, kind: int) -> bool:
    """Whether the hand is ready once a kong of `kind` is set out, with the tiles of it in hand."""
    hand = state.hands[seat]
    held = hand.take(kind, 4)
    return _is_ready(state, hand.without(held), with_kong(state.melds[seat], kind, concealed=len(held) == 4))


def _is_ready(state: State, hand: Hand, melds: Sequence[Meld]) -> bool:
    return elements.is_ready(hand, melds, extra_of(state).kinds(), options_of(state))


def fold_ready(state: State, event: Ready) -> None:
    extra_of(state).ready[event.seat] = True
