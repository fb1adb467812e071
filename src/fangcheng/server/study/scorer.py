"""Questions about a hand without a table: what it is worth, who pays, what it waits for."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from fangcheng.analysis.question import (
    Question,
    QuestionError,
    Sides,
    ask,
    changes,
    check_facts,
    check_names,
    check_needed,
    check_sides,
    check_size,
    payment_of,
    read_held,
    score_of,
    why_no_win,
)
from fangcheng.analysis.waiting import best_discards, nearness, winners
from fangcheng.audit.facts import FactRow, fact_rows
from fangcheng.meld import Meld
from fangcheng.payments import Transfer
from fangcheng.rules.options import OptionError, OptionRow, option_rows, parse_options
from fangcheng.rules.variant import Variant
from fangcheng.score import Score
from fangcheng.server.errors import ApiError
from fangcheng.tiles import HIDDEN
from fangcheng.variants import VARIANTS

Text = Annotated[str, msgspec.Meta(max_length=100)]
Facts = Annotated[dict[str, Any], msgspec.Meta(max_length=20)]


class ScoreForm(msgspec.Struct, frozen=True):
    """What can be told of a win in a game: how it may be won, flags, further facts, melds, and the kinds and options that there are."""

    variant: str
    seats: int
    kinds: list[int]
    melds: list[str]
    won_by: list[str]
    flags: list[str]
    facts: list[FactRow]
    options: list[OptionRow]


class Paying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who wins, whose tile it is (null on a self-draw), who deals, and further facts of the outcome."""

    winner: int
    payer: int | None = None
    dealer: int = 0
    outcome: Facts = {}


class Asked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A hand in notation and what is told of it. `win` is null where the winning tile is among the tiles of the hand."""

    hand: Text
    melds: Text = ""
    win: Text | None = None
    by: Text = "self_draw"
    flags: Annotated[list[Text], msgspec.Meta(max_length=20)] = []
    facts: Facts = {}
    options: Facts = {}
    paying: Paying | None = None


class Paid(msgspec.Struct, frozen=True):
    """Net changes a seat, and the transfers that they come from."""

    payments: list[int]
    transfers: list[Transfer]
    dealer_next: list[int]


class Why(msgspec.Struct, frozen=True):
    """Why a hand is no win: a key under ``refused`` in the game's catalogue, with its parameters."""

    code: str
    detail: dict[str, Any] = {}


class Worth(msgspec.Struct, frozen=True):
    """What a hand is worth; `score` is null for no win, and `why` says then why it is none.

    `hand`, `melds` and `win` are the tiles as they were read.
    """

    wins: bool
    hand: list[int]
    melds: list[Meld]
    win: int
    score: Score | None
    paid: Paid | None
    why: Why | None = None


class WaitAnswer(msgspec.Struct, frozen=True):
    """A kind that wins: its score self-drawn and on a discard, null where it is no win."""

    kind: int
    self_draw: Score | None
    discard: Score | None


class DiscardAnswer(msgspec.Struct, frozen=True):
    """A best discard, how far the hand is then, and the kinds that win or help."""

    kind: int
    distance: int
    kinds: list[int]


class Waits(msgspec.Struct, frozen=True):
    """Of a hand that is a tile short of full its waits, or its distance and what helps; of a full one its best discards.

    complete  the score of a full hand that wins as it is
    """

    distance: int
    useful: list[int]
    waits: list[WaitAnswer]
    discards: list[DiscardAnswer]
    complete: Score | None


def score_form(variant: Variant) -> ScoreForm:
    """The form of a game."""
    return ScoreForm(
        variant=variant.id,
        seats=variant.seats[-1],
        kinds=sorted({tile >> 2 for tile in variant.tiles(variant.options_type())}),
        melds=list(variant.meld_shapes),
        won_by=list(variant.won_by),
        flags=list(variant.score_flags),
        facts=list(fact_rows(variant)),
        options=list(option_rows(variant.options_type)),
    )


def worth(variant: Variant, asked: Asked) -> Worth:
    """The answer to what a hand is worth; ApiError says what of the question cannot be."""
    try:
        question = _question(variant, asked)
        sides = _sides(question, asked.paying)
        score = score_of(question)
        paid = _paid(question, score, sides) if score and sides else None
        why = None if score else Why(*why_no_win(question))
    except QuestionError as error:
        raise ApiError(400, error.code, error.detail) from None
    held = question.held
    return Worth(score is not None, held.hand.kinds(), held.melds, held.win, score, paid, why)


def waits(variant: Variant, asked: Asked) -> Waits:
    """The answer to what a hand waits for."""
    try:
        question = _question(variant, asked)
        held = question.held
        check_size(held, {held.places, held.places + 1})
        check_facts(question)
        check_needed(question)
        return _of_waiting(question) if held.hand.size == held.places else _of_full(question)
    except QuestionError as error:
        raise ApiError(400, error.code, error.detail) from None


def _of_waiting(question: Question) -> Waits:
    hand = question.held.hand
    found = [WaitAnswer(*wait) for wait in winners(question, hand)]
    steps, kinds = (0, []) if found else nearness(question, hand)
    return Waits(steps, kinds, found, [], None)


def _of_full(question: Question) -> Waits:
    complete, best = ask(question, question.held.hand, HIDDEN, "self_draw"), best_discards(question)
    return Waits(best[0].distance, [], [], [DiscardAnswer(*row) for row in best], complete)


def _question(variant: Variant, asked: Asked) -> Question:
    try:
        options = parse_options(variant.options_type, asked.options)
    except OptionError as error:
        raise ApiError(400, "bad_option", {"reason": str(error)}) from None
    check_names(variant, asked.by, asked.flags)
    held = read_held(variant, options, asked.hand, asked.melds, asked.win)
    facts = {name: value for name, value in asked.facts.items() if value is not None}
    return Question(variant, options, held, asked.by, frozenset(asked.flags), facts)


def _sides(question: Question, paying: Paying | None) -> Sides | None:
    if paying is None:
        return None
    outcome = {name: value for name, value in paying.outcome.items() if value is not None}
    sides = Sides(paying.winner, paying.payer, paying.dealer, outcome)
    check_sides(question, sides)
    return sides


def _paid(question: Question, score: Score, sides: Sides) -> Paid:
    payment = payment_of(question, score, sides)
    return Paid(changes(question, payment), list(payment.transfers), list(payment.dealer_next))


def known_game(name: str) -> Variant:
    """The game with this id; ApiError for another."""
    if name not in VARIANTS:
        raise ApiError(404, "unknown_variant", {"variant": name, "variants": list(VARIANTS)})
    return VARIANTS[name]
