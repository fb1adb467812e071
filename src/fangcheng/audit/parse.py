"""From a line of a case file to a case, or to one sentence about why the line is none."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Final, TypeVar

import msgspec

from fangcheng.actions import parse_action
from fangcheng.audit.case import UNSET, Case, Choices, PlayCase, RawPlay, RawScore, RawSettle, RawStep, RawWin, ScoreCase, SettleCase
from fangcheng.audit.compare import check_expected
from fangcheng.audit.facts import (
    carried,
    check_context,
    check_elements,
    check_known,
    check_melds,
    check_outcome,
    check_position,
    check_seats,
    check_size,
)
from fangcheng.engine.setup import Position
from fangcheng.hand import Hand
from fangcheng.locales import section
from fangcheng.meld import Meld, parse_meld
from fangcheng.rules.description import check_seat_count
from fangcheng.rules.options import OptionRow, check_option, parse_options
from fangcheng.rules.variant import Outcome, Variant, WinFacts, WonBy
from fangcheng.tiles import FLOWERS, HIDDEN, kind_name, parse_kind, parse_kinds
from fangcheng.variants import VARIANTS, get_variant

FLAGS: Final = frozenset({"replacement", "last_tile", "first_turn", "ready", "fourth_tile", "discarder_ready", "treasure_match"})
SETTLE_EXPECT: Final = re.compile(r"payments|dealer_next|fees")
PLAY_EXPECT: Final = re.compile(
    r"over|turn|winner|elements|payments|dealer_next|wall_left|events|fees|(hands|melds|rivers)\.[0-9]",
)
R = TypeVar("R", RawScore, RawSettle, RawPlay)


class NotACaseError(ValueError):
    """A line that is not a case: the message says what is wrong with it."""


def parse_case(line: str | bytes) -> Case:
    """A case from its line; NotACaseError for anything that the form or the game does not know."""
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotACaseError(f"not JSON: {error}") from None
    except RecursionError:
        raise NotACaseError("nested too deeply") from None
    if not isinstance(raw, dict):
        raise NotACaseError("not a JSON object")
    try:
        return _parse(raw)
    except ValueError as error:
        raise NotACaseError(str(error)) from None


def _parse(raw: dict[str, Any]) -> Case:
    raw = _without_room_options(raw)
    kind = raw.get("kind")
    if kind == "score":
        return _score(_read(raw, RawScore))
    if kind == "settle":
        return _settle(_read(raw, RawSettle))
    if kind == "play":
        return _play(raw)
    raise ValueError(f"kind is {kind!r}; it is one of score, settle, play")


def _without_room_options(raw: dict[str, Any]) -> dict[str, Any]:
    """What a room decides and no rule reads (length of a match, thinking time) may stand among the options of a case."""
    options, name = raw.get("options"), raw.get("variant")
    if not isinstance(options, dict) or not isinstance(name, str) or name not in VARIANTS:
        return raw
    room = VARIANTS[name].room_options
    for option in room.keys() & options.keys():
        check_option(OptionRow(option, "choice", None, room[option]), options[option])
    return {**raw, "options": {option: value for option, value in options.items() if option not in room}}


def _read(raw: dict[str, Any], kind: type[R]) -> R:
    return msgspec.convert(raw, kind)


def _score(raw: RawScore) -> ScoreCase:
    variant = get_variant(raw.variant)
    options = parse_options(variant.options_type, raw.options)
    melds = _melds(variant, raw.melds)
    hand = Hand.parse(raw.hand)
    win = HIDDEN if raw.win is None else parse_kind(raw.win)
    _check_tiles(variant, options, [*hand.kinds(), *(kind for meld in melds for kind in meld.kinds())], win)
    check_size(hand.size, melds, winning=raw.win is None, opening=raw.win is None and raw.by == "opening")
    check_known("flag", raw.flags, FLAGS | variant.win_flags)
    check_context(variant, options, raw.context)
    context = _told(raw.context)
    if win != HIDDEN and "reveal" in context and win not in parse_kinds(context["reveal"]):
        raise ValueError(f"{kind_name(win)} is none of the turned tiles {context['reveal']}")
    expect = {name: value for name in ("wins", "elements", "points") if (value := getattr(raw.expect, name)) is not UNSET}
    facts = WinFacts(hand, melds, win, raw.by, frozenset(raw.flags), context)
    return ScoreCase(id=raw.id, variant=variant, why=raw.why, options=options, facts=facts, expect=expect)


def _settle(raw: RawSettle) -> SettleCase:
    variant = get_variant(raw.variant)
    options = parse_options(variant.options_type, raw.options)
    check_seat_count(variant, raw.seats)
    facts = dict(raw.outcome)
    wins = [_won(variant, win, raw.seats) for win in msgspec.convert(facts.pop("wins", None), list[RawWin])]
    check_seats({"dealer": raw.dealer}, raw.seats)
    if len({win.seat for win in wins}) < len(wins) or len({win.source for win in wins}) > 1 or sum(win.source < 0 for win in wins) > 1:
        raise ValueError("several win only on the tiles of one and the same other seat, each of them once")
    check_outcome(variant, options, raw.seats, raw.dealer, facts)
    _check_expect(raw.expect, SETTLE_EXPECT, raw.seats, carried(variant, options, raw.seats))
    outcome = Outcome(raw.seats, raw.dealer, wins, _told(facts))
    return SettleCase(id=raw.id, variant=variant, why=raw.why, options=options, outcome=outcome, expect=raw.expect)


def _told(facts: dict[str, Any]) -> dict[str, Any]:
    """Facts without those that are null: of these nothing is told."""
    return {name: value for name, value in facts.items() if value is not None}


def _won(variant: Variant, win: RawWin, seats: int) -> WonBy:
    if (win.elements is None) == (win.points is None):
        raise ValueError("a win of a settlement has either elements or points")
    if min(win.elements.values() if win.elements else [win.points or 0]) < 0:
        raise ValueError("a win is worth no less than 0")
    check_seats({"seat": win.seat} | ({} if win.source is None else {"from": win.source}), seats)
    if win.source == win.seat or (win.source is None) != (win.by in ("self_draw", "opening")):
        raise ValueError(f"a win by {win.by} is not from {win.source}: `from` is the other seat that it was won from")
    check_elements(variant, win.elements or ())
    if win.elements is None and not variant.settles_points:
        raise ValueError(f"in {variant.id} a win of a settlement is told by its elements, not by points alone")
    elements = win.elements if win.elements is not None else {"points": win.points or 0}
    return WonBy(win.seat, win.by, -1 if win.source is None else win.source, elements)


def _play(raw: dict[str, Any]) -> PlayCase:
    common = {field.encode_name for field in msgspec.structs.fields(RawPlay)} | {"kind"}
    play = _read({name: value for name, value in raw.items() if name in common}, RawPlay)
    variant = get_variant(play.variant)
    own = {name: value for name, value in raw.items() if name not in common}
    check_known("key", own, variant.position_facts)
    facts = _told(own)
    check_known("seat flag", (name for flags in play.seat_flags for name in flags), variant.seat_facts | {"balance"})
    options = parse_options(variant.options_type, play.options)
    check_position(variant, facts, play.seat_flags, play.seats)
    for step in play.script:
        _check_step(step, play.seats, variant)
    if play.seats in variant.seats:
        _check_expect(play.expect, PLAY_EXPECT, play.seats, carried(variant, options, play.seats))
    laid_out = {"hands": play.hands, "drawn": play.drawn or "", "draws": play.draws, "tail": play.tail, "seat_flags": play.seat_flags}
    position = Position(
        seats=play.seats,
        dealer=play.dealer,
        options=play.options,
        hands=[parse_kinds(hand) for hand in play.hands],
        from_deal=play.start is not None,
        melds=[_melds(variant, melds) for melds in play.melds],
        rivers=[parse_kinds(river) for river in play.rivers],
        turn=-1 if play.turn is None else play.turn,
        drawn=HIDDEN if play.drawn is None else parse_kind(play.drawn),
        draws=parse_kinds(play.draws),
        birds=parse_kinds(play.birds),
        tail=parse_kinds(play.tail),
        dice=play.dice,
        wall_left=play.wall_left,
        aside=variant.aside(options, facts | laid_out),
        seat_flags=play.seat_flags,
        first_turn=play.first_turn,
        creator=play.creator,
        facts=facts,
    )
    return PlayCase(id=play.id, variant=variant, why=play.why, position=position, script=play.script, expect=play.expect)


def _check_step(step: RawStep, seats: int, variant: Variant) -> None:
    given = [name for name in ("do", "choices", "refused", "view") if getattr(step, name) is not None]
    if len(given) != 1 or (step.seat is None) == (given == ["do"]):
        raise ValueError("a step of a script is one of {seat, do}, {choices}, {refused}, {view}")
    _check_looking(step)
    if step.do is not None and step.seat is not None:
        _check_doing(step.seat, step.do, seats, variant)
    if step.refused:
        _check_doing(step.refused.seat, step.refused.do, seats, variant)
    for name, choices in (step.choices or {}).items():
        if not name.isdecimal():
            raise ValueError(f"choices are keyed by seat, not by {name!r}")
        for text in (*choices.has, *choices.lacks, *(choices.only or ())) if isinstance(choices, Choices) else ():
            _check_doing(int(name), text, seats, variant)
        check_seats({"seat": int(name)}, seats)
    if step.view:
        check_seats({"seat": step.view.seat}, seats)
        check_expected(step.view.shows, seats)


def _check_looking(step: RawStep) -> None:
    """A look that looks at nothing would always hold."""
    if step.choices is not None and not step.choices:
        raise ValueError("choices name no seat")
    for name, choices in (step.choices or {}).items():
        if isinstance(choices, Choices) and choices.only is None and not choices.has and not choices.lacks:
            raise ValueError(f"choices of seat {name} say nothing of what it has, lacks, or only has")
    if step.view and not step.view.hides and not step.view.shows:
        raise ValueError("a view says nothing of what it hides or shows")


def _check_doing(seat: int, text: str, seats: int, variant: Variant) -> None:
    check_seats({"seat": seat}, seats)
    check_known("verb", [parse_action(text).verb], _verbs(variant))


def _verbs(variant: Variant) -> frozenset[str]:
    """What can be done in a game at all: common actions, and those that its catalogue names."""
    named = {*section("en", "action"), *section("en", "action", variant.id)}
    return frozenset({*named, *variant.buttons, *variant.claim_ranks, *variant.free_verbs})


def _check_expect(expect: dict[str, Any], known: re.Pattern[str], seats: int, carry: frozenset[str]) -> None:
    for name in expect:
        if not known.fullmatch(name) and name.removesuffix("_next") not in (carry if name.endswith("_next") else ()):
            raise ValueError(f"unknown key {name!r} in expect")
    check_expected(expect, seats)


def _check_tiles(variant: Variant, options: Any, kinds: list[int], win: int) -> None:
    """Tiles of a hand, none of them a flower; a winning tile may be the fifth of its kind, where a game has such."""
    copies = Counter(kind for tile in variant.tiles(options) if (kind := tile >> 2) < FLOWERS)
    if win != HIDDEN and not copies[win]:
        raise ValueError(f"{kind_name(win)} is no tile of a hand in {variant.id}")
    for kind, number in Counter(kinds).items():
        if number > copies[kind]:
            raise ValueError(f"{number} tiles {kind_name(kind)} where {variant.id} has {copies[kind]}")


def _melds(variant: Variant, texts: list[str]) -> list[Meld]:
    melds = [parse_meld(text.replace(" ", "")) for text in texts]
    check_melds(variant, melds)
    return melds
