"""Spectators never receive more than they may: live, one deal late, with hands that are shown and without, after restarts."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import msgspec
import pytest
from server.house import House, Watcher, house
from server.player import GAME, plain, seen_by_spectator

from fangcheng.audit.promises import check_deal
from fangcheng.audit.secrets import leaks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.view import redact, view
from fangcheng.events import SPECTATOR, Answered, Draw, Viewer
from fangcheng.server.config import Config
from fangcheng.server.protocol import Closed, Next, Said, Say, Table
from fangcheng.server.tables.inbox import Shows, Unwatches
from fangcheng.server.tables.play import WATCHING, viewer_at
from fangcheng.variants import VARIANTS, get_variant

__all__ = ["house"]


SHORT = Config(pause=0, think=0, late_pace=0)


def told(watcher: Watcher, deal: int) -> list[Any]:
    """The events of a deal that a watcher was told."""
    return [plain(event) for message in watcher.tables for event in message.events if message.view.number == deal]


async def play(house: House, watchers: list[Watcher], seed: int = 1) -> None:
    await house.play_out(watchers, random.Random(seed))
    await watchers[0].until(lambda: watchers[0].latest.table.status != "playing")


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_live_spectator_sees_what_is_open_to_all(house: House, game: str) -> None:
    seats = get_variant(game).seats[-1]
    players = await house.open([None] * seats, game=game, spectators="live")
    spectator = await house.watch()
    assert spectator.latest.view.viewer == -1
    await players[0].until(lambda: players[0].latest.table.watching == 1)
    await play(house, players)
    await spectator.until(lambda: spectator.latest.table.status == "over")
    log = await house.log()
    # He came when some of it had happened.
    heard = told(spectator, 0)
    assert len(heard) > 5
    assert heard == seen_by_spectator(log)[-len(heard) :]
    # Each message is exactly the spectator's view of the state after what he was told: nothing of it comes from elsewhere.
    state = begin_state(get_variant(game), log[0])  # type: ignore[arg-type]
    views = [plain(view(state, SPECTATOR))]
    for event in log[1:]:
        evolve(state, event)
        views.append(plain(view(state, SPECTATOR)))
    for message in spectator.tables:
        assert plain(message.view) in views
        assert message.view.offers == []
        assert (message.table.clock, message.table.switches) == (None, [])
    news = [message for message in spectator.tables if message.events]
    assert [message.seq for message in news] == list(range(news[0].seq, news[0].seq + len(news)))


async def test_a_hand_is_shown_only_where_its_player_says_so(house: House) -> None:
    players = await house.open([None, None, "greedy", "greedy"], spectators="live")
    spectator = await house.watch()
    assert not any(seat.hand for seat in spectator.latest.view.seats)
    while not any(seat.size for seat in spectator.latest.view.seats):
        asked = await house.somebody(players)
        seq = asked[0].latest.seq
        await house.act(asked[0], asked[0].latest.view.offers[-1].text)
        await asked[0].until(lambda: asked[0].latest.seq > seq)  # noqa: B023
        await asyncio.sleep(0.01)
    assert house.table is not None
    house.table.post(Shows("u1", True))
    await spectator.until(lambda: spectator.latest.view.seats[1].hand)
    assert [bool(seat.hand) for seat in spectator.latest.view.seats] == [False, True, False, False]
    assert sorted(spectator.latest.view.seats[1].hand or ()) == sorted(players[1].latest.view.seats[1].hand or ())
    house.table.post(Shows("u1", False))
    await spectator.until(lambda: spectator.latest.view.seats[1].hand is None)
    # Who is not at the table shows nothing.
    house.table.post(Shows("u3", True))
    await house.somebody(players)
    assert [seat.hand for seat in spectator.latest.view.seats] == [None] * 4


async def test_a_hand_that_is_opened_and_closed_all_the_time_is_seen_while_it_is_open(house: House) -> None:
    """In the middle of a deal: what is closed stops with the next message, and what happened while it was closed is never told later."""
    chance, players = random.Random(5), await house.open([None] * 4, spectators="live", secret="08" * 32)
    spectator = await house.watch()
    assert house.table is not None
    shown, told_closed, told_open = False, 0, 0
    while asked := await house.somebody(players):
        if chance.random() < 0.4:
            shown = not shown
            house.table.post(Shows("u1", shown))
        player, before = chance.choice(asked), len(spectator.tables)
        seq = player.latest.seq
        await house.act(player, chance.choice(player.latest.view.offers).text)
        await player.until(lambda: player.latest.seq > seq)  # noqa: B023
        drawn = [event for message in spectator.tables[before:] for event in message.events if isinstance(event, Draw) and event.seat == 1]
        told_open += sum(event.tile >= 0 for event in drawn)
        told_closed += sum(event.tile < 0 for event in drawn)
        assert shown or all(event.tile < 0 or event.open for event in drawn)
        now = spectator.latest.view
        if not (now.settled or now.win) and now.seats[1].size:
            assert [seat.hand is not None for seat in now.seats] == [False, shown, False, False]
    assert told_open > 0
    assert told_closed > 0
    # Who comes now is told nothing of what was hidden when it happened, nor of what was shown in between.
    past = (await house.watch("late")).tables[0].past or []
    assert not [event for event in past if isinstance(event, Draw) and event.tile >= 0 and not event.open]


@pytest.mark.parametrize("seed", range(4))
async def test_answers_of_a_shown_hand_stay_secret(house: House, seed: int) -> None:
    players = await house.open([None] * 4, spectators="live")
    assert house.table is not None
    spectator = await house.watch()
    for seat in range(4):
        house.table.post(Shows(f"u{seat}", True))
    await play(house, players, seed)
    assert not [event for event in told(spectator, 0) if event["type"] == "answered"]
    for message in spectator.tables:
        assert not message.view.step.get("answers")


async def test_nobody_watches_where_it_is_off(house: House) -> None:
    await house.open([None, "greedy", "greedy", "greedy"])
    spectator = await house.watch()
    assert spectator.sent == [Closed("not_watched")]


@pytest.mark.parametrize("game", [GAME, "two_player_frenzy"])
async def test_late_spectators_see_nothing_of_the_deal_in_progress(house: House, game: str) -> None:
    seats = get_variant(game).seats[-1]
    players = await house.open([None] * seats, deals=3, game=game, spectators="late", config=SHORT)
    spectator = await house.watch()
    first = plain(spectator.latest)
    assert (first["view"]["wall"]["left"], first["table"]["played"]) == (0, 0)
    for number in range(3):
        await play(house, players, number)
        await spectator.until(lambda: spectator.latest.view.number == number and spectator.latest.view.settled)  # noqa: B023
        assert spectator.latest.table.totals == players[0].latest.table.totals
        batches = await house.store.deal_log("t", number)
        assert batches is not None
        log = [event for batch in batches for event in msgspec.json.decode(batch)]
        assert [event["type"] for event in told(spectator, number) if event["type"] != "start"] == [
            event["type"] for event in log[1:] if event["type"] != "answered"
        ]
        if number < 2:
            for player in players:
                await house.send(player, Next(f"n-{number}"))
            await players[0].until(lambda: players[0].latest.view.number == number + 1)  # noqa: B023
    assert spectator.latest.table.status == "over"
    # Whatever he was ever told of a deal, he was told when it was over.
    ended = {
        number: players[0].times[place] for number in range(3) for place in range(len(players[0].sent)) if over(players[0], place, number)
    }
    for at, message in zip(spectator.times, spectator.sent, strict=True):
        if isinstance(message, Table) and (message.events or message.view.number):
            assert at >= ended[message.view.number]


def over(watcher: Watcher, place: int, number: int) -> bool:
    """Whether a message tells the settlement of a deal."""
    message = watcher.sent[place]
    return isinstance(message, Table) and message.view.number == number and any(event.name == "settle" for event in message.events)


async def test_the_time_of_late_messages_tells_nothing(house: House) -> None:
    players = await house.open([None] * 4, deals=2, spectators="late", config=SHORT)
    spectator = await house.watch()
    # Everybody has been told that somebody watches.
    await players[0].until(lambda: players[0].latest.table.watching == 1)
    before = len(spectator.sent)
    some = random.Random(4)
    for _ in range(15):
        asked = await house.somebody(players)
        seq = asked[0].latest.seq
        await house.act(asked[0], some.choice(asked[0].latest.view.offers).text)
        await asked[0].until(lambda: asked[0].latest.seq > seq)  # noqa: B023
    await house.send(players[0], Say("s", "hurry"))
    assert len(spectator.sent) == before
    assert house.table is not None
    house.table.post(Unwatches("watcher", spectator))
    live = [message for message in players[1].sent if isinstance(message, Said)]
    assert live == [Said(0, "hurry")]


async def test_a_late_spectator_after_a_restart(house: House) -> None:
    players = await house.open([None] * 4, deals=2, spectators="late", config=SHORT)
    await players[3].until(lambda: players[3].tables)
    await play(house, players)
    for player in players:
        await house.send(player, Next("n"))
    await players[0].until(lambda: players[0].latest.view.number == 1)
    await house.stop()
    players = house.start([None] * 4)
    spectator = await house.watch()
    assert spectator.latest.view.number == 0
    await spectator.until(lambda: spectator.latest.view.settled)
    assert {message.view.number for message in spectator.tables} == {0}


# --- the engine's part ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("seed", range(2))
def test_a_shown_hand_shows_its_tiles_and_nothing_else(game: str, seed: int) -> None:
    """By the truth itself, for every event of a random deal: no tile beyond the shown hand, and no answer, not even of that seat."""
    variant = get_variant(game)
    log = check_deal(variant, seed).log
    state, shown = begin_state(variant, log[0]), seed % variant.seats[0]  # type: ignore[arg-type]
    spectator, may_know = viewer_at(WATCHING, frozenset({shown})), Viewer(-1, frozenset({shown}))
    for event in log[1:]:
        evolve(state, event)
        seen, told = view(state, spectator), redact(event, spectator)
        assert leaks(state, told, may_know, seen) == []
        assert not isinstance(told, Answered)
        assert not seen.step.get("answers")
        assert seen.offers == []
