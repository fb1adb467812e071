"""Records of Chinese Standard Mahjong as Botzone keeps them: tiles, hands, whole deals, read and written.

Tiles are a letter and a number: ``W1``-``W9`` characters, ``B`` dots, ``T`` bamboos, ``F1``-``F4`` winds E S W N, ``J1``-``J3`` dragons,
``H1``-``H8`` flowers. A deal is a line for each thing that happens, players counted from the dealer:

    Wind 0
    Player 0 Deal W1 W2 ...        thirteen tiles
    Player 0 Draw T9
    Player 0 Play F1               Chi (names the middle tile), Peng, Gang, AnGang, BuGang, BuHua, Hu; Huang when nobody wins
    Fan 24 ...

What somebody else wanted too (``Ignore ...``) and the scores at the end are read over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, PASS, PUNG, WIN, Action
from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.steps import Window
from fangcheng.events import Chow, Deal, Discard, Draw, Event, Exhausted, Kong, Pung, Start, Win
from fangcheng.hand import Hand
from fangcheng.meld import Meld
from fangcheng.rules.variant import Refused, Variant
from fangcheng.tiles import DRAGONS, FLOWERS, HIDDEN, HONOURS, kind_name

FIRST: Final = {"W": 0, "B": 9, "T": 18, "F": HONOURS, "J": DRAGONS, "H": FLOWERS}
NUMBER: Final = {"W": 9, "B": 9, "T": 9, "F": 4, "J": 3, "H": 8}
LAST_TILE: Final = ("妙手回春", "海底捞月")
PACKS: Final = {"chow": "CHI", "pung": "PENG", "kong": "GANG", "concealed_kong": "GANG"}
OVER: Final = ("Match", "Score", "Fan")
PLAYERS: Final = 4
DEALT: Final = 13
OF_ITSELF: Final = ("Deal", "Draw", "BuHua")
"""Lines of what no player decides."""


class BotzoneError(ValueError):
    """A record that cannot be read or was not played by the rules; the message names the line."""


class Line(NamedTuple):
    """One thing that a player did, with its place in the record."""

    number: int
    seat: int
    verb: str
    kinds: tuple[int, ...]


class Record(NamedTuple):
    """A deal: wind of the round, what happened, whether nobody won, what the win was counted (-1: not said), and its elements as text."""

    wind: int
    lines: tuple[Line, ...]
    drawn: bool
    fan: int
    elements: str


# --- tiles and hands --------------------------------------------------------------------------------------------------------------


def tile_name(kind: int) -> str:
    """A kind in this notation."""
    letter = max((letter for letter in FIRST if FIRST[letter] <= kind), key=FIRST.__getitem__)
    return f"{letter}{kind - FIRST[letter] + 1}"


def parse_tile(text: str) -> int:
    """A kind from this notation; ValueError for anything else."""
    letter, number = text[:1], text[1:]
    if letter not in FIRST or not number.isdecimal() or not 1 <= int(number) <= NUMBER[letter]:
        raise ValueError(f"{text!r} is no tile")
    return FIRST[letter] + int(number) - 1


def format_hand(hand: Hand, melds: Sequence[Meld]) -> str:
    """Melds as ``PENG,T3,1`` (0: concealed; a chow names its middle tile), then the tiles in hand."""
    packs = [f"{PACKS[meld.shape]},{tile_name(sorted(meld.kinds())[meld.shape == 'chow'])},{int(not meld.is_concealed)}" for meld in melds]
    return " ".join([*packs, *map(tile_name, hand.kinds())])


def parse_hand(text: str) -> tuple[Hand, list[Meld]]:
    """A hand as `format_hand` writes it; ValueError names the word at fault."""
    words = text.split()
    packs = [word for word in words if "," in word]
    return Hand.of_kinds(parse_tile(word) for word in words if "," not in word), [_meld(word) for word in packs]


def _meld(word: str) -> Meld:
    name, _, rest = word.partition(",")
    tile, _, offer = rest.partition(",")
    if name not in PACKS.values():
        raise ValueError(f"{word!r} is no meld")
    kind = parse_tile(tile)
    if name == "CHI":
        return Meld("chow", tuple(kind * 4 + 4 * step for step in (-1, 0, 1)))
    copies = tuple(kind * 4 + copy for copy in range(3 if name == "PENG" else 4))
    return Meld("pung" if name == "PENG" else "concealed_kong" if offer == "0" else "kong", copies)


# --- reading a deal ---------------------------------------------------------------------------------------------------------------


def parse_record(text: str) -> Record:
    """A deal from its lines; BotzoneError names the line that is none."""
    wind, fan, elements, drawn = 0, -1, "", False
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.partition(" Ignore ")[0].split()
        try:
            if not words or words[0] in OVER:
                fan, elements = (_number(words[1]), " ".join(words[2:])) if words and words[0] == "Fan" else (fan, elements)
            elif words[0] == "Wind":
                wind = _number(words[1], PLAYERS)
            elif words[0] == "Huang":
                drawn = True
            elif words[0] == "Player":
                lines.append(_line(number, words))
            else:
                raise ValueError(f"{words[0]!r} is no part of a record")
        except ValueError as error:
            raise BotzoneError(f"line {number}: {error}") from None
        except IndexError:
            raise BotzoneError(f"line {number}: words are missing") from None
    return Record(wind, tuple(lines), drawn, fan, elements)


def _line(number: int, words: Sequence[str]) -> Line:
    verb, kinds = words[2], tuple(map(parse_tile, words[3:]))
    named = DEALT if verb == "Deal" else 1
    if len(kinds) != named:
        raise ValueError(f"{verb} names {named} {'tile' if named == 1 else 'tiles'}, not {len(kinds)}")
    return Line(number, _number(words[1], PLAYERS), verb, kinds)


def _number(word: str, end: int | None = None) -> int:
    if not (word.isascii() and word.isdecimal()) or (end is not None and int(word) >= end):
        raise ValueError(f"{word!r} is no number" + ("" if end is None else f" of 0 to {end - 1}"))
    return int(word)


def replay(variant: Variant, record: Record, options: dict[str, Any] | None = None) -> Game:
    """The deal, played in the engine; BotzoneError names the first line that the rules do not allow, or a win counted differently."""
    game = set_up(variant, _position(record, options or {}))
    for line in record.lines:
        if line.verb not in OF_ITSELF:
            _act(game, line)
    while not game.over and _pass(game):
        pass
    _check_played(game, record)
    win = game.state.win
    if record.fan >= 0 and win and win.wins[0].score.points != record.fan:
        raise BotzoneError(f"the win counts {win.wins[0].score.points} fan here, {record.fan} in the record")
    return game


def _check_played(game: Game, record: Record) -> None:
    """What happened here is what the record says, tile by tile; flowers, which nobody decides on, may stand where they like."""
    said, played = _told(record), _told(parse_record(format_record(game.log)))
    for at, line in enumerate(said):
        if at >= len(played):
            raise BotzoneError(f"line {line.number}: nothing more happens here")
        if line[1:] != played[at][1:]:
            raise BotzoneError(f"line {line.number}: here it is {_said(played[at])}, in the record {_said(line)}")
    if record.drawn and game.state.win:
        raise BotzoneError("somebody wins here, and nobody in the record")
    if not game.over:
        raise BotzoneError("the record ends before the deal is over")


def _told(record: Record) -> list[Line]:
    return [line for line in record.lines if line.verb not in ("Deal", "BuHua") and line.kinds[0] < FLOWERS]


def _said(line: Line) -> str:
    return f"Player {line.seat} {line.verb} {tile_name(line.kinds[0])}"


def _position(record: Record, options: dict[str, Any]) -> Position:
    hands: list[list[int]] = [[], [], [], []]
    draws: list[int] = []
    tail: list[int] = []
    after_kong = False
    for line in record.lines:
        if line.verb == "Deal":
            hands[line.seat] = list(line.kinds)
        elif line.verb == "Draw":
            (tail if after_kong else draws).extend(line.kinds)
        after_kong = line.verb in ("Gang", "AnGang", "BuGang", "BuHua") or (after_kong and line.verb != "Draw")
    if not draws:
        raise BotzoneError("nobody draws a tile")
    hands[0].append(draws.pop(0))
    # Each player of these records has a wall of his own: only its end tells how much was left.
    ends = record.drawn or any(name in record.elements for name in LAST_TILE)
    return Position(
        seats=4,
        dealer=0,
        hands=hands,
        options=options,
        from_deal=True,
        draws=draws,
        tail=tail,
        wall_left=len(draws) + len(tail) if ends else None,
        facts={"prevalent_wind": kind_name(HONOURS + record.wind)},
    )


def _act(game: Game, line: Line) -> None:
    action = _action(game, line)
    # Whoever could have claimed before and is not named has passed, this player too.
    while action not in game.offers(line.seat):
        if not _pass(game):
            raise BotzoneError(f"line {line.number}: player {line.seat} cannot {action}")
    answer = game.act(line.seat, action)
    if isinstance(answer, Refused):
        raise BotzoneError(f"line {line.number}: {answer.code}")
    if line.verb in ("Chi", "Peng", "Gang", "Hu"):
        _pass(game)


def _pass(game: Game) -> bool:
    """Let all pass who are asked about somebody's tile; False when nobody is."""
    if not isinstance(game.state.step, Window):
        return False
    silent = [seat for seat, offers in game.asks().items() if PASS in offers]
    for seat in silent:
        game.act(seat, PASS)
    return bool(silent)


