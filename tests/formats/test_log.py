"""Log files: what is written can be read, and what cannot be read is named."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from fangcheng.formats import LogError, decode_log, encode_log
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_round_trip(name: str) -> None:
    for seed in range(10):
        log = walk(VARIANTS[name], seed).game.log
        variant, again = decode_log(encode_log(log))
        assert variant is VARIANTS[name]
        assert again == log


START = b'{"type":"start","variant":"changsha","options":{},"seats":4,"dealer":0}\n'


@pytest.mark.parametrize(
    ("data", "complaint"),
    [
        (b"", "line 1: the file is empty"),
        (b"\xff\n", "line 1: not JSON"),
        (b"[]\n", "line 1: not a JSON object"),
        (b"[" * 100_000 + b"\n", "line 1: nested too deeply"),
        (START + b'{"type":"draw","surplus":' + b"[" * 100_000 + b"\n", "line 2: nested too deeply"),
        (b'{"type":"draw","seat":1,"tile":3,"position":4}\n', "line 1: a log begins with a start event"),
        (START.replace(b"changsha", b"chess"), "line 1: unknown variant 'chess'"),
        (START.replace(b"{}", b'{"colour":1}'), "line 1: unknown option 'colour'"),
        (START.replace(b":4", b":9"), "line 1: changsha has no table with 9 seats"),
        (START.replace(b'"dealer":0', b'"dealer":0,"secret":"xyz"'), "line 1: the secret is not hexadecimal"),
        (START.replace(b'"seats":4,', b""), "line 1: Object missing required field `seats`"),
        (START + START, "line 2: a second start event"),
        (START + b'{"type":"guess"}\n', "line 2: 'guess' is no event of this game"),
        (
            START + b'{"type":"draw","seat":"one","tile":3,"position":4}\n',
            "line 2: 'draw' is no event of this game, or not like this: Expected `int`",
        ),
        (START + b'{"type":"exhausted"}\n{"type":"dra', "line 3: the file breaks off in the middle of this line"),
        (START + b'\n{"type":"exhausted"}\n', "line 2: not JSON"),
    ],
)
def test_what_is_not_a_log(data: bytes, complaint: str) -> None:
    with pytest.raises(LogError) as caught:
        decode_log(data)
    assert complaint in str(caught.value)


@pytest.mark.parametrize("name", VARIANTS)
def test_an_unknown_field_is_refused_in_every_event(name: str) -> None:
    """Otherwise a log could say more than was checked, and still be called genuine."""
    tried = set()
    for seed in range(10):
        log = walk(VARIANTS[name], seed).game.log
        lines = [msgspec.json.encode(event) for event in log]
        for at, event in enumerate(log):
            if event.name in tried:
                continue
            tried.add(event.name)
            extra = msgspec.json.encode(msgspec.to_builtins(event) | {"surplus": 1})
            with pytest.raises(LogError, match="unknown field `surplus`"):
                decode_log(b"\n".join([*lines[:at], extra, *lines[at + 1 :], b""]))
    assert {"start", "deal", "draw", "discard", "settle"} <= tried


@pytest.mark.parametrize(
    ("name", "inside"),
    [("changsha", {"action", "wins", "score", "reading", "groups", "elements", "transfers"}), ("mcr", {"melds"})],
)
def test_an_unknown_field_is_refused_inside_an_event(name: str, inside: set[str]) -> None:
    tried: set[str] = set()
    for seed in range(200):
        lines: list[Any] = list(map(msgspec.to_builtins, walk(VARIANTS[name], seed).game.log))
        for key, part in ((key, part) for line in lines[1:] for key, part in _parts(line)):
            if key in inside - tried:
                tried.add(key)
                part["surplus"] = 1
                with pytest.raises(LogError, match="unknown field `surplus`"):
                    decode_log(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))
                del part["surplus"]
        if tried == inside:
            return
    pytest.fail(f"nothing found in {inside - tried}")


def _parts(value: Any, key: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """All objects inside plain data, however deep, with the keys that they stand under."""
    if isinstance(value, dict):
        if key:
            yield key, value
        for name, inner in value.items():
            yield from _parts(inner, name)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _parts(inner, key)
