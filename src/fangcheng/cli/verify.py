"""``fangcheng verify``: check a finished deal by its log."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

import msgspec
import typer

from fangcheng.audit.verify import Difference, Verification
from fangcheng.audit.verify import verify as verify_log
from fangcheng.cli.console import AsJson, Lang, Speaker, fail, print_json
from fangcheng.cli.files import name_of, read_log

LogFile = Annotated[Path, typer.Argument(metavar="FILE", help="The full log of a finished deal; - for standard input.")]

MOST_SHOWN: Final = 160


def verify(file: LogFile, json: AsJson = False, lang: Lang = None) -> int:
    """Work out a finished deal again from its revealed secret; exit status 1 when its log says anything else.

    What convert made of a record is not genuine: nobody committed to its wall.

    \b
    Example:
      fangcheng verify deal.jsonl
    """
    variant, log = read_log(file)
    speaker = Speaker(lang, variant)
    try:
        result = verify_log(variant, log)
    except ValueError as error:
        fail(f"{name_of(file)}: {error}")
    if json:
        print_json(result)
    else:
        _print(speaker, result)
    return 0 if result.ok else 1


def _print(speaker: Speaker, result: Verification) -> None:
    for check in result.checks:
        outcome = speaker.text("cli.holds" if check.ok else "cli.fails")
        speaker.line(f"{outcome}  {speaker.text(f'cli.verified.{check.name}', number=check.number)}")
    if result.difference:
        _print_difference(speaker, result.difference)
    speaker.say("cli.genuine" if result.ok else "cli.not_genuine")


def _print_difference(speaker: Speaker, difference: Difference) -> None:
    found, expected = difference.found, difference.expected
    speaker.say("cli.differs", line=difference.line, event=found["type"])
    if expected is None:
        speaker.line("  " + speaker.text("cli.log_says", event=_shown(found)))
        speaker.line("  " + speaker.text("cli.nothing_leads_here"))
    else:
        names = [name for name in found | expected if name == "type" or found.get(name) != expected.get(name)]
        for key, event in (("cli.log_says", found), ("cli.rules_give", expected)):
            speaker.line("  " + speaker.text(key, event=_shown({name: event[name] for name in names if name in event})))


def _shown(event: Mapping[str, Any]) -> str:
    """An event as its line in the log, as far as a reader can take it in: a wall alone has more than a hundred numbers."""
    text = msgspec.json.encode(event).decode()
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]} ..."
