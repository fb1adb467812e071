"""``fangcheng waits``: what a hand waits for, or how far it is from that."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from fangcheng.cli.console import AsJson, Game, Lang, Settings, Speaker, fail, game_named, print_json, settings_of
from fangcheng.cli.read import Facts, HandText, Held, MeldsText, read_facts, read_held
from fangcheng.hand import Hand
from fangcheng.rules.options import parse_options
from fangcheng.rules.variant import Variant, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import distance, seven_pairs_distance, useful
from fangcheng.tiles import FLOWERS, HIDDEN, format_kinds, kind_name, parse_kind


class Wait(NamedTuple):
    """A tile that wins, self-drawn and on a discard (None: not so)."""

    kind: int
    self_draw: Score | None
    discard: Score | None


class Asked(NamedTuple):
    """A game with its options, and the facts that its scores are told."""

    variant: Variant
    options: Any
    facts: dict[str, Any]

    @property
    def wild(self) -> int:
        """Kind that stands for others, HIDDEN for none."""
        return parse_kind(self.facts["wild"]) if self.facts.get("wild") else HIDDEN


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
    held = read_held(variant, options, hand, melds)
    if held.hand.size not in (held.places, held.places + 1):
        fail(f"HAND has {held.hand.size} tiles; with {len(held.melds)} melds it has {held.places} or {held.places + 1}")
    asked = Asked(variant, options, read_facts(context))
    try:
        if held.hand.size == held.places:
            return _of_waiting(speaker, asked, held, json)
        return _of_full(speaker, asked, held, json)
    except ValueError as error:
        fail(error)


def _of_waiting(speaker: Speaker, asked: Asked, held: Held, json: bool) -> int:
    found, (steps, kinds) = list(_waits(asked, held)), _distance(asked, held)
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


def _row(speaker: Speaker, wait: Wait) -> list[str]:
    best = wait.discard or wait.self_draw
    names = [speaker.find(f"element.{element.id}") for element in best.elements] if best else []
    points = [str(score.points) if score else "-" for score in (wait.self_draw, wait.discard)]
    return [f"  {kind_name(wait.kind)}", *points, ", ".join(names)]


def _plain(wait: Wait) -> dict[str, Any]:
    points = {name: score.points if score else None for name, score in (("self_draw", wait.self_draw), ("discard", wait.discard))}
    return {"tile": kind_name(wait.kind), **points}


def _waits(asked: Asked, held: Held) -> Iterator[Wait]:
    copies = {tile >> 2 for tile in asked.variant.tiles(asked.options)}
    own = [*held.hand.kinds(), *(kind for meld in held.melds for kind in meld.kinds())]
    for kind in sorted(copies):
        if kind < FLOWERS and own.count(kind) < 4:
            wait = Wait(kind, _score(asked, held, kind, "self_draw"), _score(asked, held, kind, "discard"))
            if wait.self_draw or wait.discard:
                yield wait


def _score(asked: Asked, held: Held, kind: int, by: str) -> Score | None:
    return asked.variant.score(asked.options, WinFacts(held.hand, held.melds, kind, by, frozenset(), asked.facts))


def _of_full(speaker: Speaker, asked: Asked, held: Held, json: bool) -> int:
    complete = asked.variant.score(asked.options, WinFacts(held.hand, held.melds, HIDDEN, "self_draw", frozenset(), asked.facts))
    rows = []
    for kind in sorted(set(held.hand.kinds())):
        rest = held.hand.copy()
        rest.remove(rest.any_tile(kind))
        after = held._replace(hand=rest)
        wins = [wait.kind for wait in _waits(asked, after)]
        steps, kinds = (0, wins) if wins else _distance(asked, after)
        rows.append((0 if wins else max(steps, 1), kind, kinds))
    nearest = min(rows)[0]
    best = sorted((row for row in rows if row[0] == nearest), key=lambda row: (-len(row[2]), row[1]))
    if json:
        shown = [{"discard": kind_name(kind), "distance": steps, "tiles": list(map(kind_name, kinds))} for steps, kind, kinds in best]
        print_json({"complete": complete is not None, "discards": shown})
    else:
        if complete:
            speaker.say("cli.complete", points=complete.points)
        speaker.say("cli.best_discards" if nearest else "cli.ready_after", number=nearest)
        speaker.table([[f"  {kind_name(kind)}", format_kinds(kinds)] for _, kind, kinds in best])
    return 1 if nearest else 0


def _distance(asked: Asked, held: Held) -> tuple[int, list[int]]:
    """Distance by shape, and the kinds that lower it."""
    hand, wilds = _parted(held.hand, asked.wild)
    steps, kinds = distance(hand, wilds), set(useful(hand, wilds))
    if held.melds or hand.size + wilds != 13:
        return steps, sorted(kinds)
    pairs = seven_pairs_distance(hand, wilds)
    singles = {kind for kind in range(FLOWERS) if hand.counts[kind] in (1, 3)}
    if pairs < steps:
        return pairs, sorted(singles)
    return steps, sorted(kinds | singles if pairs == steps else kinds)


def _parted(hand: Hand, wild: int) -> tuple[Hand, int]:
    """The hand without its wild tiles and flowers, and the number of the former."""
    rest = hand.copy()
    for kind in ([wild] if wild != HIDDEN else []) + list(range(FLOWERS, len(hand.counts))):
        for tile in hand.take(kind, 4):
            rest.remove(tile)
    return rest, hand.counts[wild] if wild != HIDDEN else 0
