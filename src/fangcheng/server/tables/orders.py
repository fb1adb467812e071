"""Commands to a table other than actions in the deal: checked here, and turned into the one line that is stored. Nothing is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from fangcheng.rules.variant import Refused
from fangcheng.server.protocol import Auto, Dissolve, Mix, Next, NoticeCode, Quit, Replace, Switch
from fangcheng.server.storage.rows import CommandRow
from fangcheng.server.tables.book import Book
from fangcheng.server.tables.standing import Standing

Order = Next | Auto | Switch | Mix | Quit | Replace | Dissolve


def order(book: Book, seat: int, command: Order, is_away: Callable[[int], bool]) -> CommandRow | Refused:
    """The line that a seat's order comes to, or why it is refused."""
    what = _what(book, seat, command, is_away)
    return what if isinstance(what, Refused) else CommandRow(seat, command.id, book.play.number, what)


def is_private(row: CommandRow) -> bool:
    """Whether only the sender may notice a command: others do not even get a message."""
    return row.what.startswith("switch ")


def _what(book: Book, seat: int, command: Order, is_away: Callable[[int], bool]) -> str | Refused:
    if book.over:
        return Refused("match_over")
    match command:
        case Next():
            return "next" if book.status == "between" else Refused("deal_in_progress")
        case Auto():
            return f"auto {_on(command.on)}"
        case Switch():
            return f"switch {command.switch} {_on(command.on)}"
        case Mix():
            if book.status != "between":
                return Refused("deal_in_progress")
            return Refused("entropy_given") if seat in book.standing.mixed else f"entropy {command.text}"
        case Quit():
            return "leave"
        case Replace():
            return _replace(book.standing, seat, command.seat, is_away)
        case Dissolve():
            if command.agree and book.standing.must_play_out and book.status == "playing":
                return Refused("deal_in_progress")
            return _vote(book.standing, seat, command.agree)


def _replace(standing: Standing, seat: int, away: int, is_away: Callable[[int], bool]) -> str | Refused:
    if seat != standing.host:
        return Refused("not_host")
    if away == seat or away not in standing.people:
        return Refused("no_such_person", {"seat": away})
    return Refused("still_there", {"seat": away}) if not is_away(away) else f"replace {away}"


def _vote(standing: Standing, seat: int, agrees: bool) -> str | Refused:
    if standing.votes is None:
        if not agrees:
            return Refused("no_vote")
        if seat in standing.opposed:
            return Refused("vote_failed")
    elif seat in standing.votes:
        return Refused("voted")
    return f"vote {'yes' if agrees else 'no'}"


def _on(on: bool) -> str:
    return "on" if on else "off"


def notices(before: Standing, after: Standing) -> Iterator[tuple[NoticeCode, int]]:
    """The notices of a change for everybody, each with the seat it concerns."""
    for seat in sorted(after.gone.keys() - before.gone.keys()):
        yield "replaced", seat
    for seat in sorted(after.auto - before.auto):
        yield "auto_on", seat
    for seat in sorted((before.auto - after.auto) - after.gone.keys()):
        yield "auto_off", seat
    if after.host != before.host:
        yield "host", after.host
    if after.dissolved:
        yield "dissolved", before.caller if before.votes is not None else after.caller
    elif before.votes is None and after.votes is not None:
        yield "vote", after.caller
    elif before.votes is not None and after.votes is None:
        yield "vote_failed", before.caller
