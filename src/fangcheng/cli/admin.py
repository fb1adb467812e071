"""``fangcheng admin``: what an operator does by hand."""

from __future__ import annotations

import datetime
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from fangcheng.cli.console import AsJson, Lang, Speaker, print_json
from fangcheng.cli.tools import Database, ask
from fangcheng.locales import text

if TYPE_CHECKING:
    from fangcheng.server.operations.admin import Admin

T = TypeVar("T")
TableId = Annotated[str, typer.Argument(metavar="TABLE", help="Id of a table, as in its address.")]

app = typer.Typer(name="admin", help="Look after the tables of a server, running or not.", rich_markup_mode=None, no_args_is_help=True)


def tables(database: Database = None, as_json: AsJson = False, lang: Lang = None) -> int:
    """List the tables that are not over.

    \b
    Example:
      fangcheng admin tables --database fangcheng.db
    """
    found = _ask(database, lambda admin: admin.tables())
    if as_json:
        print_json(found)
        return 0
    speaker = Speaker(lang)
    rows = [
        (
            line.id,
            text(speaker.language, "name", line.variant),
            ", ".join(line.names),
            f"{line.played}/{line.deals or '∞'}",
            line.commands,
            datetime.datetime.fromtimestamp(line.created_ms // 1000).isoformat(" "),
        )
        for line in found
    ]
    speaker.table(rows, heads=[speaker.text(f"cli.head.{head}") for head in ("table", "game", "people", "deals", "commands", "opened")])
    return 0


def end(table: TableId, database: Database = None, lang: Lang = None) -> int:
    """End a match where it is: the deal in progress is not paid, all that is settled stays. Everybody at the table is told.

    \b
    Example:
      fangcheng admin end Zk1mQ3cRt0aB --database fangcheng.db
    """
    played = _ask(database, lambda admin: admin.end(table))
    Speaker(lang).say("cli.table_ended", table=table, deals=played)
    return 0


def export(
    table: TableId,
    folder: Annotated[Path, typer.Option(metavar="FOLDER", help="Folder for the files, one a deal.", file_okay=False)] = Path(),
    database: Database = None,
    lang: Lang = None,
) -> int:
    """Write the full logs of a table's settled deals to files, for `fangcheng replay` and `fangcheng verify`.

    \b
    Example:
      fangcheng admin export Zk1mQ3cRt0aB --folder logs --database fangcheng.db
    """

    async def written(admin: Admin) -> int:
        number = 0
        async for deal, log in admin.logs(table):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"fangcheng-{table}-{deal + 1}.jsonl").write_bytes(log)
            number += 1
        return number

    Speaker(lang).say("cli.logs_written", deals=_ask(database, written), folder=folder)
    return 0


def _ask(database: str | None, question: Callable[[Admin], Awaitable[T]]) -> T:
    from fangcheng.server.operations.admin import Admin

    return ask(Admin.of(database), question)


COMMANDS: Final = (tables, end, export)
