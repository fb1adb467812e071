"""Where commands read and write: standard input, output that goes nowhere, interrupts."""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from subprocess import PIPE

import pytest
from cli.command import CASE, COMMAND, Fangcheng, complains


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


@pytest.mark.parametrize("arguments", [("info",), ("info", "--json"), ("--help",), ("--version",), ("rules", "changsha")])
@pytest.mark.parametrize(("target", "reason"), [("/dev/full", "No space left on device"), ("&-", "Bad file descriptor")])
def test_output_that_cannot_be_written(arguments: tuple[str, ...], target: str, reason: str) -> None:
    words = shlex.join([*COMMAND, *arguments])
    done = subprocess.run(f"{words} >{target}", shell=True, stderr=PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (1, f"fangcheng: cannot write: {reason}\n")


def test_complaints_that_cannot_be_written() -> None:
    words = shlex.join([*COMMAND, "check", "nowhere"])
    assert subprocess.run(f"{words} >&- 2>&-", shell=True, check=False).returncode == 2


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
