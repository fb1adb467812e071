"""What is done in the browser before a picture is taken, by the name of the stage."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.async_api import Page
from server.player import Player
from web.visitor import SHEET, Visitor

HAND = "hand=222m77p33999s [444p] %2B 7p"
LAN_HAND = "hand=147m258p369sESWN %2B C&by=self_draw&fact.wild=2m&fact.indicator=1m"


# Once something is written in a place: what moves on the page is there, as far as it ever comes to rest.
ARRIVED = """([place, words]) => {
  if (![...document.querySelectorAll(place)].some(one => one.textContent.includes(words))) return false;
  document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity).forEach(one => one.finish());
  return true;
}"""


class Scene(NamedTuple):
    """Whose browser the picture is taken of, the tables that stand at the stage's moments, and others who are there until it is taken."""

    visitor: Visitor
    player: Player
    tables: list[str]
    others: list[Player]

    @property
    def page(self) -> Page:
        return self.visitor.page

    async def go(self, place: str, ready: str) -> None:
        """Open a place of the client, and wait for what it shows when it is ready."""
        # Another hash alone would not load the page anew.
        await self.page.goto("about:blank")
        await self.page.goto(f"{self.visitor.url}#/{place}")
        await self.page.wait_for_selector(ready)

    async def other(self, name: str) -> Player:
        """Somebody else comes."""
        self.others.append(await Player(self.player.url).sign_in(name))
        return self.others[-1]

    async def sit(self) -> None:
        """Take the seat at the first table, where something may be done or the score sheet lies."""
        await self.go(f"table/{self.tables[0]}", ".board")
        await self.visitor.asked()


Act = Callable[[Scene], Awaitable[None]]


NONE: Mapping[str, Any] = MappingProxyType({})


class Stage(NamedTuple):
    """`moments` stand on the tables, `terms` are those of their rooms, `settings` the player's; `moving`: things may be seen in motion."""

    act: Act
    moments: tuple[str, ...] = ()
    terms: Mapping[str, Any] = NONE
    settings: Mapping[str, Any] = NONE
    moving: bool = False


async def let_in(visitor: Visitor, player: Player) -> None:
    """Give a browser the session of a player."""
    cookies: Any = [{"name": name, "value": value, "url": visitor.url} for name, value in player.http.cookies.items()]
    await visitor.page.context.add_cookies(cookies)
    # Who has never come in from a browser is not asked for by his page.
    await visitor.page.add_init_script("if (location.protocol !== 'about:') localStorage.setItem('fangcheng.known', '1')")


async def begin_match(player: Player, terms: dict[str, Any]) -> str:
    """Open a room, begin its match with bots, and leave it to them; the table's id."""
    seats = 2 if terms["variant"] == "two_player_frenzy" else 4
    room = await open_room(player, {"fill": "greedy", "seconds": 0, "spectators": "live", "seats": seats, **terms})
    await player.connect(f"rooms/{room}")
    await player.order("start")
    table = (await player.until_room(lambda now: now["table"]))["table"]
    await player.leave()
    return str(table)


async def open_room(player: Player, settings: dict[str, Any]) -> str:
    """Open a room and sit there; its id."""
    answer = await player.http.post("/api/rooms", json=settings | {"seat": 0})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


# --- at the table ---------------------------------------------------------------------------------------------------------------


async def sit(scene: Scene) -> None:
    await scene.sit()


def click(*selectors: str, then: str) -> Act:
    """Sit down and click one thing after the other, up to something that is seen then."""

    async def act(scene: Scene) -> None:
        await scene.sit()
        for selector in selectors:
            await scene.page.locator(selector).first.click()
        await scene.page.locator(then).first.wait_for()

    return act


def pick(selector: str = "", places: tuple[int, ...] = (), then: Act | None = None) -> Act:
    """Sit down, and choose some of several tiles."""

    async def act(scene: Scene) -> None:
        await scene.sit()
        for place in places:
            await scene.page.locator(selector).nth(place).click()
        if then:
            await then(scene)

    return act


def caught(selector: str, *written: str) -> Act:
    """Click something, and stop where words are written in a place."""

    async def act(scene: Scene) -> None:
        await scene.page.locator(selector).first.click()
        await scene.page.wait_for_function(ARRIVED, arg=list(written))

    return act


