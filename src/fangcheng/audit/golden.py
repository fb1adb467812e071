"""Golden deals: transcripts to be read as diffs, and hashes of many walks. Both change only when a rule or an event does."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Final

import msgspec

from fangcheng.audit.case import PlayCase
from fangcheng.audit.parse import parse_case
from fangcheng.audit.play import play_script
from fangcheng.engine.game import Game
from fangcheng.formats.transcript import transcript
from fangcheng.rules.variant import Variant
from fangcheng.variants import get_variant
from fangcheng.wall import Stream

# Rare things are taken whenever they are offered, so that they occur in few deals.
EAGER: Final = ("win", "open", "declare", "take")


def eager_deal(variant: Variant, seed: int, options: dict[str, Any] | None = None) -> Game:
    """A deal in which every seat takes what is rare and otherwise acts by a seeded stream: the same on every machine."""
    game = Game.start(variant, seed.to_bytes(32, "big"), options=options)
    policy = Stream(b"policy", str(seed))
    while asked := game.asks():
        seat = min(asked)
        rare = [action for action in asked[seat] if action.verb in EAGER]
        game.act(seat, rare[0] if rare else asked[seat][policy.below(len(asked[seat]))])
    return game


def scripted_deal(position: dict[str, Any]) -> Game:
    """A deal from a position, in the notation of play cases, by its script. ValueError when the script cannot be played to its end."""
    case = parse_case(msgspec.json.encode({"kind": "play", "id": "", "expect": {}, **position}))
    assert isinstance(case, PlayCase)
    game, failure = play_script(case)
    if failure:
        raise ValueError(f"the script breaks off: {failure}")
    return game


def _events_hash(game: Game) -> str:
    """SHA-256, in hex, of a deal's events as JSON, joined by newlines: other bytes than those of a log file, which ends with one."""
    return hashlib.sha256(b"\n".join(map(msgspec.json.encode, game.log))).hexdigest()


def golden_files(folder: Path) -> dict[str, str]:
    """The text of every golden file that ``goldens.json`` in a folder asks for, by file name."""
    wanted = json.loads((folder / "goldens.json").read_text("utf-8"))
    files = {f"{entry['name']}.txt": transcript(_deal(entry).log) for entry in wanted["transcripts"]}
    walks = [
        {"variant": name, "seed": seed, "hash": _events_hash(eager_deal(get_variant(name), seed))}
        for name, seeds in wanted["walks"].items()
        for seed in range(seeds)
    ]
    files["walks.jsonl"] = "".join(json.dumps(walk) + "\n" for walk in walks)
    return files


def _deal(entry: dict[str, Any]) -> Game:
    """What a transcript shows: an eager deal by its seed or, where no seed leads there in reasonable time, a position with its script."""
    if "position" in entry:
        return scripted_deal(entry["position"])
    return eager_deal(get_variant(entry["variant"]), entry["seed"], entry.get("options"))
