"""The command line: what it prints, how it ends, and how it complains."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from subprocess import PIPE
from typing import NamedTuple

import msgspec
import pytest

from fangcheng import __version__
from fangcheng.cli.app import app, run
from fangcheng.cli.console import language
from fangcheng.events import Start
from fangcheng.formats import encode_log
from fangcheng.shapes import mode, why_pure
from fangcheng.sim import walk
from fangcheng.variants import VARIANTS

GAME = VARIANTS["changsha"]
COMMAND = [sys.executable, "-c", "from fangcheng.cli import main; main()"]


class Done(NamedTuple):
    status: int
    out: str
    err: str


Fangcheng = Callable[..., Done]


@pytest.fixture
def fangcheng(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Fangcheng:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)

    def call(*arguments: str) -> Done:
        status = run(arguments)
        out, err = capfd.readouterr()
        assert "Traceback" not in err
        return Done(status, out, err)

    return call


@pytest.fixture
def log_file(tmp_path: Path) -> Path:
    path = tmp_path / "deal.jsonl"
    path.write_bytes(encode_log(walk(GAME, 5).game.log))
    return path


def complains(done: Done, *parts: str) -> None:
    assert done.status == 2
    assert done.out == ""
    assert done.err.startswith("fangcheng: ")
    assert done.err.count("\n") == 1
    for part in parts:
        assert part in done.err


# --- the command as a whole ---------------------------------------------------------------------------------------------------


def test_help_of_every_command_shows_an_example(fangcheng: Fangcheng) -> None:
    overview = fangcheng()
    assert overview.status == 0
    names = [command.callback.__name__ for command in app.registered_commands if command.callback]
    assert len(names) == 10
    for name in names:
        assert f"  {name} " in overview.out
        done = fangcheng(name, "--help")
        assert done.status == 0
        assert f"Example:\n    fangcheng {name}" in done.out


def test_command_line_errors_are_one_line(fangcheng: Fangcheng) -> None:
    complains(fangcheng("scor"), "scor")
    complains(fangcheng("score", "changsha"), "HAND")
    complains(fangcheng("simulate", "--deals", "many"), "--deals")
    complains(fangcheng("check"), "FILE")
    complains(fangcheng("info", "--lang", "fr"), "unknown language 'fr'", "zh-Hans")


def test_whoever_names_no_command_of_a_group_is_shown_which_there_are(fangcheng: Fangcheng) -> None:
    for group, command in (("ledger", "post"), ("admin", "export")):
        done = fangcheng(group)
        assert (done.status, done.err) == (0, "")
        assert done == fangcheng(group, "--help")
        assert f"  {command} " in done.out
    assert "Exit status: 0 all is well; 1" in fangcheng().out


def test_complaints_about_long_input_are_short(fangcheng: Fangcheng) -> None:
    done = fangcheng("score", "changsha", "1" * 20_000 + "m")
    complains(done, "five tiles of 1m")
    assert len(done.err) < 700


def test_words_that_are_no_text(fangcheng: Fangcheng, tmp_path: Path) -> None:
    """Bytes that are not UTF-8 come as lone surrogates; a file may have such a name, and nothing else."""
    word = b"a\xff".decode("utf-8", "surrogateescape")
    path = tmp_path / word
    path.write_bytes(encode_log(walk(GAME, 5).game.log))
    assert fangcheng("verify", str(path)).status == 0
    complains(fangcheng("score", word, "1m"), "unknown variant")
    complains(fangcheng("rules", "changsha", "--lang", word), "unknown language")
    complains(fangcheng("score", "changsha", word), "unexpected character")


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="no file that can be opened and not be read")
def test_a_file_that_cannot_be_read_is_named(fangcheng: Fangcheng) -> None:
    for command in ("verify", "check"):
        complains(fangcheng(command, "/proc/self/mem"), "/proc/self/mem: Input/output error")


def test_version(fangcheng: Fangcheng) -> None:
    assert fangcheng("--version") == (0, f"fangcheng {__version__}\n", "")


def test_input_that_is_nested_too_deeply(fangcheng: Fangcheng, tmp_path: Path) -> None:
    deep = "[" * 100_000
    path = tmp_path / "deep.jsonl"
    path.write_text(deep + "\n", "utf-8")
    for command in ("verify", "replay"):
        complains(fangcheng(command, str(path)), "deep.jsonl:1: nested too deeply")
    done = fangcheng("check", "--json", str(path))
    assert (done.status, done.out) == (2, "")
    assert "deep.jsonl:1: not a case: nested too deeply" in done.err
    complains(fangcheng("score", "changsha", "123m456p789s222p5s", "--win", "5s", "--context", f"reveal={deep}"), "nested too deeply")


@pytest.mark.parametrize("arguments", [("info",), ("info", "--json"), ("--help",), ("--version",), ("rules", "changsha")])
@pytest.mark.parametrize(("target", "reason"), [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")])
def test_output_that_cannot_be_written(arguments: tuple[str, ...], target: str, reason: str) -> None:
    words = shlex.join([*COMMAND, *arguments])
    done = subprocess.run(f"{words} >{target}", shell=True, stderr=PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"fangcheng: cannot write: {reason}\n")


def test_complaints_that_cannot_be_written() -> None:
    words = shlex.join([*COMMAND, "check", "nowhere"])
    assert subprocess.run(f"{words} >&- 2>&-", shell=True, check=False).returncode == 2


def test_language_of_the_terminal() -> None:
    assert language(None, {}) == "en"
    assert language(None, {"LANG": "zh_CN.UTF-8"}) == "zh-Hans"
    assert language(None, {"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_TW"}) == "zh-Hant"
    assert language(None, {"LANG": "de_DE"}) == "en"
    assert language("zh-Hant", {"LANG": "en"}) == "zh-Hant"


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_reader_that_goes_away(log_file: Path, command: str) -> None:
    with subprocess.Popen([*COMMAND, command, str(log_file)], stdout=PIPE, stderr=PIPE) as reading:
        assert reading.stdout is not None
        assert reading.stderr is not None
        reading.stdout.close()
        assert reading.stderr.read() == b""
        assert reading.wait() == 141


def hears_interrupts() -> None:
    """Jobs started in the background inherit that Ctrl-C is ignored; a command at a terminal does not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_interrupt_of_a_command_that_waits(log_file: Path) -> None:
    asked = [*COMMAND, "replay", "--step", str(log_file)]
    with subprocess.Popen(asked, stdin=PIPE, stdout=PIPE, stderr=PIPE, preexec_fn=hears_interrupts) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline()
        waiting.send_signal(signal.SIGINT)
        _, err = waiting.communicate(timeout=60)
        assert (waiting.returncode, err) == (130, b"")


