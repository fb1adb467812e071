"""Text that a database may not take: PostgreSQL knows no zero byte, and what is no text in UTF-8 nobody does."""

from __future__ import annotations

import re
from typing import Any

from server.bank import GAME
from server.conftest import FAST, Serve
from server.player import Player

from fangcheng.server.storage.database import Database

ODD = ("%00", "a%00b", "%ed%a0%80", "%ff", "%F0%9F%80%84", "'; --", "%25", "x" * 3000)
STRINGS = ("\0", "a\0b", "\u202e", "🀄", "'; --", "x" * 100)


async def test_no_address_upsets_the_database(serve: Serve, database: Database) -> None:
    """Every call of the description with odd text at every place of its address."""
    player = await Player(await serve(FAST, database)).sign_in()
    paths: dict[str, dict[str, Any]] = (await player.http.get("/schema")).json()["paths"]
    asked = 0
    for path, methods in paths.items():
        for method in methods:
            if "{" not in path or method not in ("get", "delete"):
                continue
            for odd in ODD:
                address = re.sub(r"\{(\w+)\}", lambda found, odd=odd: "0" if "number" in found[1] else odd, path)  # type: ignore[misc]
                answer = await player.http.request(method, address)
                assert answer.status_code < 500, (method, address, answer.text)
                asked += 1
    assert asked > 8 * len(ODD)
    for query in ("before=%00", "before=1.%00", "before=%00.1", "period=%00", "by=%00", "company=%00", "limit=%00"):
        for path in ("/api/records", "/api/statement", "/api/shares", "/api/statistics", f"/api/leaderboard/{GAME}"):
            assert (await player.http.get(f"{path}?{query}")).status_code < 500
    await player.close()


async def test_no_body_upsets_the_database(serve: Serve, database: Database) -> None:
    player = await Player(await serve(FAST, database)).sign_in()
    for odd in STRINGS:
        for method, path, body in (
            ("POST", "/api/guest", {"name": odd}),
            ("POST", "/api/login", {"name": odd, "password": odd}),
            ("POST", "/api/register", {"name": odd, "password": odd * 8}),
            ("PUT", "/api/settings", {"theme": odd}),
            ("POST", "/api/rooms", {"variant": odd}),
            ("POST", "/api/rooms", {"variant": GAME, "bots": [odd, odd]}),
            ("POST", "/api/rooms", {"variant": GAME, "fill": odd}),
            ("POST", "/api/rooms", {"variant": GAME, "options": {odd: odd}}),
            ("POST", "/api/rooms", {"variant": GAME, "bot": odd}),
            ("PUT", f"/api/presets/{GAME}", {"name": odd, "settings": {"variant": GAME}}),
        ):
            answer = await player.http.request(method, path, json=body)
            assert answer.status_code < 500, (path, body, answer.text)
    surrogate = b'{"name": "\\ud800", "password": "\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800\\ud800"}'
    for path in ("/api/login", "/api/register"):
        answer = await player.http.post(path, content=surrogate, headers={"content-type": "application/json"})
        assert answer.status_code in (400, 403, 409, 429), answer.text
    await player.close()
