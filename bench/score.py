"""What one scoring call takes, in microseconds: every game of ours next to two public peers, in one run.

    ./scripts/bench score [--calls 20] [--passes 7]

The ordinary hands of a game are those of its score cases without melds that both peers can score too, and all three score the same tiles:
`mahjong` by riichi rules in pure Python, PyMahjongGB by MCR rules in C++. Rules differ, so a ratio tells about the size of the work, not
more. The worst call is the slowest of all score cases and of the hands in EXTREME. Passes of all alternate, so that a noisy machine
disturbs all alike; a call's time is the median of its passes. FANGCHENG_PURE=1 in the environment leaves our own C code alone.

A second table has the national-standard games beside PyMahjongGB, which counts by the same rules, on random hands: fresh ones, and the same
again and again (see _national.py).
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import _national as national
from mahjong.hand_calculating.divider import HandDivider
from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig
from mahjong.tile import TilesConverter
from MahjongGB import MahjongFanCalculator
from rich.console import Console
from rich.table import Table

from fangcheng import VARIANTS, Hand, Variant, WinFacts, parse_kind
from fangcheng.audit.case import ScoreCase
from fangcheng.audit.parse import parse_case
from fangcheng.shapes.mode import mode

CASES: Final = Path(__file__).parents[1] / "tests" / "cases"
Call = Callable[[], object]

# Calls known to be the hardest of a game: hand, winning tile, context. Four wilds and no melds leave the most to be tried.
EXTREME: Final[dict[str, list[tuple[str, str, dict[str, str]]]]] = {
    "anhua": [
        ("2228999m2255p88s", "9m", {"wild": "9m", "indicator": "8m"}),
        ("555888m2555p228s", "8m", {"wild": "8m", "indicator": "7m"}),
        ("2223446668m444p", "4p", {"wild": "4p", "indicator": "3p"}),
        ("1359m1379p24999s", "9s", {"wild": "9s", "indicator": "8s"}),
    ],
    "guobiao": [
        ("11m22p555666sFFF", "5s", {"wild": "5s", "seat_wind": "E"}),
        ("678m777p4568899s", "7p", {"wild": "7p", "seat_wind": "E"}),
        ("123445999m6666s", "3m", {"wild": "6s", "seat_wind": "E"}),
        ("1234447888999m", "4m", {"wild": "4m", "seat_wind": "E"}),
        ("33355599pWWWCC", "3p", {"wild": "3p", "seat_wind": "E"}),
        ("2333347788m444s", "4s", {"wild": "4s", "seat_wind": "E"}),
        ("45678m44446sNNN", "N", {"wild": "N", "seat_wind": "E"}),
    ],
}


class Timed(NamedTuple):
    """A scoring call of a game: ours, and the two peers' where they know the hand."""

    name: str
    ours: Call
    riichi: Call | None = None
    mcr: Call | None = None


def calls_of(game: Variant) -> Iterator[Timed]:
    """The score cases of a game, and its extreme hands."""
    file = CASES / f"{game.id}.jsonl"
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        if '"score"' in line:
            case = parse_case(line)
            assert isinstance(case, ScoreCase)
            yield Timed(case.id, call_of(game, case.options, case.facts), *peers_of(case.facts))
    for hand, win, context in EXTREME.get(game.id, ()):
        facts = WinFacts(Hand.parse(hand), [], parse_kind(win), "self_draw", frozenset(), context)
        yield Timed(f"{hand} {win}", call_of(game, game.options_type(), facts))


def call_of(game: Variant, options: Any, facts: WinFacts) -> Call:
    return lambda: game.score(options, facts)


def peers_of(facts: WinFacts) -> tuple[Call | None, Call | None]:
    """The calls of the peers for the same tiles, drawn by oneself; None for both unless both score them."""
    if facts.melds or facts.win < 0 or any(kind >= 27 for kind in (*facts.hand.kinds(), facts.win)):
        return None, None
    kinds = sorted([*facts.hand.kinds(), facts.win])
    suits = ["".join(str(kind % 9 + 1) for kind in kinds if kind // 9 == suit) for suit in range(3)]
    tiles = TilesConverter.string_to_136_array(man=suits[0], pin=suits[1], sou=suits[2])
    win, config, calculator = next(tile for tile in tiles if tile // 4 == facts.win), HandConfig(is_tsumo=True), HandCalculator()
    names = tuple("WBT"[kind // 9] + str(kind % 9 + 1) for kind in facts.hand.kinds())
    last = "WBT"[facts.win // 9] + str(facts.win % 9 + 1)

    def riichi() -> Any:
        # What it remembers of a hand would make one call of many.
        HandDivider._divide_hand_impl.cache_clear()
        return calculator.estimate_hand_value(tiles, win, config=config)

    def mcr() -> Any:
        return MahjongFanCalculator((), names, last, 0, True, False, False, False, 0, 0)

    try:
        return (riichi, mcr) if riichi().error is None and mcr() else (None, None)
    except Exception:
        return None, None


def measure(call: Call, calls: int) -> float:
    """Processor microseconds of one call."""
    began = time.process_time()
    for _ in range(calls):
        call()
    return (time.process_time() - began) / calls * 1e6


def medians(timed: list[Timed], calls: int, passes: int) -> list[tuple[Timed, float, float, float]]:
    """Each call with its median times: ours and the peers' (0 where they do not know the hand)."""
    times: list[list[list[float]]] = [[[], [], []] for _ in timed]
    for _ in range(passes):
        for one, kept in zip(timed, times, strict=True):
            for call, column in zip((one.ours, one.riichi, one.mcr), kept, strict=True):
                column.append(measure(call, calls) if call else 0.0)
    return [(one, *map(statistics.median, kept)) for one, kept in zip(timed, times, strict=True)]  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=20, help="calls of one measurement")
    parser.add_argument("--passes", type=int, default=7)
    arguments = parser.parse_args()
    table = Table("game", "hands", "ours", "mahjong", "PyMahjongGB", "to mahjong", "of PyMahjongGB", "worst call", "which")
    for game in VARIANTS.values():
        found = medians(list(calls_of(game)), arguments.calls, arguments.passes)
        ordinary = [times for one, *times in found if one.riichi]
        worst = max(found, key=lambda entry: entry[1], default=None)
        if not ordinary or worst is None:
            table.add_row(game.id, "0", *["-"] * 7)
            continue
        ours, riichi, mcr = (statistics.median(column) for column in zip(*ordinary, strict=True))
        cells = (f"{value:.0f}" for value in (ours, riichi, mcr))
        table.add_row(game.id, str(len(ordinary)), *cells, f"{riichi / ours:.1f}x", f"{ours / mcr:.1f}x", f"{worst[1]:.0f}", worst[0].name)
    Console().print(f"our code: {mode()}", table, national_table())


def national_table() -> Table:
    """The games that PyMahjongGB's rules are about, on the hands that it is asked about too."""
    table = Table("game", "hands", "ours", "PyMahjongGB", "of PyMahjongGB")
    for name in ("mcr", "guobiao"):
        for row in national.rows(VARIANTS[name]):
            table.add_row(name, row.hands, f"{row.ours:.1f}", f"{row.peers:.1f}", f"{row.ours / row.peers:.1f}x")
    return table


if __name__ == "__main__":
    main()
