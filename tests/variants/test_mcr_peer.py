"""The official rules beside PyMahjongGB, an independent counter of the same rules, on random hands: see tests/mcr_hands.py."""

from __future__ import annotations

import mcr_hands as hands
import pytest

from fangcheng.variants import get_variant

GAME = get_variant("mcr")
OPTIONS = GAME.options_type(min_fan=0)  # type: ignore[call-arg]


@pytest.mark.parametrize("way", hands.WAYS)
def test_the_same_count_as_the_peer(way: str) -> None:
    answers = hands.kept_answers(way)
    assert len(answers) == hands.HANDS
    different, otherwise = [], 0
    for asked, expected in zip(hands.questions(way), answers, strict=True):
        score = GAME.score(OPTIONS, asked.facts())
        found = score.values() if score else {}
        otherwise += found != expected
        if sum(found.values()) != sum(expected.values()):
            different.append((asked, expected, found))
    assert not different, f"{len(different)} of {hands.HANDS}: {different[:5]}"
    # Of readings with one value the peer may show another than ours (the larger values in table order); that is rare.
    assert otherwise < 5