@pytest.mark.skipif(not shutil.which("pgrep"), reason="no pgrep to see the workers with")
def test_interrupt_of_a_command_with_workers() -> None:
    asked = [*COMMAND, "simulate", "--deals", "100000", "--jobs", "2"]
    with subprocess.Popen(asked, stdout=PIPE, stderr=PIPE, start_new_session=True, preexec_fn=hears_interrupts) as running:
        try:
            while len(subprocess.run(["pgrep", "-P", str(running.pid)], stdout=PIPE, check=False).stdout.split()) < 2:
                assert running.poll() is None
                time.sleep(0.1)
            # From here on the command only waits for its workers.
            time.sleep(0.5)
            os.killpg(running.pid, signal.SIGINT)
            out, err = running.communicate(timeout=60)
            assert (running.returncode, out, err) == (130, b"", b"")
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(running.pid, signal.SIGKILL)


# --- score and waits ----------------------------------------------------------------------------------------------------------

PUNGS = ("score", "changsha", "222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--by", "discard")


def test_score(fangcheng: Fangcheng) -> None:
    done = fangcheng(*PUNGS)
    assert done.status == 0
    assert "A win: 6 pts" in done.out
    assert "[444p] 222m 777p 999s 33s" in done.out
    assert "碰碰胡" in done.out
    assert "All pungs" in done.out
    assert "碰碰胡" in fangcheng(*PUNGS, "--lang", "zh-Hans").out
    paid = fangcheng(*PUNGS, "--winner", "2", "--payer", "3", "--lang", "zh-Hans").out
    assert "胡牌，共 6 分" in paid
    assert "3号座 -> 2号座" in paid
    assert "各家得失（分）：+0 +6 -6 +0" in paid
    # A game that counts fan says so.
    assert "番" in fangcheng("score", "mcr", "222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--lang", "zh-Hans").out.split("\n")[0]


