"""What comes before the dealer's first turn: the special of the deal, the wild tile, horses, exchanged tiles (rules sections 2.1, 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final

from fangcheng.engine.state import State
from fangcheng.engine.steps import Window
from fangcheng.events import Event
from fangcheng.hand import Hand
from fangcheng.tiles import HIDDEN, parse_kind, parse_kinds, successor
from fangcheng.variants.guobiao.events import SPECIALS, Exchange, HorseRow, Horses, Special, SpecialName, Stakes, Wild
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.options import GuobiaoOptions, options_of
from fangcheng.wall import Stream, Wall

HORSES: Final = 6


def special_of(options: GuobiaoOptions, dice: Sequence[int]) -> SpecialName | None:
    """R28, R48: the one special that a throw sets, or the room's option."""
    forced = next((name for name in SPECIALS if name == options.specials), None)
    double = options.specials == "dice" and len(dice) == 2 and dice[0] == dice[1]
    name = forced or (SPECIALS[dice[0] - 1] if double else None)
    return None if name == "horses" and options.horses == "off" else name


def announce(state: State) -> Event:
    """The special of the deal, then the deal itself."""
    special = special_of(options_of(state), state.dice[-1].dice)
    return Special(special) if special else state.variant.deal(state)


def wants_wild(state: State) -> bool:
    """R36: in every deal a wild kind is shown; a position names it, or has none."""
    extra = extra_of(state)
    named = not extra.loaded or extra.loaded.get("wild") or extra.loaded.get("indicator")
    return options_of(state).wild == "on" and not extra.wild_known and bool(named)


def wants_horses(state: State) -> bool:
    """R28: horses on 1-1, or in every deal."""
    extra = extra_of(state)
    return not extra.row and (extra.special == "horses" or options_of(state).horses == "every_deal")


def wants_exchange(state: State) -> bool:
    """4-4: tiles may be exchanged once."""
    extra = extra_of(state)
    return extra.special == "exchange" and extra.given is None


def stakes(state: State, step: Window) -> Event:
    """R27: all stakes become known together."""
    return Stakes(tuple(step.answers[seat].number for seat in range(state.seats)))


def wild(state: State) -> Event:
    """R36: any kind, or with the options the last wall tile turned up, its kind or the next."""
    options, loaded = options_of(state), extra_of(state).loaded
    fixed, aside = named_wild(options, loaded), loaded.get("aside")
    if options.wild_source == "random_kind":
        return Wild(Stream(state.seed, "wild").below(34) if fixed == HIDDEN else fixed)
    place = -1 if aside else state.wall.size - 1
    turned = aside[0] if aside else state.wall.tile(place)
    return Wild(turned_wild(options, turned >> 2) if fixed == HIDDEN else fixed, turned, place)


def named_wild(options: GuobiaoOptions, facts: Mapping[str, Any]) -> int:
    """The wild kind that a position names, itself or by the tile turned up; HIDDEN where it names none."""
    if facts.get("wild"):
        return parse_kind(facts["wild"])
    turns_up = options.wild == "on" and options.wild_source != "random_kind"
    return turned_wild(options, parse_kind(facts["indicator"])) if turns_up and facts.get("indicator") else HIDDEN


def turned_wild(options: GuobiaoOptions, turned: int) -> int:
    """What a tile that is turned up makes wild."""
    return turned if options.wild_source == "flip_same" else successor(turned)


def horse_row(state: State) -> Event:
    """R29: six different kinds of a virtual set."""
    fixed = extra_of(state).loaded.get("horse_row")
    if fixed:
        return HorseRow(tuple(parse_kinds("".join(fixed))))
    virtual = Stream(state.seed, "horses").shuffle(range(136))
    return HorseRow(tuple(dict.fromkeys(tile // 4 for tile in virtual))[:HORSES])


def horses(state: State, step: Window) -> Event:
    """Everybody has picked."""
    return Horses(tuple(step.answers[seat].tiles for seat in range(state.seats)))


def exchange(state: State, step: Window) -> Event:
    """R33: replacements come from the head in seat order from the dealer, then what was given away is mixed into the rest."""
    given = tuple(tuple(_tiles_of(state.hands[seat], step.answers[seat].tiles)) for seat in range(state.seats))
    coming = [state.wall.tile(place) for place in state.wall.from_head()]
    received: list[tuple[int, ...]] = [()] * state.seats
    for seat in (state.dealer, *state.others(state.dealer)):
        number = len(given[seat])
        received[seat], coming = tuple(coming[:number]), coming[number:]
    back = [tile for tiles in given for tile in tiles]
    loaded = extra_of(state).loaded
    mixed = _behind(state.wall, coming, back, len(loaded["tail"])) if loaded else Stream(state.seed, "exchange").shuffle([*coming, *back])
    return Exchange(given, tuple(received), tuple(mixed))


def _behind(wall: Wall, coming: Sequence[int], back: Sequence[int], tail: int) -> list[int]:
    """The rest of the wall where a position names tiles of it: those come first from the head and, so many, from the tail."""
    kept = set(islice(wall.from_tail(), tail))
    named = {wall.tile(place) for place in kept}
    others = iter([*(tile for tile in coming if tile not in named), *back])
    return [wall.tile(place) if place in kept else next(others) for place in wall.from_head()]


def _tiles_of(hand: Hand, kinds: Sequence[int]) -> list[int]:
    return [tile for kind in dict.fromkeys(kinds) for tile in hand.take(kind, kinds.count(kind))]
