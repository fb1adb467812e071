"""Rules and scores of hands over HTTP."""

from __future__ import annotations

import asyncio
import json
import re
from threading import Event
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from server.player import GAME, refused

from fangcheng.audit.case import ScoreCase
from fangcheng.audit.parse import parse_case
from fangcheng.locales import LANGUAGES, find
from fangcheng.rules.variant import Variant
from fangcheng.server.errors import ApiError
from fangcheng.server.study.desk import QUEUE, Desk
from fangcheng.server.study.scorer import Asked, Paying, waits, worth
from fangcheng.tiles import kind_name
from fangcheng.variants import VARIANTS

Plain = dict[str, Any]


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


async def test_whoever_pays(http: httpx.AsyncClient) -> None:
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
