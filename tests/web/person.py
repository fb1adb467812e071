"""Somebody who plays or watches a match in a browser: what he clicks, what he reads, and what his page was sent."""

from __future__ import annotations

import random
import re
from typing import Any, NamedTuple

from playwright.async_api import ConsoleMessage
from playwright.async_api import TimeoutError as TooLate
from server.player import read_log
from web.visitor import SHEET, Visitor
from web.witness import Witness

from fangcheng.events import Event, Viewer

PATIENCE_MS = 120_000
GLANCE_MS = 1_500
"""How long something that was on offer is tried to be clicked: somebody else may have ended the question meanwhile."""
MOST_MOVES = 1000
BUTTON = ".act:not([disabled])"
TILE = ".own .tile[aria-disabled=false]"
NO_SESSION = re.compile(r"status of 401")


class Sheet(NamedTuple):
    """A score sheet as it is read: its heading, by seat what the deal changed and the totals, and the places after the match."""

    title: str
    changes: tuple[int, ...]
    totals: tuple[int, ...]
    places: tuple[str, ...]


class Person:
    """A visitor with a place at a table; `sheets` are those that he has read."""

    def __init__(self, visitor: Visitor, name: str, viewer: Viewer) -> None:
        self.visitor, self.name, self.viewer = visitor, name, viewer
        self.page, self.witness = visitor.page, Witness(visitor.page)
        self.sheets: list[Sheet] = []
        self.page.set_default_timeout(PATIENCE_MS)
        self.page.on("console", self._listen)

    def _listen(self, said: ConsoleMessage) -> None:
        # Who comes for the first time is told so by a 401, which a browser reports by itself.
        if said.type == "error" and not NO_SESSION.search(said.text):
            self.visitor.errors.append(said.text)

    async def come(self, link: str) -> None:
        """Follow a link as somebody who has never been here."""
        await self.page.goto(link)
        await self.page.fill("input", self.name)
        await self.page.click("[data-action=enter]")

    async def play_deal(self, chance: random.Random) -> int:
        """Click what is offered until the score sheet lies there: a win where there is one, else anything. The number of moves."""
        for moves in range(MOST_MOVES):
            if await self.visitor.asked() is None:
                return moves
            try:
                await self._click(chance)
            except TooLate:
                continue
        raise AssertionError(f"{self.name} has moved {MOST_MOVES} times and the deal is not over")

    async def _click(self, chance: random.Random) -> None:
        buttons, wins, mode = self.page.locator(BUTTON), self.page.locator(f"{BUTTON}.win"), None
        number = await buttons.count()
        if number:
            button = wins.first if await wins.count() else buttons.nth(chance.randrange(number))
            # A button that can be pressed down only says what the next tile is tapped for.
            mode = await button.get_attribute("aria-pressed", timeout=GLANCE_MS)
            await button.click(timeout=GLANCE_MS)
        if not number or mode is not None:
            await self.page.locator(TILE).last.click(timeout=GLANCE_MS)

    async def read_sheet(self) -> Sheet:
        """Read the score sheet, and keep it."""
        sheet = self.page.locator(SHEET)
        await sheet.wait_for()
        columns = [await sheet.locator(f".payments tbody td:nth-child({column})").all_inner_texts() for column in (2, 3)]
        changes, totals = (tuple(read_number(text) for text in column) for column in columns)
        places = tuple(await sheet.locator("ol .total").all_inner_texts())
        self.sheets.append(Sheet(await sheet.locator("h2").inner_text(), changes, totals, places))
        return self.sheets[-1]

    async def go_on(self) -> None:
        """On to the next deal."""
        await self.page.click(f"{SHEET} [data-action={'next' if self.viewer.seat >= 0 else 'watch-on'}]")
        await self.page.wait_for_selector(SHEET, state="detached")

    def where(self) -> str:
        """Where he is, what he was sent last and what his page complains about, for whoever looks for what went wrong."""
        latest = self.witness.latest
        seen = f"{latest['table']['status']}, {latest['view']['step']}, {latest['view']['offers']}" if latest else "nothing"
        return f"{self.name} at {self.page.url}, sent at last: {seen}; complaints: {self.visitor.errors}"

    async def ask(self, path: str) -> Any:
        """What the server answers to him."""
        answer = await self.page.context.request.get(f"{self.visitor.url}api/{path}")
        assert answer.ok, f"{path}: {answer.status} {await answer.text()}"
        return await answer.json()

    async def log(self, table: str, deal: int) -> list[Event]:
        """The full log of a deal that he has played."""
        answer = await self.page.context.request.get(f"{self.visitor.url}api/tables/{table}/deals/{deal}")
        assert answer.ok, await answer.text()
        return read_log(await answer.text())


def read_number(text: str) -> int:
    """A number as pages write it, with a sign of its own."""
    return int(text.replace("−", "-"))
