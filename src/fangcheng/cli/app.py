"""The command line as a whole: its commands, and how every one of them ends.

Exit status: 0 all is well, 1 the answer is no (no win, a case that fails, a log that does not check) or cannot be written, 2 the
input is wrong, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import errno
import inspect
import io
import os
import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Final

import typer

from fangcheng import __version__
from fangcheng.cli import admin, check, convert, info, ledger, replay, rules, score, serve, simulate, verify, waits
from fangcheng.cli.console import Failure, grumble
from fangcheng.variants import VARIANTS

LONGEST: Final = 600
"""Characters of a complaint."""
TITLE: Final = "Fangcheng (方城): Chinese regional mahjong by the book."
STATUS: Final = (
    "Exit status: 0 all is well; 1 the answer is no, or cannot be written; 2 the input is wrong; 130 interrupted; 141 the reader has gone."
)
app = typer.Typer(
    name="fangcheng",
    help=f"{TITLE}\n\n{STATUS}",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
)
COMMANDS: Final[tuple[Callable[..., int], ...]] = (
    serve.serve,
    score.score,
    waits.waits,
    rules.rules,
    simulate.simulate,
    replay.replay,
    verify.verify,
    check.check,
    convert.convert,
    info.info,
)
for command in COMMANDS:
    # The examples are there to be typed, so they name a game that there is, and that the command is for.
    example = convert.EXAMPLE if command is convert.convert else next(iter(VARIANTS))
    app.command(help=inspect.cleandoc(command.__doc__ or "").replace("GAME", example))(command)

for group in (ledger, admin):
    for command in group.COMMANDS:
        group.app.command(help=inspect.cleandoc(command.__doc__ or ""))(command)
    app.add_typer(group.app)


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"fangcheng {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[bool, typer.Option("--version", is_eager=True, callback=_print_version, help="Print the version and exit.")] = False,
) -> None:
    """What goes before every command."""


class _Closed(io.TextIOBase):
    """Stands in for a stream that was closed before we began: what never writes may run, what writes hears of it."""

    def write(self, text: str) -> int:
        raise OSError(errno.EBADF, os.strerror(errno.EBADF))


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit status; errors are one line on stderr."""
    sys.stdout, sys.stderr = sys.stdout or _Closed(), sys.stderr or _Closed()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            # A terminal without Chinese shows question marks instead of an error.
            stream.reconfigure(errors="replace")
    try:
        status = app(args=_asked(arguments), standalone_mode=False, prog_name="fangcheng")
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):
        # Nothing but a broken pipe makes click exit by itself here.
        _drop_output()
        return 141
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as error:
        # Errors of the command line have no class that typer shows. What is no complaint about the input goes on its way.
        complaint = _complaint(error)
        if complaint is None:
            raise
        grumble(complaint)
        if not _is_write_error(error):
            return 2
        _drop_output()
        return 1
    return status if isinstance(status, int) else 0


def _asked(arguments: Sequence[str]) -> list[str]:
    """What was typed; whoever names no command wants to know which there are. Failure for words that no database takes."""
    groups = {group.app.info.name for group in (ledger, admin)}
    of_group = bool(arguments) and arguments[0] in groups
    for word in arguments:
        if of_group and any("\ud800" <= char <= "\udfff" for char in word):
            raise Failure(f"{word!r} is not UTF-8")
    return [*arguments, "--help"] if not arguments or (of_group and len(arguments) == 1) else list(arguments)


def _drop_output() -> None:
    """Let go of what is still buffered: it would raise again at the very end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


def _is_write_error(error: Exception) -> bool:
    """Whether it is the output that failed: files that are read or opened have names."""
    return isinstance(error, OSError) and not error.filename


def _complaint(error: Exception) -> str | None:
    """What to tell about an error of the input, None for one of ours."""
    if isinstance(error, Failure):
        return _short(str(error))
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else f"cannot write: {error.strerror or error}"
    if isinstance(error, RecursionError):
        return "the input is nested too deeply"
    # Errors of the command line itself; their class is not part of typer's surface.
    message = getattr(error, "format_message", None)
    # A class of Python's says nothing to whoever has mistyped a word.
    return None if message is None else _short(" ".join(str(message()).split()).replace(": Value error, ", ": "))


def _short(complaint: str) -> str:
    """What was typed may be of any length; the beginning of it says enough."""
    return complaint if len(complaint) <= LONGEST else f"{complaint[:LONGEST]} ..."
