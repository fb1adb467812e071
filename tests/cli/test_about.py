"""``fangcheng rules``, ``info`` and ``serve``: what there is, and the server."""

from __future__ import annotations

import json

import pytest
from cli.command import Fangcheng, complains

from fangcheng.shapes import mode, why_pure
from fangcheng.variants import VARIANTS


@pytest.mark.parametrize("name", VARIANTS)
def test_rules(fangcheng: Fangcheng, name: str) -> None:
    done = fangcheng("rules", name, "--lang", "zh-Hans")
    assert done.status == 0
    assert name in done.out
    plain = json.loads(fangcheng("rules", name, "--json").out)
    assert all(option["id"] in done.out for option in plain["options"])
    assert all(names["chinese"] in done.out for names in plain["elements"].values())
    assert plain["told"]["by"] == list(VARIANTS[name].won_by)
    assert all(known in done.out for names in plain["told"].values() for known in names)


def test_info(fangcheng: Fangcheng) -> None:
    done = fangcheng("info", "--lang", "en")
    assert "greedy" in done.out
    assert ("accelerated" in done.out) == (mode() == "accelerated")
    assert why_pure() in done.out
    plain = json.loads(fangcheng("info", "--json").out)
    assert (plain["mode"], plain["why_pure"]) == (mode(), why_pure())
    assert list(plain["games"]) == list(VARIANTS)
    assert plain["languages"] == ["zh-Hans", "zh-Hant", "en"]


def test_serve_hands_over_to_the_server(fangcheng: Fangcheng, monkeypatch: pytest.MonkeyPatch) -> None:
    server = pytest.importorskip("fangcheng.server")
    called: list[tuple[object, ...]] = []
    monkeypatch.setattr(server, "run", lambda *arguments: called.append(arguments))
    assert fangcheng("serve", "--host", "0.0.0.0", "--port", "81", "--database", "games.db").status == 0
    assert called == [("0.0.0.0", 81, "games.db", ())]
    complains(fangcheng("serve", "--port", "99999"), "--port")
