"""``fangcheng score``: is this a win, what is it worth, who pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
import typer

from fangcheng.analysis.question import (
    Question,
    QuestionError,
    Sides,
    check_names,
    check_sides,
    payment_of,
    read_held,
    score_of,
    why_no_win,
)
from fangcheng.cli.console import AsJson, Game, Lang, Settings, Speaker, fail, game_named, place_of, print_json, settings_of
from fangcheng.cli.read import Facts, HandText, MeldsText, complain, read_facts
from fangcheng.payments import net
from fangcheng.rules.options import parse_options
from fangcheng.rules.told import Told
from fangcheng.rules.variant import Payment, Refused
from fangcheng.score import Group, Score
from fangcheng.tiles import format_sequence

By = Literal["self_draw", "discard", "rob_kong", "kong_reveal", "opening"]


def score(
    game: Game,
    hand: HandText,
    melds: MeldsText = "",
    win: Annotated[str | None, typer.Option(metavar="TILE", help="The winning tile; without it HAND is the whole dealt hand.")] = None,
    by: Annotated[By, typer.Option(metavar="WAY", help="How it is won: self_draw, discard, rob_kong, kong_reveal, opening.")] = "self_draw",
    flag: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME", help="A situation, such as last_tile; may be given several times, and a wrong one tells which there are."
        ),
    ] = None,
    context: Facts = None,
    option: Settings = None,
    dealer: Annotated[bool, typer.Option("--dealer", help="The winner deals.")] = False,
    payer_dealer: Annotated[bool, typer.Option("--payer-dealer", help="The payer deals.")] = False,
    winner: Annotated[int | None, typer.Option(metavar="SEAT", help="Seat of the winner, from 1: prints the payments too.")] = None,
    payer: Annotated[int | None, typer.Option(metavar="SEAT", help="Seat whose tile it is, from 1; not for a self-draw.")] = None,
    dealer_seat: Annotated[
        int | None, typer.Option(metavar="SEAT", help="Seat of the dealer, from 1; without it whom --dealer says, else seat 1.")
    ] = None,
    outcome: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What else is settled, such as birds=1m,5p; seats in it are those of case files, from 0."),
    ] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Score a winning hand; exit status 1 when it is no win.

    Seats are counted from 1, as at the table in a browser; JSON counts them from 0, as all files do.

    \b
    Example:
      fangcheng score GAME 123m456p789s222p5s --win 5s --by self_draw
      fangcheng score GAME 222m77p999s33s --melds "[444p]" --win 7p --by discard --winner 2 --payer 1 --outcome birds=2m,5p
    """
    variant = game_named(game)
    speaker = Speaker(lang, variant)
    options = parse_options(variant.options_type, settings_of(variant, option))
    roles = _roles(variant.seats[-1], winner, payer, dealer_seat, dealer=dealer, payer_dealer=payer_dealer)
    told = variant.win_facts(options)
    try:
        check_names(variant, by, flag or ())
        held = read_held(variant, options, hand, melds, win)
        facts = {**roles.facts(told), **read_facts("--context", context, told)}
        question = Question(variant, options, held, by, frozenset(flag or ()), facts)
        answer = _answer(question, _sides(question, roles, outcome))
    except QuestionError as error:
        complain(error)
    if json:
        print_json(_plain(answer, variant.seats[-1]))
    else:
        _print(speaker, answer, variant.seats[-1])
    return 0 if answer.score else 1


class _Roles(NamedTuple):
    """Who deals: the seats of winner (-1: nobody asks who pays), payer and dealer, and whether winner or payer deals."""

    winner: int
    payer: int | None
    dealer: int
    deals: bool
    payer_deals: bool

    def facts(self, told: Mapping[str, Told]) -> dict[str, bool]:
        """What of this the game's scores are told."""
        return {name: value for name, value in (("dealer", self.deals), ("payer_dealer", self.payer_deals)) if name in told}

    def sides(self, outcome: Mapping[str, Any]) -> Sides | None:
        """As the question names them."""
        if self.winner >= 0:
            return Sides(self.winner, self.payer, self.dealer, outcome)
        if outcome or self.payer is not None:
            fail("--payer and --outcome say who pays whom: name the --winner, too")
        return None


