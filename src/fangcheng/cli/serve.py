"""``fangcheng serve``: the server."""

from __future__ import annotations

from typing import Annotated

import typer

from fangcheng.cli.console import fail


def serve(
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, metavar="PORT", help="Port; without it the first free one from 8000 on.")
    ] = None,
    database: Annotated[
        str | None, typer.Option(metavar="DATABASE", help="Database file or postgresql:// URL; without it a file in the data folder.")
    ] = None,
    chosen: Annotated[list[str] | None, typer.Option("--set", metavar="NAME=VALUE", help="A setting; may be given several times.")] = None,
) -> int:
    """Serve the game to browsers until interrupted. Settings are in docs/operations.md.

    \b
    Example:
      fangcheng serve --port 8000 --set metrics=9464
    """
    # The server brings much with it that the other commands need not wait for.
    from fangcheng.server import ConfigError, run

    try:
        run(host, port, database, chosen or ())
    except ConfigError as error:
        fail(error)
    return 0
