"""Finished deals: a whole match on each database, and how it is looked up, shown to others and counted."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
import pytest
from server.bank import ended, people, settle, table, won
from server.conftest import FAST, Serve
from server.entering import enter, open_room, to_table
from server.player import GAME, Player, Visit, check_log, first_offer, got, last_offer

from fangcheng.engine.view import redact
from fangcheng.events import Deal, Viewer, player
from fangcheng.server.money.books import Books
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.protocol.players import PlayerSettings
from fangcheng.server.results.archive import Archive, NotShared
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.tables.store import Store
from fangcheng.tiles import HIDDEN


async def play_match(me: Player, opened: str) -> list[int]:
    """Play two deals at a table; the totals."""
    await me.join(opened)
    assert (await me.ask(type="auto", id="a\0b", on=False))["code"] == "bad_message"
    for number in range(2):
        await me.play_deal(first_offer if number else last_offer)
        if number == 0:
            await me.ask(type="next", id="on")
            while me.latest["table"]["status"] != "playing":
                await me.until("table")
    for number in range(2):
        check_log(await me.deal_log(opened, number))
    totals: list[int] = me.latest["table"]["totals"]
    return totals


async def check_records(me: Player, opened: str, totals: list[int]) -> list[Any]:
    """The match and its deals, in pages too; the deals."""
    (match,) = (await got(me.http.get("/api/records")))["items"]
    assert (match["table"], match["variant"], match["over"], match["deals"], match["seat"]) == (opened, GAME, True, 2, 0)
    assert (match["names"], match["bots"]) == (["甲", "first_legal", "greedy", "first_legal"], [False, True, True, True])
    assert (match["points"], match["money"]) == (totals[0], 0)
    deals = (await got(me.http.get(f"/api/records/{opened}")))["items"]
    assert [deal["deal"] for deal in deals] == [1, 0]
    assert [sum(deal["points"][seat] for deal in deals) for seat in range(4)] == totals
    first = await got(me.http.get(f"/api/records/{opened}?limit=1"))
    assert first["items"] == deals[:1]
    assert await got(me.http.get(f"/api/records/{opened}?limit=1&before={first['next']}")) == {"items": deals[1:], "next": None}
    return list(deals)


async def check_statistics(me: Player, deals: list[Any], total: int) -> None:
    """What was counted of these deals; leaderboards list those who have an account by now."""
    (game,) = await got(me.http.get("/api/statistics"))
    assert (game["variant"], game["people"], game["bots"]["deals"], game["bots"]["points"]) == (GAME, None, 2, total)
    won_deals = [deal for deal in deals if deal["how"][0] in ("win", "self_draw")]
    assert (game["bots"]["wins"], game["bots"]["win_rate"]) == (len(won_deals), len(won_deals) / 2)
    assert bool(game["elements"]) == bool(won_deals)
    assert await got(me.http.get("/api/statistics?period=week")) == [game]
    board = f"/api/leaderboard/{GAME}?company=bots&period=month"
    assert (await got(me.http.get(board)))["items"] == [], "guests stand on none"
    await got(me.http.post("/api/register", json={"name": "甲", "password": "four winds"}))
    (leader,) = (await got(me.http.get(board)))["items"]
    assert (leader["place"], leader["name"], leader["you"], leader["points"]) == (1, "甲", True, total)
    assert (await got(me.http.get(f"/api/leaderboard/{GAME}")))["items"] == []


async def check_mistakes(me: Player, other: Player, opened: str) -> None:
    """Somebody who did not play there finds nothing, and nobody what there is not."""
    assert await got(other.http.get("/api/records")) == {"items": [], "next": None}
    assert await got(other.http.get("/api/statistics")) == []
    for mistake, status, code in (
        (other.http.get(f"/api/records/{opened}"), 404, "no_records"),
        (other.http.get("/api/records/%00"), 404, "no_records"),
        (other.http.post(f"/api/tables/{opened}/deals/0/share", json={}), 404, "deal_not_finished"),
        (me.http.post(f"/api/tables/{opened}/deals/2/share", json={}), 404, "deal_not_finished"),
        (me.http.post(f"/api/tables/{opened}/deals/99999999999999999999/share", json={}), 404, "deal_not_finished"),
        (me.http.post(f"/api/tables/{opened}/deals/0/share", json={"shows": "wall"}), 400, "bad_request"),
        (me.http.get("/api/tables/%00/deals/0"), 404, "no_such_table"),
        (me.http.delete("/api/shares/%00"), 404, "no_such_share"),
        (me.http.get("/api/leaderboard/chess"), 404, "unknown_variant"),
        (me.http.get(f"/api/leaderboard/{GAME}?by=luck"), 400, "bad_request"),
        (me.http.get("/api/records?limit=0"), 400, "bad_request"),
        (me.http.get("/api/records?before=yesterday"), 400, "bad_request"),
        (me.http.get("/api/records?before=1.%00"), 400, "bad_request"),
    ):
        assert (await got(mistake, status))["code"] == code


async def check_links(me: Player, other: Player, opened: str, archive: Archive) -> None:
    """Links to a deal: made once for each thing to show, looked up, and withdrawn by their owner alone."""
    token = (await got(me.http.post(f"/api/tables/{opened}/deals/1/share", json={}), 201))["token"]
    assert (await got(me.http.post(f"/api/tables/{opened}/deals/1/share", json={"shows": "hands"}), 201))["token"] == token
    own = (await got(me.http.post(f"/api/tables/{opened}/deals/1/share", json={"shows": "seat"}), 201))["token"]
    assert {(link["token"], link["shows"]) for link in (await got(me.http.get("/api/shares")))["items"]} == {
        (token, "hands"),
        (own, "seat"),
    }
    shared = await archive.shared_deal(token)
    assert (shared.table_id, shared.number, shared.variant.id, shared.names) == (
        opened,
        1,
        GAME,
        ["甲", "first_legal", "greedy", "first_legal"],
    )
    assert shared.log == await me.deal_log(opened, 1)
    assert shared.viewer == Viewer(0, frozenset(range(4)))
    assert (await archive.shared_deal(own)).viewer == player(0)
    assert (await got(other.http.delete(f"/api/shares/{token}"), 404))["code"] == "no_such_share"
    await got(me.http.delete(f"/api/shares/{token}"), 204)
    with pytest.raises(KeyError):
        await archive.shared_deal(token)


async def test_a_whole_match(serve: Serve, database: Database) -> None:
    """Played over a real socket on either database, and then looked up in every way."""
    url, engine = await serve(FAST, database), open_engine(database)
    me, other = await Player(url).sign_in("甲"), await Player(url).sign_in("乙")
    opened = await me.open_table(deals=2, bots=["first_legal", "greedy", "first_legal"])
    totals = await play_match(me, opened)
    deals = await check_records(me, opened, totals)
    await check_statistics(me, deals, totals[0])
    await check_mistakes(me, other, opened)
    await check_links(me, other, opened, Archive(engine))
    assert (await Books(engine).check()).problems == []
    await engine.dispose()
    await me.close()
    await other.close()


async def test_matches_in_pages(store: Store) -> None:
    await people(store, "a")
    archive = Archive(store.engine)
    names = [f"t{number}" for number in range(5)]
    for name in names:
        row = await table(store, ["a", None, None, None], name, stake=1)
        await settle(store, row, 0, ended(row, (0, 1, 5)))
        await asyncio.sleep(0.002)
    found = await archive.matches("a", None, 2)
    assert [(match.table_id, match.points, match.money) for match in found] == [("t4", -5, -5), ("t3", -5, -5)]
    seen = [match.table_id for match in found]
    while found:
        found = await archive.matches("a", (found[-1].latest_ms, found[-1].table_id), 2)
        seen += [match.table_id for match in found]
    assert seen == names[::-1]


async def test_whose_hands_a_link_shows(store: Store) -> None:
    """Those of bots, of the one who shares, and of others as they have set it, even after the link was made."""
    await people(store, "a", "b", "c")
    archive, accounts = Archive(store.engine), Accounts(store.engine)
    row = await table(store, ["a", None, "b", None])
    await settle(store, row, 0, ended(row, (0, 1, 5), winners=(won(1, 0),)))
    token = await archive.share("a", "t", 0, "hands")

    async def eyes() -> frozenset[int]:
        return (await archive.shared_deal(token)).viewer.eyes

    assert await eyes() == frozenset(range(4))
    closed = msgspec.json.encode(PlayerSettings(open_records=False)).decode()
    await accounts.keep_settings("b", closed)
    assert await eyes() == frozenset({0, 1, 3})
    await accounts.keep_settings("a", closed)
    assert await eyes() == frozenset({0, 1, 3})
    with pytest.raises(KeyError):
        await archive.share("c", "t", 0, "hands")


@pytest.mark.parametrize(("sharing", "allowed"), [("hands", {"hands", "seat"}), ("seat", {"seat"}), ("none", set())])
async def test_the_table_decides_what_may_be_shown(store: Store, sharing: str, allowed: set[str]) -> None:
    await people(store, "a")
    archive = Archive(store.engine)
    row = await table(store, ["a", None, None, None], sharing=sharing)
    await settle(store, row, 0, ended(row))
    for shows in ("hands", "seat"):
        if shows in allowed:
            assert await archive.share("a", "t", 0, shows)  # type: ignore[arg-type]
        else:
            with pytest.raises(NotShared):
                await archive.share("a", "t", 0, shows)  # type: ignore[arg-type]


def test_a_hand_that_is_closed_stays_hidden() -> None:
    deal = Deal(tuple(range(8)), ((0, 1), (2, 3), (4, 5), (6, 7)), 8)
    seen = redact(deal, Viewer(0, frozenset({0, 1, 3})))
    assert isinstance(seen, Deal)
    assert (seen.hands, seen.wall) == (((0, 1), (2, 3), (HIDDEN, HIDDEN), (6, 7)), ())


async def test_whoever_has_left_gets_no_log_of_what_was_played_without_him(visit: Visit) -> None:
    host, guest = await visit(), await visit()
    room = await open_room(host, deals=2, fill="first_legal", bot="first_legal")
    await enter(room, guest)
    assert (await host.order("start"))["type"] == "ack"
    table = await to_table(host, guest)
    assert (await guest.order("leave"))["type"] == "ack"
    for number in range(2):
        await host.play_deal(last_offer)
        if not number:
            await host.order("next")
            await host.until_table(lambda message: message["view"]["number"] == 1)
    # The deal that he has left still counts for him; the next one was the bot's.
    assert (await guest.http.get(f"/api/tables/{table}/deals/0")).status_code == 200
    answer = await guest.http.get(f"/api/tables/{table}/deals/1")
    assert (answer.status_code, answer.json()["code"]) == (404, "deal_not_finished")
    assert (await host.http.get(f"/api/tables/{table}/deals/1")).status_code == 200
