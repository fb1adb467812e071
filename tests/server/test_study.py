"""Rules, scores of hands, replays and verification over HTTP."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from threading import Event
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from server.player import GAME, Player

from fangcheng.audit.case import ScoreCase
from fangcheng.audit.parse import parse_case
from fangcheng.engine.game import Game
from fangcheng.engine.view import view
from fangcheng.events import Answered
from fangcheng.events import player as seated
from fangcheng.formats import encode_log
from fangcheng.locales import LANGUAGES, find
from fangcheng.rules.variant import Variant
from fangcheng.server.errors import ApiError
from fangcheng.server.study.checking import MAX_EVENTS
from fangcheng.server.study.desk import QUEUE, Desk
from fangcheng.server.study.scorer import Asked, Paying, waits, worth
from fangcheng.tiles import kind_name
from fangcheng.variants import VARIANTS

Visit = Callable[[], Awaitable[Player]]
Plain = dict[str, Any]


@pytest.fixture
async def http(url: str) -> Any:
    async with httpx.AsyncClient(base_url=url, timeout=20) as client:
        yield client


def refused(answer: httpx.Response, status: int, code: str) -> Plain:
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
    assert find("en", f"error.{code}")
    return dict(answer.json()["detail"] or {})


# --- rules ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", VARIANTS)
async def test_rules_of_every_game_in_every_language(http: httpx.AsyncClient, game: str) -> None:
    anchors = set()
    for language in LANGUAGES:
        page = (await http.get(f"/api/rules/{game}/{language}")).json()
        assert (page["variant"], page["language"]) == (game, language)
        assert page["html"].count("data-options") == 1
        assert page["html"].count('class="hand"') >= 5
        assert len(page["headings"]) >= 5
        for heading in page["headings"]:
            assert f'id="{heading["id"]}"' in page["html"]
        for target in re.findall('href="#/rules/' + game + r'\?at=([^"&]+)"', page["html"]):
            assert f'id="{unquote(target)}"' in page["html"]
        assert "<script" not in page["html"]
        assert "<img" not in page["html"]
        anchors.add(page["html"].count('<li id="r'))
    assert len(anchors) == 1


async def test_rules_that_there_are_not(http: httpx.AsyncClient) -> None:
    refused(await http.get("/api/rules/chess/en"), 404, "unknown_variant")
    refused(await http.get(f"/api/rules/{GAME}/fr"), 404, "no_such_language")
    for path in ("/api/rules/..%2f..%2fREADME/en", f"/api/rules/{GAME}/..%2fen"):
        assert (await http.get(path)).status_code == 404


# --- scores -----------------------------------------------------------------------------------------------------------------------


def cases(game: str, repository: Any) -> list[tuple[Plain, ScoreCase]]:
    lines = (repository / "tests" / "cases" / f"{game}.jsonl").read_text("utf-8").splitlines()
    found = [(json.loads(line), parse_case(line)) for line in lines if line]
    return [(raw, case) for raw, case in found if isinstance(case, ScoreCase)]


@pytest.mark.parametrize("game", VARIANTS)
async def test_cases_are_scored_as_they_are_in_the_library(http: httpx.AsyncClient, game: str, repository: Any) -> None:
    form = (await http.get(f"/api/score/{game}")).json()
    told = {row["id"] for row in form["facts"]}
    for raw, case in cases(game, repository)[::7]:
        body = {name: raw[name] for name in ("hand", "win", "by", "options") if name in raw}
        body["options"] = {name: value for name, value in body.get("options", {}).items() if name not in VARIANTS[game].room_options}
        body |= {"melds": " ".join(raw.get("melds", ())), "flags": [flag for flag in raw.get("flags", ()) if flag in form["flags"]]}
        body["facts"] = {name: value for name, value in raw.get("context", {}).items() if name in told}
        answer = await http.post(f"/api/score/{game}", json=body)
        assert answer.status_code == 200, (raw["id"], answer.text)
        expected = case.variant.score(case.options, case.facts)
        assert answer.json()["wins"] == (expected is not None), raw["id"]
        if expected:
            assert answer.json()["score"]["points"] == expected.points
        else:
            why = answer.json()["why"]
            assert find("en", f"refused.{why['code']}", game)


WILD_2M = {"indicator": "1m"}


@pytest.mark.parametrize(
    ("game", "asked", "code", "detail"),
    [
        ("changsha", {"hand": "123m456p789s234p4s", "win": "4s"}, "small_win_needs_258_pair", {}),
        ("changsha", {"hand": "123m456p789s234p4s", "win": "6s"}, "not_complete", {}),
        ("anhua", {"hand": "345m456p678s234p4s", "win": "4s", "facts": WILD_2M}, "needs_258_pair", {}),
        ("anhua", {"hand": "222345m456p678s5s", "win": "5s", "by": "discard", "facts": WILD_2M}, "three_wilds_only_self_draw", {}),
        ("zuanpai", {"hand": "123m456p789s234p4s", "win": "4s"}, "wild_not_told", {}),
        ("zuanpai", {"hand": "266m3456p345789s", "win": "4p", "facts": WILD_2M}, "wild_needs_any_tile", {}),
        ("two_player_frenzy", {"hand": "123m456p789s234p4s", "win": "6s"}, "not_complete", {}),
        ("mcr", {"hand": "123m456p678s234p4s", "win": "4s", "by": "discard"}, "too_few_fan", {"min_fan": 8}),
        ("guobiao", {"hand": "123m456p678s234p4s", "win": "4s", "by": "discard"}, "too_few_fan", {"min_fan": 8}),
    ],
)
async def test_what_is_no_win_has_a_reason(http: httpx.AsyncClient, game: str, asked: Plain, code: str, detail: Plain) -> None:
    answer = (await http.post(f"/api/score/{game}", json=asked)).json()
    assert (answer["wins"], answer["why"]["code"]) == (False, code)
    assert detail.items() <= answer["why"]["detail"].items()


WIN = {"hand": "123m456p789s222p5s", "win": "5s"}


async def test_who_pays(http: httpx.AsyncClient) -> None:
    paying = {"winner": 1, "dealer": 0, "outcome": {"birds": ["1m", "5p"]}}
    paid = (await http.post("/api/score/changsha", json=WIN | {"paying": paying})).json()["paid"]
    assert sum(paid["payments"]) == 0
    assert paid["payments"][1] > 0
    assert {transfer["payee"] for transfer in paid["transfers"]} == {1}
    taken = WIN | {"by": "discard", "paying": {"winner": 1, "payer": 3}}
    assert (await http.post("/api/score/changsha", json=taken)).json()["paid"]["payments"][3] < 0


BAD_HANDS: list[tuple[Plain, str]] = [
    ({"hand": "123m456p789s222p5"}, "bad_hand"),
    ({"hand": "11111m"}, "bad_hand"),
    ({"melds": "[12m]"}, "bad_melds"),
    ({"melds": "["}, "bad_melds"),
    ({"melds": "[EEE]"}, "too_many_of_a_kind"),
    ({"melds": "{1m}"}, "no_such_meld"),
    ({"win": "45s"}, "bad_win_tile"),
    ({"win": ""}, "bad_win_tile"),
    ({"win": "E"}, "too_many_of_a_kind"),
    ({"hand": "123m"}, "wrong_size"),
    ({"hand": "", "melds": "[111m][222m][333m][444m][555m]"}, "too_many_melds"),
    ({"by": "luck"}, "bad_fact"),
    ({"flags": ["luck"]}, "bad_fact"),
    ({"facts": {"luck": 1}}, "bad_fact"),
    ({"facts": {"reveal": 5}}, "bad_fact"),
    ({"facts": {"reveal": "9"}}, "bad_fact"),
    ({"facts": {"reveal": [[[]]]}}, "bad_fact"),
    ({"facts": {"dealer": "yes"}}, "bad_fact"),
    ({"options": {"flying": True}}, "bad_option"),
    ({"paying": {"winner": 9}}, "bad_seat"),
    ({"paying": {"winner": -1}}, "bad_seat"),
    ({"paying": {"winner": 1, "payer": 2}}, "bad_payer"),
    ({"by": "discard", "paying": {"winner": 1, "payer": 1}}, "bad_payer"),
    ({"paying": {"winner": 1, "outcome": {"birds": "1"}}}, "bad_fact"),
    ({"paying": {"winner": 1, "outcome": {"birds": ["x"]}}}, "bad_fact"),
    ({"facts": {"dealer": True}, "paying": {"winner": 1}}, "bad_fact"),
    ({"facts": {"dealer": True, "payer_dealer": True}}, "bad_fact"),
    ({"hand": "1m" * 60}, "bad_request"),
    ({"hand": 5}, "bad_request"),
    ({"more": 1}, "bad_request"),
]


async def test_bad_hands(http: httpx.AsyncClient) -> None:
    for changed, code in BAD_HANDS:
        refused(await http.post("/api/score/changsha", json=WIN | changed), 400, code)
    detail = refused(await http.post("/api/score/changsha", json={"hand": "123m45x"}), 400, "bad_hand")
    assert detail["position"] == 7
    refused(await http.post("/api/score/chess", json=WIN), 404, "unknown_variant")
    assert (await http.post("/api/score/changsha", content=b"[" * 9000)).status_code == 400


@pytest.mark.parametrize("game", VARIANTS.values(), ids=lambda game: game.id)
def test_no_fact_of_a_wrong_kind_is_a_mistake_of_the_server(game: Variant) -> None:
    begins = {name: value for name, value in game.score_facts.items() if value is not None}
    absurd: tuple[Any, ...] = (-1, 10**30, 0.5, "", "x", ["x"], [[1]], {}, {"a": []})
    for value in absurd:
        for name in game.win_facts(game.options_type()):
            for answer, win in ((worth, "5s"), (waits, None)):
                with pytest.raises(ApiError) as told:
                    answer(game, Asked(hand="123m456p789s222p5s", win=win, facts=begins | {name: value}))
                assert (told.value.code, told.value.detail["name"]) == ("bad_fact", name)
        for name in game.end_facts(game.options_type(), 0):
            paying = Paying(winner=1, outcome={name: value})
            with pytest.raises(ApiError) as told:
                worth(game, Asked(hand="123m456p789s222p5s", win="5s", facts=begins, paying=paying))
            assert (told.value.code, told.value.detail["name"]) == ("bad_fact", name)


async def test_waits(http: httpx.AsyncClient) -> None:
    ready = (await http.post("/api/waits/changsha", json={"hand": "222m77p999s33s", "melds": "[444p]"})).json()
    assert {kind_name(wait["kind"]) for wait in ready["waits"]} == {"7p", "3s"}
    assert ready["distance"] == 0
    far = (await http.post("/api/waits/changsha", json={"hand": "147m258p369s1234s"})).json()
    assert far["distance"] > 0
    assert far["useful"]
    full = (await http.post("/api/waits/changsha", json={"hand": "123m456p789s222p59s"})).json()
    assert {kind_name(row["kind"]) for row in full["discards"]} == {"5s", "9s"} or full["discards"][0]["distance"] == 0
    refused(await http.post("/api/waits/changsha", json={"hand": "123m"}), 400, "wrong_size")


async def test_a_desk_with_too_much_work_refuses_more() -> None:
    desk, go_on = Desk(), Event()
    waiting = [asyncio.create_task(desk.answer(go_on.wait, 20)) for _ in range(QUEUE)]
    await asyncio.sleep(0.05)
    with pytest.raises(ApiError) as refusal:
        await desk.answer(len, "")
    assert (refusal.value.status, refusal.value.code) == (503, "busy")
    go_on.set()
    assert all(await asyncio.gather(*waiting))
    assert await desk.answer(len, "done") == 4


# --- replays of tables ------------------------------------------------------------------------------------------------------------


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