def _action(game: Game, line: Line) -> Action:
    kind = line.kinds[0] if line.kinds else HIDDEN
    if line.verb == "Chi":
        claimed = getattr(game.state.step, "tile", HIDDEN) >> 2
        return Action("chow", tuple(own for own in (kind - 1, kind, kind + 1) if own != claimed))
    if line.verb in ("AnGang", "BuGang"):
        return KONG[kind]
    simple = {"Play": DISCARD[kind], "Peng": PUNG, "Gang": CLAIM_KONG, "Hu": WIN}
    if line.verb not in simple:
        raise BotzoneError(f"line {line.number}: {line.verb!r} is nothing that a player does")
    return simple[line.verb]


# --- writing a deal ---------------------------------------------------------------------------------------------------------------


def format_record(log: Iterable[Event], wind: int = 0) -> str:
    """The lines of a deal by its full log."""
    return "".join(f"{line}\n" for line in _lines(list(log), wind))


def _lines(log: Sequence[Event], wind: int) -> Iterator[str]:
    start = log[0]
    assert isinstance(start, Start)
    yield f"Wind {wind}"
    for event in log[1:]:
        if isinstance(event, Deal):
            hands = sorted(enumerate(event.hands), key=lambda entry: (entry[0] - start.dealer) % start.seats)
            for player, (_, hand) in enumerate(hands):
                yield f"Player {player} Deal {' '.join(tile_name(tile >> 2) for tile in hand[:13])}"
            yield f"Player 0 Draw {tile_name(hands[0][1][13] >> 2)}"
        elif isinstance(event, Win):
            winner = event.wins[0]
            yield f"Player {(winner.seat - start.dealer) % start.seats} Hu {tile_name(winner.tiles[0] >> 2)}"
            yield f"Fan {winner.score.points} {'+'.join(f'{element.id}*{element.times}' for element in winner.score.elements)}"
        elif isinstance(event, Exhausted):
            yield "Huang"
        elif words := _words(event):
            yield f"Player {(getattr(event, 'seat', 0) - start.dealer) % start.seats} {words}"


def _words(event: Event) -> str:
    if isinstance(event, Draw):
        return f"Draw {tile_name(event.tile >> 2)}"
    if isinstance(event, Discard):
        return f"Play {tile_name(event.tile >> 2)}"
    if isinstance(event, Chow):
        return f"Chi {tile_name(sorted((*event.tiles, event.claimed))[1] >> 2)}"
    if isinstance(event, Pung):
        return f"Peng {tile_name(event.claimed >> 2)}"
    if isinstance(event, Kong):
        verb = "Gang" if event.source >= 0 else "AnGang" if len(event.tiles) == 4 else "BuGang"
        return f"{verb} {tile_name(event.tiles[0] >> 2)}"
    return f"BuHua {tile_name(event.tile >> 2)}" if event.name == "flower" and hasattr(event, "tile") else ""
