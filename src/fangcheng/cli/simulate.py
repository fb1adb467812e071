"""``fangcheng simulate``: bots play each other."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Final

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from fangcheng.bots import BOTS
from fangcheng.cli.console import AsJson, Lang, Settings, Speaker, fail, game_named, grumble, print_json, settings_of
from fangcheng.rules.variant import Variant
from fangcheng.sim import Statistics
from fangcheng.sim import simulate as simulate_deals
from fangcheng.sim.simulate import MATCH, Mapped
from fangcheng.variants import VARIANTS

MOST: Final = 10
"""Problems with bots that are told one by one."""


def simulate(
    variant: Annotated[str, typer.Option(metavar="VARIANT", help=f"The game: {', '.join(VARIANTS)}.")] = next(iter(VARIANTS)),
    deals: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="Number of deals, played in matches of 16.")] = 1000,
    bots: Annotated[
        str, typer.Option(metavar="NAMES", help=f"Bots by seat, separated by commas, or one for all: {', '.join(BOTS)}.")
    ] = "greedy",
    seed: Annotated[int, typer.Option(min=0, metavar="NUMBER", help="The same seed gives the same deals and the same table.")] = 0,
    option: Settings = None,
    jobs: Annotated[
        int, typer.Option(min=0, metavar="NUMBER", help="Processes; 0 for one a processor. The result does not depend on it.")
    ] = 0,
    logs: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write the log of each deal into it, for replay, verify and convert.")
    ] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Let bots play each other and print what came of it.

    \b
    Example:
      fangcheng simulate --variant GAME --deals 1000 --bots greedy,random,random,random --seed 7
      fangcheng simulate --variant GAME --deals 1 --logs deals
      fangcheng replay deals/0001-01.jsonl
    """
    game = game_named(variant)
    speaker = Speaker(lang, game)
    names, settings = _names(bots, game), settings_of(game, option)
    workers = min(jobs or os.cpu_count() or 1, -(-deals // MATCH))
    with _workers(workers) as each, _progress(deals, hidden=json) as progress, _complaints(logs):
        if logs:
            logs.mkdir(parents=True, exist_ok=True)
        found = simulate_deals(variant, names, deals, seed, settings, each, progress, logs)
    if json:
        print_json(found)
    else:
        _print(speaker, found)
    for problem in found.problems[:MOST]:
        grumble(f"seat {problem.seat + 1} ({problem.bot}) {problem.what}")
    return 1 if found.problems else 0


def _names(bots: str, game: Variant) -> list[str]:
    """Bots by seat."""
    names = [name.strip() for name in bots.split(",")]
    return names * game.seats[-1] if len(names) == 1 else names


@contextmanager
def _complaints(logs: Path | None) -> Generator[None]:
    """End the command when a simulation cannot be, or its logs cannot be written."""
    try:
        yield
    except ValueError as error:
        fail(error)
    except OSError as error:
        if logs is None:
            raise
        fail(f"--logs {error.filename or logs}: {error.strerror}")


@contextmanager
def _workers(number: int) -> Generator[Mapped]:
    """A map that works with so many processes. Leaving early ends them at once."""
    if number < 2:
        yield map
        return
    # Workers inherit that interrupts are ignored: one ends the command, which ends its workers, and they have nothing to say about it.
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        # Everywhere the same: a fork would copy whatever threads and locks the caller has.
        pool = multiprocessing.get_context("spawn").Pool(number)
    finally:
        signal.signal(signal.SIGINT, handler)
    with pool:
        yield pool.imap


@contextmanager
def _progress(deals: int, hidden: bool) -> Generator[Callable[[int], None] | None]:
    if hidden or not sys.stderr.isatty():
        yield None
        return
    with Progress(BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=deals)
        yield lambda number: bar.advance(task, number)


def _print(speaker: Speaker, found: Statistics) -> None:
    heads = [speaker.text(f"cli.head.{name}") for name in ("seat", "bot", "wins", "self_draws", "deal_ins", "points", "mean", "error")]
    rows = [
        [
            seat + 1,
            one.bot,
            _share(one.wins, one.deals),
            _share(one.self_draws, one.deals),
            _share(one.deal_ins, one.deals),
            f"{one.points:+d}",
            f"{one.mean:+.2f}",
            f"±{one.error:.2f}",
        ]
        for seat, one in enumerate(found.seats)
    ]
    speaker.table(rows, heads, right=[0, 2, 3, 4, 5, 6, 7])
    speaker.say("cli.drawn_deals", deals=found.deals, drawn=found.draws, share=_share(found.draws, found.deals))
    won = sum(one.wins for one in found.seats)
    if not won:
        return
    speaker.say("cli.elements_of_wins")
    counted = sorted(found.elements.items(), key=lambda pair: -pair[1])
    speaker.table([[f"  {number}", _share(number, won), *speaker.both(f"element.{name}")] for name, number in counted], right=[0, 1])


def _share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f}%" if whole else "-"
