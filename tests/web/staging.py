"""Tables whose deal stands at a chosen moment: a deal played to it in memory takes the place of the one that the server has dealt."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from web.site import Site
from web.visitor import Visitor

from fangcheng.actions import Action
from fangcheng.engine.game import Game
from fangcheng.events import Event
from fangcheng.rules.variant import Variant
from fangcheng.server.storage.batches import encode_batch
from fangcheng.wall import Stream

Policy = Callable[[Game, int, Sequence[Action]], Action]
Reached = Callable[[Game], bool]
MOST_SEEDS = 3000


def calm(game: Game, seat: int, offers: Sequence[Action]) -> Action:
    """Claims nothing, declares nothing and wins nothing: the way to the end of the wall."""
    plain = [action for action in offers if action.verb in ("pass", "discard")] or list(offers)
    return plain[_chance(game).below(len(plain))]


def eager(*verbs: str) -> Policy:
    """Does what it can of these, the first before the others; else anything."""

    def choose(game: Game, seat: int, offers: Sequence[Action]) -> Action:
        for verb in verbs:
            if wanted := [action for action in offers if action.verb == verb]:
                return wanted[_chance(game).below(len(wanted))]
        return offers[_chance(game).below(len(offers))]

    return choose


def _chance(game: Game) -> Stream:
    return Stream(game.state.seed, f"staging/{len(game.log)}")


def deals(variant: Variant, policy: Policy, *, since: int = 0, **start: Any) -> Iterator[Game]:
    """Deals of one seed after the other, from the seed `since` on, each as it stands at every question put to somebody."""
    for seed in range(since, since + MOST_SEEDS):
        game = Game.start(variant, seed.to_bytes(32, "big"), **start)
        while asked := game.asks():
            yield game
            seat = min(asked)
            game.act(seat, policy(game, seat, asked[seat]))
        yield game


def first(variant: Variant, reached: Reached, policy: Policy, **start: Any) -> list[Event]:
    """The log of the first deal that gets there, up to that moment. LookupError where none does."""
    for game in deals(variant, policy, **start):
        if reached(game):
            return list(game.log)
    raise LookupError(f"no deal of {variant.id} gets there within {MOST_SEEDS} seeds")


def put(site: Site, deals: Mapping[str, Sequence[Event]]) -> None:
    """Let the first deal of each table stand where its events lead. The server is started anew: it reads its tables when it starts."""
    site.kill()
    with sqlite3.connect(site.database) as database:
        for table, events in deals.items():
            database.execute("DELETE FROM log WHERE table_id = ?", (table,))
            database.execute("INSERT INTO log (table_id, deal, seq, events) VALUES (?, 0, 0, ?)", (table, encode_batch(list(events))))
    database.close()
    site.start()


OPEN = """async ([name, settings]) => {
  const post = async (path, body) =>
    (await fetch(path, {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(body)})).json();
  await post('api/guest', {name});
  return (await post('api/tables', settings)).id;
}"""


LAID_OUT = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What depends on the size of a container is laid out with the next frame."""


async def sit_down(visitor: Visitor, site: Site, events: Sequence[Event], bot: str = "greedy") -> None:
    """Take seat 0 where these events have led, against bots."""
    start: Any = events[0]
    await visitor.page.goto(visitor.url)
    settings = {"variant": start.variant, "options": start.options, "seats": start.seats, "deals": 4, "seconds": 0}
    table = await visitor.page.evaluate(OPEN, ["小方", settings | {"bots": [bot] * (start.seats - 1)}])
    put(site, {table: events})
    await visitor.page.goto(f"{visitor.url}#/table/{table}")
    await visitor.page.wait_for_selector(".board")
    await visitor.page.evaluate(LAID_OUT)
