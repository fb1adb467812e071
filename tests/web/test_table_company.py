"""Several people around one table: what they say, what is noticed, who watches, and how they part."""

from __future__ import annotations

from typing import Any

import pytest
from web.visitor import Visit, Visitor

pytestmark = pytest.mark.browser

OPEN = """async settings => (await (await fetch('api/rooms', {
  method: 'POST', headers: {'Content-Type': 'application/json'}, body: JSON.stringify(settings) })).json()).id"""
# Sits down, and stays until the match has begun; then the id of its table.
SIT = """([room, seat, people]) => new Promise(resolve => {
  const line = new WebSocket(new URL(`ws/rooms/${room}`, document.baseURI).href.replace('http', 'ws'));
  const say = (type, more = {}) => line.send(JSON.stringify({ type, id: `${type}-${seat}`, ...more }));
  let asked = false;
  line.onmessage = event => {
    const { room } = JSON.parse(event.data);
    if (!room) return;
    const waits = room.seats.filter((other, place) => other.name && (other.ready || place === room.host));
    if (room.table) { line.close(); resolve(room.table); }
    else if (room.host !== seat && room.seats[seat].name && !room.seats[seat].ready) say('ready', { on: true });
    else if (room.host === seat && !asked && waits.length === people) { asked = true; say('start'); }
  };
  line.onopen = () => say('sit', { seat });
})"""


async def table_of_two(visit: Visit, **settings: Any) -> tuple[Visitor, Visitor, str]:
    """Two people at one table with bots at the other seats."""
    host, guest = await visit(), await visit(390, 844)
    await host.enter("阿明")
    await guest.enter("小丽")
    room = await host.page.evaluate(OPEN, {"variant": "zuanpai", "deals": 2, "seconds": 0, "fill": "greedy", "seat": 0, **settings})
    await host.page.evaluate("([code, sit, room]) => { window.seated = eval(sit)([room, 0, 2]); }", ["", SIT, room])
    table = await guest.page.evaluate(SIT, [room, 1, 2])
    for visitor in (host, guest):
        await visitor.page.evaluate("id => { location.hash = `#/table/${id}`; }", table)
        await visitor.page.wait_for_selector(".board")
    return host, guest, table


async def test_people_talk_and_need_not_listen(visit: Visit) -> None:
    host, guest, _ = await table_of_two(visit)
    await guest.page.click("[data-action=say]")
    await guest.page.click("[data-say=hello]")
    await host.page.wait_for_selector(".bubble.right >> text=大家好")
    await host.page.click("[data-action=say]")
    await host.page.click("text=屏蔽下家的话")
    await guest.page.click("[data-action=say]")
    await guest.page.click("[data-say=thanks]")
    await guest.page.wait_for_selector(".bubble.bottom >> text=谢谢")
    assert await host.page.locator(".bubble").count() == 0


async def test_the_match_ends_when_all_agree(visit: Visit) -> None:
    host, guest, _ = await table_of_two(visit)
    await guest.page.click("[data-action=more]")
    await guest.page.click("[data-action=dissolve]")
    await host.page.wait_for_selector(".vote >> text=不表态：牌局中算不同意")
    assert 0 < int(await host.page.inner_text(".vote .clock")) <= 60
    await host.page.click("[data-action=vote-no]")
    await guest.page.wait_for_selector(".vote", state="detached")
    # Whose vote has failed calls no other in the same deal.
    await host.page.click("[data-action=more]")
    await host.page.click("[data-action=dissolve]")
    await guest.page.click("[data-action=vote-yes]")
    await host.page.wait_for_selector(".ended >> text=本场已解散")
    assert await host.page.locator(".ended li").count() == 4
    assert "等其他人" not in await host.page.inner_text(".bar")
    # It stays so: the notice was only for those who saw it happen.
    await guest.page.reload()
    await guest.page.click(".ended [data-action=to-room]")
    await guest.page.wait_for_selector(".seats")


async def test_a_spectator_sees_all_seats_and_no_hands(visit: Visit) -> None:
    host, _, table = await table_of_two(visit, spectators="live")
    spectator = await visit()
    await spectator.enter("旁观")
    await spectator.page.evaluate("id => { location.hash = `#/watch/${id}`; }", table)
    await spectator.page.wait_for_selector(".board.watched")
    await host.page.wait_for_selector(".watching")
    assert await spectator.page.locator(".seat .hand").count() == 4
    assert await spectator.page.locator(".seat .hand .tile:not(.back)").count() == 0
    assert await spectator.page.locator("[data-action=auto], [data-action=say], .own").count() == 0
    # Every hand lies within the board.
    inside = """() => { const board = document.querySelector('.frame').getBoundingClientRect();
      return [...document.querySelectorAll('.seat .hand')].every(hand => { const box = hand.getBoundingClientRect();
        return box.top >= board.top - 1 && box.bottom <= board.bottom + 1; }); }"""
    assert await spectator.page.evaluate(inside)
    await host.page.click("[data-action=settings]")
    await host.page.check("dialog input[name=open_hand]")
    await host.page.click("dialog [data-action=confirm]")
    await spectator.page.wait_for_selector(".seat.bottom .hand.open")
    assert await spectator.page.locator(".seat:not(.bottom) .hand .tile:not(.back)").count() == 0


async def test_the_table_does_by_itself_what_it_is_told(visit: Visit) -> None:
    visitor = await visit()
    await visitor.enter()
    await visitor.sit_down()
    for name in ("win", "no_claims", "discard_drawn"):
        await visitor.page.click("[data-action=more]")
        await visitor.page.click(f"[data-action=switch-{name}]")
        await visitor.page.wait_for_selector(f"[data-action=switch-{name}][aria-checked=true]")
        await visitor.page.keyboard.press("Escape")
    # Nothing is left to be asked but what the game itself wants to know before the first discard.
    for _ in range(20):
        if (choices := await visitor.asked()) is None:
            break
        await choices.last.click()
    assert await visitor.page.locator("dialog[open]").count() == 1
