"""What PyMahjongGB counts for the random hands of tests/mcr_hands.py: as it did when its answers were kept, and as we do?

    ./scripts/bench mcr_peer [--write]

The suite compares our counter with the kept answers; here PyMahjongGB itself is asked. With --write its answers are kept.
"""

from __future__ import annotations

import argparse
import sys
from importlib.metadata import version
from pathlib import Path

from MahjongGB import MahjongFanCalculator

sys.path.append(str(Path(__file__).parents[1] / "tests"))

import mcr_hands as hands

from fangcheng import get_variant
from fangcheng.locales import section
from fangcheng.tiles import HONOURS

ELEMENTS = {element: own for own, element in section("zh-Hans", "element", "mcr").items()}
# What the peer calls otherwise than we do.
OTHER_NAMES = {"独听・嵌张": "嵌张", "独听・边张": "边张", "独听・单钓": "单钓将"}


def name(kind: int) -> str:
    """A kind in the peer's notation."""
    if kind >= HONOURS:
        return "FJ"[kind >= 31] + str(kind - (27 if kind < 31 else 31) + 1)
    return "WBT"[kind // 9] + str(kind % 9 + 1)


def counted(asked: hands.Question) -> dict[str, int]:
    """The peer's points by element."""
    packs = tuple(
        (
            "CHI" if meld.shape == "chow" else "PENG" if meld.shape == "pung" else "GANG",
            name(sorted(meld.kinds())[meld.shape == "chow"]),
            0 if meld.shape == "concealed_kong" else 1,
        )
        for meld in asked.melds
    )
    way = asked.way
    drawn, about_kong, last = way in ("self_draw", "kong_bloom", "last_draw"), way in ("rob_kong", "kong_bloom"), way.startswith("last")
    tiles = tuple(map(name, asked.kinds))
    fan = MahjongFanCalculator(packs, tiles, name(asked.win), 0, drawn, asked.fourth, about_kong, last, *asked.winds, True)
    return {ELEMENTS[OTHER_NAMES.get(element, element)]: points * times for points, times, element, _ in fan}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="keep the answers in tests/")
    write = parser.parse_args().write
    answers = {way: [counted(asked) for asked in hands.questions(way)] for way in hands.WAYS}
    if write:
        hands.keep_answers(f"PyMahjongGB {version('pymahjonggb')}", answers)
    game = get_variant("mcr")
    options = game.options_type(min_fan=0)  # type: ignore[call-arg]
    for way, each in answers.items():
        kept = hands.kept_answers(way)
        scores = [game.score(options, asked.facts()) for asked in hands.questions(way)]
        ours = [score.values() if score else {} for score in scores]
        same = sum(sum(one.values()) == sum(other.values()) for one, other in zip(each, ours, strict=True))
        alike = sum(one == other for one, other in zip(each, ours, strict=True))
        again = sum(one == other for one, other in zip(each, kept, strict=True))
        print(f"{way:12} {len(each)} hands: as kept {again}, our points {same}, our elements {alike}")


if __name__ == "__main__":
    main()