def _roles(seats: int, winner: int | None, payer: int | None, dealer_seat: int | None, *, dealer: bool, payer_dealer: bool) -> _Roles:
    """The seats as they were told; nothing of it may contradict the rest."""
    won, paid, dealt = (
        None if seat is None else place_of(option, seat, seats)
        for option, seat in (("--winner", winner), ("--payer", payer), ("--dealer-seat", dealer_seat))
    )
    if dealer and payer_dealer:
        fail("--dealer and --payer-dealer cannot both be: one seat deals")
    if dealt is None:
        dealt = (won if dealer else paid if payer_dealer else None) or 0
    if won is None:
        return _Roles(-1, paid, dealt, dealer, payer_dealer)
    if (dealer and won != dealt) or (payer_dealer and paid != dealt):
        fail(f"{'--dealer' if dealer else '--payer-dealer'}: that seat is not the dealer's, {dealt + 1}")
    return _Roles(won, paid, dealt, won == dealt, paid == dealt)


class _Answer(NamedTuple):
    """What the hand is worth, or why it is no win; and who pays whom, if that was asked."""

    score: Score | None
    why: Refused | None
    payment: Payment | None


def _sides(question: Question, roles: _Roles, outcome: Sequence[str] | None) -> Sides | None:
    """Who wins from whom in the question, checked; None if nobody asks who pays."""
    told = question.variant.end_facts(question.options, roles.dealer)
    sides = roles.sides(read_facts("--outcome", outcome, told))
    if sides:
        _check_payer(question.by, sides)
        check_sides(question, sides)
    return sides


def _answer(question: Question, sides: Sides | None) -> _Answer:
    score = score_of(question)
    if score is None:
        return _Answer(None, why_no_win(question), None)
    return _Answer(score, None, payment_of(question, score, sides) if sides else None)


def _check_payer(by: str, sides: Sides) -> None:
    """Somebody gives the tile, or the winner has drawn it."""
    if by == "self_draw" and sides.payer is not None:
        fail("--payer: nobody gives the tile of a self-draw; leave it out, or say --by discard")
    if by not in ("self_draw", "opening") and sides.payer is None:
        fail(f"--by {by}: say with --payer whose tile it is")


def _print(speaker: Speaker, answer: _Answer, seats: int) -> None:
    if answer.why:
        speaker.say("cli.no_win")
        speaker.line("  " + speaker.text(f"refused.{answer.why.code}", **answer.why.detail))
    if answer.score:
        _print_score(speaker, answer.score)
    if answer.payment:
        _print_payment(speaker, answer.payment, seats)


def _print_score(speaker: Speaker, score: Score) -> None:
    speaker.say("cli.win", points=speaker.points(score.points))
    shape = speaker.find(f"shape.{score.reading.shape}")
    speaker.line(f"  {' '.join(map(_group, score.reading.groups))}  ({shape})")
    rows = [[f"  {element.value}", *speaker.both(f"element.{element.id}"), element.id] for element in score.elements]
    speaker.table(rows, right=[0])
    for excluded in score.excluded:
        names = [speaker.find(f"element.{name}") for name in (excluded.id, excluded.by)]
        speaker.line("  " + speaker.text("cli.not_counted", element=names[0], by=names[1]))


def _group(group: Group) -> str:
    tiles = format_sequence(group.kinds)
    wilds = f"={format_sequence(group.wilds)}" if group.wilds else ""
    return f"[{tiles}{wilds}]" if group.melded else f"{tiles}{wilds}"


def _print_payment(speaker: Speaker, payment: Payment, seats: int) -> None:
    speaker.say("cli.payments")
    rows = [
        [f"  {speaker.seat(one.payer)} -> {speaker.seat(one.payee)}", one.amount, one.formula, speaker.find(f"reason.{one.reason}")]
        for one in payment.transfers
    ]
    speaker.table(rows, right=[1])
    speaker.line("  " + speaker.text("cli.result", changes=" ".join(f"{change:+d}" for change in net(payment.transfers, seats))))


def _plain(answer: _Answer, seats: int) -> dict[str, Any]:
    score, why, payment = answer
    plain: dict[str, Any] = {"wins": score is not None}
    if score:
        plain |= msgspec.to_builtins(score)
    if why:
        plain["why"] = {"code": why.code, "detail": why.detail}
    if payment:
        plain |= {
            "payments": net(payment.transfers, seats),
            "transfers": msgspec.to_builtins(payment.transfers),
            "dealer_next": list(payment.dealer_next),
        }
    return plain
