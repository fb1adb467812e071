"""``fangcheng check``: run case files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from fangcheng.audit import Result, run_file
from fangcheng.cli.console import AsJson, Lang, Speaker, print_json

Files = Annotated[list[Path], typer.Argument(metavar="FILE...", help="Case files: JSON Lines, one case a line.")]


def check(files: Files, json: AsJson = False, lang: Lang = None) -> int:
    """Run case files: 0 all cases hold, 1 some do not, 2 a line is not a case.

    \b
    Example:
      fangcheng check tests/cases/*.jsonl
      fangcheng check --json *.jsonl
    """
    speaker = Speaker(lang)
    return max(_check_file(speaker, path, json) for path in files)


def _check_file(speaker: Speaker, path: Path, json: bool) -> int:
    status = held = total = 0
    failures: list[Result] = []
    for number, result in run_file(path):
        if not isinstance(result, Result):
            print(f"fangcheng: {path}:{number}: not a case: {result.message}", file=sys.stderr)
            status = 2
            continue
        total += 1
        held += result.ok
        if json:
            shown = {"id": result.id, "ok": result.ok, "expected": result.expected, "found": result.found}
            print_json({"file": str(path), "line": number, **shown})
        elif not result.ok:
            failures.append(result)
    if not json:
        speaker.say("cli.cases_hold", file=path, held=held, total=total)
        for failure in failures:
            _print_failure(speaker, failure)
    return max(status, int(held < total))


def _print_failure(speaker: Speaker, failure: Result) -> None:
    speaker.line(f"  {failure.id}: {failure.why}" if failure.why else f"  {failure.id}")
    for name, expected in failure.expected.items():
        words = speaker.text("cli.expected_found", expected=_short(expected), found=_short(failure.found[name]))
        speaker.line(f"    {name}: {words}")


def _short(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
