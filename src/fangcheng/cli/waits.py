"""``fangcheng waits``: what a hand waits for, or how far it is from that."""

from __future__ import annotations

from typing import Any

from fangcheng.analysis.question import Question, QuestionError, ask, check_facts, check_needed, check_size, read_held
from fangcheng.analysis.waiting import Winner, best_discards, nearness, winners
from fangcheng.cli.console import AsJson, Game, Lang, Settings, Speaker, game_named, print_json, settings_of
from fangcheng.cli.read import Facts, HandText, MeldsText, complain, read_facts
from fangcheng.rules.options import parse_options
from fangcheng.tiles import HIDDEN, format_kinds, kind_name


def waits(
    game: Game,
    hand: HandText,
    melds: MeldsText = "",
    context: Facts = None,
    option: Settings = None,
    json: AsJson = False,
    lang: Lang = None,
) -> int:
    """Print what a hand wins on, or how far it is from ready; of a full hand, after each of the best discards. Exit status 1: not ready.

    \b
    Example:
      fangcheng waits GAME 123m456p789s222p5s
      fangcheng waits GAME 222m77p999s33s --melds "[444p]"
    """
    variant = game_named(game)
    speaker = Speaker(lang, variant)
    options = parse_options(variant.options_type, settings_of(variant, option))
    try:
        held = read_held(variant, options, hand, melds)
        check_size(held, {held.places, held.places + 1})
        question = Question(variant, options, held, facts=read_facts("--context", context, variant.win_facts(options)))
        check_facts(question)
        check_needed(question)
        return _of_waiting(speaker, question, json) if held.hand.size == held.places else _of_full(speaker, question, json)
    except QuestionError as error:
        complain(error)


def _of_waiting(speaker: Speaker, question: Question, json: bool) -> int:
    hand = question.held.hand
    found, (steps, kinds) = list(winners(question, hand)), nearness(question, hand)
    if json:
        print_json({"ready": bool(found), "distance": steps, "useful": list(map(kind_name, kinds)), "waits": list(map(_plain, found))})
    elif found:
        speaker.say("cli.ready")
        heads = ["", speaker.text("by.self_draw"), speaker.text("by.discard"), ""]
        speaker.table([_row(speaker, wait) for wait in found], heads, right=[1, 2])
    elif steps <= 0:
        speaker.say("cli.ready_on_nothing", tiles=format_kinds(kinds))
    else:
        speaker.say("cli.not_ready", number=steps, tiles=format_kinds(kinds))
    return 0 if found else 1


def _row(speaker: Speaker, wait: Winner) -> list[str]:
    best = wait.discard or wait.self_draw
    names = [speaker.find(f"element.{element.id}") for element in best.elements] if best else []
    points = [str(score.points) if score else "-" for score in (wait.self_draw, wait.discard)]
    return [f"  {kind_name(wait.kind)}", *points, ", ".join(names)]


def _plain(wait: Winner) -> dict[str, Any]:
    points = {name: score.points if score else None for name, score in (("self_draw", wait.self_draw), ("discard", wait.discard))}
    return {"tile": kind_name(wait.kind), **points}


def _of_full(speaker: Speaker, question: Question, json: bool) -> int:
    complete, best = ask(question, question.held.hand, HIDDEN, "self_draw"), best_discards(question)
    nearest = best[0].distance
    if json:
        shown = [{"discard": kind_name(kind), "distance": steps, "tiles": list(map(kind_name, kinds))} for kind, steps, kinds in best]
        print_json({"complete": complete is not None, "discards": shown})
    else:
        if complete:
            speaker.say("cli.complete", points=speaker.points(complete.points))
        speaker.say("cli.best_discards" if nearest else "cli.ready_after", number=nearest)
        speaker.table([[f"  {kind_name(row.kind)}", format_kinds(row.kinds)] for row in best])
    return 1 if nearest else 0
