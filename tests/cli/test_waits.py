"""``fangcheng waits``: what a hand waits for, or how far it is from that."""

from __future__ import annotations

import json

from cli.command import Fangcheng, complains


def test_waits(fangcheng: Fangcheng) -> None:
    ready = fangcheng("waits", "changsha", "222m77p999s33s", "--melds", "[444p]")
    assert ready.status == 0
    assert "7p" in ready.out
    assert "3s" in ready.out
    assert "All pungs" in ready.out
    assert json.loads(fangcheng("waits", "changsha", "123m456p789s222p5s", "--json").out) == {
        "ready": True, "distance": 0, "useful": ["5s"], "waits": [{"tile": "5s", "self_draw": 1, "discard": 1}],
    }  # fmt: skip


def test_waits_of_hands_that_are_not_ready(fangcheng: Fangcheng) -> None:
    far = fangcheng("waits", "changsha", "13m46p79s2223p158s")
    assert far.status == 1
    assert "Tiles to exchange: 2" in far.out
    nothing = fangcheng("waits", "changsha", "123m456p789s222p4s")
    assert nothing.status == 1
    assert "no tile wins" in nothing.out
    pairs = json.loads(fangcheng("waits", "changsha", "113355779m11p23p", "--json").out)
    assert (pairs["distance"], pairs["useful"]) == (1, ["9m", "2p", "3p"])


def test_waits_of_full_hands(fangcheng: Fangcheng) -> None:
    full = fangcheng("waits", "changsha", "123m456p789s222p5s9m")
    assert full.status == 0
    assert "Ready after discarding:" in full.out
    assert "9m  5s" in full.out
    complete = fangcheng("waits", "changsha", "123m456p789s222p55s")
    assert "Complete: 1 pt" in complete.out
    assert fangcheng("waits", "changsha", "13m46p79s2223p158s1m").status == 1
    complains(fangcheng("waits", "changsha", "123m"), "HAND has 3 tiles")
    for game in ("anhua", "zuanpai"):
        complains(fangcheng("waits", game, "123m456p789s222p5s"), f"--context: {game} needs to be told the indicator, such as indicator=5m")
        assert fangcheng("waits", game, "123m456p789s222p5s", "--context", "indicator=9m").err == ""
    complains(fangcheng("waits", "changsha", "123m456p789s222p5s", "--context", "luck=1"), "unknown fact of a win 'luck'")
