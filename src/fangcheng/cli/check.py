"""``fangcheng check``: run case files."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from fangcheng.audit import Result
from fangcheng.audit.cases import run_lines
from fangcheng.cli.console import AsJson, Lang, Speaker, grumble, print_json
from fangcheng.cli.files import name_of, read_file

MOST_COMPLAINTS: Final = 10
"""Lines of one file that are complained about one by one."""

Files = Annotated[list[Path], typer.Argument(metavar="FILE", help="Case files: JSON Lines, one case a line; - for standard input.")]


def check(files: Files, json: AsJson = False, lang: Lang = None) -> int:
    """Run case files: 0 all cases hold, 1 some do not, 2 a line is not a case.

    \b
    Example:
      fangcheng check tests/cases/*.jsonl
      fangcheng check --json *.jsonl
    """
    speaker = Speaker(lang)
    return max([_check_file(speaker, path, json) for path in files])


def _check_file(speaker: Speaker, path: Path, json: bool) -> int:
    held = total = broken = 0
    failures: list[Result] = []
    try:
        data = read_file(path)
    except OSError as error:
        grumble(f"{error.filename}: {error.strerror}")
        return 2
    for number, result in run_lines(data):
        if not isinstance(result, Result):
            broken += 1
            if broken <= MOST_COMPLAINTS:
                grumble(f"{name_of(path)}:{number}: not a case: {result.message}")
            continue
        total += 1
        held += result.ok
        if json:
            shown = {"id": result.id, "ok": result.ok, "expected": result.expected, "found": result.found}
            print_json({"file": name_of(path), "line": number, **shown})
        elif not result.ok:
            failures.append(result)
    if broken > MOST_COMPLAINTS:
        grumble(f"{name_of(path)}: lines that are no cases: {broken}")
    if not total and not broken:
        grumble(f"{name_of(path)}: no case in it")
        return 2
    if not json:
        speaker.say("cli.cases_hold", file=name_of(path), held=held, total=total)
        for failure in failures:
            _print_failure(speaker, failure)
    return 2 if broken else int(held < total)


def _print_failure(speaker: Speaker, failure: Result) -> None:
    speaker.line(f"  {failure.id}: {failure.why}" if failure.why else f"  {failure.id}")
    for name, expected in failure.expected.items():
        words = speaker.text("cli.expected_found", expected=_short(expected), found=_short(failure.found[name]))
        speaker.line(f"    {name}: {words}")


def _short(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
