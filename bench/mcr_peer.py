"""What PyMahjongGB counts for the random hands of tests/mcr_hands.py: as it did when its answers were kept, and as we do?

    ./scripts/bench mcr_peer [--write]

The suite compares our counter with the kept answers; here PyMahjongGB itself is asked. With --write its answers are kept.
"""

from __future__ import annotations

import argparse
from importlib.metadata import version

from _national import mcr_hands as hands
from _national import peers_call
from MahjongGB import MahjongFanCalculator

from fangcheng import get_variant
from fangcheng.locales import section

ELEMENTS = {element: own for own, element in section("zh-Hans", "element", "mcr").items()}
# What the peer calls otherwise than we do.
OTHER_NAMES = {"独听・嵌张": "嵌张", "独听・边张": "边张", "独听・单钓": "单钓将"}


def counted(asked: hands.Question) -> dict[str, int]:
    """The peer's points by element."""
    fan = MahjongFanCalculator(*peers_call(asked))
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
