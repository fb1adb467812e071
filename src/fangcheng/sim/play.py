"""Playing one deal with bots."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from fangcheng.bots import Bot, safe_choice
from fangcheng.engine.game import Game
from fangcheng.engine.view import redact
from fangcheng.events import player
from fangcheng.rules.variant import Refused


class Problem(msgspec.Struct, frozen=True):
    """What was wrong with a choice of the bot at a seat, so that the default action had to replace it."""

    seat: int
    bot: str
    what: str


def play_deal(game: Game, bots: Sequence[Bot]) -> list[Problem]:
    """Play a deal to its end, bots in seat order. Answers which choices had to be replaced.

    Each bot is shown what its seat may know of every event before anybody is asked again.
    """
    shown = 0
    problems: list[Problem] = []
    watching = [(bot, player(seat)) for seat, bot in enumerate(bots) if bot.sees]
    while True:
        for event in game.log[shown:]:
            for bot, viewer in watching:
                seen = redact(event, viewer)
                if seen is not None:
                    bot.see(seen)
        shown = len(game.log)
        if not (asked := game.asks()):
            return problems
        seat, offers = next(iter(asked.items()))
        if bots[seat].free:
            offers = game.offers(seat)
        choice = safe_choice(bots[seat], offers, lambda seat=seat: game.default_action(seat))  # type: ignore[misc]
        if choice.problem:
            problems.append(Problem(seat, bots[seat].name, choice.problem))
        answer = game.act(seat, choice.action)
        assert not isinstance(answer, Refused)
