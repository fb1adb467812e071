"""A game as answers to the engine's questions. The defaults give plain mahjong: claim and win freely, one tile for a kong, play to the end.

A variant is stateless: one instance serves every table. Facts are class attributes, behaviour is overridden answers; what a game keeps
during a deal lies in `state.extra`, what special phases it has are steps of its own declared in its file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from fangcheng.actions import CHOWS, CLAIM_KONG, DISCARD, KONG, PASS, PUNG, WIN, Action
from fangcheng.events import (
    COMMON_EVENTS,
    Chow,
    Deal,
    Discard,
    Draw,
    Event,
    Exhausted,
    Kong,
    Pung,
    Settle,
    Viewer,
    Win,
    WinBy,
    Winner,
)
from fangcheng.hand import Hand
from fangcheng.meld import Meld, MeldShape
from fangcheng.payments import Transfer, net
from fangcheng.rules.options import Options
from fangcheng.score import Score
from fangcheng.tiles import HIDDEN, full_set, parse_kind
from fangcheng.wall import Stream

if TYPE_CHECKING:
    from fangcheng.engine.state import Asks, Extra, State
    from fangcheng.engine.steps import Claims, Frozen, Robbing, Step, Turn

Fold = Callable[["State", Any], None]


class Refused(NamedTuple):
    """Why an action was not taken: `code` is a message id, `detail` its parameters. Nothing has changed."""

    code: str
    detail: dict[str, Any] = {}  # noqa: RUF012


class WinFacts(NamedTuple):
    """All that the value of a win depends on.

    hand     concealed tiles before the winning tile (all of them where `win` is HIDDEN: a dealt hand)
    melds    the winner's melds
    win      kind of the winning tile, HIDDEN for a dealt hand
    by       ``self_draw``, ``discard``, ``rob_kong``, ``kong_reveal``, or ``opening`` (a pattern of the dealt hand)
    flags    situations by name: ``replacement``, ``last_tile``, ``first_turn`` ...
    context  further facts by name, named by the game's case-file facts
    """

    hand: Hand
    melds: Sequence[Meld]
    win: int
    by: str
    flags: frozenset[str] = frozenset()
    context: Mapping[str, Any] = {}


class WonBy(NamedTuple):
    """A win as settlement reads it: element ids with their values, `source` -1 on a self-draw."""

    seat: int
    by: str
    source: int
    elements: Mapping[str, int]


class Outcome(NamedTuple):
    """How a deal ended, as settlement reads it; `facts` are named by the game (birds, openings, balances ...)."""

    seats: int
    dealer: int
    wins: Sequence[WonBy]
    facts: Mapping[str, Any] = {}


class Payment(NamedTuple):
    """What an outcome comes to. `dealer_next` lists the seats of which one deals next by lot; `carry` is what the next deal starts with."""

    transfers: Sequence[Transfer]
    dealer_next: Sequence[int]
    fees: tuple[int, ...] = ()
    carry: Mapping[str, int] = {}


class Variant:
    """One game. See docs/architecture.md for the order in which the engine asks."""

    id: ClassVar[str]
    seats: ClassVar[tuple[int, ...]] = (4,)
    kinds: ClassVar[Sequence[int]] = range(34)
    options_type: ClassVar[type[Options]] = Options
    own_events: ClassVar[tuple[type[Event], ...]] = ()
    folds: ClassVar[Mapping[type[Event], Fold]] = {}
    claim_ranks: ClassVar[Mapping[str, int]] = {"win": 3, "kong": 2, "pung": 2, "chow": 1}
    buttons: ClassVar[tuple[str, ...]] = ("win", "kong", "pung", "chow", "pass")

    # Verbs of what may be done at any moment, whosever turn it is.
    free_verbs: ClassVar[frozenset[str]] = frozenset()

    stack: ClassVar[int] = 2

    # Whether seats have winds of their own, seat 0 being East, whoever deals: people then choose where to sit by the wind.
    winds: ClassVar[bool] = False

    # Length of a match in deals, the usual one first, 0 for no end; and the names under which the rule book lists what a room decides.
    match_lengths: ClassVar[tuple[int, ...]] = (8, 4, 16)
    room_options: ClassVar[frozenset[str]] = frozenset()

    # What a game adds to the common form of case files: flags of wins, facts of positions and of their seats.
    win_flags: ClassVar[frozenset[str]] = frozenset()
    position_facts: ClassVar[frozenset[str]] = frozenset()
    seat_facts: ClassVar[frozenset[str]] = frozenset()

    # What the score of a win is told beside the tiles, for whoever asks about a hand without a table: ways of winning, flags, further
    # facts by their names in case files, each with what a question begins with (None: nothing is told), and what melds there are.
    won_by: ClassVar[tuple[str, ...]] = ("self_draw", "discard", "rob_kong")
    score_flags: ClassVar[tuple[str, ...]] = ()
    score_facts: ClassVar[Mapping[str, Any]] = {}
    meld_shapes: ClassVar[tuple[MeldShape, ...]] = ("chow", "pung", "kong", "concealed_kong")

    @property
    def event_types(self) -> tuple[type[Event], ...]:
        """All events a deal of this game may have."""
        return COMMON_EVENTS + self.own_events

    # --- set-up ---------------------------------------------------------------------------------------------------------------

    def tiles(self, options: Any) -> tuple[int, ...]:
        """The set that a deal takes its tiles from."""
        return full_set(self.kinds)

    def in_play(self, options: Any) -> int:
        """How many tiles of the set a deal uses."""
        return len(self.tiles(options))

    def first_dealer(self, options: Any, creator: int, stream: Stream) -> int:
        """Who deals the first deal of a match."""
        return creator

    def new_extra(self, state: State) -> Extra:
        """The game's own part of the state, as a deal begins."""
        raise NotImplementedError

    def aside(self, options: Any, facts: Mapping[str, Any]) -> list[int]:
        """Kinds of the tiles that, in a position with these facts, lie neither in the wall nor with a seat."""
        return []

    def set_up(self, state: State, facts: Mapping[str, Any]) -> None:
        """Complete a position that is set up directly with the game's own facts (see docs/formats.md)."""

    def first_step(self, state: State) -> Step | None:
        """What comes before the deal; None: nothing."""
        return None

    def after_deal(self, state: State) -> Step | None:
        """What comes between the deal and the dealer's first turn; None: nothing."""
        return None

    def deal_order(self, state: State) -> Sequence[int]:
        """Which seat takes the tile at each position from the head on: three rounds of four, one each, one more for the dealer."""
        return _in_fours(state.seats, state.dealer)

    def wall_order(self, state: State) -> tuple[int, ...]:
        """The shuffled wall of a deal."""
        return tuple(Stream(state.seed, "wall").shuffle(self.tiles(state.options)))

    def deal(self, state: State) -> Event:
        """The deal from a fresh wall, or the one fixed in advance."""
        if state.loaded_deal:
            return state.loaded_deal
        wall = self.wall_order(state)
        hands: list[list[int]] = [[] for _ in range(state.seats)]
        for tile, seat in zip(wall, self.deal_order(state), strict=False):
            hands[seat].append(tile)
        return Deal(wall, tuple(map(tuple, hands)), len(wall))

    def last_dealt(self, state: State) -> int:
        """The dealer's last dealt tile, which counts as drawn."""
        order = self.deal_order(state)
        return state.wall.tile(len(order) - 1 - order[::-1].index(state.dealer))

    # --- at any moment ----------------------------------------------------------------------------------------------------------

    def free_actions(self, state: State, seat: int) -> tuple[Action, ...]:
        """What a seat may do at any moment, without being asked and without anybody waiting for it."""
        return ()

    def free_event(self, state: State, seat: int, action: Action) -> Event:
        """The event of a free action; its fold leaves the step alone."""
        raise NotImplementedError

    def watched(self, state: State, viewer: Viewer) -> frozenset[int]:
        """Seats whose concealed tiles a viewer may see beside his own."""
        return frozenset()

    def face_down_kongs(self, state: State) -> bool:
        """Whether the kinds of concealed kongs stay hidden from others until the deal is over."""
        return False

    # --- the turn -------------------------------------------------------------------------------------------------------------

    def turn_actions(self, state: State, turn: Turn) -> tuple[Action, ...]:
        """What the seat to act may do; nothing where a game throws the drawn tile on by itself."""
        actions: list[Action] = []
        if turn.source != "claim" and self.may_win(state, turn.seat, (turn.drawn,), "self_draw", -1):
            actions.append(WIN)
        if state.wall.left:
            actions += [KONG[kind] for kind in self.own_kongs(state, turn.seat)]
        return (*actions, *self.discards(state, turn))

    def discards(self, state: State, turn: Turn) -> Sequence[Action]:
        """The discards on offer: any tile in hand."""
        return state.hands[turn.seat].of_each(DISCARD)

    def own_kongs(self, state: State, seat: int) -> list[int]:
        """Kinds of which a seat can make a concealed kong, or add the fourth tile to its pung."""
        hand = state.hands[seat]
        kinds = hand.quads()
        for meld in state.melds[seat]:
            if meld.shape == "pung" and hand.counts[meld.tiles[0] >> 2]:
                kinds = sorted((*kinds, meld.kind))
        return kinds

    def free_kongs(self, state: State) -> tuple[int, ...]:
        """Kinds whose tiles are good for nothing but a kong each: who holds one sets it out as soon as possible."""
        return ()

    def act(self, state: State, turn: Turn, action: Action) -> Event:
        """The event of a legal action on a turn."""
        seat = turn.seat
        if action.verb == "discard":
            (kind,) = action.tiles
            drawn = turn.drawn >> 2 == kind
            return Discard(seat, turn.drawn if drawn else state.hands[seat].any_tile(kind), drawn)
        if action.verb == "win":
            return Win((self.winner(state, seat, (turn.drawn,), "self_draw", -1),))
        return self.own_kong(state, turn, action, self.kong_event(action))

    def own_kong(self, state: State, turn: Turn, action: Action, event: type[Kong]) -> Kong:
        """A concealed or added kong of a kind in hand; which of the two the hand decides."""
        held = state.hands[turn.seat].take(action.tiles[0], 4)
        return event(turn.seat, tuple(held), face_down=len(held) == 4 and self.face_down_kongs(state))

    def undecided_turn(self, state: State, turn: Turn) -> Event:
        """What happens on a turn that leaves nothing to decide (`turn_actions` is empty): the drawn tile goes."""
        return Discard(turn.seat, turn.drawn, True)

    def turn_default(self, state: State, turn: Turn, asked: Sequence[Action]) -> Action:
        """What is done when a turn's time is up: the win if offered, else the drawn tile goes (after a claim: the highest tile)."""
        if WIN in asked:
            return WIN
        discards = [action for action in asked if action.verb == "discard"]
        drawn = [action for action in discards if turn.drawn >= 0 and action.tiles[0] == turn.drawn >> 2]
        return (drawn or discards or list(asked))[-1]

    def frozen_actions(self, state: State, step: Frozen) -> tuple[Action, ...]:
        """What a seat may do whose hand is frozen and that has drawn, without ``pass``: win."""
        return (WIN,) if self.may_win(state, step.seat, (step.drawn,), "self_draw", -1) else ()

    def window_default(self, state: State, seat: int, asked: Sequence[Action]) -> Action:
        """What is answered to a window when a seat's time is up: pass where it can, else the first on offer."""
        return PASS if PASS in asked else asked[0]

    # --- claims ---------------------------------------------------------------------------------------------------------------

    def claim_asks(self, state: State, claims: Claims) -> Asks:
        """Who may do what about a discard."""
        asks: Asks = {}
        for seat in state.others(claims.source):
            actions = self.claim_actions(state, seat, claims.tile, claims.source)
            if actions:
                asks[seat] = (*self.in_button_order(actions), PASS)
        return asks

    def in_button_order(self, actions: list[Action]) -> list[Action]:
        """Actions of a window in the order of the rule book's buttons."""
        return sorted(actions, key=lambda action: self.buttons.index(action.verb)) if len(actions) > 1 else actions

    def claim_actions(self, state: State, seat: int, tile: int, source: int) -> list[Action]:
        """What one seat may do about a tile of another, without ``pass``."""
        actions = [WIN] if self.may_win(state, seat, (tile,), "discard", source) else []
        held = state.hands[seat].counts[tile >> 2]
        if held >= 3 and state.wall.left:
            actions.append(CLAIM_KONG)
        if held >= 2:
            actions.append(PUNG)
        if seat == state.next_seat(source):
            actions += self.chows(state, seat, tile >> 2)
        return actions

    def chows(self, state: State, seat: int, kind: int) -> list[Action]:
        """The chows that a seat can make with a tile of a kind."""
        counts, found = state.hands[seat].counts, []
        for chow in CHOWS[kind]:
            low, high = chow.tiles
            if counts[low] and counts[high]:
                found.append(chow)
        return found

    def resolve_claims(self, state: State, claims: Claims) -> Event:
        """What a claim window that somebody was asked in comes to when all answers are in."""
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

    def kong_event(self, action: Action) -> type[Kong]:
        """The event type of a kong action, for games that have several."""
        return Kong

    def next_turn(self, state: State, seat: int) -> Event:
        """A seat is due to draw: the head tile, or the end of the deal."""
        if not state.wall.left:
            return Exhausted()
        return self.draw(state, seat, "head")

    def draw(self, state: State, seat: int, source: str) -> Event:
        """A seat draws from the head or the tail."""
        wall = state.wall
        if source == "head":
            return Draw(seat, wall.order[wall.head], wall.head)
        position = next(wall.from_tail())
        return Draw(seat, wall.tile(position), position, "tail")

    # --- kongs ----------------------------------------------------------------------------------------------------------------

    def rob_asks(self, state: State, step: Robbing) -> Asks:
        """Who may win on the tile of a kong: on an added one everybody else who can."""
        if step.tile == HIDDEN or step.source >= 0:
            return {}
        robbers = (seat for seat in state.others(step.seat) if self.may_win(state, seat, (step.tile,), "rob_kong", step.seat))
        return dict.fromkeys(robbers, (WIN, PASS))

    def robbed(self, state: State, step: Robbing, seats: list[int]) -> Event:
        """What follows a kong on whose tile these seats have called a win."""
        return self.wins(state, seats, (step.tile,), "rob_kong", step.seat)

    def after_kong(self, state: State, step: Robbing) -> Event:
        """What follows a kong that was not robbed: a replacement from the tail."""
        return self.draw(state, step.seat, "tail")

    # --- winning --------------------------------------------------------------------------------------------------------------

    def may_win(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> bool:
        """Whether a win on these tiles is offered. On a self-draw they are in the hand already."""
        return self.judge(state, seat, tiles, by, source) is not None

    def judge(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Score | None:
        """The value of a win on these tiles, None when it is none."""
        raise NotImplementedError

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        """The value of a win by its facts alone, None when it is none. `judge` reads the facts from the table."""
        raise NotImplementedError

    def told_wild(self, facts: Mapping[str, Any]) -> int:
        """The wild kind that the further facts of a win tell, HIDDEN for none."""
        return parse_kind(facts["wild"]) if facts.get("wild") else HIDDEN

    def winner(self, state: State, seat: int, tiles: tuple[int, ...], by: WinBy, source: int) -> Winner:
        """The entry of a win that was called."""
        score = self.judge(state, seat, tiles, by, source)
        assert score is not None
        return Winner(seat, by, tiles, score, tuple(state.hands[seat].tiles()), source)

    def wins(self, state: State, seats: list[int], tiles: tuple[int, ...], by: WinBy, source: int) -> Win:
        """The win of those who called it on somebody's tiles: nearest after `source` first, as many as the game serves."""
        nearest = sorted(seats, key=lambda seat: (seat - source) % state.seats)
        return Win(tuple(self.winner(state, seat, tiles, by, source) for seat in self.served(state, nearest, by)))

    def served(self, state: State, seats: list[int], by: WinBy) -> list[int]:
        """Of those who call a win on one tile, nearest first, the ones who get it."""
        return seats[:1]

    def missed(self, state: State, seat: int, action: Action) -> tuple[int, ...]:
        """What of a win on offer a seat lets go with this answer, where the game keeps account of it."""
        return ()

    # --- the end --------------------------------------------------------------------------------------------------------------

    def after_end(self, state: State) -> Event:
        """What follows a win or an exhausted wall: payment."""
        return self.settle(state)

    def settle(self, state: State) -> Settle:
        """The payments of the deal; a next dealer by lot is drawn from the deal's seed."""
        payment = self.pay(state.options, self.outcome(state))
        hands = tuple(tuple(hand.tiles()) for hand in state.hands)
        candidates = sorted(payment.dealer_next)
        dealer = candidates[Stream(state.seed, "lot").below(len(candidates))] if len(candidates) > 1 else candidates[0]
        changes = tuple(net(payment.transfers, state.seats))
        melds = tuple(map(tuple, state.melds)) if self.face_down_kongs(state) else ()
        return Settle(changes, tuple(payment.transfers), dealer, hands, payment.fees, dict(payment.carry), melds)

    def outcome(self, state: State) -> Outcome:
        """The outcome of a deal that has ended."""
        winners = state.win.wins if state.win else ()
        wins = [WonBy(winner.seat, winner.by, winner.source, winner.score.values()) for winner in winners]
        return Outcome(state.seats, state.dealer, wins)

    def pay(self, options: Any, outcome: Outcome) -> Payment:
        """Who pays whom, and who deals next: the (first) winner, after a drawn deal the same seat."""
        return Payment((), [outcome.wins[0].seat if outcome.wins else outcome.dealer])

    def dealer_after_leave(self, creator: int, seat: int) -> int:
        """Who deals when the seat that was to deal has a new occupant: the seat keeps the right."""
        return seat

    # --- telling people -------------------------------------------------------------------------------------------------------

    def why_not(self, state: State, seat: int, action: Action, asked: Sequence[Action]) -> Refused:
        """Why an action that is not on offer is refused."""
        if action.verb in ("discard", "ready") and not any(action.verb == offer.verb for offer in asked):
            return Refused("not_your_discard")
        if any(kind >= 0 and not state.hands[seat].counts[kind] for kind in action.tiles):
            return Refused("tile_not_in_hand")
        return Refused("not_offered", {"action": str(action)})

    def action_name(self, state: State, seat: int, action: Action) -> str:
        """Message id of what an action on offer is called where its verb does not say enough, "" where it does."""
        return ""

    def badges(self, state: State, seat: int) -> list[dict[str, Any]]:
        """Marks beside a seat's name: ``{"id": ..., parameters}``; texts are in the catalogues."""
        return []

    def shown(self, state: State, seat: int) -> list[dict[str, Any]]:
        """Groups of tiles that lie open before a seat beside melds and river: ``{"id": ..., "tiles": [...]}``."""
        return []

    def centre(self, state: State) -> list[dict[str, Any]]:
        """Groups of tiles that lie open in the middle of the table: ``{"id": ..., "tiles": [...]}``."""
        return []

    def marks(self, state: State) -> list[dict[str, Any]]:
        """Kinds that mean something special in this deal, to be marked wherever they lie: ``{"id", "kinds"}``, also ``"as"`` a kind."""
        return []

    def tiles_beside(self, state: State) -> list[int]:
        """Tiles that lie neither in wall, hands, melds nor rivers, so that the whole set can be accounted for."""
        return []

    def view_facts(self, state: State, viewer: Viewer) -> dict[str, Any]:
        """Further facts of a view by name, for programs and case files."""
        return {}


@cache
def _in_fours(seats: int, dealer: int) -> tuple[int, ...]:
    order = [(dealer + step) % seats for step in range(seats)]
    four_each = [seat for seat in order for _ in range(4)]
    return (*four_each * 3, *order, dealer)


def exposed_meld(melds: Sequence[Meld]) -> bool:
    """Whether any meld was made with another seat's tile or lies open as an added kong."""
    return any(not meld.is_concealed for meld in melds)
