"""``fangcheng score``: is this a win, what is it worth, who pays."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import typer

from fangcheng.analysis.question import Question, QuestionError, Sides, check_names, payment_of, read_held, score_of, why_no_win
from fangcheng.cli.console import AsJson, Game, Lang, Settings, Speaker, fail, game_named, print_json, settings_of
from fangcheng.cli.read import Facts, HandText, MeldsText, read_facts
from fangcheng.payments import net
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Payment, Refused
from fangcheng.score import Group, Score
from fangcheng.tiles import format_sequence

By = Literal["self_draw", "discard", "rob_kong", "kong_reveal", "opening"]


def score(
    game: Game,
    hand: HandText,
    melds: MeldsText = "",
    win: Annotated[str | None, typer.Option(help="The winning tile; without it HAND is the whole dealt hand.")] = None,
    by: Annotated[By, typer.Option(help="How it is won.")] = "self_draw",
    flag: Annotated[list[str] | None, typer.Option(help="A situation: last_tile, first_turn, replacement, ready ...")] = None,
    context: Facts = None,
    option: Settings = None,
    dealer: Annotated[bool, typer.Option("--dealer", help="The winner deals.")] = False,
    payer_dealer: Annotated[bool, typer.Option("--payer-dealer", help="The payer deals.")] = False,
    winner: Annotated[int | None, typer.Option(help="Seat of the winner, from 0: prints the payments too.")] = None,
    payer: Annotated[int | None, typer.Option(help="Seat whose tile it is; not for a self-draw.")] = None,
    dealer_seat: Annotated[int, typer.Option(help="Seat of the dealer, with --winner.")] = 0,
    outcome: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="What else is settled, such as birds=1m,5p.")] = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Score a winning hand; exit status 1 when it is no win.

    \b
    Example:
      fangcheng score GAME 123m456p789s222p5s --win 5s --by self_draw
      fangcheng score GAME 222m77p999s33s --melds "[444p]" --win 7p --by discard --winner 1 --payer 0 --outcome birds=2m,5p
    """
    variant = game_named(game)
    speaker = Speaker(lang, variant)
    settings = settings_of(variant, option)
    options = parse_options(variant.options_type, settings)
    known = {"dealer": dealer or winner == dealer_seat, "payer_dealer": payer_dealer or (payer is not None and payer == dealer_seat)}
    try:
        check_names(variant, by, flag or ())
        held = read_held(variant, options, hand, melds, win)
        question = Question(variant, options, held, by, frozenset(flag or ()), {**known, **read_facts(context)})
        found = score_of(question)
        sides = None if winner is None else Sides(winner, payer, dealer_seat, read_facts(outcome))
        payment = payment_of(question, found, sides) if found and sides else None
        why = None if found else why_no_win(question)
    except QuestionError as error:
        fail(error)
    seats = variant.seats[-1]
    if json:
        print_json(_plain(found, why, payment, seats))
    elif why:
        speaker.say("cli.no_win")
        speaker.line("  " + speaker.text(f"refused.{why.code}", **why.detail))
    elif found:
        _print_score(speaker, found)
        if payment:
            _print_payment(speaker, payment, seats)
    return 0 if found else 1


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
        [f"  {transfer.payer} -> {transfer.payee}", transfer.amount, transfer.formula, speaker.find(f"reason.{transfer.reason}")]
        for transfer in payment.transfers
    ]
    speaker.table(rows, right=[1])
    speaker.line("  " + speaker.text("cli.result", changes=" ".join(f"{change:+d}" for change in net(payment.transfers, seats))))


def _plain(score: Score | None, why: Refused | None, payment: Payment | None, seats: int) -> dict[str, Any]:
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
