"""What a page was sent of a table, held against the log: all that its viewer may know, and nothing more."""

from __future__ import annotations

import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, cast

import msgspec
from playwright.async_api import Page, WebSocket

from fangcheng.audit.secrets import leaks
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.view import View, redact
from fangcheng.events import Event, Start, Viewer
from fangcheng.variants import get_variant

Sent = tuple[dict[str, Any], dict[str, Any] | None]
"""An event, and the view that came with it: the last event of a message has one."""


class Witness:
    """Listens to the sockets of a page. `deals` has by its number what was sent of each deal."""

    def __init__(self, page: Page) -> None:
        self.deals: dict[int, list[Sent]] = {}
        self.table = self.game = ""
        self.latest: dict[str, Any] = {}
        page.on("websocket", self._listen)

    def _listen(self, line: WebSocket) -> None:
        if "/ws/tables/" in line.url:
            line.on("framereceived", self._take)

    def _take(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] != "table":
            return
        self.latest = message
        self.table, self.game, view = message["table"]["id"], message["table"]["variant"], message["view"]
        # Who connects is told all that has been, once more where he was there before.
        known = [] if "past" in message else self.deals.get(view["number"], [])
        events = message.get("past", []) + message["events"]
        views = [None] * (len(events) - 1) + [view]
        self.deals[view["number"]] = known + list(zip(events, views[-len(events) :] if events else [], strict=True))

    def check(self, log: Sequence[Event], viewer: Viewer) -> int:
        """Follow the true log of a deal and compare; AssertionError says what was wrong. The number of events that were sent."""
        start = log[0]
        assert isinstance(start, Start)
        truth, sent = begin_state(get_variant(start.variant), start), self.deals[start.number]
        place = 0
        for line, event in enumerate(log):
            if line:
                evolve(truth, event)
            shown = redact(event, viewer)
            if shown is None:
                continue
            assert place < len(sent), f"deal {start.number}: {event.name} on line {line + 1} was not sent"
            found, view = sent[place]
            place += 1
            assert found == msgspec.json.decode(msgspec.json.encode(shown)), f"deal {start.number}, line {line + 1}: {found}"
            if view is not None:
                leaked = leaks(truth, shown, viewer, _looked_at(view))
                assert not leaked, f"deal {start.number}, line {line + 1}: {', '.join(leaked)}"
        assert place == len(sent), f"deal {start.number}: more was sent than there is: {sent[place:]}"
        return place


def _looked_at(view: dict[str, Any]) -> View:
    """Of a view as it was sent, the parts where hidden tiles could stand."""
    return cast(View, SimpleNamespace(step=view["step"], seats=[SimpleNamespace(**seat) for seat in view["seats"]]))
