"""``fangcheng replay`` and ``fangcheng verify``: what a log tells, and whether it is genuine."""

from __future__ import annotations

import json
import re
from pathlib import Path

import msgspec
import pytest
from cli.command import GAME, Fangcheng, complains

from fangcheng.events import Start
from fangcheng.formats import encode_log
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS


def test_replay(fangcheng: Fangcheng, log_file: Path) -> None:
    whole = fangcheng("replay", str(log_file))
    assert whole.status == 0
    assert "Changsha mahjong, deal 1" in whole.out
    assert " ?" not in whole.out
    seen = fangcheng("replay", str(log_file), "--seat", "3", "--lang", "zh-Hans")
    assert "摸到 ?" in seen.out
    assert "1号座  ?" in seen.out
    assert "3号座  ?" not in seen.out
    complains(fangcheng("replay", str(log_file), "--seat", "5"), "--seat 5 is no seat from 1 to 4")
    complains(fangcheng("replay", str(log_file), "--seat", "0"), "--seat 0")
    complains(fangcheng("replay", str(log_file.with_suffix(".none"))), "No such file")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("lang", ["zh-Hans", "en"])
def test_every_game_can_be_replayed(fangcheng: Fangcheng, tmp_path: Path, name: str, lang: str) -> None:
    path = tmp_path / "deal.jsonl"
    for seed in range(4):
        path.write_bytes(encode_log(walk(VARIANTS[name], seed).game.log))
        assert fangcheng("replay", str(path), "--lang", lang).status == 0
        assert fangcheng("replay", str(path), "--lang", lang, "--seat", "1").status == 0


SEATS = "1号座 {0}, 2号座 {0}, 3号座 {0}, 4号座 {0}"


@pytest.mark.parametrize(
    ("special", "told"),
    [
        ("horses", ["亮倍 " + SEATS.format("[124]"), "特色玩法 万马奔腾", "宝牌 \\w+", "马牌 \\w+", "选好马牌 " + SEATS.format("[-\\w]+")]),
        ("exchange", ["换牌 1号座 -\\w+, .*4号座 \\+\\w+"]),
        ("peek", ["1号座 看牌 3号座"]),
    ],
)
def test_what_is_special_of_a_deal_is_told(fangcheng: Fangcheng, tmp_path: Path, special: str, told: list[str]) -> None:
    path = tmp_path / "deal.jsonl"
    path.write_bytes(encode_log(walk(VARIANTS["guobiao"], 2, {"specials": special}).game.log))
    lines = [line[6:] for line in fangcheng("replay", str(path), "--lang", "zh-Hans").out.splitlines()]
    assert not [words for words in told if not any(re.fullmatch(words, line) for line in lines)]


def test_verify(fangcheng: Fangcheng, log_file: Path) -> None:
    good = fangcheng("verify", str(log_file))
    assert good.status == 0
    assert good.out.endswith("The log is genuine.\n")
    log = walk(GAME, 5).game.log
    draw = next(at for at, event in enumerate(log) if event.name == "draw")
    log_file.write_bytes(encode_log([*log[:draw], msgspec.structs.replace(log[draw], position=99), *log[draw + 1 :]]))
    bad = fangcheng("verify", str(log_file))
    assert bad.status == 1
    assert f"on line {draw + 1}: draw" in bad.out
    assert "the log says" in bad.out
    assert not json.loads(fangcheng("verify", "--json", str(log_file)).out)["ok"]
    # Of a wall only as much as can be read, and of an event only what differs.
    deal = next(at for at, event in enumerate(log) if event.name == "deal")
    log_file.write_bytes(encode_log([*log[:deal], msgspec.structs.replace(log[deal], wall=log[deal].wall[::-1]), *log[deal + 1 :]]))
    said, due = fangcheng("verify", str(log_file)).out.splitlines()[-3:-1]
    assert all('{"type":"deal","wall":[' in line and "hands" not in line and len(line) < 200 for line in (said, due))


def test_verify_complaints(fangcheng: Fangcheng, log_file: Path) -> None:
    data = log_file.read_bytes()
    log_file.write_bytes(data[:-30])
    complains(fangcheng("verify", str(log_file)), f"{log_file}:{len(data.splitlines())}: the file breaks off")
    start = walk(GAME, 5).game.log[0]
    assert isinstance(start, Start)
    log_file.write_bytes(encode_log([msgspec.structs.replace(start, secret="")]))
    complains(fangcheng("verify", str(log_file)), "no secret")
