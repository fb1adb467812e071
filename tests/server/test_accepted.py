"""Ids that were accepted are known for two deals, live and after a restart."""

from __future__ import annotations

from server.conftest import Serve
from server.player import Player, check_log

from fangcheng.server.tables.accepted import Accepted


def test_two_deals_are_remembered() -> None:
    accepted = Accepted()
    for deal, command in ((0, "a"), (1, "b"), (1, "c")):
        accepted.at(deal)
        accepted.add((0, command))
    assert all((0, command) in accepted for command in "abc")
    assert (1, "a") not in accepted
    accepted.at(2)
    assert [(0, command) in accepted for command in "abc"] == [False, True, True]
    accepted.at(4)
    assert not any((0, command) in accepted for command in "abc")


async def test_an_old_id_may_come_again_and_is_a_new_command(serve: Serve) -> None:
    player = await Player(await serve()).sign_in()
    table = await player.open_table(deals=4)
    await player.join(table)
    for number in range(3):
        assert await player.asked()
        first = {"type": "act", "id": "first", "seq": player.latest["seq"], "deal": number}
        offer = player.latest["view"]["offers"][0]["text"]
        assert await player.ask(**first, action=offer) == {"type": "ack", "id": "first"}
        if number == 1:
            # Of the deal before it is known still: it is acknowledged and not carried out, so the offer stands.
            assert (await player.join(table))["view"]["offers"][0]["text"] == offer
        else:
            while player.latest["seq"] == first["seq"]:
                await player.until("table")
        await player.play_deal()
        assert (await player.ask(type="next", id=f"next {number}"))["type"] == "ack"
        while player.latest["view"]["number"] == number:
            await player.until("table")
    check_log(await player.deal_log(table, 2))
    await player.close()
