"""The command as a whole: what it prints, how it ends, and how it complains."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli.command import GAME, Fangcheng, complains

from fangcheng import __version__
from fangcheng.cli.app import app
from fangcheng.cli.console import language
from fangcheng.formats import encode_log
from fangcheng.sim import walk


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


def test_language_of_the_terminal() -> None:
    assert language(None, {}) == "en"
    assert language(None, {"LANG": "zh_CN.UTF-8"}) == "zh-Hans"
    assert language(None, {"LANG": "zh_CN.UTF-8", "LC_ALL": "zh_TW"}) == "zh-Hant"
    assert language(None, {"LANG": "de_DE"}) == "en"
    assert language("zh-Hant", {"LANG": "en"}) == "zh-Hant"
