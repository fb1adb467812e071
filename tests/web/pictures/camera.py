"""How pictures are taken: the tables are opened and set, then one browser after the other goes there."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from server.player import Player
from web.pictures.moments import MOMENTS, stand
from web.pictures.stages import STAGES, Scene, Stage, begin_match, let_in
from web.pictures.table import LOCALES, NAMES, SIZES, Picture
from web.site import Site
from web.staging import put
from web.visitor import Visit, Visitor

from fangcheng.events import Event

QUALITY = 40
PATIENCE_MS = 60_000
NEARBY = 10
"""So many seeds may be looked through in vain without a word."""
SETTINGS = {"sound": False, "animation": True, "messages": True, "open_hand": False, "open_records": True, "speech": False}
# What depends on the size of a container is laid out with the next frame.
SETTLED = "() => document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))"


class Seated:
    """Somebody whose tables are set for a picture."""

    def __init__(self, picture: Picture, stage: Stage, player: Player) -> None:
        self.picture, self.stage, self.player = picture, stage, player
        self.tables: list[str] = []


async def take(site: Site, visit: Visit, pictures: Sequence[Picture], folder: Path) -> int:
    """Take these pictures, and say of each how large it has become; the sum in bytes."""
    seated: list[Seated] = []
    deals: dict[str, list[Event]] = {}
    logs = _look_for({name for picture in pictures for name in STAGES[picture.stage].moments})
    for picture in pictures:
        one = await _seat(site, picture)
        deals |= dict(zip(one.tables, (logs[name] for name in one.stage.moments), strict=True))
        seated.append(one)
    put(site, deals)
    return sum([await _take(visit, one, folder) for one in seated])


def _look_for(moments: set[str]) -> dict[str, list[Event]]:
    """The logs up to these moments; says where each was found, if that is not where the search began."""
    logs = {}
    for name in sorted(moments):
        seed, logs[name] = stand(MOMENTS[name])
        if seed > MOMENTS[name].since + NEARBY:
            print(f"{name}: begins at seed {MOMENTS[name].since} and is found at {seed}; let it begin there", flush=True)
    return logs


async def _seat(site: Site, picture: Picture) -> Seated:
    stage = STAGES[picture.stage]
    one = Seated(picture, stage, await Player(site.url.rstrip("/")).sign_in(NAMES[picture.language]))
    await one.player.http.put("/api/settings", json={**SETTINGS, **stage.settings})
    for name in stage.moments:
        moment = MOMENTS[name]
        terms = {"variant": moment.game, "options": dict(moment.options), "deals": 4, **stage.terms}
        one.tables.append(await begin_match(one.player, terms))
    return one


async def _take(visit: Visit, one: Seated, folder: Path) -> int:
    picture, stage = one.picture, one.stage
    motion = "no-preference" if stage.moving else "reduce"
    visitor = await visit(*SIZES[picture.size], locale=LOCALES[picture.language], reduced_motion=motion, has_touch=picture.size != "desk")
    visitor.page.set_default_timeout(PATIENCE_MS)
    await let_in(visitor, one.player)
    scene = Scene(visitor, one.player, one.tables, [])
    try:
        await stage.act(scene)
    except PlaywrightError as error:
        error.add_note(f"picture {picture.name}, at {visitor.page.url}, shows: {await visitor.page.inner_text('body')}")
        raise
    await visitor.page.evaluate(SETTLED)
    shot = await shoot(visitor)
    size = await asyncio.to_thread((folder / f"{picture.name}.webp").write_bytes, shot)
    print(f"{picture.name:32} {picture.size:6} {picture.language:8} {size / 1000:6.1f} kB", flush=True)
    await visitor.page.context.close()
    for player in (one.player, *scene.others):
        await player.close()
    return size


async def shoot(visitor: Visitor) -> bytes:
    """What the page shows now as WebP, which only the browser's own protocol writes."""
    session = await visitor.page.context.new_cdp_session(visitor.page)
    shot = await session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    return base64.b64decode(shot["data"])