def test_score_with_payments(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "1", "--outcome", "birds=2m,5p")
    done = fangcheng(*PUNGS, *seats)
    assert "(6+1)*4" in done.out
    assert "-28 +28 +0 +0" in done.out
    plain = json.loads(fangcheng(*PUNGS, *seats, "--json").out)
    assert plain["payments"] == [-28, 28, 0, 0]
    assert plain["elements"] == [{"id": "all_pungs", "value": 6}]


def test_score_of_facts(fangcheng: Fangcheng) -> None:
    last = fangcheng("score", "changsha", "123m456p789s222p5s", "--win", "5s", "--flag", "last_tile")
    assert "Last-tile draw" in last.out
    reveal = fangcheng("score", "changsha", "123m456p789s5s", "--melds", "(2222p)", "--win", "5s", "--context", "reveal=5s1m")
    assert "Kong bloom" in reveal.out
    seven = ("score", "changsha", "1122334466p55s7p", "--win", "7p")
    assert "Seven pairs" in fangcheng(*seven).out
    opening = fangcheng("score", "changsha", "1111m234p567s789s", "--by", "opening")
    assert "Four joys" in opening.out


@pytest.mark.parametrize("fact", ["float=[1]", "openings=[{}]", "openings=[7]", "birds=[null]", "balances=[1.5,2,3,4]", "balances=[1,2]"])
def test_facts_of_a_settlement_that_cannot_be_read(fangcheng: Fangcheng, fact: str) -> None:
    hand = ("222m77p999s33s", "--melds", "[444p]", "--win", "7p", "--by", "discard", "--winner", "4", "--payer", "1")
    complains(fangcheng("score", "changsha", *hand, "--outcome", fact), f"--outcome {fact.partition('=')[0]} cannot be")


def test_lists_of_one_need_no_brackets(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "1", "--json")
    one, written = (fangcheng(*PUNGS, *seats, "--outcome", fact) for fact in ("birds=2m", 'birds=["2m"]'))
    assert one == written
    none, silent = (fangcheng(*PUNGS, *seats, *more) for more in (("--outcome", "birds="), ()))
    assert none == silent != one
    wins = ("score", "two_player_frenzy", "123m456p789s222p5s", "--win", "5s")
    assert fangcheng(*wins, "--context", "loser_melds=[888s]") != fangcheng(*wins)


def test_who_deals_is_told_once(fangcheng: Fangcheng) -> None:
    seats = ("--winner", "2", "--payer", "3")
    assert fangcheng(*PUNGS, *seats, "--dealer") == fangcheng(*PUNGS, *seats, "--dealer-seat", "2")
    assert fangcheng(*PUNGS, *seats, "--payer-dealer") == fangcheng(*PUNGS, *seats, "--dealer-seat", "3")
    assert fangcheng(*PUNGS, *seats) == fangcheng(*PUNGS, *seats, "--dealer-seat", "1")
    assert fangcheng(*PUNGS, *seats).out != fangcheng(*PUNGS, *seats, "--dealer").out


def test_no_win(fangcheng: Fangcheng) -> None:
    done = fangcheng("score", "changsha", "123m456p789s222p4s", "--win", "4s")
    assert done == (1, "No win.\n  A small win needs a pair of 2, 5 or 8.\n", "")
    answer = json.loads(fangcheng("score", "changsha", "123m456p789s222p4s", "--win", "4s", "--json").out)
    assert answer == {"wins": False, "why": {"code": "small_win_needs_258_pair", "detail": {}}}


def test_no_win_for_want_of_fan(fangcheng: Fangcheng) -> None:
    done = fangcheng("score", "mcr", "123m567p345s99p67s", "--win", "8s", "--by", "discard")
    assert done == (1, "No win.\n  The hand is complete, but worth only 5 fan of the 8 that a win needs.\n", "")


