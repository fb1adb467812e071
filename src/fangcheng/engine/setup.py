"""Positions set up directly: a deal that stands at any moment, or that begins with hands fixed in advance.

Named tiles get physical copies of their own and the rest of the set is filled in in a fixed order: the same position, the same game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, Literal

import msgspec

from fangcheng.engine.decide import follow
from fangcheng.engine.fold import begin_state
from fangcheng.engine.game import Game
from fangcheng.engine.run import run
from fangcheng.engine.state import River, State
from fangcheng.engine.steps import Turn
from fangcheng.events import Deal, Start
from fangcheng.hand import Hand
from fangcheng.meld import Meld, places_beside
from fangcheng.rules.description import check_seat_count
from fangcheng.rules.variant import Variant
from fangcheng.tiles import HIDDEN, kind_name
from fangcheng.wall import Wall, commitment

# Positions need chance too (a lot, a throw that was not fixed); any secret will do as long as it never changes.
SECRET: Final = b"fangcheng position"


class PositionError(ValueError):
    """A position that cannot be: the message says what is wrong with it."""


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A situation to start from. Tiles are kinds throughout; of melds only shape, kinds and source count.

    hands       concealed tiles per seat; in a dealt position in the order in which they are taken
    from_deal   begin before the first decision of the deal, instead of at somebody's turn
    turn        seat to act, -1 in a dealt position
    drawn       tile it has just drawn, HIDDEN after a claim and for dealt tiles (its hand then holds one more already)
    draws       tiles at the head of the wall, in order; `birds` lie directly behind them
    tail        tiles at the end of the wall, in tail order
    dice        throws, in order
    wall_left   tiles in the wall, None: all that are named nowhere else
    aside       tiles that lie neither in the wall nor with a seat
    seat_flags  facts of the game per seat
    first_turn  nobody has discarded yet
    number      of the deal in its match, from 0
    facts       further facts of the game by name
    """

    seats: int
    dealer: int
    hands: Sequence[Sequence[int]]
    options: dict[str, Any] = {}
    from_deal: bool = False
    melds: Sequence[Sequence[Meld]] = ()
    rivers: Sequence[Sequence[int]] = ()
    turn: int = -1
    drawn: int = HIDDEN
    draws: Sequence[int] = ()
    birds: Sequence[int] = ()
    tail: Sequence[int] = ()
    dice: Sequence[tuple[int, ...]] = ()
    wall_left: int | None = None
    aside: Sequence[int] = ()
    seat_flags: Sequence[dict[str, Any]] = ()
    first_turn: bool = False
    creator: int = 0
    number: int = 0
    facts: dict[str, Any] = {}


def set_up(variant: Variant, position: Position) -> Game:
    """The game that stands at a position, played on to its first decision. PositionError, OptionError for what cannot be."""
    _check(variant, position)
    start = Start(
        variant=variant.id,
        options=position.options,
        seats=position.seats,
        dealer=position.dealer,
        creator=position.creator,
        number=position.number,
        secret=SECRET.hex(),
        commitment=commitment(SECRET),
        balances=_balances(position),
    )
    state = begin_state(variant, start)
    state.loaded_dice = tuple(position.dice)
    pieces = _Pieces(variant.tiles(state.options))
    lay_out = _deal if position.from_deal else _stand
    lay_out(state, position, pieces)
    flags = [dict(flags) for flags in position.seat_flags or [{}] * position.seats]
    known = {"first_turn": position.first_turn, "creator": position.creator, "aside": pieces.aside, "tail": position.tail}
    try:
        variant.set_up(state, {**known, **position.facts, "seat_flags": flags})
    except ValueError as error:
        raise PositionError(str(error)) from None
    state.asked = None
    return Game(state, [start, *run(state, follow(state))])


class _Pieces:
    """The physical set; each piece is given out once. `aside` lies neither in the wall nor with a seat."""

    def __init__(self, tiles: Iterable[int]) -> None:
        self.aside: list[int] = []
        self._left: dict[int, list[int]] = {}
        for tile in tiles:
            self._left.setdefault(tile >> 2, []).append(tile)

    def take(self, kind: int) -> int:
        """The lowest copy of a kind that is left."""
        if not self._left.get(kind):
            raise PositionError(f"more {kind_name(kind)} than there are in the set")
        return self._left[kind].pop(0)

    def take_all(self, kinds: Iterable[int]) -> list[int]:
        """A piece for each kind, in order."""
        return [self.take(kind) for kind in kinds]

    def set_aside(self, kinds: Iterable[int]) -> None:
        """A piece for each kind lies aside."""
        self.aside = self.take_all(kinds)

    def rest(self) -> list[int]:
        """What is left, neighbours of different kinds."""
        return sorted((tile for tiles in self._left.values() for tile in tiles), key=lambda tile: (tile & 3, tile))


def _deal(state: State, position: Position, pieces: _Pieces) -> None:
    hands = [pieces.take_all(hand) for hand in position.hands]
    if position.drawn != HIDDEN:
        hands[position.dealer].append(pieces.take(position.drawn))
    order = state.variant.deal_order(state)
    for seat, hand in enumerate(hands):
        if len(hand) != order.count(seat):
            raise PositionError(f"seat {seat} is dealt {order.count(seat)} tiles, not {len(hand)}")
    coming = [iter(hand) for hand in hands]
    head = [next(coming[seat]) for seat in order]
    pieces.set_aside(position.aside)
    wall = _wall(state, len(head), _wall_left(state, position, pieces), position, pieces)
    state.loaded_deal = Deal((*head, *wall), tuple(map(tuple, hands)), len(head) + len(wall))


