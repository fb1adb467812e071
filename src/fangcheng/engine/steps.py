"""Steps: where a deal stands. A step says who may do what, turns an action into an event, and knows what follows when nobody is asked.

Events set steps and steps make events: that is the whole turn machine. `Turn` and `Windows` carry the play of every game; games declare
steps of their own beside their rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeVar

import msgspec

from fangcheng.actions import PASS, Action
from fangcheng.events import Answered, Begin, Discard, Event, Viewer, WinBy
from fangcheng.tiles import HIDDEN
from fangcheng.wall import WallEnd

if TYPE_CHECKING:
    from fangcheng.engine.state import Asks, State

S = TypeVar("S", bound="Step")
W = TypeVar("W", bound="Window")


class OnOffer(NamedTuple):
    """Tiles that somebody may win on: how, and from whom (-1: an own draw)."""

    tiles: tuple[int, ...]
    by: WinBy
    source: int


class Step(msgspec.Struct, kw_only=True, gc=False):
    """Base of all steps. `name` is what views and clients call it; `seat` is the seat to act where that is public, else -1."""

    name: ClassVar[str] = ""
    seat: int = -1

    def asks(self, state: State) -> Asks:
        """Who is asked, and every action each may take. Computed once and kept until the next event.

        A seat whose hand is not known is told nothing; of a window, nor is one that has answered, which it need not see to itself.
        """
        return {}

    def decide(self, state: State, seat: int, action: Action) -> Event:
        """The event that a legal action causes."""
        raise AssertionError(f"{self.name} asks nobody")

    def follow(self, state: State) -> Event | None:
        """What happens by itself when nobody is left to be asked; None when the deal is over."""
        return None

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        """The action taken for a seat whose time is up: pass where it can, else the first on offer."""
        return PASS if PASS in asked else asked[0]

    def on_offer(self) -> OnOffer | None:
        """What a hand could be won with now, None for nothing."""
        return None

    def masked(self: S, viewer: Viewer) -> S:
        """The step as a viewer may know it."""
        return self

    def copy(self: S) -> S:
        """An independent copy."""
        return msgspec.structs.replace(self)


class Dealing(Step):
    """Before the deal: the wall is built and the hands are dealt."""

    name: ClassVar[str] = "dealing"

    def follow(self, state: State) -> Event | None:
        if not state.seed:
            return None
        return state.variant.deal(state)


class Beginning(Step):
    """The hands are dealt and nothing special comes before the dealer's first turn."""

    name: ClassVar[str] = "beginning"

    def follow(self, state: State) -> Event | None:
        dealer, variant = state.dealer, state.variant
        return Begin(dealer, variant.last_dealt(state), variant.watchers(state, dealer))


class Turn(Step, kw_only=True):
    """A seat with a full hand acts: on its dealt hand, a drawn tile, or (``claim``) after taking a discard.

    `open` says that everybody has seen which tile was drawn.
    """

    name: ClassVar[str] = "turn"
    drawn: int = HIDDEN
    source: Literal["deal", "head", "tail", "claim"] = "head"
    open: bool = False

    def won_with(self) -> tuple[int, ...]:
        """The tile that the turn may be won with: the drawn one, if it has not been set out."""
        return (self.drawn,) if self.drawn != HIDDEN else ()

    def on_offer(self) -> OnOffer | None:
        return OnOffer(self.won_with(), "self_draw", -1)

    def tile_of(self, state: State, kind: int) -> int:
        """The tile of a kind that leaves the hand: the one just drawn before others."""
        return self.drawn if self.drawn >> 2 == kind else state.hands[self.seat].any_tile(kind)

    def asks(self, state: State) -> Asks:
        if not state.hands[self.seat].known:
            return {}
        offers = state.variant.turn_actions(state, self)
        return {self.seat: offers} if offers else {}

    def follow(self, state: State) -> Event | None:
        return state.variant.undecided_turn(state, self)

    def decide(self, state: State, seat: int, action: Action) -> Event:
        return state.variant.act(state, self, action)

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return state.variant.turn_default(state, self, asked)

    def masked(self, viewer: Viewer) -> Turn:
        return self if self.open or viewer.sees(self.seat) else msgspec.structs.replace(self, drawn=HIDDEN)


