"""What every answer carries, what the session's cookie is like, and who may ask from where."""

from __future__ import annotations

import httpx
import pytest
from server.conftest import Serve

from fangcheng.server.config import Config
from fangcheng.server.players.sessions import COOKIE
from fangcheng.server.web.origin import is_ours
from fangcheng.server.web.pages import HEADERS


@pytest.mark.parametrize(
    "path", ["/", "/api/health", "/api/me", "/api/catalogue/en", "/no-such", "/schema", "/assets/../../secret", "/api/%00"]
)
async def test_every_answer_carries_the_headers(http: httpx.AsyncClient, path: str) -> None:
    answer = await http.get(path)
    assert {name: answer.headers.get(name) for name in HEADERS} == HEADERS
    assert answer.headers["cache-control"]
    assert "server" not in answer.headers


async def test_nothing_but_ours_may_run_on_a_page(http: httpx.AsyncClient) -> None:
    policy = (await http.get("/")).headers["content-security-policy"]
    rules = {rule.split()[0]: rule.split()[1:] for rule in policy.split("; ")}
    assert rules["default-src"] == rules["script-src"] == rules["connect-src"] == ["'self'"]
    assert rules["object-src"] == rules["base-uri"] == rules["frame-ancestors"] == ["'none'"]
    assert rules["form-action"] == ["'self'"]
    assert not any("unsafe-eval" in words or "*" in words for words in rules.values())


async def test_the_cookie(http: httpx.AsyncClient) -> None:
    plain = (await http.post("/api/guest", json={})).headers["set-cookie"].lower()
    assert plain.startswith(f"{COOKIE}=")
    assert {"httponly", "samesite=lax", "path=/"} <= {part.strip() for part in plain.split(";")}
    assert "domain=" not in plain
    http.cookies.clear()
    behind_tls = (await http.post("/api/guest", json={}, headers={"X-Forwarded-Proto": "https"})).headers["set-cookie"].lower()
    assert "secure" in {part.strip() for part in behind_tls.split(";")}


@pytest.mark.parametrize("origin", ["https://elsewhere.example", "null", "http://[", "http://127.0.0.1:1", "file://"])
async def test_a_page_elsewhere_changes_nothing(http: httpx.AsyncClient, origin: str) -> None:
    answer = await http.post("/api/guest", json={}, headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "wrong_origin")
    assert "set-cookie" not in answer.headers
    # Reading changes nothing, and no browser shows a page elsewhere what was answered.
    read = await http.get("/api/health", headers={"Origin": origin})
    assert read.status_code == 200
    assert "access-control-allow-origin" not in read.headers


async def test_own_pages_and_named_ones_may(serve: Serve) -> None:
    url = await serve(Config(origins="https://a.example https://b.example"))
    async with httpx.AsyncClient(base_url=url) as http:
        for origin in (url, "https://a.example", "https://b.example"):
            assert (await http.post("/api/guest", json={}, headers={"Origin": origin})).status_code == 200


def test_what_is_ours() -> None:
    config = Config(origins="https://named.example")
    assert is_ours({}, config)
    assert is_ours({"origin": "https://here.example", "host": "here.example"}, config)
    assert is_ours({"origin": "https://named.example", "host": "here.example"}, config)
    assert not is_ours({"origin": "https://here.example:444", "host": "here.example"}, config)
    assert not is_ours({"origin": "null", "host": ""}, config)
    assert not is_ours({"origin": "https://named.example.evil", "host": "here.example"}, config)