def test_numbers_by_seat_are_separated_by_commas(fangcheng: Fangcheng) -> None:
    hand = ("123m456m789m23p55s", "--win", "1p", "--winner", "2", "--dealer-seat", "1", "--outcome", "stakes=4,2,1,1")
    payments = json.loads(fangcheng("score", "guobiao", *hand, "--json").out)["payments"]
    assert payments == [-8 * 31, 12 * 31, -2 * 31, -2 * 31]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("chess", "123m"), "unknown variant 'chess'"),
        (("changsha", "123m456p789s222p4"), "digit without a suit"),
        (("changsha", "123m", "--win", "4s"), "HAND has 3 tiles; with 0 melds it has 13"),
        (("changsha", "123m456p789s22p4s"), "HAND has 12 tiles"),
        (("changsha", "123m456p789s222pE", "--win", "E"), "2 tiles E where changsha has none"),
        (("changsha", "123m456p789s4s", "--melds", "[12m]", "--win", "4s"), "these tiles make no meld"),
        (
            ("guobiao", "78m22p", "--melds", "[123m] [456m] {CCC}"),
            "guobiao has no meld {CCC}; its melds are written [123m] [777p] [7777p] (7777p)",
        ),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--flag", "luck"), "guobiao knows no 'luck'; it knows first_turn, ready"),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--by", "opening"), "guobiao knows no 'opening'; it knows self_draw, discard"),
        (("mcr", "123m456p789s222p4s", "--win", "4s", "--context", "flowers=9"), "--context flowers cannot be 9; it is a whole"),
        (("changsha", "123m456p789s222p4s", "--win", "45s"), "expected one tile, found 2"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "float_max=9"), "'float_max' cannot be 9"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "float_max"), "not of the form"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--context", "dealer"), "--context 'dealer' is not of the form"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--option", "birds=2", "--option", "birds=4"), "--option birds is given twice"),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "wild=1m", "--context", "wild=2m"), "--context wild is told twice"),
        (
            ("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "fortune=9"),
            "--context fortune cannot be 9; it is one of 8, 18, 28",
        ),
        (("guobiao", "123m456p789s222p4s", "--win", "4s", "--context", "luck=1"), "--context: unknown fact of a win 'luck'; known: "),
        (("anhua", "123m456p789s222p5s", "--win", "5s"), "--context: context needs the indicator"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--outcome", "birds=1m"), "name the --winner, too"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--dealer", "--payer-dealer"), "one seat deals"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--dealer", "--winner", "2", "--dealer-seat", "3"), "is not the dealer's, 3"),
        (("changsha", "123m456p789s222p4s", "--win", "4s", "--context", "reveal=9"), "--context reveal cannot be 9; it is 1 to 2"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--winner", "5"), "--winner 5 is no seat from 1 to 4"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--winner", "1", "--payer", "2"), "nobody gives the tile of a self-draw"),
        ((*PUNGS[1:], "--winner", "2"), "--by discard: say with --payer whose tile it is"),
        (("changsha", "11m", "--melds", "[444p] [555p] [666p]", "--win", "1m"), "HAND has 2 tiles; with 3 melds it has 4"),
        (("changsha", "1m", "--melds", "[444p]", "--win", "1m"), "HAND has 1 tile; with 1 meld it has 10"),
        (("mcr", "abc123m456p789s222p5s", "--win", "5s"), "--context: flowers are no part of the hand"),
        (("mcr", "123m456p789s222p5s", "--win", "a"), "--context: flowers are no part of the hand"),
        (("changsha", "123m456p789s222p5s", "--win", "5s", "--by", "luck"), "for '--by': 'luck' is not one of"),
    ],
)
def test_score_complaints(fangcheng: Fangcheng, arguments: tuple[str, ...], complaint: str) -> None:
    complains(fangcheng("score", *arguments), complaint)


def test_waits(fangcheng: Fangcheng) -> None:
    ready = fangcheng("waits", "changsha", "222m77p999s33s", "--melds", "[444p]")
    assert ready.status == 0
    assert "7p" in ready.out
    assert "3s" in ready.out
    assert "All pungs" in ready.out
    assert json.loads(fangcheng("waits", "changsha", "123m456p789s222p5s", "--json").out) == {
        "ready": True, "distance": 0, "useful": ["5s"], "waits": [{"tile": "5s", "self_draw": 1, "discard": 1}],
    }  # fmt: skip


