"""``fangcheng convert``: public records of national-standard mahjong into logs, and logs into such records; hands too."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from fangcheng.analysis.question import Held, QuestionError, read_held, split_melds
from fangcheng.cli.console import Game, Settings, fail, game_named, grumble, settings_of
from fangcheng.cli.files import log_of, name_of, read_file
from fangcheng.cli.read import complain
from fangcheng.engine.setup import PositionError
from fangcheng.events import Start
from fangcheng.formats import encode_log
from fangcheng.formats.botzone import BotzoneError, Record, format_hand, parse_hand, parse_record, record_of, replay
from fangcheng.meld import BRACKETS
from fangcheng.rules.options import parse_options, value_text
from fangcheng.rules.variant import Variant
from fangcheng.variants import VARIANTS

EXAMPLE: Final = next(name for name, game in VARIANTS.items() if "flowers" in game.score_facts)
"""The game that such records are of, as it is known by its flowers."""

RecordFile = Annotated[
    Path | None, typer.Argument(metavar="FILE", help="A file of Botzone records, or the full log of a deal; - for standard input.")
]


def convert(
    game: Game,
    file: RecordFile = None,
    match: Annotated[str, typer.Option(metavar="ID", help="The deal that is wanted, by its Match line, where FILE has several.")] = "",
    hand: Annotated[
        str | None, typer.Option(metavar="HAND", help='Convert a hand instead: "W1 W2 W3 PENG,B7,1", or "123m [777p]" and back.')
    ] = None,
    option: Settings = None,
) -> int:
    """Turn a Botzone record into a log, or a log into such a record; the result goes to standard output.

    A record is played by the rules on the way: exit status 1 when it breaks them, or when win and scores are counted differently. A
    log of which such a record cannot tell everything is refused with exit status 1, too.

    \b
    Example:
      fangcheng convert GAME record.txt > deal.jsonl
      fangcheng convert GAME deal.jsonl > record.txt
      fangcheng convert GAME --hand "123m55p [234s] (EEEE)"
    """
    variant = game_named(game)
    if (file is None) == (hand is None):
        fail("name either a FILE or a --hand")
    settings = settings_of(variant, option)
    if hand is not None:
        typer.echo(_hand(variant, parse_options(variant.options_type, settings), hand))
        return 0
    assert file is not None
    data = read_file(file)
    if data.lstrip().startswith((b"{", b"[")):
        return _to_record(variant, file, data)
    return _to_log(variant, settings, file, _read_record(file, data, match))


def _read_record(file: Path, data: bytes, match: str) -> Record:
    try:
        return parse_record(data.decode(), match)
    except UnicodeDecodeError as error:
        fail(f"{name_of(file)}: not UTF-8 at byte {error.start + 1}")
    except BotzoneError as error:
        fail(f"{name_of(file)}: {error}")


def _to_log(variant: Variant, settings: dict[str, Any], file: Path, record: Record) -> int:
    """Print a record as a log."""
    try:
        deal = replay(variant, record, settings)
    except PositionError as error:
        fail(f"{name_of(file)}: {error}")
    except BotzoneError as error:
        return _refused(file, error)
    typer.echo(encode_log(deal.log).decode(), nl=False)
    return 0


def _to_record(variant: Variant, file: Path, data: bytes) -> int:
    """Print a log as a record."""
    if not re.match(rb"\s*\{[^\n]*\"type\"", data):
        fail(f"{name_of(file)}: JSON, but no log of a deal; of Botzone's files records in lines are read, no JSON")
    played, log = log_of(file, data)
    if played is not variant:
        fail(f"{name_of(file)}: a log of {played.id}, not of {variant.id}")
    try:
        record = record_of(variant, log)
    except BotzoneError as error:
        return _refused(file, error)
    typer.echo(record, nl=False)
    start = log[0]
    assert isinstance(start, Start)
    _tell_settings(variant, start)
    return 0


def _tell_settings(variant: Variant, start: Start) -> None:
    """Say with which options a record, which has no words for them, is to be read again."""
    changed = {name: value for name, value in start.options.items() if value != getattr(variant.options_type(), name)}
    if changed:
        words = " ".join(f"--option {name}={value_text(value)}" for name, value in changed.items())
        grumble(f"to read the record again: {words}")


def _refused(file: Path, error: BotzoneError) -> int:
    grumble(f"{name_of(file)}: {error}")
    return 1


def _hand(variant: Variant, options: Any, text: str) -> str:
    """A hand in the other notation; melds of ours are known by their brackets."""
    words = split_melds(text)
    if not words:
        fail("--hand is empty")
    if all(re.fullmatch(r"[WBTFJH][0-9]+|[A-Z]+,.*", word) for word in words):
        try:
            hand, melds = parse_hand(text)
        except ValueError as error:
            fail(f"--hand: {error}")
        laid = " ".join(map(str, melds))
        _held(variant, options, str(hand), laid)
        return f"{hand} {laid}".strip()
    melds_text = " ".join(word for word in words if word[0] in BRACKETS)
    held = _held(variant, options, "".join(word for word in words if word[0] not in BRACKETS), melds_text)
    try:
        return format_hand(held.hand, held.melds)
    except ValueError as error:
        fail(f"--hand: {error}")


def _held(variant: Variant, options: Any, hand: str, melds: str) -> Held:
    try:
        return read_held(variant, options, hand, melds)
    except QuestionError as error:
        complain(error)
