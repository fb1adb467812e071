"""Random walks: deals in which every seat does any legal thing. The hash of a walk's log pins the whole behaviour of a game."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from fangcheng.engine.game import Game
from fangcheng.events import Event
from fangcheng.formats import encode_log
from fangcheng.rules.variant import Refused, Variant
from fangcheng.wall import Stream


class Walk(NamedTuple):
    """A finished walk: the hash of its log, how many events and actions it had, and the deal itself."""

    hash: str
    events: int
    actions: int
    game: Game


def walk(variant: Variant, seed: int, options: Mapping[str, Any] | None = None, seats: int | None = None) -> Walk:
    """Play a deal in which each offer is as likely as the others; the same seed makes the same walk on every machine."""
    chance = Stream(seed.to_bytes(16, "big", signed=True), "walk")
    secret = hashlib.sha256(f"walk/{seed}".encode()).digest()
    game = Game.start(variant, secret, options=dict(options or {}), seats=seats)
    actions = 0
    while asked := game.asks():
        seat = next(iter(asked))
        offers = game.offers(seat)
        answer = game.act(seat, offers[chance.below(len(offers))])
        assert not isinstance(answer, Refused)
        actions += 1
    return Walk(log_hash(game.log), len(game.log), actions, game)


def log_hash(log: Iterable[Event]) -> str:
    """SHA-256, in hex, of a log as its file is written."""
    return hashlib.sha256(encode_log(log)).hexdigest()
