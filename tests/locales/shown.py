"""What a game shows in its cases and in random deals, beside what its code names."""

from __future__ import annotations

import json
from functools import cache

from locales.code import argument, calls, constant, files_of
from locales.texts import ROOT

from fangcheng.audit.case import ScoreCase, SettleCase
from fangcheng.audit.parse import parse_case
from fangcheng.audit.promises import check_deal
from fangcheng.engine.decide import asks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, Start
from fangcheng.payments import Transfer
from fangcheng.rules.variant import Variant
from fangcheng.score import Score


def lines_of(game: Variant) -> list[str]:
    return list(filter(str.strip, (ROOT / "tests" / "cases" / f"{game.id}.jsonl").read_text("utf-8").splitlines()))


@cache
def scores(game: Variant) -> list[Score]:
    """What the score cases come to."""
    cases = filter(lambda case: isinstance(case, ScoreCase), map(parse_case, lines_of(game)))
    found = (game.score(case.options, case.facts) for case in cases if isinstance(case, ScoreCase))
    return [score for score in found if score is not None]


def elements(game: Variant) -> set[str]:
    """Ids in the element tables of the code, all that the case files name, and what strikes out others."""
    tables = {constant(argument(call, 0, "id")) for call in calls(files_of(game), "Element")}
    expected = {name for line in lines_of(game) for name in json.loads(line)["expect"].get("elements", ())}
    counted = {element.id for score in scores(game) for element in score.elements}
    excluded = {name for score in scores(game) for out in score.excluded for name in (out.id, out.by)}
    return {name for name in tables if name} | expected | counted | excluded


def shapes(game: Variant) -> set[str]:
    """Shapes of readings, of the groups in them, and of melds."""
    readings = [score.reading for score in scores(game)]
    melds = {meld.shape for case in map(parse_case, lines_of(game)) if isinstance(case, ScoreCase) for meld in case.facts.melds}
    return melds | {reading.shape for reading in readings} | {group.shape for reading in readings for group in reading.groups}


def reasons(game: Variant) -> set[str]:
    """Reasons of transfers: those written in the code, and those that the settlement cases lead to."""
    found = {constant(argument(call, 2, "reason")) for call in calls(files_of(game), "bill")}
    return {reason for reason in found if reason} | {transfer.reason for transfer in transfers(game)}


def terms(game: Variant) -> set[str]:
    """What the numbers of formulas are: those written in the code, and those that the settlement cases lead to."""
    found = {constant(argument(call, 1, "id")) for call in calls(files_of(game), "Term")}
    return {term for term in found if term} | {term for transfer in transfers(game) for term in transfer.terms}


@cache
def transfers(game: Variant) -> list[Transfer]:
    """The payments of the settlement cases."""
    cases = [case for case in map(parse_case, lines_of(game)) if isinstance(case, SettleCase)]
    return [transfer for case in cases for transfer in game.pay(case.options, case.outcome).transfers]


@cache
def shown_in_deals(game: Variant) -> dict[str, set[str]]:
    """By section, the ids that random deals show: also those that the code makes up."""
    found: dict[str, set[str]] = {"step": set(), "badge": set(), "shown": set(), "centre": set()}
    for seed in range(12):
        log = check_deal(game, seed).log
        start = log[0]
        assert isinstance(start, Start)
        state = begin_state(game, start)
        for event in log[1:]:
            evolve(state, event)
            seen = view(state, SPECTATOR)
            found["step"] |= {state.step.name} if asks(state) else set()
            found["badge"] |= {badge["id"] for seat in seen.seats for badge in seat.badges}
            found["shown"] |= {group["id"] for seat in seen.seats for group in seat.shown}
            found["centre"] |= {group["id"] for group in seen.centre}
    return found
