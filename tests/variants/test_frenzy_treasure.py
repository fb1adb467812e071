"""The treasure of the two-player game: what it does to the wall, and that only who has looked can know it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from acting import act

from fangcheng.actions import PASS, WIN, Action
from fangcheng.audit.golden import eager_deal
from fangcheng.engine.decide import decide
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.game import Game
from fangcheng.engine.ready import Ready
from fangcheng.engine.setup import Position, set_up
from fangcheng.engine.state import State
from fangcheng.engine.view import mask, redact, view
from fangcheng.events import SPECTATOR, Deal, Discard, Event, Start, Viewer, player
from fangcheng.tiles import HIDDEN, format_sequence, kinds_of, parse_kind, parse_kinds
from fangcheng.variants import get_variant
from fangcheng.variants.two_player_frenzy.aside import put_back
from fangcheng.variants.two_player_frenzy.extra import extra_of
from fangcheng.variants.two_player_frenzy.treasure import TreasureChange, TreasureLook, TreasureRoll

FRENZY = get_variant("two_player_frenzy")
WAITS_5M = "46m22678p345777s"
OTHER = "1147m147p147sCFP"


def declared(**facts: Any) -> Game:
    """Seat 0 has declared ready on 5m and seat 1 is about to discard."""
    own = {name: facts.pop(name) for name in ("treasure", "treasure_place") if name in facts}
    told = Position(
        seats=2,
        dealer=0,
        hands=[parse_kinds(WAITS_5M), parse_kinds(facts.pop("other", OTHER))],
        turn=1,
        drawn=parse_kind(facts.pop("drawn", "9s")),
        wall_left=facts.pop("wall_left", 20),
        draws=parse_kinds(facts.pop("draws", "")),
        tail=parse_kinds(facts.pop("tail", "")),
        rivers=[parse_kinds(text) for text in facts.pop("rivers", ("", ""))],
        aside=[parse_kind(own["treasure"])] if "treasure" in own else [],
        seat_flags=facts.pop("seat_flags", ({"ready": "5m"}, {})),
        facts=own,
        **facts,
    )
    return set_up(FRENZY, told)


def tail(state: State, number: int) -> str:
    return format_sequence(kinds_of(state.wall.tile(place) for place in list(state.wall.from_tail())[:number]))


def events(game: Game, kind: type[Event]) -> list[Any]:
    return [event for event in game.log if type(event) is kind]


class TestWall:
    def test_the_throw_counts_from_the_tail_and_round(self) -> None:
        """Section 4.1: the n-th tile, n modulo the tiles left."""
        game = declared(tail="1s8m9p6s", dice=[(1, 2)], draws="3m")
        act(game, (1, "discard 9s"))
        assert extra_of(game.state).treasure >> 2 == parse_kind("9p")
        short = declared(tail="1s8m9p", dice=[(2, 2)], wall_left=3)
        act(short, (1, "discard 9s"))
        assert extra_of(short.state).treasure >> 2 == parse_kind("1s")

    def test_dead_kinds_are_skipped_but_the_hole_does_not_tell(self) -> None:
        """R32. The two deals differ in the tile that the dice point at and in nothing that the other seat may know."""
        rivers = ("8m8m", "8m")
        skipped = declared(tail="1s8m9p6s", dice=[(1, 1)], rivers=rivers, draws="3m")
        straight = declared(tail="1s9p8m6s", dice=[(1, 1)], rivers=rivers, draws="3m")
        for game in (skipped, straight):
            act(game, (1, "discard 9s"))
            assert extra_of(game.state).treasure >> 2 == parse_kind("9p")
            assert tail(game.state, 3) == "1s8m6s"
        assert events(skipped, TreasureRoll)[0].place != events(straight, TreasureRoll)[0].place
        for viewer in (player(0), player(1), SPECTATOR):
            assert shown(skipped, viewer) == shown(straight, viewer)
            assert mask(skipped.state, viewer) == mask(straight.state, viewer)

    def test_it_returns_to_its_own_place(self) -> None:
        """R30: also when the hole lies elsewhere because a dead tile was skipped."""
        game = declared(tail="1s8m9p6s", dice=[(1, 1), (2, 2)], rivers=("8m8m9p", "8m9p"), draws="3m9p")
        act(game, (1, "discard 9s"), (1, "discard 9p"))
        assert events(game, TreasureChange)[0].tile >> 2 == parse_kind("6s")
        assert tail(game.state, 3) == "1s8m9p"

    def test_it_returns_to_the_nearest_place_that_is_left(self) -> None:
        """R30: the tiles behind it have gone for kongs meanwhile."""
        game = declared(
            other="777m1147p147sCFP", drawn="7m", treasure="9p", treasure_place=2, tail="1s6s", dice=[(1, 1)], rivers=("9p", "9p")
        )
        act(game, (1, "kong 7m"), (1, "discard 1s"))
        state = game.state.copy()
        assert state.wall.left == 17
        extra = extra_of(state)
        assert tail(state, 1) == "6s"
        put_back(state.wall, extra.hole, extra.dealt)
        assert tail(state, 2) == "9p6s"

    def test_no_live_kind_is_left(self) -> None:
        """Section 4.1: then there is no treasure in this deal."""
        game = declared(wall_left=3, draws="8m7m9m", rivers=("8m8m8m7m7m", "9m9m9m7m"), other="111m147p147sCFP6p")
        act(game, (1, "discard 9s"))
        roll = events(game, TreasureRoll)[0]
        assert (roll.tile, roll.hole) == (HIDDEN, -1)
        assert view(game.state, player(1)).centre == []
        assert not events(game, TreasureLook)

    def test_a_change_follows_the_claim_of_the_third_copy(self) -> None:
        """Section 3: pung, treasure_change, and only then the claimer acts."""
        flags = ({"ready": "5m", "seen_treasure": True}, {})
        game = declared(
            treasure="9p", rivers=("9p9p", ""), dice=[(1, 1)], drawn="9s", draws="9p", seat_flags=flags, other="11m47m1478p47sCFP"
        )
        act(game, (1, "discard 9s"), (0, "pass"), (1, "chow 78p"))
        names = [event.name for event in game.log]
        assert names[-2:] == ["chow", "treasure_change"]
        assert game.asks()[1][-1].verb == "discard"
        assert extra_of(game.state).seen == [False, False]

    def test_visible_copies(self) -> None:
        """Option treasure_change_count: a pung shows three although one was discarded; a concealed kong shows none."""
        flags = ({"ready": "5m", "seen_treasure": True}, {})
        facts: dict[str, Any] = {"treasure": "9p", "dice": [(1, 1)], "draws": "9p", "seat_flags": flags, "other": "99p11m47m14p47sCFP"}
        for option, changed in (("visible", 1), ("discarded", 0)):
            game = declared(options={"treasure_change_count": option}, **facts)
            act(game, (1, "discard 9s"), (0, "pass"), (1, "pung"))
            assert len(events(game, TreasureChange)) == changed


def shown(game: Game, viewer: Viewer) -> list[Event]:
    return [event for event in (redact(event, viewer) for event in game.log) if event is not None]


class TestSecrecy:
    def test_only_who_has_looked_sees_it(self) -> None:
        game = declared(tail="1s8m", dice=[(1, 1)], draws="3m")
        act(game, (1, "discard 9s"))
        for viewer, kind in ((player(0), "8m"), (player(1), None), (SPECTATOR, None)):
            seen = view(game.state, viewer)
            assert seen.facts["treasure"] == kind
            assert seen.centre == [{"id": "treasure", "tiles": [parse_kind(kind) * 4 if kind else HIDDEN]}]
            assert "seen_treasure" in {badge["id"] for badge in seen.seats[0].badges}

    def test_the_one_who_rolled_does_not_see_it_before_he_looks(self) -> None:
        roll = TreasureRoll(0, (1, 1), 5, 3, 2)
        assert redact(roll, player(0)) == TreasureRoll(0, (1, 1), HIDDEN, 3)

    def test_waits_are_private(self) -> None:
        ready = Ready(0, 100, (4,))
        assert redact(ready, player(0)) == ready
        assert redact(ready, player(1)) == redact(ready, SPECTATOR) == Ready(0, 100, ())

    def test_who_may_see_hands_learns_neither_waits_nor_treasure(self) -> None:
        viewer = Viewer(-1, frozenset(), frozenset({0, 1}))
        for number in range(60):
            log = eager_deal(FRENZY, number).log
            truth, known = _folded(log[:1]), _folded([redact(log[0], viewer) or log[0]])
            for event in log[1:]:
                evolve(truth, event)
                seen = redact(event, viewer)
                if seen is not None:
                    evolve(known, seen)
                assert known == mask(truth, viewer)
                assert not any(extra_of(known).waits)
                view(truth, viewer)

    def test_another_treasure_looks_the_same(self) -> None:
        """Whole deals: exchange the treasure for a tile that is not in play, and let the same happen as far as the rules allow. Who has not
        looked is shown the same events and the same views, and is offered the same, all the way."""
        assert sum(_compare(number) for number in range(300)) > 1000

    def test_a_declared_hand_that_is_asked_looks_like_one_that_is_not(self) -> None:
        """Neither the step nor what is offered to others tells whether a drawn tile wins; and passing leaves no trace."""
        flags = ({"ready": "5m", "seen_treasure": True}, {})
        asked = declared(draws="5m3m", treasure="C", seat_flags=flags)
        idle = declared(draws="8m3m", treasure="C", seat_flags=flags)
        act(asked, (1, "discard 9s"), (0, "pass"))
        act(idle, (1, "discard 9s"))
        names = [[event.name for event in shown(game, player(1))] for game in (asked, idle)]
        assert names[0] == names[1]
        assert list(_steps(asked)) == list(_steps(idle))


def _steps(game: Game) -> Iterator[str]:
    """Names of the steps that the other seat sees, from the first draw of the declared one on."""
    start = game.log[0]
    assert isinstance(start, Start)
    position = declared(draws="5m3m", treasure="C", seat_flags=({"ready": "5m", "seen_treasure": True}, {}))
    state = mask(position.state, player(1))
    for event in shown(game, player(1))[1:]:
        evolve(state, event)
        yield state.step.name


def _compare(number: int) -> int:
    """Play a deal twice from its roll on with different treasures; how many events the other seat saw alike."""
    log = eager_deal(FRENZY, number, {"treasure_change_count": "visible"} if number % 2 else None).log
    at = next((place for place, event in enumerate(log) if type(event) is TreasureRoll and event.hole >= 0), -1)
    if at < 0:
        return 0
    looker = log[at].seat  # type: ignore[attr-defined]
    games = [Game.resume(FRENZY, log[: at + 1]), Game.resume(FRENZY, _with_other_treasure(log[: at + 1]))]
    same = 0
    while True:
        for game in games:
            _let_act(game, looker)
        one, two = games
        if one.over or any(type(event) is TreasureChange for event in (*one.log, *two.log)):
            return same
        for viewer in (player(1 - looker), SPECTATOR):
            assert shown(one, viewer) == shown(two, viewer)
            assert mask(one.state, viewer) == mask(two.state, viewer)
            assert view(one.state, viewer) == view(two.state, viewer)
        same = len(shown(one, SPECTATOR))
        for game in games:
            act(game, (1 - looker, str(_quiet(game.asks()[1 - looker]))))


def _let_act(game: Game, seat: int) -> None:
    while seat in game.asks():
        act(game, (seat, str(_quiet(game.asks()[seat]))))


def _quiet(asked: tuple[Action, ...]) -> Action:
    """No wins, and otherwise always the same."""
    allowed = [action for action in asked if action != WIN]
    return PASS if PASS in allowed else allowed[-1]


def _folded(log: list[Event]) -> State:
    start = log[0]
    assert isinstance(start, Start)
    state = begin_state(FRENZY, start)
    for event in log[1:]:
        evolve(state, event)
    return state


def _with_other_treasure(log: list[Event]) -> list[Event]:
    """The same deal with another kind as its treasure, of which so far nothing is known to anybody."""
    state, roll, deal = _folded(log), log[-1], log[1]
    assert isinstance(roll, TreasureRoll)
    assert isinstance(deal, Deal)
    used = set(deal.wall)
    fresh = next(tile for tile in FRENZY.tiles(state.options) if tile not in used and tile >> 2 != roll.tile >> 2)
    wall = tuple(fresh if tile == roll.tile else tile for tile in deal.wall)
    return [log[0], msgspec.structs.replace(deal, wall=wall), *log[2:-1], msgspec.structs.replace(roll, tile=fresh)]


@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_is_asked_that_gives_the_treasure_away(seat: int) -> None:
    """Refusals do not depend on it either."""
    codes = set()
    for kind in ("8m", "5m"):
        game = declared(treasure=kind, draws="3m", seat_flags=({"ready": "5m", "seen_treasure": True}, {}))
        codes.add(str(decide(game.state, 1, WIN)))
    assert len(codes) == 1


def test_discards_that_count_in_a_position() -> None:
    """Section 14: rivers, and one for each pung and exposed kong."""
    game = declared(rivers=("9s9s", ""), treasure="C", seat_flags=({"ready": "5m", "seen_treasure": True}, {}))
    assert extra_of(game.state).discarded[parse_kind("9s")] == 2
    assert not any(isinstance(event, Discard) for event in game.log)
