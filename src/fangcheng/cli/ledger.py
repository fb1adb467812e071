"""``fangcheng ledger``: whether the play money of a server adds up, and transactions by hand."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from fangcheng.cli.console import AsJson, Lang, Speaker, fail, print_json
from fangcheng.cli.tools import Database, ask

if TYPE_CHECKING:
    from fangcheng.server.operations.bookkeeper import Bookkeeper

T = TypeVar("T")

MOST: Final = 1_000_000_000_000

app = typer.Typer(
    name="ledger", help="Check the play money of a server, or move some by hand.", rich_markup_mode=None, no_args_is_help=True
)


def check(database: Database = None, as_json: AsJson = False, lang: Lang = None) -> int:
    """Check every account and every transaction; exit status 1 when something does not add up, and what.

    A server may run meanwhile.

    \b
    Example:
      fangcheng ledger check --database fangcheng.db
    """
    found = _ask(database, lambda books: books.check())
    if as_json:
        print_json({"accounts": found.accounts, "transactions": found.transactions, "problems": found.problems})
        return 1 if found.problems else 0
    speaker = Speaker(lang)
    for problem in found.problems:
        speaker.line(problem)
    verdict = "cli.ledger_off" if found.problems else "cli.ledger_sound"
    speaker.say(verdict, accounts=found.accounts, transactions=found.transactions, problems=len(found.problems))
    return 1 if found.problems else 0


def post(
    account: Annotated[str, typer.Argument(metavar="ACCOUNT", help="Name of an account's owner, or player:ID.")],
    amount: Annotated[int, typer.Option(metavar="POINTS", help="Whole number; a negative one takes it away.")],
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why; the player reads it in his statement.")],
    database: Database = None,
    lang: Lang = None,
) -> int:
    """Give a player something out of the house's account, or take it: a transaction like any other, with its reason.

    \b
    Example:
      fangcheng ledger post player:4f1c0a --amount 500 --reason "prize of the autumn match" --database fangcheng.db
    """
    if not amount:
        fail("the amount is 0: there is nothing to post")
    if abs(amount) > MOST:
        fail(f"the amount is too large: {amount} (at most {MOST})")
    if not reason.strip():
        fail("a transaction by hand needs a reason")
    held = _ask(database, lambda books: books.give(account, amount, reason.strip()))
    Speaker(lang).say("cli.ledger_posted", account=account, amount=f"{amount:+}", balance=held)
    return 0


def _ask(database: str | None, question: Callable[[Bookkeeper], Awaitable[T]]) -> T:
    from fangcheng.server.operations.bookkeeper import Bookkeeper

    return ask(Bookkeeper.of(database), question)


COMMANDS: Final = (check, post)
