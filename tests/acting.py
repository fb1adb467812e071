"""Acting in a game as tests write it, by seats and the texts of actions, and what seats are sent."""

from __future__ import annotations

from typing import Any

import msgspec

from fangcheng.actions import parse_action
from fangcheng.engine.game import Game
from fangcheng.engine.view import View
from fangcheng.rules.variant import Refused


def act(game: Game, *steps: tuple[int, str]) -> None:
    """Take actions, each of which must be accepted."""
    for seat, text in steps:
        result = game.act(seat, parse_action(text))
        assert not isinstance(result, Refused), (text, result)


def refusal(game: Game, seat: int, text: str) -> str:
    """The code with which an action is refused."""
    result = game.act(seat, parse_action(text))
    assert isinstance(result, Refused), f"{text} was accepted"
    return result.code


def offers(game: Game, seat: int) -> list[str]:
    """What a seat may do, in button order."""
    return list(map(str, game.asks().get(seat, ())))


def as_sent(seen: View) -> Any:
    """What a viewer sees, as the plain data that clients get."""
    return msgspec.to_builtins(seen, str_keys=True)
