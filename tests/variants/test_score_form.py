"""What a game says that the score of a win is told is what its scores read: all of it, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from fangcheng.analysis.question import Question, read_held
from fangcheng.analysis.waiting import nearness
from fangcheng.audit.case import ScoreCase
from fangcheng.audit.facts import fact_rows
from fangcheng.audit.parse import parse_case
from fangcheng.rules.facts import told_wild
from fangcheng.rules.variant import Variant, WinFacts
from fangcheng.score import Score
from fangcheng.tiles import kind_name
from fangcheng.variants import VARIANTS

CASES = Path(__file__).resolve().parents[1] / "cases"
GAMES = list(VARIANTS.values())


@cache
def cases(game: Variant) -> list[ScoreCase]:
    lines = (CASES / f"{game.id}.jsonl").read_text("utf-8").splitlines()
    return [case for case in map(parse_case, filter(None, lines)) if isinstance(case, ScoreCase)]


def score(case: ScoreCase, facts: WinFacts) -> Score | str | None:
    """The score, or which complaint there is."""
    try:
        return case.variant.score(case.options, facts)
    except (ValueError, KeyError) as error:
        return type(error).__name__


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_scores_read_nothing_that_is_not_told(game: Variant) -> None:
    for case in cases(game):
        facts = case.facts
        context = {name: value for name, value in facts.context.items() if name in game.score_facts}
        told = facts._replace(flags=facts.flags & set(game.score_flags), context=context)
        assert score(case, told) == score(case, facts), case.id
        assert facts.by in game.won_by, case.id
        assert {meld.shape for meld in facts.melds} <= set(game.meld_shapes), case.id


def without(game: Variant, name: str) -> Iterator[tuple[ScoreCase, WinFacts]]:
    """Cases that tell a flag or fact, and the same win when it is not told or as a question begins."""
    for case in cases(game):
        facts = case.facts
        if name in facts.flags:
            yield case, facts._replace(flags=facts.flags - {name})
        if name in facts.context:
            context = dict(facts.context) | {name: game.score_facts[name]}
            if name == "indicator":
                context.pop("wild", None)
            if context[name] is None:
                del context[name]
            yield case, facts._replace(context=context)


@pytest.mark.parametrize(("game", "name"), [(game.id, name) for game in GAMES for name in (*game.score_flags, *game.score_facts)])
def test_what_is_told_makes_a_difference(game: str, name: str) -> None:
    assert any(score(case, facts) != score(case, case.facts) for case, facts in without(VARIANTS[game], name))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_form_begins_with_what_can_be_told(game: Variant) -> None:
    for row in fact_rows(game):
        assert row.default is None or not row.values or row.default in row.values


@pytest.mark.parametrize(("facts", "wild"), [
    ({"indicator": "4p"}, "5p"),
    ({"indicator": "4p", "wild": "9s"}, "9s"),
    ({"indicator": "9s"}, "1s"),
    ({"wild": "E"}, "E"),
    ({}, "?"),
    ({"seat_wind": "E"}, "?"),
])  # fmt: skip
def test_facts_tell_the_wild_kind(facts: dict[str, str], wild: str) -> None:
    assert kind_name(told_wild(facts)) == wild


def test_wild_tiles_shorten_the_way_to_a_win() -> None:
    zuanpai = VARIANTS["zuanpai"]
    held = read_held(zuanpai, zuanpai.options_type(), "5p5p5p5p147m258s369s")
    without, knowing = ({"indicator": name} for name in ("1m", "4p"))
    distances = [nearness(Question(zuanpai, zuanpai.options_type(), held, facts=facts), held.hand)[0] for facts in (without, knowing)]
    assert distances[1] < distances[0]
