"""What the greedy bot does in phases that only some games have: tiles exchanged, bets, looking at others' tiles, stakes, fishing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from fangcheng.actions import Action, Subsets
from fangcheng.bots import Bot, make_bot
from fangcheng.bots.greedy import Greedy
from fangcheng.bots.hints import Judge
from fangcheng.engine.game import Game
from fangcheng.engine.view import mask, redact
from fangcheng.events import player
from fangcheng.hand import Hand
from fangcheng.sim import play_deal
from fangcheng.tiles import format_kinds, parse_kind, parse_kinds
from fangcheng.variants import VARIANTS

GUOBIAO = VARIANTS["guobiao"]
Asked = tuple[Bot, Sequence[Action], Game]


def until(verb: str, seed: int, seat: int = 1, **options: Any) -> Asked:
    """A game of greedy bots up to the point where a seat is asked for a verb, and the bot there with its offers."""
    game = Game.start(GUOBIAO, seed.to_bytes(4, "big"), options={"stakes": "off", **options})
    bots = [make_bot("greedy", GUOBIAO, place) for place in range(4)]
    shown = 0
    while True:
        for event in game.log[shown:]:
            for place, bot in enumerate(bots):
                seen = redact(event, player(place))
                if seen is not None:
                    bot.see(seen)
        shown = len(game.log)
        assert not game.over
        offers = game.offers(seat)
        if seat in game.asks() and (offers.verb == verb if isinstance(offers, Subsets) else any(offer.verb == verb for offer in offers)):
            return bots[seat], offers, game
        asked = next(place for place in game.asks() if place != seat or len(game.asks()) == 1)
        game.act(asked, bots[asked].choose(game.offers(asked)))


def exchanged(text: str, wild: str = "") -> str:
    """What the bot gives away of a hand."""
    bot, *_ = until("exchange", 1, specials="exchange", wild="off")
    hand = Hand.parse(text)
    bot.state.hands[1] = hand
    if wild:
        bot.state.extra.wild = parse_kind(wild)  # type: ignore[attr-defined]
    return format_kinds(bot.choose(Subsets("exchange", hand.kinds(), 5)).tiles)


def test_tiles_of_no_use_are_exchanged() -> None:
    # One of the three may begin the set that is still missing: the one that most tiles go with.
    assert exchanged("123m456p78s99s1pEW") == "EW"
    assert exchanged("123m456p789s99s78p") == ""


def test_no_more_than_may_go_and_never_a_wild_tile() -> None:
    assert len(parse_kinds(exchanged("147m258p369sESWN"))) == 5
    assert "P" not in exchanged("147m258p369sESWP", wild="P")


def test_an_exchange_brings_hands_forward() -> None:
    before = after = 0
    for seed in range(12):
        bot, offers, game = until("exchange", seed, specials="exchange")
        judge = Judge(mask(game.state, player(1)), 1)
        hand = game.state.hands[1]
        before += judge.lacking(hand, hand)
        chosen = bot.choose(offers)
        assert chosen in offers
        game.act(1, chosen)
        for seat in [seat for seat, asked in game.asks().items() if isinstance(asked, Subsets)]:
            game.act(seat, Action("exchange"))
        hand = game.state.hands[1]
        after += judge.lacking(hand, hand)
    assert after < before


@pytest.mark.parametrize(("hand", "own"), [("123m456p78s99s1pEW", True), ("147m258p369sESWN", False)])
def test_only_a_promising_hand_is_bet_on(hand: str, own: bool) -> None:
    bot, offers, game = until("horses", 5, specials="horses", horses="every_deal", wild="off")
    bot.state.hands[1] = Hand.parse(hand)
    chosen = bot.choose(offers)
    assert chosen in offers
    [row] = [group for group in GUOBIAO.centre(game.state) if "seats" in group]
    mine = sorted(tile >> 2 for tile, seat in zip(row["tiles"], row["seats"], strict=True) if seat == 1)
    assert list(chosen.tiles) == (mine[:2] if own else [])


def test_a_look_at_the_next_seat_tells_what_will_not_be_drawn() -> None:
    bot, offers, game = until("peek", 2, specials="peek")
    chosen = bot.choose(offers)
    assert chosen == Action("peek", number=2)
    unseen = Judge(bot.state, 1).unseen
    events = game.act(1, chosen)
    assert isinstance(events, list)
    for event in events:
        seen = redact(event, player(1))
        assert seen is not None
        bot.see(seen)
    known = Judge(bot.state, 1).unseen
    held = game.state.hands[2]
    assert all(known[kind] == unseen[kind] - held.counts[kind] for kind in range(34))
    assert not any(offer.verb == "peek" for offer in game.offers(1))


def test_stakes_differ_and_a_catch_is_picked() -> None:
    game = Game.start(GUOBIAO, b"stakes")
    offers = game.asks()[game.state.dealer]
    chosen = set()
    for seed in range(20):
        bot = make_bot("greedy", GUOBIAO, game.state.dealer, seed)
        bot.state = mask(game.state, player(game.state.dealer))
        chosen.add(bot.choose(offers).number)
    assert chosen == {1, 2, 4}


class Timid(Greedy):
    """Leaves exchanges, bets and looks to the game's default."""

    free = False
    name = "timid"
    _answers: ClassVar[dict[str, Any]] = {
        verb: answer for verb, answer in Greedy._answers.items() if verb not in ("exchange", "horses", "peek")
    }


@pytest.mark.parametrize("special", ["exchange", "peek", "horses", "fish"])
def test_deals_with_specials_are_played_without_a_problem(special: str) -> None:
    makers: list[Callable[[int], Bot]] = [lambda seat: make_bot("greedy", GUOBIAO, seat), lambda seat: Timid(GUOBIAO, seat)]
    for seed in range(2):
        game = Game.start(GUOBIAO, bytes([seed]), options={"specials": special, "min_fan": 0, "horses": "every_deal"})
        assert play_deal(game, [makers[(seat + seed) % 2](seat) for seat in range(4)]) == []
        assert game.over
