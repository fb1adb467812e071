"""What people are shown of the specials of a Guobiao deal."""

from __future__ import annotations

from typing import Any

import pytest

from fangcheng.actions import Action, parse_action
from fangcheng.audit.golden import eager_deal, scripted_deal
from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import SPECTATOR, player
from fangcheng.tiles import HIDDEN
from fangcheng.variants import get_variant
from fangcheng.variants.guobiao.national import National

GAME = get_variant("guobiao")


def start(special: str) -> Game:
    return Game.start(GAME, bytes(32), options={"specials": special, "stakes": "off", "wild": "off", "min_fan": 0})


def horses(game: Game, looking: int) -> list[list[int]]:
    """Per seat the kinds of the horses that somebody sees it has backed."""
    seats = view(game.state, player(looking)).seats
    return [[tile >> 2 for group in seat.shown if group["id"] == "horses" for tile in group["tiles"]] for seat in seats]


def default_until_over(game: Game) -> Game:
    while asked := game.asks():
        seat = min(asked)
        game.act(seat, game.default_action(seat))
    return game


def test_the_horses_one_has_backed_lie_before_oneself_and_in_the_end_before_all() -> None:
    game = start("horses")
    row = view(game.state, player(0)).offers[0].pick
    assert row is not None
    (lying,) = (group["tiles"] for group in view(game.state, player(0)).centre if group["id"] == "horse_row")
    assert [tile >> 2 for tile in lying] == list(row.kinds)
    picked = row.kinds[:2]
    for seat in sorted(game.asks()):
        game.act(seat, Action("horses", picked if seat == 1 else ()))
    assert horses(game, 1) == [[], [*picked], [], []]
    assert horses(game, 0) == [[], [], [], []]
    default_until_over(game)
    assert horses(game, 0) == horses(game, 1) == [[], [*picked], [], []]


def test_a_payment_for_a_horse_names_the_horse_and_whose_place_is_taken() -> None:
    settled = eager_deal(GAME, 38, {"min_fan": 0, "specials": "horses"}).state.settled
    assert settled is not None
    copied = [transfer for transfer in settled.transfers if transfer.reason == "horse"]
    wins = [transfer for transfer in settled.transfers if transfer.reason == "win"]
    assert copied
    for copy in copied:
        assert copy.kind >= 0
        assert any(copy.instead in (win.payer, win.payee) and (copy.formula, copy.terms) == (win.formula, win.terms) for win in wins)


def test_of_the_tiles_fished_from_the_picked_one_stands_out() -> None:
    def caught(group: dict[str, Any]) -> bool:
        return group["id"] == "fish"

    game = eager_deal(GAME, 12, {"min_fan": 0, "specials": "fish"})
    fish = next(event for event in reversed(game.log) if event.name == "fish")
    (group,) = filter(caught, view(game.state, player(0)).centre)
    assert group["picked"] == [fish.place - 1]  # type: ignore[attr-defined]
    assert HIDDEN not in group["tiles"]


@pytest.mark.parametrize("game", [get_variant("guobiao"), get_variant("mcr")], ids=lambda game: game.id)
def test_every_seat_is_shown_the_wind_that_a_pung_of_its_own_counts(game: National) -> None:
    deal = Game.start(game, bytes(32), options={}, dealer=2)
    marks = [seat.badges[0]["id"] for seat in view(deal.state, SPECTATOR).seats]
    assert marks == ["west", "north", "east", "south"]
    winds = [game.context(deal.state, seat, -1)["seat_wind"] for seat in range(4)]
    assert [mark[0].upper() for mark in marks] == winds


@pytest.mark.parametrize("name", ["guobiao", "mcr"])
def test_a_complete_hand_that_is_too_small_is_told_so(name: str) -> None:
    position: dict[str, Any] = {
        "variant": name, "options": {}, "seats": 4, "dealer": 0, "turn": 0, "drawn": "9s", "melds": [["[345s<3]"], [], [], []],
        "hands": ["123m567p78s55m", "19m19p19sESWNCFP", "114m258p369sESWN", "23m567p345789s66p"], "script": [],
    }  # fmt: skip
    game = scripted_deal(position)

    def told() -> list[tuple[str, int, int] | None]:
        found = [view(game.state, viewer).facts for viewer in (*map(player, range(4)), SPECTATOR)]
        return [(facts["hint"], *facts["hint_detail"].values()) if "hint" in facts else None for facts in found]

    assert told() == [("too_few_fan", 3, 8), None, None, None, None]
    game.act(0, parse_action("discard 1m"))
    assert told() == [None, None, None, ("too_few_fan", 4, 8), None]
