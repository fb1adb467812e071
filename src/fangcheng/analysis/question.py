"""A hand as somebody writes it down, and the question what it is worth: read and checked once for the command line and the server."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from fangcheng.audit.facts import check_context, check_outcome, other_meld
from fangcheng.hand import Hand
from fangcheng.meld import Meld, parse_meld, places_beside
from fangcheng.payments import net
from fangcheng.rules.facts import told_wild
from fangcheng.rules.told import Tile, ToldError, written_melds
from fangcheng.rules.variant import Outcome, Payment, Refused, Variant, WinFacts, WonBy
from fangcheng.score import Score
from fangcheng.tiles import FLOWERS, HIDDEN, NotationError, kind_name, parse_kind

T = TypeVar("T")


class QuestionError(ValueError):
    """A question that cannot be answered as it is put: `code` with `detail` is a message of the catalogues, the text says it in English."""

    def __init__(self, code: str, reason: str, **detail: Any) -> None:
        super().__init__(reason)
        self.code, self.detail = code, {"reason": reason} | detail


class Held(NamedTuple):
    """What a player holds: concealed tiles, melds, and the kind of the winning tile (HIDDEN: none)."""

    hand: Hand
    melds: list[Meld]
    win: int

    @property
    def places(self) -> int:
        """Concealed tiles that belong to a hand with these melds while it waits."""
        return places_beside(self.melds)


class Question(NamedTuple):
    """A hand in a game, with what its scores are told beside the tiles."""

    variant: Variant
    options: Any
    held: Held
    by: str = "self_draw"
    flags: frozenset[str] = frozenset()
    facts: Mapping[str, Any] = {}

    @property
    def wild(self) -> int:
        """Kind that stands for others, HIDDEN for none."""
        return told_wild(self.facts)


class Sides(NamedTuple):
    """Who wins, whose tile it is (None: his own), who deals, and what else is settled by its names in case files."""

    winner: int
    payer: int | None
    dealer: int
    outcome: Mapping[str, Any] = {}


def read_held(variant: Variant, options: Any, hand: str, melds: str = "", win: str | None = None) -> Held:
    """Hand, melds and winning tile from notation; QuestionError names what is none, and melds or tiles that the game does not have."""
    held = Held(
        _read("bad_hand", Hand.parse, hand),
        _read("bad_melds", lambda words: list(map(parse_meld, split_melds(words))), melds),
        HIDDEN if win is None else _read("bad_win_tile", parse_kind, win),
    )
    other = other_meld(variant, held.melds)
    if other:
        forms = written_melds(variant.meld_shapes)
        raise QuestionError(
            "no_such_meld", f"{variant.id} has no meld {other}; its melds are written {forms}", meld=str(other), forms=forms
        )
    copies = Counter(tile >> 2 for tile in variant.tiles(options))
    kinds = Counter([*held.hand.kinds(), *(kind for meld in held.melds for kind in meld.kinds()), *([held.win] if held.win >= 0 else [])])
    for kind, number in kinds.items():
        if number > copies[kind]:
            name, there = kind_name(kind), copies[kind]
            amount = f"only {there}" if there else "none"
            reason = f"{_amount(number, 'tile')} {name} where {variant.id} has {amount}"
            raise QuestionError("too_many_of_a_kind", reason, number=number, tile=name, copies=there)
    if any(kind >= FLOWERS for kind in kinds):
        raise QuestionError("flower_in_hand", "flowers are no part of the hand; their number is told, such as flowers=2", place="context")
    if held.places < 0:
        raise QuestionError("too_many_melds", f"{len(held.melds)} melds where a hand has four sets", number=len(held.melds))
    return held


def split_melds(words: str) -> list[str]:
    """The melds of a text, each without blanks: ``"[12 3m] (7777p)"``."""
    return [word.replace(" ", "") for word in re.findall(r"[\[({][^])}]*[])}]|\S+", words)]


def check_size(held: Held, sizes: Iterable[int], apart: str = "") -> None:
    """The concealed tiles must be one of so many; `apart` is said in the text of the QuestionError."""
    expected = sorted(sizes)
    if held.hand.size not in expected:
        number, melds = held.hand.size, len(held.melds)
        wanted = " or ".join(map(str, expected))
        reason = f"HAND has {_amount(number, 'tile')}; with {_amount(melds, 'meld')} it has {wanted}{apart}"
        raise QuestionError("wrong_size", reason, number=number, melds=melds, expected=wanted)


def _amount(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def check_names(variant: Variant, by: str, flags: Iterable[str]) -> None:
    """Way of winning and flags are those that the game's scores are told."""
    for names, known in (((by,), variant.won_by), (flags, variant.score_flags)):
        for name in names:
            if name not in known:
                raise QuestionError("bad_fact", f"{variant.id} knows no {name!r}; it knows {', '.join(known)}", told=name)


