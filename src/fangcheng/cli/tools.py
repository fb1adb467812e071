"""What the commands share that look after a server by hand."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Annotated, TypeVar

import typer

from fangcheng.cli.console import fail

A = TypeVar("A")
T = TypeVar("T")
Database = Annotated[
    str | None,
    typer.Option(metavar="DATABASE", help="Database file or URL; without it that of FANGCHENG_DATABASE, or one in the user's data folder."),
]


def ask(opened: AbstractAsyncContextManager[T], question: Callable[[T], Awaitable[A]]) -> A:
    """What a tool answers; what is wrong with the database, or with what is asked, ends the command."""
    # The server's parts bring much with them that the other commands need not wait for.
    from fangcheng.server.config import ConfigError
    from fangcheng.server.operations.tools import ToolError

    async def asked() -> A:
        async with opened as tool:
            return await question(tool)

    try:
        return asyncio.run(asked())
    except (ConfigError, ToolError) as error:
        fail(error)