def test_waits_of_hands_that_are_not_ready(fangcheng: Fangcheng) -> None:
    far = fangcheng("waits", "changsha", "13m46p79s2223p158s")
    assert far.status == 1
    assert "Tiles to exchange: 2" in far.out
    nothing = fangcheng("waits", "changsha", "123m456p789s222p4s")
    assert nothing.status == 1
    assert "no tile wins" in nothing.out
    pairs = json.loads(fangcheng("waits", "changsha", "113355779m11p23p", "--json").out)
    assert (pairs["distance"], pairs["useful"]) == (1, ["9m", "2p", "3p"])


def test_waits_of_full_hands(fangcheng: Fangcheng) -> None:
    full = fangcheng("waits", "changsha", "123m456p789s222p5s9m")
    assert full.status == 0
    assert "Ready after discarding:" in full.out
    assert "9m  5s" in full.out
    complete = fangcheng("waits", "changsha", "123m456p789s222p55s")
    assert "Complete: 1 pt" in complete.out
    assert fangcheng("waits", "changsha", "13m46p79s2223p158s1m").status == 1
    complains(fangcheng("waits", "changsha", "123m"), "HAND has 3 tiles")
    for game in ("anhua", "zuanpai"):
        complains(fangcheng("waits", game, "123m456p789s222p5s"), f"--context: {game} needs to be told the indicator, such as indicator=5m")
        assert fangcheng("waits", game, "123m456p789s222p5s", "--context", "indicator=9m").err == ""
    complains(fangcheng("waits", "changsha", "123m456p789s222p5s", "--context", "luck=1"), "unknown fact of a win 'luck'")


# --- check --------------------------------------------------------------------------------------------------------------------

CASE = '{"kind":"score","id":"one","variant":"changsha","hand":"123m456p789s222p5s","win":"5s","by":"self_draw","expect":{"points":%d}}'


def test_check(fangcheng: Fangcheng, tmp_path: Path) -> None:
    good, wrong, broken = (tmp_path / name for name in ("good.jsonl", "wrong.jsonl", "broken.jsonl"))
    good.write_text(CASE % 1 + "\n", "utf-8")
    wrong.write_text(CASE % 1 + "\n" + CASE % 2 + "\n", "utf-8")
    broken.write_text(CASE % 1 + "\nnonsense\n" + CASE % 2 + "\n", "utf-8")
    assert fangcheng("check", str(good)) == (0, f"{good}: 1 of 1 cases hold\n", "")
    done = fangcheng("check", str(good), str(wrong))
    assert done.status == 1
    assert f"{wrong}: 1 of 2 cases hold\n  one\n    points: expected 2, found 1\n" in done.out
    done = fangcheng("check", str(broken), str(good))
    assert done.status == 2
    assert done.err.startswith(f"fangcheng: {broken}:2: not a case: not JSON")
    assert f"{good}: 1 of 1" in done.out
    complains(fangcheng("check", str(tmp_path / "none.jsonl")), "none.jsonl: No such file")


def test_check_goes_on_to_the_other_files(fangcheng: Fangcheng, tmp_path: Path) -> None:
    good, empty, other = (tmp_path / name for name in ("good.jsonl", "empty.jsonl", "other.jsonl"))
    good.write_text("\ufeff" + CASE % 1 + "\r\n", "utf-8")
    empty.write_bytes(b"")
    other.write_bytes(b"nonsense\n" * 30)
    done = fangcheng("check", str(tmp_path / "none"), str(tmp_path), str(empty), str(other), str(good))
    assert done.status == 2
    assert done.out.endswith(f"{good}: 1 of 1 cases hold\n")
    lines = done.err.splitlines()
    assert "none: No such file" in lines[0]
    assert "Is a directory" in lines[1]
    assert lines[2] == f"fangcheng: {empty}: no case in it"
    assert lines[-1] == f"fangcheng: {other}: lines that are no cases: 30"
    assert len(lines) == 14


@pytest.mark.parametrize(("command", "said"), [
    (("check", "-"), "standard input: 1 of 1 cases hold"), (("verify", "-"), "The log is genuine."),
    (("replay", "-"), "Changsha mahjong, deal 1"),
])  # fmt: skip
def test_standard_input(fangcheng: Fangcheng, monkeypatch: pytest.MonkeyPatch, log_file: Path, command: tuple[str, ...], said: str) -> None:
    data = (CASE % 1).encode() if command[0] == "check" else log_file.read_bytes()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
    done = fangcheng(*command)
    assert (done.status, done.err) == (0, "")
    assert said in done.out


