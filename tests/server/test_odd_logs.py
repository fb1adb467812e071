"""Logs of another time, or that somebody has spoilt: whatever is changed in them, they are refused in words or checked, and never fail."""

from __future__ import annotations

import contextlib
import json
import random
from typing import Any

import pytest

from fangcheng.formats import encode_log
from fangcheng.server.errors import ApiError
from fangcheng.server.study.checking import check_log, read_told
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS

SPOILT = 150
ODD: list[Any] = [
    -1,
    0,
    3,
    9,
    10**9,
    10**30,
    1.5,
    None,
    True,
    "",
    "x",
    "\0",
    "9m",
    "ab" * 32,
    "\ud83c",
    [],
    [-1],
    [[]],
    [10**9],
    {},
    {"x": 1},
]


def odd(value: Any, chance: random.Random) -> Any:
    """Something else in place of a value, or somewhere in it."""
    if isinstance(value, dict) and value and chance.random() < 0.8:
        key = chance.choice(list(value))
        return (
            {**value, key: odd(value[key], chance)}
            if chance.random() < 0.85
            else {name: kept for name, kept in value.items() if name != key}
        )
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], *([] if chance.random() < 0.2 else [odd(value[place], chance)]), *value[place + 1 :]]
    if type(value) is int and chance.random() < 0.6:
        return value + chance.choice((-4, -1, 1, 4))
    return chance.choice(ODD)


def spoilt(lines: list[bytes], chance: random.Random) -> bytes:
    """The log with a line or two changed, left out, moved or cut off."""
    lines = lines[:]
    for _ in range(chance.randrange(1, 3)):
        place = 0 if chance.random() < 0.3 else chance.randrange(len(lines))
        other = chance.randrange(len(lines))
        match chance.randrange(8):
            case 0:
                lines[place], lines[other] = lines[other], lines[place]
            case 1:
                lines.insert(place, lines[other])
            case 2:
                lines = [*lines[:place], *lines[place + 1 :]] or [b""]
            case 3:
                lines[place] = lines[place][: len(lines[place]) // 2]
            case _:
                with contextlib.suppress(ValueError):
                    lines[place] = json.dumps(odd(json.loads(lines[place]), chance)).encode()
    return b"\n".join(lines) + b"\n"


@pytest.mark.parametrize("game", VARIANTS)
def test_no_log_is_a_mistake_of_the_server(game: str) -> None:
    chance, refused = random.Random(7), 0
    logs = [encode_log(walk(VARIANTS[game], seed).game.log).splitlines() for seed in range(2)]
    for _ in range(SPOILT):
        log = spoilt(chance.choice(logs), chance)
        for read in (check_log, read_told):
            try:
                read(log)
            except ApiError:
                refused += 1
    assert SPOILT < refused < 2 * SPOILT
