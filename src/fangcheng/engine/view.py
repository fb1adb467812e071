"""What a viewer may know: `redact` for events, `mask` for states. They are the only exits of the truth.

For every viewer, folding the redacted log gives exactly the masked state; the property tests hold every game to that.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from fangcheng.actions import Action, Subsets
from fangcheng.engine.decide import asks
from fangcheng.engine.state import State
from fangcheng.engine.steps import Frozen, Step, Turn
from fangcheng.events import Dice, Event, Settle, Viewer, Win
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.tiles import HIDDEN

DRAWN: Final = (Turn, Frozen)
"""Steps of a seat that may have drawn a tile."""
DIGITS: Final = b"01" + bytes(254)


def redact(event: Event, viewer: Viewer) -> Event | None:
    """The event as a viewer may know it, None when the viewer may not even know that it happened."""
    return event.seen_by(viewer)


def is_public(event: Event) -> bool:
    """Whether every viewer knows all of an event of this type."""
    return type(event).seen_by is Event.seen_by


def mask(state: State, viewer: Viewer) -> State:
    """A copy of the state with everything removed that a viewer may not know."""
    masked = state.copy()
    _hide_from_all(state, masked)
    whole = _Seats(masked.hands, masked.melds)
    _hide(state, viewer, masked, whole, _closed(masked))
    return masked


# Shared hands, not to be changed: making them for every view would be a good part of its cost.
_opaque = functools.cache(Hand.opaque)


def _hide_from_all(state: State, masked: State) -> None:
    """Remove from a copy of the state what nobody may know."""
    masked.seed, masked.loaded_dice, masked.loaded_deal = b"", (), None
    masked.wall = state.wall.hidden()


class _Seats(NamedTuple):
    """What lies at each seat."""

    hands: list[Hand]
    melds: list[list[Meld]]


def _closed(state: State, opaque: Callable[[int], Hand] = Hand.opaque) -> _Seats:
    """Each seat as those see it who may not see its hand."""
    if state.settled is not None:
        return _Seats(state.hands, state.melds)
    laid_open = {winner.seat for winner in state.win.wins} if state.win else ()
    hands = [opaque(hand.size) if hand.size and seat not in laid_open else hand for seat, hand in enumerate(state.hands)]
    if not state.variant.face_down_kongs(state):
        return _Seats(hands, state.melds)
    return _Seats(hands, [[_face_down(meld) for meld in melds] for melds in state.melds])


def _hide(state: State, viewer: Viewer, masked: State, whole: _Seats, closed: _Seats) -> None:
    """Put into a copy of the state what the viewer may know: `whole` seats where the viewer sees the hand, `closed` ones elsewhere."""
    if watched := state.variant.watched(state, viewer):
        viewer = viewer._replace(hands=viewer.hands | watched)
    masked.step, masked.asked = state.step.masked(viewer), None
    masked.extra = masked.extra.masked(viewer)
    hands, melds = closed.hands[:], closed.melds[:]
    for seat in viewer.eyes | viewer.hands if viewer.hands else viewer.eyes:
        hands[seat], melds[seat] = whole.hands[seat], whole.melds[seat]
    masked.hands, masked.melds = hands, melds


def _face_down(meld: Meld) -> Meld:
    return Meld("concealed_kong", (HIDDEN,) * 4) if meld.is_concealed else meld


class Pick(msgspec.Struct, frozen=True):
    """Up to `most` tiles out of `kinds`, each as often as it is named."""

    kinds: tuple[int, ...]
    most: int


class Offer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action on offer to the viewer, with the text that takes it.

    free  it may be done at any moment, and nobody waits for it
    pick  the viewer chooses tiles, possibly none, which follow the text
    name  what to call the action if the verb does not say enough: a key of the catalogues under ``action`` or ``reason``
    """

    text: str
    verb: str
    tiles: tuple[int, ...] = ()
    on: int = HIDDEN
    number: int = -1
    free: bool = False
    pick: Pick | None = None
    name: str = ""


class SeatView(msgspec.Struct, frozen=True):
    """One seat as a viewer sees it. `hand` lists physical tiles in order, None where they are hidden; `drawn` is the tile just drawn."""

    size: int
    hand: list[int] | None
    drawn: int | None
    melds: list[Meld]
    river: list[int]
    claimed: list[int]
    badges: list[dict[str, Any]]
    shown: list[dict[str, Any]]


class View(msgspec.Struct, frozen=True):
    """The whole truth for one viewer: all that a client needs to draw the table.

    step    ``{"name", "seat", ...}``: what the deal waits for; `seat` is -1 where it is not public who is asked
    wall    size, tiles left, position of the head, a string of ``1`` (taken) and ``0`` a position, and how many tiles make a stack
    centre  groups of open tiles in the middle: ``{"id", "tiles"}``
    dice    throws so far, as events
    offers  what the viewer may do now, in the order of the rule book's buttons
    win, settled  the events, once they have happened
    latest  seat whose river ends with the latest discard, -1 for none
    marks   kinds that mean something special in this deal: ``{"id", "kinds"}``, for a tile that stands for another also ``"as"``
    facts   further facts of the game by name
    """

    variant: str
    viewer: int
    dealer: int
    number: int
    step: dict[str, Any]
    seats: list[SeatView]
    wall: dict[str, Any]
    centre: list[dict[str, Any]]
    dice: list[Dice]
    latest: int
    marks: list[dict[str, Any]]
    offers: list[Offer]
    win: Win | None
    settled: Settle | None
    facts: dict[str, Any]


