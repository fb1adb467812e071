"""The Guobiao game beyond its cases: strong hands, specials that are forced, reasons of refusals, secrets."""

from __future__ import annotations

from collections import Counter

import pytest

from fangcheng.actions import Action, parse_action
from fangcheng.audit.golden import scripted_deal
from fangcheng.audit.promises import check_deal
from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import player
from fangcheng.hand import Hand
from fangcheng.rules.variant import Refused
from fangcheng.tiles import kind_name
from fangcheng.variants import get_variant
from fangcheng.variants.guobiao import strong
from fangcheng.variants.guobiao.counter import Laid, Win
from fangcheng.variants.guobiao.extra import extra_of
from fangcheng.variants.guobiao.options import GuobiaoOptions
from fangcheng.variants.guobiao.readiness import can_be_ready
from fangcheng.variants.guobiao.worth import counter_of
from fangcheng.wall import Stream

GAME = get_variant("guobiao")
SPECIALS = ("horses", "peek", "fish", "exchange", "fortune", "peak")


def start(seed: int, **options: object) -> Game:
    return Game.start(GAME, seed.to_bytes(32, "big"), options=dict(options))


def past_stakes(game: Game) -> Game:
    while game.state.step.name == "staking":
        seat = min(game.asks())
        game.act(seat, game.default_action(seat))
    return game


@pytest.mark.parametrize("special", SPECIALS)
def test_forced_specials_keep_every_promise(special: str) -> None:
    for seed in range(8):
        check_deal(GAME, seed, {"specials": special, "min_fan": 0, "horses": "every_deal" if seed % 2 else "double_one"})


@pytest.mark.parametrize("name", strong.TEMPLATES)
def test_every_template_is_worth_it(name: str) -> None:
    counter = counter_of(GuobiaoOptions())
    for seed in range(5):
        stream = Stream(bytes([seed]), name)
        assert len(strong.core(stream, strong.TEMPLATES[name])) == strong.CORE
        tiles = strong.target(stream, strong.TEMPLATES[name])
        assert len(tiles) == strong.HAND
        if max(Counter(tiles).values()) <= 4:
            assert counter.best(Hand.of_kinds(tiles[1:]), Laid.of(()), Win("self_draw", tiles[0], frozenset())) is not None


def test_strong_hands_use_the_whole_set_and_nobody_is_ready() -> None:
    for seed in range(10):
        game = start(seed, stakes="off", specials="peak", wild="off")
        assert sorted(game.state.wall.order) == list(range(136))
        assert not any(can_be_ready(hand) for hand in game.state.hands)


def test_exchange_is_one_offer_and_the_wall_stays_whole() -> None:
    game = past_stakes(start(1, specials="exchange"))
    offers = view(game.state, player(0)).offers
    assert [offer.verb for offer in offers] == ["exchange"]
    assert offers[0].pick is not None
    assert offers[0].pick.most == 5
    kinds = offers[0].pick.kinds
    for seat in sorted(game.asks()):
        game.act(seat, Action("exchange", tuple(sorted(game.state.hands[seat].kinds()[:seat]))))
    assert game.state.wall.left == 83
    assert len(kinds) == len(game.state.hands[0].kinds())


def test_refusals_say_why() -> None:
    game = start(2, specials="off")
    other = game.state.next_seat(game.state.dealer)
    assert game.act(other, parse_action("raise 4")) == Refused("stake_of_dealer")
    game = past_stakes(start(2, specials="peek"))
    assert game.act(1, parse_action("peek 1")) == Refused("peek_at_another")
    game.act(1, parse_action("peek 2"))
    assert game.act(1, parse_action("peek 3")) == Refused("already_peeked")
    assert game.act(game.state.dealer, parse_action("win")) == Refused("not_complete")
    game = past_stakes(start(2, specials="horses"))
    row = [kind_name(kind) for kind in extra_of(game.state).row]
    for picks in (row[:3], [row[0], row[0]]):
        assert game.act(1, parse_action(f"horses {' '.join(picks)}")) == Refused("horses_of_row")
    game = past_stakes(start(2, specials="exchange"))
    held = [kind_name(kind) for kind in game.state.hands[1].kinds()]
    assert game.act(1, parse_action(f"exchange {' '.join(held[:6])}")) == Refused("too_many_exchanged", {"most": 5})
    assert game.act(1, parse_action(f"exchange {held[0] * 5}")) == Refused("tile_not_in_hand")


def test_a_small_hand_is_told_its_fan() -> None:
    position = {
        "variant": "guobiao", "options": {}, "seats": 4, "dealer": 0, "turn": 0, "drawn": "9s",
        "hands": ["123m567p78s55m", "19m19p19sESWNCFP", "147m258p369sESWN", "258m147p369sCCFF"], "melds": [["[345s<3]"], [], [], []],
        "script": [{"refused": {"seat": 0, "do": "win"}}],
    }  # fmt: skip
    game = scripted_deal(position)
    answer = game.act(0, parse_action("win"))
    assert isinstance(answer, Refused)
    assert answer.code == "too_few_fan"
    assert answer.detail["min_fan"] == 8
    assert 0 < answer.detail["fan"] < 8


def test_the_host_s_dice_name_any_next_dealer() -> None:
    named = set()
    for seed in range(12):
        game = start(seed, stakes="off", specials="off", next_dealer="dice")
        while asked := game.asks():
            seat = min(asked)
            game.act(seat, game.default_action(seat))
        assert game.state.settled
        named.add(game.state.settled.dealer_next)
    assert named == {0, 1, 2, 3}
