"""Tables with a stake: what moves between the players, and who holds too little to sit down."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from server.conftest import FAST, Serve
from server.player import GAME, Player, check_log, got, last_offer

from fangcheng.events import Start
from fangcheng.server.config import Config
from fangcheng.server.money.books import Books
from fangcheng.server.storage.database import Database, open_engine


async def test_two_people_play_for_money(serve: Serve, database: Database) -> None:
    """A room with a stake, a fee and a gain cap: what moves is what the ledger says, and the results of both."""
    url = await serve(FAST, database)
    host, guest = await Player(url).sign_in("甲"), await Player(url).sign_in("乙")
    for somebody, name in ((host, "甲"), (guest, "乙")):
        await got(somebody.http.post("/api/register", json={"name": name, "password": "four winds"}))
    terms = {"variant": GAME, "deals": 2, "seconds": 0, "stake": 5, "fee": 2, "gain_cap": True, "bots": ["", "", "greedy", "greedy"]}
    opened = await got(host.http.post("/api/rooms", json=terms), 201)
    await host.connect(f"rooms/{opened['id']}")
    await guest.connect(f"rooms/{opened['id']}")
    await guest.order("sit", seat=1)
    await guest.order("ready", on=True)
    assert (await host.order("start"))["type"] == "ack"
    table_id = (await host.until_room(lambda room: room["table"]))["table"]
    await host.join(table_id)
    await guest.join(table_id)
    assert (await host.until_table(lambda latest: latest["view"]))["table"]["terms"]["stake"] == 5
    for number in range(2):
        await asyncio.gather(host.play_deal(), guest.play_deal(last_offer))
        if number == 0:
            await asyncio.gather(host.order("next"), guest.order("next"))
            for player in (host, guest):
                await player.until_table(lambda latest: latest["table"]["status"] == "playing" and latest["view"]["number"] == 1)
    log = await host.deal_log(table_id, 1)
    check_log(log)
    assert isinstance(log[0], Start)
    before = log[0].balances
    assert before[2:] == (None, None)
    assert all(balance is not None and 0 < balance <= 2000 + 1000 for balance in before[:2])
    engine = open_engine(database)
    for seat, player in enumerate((host, guest)):
        me = await got(player.http.get("/api/me"))
        deals = (await got(player.http.get(f"/api/records/{table_id}")))["items"]
        money = [deal["money"][seat] for deal in deals]
        assert me["balance"] == 10_000 + sum(money)
        # Nobody here can run out, nor win more than he holds: so money is points times the stake, less the fees of game and room.
        assert all(5 * deal["points"][seat] - 2 >= deal["money"][seat] for deal in deals)
        lines = (await got(player.http.get("/api/statement")))["items"]
        assert sum(line["amount"] for line in lines) == me["balance"] == lines[0]["balance"]
        assert {line["kind"] for line in lines} <= {"grant", "deal", "fee"}
        assert [line["kind"] for line in lines].count("fee") == 2
        (game,) = await got(player.http.get("/api/statistics"))
        assert (game["people"]["deals"], game["people"]["money"], game["bots"]) == (2, sum(money), None)
    assert len((await got(host.http.get(f"/api/leaderboard/{GAME}?by=money")))["items"]) == 2
    assert (await Books(engine).check()).problems == []
    await engine.dispose()
    await host.close()
    await guest.close()


@pytest.mark.parametrize(("costs", "needs"), [({"stake": 10}, 200), ({"fee": 25, "deals": 8}, 200), ({"fee": 10, "deals": 0}, 200)])
async def test_whoever_holds_too_little_cannot_sit_down(serve: Serve, tmp_path: Path, costs: dict[str, int], needs: int) -> None:
    """Neither open such a room, nor sit down in one, nor begin where others have changed what it costs."""
    database = Database.file(tmp_path / "money.db")
    url = await serve(Config(pause=0, think=0, rate=2000, grant=needs), database)
    host, guest = await Player(url).sign_in("甲"), await Player(url).sign_in("乙")
    terms = {"variant": GAME, "stake": 0, "fee": 0, "deals": 8, "bots": ["", "", "greedy", "greedy"]}
    dear = await got(host.http.post("/api/rooms", json=terms | costs), 201)
    cheap = await got(host.http.post("/api/rooms", json=terms), 201)
    me, engine = (await guest.http.get("/api/me")).json(), open_engine(database)
    await Books(engine).give(f"player:{me['id']}", -1, "lost")
    await engine.dispose()
    short = {"name": "乙", "needs": needs}
    refused = await guest.http.post("/api/rooms", json=terms | costs)
    assert (refused.status_code, refused.json()) == (400, {"code": "too_poor", "detail": short})
    await guest.connect(f"rooms/{dear['id']}")
    refused = await guest.order("sit", seat=1)
    assert (refused["code"], refused["detail"]) == ("too_poor", short)
    await guest.connect(f"rooms/{cheap['id']}")
    assert (await guest.order("sit", seat=1))["type"] == "ack"
    await host.connect(f"rooms/{cheap['id']}")
    assert (await host.order("change", settings={**host.room["settings"], **costs}))["type"] == "ack"
    assert (await guest.order("ready", on=True))["type"] == "ack"
    refused = await host.order("start")
    assert (refused["code"], refused["detail"]) == ("too_poor", short)
    for who in (host, guest):
        await who.close()


async def test_whoever_holds_too_little_cannot_wait_for_a_match(serve: Serve) -> None:
    player = await Player(await serve(Config(pause=0, think=0, rate=2000, grant=199))).sign_in("甲")
    await player.connect("lobby")
    assert (await player.order("queue", variant=GAME, stake=20))["code"] == "too_poor"
    assert (await player.order("queue", variant=GAME, stake=5))["type"] == "ack"
    await player.close()


async def test_a_fee_without_a_stake_is_paid_deal_by_deal_and_never_more_than_is_there(serve: Serve, tmp_path: Path) -> None:
    database = Database.file(tmp_path / "money.db")
    url = await serve(Config(pause=0, think=0, rate=2000, grant=50), database)
    player = await Player(url).sign_in("甲")
    terms = {"variant": GAME, "fee": 25, "deals": 2, "seconds": 0, "bots": ["", "first_legal", "first_legal", "first_legal"]}
    room = (await got(player.http.post("/api/rooms", json=terms), 201))["id"]
    await player.connect(f"rooms/{room}")
    assert (await player.order("start"))["type"] == "ack"
    table = (await player.until_room(lambda room: room["status"] == "playing"))["table"]
    await player.join(table)
    me, engine = (await player.http.get("/api/me")).json(), open_engine(database)
    # Something else takes his money meanwhile: he plays on, the house goes without, and nobody owes anything.
    await Books(engine).give(f"player:{me['id']}", -15, "spent elsewhere")
    for number, left in enumerate((10, 0)):
        await player.play_deal(last_offer)
        assert (await player.http.get("/api/me")).json()["balance"] == left
        if number == 0:
            assert (await player.order("next"))["type"] == "ack"
            await player.until_table(lambda message: message["view"]["number"] == 1)
    lines = (await got(player.http.get("/api/statement")))["items"]
    assert [(line["kind"], line["amount"]) for line in lines] == [("fee", -10), ("fee", -25), ("admin", -15), ("grant", 50)]
    assert not (await Books(engine).check()).problems
    await engine.dispose()
    await player.close()