class Look:
    """A look at a state by one viewer after the other, valid until something happens. What is the same for all is made once."""

    def __init__(self, state: State) -> None:
        self._state = state
        # A glance is enough for reading, and a server spends most of its time on views.
        self._masked = state.glance()
        _hide_from_all(state, self._masked)
        self._extra = state.extra.copy()
        self._whole, self._closed = _Seats(state.hands, state.melds), _closed(state, _opaque)
        self._common = _common(self._masked)

    def view(self, viewer: Viewer) -> View:
        """The view of a viewer. Everything but the offers is read from the masked state, so that nothing can slip past it."""
        state, masked = self._state, self._masked
        masked.extra = self._extra
        _hide(state, viewer, masked, self._whole, self._closed)
        return _view_of(masked, viewer, shown_offers(state, viewer.seat) if viewer.seat >= 0 else [], self._common)


def view(state: State, viewer: Viewer) -> View:
    """The view of a viewer."""
    return Look(state).view(viewer)


def view_of(masked: State, viewer: Viewer, offers: list[Offer]) -> View:
    """The view of a masked state; it shares nothing mutable with the state."""
    return _view_of(masked, viewer, offers, _common(masked))


class _Common(NamedTuple):
    """The parts of a view that are the same for several viewers.

    closed  seats as those see them who may not see the hand, by seat and drawn tile
    steps   masked steps, each with how it is shown
    """

    wall: dict[str, Any]
    rivers: list[tuple[list[int], list[int]]]
    dice: list[Dice]
    closed: dict[tuple[int, int | None], SeatView]
    steps: list[tuple[Step, dict[str, Any]]]


def _common(masked: State) -> _Common:
    wall = masked.wall
    seen = {"size": wall.size, "left": wall.left, "head": wall.head, "gone": wall.gone.translate(DIGITS).decode(), "stack": wall.stack}
    return _Common(seen, [(river.tiles[:], river.claimed[:]) for river in masked.rivers], masked.dice[:], {}, [])


def _view_of(masked: State, viewer: Viewer, offers: list[Offer], common: _Common) -> View:
    variant = masked.variant
    return View(
        variant=variant.id,
        viewer=viewer.seat,
        dealer=masked.dealer,
        number=masked.number,
        step=_step_view(masked.step, common),
        seats=_seat_views(masked, common),
        wall=common.wall,
        centre=variant.centre(masked),
        dice=common.dice,
        latest=masked.latest,
        marks=variant.marks(masked),
        offers=offers,
        win=masked.win,
        settled=masked.settled,
        facts=variant.view_facts(masked, viewer),
    )


def shown_offers(state: State, seat: int) -> list[Offer]:
    """All that a seat may do now, as it is shown to it."""
    asked, free = asks(state).get(seat), state.variant.free_actions(state, seat)
    shown = _shown(state, seat, asked) if asked else []
    return shown + _shown(state, seat, free, free=True) if free else shown


def _shown(state: State, seat: int, offered: Sequence[Action], *, free: bool = False) -> list[Offer]:
    """Offers one by one; a free choice of tiles is a single offer, not one for every choice."""
    if isinstance(offered, Subsets):
        return [Offer(offered.verb, offered.verb, free=free, pick=Pick(offered.kinds, offered.most))]
    name = state.variant.action_name
    return [_offer(action, free, name(state, seat, action)) for action in offered]


@functools.lru_cache(maxsize=8192)
def _offer(action: Action, free: bool, name: str) -> Offer:
    # There are few different offers, and each is made again and again.
    return Offer(str(action), action.verb, action.tiles, action.on, action.number, free, name=name)


def _step_view(step: Step, common: _Common) -> dict[str, Any]:
    for known, shown in common.steps:
        if known == step:
            return shown
    made = {"name": step.name, **msgspec.to_builtins(step, str_keys=True)}
    common.steps.append((step, made))
    return made


def _seat_views(state: State, common: _Common) -> list[SeatView]:
    step, closed = state.step, common.closed
    drawer, tile = (step.seat, step.drawn) if isinstance(step, DRAWN) and step.source != "claim" else (-1, None)
    views = []
    for seat, hand in enumerate(state.hands):
        drawn = tile if seat == drawer else None
        if hand.known:
            view = _seat_view(state, seat, drawn, common)
        elif (seen := closed.get((seat, drawn))) is not None:
            view = seen
        else:
            view = closed[seat, drawn] = _seat_view(state, seat, drawn, common)
        views.append(view)
    return views


def _seat_view(state: State, seat: int, drawn: int | None, common: _Common) -> SeatView:
    hand, (river, claimed) = state.hands[seat], common.rivers[seat]
    return SeatView(
        size=hand.size,
        hand=hand.tiles() if hand.known else None,
        drawn=drawn,
        melds=state.melds[seat][:],
        river=river,
        claimed=claimed,
        badges=state.variant.badges(state, seat),
        shown=state.variant.shown(state, seat),
    )