def _stand(state: State, position: Position, pieces: _Pieces) -> None:
    tiles = pieces.rest()
    hands = [pieces.take_all(hand) for hand in position.hands]
    drawn = pieces.take(position.drawn) if position.drawn != HIDDEN else HIDDEN
    if drawn != HIDDEN:
        hands[position.turn].append(drawn)
    state.hands = [Hand(hand) for hand in hands]
    if position.melds:
        state.melds = [[_lay(meld, pieces) for meld in melds] for melds in position.melds]
    if position.rivers:
        state.rivers = [River(pieces.take_all(river)) for river in position.rivers]
    pieces.set_aside(position.aside)
    unnamed = set(pieces.rest())
    left = _wall_left(state, position, pieces)
    size = state.variant.in_play(state.options)
    wall = _wall(state, size - left, left, position, pieces)
    # The positions already gone hold everything else that is in play, so that the wall still names each of its tiles once.
    inside = set(wall)
    gone = sorted((tile for tile in tiles if tile not in inside), key=unnamed.__contains__)[: size - left]
    state.wall = Wall((*gone, *wall), size, state.wall.stack)
    for place in range(size - left):
        state.wall.take(place)
    state.discards = [0 if position.first_turn else 1] * position.seats
    source = _source(position)
    if source == "deal" and drawn == HIDDEN:
        drawn = hands[position.turn][-1]
    state.step = Turn(seat=position.turn, drawn=drawn, source=source)


def _source(position: Position) -> Literal["deal", "head", "claim"]:
    # While nobody has discarded there is nothing that the dealer could have claimed.
    if position.first_turn and position.turn == position.dealer:
        return "deal"
    return "claim" if position.drawn == HIDDEN else "head"


def _lay(meld: Meld, pieces: _Pieces) -> Meld:
    tiles = tuple(pieces.take_all(meld.kinds()))
    return Meld(meld.shape, tiles, tiles[0] if meld.source >= 0 else HIDDEN, meld.source)


def _wall_left(state: State, position: Position, pieces: _Pieces) -> int:
    set_size, unnamed = len(state.variant.tiles(state.options)), len(pieces.rest())
    remaining = state.variant.in_play(state.options) - (set_size - unnamed)
    left = remaining if position.wall_left is None else position.wall_left
    if not 0 <= left <= remaining:
        raise PositionError(f"{left} tiles cannot be left in the wall: {max(0, remaining)} are named nowhere else")
    return left


def _wall(state: State, first: int, left: int, position: Position, pieces: _Pieces) -> list[int]:
    """The last `left` tiles of a wall of which `first` are gone; the stacks, and so the tail order, count from its beginning."""
    heads, tails = (*position.draws, *position.birds), position.tail
    if len(heads) + len(tails) == left and heads and (first + left - len(tails)) % state.wall.stack:
        # Both ends would meet inside a stack, where the order of taking says which tile is whose: these tiles lie side by side.
        state.wall.stack = 1
    wall = Wall((), first + left, state.wall.stack)
    for place in range(first):
        wall.take(place)
    if max(len(heads), len(tails)) > left:
        raise PositionError(f"{max(len(heads), len(tails))} tiles are named in a wall of {left}")
    named: dict[int, int] = {}
    for place, kind in zip(wall.from_tail(), tails, strict=False):
        named[place] = pieces.take(kind)
    # Draws go around the tail while there is room for both; in a shorter wall both name the same tiles where they meet.
    free = [place for place in wall.from_head() if len(heads) + len(tails) > left or place not in named]
    for place, kind in zip(free, heads, strict=False):
        if place not in named:
            named[place] = pieces.take(kind)
        elif named[place] >> 2 != kind:
            raise PositionError(f"draws and tail want {kind_name(kind)} and {kind_name(named[place] >> 2)} at the same place of the wall")
    rest = iter(pieces.rest())
    return [named[place] if place in named else next(rest) for place in wall.from_head()]


def _balances(position: Position) -> tuple[int | None, ...]:
    balances = tuple(flags.get("balance") for flags in position.seat_flags)
    if any(balance is not None and type(balance) is not int for balance in balances):
        raise PositionError("a balance is a whole number")
    return balances if any(balance is not None for balance in balances) else ()


def _check(variant: Variant, position: Position) -> None:
    seats = position.seats
    try:
        check_seat_count(variant, seats)
    except ValueError as error:
        raise PositionError(str(error)) from None
    per_seat = {"hands": position.hands, "melds": position.melds, "rivers": position.rivers, "seat_flags": position.seat_flags}
    for name, given in per_seat.items():
        if len(given) != seats and (given or name == "hands"):
            raise PositionError(f"{name} has {len(given)} entries for {seats} seats")
    for name, seat in (("dealer", position.dealer), ("creator", position.creator)):
        if not 0 <= seat < seats:
            raise PositionError(f"{name} {seat} is no seat of 0 to {seats - 1}")
    if position.from_deal:
        if any(position.melds) or any(position.rivers) or position.turn not in (-1, position.dealer):
            raise PositionError("before the deal nobody has melds or discards, and the dealer acts first")
    else:
        _check_standing(position)


def _check_standing(position: Position) -> None:
    if not 0 <= position.turn < position.seats:
        raise PositionError(f"turn names the seat to act, 0 to {position.seats - 1}")
    for seat, hand in enumerate(position.hands):
        melds = position.melds[seat] if position.melds else ()
        expected = places_beside(melds)
        if seat == position.turn and position.drawn == HIDDEN:
            expected += 1
        if len(hand) != expected:
            raise PositionError(f"seat {seat} holds {len(hand)} tiles where {expected} are expected")
