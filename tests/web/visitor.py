"""Somebody with a browser: does what a person does, and sees what a person sees."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from playwright.async_api import Locator, Page

ASKED = ".act:not([disabled]), .own .tile[aria-disabled=false]"
SHEET = "dialog[open]"
WAIT_MS = 60_000


class Visitor:
    """A page of the client. `errors` collects what the page complains about."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.errors: list[str] = []
        page.set_default_timeout(WAIT_MS)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    async def enter(self, name: str = "小方") -> None:
        """Come in as a guest."""
        await self.page.goto(self.url)
        await self.page.fill("input", name)
        await self.page.click("[data-action=enter]")
        await self.page.wait_for_selector("[data-action=start]")

    async def sit_down(self, game: str = "") -> None:
        """Open a table against bots, as it is offered; of the first game, where none is named."""
        if game:
            # The button itself is hidden behind its label.
            await self.page.check(f"input[name=variant][value={game}]", force=True)
        await self.page.click("[data-action=start]")
        await self.page.wait_for_selector(".board")

    async def asked(self) -> Locator | None:
        """What may be clicked, once something may; None when the deal is over instead."""
        await self.page.wait_for_selector(f"{SHEET}, {ASKED}")
        return None if await self.page.locator(SHEET).count() else self.page.locator(ASKED)

    async def play_on(self, moves: int = 200) -> int:
        """Click the first choice, else the last tile, until the deal is over or so many moves are made; the number of moves."""
        for made in range(moves):
            choices = await self.asked()
            if choices is None:
                return made
            mode, buttons = None, await self.page.locator(".act").count()
            if buttons:
                # A button that can be pressed down only says what the next tile is tapped for.
                mode = await choices.first.get_attribute("aria-pressed")
                await choices.first.click()
            if not buttons or mode is not None:
                await choices.last.click()
        return moves

    async def play_to(self, selector: str) -> None:
        """Click the first choice until there is what is looked for."""
        while (choices := await self.asked()) is not None and not await self.page.locator(selector).count():
            await choices.first.click()

    async def play_to_own_draw(self, taps: int = 1) -> None:
        """Play until a tile has been drawn and there is nothing to do but to discard; a discard takes so many clicks."""
        for _ in range(200):
            choices = await self.asked()
            assert choices is not None, "the deal ended first"
            claiming = await self.page.locator(".act").count()
            if not claiming and await self.page.locator(".own .drawn").count():
                return
            await (choices.first if claiming else choices.last).click(click_count=1 if claiming else taps)

    async def let_play(self) -> None:
        """Have the table play for the visitor until the deal is over."""
        await self.page.click("[data-action=auto]")
        await self.page.wait_for_selector(SHEET)

    async def hand(self) -> list[str]:
        """The own tiles by their names."""
        names = await self.page.locator(".own button.tile").evaluate_all("tiles => tiles.map(tile => tile.ariaLabel)")
        return [str(name) for name in names]

    async def overflow(self) -> int:
        """By how many pixels the page is wider than the screen."""
        return int(await self.page.evaluate("document.documentElement.scrollWidth - innerWidth"))


Visit = Callable[..., Awaitable[Visitor]]
"""Opens a browser: ``await visit(locale="en-GB", width=390, height=844)``."""