async def hints(scene: Scene) -> None:
    await scene.sit()
    await scene.page.keyboard.press("h")
    await scene.page.wait_for_selector(".help .tile")


async def watch(scene: Scene) -> None:
    """Somebody else watches the table; the player shows his hand to him."""
    await scene.player.join(scene.tables[0])
    await let_in(scene.visitor, await scene.other("旁观"))
    await scene.go(f"watch/{scene.tables[0]}", ".board.watched")
    await scene.page.wait_for_selector(".hand.open")


# --- other pages ----------------------------------------------------------------------------------------------------------------


def page(place: str, ready: str, *clicks: str) -> Act:
    """Go somewhere and click some things there."""

    async def act(scene: Scene) -> None:
        await scene.go(place, ready)
        for selector in clicks:
            await scene.page.click(selector)

    return act


async def finish(scene: Scene) -> None:
    """See the end of the deal of every table."""
    for table in scene.tables:
        await scene.go(f"table/{table}", SHEET)


def after(act: Act, place: str, ready: str, *clicks: str, keys: tuple[str, ...] = ()) -> Act:
    """Do something first; then go to a place, where `{table}` is the first table."""

    async def both(scene: Scene) -> None:
        await act(scene)
        await scene.go(place.format(table=scene.tables[0]), ready)
        for selector in clicks:
            await scene.page.click(selector)
        for key in keys:
            await scene.page.keyboard.press(key)

    return both


async def lobby(scene: Scene) -> None:
    """Others have opened rooms, and play in one of them."""
    if not (await scene.player.http.get("/api/rooms")).json():
        await fill_the_lobby(scene)
    await scene.go("", ".doors")


async def fill_the_lobby(scene: Scene) -> None:
    rooms = (
        ("阿明", {"variant": "zuanpai", "stake": 10, "seconds": 30}),
        ("小丽", {"variant": "guobiao", "deals": 4, "options": {"specials": "horses"}}),
        ("老陈", {"variant": "two_player_frenzy", "seats": 2}),
    )
    for name, settings in rooms:
        await open_room(await scene.other(name), {"listed": True, **settings})
    await begin_match(await scene.other("阿强"), {"variant": "mcr", "listed": True})


async def create_room(scene: Scene) -> None:
    await lobby(scene)
    await scene.page.click("[data-tab=room]")
    await scene.page.click("summary[data-part=more]")
    await scene.page.locator("[data-tab=room]").evaluate("tab => tab.scrollIntoView()")


async def room(scene: Scene) -> None:
    """A room with its host, somebody who is ready, a bot, a free seat, and somebody who looks on."""
    number = await open_room(scene.player, {"variant": "changsha", "stake": 10, "options": {"float_max": 2, "birds": 4}})
    guest, looker = await scene.other("小丽"), await scene.other("阿明")
    for one in (guest, looker):
        await one.connect(f"rooms/{number}")
    await guest.order("sit", seat=1)
    await scene.go(f"room/{number}", "[data-looker=阿明]")
    await scene.page.select_option("[data-seat='2'] select", "greedy")
    await scene.page.wait_for_selector("[data-seat='2'] >> text=机器人")
    await guest.order("ready", on=True)
    await guest.order("say", what="hello")
    await scene.page.wait_for_selector("text=大家好")


async def analyse(scene: Scene) -> None:
    """A replay at a decision, and what could be said of the hand."""
    await finish(scene)
    await scene.go(f"replay/{scene.tables[0]}?deal=0&at=40", ".board")
    while not await scene.page.locator(".offer").count():
        await scene.page.keyboard.press("ArrowRight")
    await scene.page.click("[data-action=analyse]")
    await scene.page.wait_for_selector("aside .help .tile")