@pytest.mark.parametrize("command", ["check", "verify", "replay"])
def test_standard_input_that_is_closed(fangcheng: Fangcheng, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    complains(fangcheng(command, "-"), "standard input is closed")


def test_who_waits_for_enter_cannot_read_the_log_there(fangcheng: Fangcheng) -> None:
    complains(fangcheng("replay", "-", "--step"), "--step waits for Enter on standard input")


def test_check_for_programs(fangcheng: Fangcheng, tmp_path: Path) -> None:
    path = tmp_path / "cases.jsonl"
    path.write_text(CASE % 1 + "\n" + CASE % 2 + "\n", "utf-8")
    done = fangcheng("check", "--json", str(path))
    assert done.status == 1
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"file": str(path), "line": 1, "id": "one", "ok": True, "expected": {"points": 1}, "found": {"points": 1}},
        {"file": str(path), "line": 2, "id": "one", "ok": False, "expected": {"points": 2}, "found": {"points": 1}},
    ]


# --- logs ---------------------------------------------------------------------------------------------------------------------


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


# --- the rest -----------------------------------------------------------------------------------------------------------------


def test_simulate(fangcheng: Fangcheng) -> None:
    asked = ("simulate", "--variant", "changsha", "--deals", "20", "--bots", "first_legal,random,random,random", "--seed", "7")
    alone, shared = fangcheng(*asked, "--jobs", "1"), fangcheng(*asked, "--jobs", "2")
    assert alone.status == 0
    assert alone == shared
    assert "first_legal" in alone.out
    assert "Deals: 20" in alone.out
    assert json.loads(fangcheng(*asked, "--json").out)["deals"] == 20
    complains(fangcheng("simulate", "--bots", "deep"), "unknown bot 'deep'")
    complains(fangcheng("simulate", "--bots", "random,random"), "not 2")


def test_logs_of_a_simulation_can_be_verified(fangcheng: Fangcheng, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "deals"
    drawn = fangcheng("simulate", "--variant", "mcr", "--bots", "random", "--deals", "2", "--logs", str(folder))
    assert drawn.status == 0
    # Nobody won, so there is nothing to say of wins.
    assert drawn.out.endswith("Deals: 2, drawn: 2 (100.0%).\n")
    logs = sorted(folder.iterdir())
    assert [log.name for log in logs] == ["0001-01.jsonl", "0001-02.jsonl"]
    assert [fangcheng("verify", str(log)).status for log in logs] == [0, 0]
    complains(fangcheng("simulate", "--deals", "1", "--logs", str(logs[0])), f"--logs {logs[0]}: File exists")


@pytest.mark.parametrize("name", VARIANTS)
def test_rules(fangcheng: Fangcheng, name: str) -> None:
    done = fangcheng("rules", name, "--lang", "zh-Hans")
    assert done.status == 0
    assert name in done.out
    plain = json.loads(fangcheng("rules", name, "--json").out)
    assert all(option["id"] in done.out for option in plain["options"])
    assert all(names["chinese"] in done.out for names in plain["elements"].values())
    assert plain["told"]["by"] == list(VARIANTS[name].won_by)
    assert all(known in done.out for names in plain["told"].values() for known in names)


def test_info(fangcheng: Fangcheng) -> None:
    done = fangcheng("info", "--lang", "en")
    assert "greedy" in done.out
    assert ("accelerated" in done.out) == (mode() == "accelerated")
    assert why_pure() in done.out
    plain = json.loads(fangcheng("info", "--json").out)
    assert (plain["mode"], plain["why_pure"]) == (mode(), why_pure())
    assert list(plain["games"]) == list(VARIANTS)
    assert plain["languages"] == ["zh-Hans", "zh-Hant", "en"]


def test_serve_hands_over_to_the_server(fangcheng: Fangcheng, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("fangcheng.server")
    called: list[tuple[object, ...]] = []
    monkeypatch.setattr(server, "run", lambda *arguments: called.append(arguments))
    assert fangcheng("serve", "--host", "0.0.0.0", "--port", "81", "--database", "games.db").status == 0
    assert called == [("0.0.0.0", 81, "games.db", ())]
    complains(fangcheng("serve", "--port", "99999"), "--port")