class Window(Step, kw_only=True):
    """Several seats answer at once and in secret, and nothing happens before the last answer that can change something: so their order
    changes nothing."""

    answers: dict[int, Action] = {}

    def still_asked(self, state: State, asked: Asks) -> Asks:
        """Of those whom it asks, those with known hands that have not answered; nobody once none of them can change what follows."""
        answers, hands = self.answers, state.hands
        left = {seat: offers for seat, offers in asked.items() if seat not in answers and hands[seat].known}
        return left if not answers or self.is_open(state, left) else {}

    def is_open(self, state: State, asked: Asks) -> bool:
        """Whether the answer of somebody who is still asked can change what follows."""
        return True

    def decide(self, state: State, seat: int, action: Action) -> Event:
        return Answered(seat, action, state.variant.missed(state, seat, action))

    def masked(self: W, viewer: Viewer) -> W:
        known = {seat: action for seat, action in self.answers.items() if seat in viewer.eyes}
        return msgspec.structs.replace(self, answers=known)

    def copy(self: W) -> W:
        return msgspec.structs.replace(self, answers=dict(self.answers))

    def default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        return state.variant.window_default(state, seat, asked)

    def answered(self, verb: str) -> list[int]:
        """Seats that answered with a verb."""
        return [seat for seat, action in self.answers.items() if action.verb == verb]


class Frozen(Window, kw_only=True):
    """A seat whose hand does not change any more has drawn: it takes what it is offered, else the drawn tile goes.

    A window, so that neither an answer nor a pause tells whether there was anything to decide. A game sets it in place of a turn.
    """

    name: ClassVar[str] = "frozen"
    drawn: int = HIDDEN
    source: WallEnd = "head"

    def on_offer(self) -> OnOffer | None:
        return OnOffer((self.drawn,), "self_draw", -1)

    def asks(self, state: State) -> Asks:
        offers = state.variant.frozen_actions(state, self)
        return {self.seat: (*offers, PASS)} if offers else {}

    def follow(self, state: State) -> Event | None:
        action = self.answers.get(self.seat, PASS)
        if action == PASS:
            return Discard(self.seat, self.drawn, True)
        return state.variant.act(state, Turn(seat=self.seat, drawn=self.drawn, source=self.source), action)

    def masked(self: W, viewer: Viewer) -> W:
        known = super().masked(viewer)
        return known if viewer.sees(self.seat) else msgspec.structs.replace(known, drawn=HIDDEN)


class Declaring(Window, kw_only=True):
    """Before the dealer's first turn seats may declare something of their dealt hands, all at once; it becomes known together.

    A game says who is asked, what is declared by ``verb``, and folds the declarations so that `declared` tells them.
    """

    verb: ClassVar[str] = "declare"

    def declared(self, state: State, seat: int) -> bool:
        """Whether the seat's declaration is on the table already."""
        raise NotImplementedError

    def declare(self, state: State, seat: int) -> Event:
        """The declaration of a seat."""
        raise NotImplementedError

    def follow(self, state: State) -> Event | None:
        for seat in (state.dealer, *state.others(state.dealer)):
            if seat in self.answers and self.answers[seat].verb == self.verb and not self.declared(state, seat):
                return self.declare(state, seat)
        return Beginning().follow(state)


class Claims(Window, kw_only=True):
    """A discard lies open: others may win on it or claim it."""

    name: ClassVar[str] = "claims"
    tile: int
    source: int

    def on_offer(self) -> OnOffer | None:
        return OnOffer((self.tile,), "discard", self.source)

    def asks(self, state: State) -> Asks:
        return state.variant.claim_asks(state, self)

    def is_open(self, state: State, asked: Asks) -> bool:
        return state.variant.claims_open(state, self, asked)

    def follow(self, state: State) -> Event | None:
        if not self.answers:
            return state.variant.next_turn(state, (self.source + 1) % state.seats)
        return state.variant.resolve_claims(state, self)


class Robbing(Window, kw_only=True):
    """A kong has been declared: others may win on its tile before the replacement is taken.

    tile    the tile added or claimed, HIDDEN for a concealed kong
    source  seat the tile was claimed from, -1 for own tiles
    mode    how the game distinguishes its kongs
    """

    name: ClassVar[str] = "robbing"
    tile: int
    source: int = -1
    mode: str = ""

    def on_offer(self) -> OnOffer | None:
        return OnOffer((self.tile,), "rob_kong", self.seat) if self.tile != HIDDEN else None

    def asks(self, state: State) -> Asks:
        return state.variant.rob_asks(state, self)

    def is_open(self, state: State, asked: Asks) -> bool:
        return state.variant.robbing_open(state, self, asked)

    def follow(self, state: State) -> Event | None:
        robbers = self.answered("win")
        if robbers:
            return state.variant.robbed(state, self, robbers)
        return state.variant.after_kong(state, self)


class Won(Step):
    """The deal is decided or drawn; what is left is to turn bonus tiles, if the game has any, and to pay."""

    name: ClassVar[str] = "won"

    def follow(self, state: State) -> Event | None:
        return state.variant.after_end(state)


class Over(Step):
    """The deal is settled."""

    name: ClassVar[str] = "over"