THREE = ("changsha sheet", "zuanpai liability", "mcr sheet")
STAGES = {
    "changsha table": Stage(sit, ("changsha table",)),
    "changsha float": Stage(sit, ("changsha float",)),
    "changsha opening": Stage(sit, ("changsha opening",)),
    "changsha opened": Stage(sit, ("changsha opened",)),
    "changsha dice": Stage(pick(then=caught(".act.open", ".centre", "开杠")), ("changsha open",), moving=True),
    "changsha turned": Stage(sit, ("changsha turned",)),
    "changsha last tile": Stage(sit, ("changsha last tile",)),
    "changsha sheet": Stage(sit, ("changsha sheet",), {"stake": 10}),
    "anhua table": Stage(sit, ("anhua table",)),
    "anhua ready": Stage(sit, ("anhua ready",)),
    "anhua turned": Stage(sit, ("anhua turned",)),
    "anhua sheet": Stage(sit, ("anhua sheet",)),
    "zuanpai table": Stage(sit, ("zuanpai table",)),
    "zuanpai any tile": Stage(sit, ("zuanpai any tile",)),
    "zuanpai liable": Stage(sit, ("zuanpai liable",)),
    "zuanpai kong": Stage(sit, ("zuanpai kong",)),
    "zuanpai liability": Stage(sit, ("zuanpai liability",)),
    "two-player table": Stage(sit, ("two-player table",)),
    "two-player eggs": Stage(sit, ("two-player eggs",)),
    "two-player ready": Stage(sit, ("two-player ready",)),
    "two-player treasure": Stage(pick(then=caught(".act.ready", ".banner", "只有你看得到")), ("two-player look",), moving=True),
    "two-player split": Stage(pick(then=caught(".act.pass", ".banner", "分张")), ("two-player split",), moving=True),
    "two-player sheet": Stage(sit, ("two-player sheet",)),
    "two-player drawn": Stage(sit, ("two-player drawn",)),
    "guobiao table": Stage(sit, ("guobiao table",)),
    "guobiao stakes": Stage(sit, ("guobiao stakes",)),
    "guobiao horses": Stage(pick(".pick", (0, 5)), ("guobiao horses",)),
    "guobiao horses lie": Stage(sit, ("guobiao horses lie",)),
    "guobiao exchange": Stage(pick(".own button.tile", (0, 4, 9)), ("guobiao exchange",)),
    "guobiao exchanged": Stage(
        pick(".own button.tile", (0, 4, 9), caught(".act.exchange", ".banner", "换到")), ("guobiao exchange",), moving=True
    ),
    "guobiao peek": Stage(click("details summary", "details [data-action='peek 2']", then=".watched"), ("guobiao peek",)),
    "guobiao last chance": Stage(sit, ("guobiao last chance",)),
    "guobiao strong hands": Stage(sit, ("guobiao strong hands",)),
    "guobiao ready": Stage(sit, ("guobiao ready",)),
    "guobiao sheet horses": Stage(sit, ("guobiao sheet horses",)),
    "guobiao sheet fortune": Stage(sit, ("guobiao sheet fortune",)),
    "mcr table": Stage(sit, ("mcr table",)),
    "mcr claims": Stage(sit, ("mcr claims",)),
    "mcr hints": Stage(hints, ("mcr table",)),
    "mcr sheet": Stage(sit, ("mcr sheet",)),
    "lobby": Stage(lobby),
    "create room": Stage(create_room),
    "room": Stage(room),
    "scorer": Stage(page(f"scorer/changsha?{HAND}", "article .points")),
    "scorer lan hand": Stage(page(f"scorer/zuanpai?{LAN_HAND}", "article .points")),
    "replay": Stage(after(finish, "replay/{table}?deal=0&at=70&open=1", ".hand.open"), ("changsha sheet",)),
    "replay analysis": Stage(analyse, ("mcr sheet",)),
    "verify": Stage(after(finish, "verify/{table}?deal=0", ".verdict.good"), ("changsha sheet",)),
    "spectator": Stage(watch, ("changsha table",), settings={"open_hand": True}),
    "rules": Stage(page("rules/zuanpai", "article h2")),
    "statement": Stage(after(finish, "statement", ".figures"), THREE, {"stake": 10, "fee": 2}),
    "records": Stage(after(finish, "records", ".match"), THREE, {"stake": 10, "fee": 2}),
    "settings": Stage(click("[data-action=settings]", then="dialog[open]"), ("anhua table",)),
}
