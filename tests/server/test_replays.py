"""Finished deals over HTTP: replays, analyses, links, verification, and logs that are handed in."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from server.player import GAME, Player, Visit, refused

from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import Answered
from fangcheng.events import player as seated
from fangcheng.formats import encode_log
from fangcheng.server.study.checking import MAX_EVENTS
from fangcheng.variants import VARIANTS

Plain = dict[str, Any]


async def finished(player: Player, game: str = GAME) -> str:
    bots = ["first_legal"] * (VARIANTS[game].seats[-1] - 1)
    table = await player.open_table(variant=game, bots=bots)
    await player.join(table)
    await player.play_deal()
    return table


async def own_turn(player: Player, table: str) -> int:
    """The line after which the player at seat 0 may discard."""
    replay = (await player.http.get(f"/api/replay/{table}/0")).json()
    return next(frame["line"] for frame in replay["frames"] if any(offer["verb"] == "discard" for offer in frame["view"]["offers"]))


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_finished_deal_as_its_players_saw_it(player: Player, game: str) -> None:
    table = await finished(player, game)
    replay = (await player.http.get(f"/api/replay/{table}/0")).json()
    assert replay["deal"]["variant"] == game
    assert replay["deal"]["names"][0] == "甲"
    assert replay["deal"]["bots"] == [False] + [True] * (len(replay["deal"]["names"]) - 1)
    # The last frame is what the table showed at the end.
    last = replay["frames"][-1]
    assert last["view"] == player.latest["view"]
    told = [event for message in player.log for event in message["events"]]
    shown = [event for frame in replay["frames"] for event in frame["events"]]
    assert [event for event in told if event["type"] == "draw"] == [event for event in shown if event["type"] == "draw"]
    for frame in replay["frames"][1:-1]:
        assert all(not seat["hand"] for seat in frame["view"]["seats"][1:]) or frame["view"]["win"]
        assert {choice["seat"] for choice in frame["choices"]} <= {0}


async def test_all_hands_and_what_each_seat_could_do_and_did(player: Player) -> None:
    table = await finished(player)
    replay = (await player.http.get(f"/api/replay/{table}/0", params={"seat": 2, "open": True})).json()
    frames = [frame for frame in replay["frames"] if any(seat["size"] for seat in frame["view"]["seats"])]
    assert all(seat["hand"] is not None for frame in frames for seat in frame["view"]["seats"])
    choices = [choice for frame in replay["frames"] for choice in frame["choices"]]
    assert {choice["seat"] for choice in choices} > {0}
    for choice in choices:
        assert choice.get("did", "") in {"", *(offer["text"] for offer in choice["offers"])}
    assert sum(bool(choice.get("did")) for choice in choices) > len(choices) // 2
    assert [frame["line"] for frame in frames] == sorted({frame["line"] for frame in frames})


async def test_who_may_look_at_a_finished_deal(player: Player, visit: Visit) -> None:
    table = await player.open_table()
    await player.join(table)
    refused(await player.http.get(f"/api/replay/{table}/0"), 404, "deal_not_finished")
    await player.play_deal()
    stranger = (await visit()).http
    turn = await own_turn(player, table)
    for path in ("", "/verify", f"/analysis?line={turn}&seat=0"):
        assert (await player.http.get(f"/api/replay/{table}/0{path}")).status_code == 200
        refused(await stranger.get(f"/api/replay/{table}/0{path}"), 403, "not_your_table")
        refused(await player.http.get(f"/api/replay/none/0{path}"), 404, "no_such_table")
        refused(await player.http.get(f"/api/replay/{table}/1{path}"), 404, "deal_not_finished")
        refused(await player.http.get(f"/api/replay/{table}/{10**15}{path}"), 404, "deal_not_finished")
    refused(await player.http.get(f"/api/replay/{table}/0?seat=4"), 400, "bad_seat")
    async with httpx.AsyncClient(base_url=player.url) as nobody:
        refused(await nobody.get(f"/api/replay/{table}/0"), 401, "no_session")


async def test_a_moment_is_analysed(player: Player) -> None:
    table = await finished(player)
    replay = (await player.http.get(f"/api/replay/{table}/0")).json()
    turn = next(frame for frame in replay["frames"] if any(offer["verb"] == "discard" for offer in frame["view"]["offers"]))
    found = (await player.http.get(f"/api/replay/{table}/0/analysis", params={"line": turn["line"], "seat": 0})).json()
    assert {row["kind"] for row in found["discards"]} == {
        offer["tiles"][0] for offer in turn["view"]["offers"] if offer["verb"] == "discard"
    }
    nothing = await player.http.get(f"/api/replay/{table}/0/analysis", params={"line": 1, "seat": 0})
    refused(nothing, 409, "nothing_to_analyse")
    assert nothing.json()["detail"] == {"why": "not_dealt"}
    after = await player.http.get(f"/api/replay/{table}/0/analysis", params={"line": replay["frames"][-1]["line"], "seat": 0})
    assert after.json()["detail"] == {"why": "over"}
    for line, seat, code in ((10**5, 0, "no_such_moment"), (2, 7, "bad_seat"), (2, -1, "bad_seat")):
        refused(await player.http.get(f"/api/replay/{table}/0/analysis", params={"line": line, "seat": seat}), 400, code)


async def shared(player: Player, table: str, shows: str) -> str:
    answer = await player.http.post(f"/api/tables/{table}/deals/0/share", json={"shows": shows})
    return str(answer.json()["token"])


async def test_a_link_shows_what_it_was_made_for_and_no_more(player: Player) -> None:
    table = await finished(player)
    async with httpx.AsyncClient(base_url=player.url) as nobody:
        hands = {"share": await shared(player, table, "hands")}
        seat = {"share": await shared(player, table, "seat")}
        full = (await nobody.get(f"/api/replay/{table}/0", params={**hands, "open": True})).json()
        assert (full["seats"], full["open"], full["deal"]["names"][0]) == ([0, 1, 2, 3], True, "甲")
        own = (await nobody.get(f"/api/replay/{table}/0", params={**seat, "open": True})).json()
        assert (own["seats"], own["open"]) == ([0], False)
        # The last frame is the settlement, which opens all hands to everybody.
        for frame in own["frames"][:-1]:
            assert not any(seat["hand"] for seat in frame["view"]["seats"][1:]) or frame["view"]["win"]
            assert {choice["seat"] for choice in frame["choices"]} <= {0}
        refused(await nobody.get(f"/api/replay/{table}/0", params={**seat, "seat": 1}), 403, "seat_not_shown")
        turn = await own_turn(player, table)
        assert (await nobody.get(f"/api/replay/{table}/0/analysis", params={**seat, "line": turn, "seat": 0})).status_code == 200
        refused(await nobody.get(f"/api/replay/{table}/0/analysis", params={**seat, "line": turn, "seat": 1}), 403, "seat_not_shown")
        # The secret tells every hand: it stays with those who may see them all, and what was found is for everybody.
        whole = (await nobody.get(f"/api/replay/{table}/0/verify", params=hands)).json()
        assert (whole["verification"]["ok"], whole["number"], len(whole["evidence"]["secret"])) == (True, 0, 64)
        part = (await nobody.get(f"/api/replay/{table}/0/verify", params=seat)).json()
        assert (part["verification"], part["variant"], part["evidence"]) == (whole["verification"], GAME, None)
        refused(await nobody.get(f"/api/replay/{table}/0/verify"), 401, "no_session")
        # Whose seat it is that one looks from, only he is told who sat there.
        assert (full["you"], (await player.http.get(f"/api/replay/{table}/0")).json()["you"]) == (-1, 0)
        for wrong in ({"share": "x"}, {"share": "\0"}, {"share": "x" * 3000}):
            refused(await nobody.get(f"/api/replay/{table}/0", params=wrong), 404, "no_such_share")
        refused(await nobody.get("/api/replay/other/0", params=hands), 404, "no_such_share")
        refused(await nobody.get(f"/api/replay/{table}/1", params=hands), 404, "no_such_share")
        await player.http.delete(f"/api/shares/{hands['share']}")
        refused(await nobody.get(f"/api/replay/{table}/0", params=hands), 404, "no_such_share")


async def test_a_finished_deal_is_verified(player: Player) -> None:
    table = await finished(player)
    found = (await player.http.get(f"/api/replay/{table}/0/verify")).json()
    assert found["verification"]["ok"]
    evidence = found["evidence"]
    assert evidence["commitment"] == player.latest["table"]["commitment"] or player.latest["table"]["status"] == "over"
    assert len(evidence["wall"]) == player.latest["view"]["wall"]["size"]
    assert evidence["dice"] == player.latest["view"]["dice"]


# --- logs that are handed in ------------------------------------------------------------------------------------------------------


def played(game: str, secret: bytes = b"\7" * 32) -> Game:
    deal = Game.start(VARIANTS[game], secret)
    while asked := deal.asks():
        seat = min(asked)
        deal.act(seat, deal.default_action(seat))
    return deal


@pytest.mark.parametrize("game", VARIANTS)
async def test_a_log_that_is_handed_in_is_replayed(http: httpx.AsyncClient, game: str) -> None:
    deal = played(game)
    replay = (await http.post("/api/replay", content=encode_log(deal.log), params={"seat": 1})).json()
    assert replay["deal"]["names"] == []
    assert len(replay["frames"]) <= sum(not isinstance(event, Answered) for event in deal.log)
    expected = json.loads(json.dumps(replay["frames"][-1]["view"]))
    assert expected["seats"][1]["hand"] == view(deal.state, seated(1)).seats[1].hand
    middle = replay["frames"][len(replay["frames"]) // 2]["line"]
    answer = await http.post("/api/replay/analysis", content=encode_log(deal.log), params={"line": middle, "seat": 1})
    assert answer.status_code in (200, 409), answer.text
    assert (await http.post("/api/verify", content=encode_log(deal.log))).json()["verification"]["ok"]


def changed(log: bytes, line: int, **fields: Any) -> bytes:
    lines = log.splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | fields).encode()
    return b"\n".join(lines) + b"\n"


async def test_logs_that_are_none(http: httpx.AsyncClient) -> None:
    log = encode_log(played(GAME).log)
    lines = log.splitlines()
    bad = [
        (b"", 1),
        (b"{}", 1),
        (b"\xff\xfe", 1),
        (b"[" * 50_000, 1),
        (lines[0] + b"\nnonsense\n", 2),
        (b"\n".join([*lines[:5], lines[0]]) + b"\n", 6),
        (changed(log, 1, seats=3), 1),
        (changed(log, 1, options={"flying": 1}), 1),
        (changed(log, 1, secret="xyz"), 1),
        (changed(log, 1, carry={"x": 10**30}), 1),
        (changed(log, 1, balances=[10**18] * 4), 1),
        (changed(log, 1, balances=[1]), 1),
        (changed(log, 3, type="flying"), 3),
        (lines[0] + b"\n" + lines[1] + b"\n" + (lines[3] + b"\n") * MAX_EVENTS, 1),
    ]
    for data, line in bad:
        for path in ("replay", "verify"):
            assert refused(await http.post(f"/api/{path}", content=data), 400, "bad_log")["line"] == line, data[:200]
    for path in ("replay", "verify"):
        refused(await http.post(f"/api/{path}", content=changed(log, 1, secret="")), 400, "log_without_secret")
        refused(await http.post(f"/api/{path}", content=b"x" * 300_000), 413, "too_large")


async def test_a_log_that_was_changed_is_not_played_but_told(http: httpx.AsyncClient) -> None:
    log = encode_log(played(GAME).log)
    place = next(number for number, line in enumerate(log.splitlines(), 1) if b'"draw"' in line)
    for fields in ({"seat": -3}, {"position": 10**9}, {"tile": 9999}):
        wrong = changed(log, place, **fields)
        assert refused(await http.post("/api/replay", content=wrong), 400, "log_not_genuine")["line"] == place
        found = (await http.post("/api/verify", content=wrong)).json()["verification"]
        assert not found["ok"]
        assert found["difference"]["line"] == place
    other = changed(log, 1, secret="ab" * 32)
    assert not (await http.post("/api/verify", content=other)).json()["verification"]["checks"][0]["ok"]
    unfinished = b"\n".join(log.splitlines()[:20]) + b"\n"
    refused(await http.post("/api/replay", content=unfinished), 409, "deal_not_finished")
