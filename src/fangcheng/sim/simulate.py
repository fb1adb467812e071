"""Matches between bots, the same from the same seed whatever number of processes plays them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Protocol

from fangcheng.bots import make_bot
from fangcheng.engine.match import Match
from fangcheng.formats import encode_log
from fangcheng.rules.description import check_seat_count
from fangcheng.rules.options import parse_options
from fangcheng.sim.play import play_deal
from fangcheng.sim.statistics import Statistics
from fangcheng.variants import get_variant

MATCH: Final = 16
Part = tuple[int, int]


class Mapped(Protocol):
    """What `map` is, and `Pool.imap`, and `Executor.map`."""

    def __call__(self, function: Callable[[Part], Statistics], parts: Iterable[Part], /) -> Iterable[Statistics]:
        """The function's results in order."""
        ...


def simulate(
    variant: str,
    bots: Sequence[str],
    deals: int,
    seed: int,
    options: Mapping[str, Any] | None = None,
    each: Mapped = map,
    progress: Callable[[int], None] | None = None,
    logs: Path | None = None,
) -> Statistics:
    """Play this many deals in matches of 16, with bots by seat.

    `each` maps a function over the matches: `map`, or that of a pool of workers; the result does not depend on it. `progress` is called
    with the number of deals after each match. The log of each deal is written into the folder `logs`, named by match and deal from 1:
    ``0001-01.jsonl``. ValueError for an unknown variant or bot or a wrong number of seats, OptionError for
    options that the game does not have.
    """
    game = get_variant(variant)
    check_seat_count(game, len(bots), "bots")
    parse_options(game.options_type, options or {})
    for seat, name in enumerate(bots):
        make_bot(name, game, seat)
    play = partial(play_match, variant, list(bots), seed, dict(options or {}), logs)
    lengths = [MATCH] * (deals // MATCH) + ([deals % MATCH] if deals % MATCH else [])
    total = Statistics.of(list(bots))
    for part in each(play, enumerate(lengths)):
        total.merge(part)
        if progress:
            progress(part.deals)
    return total


def play_match(variant: str, bots: list[str], seed: int, options: dict[str, Any], logs: Path | None, part: Part) -> Statistics:
    """One match of a simulation: its number and its number of deals."""
    number, deals = part
    game = get_variant(variant)
    players = [make_bot(name, game, seat, int.from_bytes(_secret(seed, number, -1)[:8], "big")) for seat, name in enumerate(bots)]
    match = Match.begin(game, _secret(seed, number, -1), options=options, seats=len(bots), deals=deals)
    found = Statistics.of(bots)
    for deal in range(deals):
        table = match.next_game(game, _secret(seed, number, deal))
        problems = play_deal(table, players)
        if logs:
            (logs / f"{number + 1:04}-{deal + 1:02}.jsonl").write_bytes(encode_log(table.log))
        found.add(table, problems)
        settled = table.state.settled
        assert settled is not None
        match.settle(settled)
    return found


def _secret(seed: int, match: int, deal: int) -> bytes:
    return hashlib.sha256(f"simulation/{seed}/{match}/{deal}".encode()).digest()
