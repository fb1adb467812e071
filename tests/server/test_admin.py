"""What an operator does by hand, and a database that is put back from a copy."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from pathlib import Path

import pytest
from server.conftest import FAST, Serve, serving
from server.house import House, house
from server.player import GAME, Player, check_log, read_log

from fangcheng.cli.app import run
from fangcheng.server.operations.admin import Admin
from fangcheng.server.operations.tools import ToolError
from fangcheng.server.protocol import Auto, Error
from fangcheng.server.storage.database import Database
from fangcheng.server.tables import hub

__all__ = ["house"]


async def test_an_ended_table_tells_everybody(serve: Serve, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "LOOK", 0.05)
    player = await Player(await serve(FAST)).sign_in()
    table = await player.open_table(deals=0)
    await player.join(table)
    await player.play_deal()
    assert (await player.ask(type="next", id="on"))["type"] == "ack"
    async with Admin.of(str(tmp_path / "fangcheng.db")) as admin:
        (line,) = await admin.tables()
        assert (line.id, line.variant, line.played, line.deals) == (table, GAME, 1, 0)
        assert line.names[0] == "甲"
        assert line.commands > 1
        assert await admin.end(table) == 1
        while player.latest["table"]["status"] != "over":
            await player.until("table")
        assert await admin.tables() == []
        with pytest.raises(ToolError, match="over already"):
            await admin.end(table)
        with pytest.raises(ToolError, match="no table fly"):
            await admin.end("fly")
        exported = [(number, log) async for number, log in admin.logs(table)]
    assert [number for number, _ in exported] == [0]
    assert read_log(exported[0][1].decode()) == await player.deal_log(table, 0)
    await player.close()


async def test_a_deal_is_not_paid_that_ends_before_its_table_has_heard(house: House) -> None:
    """A server looks for ended tables only now and then."""
    (player,) = await house.open([None, "first_legal", "first_legal", "first_legal"], deals=0)
    await player.until(lambda: player.tables and player.latest.view.offers)
    assert await Admin(house.store).end("t") == 0
    await house.send(player, Auto("on", True))
    await player.until(lambda: player.latest.table.status == "over")
    assert player.latest.table.played == 0
    assert not [message for message in player.sent if isinstance(message, Error)]
    saved = await house.store.load("t")
    assert [deal.settled for deal in saved.deals] == [None]
    assert await house.store.deal_log("t", 0) is None


def test_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = str(tmp_path / "fangcheng.db")
    assert run(["admin", "tables", "--database", database]) == 2
    assert "there is no database" in capsys.readouterr().err
    table = asyncio.run(one_finished_deal(tmp_path))
    assert run(["admin", "tables", "--database", database, "--json"]) == 0
    assert [line["id"] for line in json.loads(capsys.readouterr().out)] == [table]
    assert run(["admin", "tables", "--database", database, "--lang", "en"]) == 0
    assert table in capsys.readouterr().out
    assert run(["admin", "export", table, "--folder", str(tmp_path / "logs"), "--database", database, "--lang", "en"]) == 0
    (file,) = (tmp_path / "logs").iterdir()
    check_log(read_log(file.read_text("utf-8")))
    assert run(["verify", str(file)]) == 0
    assert run(["admin", "end", table, "--database", database, "--lang", "en"]) == 0
    assert "1" in capsys.readouterr().out
    assert run(["admin", "end", table, "--database", database]) == 2
    assert run(["admin", "export", "fly", "--database", database]) == 2
    assert capsys.readouterr().err.count("fangcheng: ") == 2


async def one_finished_deal(folder: Path) -> str:
    """A table of a match that goes on, with a deal that is over, on a database without a server."""
    async with serving(Database.file(folder / "fangcheng.db")) as url:
        player = await Player(url).sign_in()
        table = await player.open_table(deals=0)
        await player.join(table)
        await player.play_deal()
        await player.close()
    return table


async def test_a_copy_that_is_put_back_goes_on_where_it_was_made(tmp_path: Path) -> None:
    """As docs/operations.md says: a copy of a running server's database, and a server on the copy."""
    folders = tmp_path / "first", tmp_path / "second"
    for folder in folders:
        folder.mkdir()
    async with serving(Database.file(folders[0] / "fangcheng.db")) as url:
        player = await Player(url).sign_in()
        table = await player.open_table(bots=["random"] * 3)
        await player.join(table)
        await player.play_deal(moves=5)
        await player.asked()
        with sqlite3.connect(folders[0] / "fangcheng.db") as source, sqlite3.connect(folders[1] / "fangcheng.db") as copy:
            source.backup(copy)
        before = player.latest
        # What happens after the copy is lost with the disk.
        await player.play_deal(moves=1)
        await player.leave()
    async with serving(Database.file(folders[1] / "fangcheng.db")) as url:
        again = Player(url)
        again.http.cookies, again.ids = player.http.cookies, player.ids
        after = await again.join(table)
        assert (after["seq"], after["view"]) == (before["seq"], before["view"])
        await again.play_deal()
        check_log(await again.deal_log(table, 0))
        await again.close()
    await player.close()
