"""The shapes kernel beside its peers on PyPI, on the same seeded hands, in one run: medians, ratios, and whether the answers agree.

    ./scripts/bench kernel [--passes 15] [--hands 400]

Each mode runs in a process of its own, beside all peers; inside, passes take turns, so that a noisy machine disturbs all alike. Times are
processor time a call from Python, the loop around it included. A peer is asked in its own notation, made beforehand.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from _agreement import agreement
from _contests import Contender, Hands, contests
from rich.console import Console
from rich.table import Table

from fangcheng.shapes import mode

Times = dict[str, dict[str, float]]
LEAST_SECONDS = 0.02
NEAR, ROWS = "complete?, near hands", "complete?, rows, 2 wilds"


class Figure(NamedTuple):
    """A comparison: how many times faster than a peer we are to be in each mode, None where nothing is promised.

    `against` is the peer's question where it is another than ours; the peers "ours" and "no wilds" are our own single call.
    """

    question: str
    peer: str
    pure: float | None = None
    accelerated: float | None = None
    against: str = ""


FIGURES = (
    Figure(NEAR, "mahjong", 3, 20),
    Figure(NEAR, "jansou"),
    Figure("complete?, complete hands", "mahjong"),
    Figure("complete?, random hands", "mahjong"),
    *(Figure(f"complete?, {wilds} wild{'s'[: wilds > 1]}", "no wilds", 1 / 1.2, 1 / 1.2) for wilds in (1, 2, 3, 4)),
    Figure(ROWS, "ours", None, None, NEAR),
    Figure("distance, random 14", "riichienv", 0.5, 4),
    Figure("distance, random 14", "jansou"),
    Figure("distance, random 14", "PyMahjongGB"),
    Figure("distance, random 14", "mahjong"),
    Figure("waits, ready hands", "mahjong", 3, 100),
    Figure("waits, ready hands", "jansou"),
    Figure("waits, random 13", "mahjong", 3, 100),
    Figure("splits, no wilds", "mahjong", 8, 30),
    Figure("splits, 2 wilds (peer: none)", "mahjong", 8, 30),
    Figure("each split, 2 wilds (peer: none)", "mahjong"),
    Figure("whole deals, Changsha", "riichienv", 1.5, 4),
)


def measure(contender: Contender) -> float:
    """Processor time in microseconds a hand, over as many rounds of the calls as fill the least time: a short pass would mostly measure
    how the others left the caches."""
    began, rounds = time.process_time(), 0
    while (taken := time.process_time() - began) < LEAST_SECONDS:
        call_all(contender.ask, contender.calls)
        rounds += 1
    return taken / rounds / len(contender.calls) / contender.per_call * 1e6


def call_all(ask: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> None:
    """Every call once, written out, as a starred call would cost more than some answers."""
    if len(calls[0]) == 1:
        for (one,) in calls:
            ask(one)
    elif len(calls[0]) == 2:
        for one, two in calls:
            ask(one, two)
    else:
        for one, two, three in calls:
            ask(one, two, three)


def run_mode(hands: int, passes: int) -> Times:
    """The medians of all contests in the mode of this process."""
    medians: Times = {}
    for question, contest in contests(Hands(hands), mode() == "accelerated").items():
        taken: dict[str, list[float]] = {name: [] for name in contest}
        for turn in range(-1, passes):
            for name, contender in contest.items():
                seconds = measure(contender)
                if turn >= 0:
                    taken[name].append(seconds)
        medians[question] = {name: statistics.median(values) for name, values in taken.items()}
    return medians


def run_in(pure: str, arguments: argparse.Namespace) -> dict[str, Any]:
    """The same script in a process of the other mode, or of this."""
    command = [sys.executable, __file__, "--only", "--hands", str(arguments.hands), "--passes", str(arguments.passes)]
    done = subprocess.run(command, env=os.environ | {"FANGCHENG_PURE": pure}, stdout=subprocess.PIPE, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def shown(figure: Figure, times: Times, needed: float | None) -> list[str]:
    """Our time, the ratio, and what is asked of it."""
    ours = times[figure.question]["ours"]
    ratio = times[figure.against or figure.question][figure.peer] / ours
    return [f"{ours:.3f}", f"{ratio:.3g}x", "" if needed is None else f"{needed:.3g}x {verdict(ratio, needed)}"]


def verdict(reached: float, needed: float) -> str:
    return "met" if reached >= needed else "NOT MET"


def show(pure: Times, fast: Times, fast_mode: str) -> None:
    table = Table("question", "peer", "peer us", "pure us", "ratio", "figure", f"{fast_mode} us", "ratio", "figure")
    for figure in FIGURES:
        peer = fast[figure.against or figure.question][figure.peer]
        table.add_row(
            figure.question + (f" (peer: {figure.against})" if figure.against else ""),
            figure.peer,
            f"{peer:.3f}",
            *shown(figure, pure, figure.pure),
            *shown(figure, fast, figure.accelerated),
        )
    console = Console(width=170)
    console.print(table)
    speed, times = 1 / fast[ROWS]["ours"], pure[NEAR]["ours"] / fast[ROWS]["ours"]
    console.print(
        f"rows: {speed:.1f} million hands a second with 2 wilds, {times:.0f}x our pure single call; 15 million {verdict(speed, 15)}"
    )
    console.print(
        f"deals: {1e6 / fast['whole deals, Changsha']['ours']:.0f} a second, pure {1e6 / pure['whole deals, Changsha']['ours']:.0f}"
    )


def show_agreement(found: dict[str, list[int]]) -> bool:
    table = Table("agreement", "answers alike", "of")
    for question, (alike, asked) in found.items():
        table.add_row(question, str(alike), str(asked))
    Console().print(table)
    return all(alike == asked for alike, asked in found.values())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=400)
    parser.add_argument("--passes", type=int, default=15)
    parser.add_argument("--only", action="store_true", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.only:
        print(json.dumps({"mode": mode(), "times": run_mode(arguments.hands, arguments.passes), "agreement": agreement(arguments.hands)}))
        return 0
    fast, pure = run_in("", arguments), run_in("1", arguments)
    show(pure["times"], fast["times"], fast["mode"])
    return 0 if show_agreement(fast["agreement"]) and fast["agreement"] == pure["agreement"] else 1


if __name__ == "__main__":
    sys.exit(main())
