"""A record is played in the engine: every line has to be possible, and what comes of it has to be what the record says."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from fangcheng.actions import CLAIM_KONG, DISCARD, KONG, PASS, PUNG, WIN, Action
from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.steps import Window
from fangcheng.formats.botzone.notation import tile_name
from fangcheng.formats.botzone.record import PLAYERS, BotzoneError, Line, Record, parse_record
from fangcheng.formats.botzone.winds import PREVALENT, deal_of_wind
from fangcheng.formats.botzone.words import LAST_TILE, format_record, named
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Refused, Variant
from fangcheng.tiles import FLOWERS, HIDDEN, HONOURS, kind_name

OF_ITSELF: Final = ("Deal", "Draw", "BuHua")
"""Lines of what no player decides."""


def replay(variant: Variant, record: Record, options: dict[str, Any] | None = None) -> Game:
    """The deal, played in the engine; BotzoneError names the first line that the rules do not allow, or a win counted differently."""
    _check_tiles(variant, record, options or {})
    game = set_up(variant, _position(variant, record, options or {}))
    for line in record.lines:
        if line.verb not in OF_ITSELF:
            _act(game, line)
    while not game.over and _pass(game):
        pass
    _check_played(game, record)
    win = game.state.win
    if record.fan >= 0 and win and win.wins[0].score.points != record.fan:
        raise BotzoneError(f"the win counts {win.wins[0].score.points} fan here, {record.fan} in the record")
    scores = tuple(game.state.settled.payments) if game.state.settled else ()
    if record.scores and record.scores != scores:
        raise BotzoneError(f"the scores are {_listed(scores)} here, {_listed(record.scores)} in the record")
    return game


def _check_tiles(variant: Variant, record: Record, options: dict[str, Any]) -> None:
    """Every tile is one of the game's."""
    known = {tile >> 2 for tile in variant.tiles(parse_options(variant.options_type, options))}
    for line in record.lines:
        for kind in line.kinds:
            if kind not in known:
                raise BotzoneError(f"line {line.number}: {variant.id} is played without {tile_name(kind)}")


def _listed(scores: Sequence[int]) -> str:
    return " ".join(map(str, scores))


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


def _position(variant: Variant, record: Record, options: dict[str, Any]) -> Position:
    hands: list[list[int]] = [[] for _ in range(PLAYERS)]
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
    ends = record.drawn or any(named(variant.id, element) in record.elements for element in LAST_TILE)
    return Position(
        seats=PLAYERS,
        dealer=0,
        hands=hands,
        options=options,
        from_deal=True,
        draws=draws,
        tail=tail,
        wall_left=len(draws) + len(tail) if ends else None,
        number=deal_of_wind(variant, record.wind),
        facts={PREVALENT: kind_name(HONOURS + record.wind)},
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