def check_facts(question: Question) -> None:
    """The further facts of the win are such as it can have."""
    _checked("context", lambda: check_context(question.variant, question.options, question.facts))


def check_needed(question: Question) -> None:
    """The game was told what it needs to know before it can say which tiles win."""
    for name, told in question.variant.win_facts(question.options).items():
        if isinstance(told, Tile) and told.needed and name not in question.facts and question.wild == HIDDEN:
            reason = f"{question.variant.id} needs to be told the {name}, such as {name}=5m"
            raise QuestionError("bad_fact", reason, told=reason, place="context")


def check_winning_size(held: Held, by: str) -> None:
    """A won hand has its winning tile apart or among its tiles; an opening pattern is that of a dealt hand, the dealer's or another's."""
    if held.win != HIDDEN:
        check_size(held, {held.places}, " besides the winning tile")
    else:
        sizes = {held.places + 1, held.places} if by == "opening" else {held.places + 1}
        check_size(held, sizes, ", the winning tile among them (or name it with --win)")


def score_of(question: Question) -> Score | None:
    """What the hand is worth as a win, None when it is none."""
    check_winning_size(question.held, question.by)
    check_facts(question)
    return ask(question, question.held.hand, question.held.win, question.by)


def ask(question: Question, hand: Hand, win: int, by: str) -> Score | None:
    """What the game says of a hand like that of the question; QuestionError where it was not told what it needs to know."""
    facts = WinFacts(hand, question.held.melds, win, by, question.flags, question.facts)
    try:
        return question.variant.score(question.options, facts)
    except ValueError as error:
        raise QuestionError("bad_fact", str(error), told=str(error), place="context") from None


def why_no_win(question: Question) -> Refused:
    """Why the hand, of which `score_of` says nothing, is no win, in the words of its game."""
    facts = WinFacts(question.held.hand, question.held.melds, question.held.win, question.by, question.flags, question.facts)
    return question.variant.why_no_win(question.options, facts)


def check_sides(question: Question, sides: Sides) -> None:
    """Winner, payer and dealer can be that, and the rest is such as the deal can have ended."""
    seats = question.variant.seats[-1]
    for name, seat in (("winner", sides.winner), ("payer", sides.payer), ("dealer", sides.dealer)):
        if seat is not None and not 0 <= seat < seats:
            raise QuestionError("bad_seat", f"{name} {seat} is no seat of 0 to {seats - 1}", seats=seats)
    if question.by == "opening":
        raise QuestionError("opening_not_paid_alone", "an opening pattern is paid with the deal it opens, not by itself")
    if (question.by == "self_draw") != (sides.payer is None) or sides.payer == sides.winner:
        raise QuestionError("bad_payer", "the payer is the other seat whose tile is won on; there is none on a self-draw")
    for name, seat in (("dealer", sides.winner), ("payer_dealer", sides.payer)):
        if name in question.facts and question.facts[name] != (seat == sides.dealer):
            reason = f"{name} cannot be {str(question.facts[name]).lower()} when seat {sides.dealer} deals"
            raise QuestionError("bad_fact", reason, told=reason, place="context")
    _checked("outcome", lambda: check_outcome(question.variant, question.options, seats, sides.dealer, sides.outcome))


def payment_of(question: Question, score: Score, sides: Sides) -> Payment:
    """Who pays whom for a win; what `check_sides` refuses is not asked."""
    won = WonBy(sides.winner, question.by, -1 if sides.payer is None else sides.payer, score.values())
    return question.variant.pay(question.options, Outcome(question.variant.seats[-1], sides.dealer, [won], sides.outcome))


def changes(question: Question, payment: Payment) -> list[int]:
    """What a payment comes to for each seat, without fees."""
    return net(payment.transfers, question.variant.seats[-1])


def _checked(place: str, check: Callable[[], None]) -> None:
    """A check of facts; `place` says which facts of the question they are."""
    try:
        check()
    except ValueError as error:
        told = {"name": error.name, "value": error.value} if isinstance(error, ToldError) else {}
        raise QuestionError("bad_fact", str(error), told=str(error), place=place, **told) from None


def _read(code: str, parse: Callable[[str], T], text: str) -> T:
    try:
        return parse(text)
    except NotationError as error:
        raise QuestionError(code, str(error), position=error.position + 1, told=error.reason) from None
