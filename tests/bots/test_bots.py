"""Bots: they know what their seat may know, choose among their offers, and are replaced when they fail."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest
from plain_game import PLAIN, Plain

from fangcheng.actions import PASS, PUNG, WIN, Action, parse_action
from fangcheng.bots import BOTS, Bot, make_bot, safe_choice
from fangcheng.bots.hints import distance_with_pair
from fangcheng.engine.game import Game
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.steps import Turn
from fangcheng.engine.view import mask, redact
from fangcheng.events import player
from fangcheng.hand import Hand
from fangcheng.rules.variant import Variant, WinFacts
from fangcheng.score import Score
from fangcheng.shapes import distance, splits
from fangcheng.sim import play_deal
from fangcheng.tiles import full_set, parse_kind, parse_kinds
from fangcheng.variants import VARIANTS
from fangcheng.wall import Stream


class Spy(Bot):
    """A random bot that compares what it knows with what its seat may know."""

    def __init__(self, variant: Variant, seat: int, table: Game) -> None:
        super().__init__(variant, seat)
        self.table = table

    def choose(self, offers: Sequence[Action]) -> Action:
        assert self.state == mask(self.table.state, player(self.seat))
        return offers[self.chance.below(len(offers))]


@pytest.mark.parametrize("name", VARIANTS)
def test_what_a_bot_knows_is_what_its_seat_may_know(name: str) -> None:
    variant = VARIANTS[name]
    game = Game.start(variant, b"spies")
    assert play_deal(game, [Spy(variant, seat, game) for seat in range(game.state.seats)]) == []


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("bot", BOTS)
def test_every_bot_plays_every_game(name: str, bot: str) -> None:
    variant = VARIANTS[name]
    logs = []
    for _ in range(2):
        game = Game.start(variant, b"every bot")
        assert play_deal(game, [make_bot(bot, variant, seat, 5) for seat in range(game.state.seats)]) == []
        assert game.over
        logs.append(game.log)
    assert logs[0] == logs[1]


def test_unknown_bots_are_named() -> None:
    with pytest.raises(ValueError, match="unknown bot 'deep'; there are first_legal, random, greedy"):
        make_bot("deep", PLAIN, 0)


def asked(variant: Variant, hand: str, drawn: str = "", melds: Sequence[Any] = ()) -> tuple[Bot, tuple[Action, ...], Game]:
    """A greedy bot on seat 0 at its turn, or (without a drawn tile) at its claim of a tile that seat 3 discards."""
    hands = [parse_kinds(hand), *[parse_kinds("147m147p147sESWN")] * 3]
    kinds = {"drawn": parse_kind(drawn)} if drawn else {"drawn": parse_kind("9s")}
    game = set_up(variant, Position(seats=4, dealer=0, hands=hands, turn=0 if drawn else 3, draws=parse_kinds("1s"), **kinds))
    bot = make_bot("greedy", variant, 0)
    bot.state = mask(game.state, player(0))
    return bot, game.asks().get(0, ()), game


def claim(variant: Variant, hand: str, tile: str) -> Action:
    hands = [parse_kinds(hand), *[parse_kinds("147m147p147sESWN")] * 2, parse_kinds("147m147p147sESW" + "F")]
    game = set_up(variant, Position(seats=4, dealer=0, hands=hands, turn=3, drawn=parse_kind(tile)))
    game.act(3, parse_action(f"discard {tile}"))
    bot = make_bot("greedy", variant, 0)
    bot.state = mask(game.state, player(0))
    return bot.choose(game.asks()[0])


def turn(hand: str, drawn: str, variant: Variant = PLAIN) -> Action:
    bot, offers, _ = asked(variant, hand, drawn)
    return bot.choose(offers)


def test_greedy_wins() -> None:
    assert turn("123m456p789s2255m", "5m") == WIN
    assert claim(PLAIN, "123m456p789s2255m", "5m") == WIN


def test_greedy_discards_what_is_of_no_use() -> None:
    assert str(turn("123m456p789s2255m", "P")) == "discard P"
    assert str(turn("12m456p78s2255m1pE", "3m")) in ("discard E", "discard 1p")


def test_greedy_claims_only_what_brings_it_nearer() -> None:
    assert claim(PLAIN, "13m456p789s2255mP", "2m") == parse_action("chow 13m")
    assert claim(PLAIN, "22m456p789s12p45sP", "2m") == PASS
    assert claim(PLAIN, "12m456p79s2255mPF", "5m") == PUNG


def test_greedy_makes_kongs_that_do_not_hurt() -> None:
    assert str(turn("9999m456p789s225m", "5m")) == "kong 9m"
    assert str(turn("345555m456p78s99s", "P")).startswith("discard")


class Picky(Plain):
    """Pairs of 2 only."""

    def score(self, options: Any, facts: WinFacts) -> Score | None:
        score = super().score(options, facts)
        return score if score and score.reading.groups[-1].kinds[0] in parse_kinds("2m2p2s") else None


def test_greedy_asks_the_game_what_a_win_needs() -> None:
    hand = "123m456p789m2p99s6s"
    assert str(turn(hand, "8s")) == "discard 2p"
    assert str(turn(hand, "8s", Picky())) != "discard 2p"


def test_distance_with_a_pair_of_any_kind_is_the_distance() -> None:
    chance = Stream(b"hands", "pairs")
    for _ in range(300):
        tiles = chance.shuffle(full_set(range(34)))[: 3 * chance.below(5) + 1 + chance.below(2)]
        hand = Hand(tiles)
        assert distance_with_pair(hand, 0, frozenset(range(34))) == distance(hand), hand


def test_distance_with_a_pair_of_some_kinds_is_complete_exactly_with_such_a_pair() -> None:
    pairs = frozenset(parse_kinds("2m5m8mE"))
    for text in ("123m456p789s111s22m", "123m456p789s111s33m", "22255588m", "22233344m", "123m456p789s111sEE", "123m456p789s111sWW"):
        hand = Hand.parse(text)
        wins = any(split.pair.kind in pairs for split in splits(hand))
        assert (distance_with_pair(hand, 0, pairs) == -1) == wins, text


class Bad(Bot):
    def choose(self, offers: Sequence[Action]) -> Action:
        if self.seat == 0:
            raise RuntimeError("no idea")
        if self.seat == 2:
            time.sleep(0.02)
            return offers[0]
        return WIN


def test_bad_bots_are_replaced_by_the_default() -> None:
    offers = (PUNG, PASS)
    assert safe_choice(Bad(PLAIN, 0), offers, lambda: PASS) == (PASS, "raised RuntimeError: no idea")
    assert safe_choice(Bad(PLAIN, 1), offers, lambda: PASS) == (PASS, "chose win, which is not on offer")
    slow = safe_choice(Bad(PLAIN, 2), offers, lambda: PASS, limit_ms=1)
    assert slow.action == PASS
    assert slow.problem.endswith("of 1")
    assert safe_choice(Bad(PLAIN, 2), offers, lambda: PASS) == (PUNG, "")


def test_a_deal_goes_on_with_bad_bots() -> None:
    game = Game.start(PLAIN, b"bad bots")
    problems = play_deal(game, [Bad(PLAIN, seat) for seat in (0, 1, 0, 1)])
    assert game.over
    assert {problem.what for problem in problems if problem.seat == 0} == {"raised RuntimeError: no idea"}
    assert {problem.seat for problem in problems} >= {0, 2}


def test_greedy_decides_fast_enough() -> None:
    variant = next(iter(VARIANTS.values()))
    game = Game.start(variant, b"how fast")
    bots = [make_bot("greedy", variant, seat) for seat in range(4)]
    begun, before = time.process_time(), len(game.log)
    play_deal(game, bots)
    decisions = sum(event.name in ("discard", "answered") for event in game.log[before:])
    assert (time.process_time() - begun) / decisions < 0.02


def test_bots_see_redacted_events_alone() -> None:
    game = Game.start(PLAIN, b"redacted")
    bot = make_bot("greedy", PLAIN, 1)
    for event in game.log:
        seen = redact(event, player(1))
        assert seen is not None
        bot.see(seen)
    assert isinstance(bot.state.step, Turn)
    assert not bot.state.hands[0].known
    assert bot.state.wall.order == ()


def test_greedy_declares_a_dealt_hand_that_waits() -> None:
    anhua = VARIANTS["anhua"]
    hands = ["147m258p369s1479p5s", "123m456m789m123p5p", "258m147p369s2589m", "369m258p147s3699s"]
    position = Position(
        seats=4, dealer=0, from_deal=True, hands=[parse_kinds(text) for text in hands], facts={"indicator": "7s"}, wall_left=55
    )
    game = set_up(anhua, position)
    assert 1 in game.asks()
    bot = make_bot("greedy", anhua, 1, 1)
    for event in game.log:
        seen = redact(event, player(1))
        if seen is not None:
            bot.see(seen)
    assert bot.choose(game.asks()[1]).verb == "ready"
