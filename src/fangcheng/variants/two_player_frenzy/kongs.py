"""Kongs of the two-player game: which there are and when they may be made, named quads, and what they pay (rules section 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from fangcheng.actions import KONG, Action
from fangcheng.engine.state import State
from fangcheng.engine.steps import Frozen, Turn
from fangcheng.hand import Hand
from fangcheng.meld import Meld, quad
from fangcheng.tiles import HIDDEN, format_kinds, parse_kinds
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.options import FrenzyOptions
from fangcheng.variants.two_player_frenzy.shapes import winning_kinds

NEEDS: Final = 4  # R25: tiles in the wall for a kong that is replaced
FOUNDINGS: Final = {
    "kong_ones": tuple(parse_kinds("1m1p1s")),
    "kong_nines": tuple(parse_kinds("9m9p9s")),
    "kong_joy": tuple(parse_kinds("CFP")),  # R15: offered last, because it ends the kongs of the turn
}
FOUND: Final = {name: Action("kong", kinds) for name, kinds in FOUNDINGS.items()}


class Price(NamedTuple):
    """What a kong pays: its id, how often, how many bases each time, and the number (番) that the rule book prints beside it."""

    id: str
    value: int
    fan: int
    times: int = 1


NAMED: Final = {
    **dict.fromkeys(parse_kinds("CFP1s1p"), Price("kong_big_egg", 4, 2)),
    **dict.fromkeys(parse_kinds("2p"), Price("kong_double_yolk", 8, 3)),
    **dict.fromkeys(parse_kinds("8m"), Price("kong_turtle", 16, 4)),
    **dict.fromkeys(parse_kinds("9p"), Price("kong_pockmark", 32, 5)),
}
EXPOSED: Final = Price("kong_exposed", 2, 1)
CONCEALED: Final = Price("kong_concealed", 4, 2)


def founding_of(kinds: Sequence[int]) -> str:
    """The three-kind kong that begins with these kinds."""
    for name, founding in FOUNDINGS.items():
        if sorted(kinds[:3]) == list(founding):
            return name
    raise ValueError(f"{format_kinds(kinds)} is no three-kind kong of this game")


def prices(meld: Meld, options: FrenzyOptions) -> Iterator[Price]:
    """What a meld pays; nothing for chows and pungs."""
    if meld.shape == "three_kind_kong":
        yield Price(founding_of(meld.kinds()), 1, 0)
        added = len(meld.tiles) - 3
        if added and options.addition_pays == "on":  # R18
            yield Price("kong_addition", 1, 0, added)
    elif meld.is_kong:
        named = NAMED.get(meld.kind)  # R19: in place of the ordinary price, open or concealed
        if named and meld.is_concealed and options.egg_kong_mode == "concealed_double":
            yield named._replace(value=2 * named.value, fan=named.fan + 1)
        else:
            yield named or (CONCEALED if meld.is_concealed else EXPOSED)


def total(melds: Sequence[Meld], options: FrenzyOptions) -> int:
    """Kong money of a seat in bases: R49, a sum."""
    return sum(price.value * price.times for meld in melds for price in prices(meld, options))


def called(kinds: Sequence[int], offered: int, hand: Hand, melds: Sequence[Meld], options: FrenzyOptions) -> str:
    """Id of the kong that a hand makes with these kinds of its own, or with an `offered` kind; what it costs goes by it."""
    if len(kinds) == len(FOUNDINGS["kong_joy"]):
        return founding_of(kinds)
    kind = kinds[0] if kinds else offered
    concealed = hand.counts[kind] == 4
    if not concealed and any(meld.shape == "three_kind_kong" and kind in meld.kinds() for meld in melds):
        return "kong_addition"
    return next(prices(quad("concealed_kong" if concealed else "kong", kind), options)).id


class Own(NamedTuple):
    """A seat that has drawn, as far as its kongs depend on it.

    drawn    kind of the tile just drawn, HIDDEN when it is gone already
    first    it has neither discarded nor claimed
    founded  three-kind kongs that it has made in this turn
    """

    hand: Hand
    melds: Sequence[Meld]
    drawn: int
    first: bool
    founded: tuple[str, ...]


def own_of(state: State, turn: Turn | Frozen) -> Own:
    """What the own kongs of a seat that has drawn depend on."""
    extra, seat = extra_of(state), turn.seat
    drawn = turn.drawn >> 2 if turn.drawn >= 0 else HIDDEN
    return Own(state.hands[seat], state.melds[seat], drawn, extra.first_turn[seat], extra.founded)


def barred(own: Own, options: FrenzyOptions) -> bool:
    """R15: whether what was founded in this turn ends its kongs."""
    rule = options.founding_ends_kongs
    return bool(own.founded) and (rule == "all" or (rule == "joy" and "kong_joy" in own.founded))


def own_kongs(own: Own, left: int, options: FrenzyOptions) -> list[Action]:
    """Section 3.1: the kongs that a seat which has drawn, and has not declared ready, may make; `left` tiles can be drawn."""
    if not own.hand.known or barred(own, options):
        return []
    kongs = [KONG[kind] for kind in (*_quads(own, options), *_additions(own, options))] if left >= NEEDS else []
    return sorted(kongs, key=lambda action: action.tiles) + foundings(own)


def _quads(own: Own, options: FrenzyOptions) -> list[int]:
    """Concealed kongs, and R12: the fourth tile of an own pung, also in a later turn than it was drawn."""
    counts = own.hand.counts
    added = [meld.kind for meld in own.melds if meld.shape == "pung" and counts[meld.kind]]
    if options.added_kong_source == "drawn_only":
        added = [kind for kind in added if kind == own.drawn]
    return [kind for kind, held in enumerate(counts) if held == 4] + added


def _additions(own: Own, options: FrenzyOptions) -> list[int]:
    """R17, R18: tiles that may join a three-kind kong made in an earlier turn."""
    kinds = [kind for name in _held(own.melds) if name not in own.founded for kind in FOUNDINGS[name] if own.hand.counts[kind]]
    return kinds if options.addition_source == "any" else [kind for kind in kinds if kind == own.drawn]


def foundings(own: Own) -> list[Action]:
    """R13, R17: three-kind kongs on the fourteenth tile, one of each."""
    if not own.first:
        return []
    return [
        FOUND[name] for name, kinds in FOUNDINGS.items() if all(map(own.hand.counts.__getitem__, kinds)) and name not in _held(own.melds)
    ]


def _held(melds: Sequence[Meld]) -> list[str]:
    return [founding_of(meld.kinds()) for meld in melds if meld.shape == "three_kind_kong"]


def frozen_kong(own: Own, wait: int) -> list[Action]:
    """R28: the kong that a declared hand may make with the tile just drawn: it still waits for exactly the same kind afterwards."""
    kind = own.drawn
    if own.hand.counts[kind] == 4:
        number, melds = 4, [*own.melds, quad("concealed_kong", kind)]
    else:
        place = next((at for at, meld in enumerate(own.melds) if _takes(meld, kind)), -1)
        if place < 0:
            return []
        number, melds = 1, list(own.melds)
        melds[place] = Meld(melds[place].shape, (*melds[place].tiles, kind * 4))
    return [KONG[kind]] if _waits_without(own.hand, kind, number, melds) == (wait,) else []


def keeps_wait_claiming(hand: Hand, melds: Sequence[Meld], kind: int, wait: int) -> bool:
    """R28: the same for a kong of three tiles in hand and a discard."""
    return _waits_without(hand, kind, 3, [*melds, quad("kong", kind)]) == (wait,)


def _takes(meld: Meld, kind: int) -> bool:
    return meld.shape in ("pung", "three_kind_kong") and kind in meld.kinds()


def _waits_without(hand: Hand, kind: int, number: int, melds: Sequence[Meld]) -> tuple[int, ...]:
    return winning_kinds(hand.without(hand.take(kind, number)), melds)
