"""Reading the files that commands are given: from a path, or from standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from fangcheng.cli.console import fail
from fangcheng.events import Event
from fangcheng.formats import LogError, decode_log
from fangcheng.rules.variant import Variant

STDIN: Final = Path("-")
MOST: Final = 1 << 30
"""Larger files are none of ours."""
MARK: Final = b"\xef\xbb\xbf"


def read_file(path: Path) -> bytes:
    """What a file contains, without a mark of its encoding; ``-`` is standard input. OSError when it cannot be read."""
    data = _stdin() if path == STDIN else _contents(path)
    if len(data) > MOST:
        fail(f"{name_of(path)}: larger than {MOST >> 20} MiB")
    return data.removeprefix(MARK)


def _contents(path: Path) -> bytes:
    with path.open("rb") as file:
        try:
            return file.read(MOST + 1)
        except OSError as error:
            # What fails here has no name yet, and would be taken for the output.
            raise OSError(error.errno, error.strerror, str(path)) from None


def _stdin() -> bytes:
    # It may have been closed before we began.
    stream = getattr(sys.stdin, "buffer", None)
    try:
        data: bytes = stream.read(MOST + 1) if stream else fail("standard input is closed")
    except OSError as error:
        fail(f"standard input: {error.strerror or error}")
    return data


def name_of(path: Path) -> str:
    """How messages name a file."""
    return "standard input" if path == STDIN else str(path)


def read_log(path: Path) -> tuple[Variant, list[Event]]:
    """The game and events of a log file."""
    return log_of(path, read_file(path))


def log_of(path: Path, data: bytes) -> tuple[Variant, list[Event]]:
    """The game and events of the log that a file contains."""
    try:
        return decode_log(data)
    except LogError as error:
        fail(f"{name_of(path)}:{error.line}: {error.reason}")
