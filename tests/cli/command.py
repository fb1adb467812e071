"""The command line as tests use it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NamedTuple

from fangcheng.variants import VARIANTS

GAME = VARIANTS["changsha"]
COMMAND = [sys.executable, "-c", "from fangcheng.cli import main; main()"]
PUNGS = ("score", "changsha", "222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--by", "discard")
CASE = '{"kind":"score","id":"one","variant":"changsha","hand":"123m456p789s222p5s","win":"5s","by":"self_draw","expect":{"points":%d}}'


class Done(NamedTuple):
    status: int
    out: str
    err: str


Fangcheng = Callable[..., Done]


def complains(done: Done, *parts: str) -> None:
    """A command has ended with one line about what was wrong, in which these words are."""
    assert (done.status, done.out) == (2, ""), done
    assert done.err.startswith("fangcheng: "), done
    assert done.err.count("\n") == 1, done
    for part in parts:
        assert part in done.err, (part, done.err)
