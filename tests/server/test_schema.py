"""The description of all interfaces: it is exact, and the browser's types come from it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
from server.player import Player

from fangcheng import Game, Variant
from fangcheng.events import Viewer
from fangcheng.server.app import make_app
from fangcheng.server.config import Config
from fangcheng.server.protocol import Act, RoomSettings
from fangcheng.server.storage.database import Database
from fangcheng.server.study.replaying import Shown, facts_of, replay_of, told_of
from fangcheng.server.web.schema import PLACE, TAKEN, description
from fangcheng.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def described() -> dict[str, Any]:
    return description(make_app(Config(), Database.file(Path("unused.db"))))


def holds(described: dict[str, Any], name: str, value: Any) -> bool:
    schema = {"$ref": f"{PLACE}{name}", "components": described["components"]}
    return bool(jsonschema_rs.is_valid(schema, msgspec.json.decode(msgspec.json.encode(value))))


def test_the_browsers_types_are_fresh() -> None:
    done = subprocess.run([sys.executable, ROOT / "scripts" / "wire.py", "--check"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_every_call_and_every_message_is_in_the_protocol(described: dict[str, Any]) -> None:
    page = (ROOT / "docs" / "protocol.md").read_text("utf-8")

    def plain(path: str) -> str:
        """A path without the names of its parameters."""
        return re.sub(r"\{.*?\}", "{}", path)

    listed = {(verb, plain(path)) for verb, path in re.findall(r"`(GET|POST|PUT|DELETE) (/[^`? ]*)", page)}
    calls = {(verb.upper(), plain(path)) for path, operations in described["paths"].items() for verb in operations}
    assert calls <= listed
    assert not {(verb, path) for verb, path in listed - calls if path.startswith("/api/")}
    schemas = described["components"]["schemas"]
    taken = {reference["$ref"].removeprefix(PLACE) for union in TAKEN for reference in schemas[union]["anyOf"]}
    types = {schemas[name]["properties"]["type"]["enum"][0] for name in taken}
    assert not {name for name in types if f'"type": "{name}"' not in page}


def test_every_reference_leads_somewhere(described: dict[str, Any]) -> None:
    referred = set(re.findall(f'"{PLACE}([^"]+)"', msgspec.json.encode(described).decode()))
    assert referred <= set(described["components"]["schemas"])


def test_every_error_is_told_in_one_way(described: dict[str, Any]) -> None:
    for path in described["paths"].values():
        for operation in path.values():
            codes = operation["responses"]
            assert all(code < "4" or code == "default" for code in codes)
            assert codes["default"]["content"]["application/json"]["schema"] == {"$ref": f"{PLACE}Problem"}


def test_what_goes_both_ways_has_two_names(described: dict[str, Any]) -> None:
    components = described["components"]["schemas"]
    assert components["RoomSettingsGiven"]["required"] == ["variant"]
    assert set(components["RoomSettings"]["required"]) == {field.name for field in msgspec.structs.fields(RoomSettings)}
    assert holds(described, "Received", Act("a", 1, "pass"))
    assert holds(described, "Received", {"type": "act", "id": "a", "seq": 1, "action": "pass"})
    assert not holds(described, "Received", {"type": "act", "id": "a", "seq": 1})
    assert not holds(described, "Sent", {"type": "refused", "id": "a", "code": "stale"})


@pytest.mark.parametrize("game", VARIANTS)
async def test_what_is_sent_is_as_described(described: dict[str, Any], player: Player, game: str) -> None:
    seats = VARIANTS[game].seats[-1]
    table = await player.open_table(variant=game, bots=["random"] * (seats - 1), seconds=60)
    await player.join(table)
    await player.play_deal(moves=12)
    assert len(player.log) > 5
    for message in player.log:
        assert holds(described, "Sent", message)
        assert all(holds(described, f"{game}.Event", event) for event in message["events"])


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS.keys())
def test_what_is_sent_packed_is_described_too(described: dict[str, Any], variant: Variant) -> None:
    answer = described["paths"]["/api/replay/{table_id}/{number}"]["get"]["responses"]["200"]["content"]["application/json"]
    assert answer["schema"] == {"$ref": f"{PLACE}Replay"}
    game = Game.start(variant, bytes(32))
    while asked := game.asks():
        seat = next(iter(asked))
        game.act(seat, game.default_action(seat))
    told = told_of(variant, game.log)
    deal = Shown(told, facts_of(told), Viewer(0, frozenset(range(told.start.seats))))
    replay = replay_of(deal, 0, everything=True)
    assert holds(described, "Replay", replay)
    assert not holds(described, "Replay", {"deal": deal.facts, "frames": replay.frames})
