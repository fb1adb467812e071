"""A whole match of two people and a spectator, each with a browser: from the form of the room to the records, checked at every step."""

from __future__ import annotations

import asyncio
import random
import subprocess
from collections.abc import Sequence
from typing import NamedTuple

from web.person import Person, read_number
from web.site import FANGCHENG, Site
from web.visitor import SHEET, Visit

from fangcheng.audit import verify
from fangcheng.events import SPECTATOR, Settle, player
from fangcheng.variants import get_variant

STAKE = "1 分 = 100 游戏币"
GRANT = 10_000


class Played(NamedTuple):
    """What was played, in numbers."""

    deals: int
    wins: int
    moves: int
    events: int


async def play_match(visit: Visit, site: Site, game: str, deals: int, chance: random.Random) -> Played:
    """Play a match of a game and check it; AssertionError says what was wrong, and every error's notes where everybody was."""
    host, guest = Person(await visit(at=site), "阿明", player(0)), Person(await visit(at=site), "小丽", player(1))
    spectator = Person(await visit(at=site), "旁观", SPECTATOR)
    try:
        return await _play(site, (host, guest, spectator), game, deals, chance)
    except Exception as error:
        for one in (host, guest, spectator):
            error.add_note(one.where())
        raise


async def _play(site: Site, people: tuple[Person, Person, Person], game: str, deals: int, chance: random.Random) -> Played:
    host, guest, spectator = people
    await open_room(host, game, deals)
    await meet(host, guest, spectator)
    moves = 0
    for number in range(deals):
        moves += sum(await asyncio.gather(*(one.play_deal(random.Random(chance.random())) for one in (host, guest))))
        sheets = await asyncio.gather(*(one.read_sheet() for one in people))
        assert len(set(sheets)) == 1, f"deal {number}: {sheets}"
        assert bool(sheets[0].places) == (number == deals - 1), f"deal {number}: the places are shown at the end of the match"
        if number < deals - 1:
            await spectator.go_on()
            await asyncio.gather(host.go_on(), guest.go_on())
    events = sum([await check_deal(people, number) for number in range(deals)])
    await back_to_the_room(host, guest)
    for one in (host, guest):
        await check_records(one, game, deals)
    check_ledger(site)
    assert site.troubles() == []
    return Played(deals, sum(sheet.title == "胡牌" for sheet in host.sheets), moves, events)


async def open_room(host: Person, game: str, deals: int) -> None:
    """Fill in the form: no clock, play money, and spectators who see everything at once."""
    page = host.page
    await host.visitor.enter(host.name)
    await page.check(f"input[name=variant][value={game}]", force=True)
    await page.click("[data-tab=room]")
    await page.select_option("[data-field=deals]", label=f"{deals} 局")
    await page.select_option("[data-field=seconds]", label="不限时")
    await page.select_option("[data-field=stake]", label=STAKE)
    await page.click("summary[data-part=more]")
    await page.select_option("[data-field=spectators]", label="实时")
    await page.click("[data-action=open-room]")
    await page.wait_for_selector("[data-seat='0']")


async def meet(host: Person, guest: Person, spectator: Person) -> None:
    """The guest takes a seat by the link, the spectator comes by it to look on; bots take what is left."""
    link = await host.page.locator(".link input").input_value()
    await guest.come(link)
    await spectator.come(link)
    await guest.page.click("[data-seat='1'] [data-action=sit]")
    await guest.page.click("[data-action=ready]")
    await host.page.click("[data-action=start-match]:enabled")
    await spectator.page.click("a[href^='#/watch/']")
    for one in (host, guest, spectator):
        await one.page.wait_for_selector(".board")
    await spectator.page.wait_for_selector(".board.watched")


async def check_deal(people: Sequence[Person], number: int) -> int:
    """A deal's log against its sheet, its promise, and all that the pages were sent; how many events that were."""
    player = people[0]
    log = await player.log(player.witness.table, number)
    settled = log[-1]
    assert isinstance(settled, Settle)
    assert settled.payments == player.sheets[number].changes
    assert verify(get_variant(player.witness.game), log).ok
    return sum(one.witness.check(log, one.viewer) for one in people)


async def back_to_the_room(*people: Person) -> None:
    """After the match everybody finds himself at his seat again."""
    for one in people:
        await one.page.click(f"{SHEET} [data-action=to-room]")
        await one.page.wait_for_selector(f"[data-seat='{one.viewer.seat}'].own >> text={one.name}")


async def check_records(one: Person, game: str, deals: int) -> None:
    """Records and statement say what the sheets have said, on their pages and where programs ask for them."""
    seat, table = one.viewer.seat, one.witness.table
    total = one.sheets[-1].totals[seat]
    (match,) = (await one.ask("records"))["items"]
    assert (match["table"], match["variant"], match["over"], match["deals"], match["seat"]) == (table, game, True, deals, seat)
    assert match["points"] == total
    kept = {deal["deal"]: tuple(deal["points"]) for deal in (await one.ask(f"records/{table}?limit=100"))["items"]}
    assert kept == {number: sheet.changes for number, sheet in enumerate(one.sheets)}
    lines = (await one.ask("statement?limit=100"))["items"]
    assert match["money"] == sum(line["amount"] for line in lines if line["table"] == table)
    assert (await one.ask("me"))["balance"] == GRANT + match["money"]
    await one.page.goto(f"{one.visitor.url}#/records")
    assert read_number(await one.page.locator(".match .sum").inner_text()) == total
    await one.page.goto(f"{one.visitor.url}#/statement")
    assert read_number(await one.page.locator(".figures tbody td:nth-child(4)").first.inner_text()) == GRANT + match["money"]


def check_ledger(site: Site) -> None:
    """All play money of the server adds up, as the command says that checks it."""
    checked = subprocess.run([*FANGCHENG, "ledger", "check", "--database", site.where], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr
