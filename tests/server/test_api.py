"""The HTTP interface."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from server.conftest import Serve
from server.player import GAME, Player, Visit

from fangcheng.server.config import Config
from fangcheng.server.web import pages


async def test_guest_session(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        unknown = await http.get("/api/me")
        assert (unknown.status_code, unknown.json()["code"]) == (401, "no_session")
        made = await http.post("/api/guest", json={"name": " 张三 "})
        me = made.json()
        assert me["name"] == "张三"
        cookie = made.headers["set-cookie"]
        assert "fangcheng_session=" in cookie
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "Path=/;" in cookie
        assert "Secure" not in cookie
        assert (await http.get("/api/me")).json() == me
        renamed = (await http.post("/api/guest", json={"name": "李四"})).json()
        assert renamed == {**me, "name": "李四"}
        assert (await http.post("/api/guest")).json() == renamed
        http.cookies.clear()
        assert (await http.post("/api/guest", headers={"accept-language": "en"})).json()["name"].startswith("Guest ")
        http.cookies.set("fangcheng_session", "x" * 5000)
        assert (await http.get("/api/me")).status_code == 401


async def test_bad_names(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        for name in ("", "   ", "x" * 17, "a\nb", "\u202eabc", 5, ["a"]):
            answer = await http.post("/api/guest", json={"name": name})
            assert (answer.status_code, answer.json()["code"]) == (400, "bad_name" if isinstance(name, str) else "bad_request")
            assert "set-cookie" not in answer.headers


BAD_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"variant": "chess"}, "unknown_variant"),
    ({"seats": 7, "bots": ["greedy"] * 6}, "bad_seats"),
    ({"bots": ["greedy"]}, "bad_bots"),
    ({"bots": ["greedy", "greedy", "oracle"]}, "unknown_bot"),
    ({"options": {"flying": True}}, "bad_option"),
    ({"options": []}, "bad_request"),
    ({"seconds": -1}, "bad_request"),
    ({"seconds": []}, "bad_request"),
    ({"deals": 65}, "bad_request"),
    ({"more": 1}, "bad_request"),
]


async def test_bad_tables(player: Player) -> None:
    for changed, code in BAD_TABLES:
        answer = await player.http.post("/api/tables", json={"variant": GAME, "bots": ["greedy"] * 3, **changed})
        assert (answer.status_code, answer.json()["code"]) == (400, code), answer.text
    assert (await player.http.get("/api/tables")).json() == []


async def test_other_mistakes(player: Player, visit: Visit) -> None:
    table, http = await player.open_table(), player.http
    other = (await visit()).http
    answers = [
        (await http.post("/api/tables", content=b"{"), 400, "bad_request"),
        (await http.post("/api/tables", content=b"[" * 10_000), 400, "bad_request"),
        (await http.post("/api/tables", content=b"x" * 20_000), 413, "too_large"),
        (await http.post("/api/tables"), 400, "bad_request"),
        (await http.get("/api/nothing"), 404, "not_found"),
        (await http.get("/../../etc/passwd"), 404, "not_found"),
        (await http.get("/%2e%2e/app.py"), 404, "not_found"),
        (await http.get("/..%2f..%2fapp.py"), 404, "not_found"),
        (await http.delete("/api/me"), 405, "not_allowed"),
        (await http.get("/api/catalogue/xx"), 404, "no_such_language"),
        (await http.get("/api/catalogue/..%2f..%2fpy.typed"), 404, None),
        (await http.get(f"/api/tables/{table}/deals/0"), 404, "deal_not_finished"),
        (await http.get(f"/api/tables/{table}/deals/99999999999999999999999"), 404, "deal_not_finished"),
        (await http.get(f"/api/tables/{table}/deals/-99999999999999999999999"), 404, "deal_not_finished"),
        (await http.get(f"/api/tables/{table}/deals/-1"), 404, "deal_not_finished"),
        (await http.get(f"/api/tables/{table}/deals/{'9' * 5000}"), 404, None),
        (await http.get(f"/api/tables/{table}/deals/x"), 404, None),
        (await http.get("/api/tables/%00/deals/0"), 404, "no_such_table"),
        (await http.get("/api/catalogue/%00"), 404, "no_such_language"),
        (await http.get("/%00"), 404, "not_found"),
        (await http.get("/assets/%00x"), 404, "not_found"),
        (await http.get("/%ff%ed%a0%80"), 404, "not_found"),
        (await http.get("/" + 300 * "a"), 404, "not_found"),
        (await http.get("/" + 3000 * "a/"), 404, "not_found"),
        (await http.get("/api/tables/nothing/deals/0"), 404, "no_such_table"),
        (await other.get(f"/api/tables/{table}/deals/0"), 403, "not_your_table"),
    ]
    for answer, status, code in answers:
        assert answer.status_code == status, answer.text
        assert code is None or answer.json()["code"] == code
        assert "Traceback" not in answer.text


async def test_table_limit(serve: Serve) -> None:
    player = await Player(await serve(Config(tables=2))).sign_in()
    for _ in range(2):
        await player.open_table()
    answer = await player.http.post("/api/tables", json={"variant": GAME, "bots": ["greedy"] * 3})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_tables")
    await player.close()


async def test_what_the_client_is_made_from(url: str) -> None:
    async with httpx.AsyncClient(base_url=url) as http:
        assert (await http.get("/api/health")).json() == {"status": "ok"}
        games = (await http.get("/api/variants")).json()
        assert {"id", "seats", "buttons", "deals", "lengths", "options", "winds"} == set(games[0])
        assert {"id", "kind", "default", "values", "minimum", "maximum"} == set(games[0]["options"][0])
        for language in ("zh-Hans", "zh-Hant", "en"):
            found = await http.get(f"/api/catalogue/{language}")
            assert found.json()["error"]["no_session"]
            again = await http.get(f"/api/catalogue/{language}", headers={"if-none-match": found.headers["etag"]})
            assert again.status_code == 304
        described = (await http.get("/schema")).json()
        assert "/api/tables" in described["paths"]
        components = described["components"]["schemas"]
        assert {"View", "TableInfo", "Act", "Discard", "Settle", "Received", "Sent", f"{GAME}.Event"} <= set(components)
        references = set(json.dumps(described).split('"#/components/schemas/')[1:])
        assert {reference.split('"')[0] for reference in references} <= set(components)


async def test_pages(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    static = tmp_path / "static"
    monkeypatch.setattr(pages, "STATIC", static)
    async with httpx.AsyncClient(base_url=url) as http:
        missing = await http.get("/")
        assert missing.status_code == 503
        assert "scripts/serve" in missing.text
        (static / "assets").mkdir(parents=True)
        (static / "index.html").write_text("<!doctype html>方城", "utf-8")
        (static / "assets" / "main-1a2b.js").write_text("void 0;", "utf-8")
        (tmp_path / "secret").write_text("secret", "utf-8")
        (static / "link").symlink_to(tmp_path / "secret")
        front, script = await http.get("/"), await http.get("/assets/main-1a2b.js")
        assert front.text == "<!doctype html>方城"
        assert front.headers["content-type"] == "text/html; charset=utf-8"
        assert front.headers["cache-control"] == "no-cache"
        assert "javascript" in script.headers["content-type"]
        assert "immutable" in script.headers["cache-control"]
        assert (await http.get("/", headers={"if-none-match": front.headers["etag"]})).status_code == 304
        assert (await http.get("/link")).status_code == 404
        assert (await http.get("/assets")).status_code == 404
        for answer in (front, script, missing, await http.get("/api/me"), await http.get("/nothing")):
            assert "script-src 'self'" in answer.headers["content-security-policy"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert "cache-control" in answer.headers
            assert "server" not in answer.headers


async def test_unexpected_exception_is_internal(
    player: Player, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr("fangcheng.server.tables.store.Store.running_of", fail)
    answer = await player.http.get("/api/tables")
    assert (answer.status_code, answer.json()) == (500, {"code": "internal", "detail": None})
    assert "secret detail" in capsys.readouterr().err
