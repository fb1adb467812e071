"""Whole deals by random legal play, events included, on one core: every game of ours next to riichienv, in one run.

    ./scripts/bench deals [--deals 200] [--passes 5]

Passes of the two alternate, so that a noisy machine disturbs both alike; the medians are compared. The peer plays single hands of
four-player riichi; rules differ, so the ratio tells about the size of the work, not more.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

import riichienv
from rich.console import Console
from rich.table import Table

from fangcheng import VARIANTS, Game, Variant


def play_ours(variant: Variant, deals: int, seed: int) -> int:
    """Play deals at random; the number of events."""
    chance, events = random.Random(seed).random, 0
    for number in range(deals):
        game = Game.start(variant, (seed * deals + number).to_bytes(32, "big"))
        while asked := game.asks():
            seat = next(iter(asked))
            offers = asked[seat]
            game.act(seat, offers[int(chance() * len(offers))])
        events += len(game.log)
    return events


def play_peer(deals: int, seed: int) -> int:
    """Play single hands of the peer at random; the number of its events."""
    chance = random.Random(seed).random
    env, events = riichienv.RiichiEnv(game_mode="4p-red-single"), 0
    for number in range(deals):
        seen = env.reset(seed=seed * deals + number)
        while not env.done():
            offers = {seat: view.legal_actions() for seat, view in seen.items()}
            seen = env.step({seat: legal[int(chance() * len(legal))] for seat, legal in offers.items()})
        events += len(env.mjai_log)
    return events


def measure(play: Callable[[int], int], seed: int) -> tuple[float, int]:
    """Processor seconds of one pass, and its events."""
    began = time.process_time()
    events = play(seed)
    return time.process_time() - began, events


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--passes", type=int, default=5)
    arguments = parser.parse_args()
    players: dict[str, Callable[[int], int]] = {
        variant.id: lambda seed, variant=variant: play_ours(variant, arguments.deals, seed)  # type: ignore[misc]
        for variant in VARIANTS.values()
    }
    players["riichienv"] = lambda seed: play_peer(arguments.deals, seed)
    results: dict[str, list[tuple[float, int]]] = {name: [] for name in players}
    for play in players.values():
        play(0)
    for number in range(arguments.passes):
        for name, play in players.items():
            results[name].append(measure(play, number + 1))
    show(results, arguments.deals)


def show(results: dict[str, list[tuple[float, int]]], deals: int) -> None:
    speed = {name: deals / statistics.median(seconds for seconds, _ in passes) for name, passes in results.items()}
    table = Table("game", "deals/s (median)", "events/deal", "to riichienv")
    for name, passes in results.items():
        events = statistics.mean(count for _, count in passes) / deals
        table.add_row(name, f"{speed[name]:.0f}", f"{events:.0f}", f"{speed[name] / speed['riichienv']:.2f}x")
    Console().print(table)


if __name__ == "__main__":
    main()
