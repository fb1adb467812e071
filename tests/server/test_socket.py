"""What a client may send and must not: every mistake has a clear answer, and the table plays on."""

from __future__ import annotations

import pytest
from server.conftest import Serve
from server.player import Player, Visit, check_log, first_offer
from websockets.exceptions import ConnectionClosed

from fangcheng.server.config import Config


@pytest.fixture
async def seated(player: Player) -> tuple[Player, str]:
    """A player whose turn it is, and his table."""
    table = await player.open_table(bots=["random"] * 3)
    await player.join(table)
    assert await player.asked()
    return player, table


BAD: list[tuple[str | bytes, str]] = [
    ("nonsense", "not_json"),
    (b"\xff\xfe", "not_json"),
    ('{"x": ' + "[" * 2000, "not_json"),
    ("x" * 4097, "too_large"),
    ('{"type": "ping", "pad": "' + "字" * 1400 + '"}', "too_large"),
    ("[" * 4000, "bad_message"),
    ("{}", "bad_message"),
    ('{"type": "fly", "id": "a"}', "bad_message"),
    ('{"type": "ping", "more": 1}', "bad_message"),
    ('{"type": "act", "id": "a", "seq": "1", "action": "pass"}', "bad_message"),
    ('{"type": "act", "id": "a", "seq": 1.5, "action": "pass"}', "bad_message"),
    ('{"type": "act", "id": "", "seq": 1, "action": "pass"}', "bad_message"),
    ('{"type": "act", "id": "a", "seq": 1, "action": "' + "x" * 65 + '"}', "bad_message"),
    ('{"type": "act", "seq": 1, "action": "pass"}', "bad_message"),
    ('{"type": "auto", "id": "a", "on": 1}', "bad_message"),
    ('{"type": "next"}', "bad_message"),
]


async def test_bad_messages(seated: tuple[Player, str]) -> None:
    player, _ = seated
    assert player.socket is not None
    for sent, code in BAD:
        await player.socket.send(sent)
        answer = await player.receive()
        assert (answer["type"], answer["code"]) == ("error", code), sent
        assert (await player.ask(type="ping")) == {"type": "pong"}
    assert (await player.act(first_offer(player.latest["view"])))["type"] == "ack"


async def test_refused_actions_change_nothing(seated: tuple[Player, str]) -> None:
    player, table = seated
    before = player.latest
    refused = [
        (await player.act("fly"), "not_offered"),
        (await player.act("discard 99x"), "bad_action"),
        (await player.act(" "), "bad_action"),
        (await player.act("pass", seq=before["seq"] - 1), "stale"),
        (await player.act("pass", seq=before["seq"] + 1), "stale"),
        (await player.act("pass", seq=-(2**62)), "stale"),
        (await player.ask(type="next", id="too early"), "deal_in_progress"),
    ]
    assert [(answer["type"], answer["code"]) for answer, _ in refused] == [("refused", code) for _, code in refused]
    after = await player.join(table)
    assert (after["seq"], after["view"]) == (before["seq"], before["view"])
    # An id that was refused has not been used up.
    assert (await player.act(first_offer(after["view"]), id=refused[0][0]["id"]))["type"] == "ack"


async def test_same_id_twice_acts_once(seated: tuple[Player, str]) -> None:
    player, table = seated
    command = {"type": "act", "id": "same", "seq": player.latest["seq"], "action": first_offer(player.latest["view"])}
    assert [await player.ask(**command) for _ in range(3)] == [{"type": "ack", "id": "same"}] * 3
    await player.play_deal()
    assert (await player.ask(**command)) == {"type": "ack", "id": "same"}
    check_log(await player.deal_log(table, 0))


async def test_newer_connection_takes_over(seated: tuple[Player, str], url: str) -> None:
    player, table = seated
    second = Player(url)
    second.http.cookies = player.http.cookies
    first = await second.join(table)
    assert first["view"] == player.latest["view"]
    assert await player.until("closed") == {"type": "closed", "code": "taken_over"}
    with pytest.raises(ConnectionClosed):
        await player.receive()
    assert (await second.act(first_offer(first["view"])))["type"] == "ack"
    await second.close()


async def test_whoever_may_not_connect(seated: tuple[Player, str], visit: Visit, url: str) -> None:
    player, table = seated
    other, nobody = await visit(), Player(url)
    assert await other.join(table) == {"type": "closed", "code": "not_your_table"}
    assert await other.join("no-such-table") == {"type": "closed", "code": "no_such_table"}
    assert await nobody.join(table) == {"type": "closed", "code": "no_session"}
    assert await other.join(table, Origin="https://elsewhere.example") == {"type": "closed", "code": "wrong_origin"}
    assert (await player.join(table, Origin=url))["type"] == "table"
    await nobody.close()


async def test_a_flood_is_stopped(serve: Serve) -> None:
    player = await Player(await serve(Config(pause=0, think=0, rate=5))).sign_in()
    table = await player.open_table()
    await player.join(table)
    for _ in range(60):
        await player.send(type="ping")
    answers = [(await player.until("pong", "error", "closed")) for _ in range(41)]
    assert [answer.get("code", "pong") for answer in answers] == ["pong"] * 20 + ["too_fast"] * 20 + ["too_fast"]
    assert answers[-1]["type"] == "closed"
    assert (await player.join(table))["type"] == "table"
    await player.close()


async def test_a_frame_beyond_all_measure_ends_the_connection(seated: tuple[Player, str]) -> None:
    player, table = seated
    assert player.socket is not None
    await player.socket.send("x" * 100_000)
    with pytest.raises(ConnectionClosed):
        await player.until("closed")
    assert (await player.join(table))["type"] == "table"


async def test_two_tables_at_once(player: Player, url: str) -> None:
    tables = [await player.open_table(), await player.open_table()]
    twin = Player(url)
    twin.http.cookies = player.http.cookies
    await player.join(tables[0])
    await twin.join(tables[1])
    assert {table["id"] for table in (await player.http.get("/api/tables")).json()} == set(tables)
    assert await player.play_deal()
    assert await twin.play_deal()
    assert (await twin.join(tables[1]))["table"]["status"] == "over"
    await twin.close()
