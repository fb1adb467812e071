"""``fangcheng convert``: public records of national-standard mahjong into logs, and logs into such records."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from fangcheng.cli.console import Game, Settings, fail, game_named, settings_of
from fangcheng.cli.verify import read_log
from fangcheng.engine.setup import PositionError
from fangcheng.formats import encode_log
from fangcheng.formats.botzone import BotzoneError, format_record, parse_record, replay
from fangcheng.variants import VARIANTS

EXAMPLE: Final = next(name for name, game in VARIANTS.items() if "flowers" in game.score_facts)
"""The game that such records are of, as it is known by its flowers."""

RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A Botzone record of one deal, or the full log of a deal.")]


def convert(game: Game, file: RecordFile, option: Settings = None) -> int:
    """Turn a Botzone record into a log, or a log into such a record; the result goes to standard output.

    A record is played by the rules on the way: exit status 1 when it breaks them or its win is counted differently.

    \b
    Example:
      fangcheng convert GAME record.txt > deal.jsonl
    """
    variant = game_named(game)
    text = file.read_bytes()
    if text.lstrip().startswith(b"{"):
        played, log = read_log(file)
        if played is not variant:
            fail(f"{file}: a log of {played.id}, not of {variant.id}")
        typer.echo(format_record(log), nl=False)
        return 0
    try:
        record = parse_record(text.decode("utf-8-sig"))
    except (BotzoneError, UnicodeDecodeError) as error:
        fail(f"{file}: {error}")
    try:
        deal = replay(variant, record, settings_of(variant, option))
    except PositionError as error:
        fail(f"{file}: {error}")
    except BotzoneError as error:
        typer.echo(f"{file}: {error}", err=True)
        return 1
    typer.echo(encode_log(deal.log).decode(), nl=False)
    return 0
