"""What may be told of a win and of an outcome: every name of every game, with values that can be and values that no deal can have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

import pytest

from fangcheng.audit.facts import check_context, check_outcome, terms_of
from fangcheng.engine.game import Game
from fangcheng.rules.told import Choice, Flag, Number, Seat, Tile, Told, ToldError, fits, shown
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS

ABSURD: Final = (
    -1,
    10**30,
    1.5,
    float("nan"),
    float("inf"),
    "NaN",
    "",
    "?",
    "xx",
    {},
    {"seat": 0},
    [[[]]],
    [None],
    [{}],
    [7],
    [-1] * 4,
    [""],
    ["?"],
)
"""Nothing that any fact of any game can be."""

Facts = tuple[str, str, Any]
# Game and fact with a value at each edge of what it can be.
GOOD: Final[list[Facts]] = [
    ("changsha", "context.reveal", "5s8s"), ("changsha", "context.reveal", "5s"), ("changsha", "context.kong", "supplement"),
    ("changsha", "context.payer_dealer", True), ("changsha", "outcome.birds", []), ("changsha", "outcome.birds", ["1m", "1m"]),
    ("changsha", "outcome.openings", [{"seat": 3, "elements": ["no_258", "four_joys"]}]), ("changsha", "outcome.float", [0, 1, 1, 0]),
    ("changsha", "outcome.balances", [0, None, 7, 10**9]), ("changsha", "outcome.creator", 3),
    ("anhua", "context.indicator", "9s"), ("anhua", "context.wild", "1s"), ("anhua", "outcome.birds", ["1s"]),
    ("anhua", "outcome.last_drawer", 0), ("anhua", "outcome.last_drawer", None),
    ("zuanpai", "context.continuation", 0), ("zuanpai", "context.kong_chain", 1), ("zuanpai", "outcome.continuation", 99),
    ("zuanpai", "outcome.melds", [[], ["[123m<0]", "{F}", "(5555s)"], [], []]),
    ("two_player_frenzy", "context.treasure", "C"), ("two_player_frenzy", "context.loser_melds", ["[888s]", "{CFP}"]),
    ("two_player_frenzy", "outcome.melds", [["{CFPPP}"], ["{1m1p1s}"]]),
    ("guobiao", "context.seat_wind", "N"), ("guobiao", "context.wild", "P"), ("guobiao", "context.fortune", 88),
    ("guobiao", "outcome.stakes", [4, 2, 1, 2]), ("guobiao", "outcome.horses", [["1m", "E"], [], ["1m"], ["C", "9s"]]),
    ("mcr", "context.prevalent_wind", "W"), ("mcr", "context.flowers", 8), ("mcr", "context.dealer", True),
    ("zuanpai", "context.payer_dealer", True), ("two_player_frenzy", "context.payer_dealer", False),
]  # fmt: skip
BAD: Final[list[Facts]] = [
    ("changsha", "context.reveal", "5s8s1m"), ("changsha", "context.reveal", "E"), ("changsha", "context.kong", "closed"),
    ("changsha", "context.dealer", 1), ("changsha", "context.dealer", "yes"), ("changsha", "outcome.birds", ["1m", "2m", "3m"]),
    ("changsha", "outcome.birds", ["E"]), ("changsha", "outcome.birds", "1m"), ("changsha", "outcome.float", [2, 0, 0, 0]),
    ("changsha", "outcome.float", [True, 0, 0, 0]), ("changsha", "outcome.float", [1, 1, 1]),
    ("changsha", "outcome.balances", [-1, 0, 0, 0]),
    ("changsha", "outcome.balances", [1, 2, 3, 4, 5]), ("changsha", "outcome.creator", 4), ("changsha", "outcome.creator", True),
    ("changsha", "outcome.openings", [{"seat": 4, "elements": ["no_258"]}]),
    ("changsha", "outcome.openings", [{"seat": 1, "elements": ["no_258", "no_258"]}]),
    ("changsha", "outcome.openings", [{"seat": 1, "elements": []}]), ("changsha", "outcome.openings", [{"seat": 1}]),
    ("changsha", "outcome.openings", [{"seat": 1, "elements": ["no_258"]}, {"seat": 1, "elements": ["four_joys"]}]),
    ("anhua", "context.indicator", "C"), ("anhua", "context.wild", "1s2s"), ("anhua", "outcome.birds", ["1s", "2s"]),
    ("anhua", "outcome.last_drawer", 4),
    ("zuanpai", "context.continuation", 100), ("zuanpai", "context.kong_chain", 0), ("zuanpai", "context.kong_chain", 13),
    ("zuanpai", "outcome.melds", [[], ["[123m<1]"], [], []]), ("zuanpai", "outcome.melds", [[], ["[123m<4]"], [], []]),
    ("zuanpai", "outcome.melds", [["[777p]"], ["[777p]"], [], []]), ("zuanpai", "outcome.melds", [["{CFP}"], [], [], []]),
    ("zuanpai", "outcome.melds", [["[111m]", "[222m]", "[333m]", "[444m]", "[555m]"], [], [], []]), ("zuanpai", "outcome.melds", [[], []]),
    ("two_player_frenzy", "context.loser_melds", ["{C}"]), ("two_player_frenzy", "context.loser_melds", "[888s]"),
    ("two_player_frenzy", "context.loser_melds", ["[888s]", "[888s]"]), ("two_player_frenzy", "outcome.melds", [[], [], [], []]),
    ("guobiao", "context.fortune", 9), ("guobiao", "context.fortune", "8"), ("guobiao", "context.wild", "a"),
    ("guobiao", "context.seat_wind", "1z"),
    ("guobiao", "outcome.stakes", [5, 1, 1, 1]), ("guobiao", "outcome.stakes", [1, 4, 1, 1]), ("guobiao", "outcome.stakes", [1, 1, 1]),
    ("guobiao", "outcome.horses", [["1m", "2m", "3m"], [], [], []]), ("guobiao", "outcome.horses", [["1m", "1m"], [], [], []]),
    ("guobiao", "outcome.horses", [["1m", "2m"], ["3m", "4m"], ["5m", "6m"], ["7m"]]),
    ("mcr", "context.flowers", 9), ("mcr", "context.flowers", True), ("mcr", "context.prevalent_wind", "C"),
]  # fmt: skip
NAMED: Final = [
    (game.id, f"{place}.{name}")
    for game in VARIANTS.values()
    for place, told in (("context", game.win_facts(game.options_type())), ("outcome", game.end_facts(game.options_type(), 0)))
    for name in told
]


def check(game: str, fact: str, value: Any, **options: Any) -> None:
    variant = VARIANTS[game]
    place, _, name = fact.partition(".")
    room, seats = variant.options_type(**options), variant.seats[-1]
    if place == "context":
        check_context(variant, room, {name: value})
    else:
        check_outcome(variant, room, seats, 0, {name: value})


@pytest.mark.parametrize(("game", "fact", "value"), GOOD)
def test_values_that_a_deal_can_have(game: str, fact: str, value: Any) -> None:
    check(game, fact, value)


@pytest.mark.parametrize(("game", "fact", "value"), BAD)
def test_values_that_no_deal_can_have(game: str, fact: str, value: Any) -> None:
    with pytest.raises(ToldError) as told:
        check(game, fact, value)
    assert str(told.value) == f"{fact.partition('.')[2]} cannot be {shown(value)}; it is {told.value.allowed}"


@pytest.mark.parametrize(("game", "fact"), NAMED)
def test_absurd_values_of_every_name(game: str, fact: str) -> None:
    for value in ABSURD:
        with pytest.raises(ToldError, match="cannot be"):
            check(game, fact, value)


def test_every_name_is_tried() -> None:
    tried = {(game, fact) for game, fact, _ in GOOD}
    plain = {(game, f"context.{name}") for game in VARIANTS for name in ("dealer", "payer_dealer")}
    same = {("mcr", "context.seat_wind"), ("zuanpai", "context.wild"), ("zuanpai", "context.indicator"), ("zuanpai", "outcome.wild")}
    assert set(NAMED) - tried - plain <= same


@pytest.mark.parametrize(
    ("game", "fact", "value", "options"),
    [
        ("guobiao", "outcome.stakes", [2, 1, 1, 1], {"stakes": "off"}),
        ("guobiao", "outcome.horses", [["1m"], [], [], []], {"horses": "off"}),
        ("guobiao", "outcome.horses", [["1m"], [], [], []], {"specials": "peek"}),
        ("changsha", "outcome.birds", ["1m"], {"birds": 0}),
        ("changsha", "outcome.float", [1, 0, 0, 0], {"float_max": 0}),
        ("changsha", "outcome.openings", [{"seat": 0, "elements": ["no_258"]}], {"opening_patterns": ("four_joys",)}),
        ("anhua", "outcome.birds", ["1m"], {"bird_count": 0}),
    ],
)
def test_values_that_a_room_does_not_have(game: str, fact: str, value: Any, options: dict[str, Any]) -> None:
    check(game, fact, value, **({"bird_count": 1} if game == "anhua" else {}))
    with pytest.raises(ToldError):
        check(game, fact, value, **options)


@pytest.mark.parametrize(("fact", "value", "option"), [("wild", "5m", {"wild": "off"}), ("fortune", 8, {"specials": "off"})])
def test_facts_that_a_room_does_not_have(fact: str, value: Any, option: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"unknown fact of a win '{fact}'; known: "):
        check("guobiao", f"context.{fact}", value, **option)


@pytest.mark.parametrize(("game", "facts", "complaint"), [
    ("zuanpai", {"indicator": "1m", "wild": "3m"}, "the indicator 1m makes 2m wild, not 3m"),
    ("anhua", {"dealer": True, "payer_dealer": True}, "cannot both be the dealer"),
    ("mcr", {"luck": 1}, "unknown fact of a win 'luck'; known: dealer, flowers, payer_dealer, prevalent_wind, seat_wind"),
])  # fmt: skip
def test_facts_that_do_not_go_together(game: str, facts: Mapping[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        check_context(VARIANTS[game], VARIANTS[game].options_type(), facts)


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.id)
def test_what_the_table_itself_tells_is_allowed(game: Any) -> None:
    """The facts that a game reads off a finished deal are such as may be told by hand."""
    for seed in range(6):
        state = _finished(game, seed).state
        facts = {name: value for name, value in game.outcome_facts(state).items() if value is not None}
        check_outcome(game, state.options, state.seats, state.dealer, facts)


def _finished(game: Any, seed: int) -> Game:
    return walk(game, seed).game


def test_values_in_words() -> None:
    terms = terms_of(VARIANTS["guobiao"], VARIANTS["guobiao"].options_type(), 4)
    words: dict[Told, str] = {
        Flag(): "true or false", Choice((8, 18)): "one of 8, 18", Choice((1,)): "1", Number(0, 8): "a whole number from 0 to 8",
        Seat(): "a seat from 0 to 3", Tile(): "a tile of the game, such as 5m",
    }  # fmt: skip
    assert {told: told.allowed(terms) for told in words} == words
    assert shown("x" * 100) == "x" * 60 + "..."
    assert (shown([1, None]), shown(""), shown("5m"), shown(True)) == ("[1,null]", '""', "5m", "true")
    assert not fits(Tile(), "5x", terms)
