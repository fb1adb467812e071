"""The witness of a page notices what is missing and what was not for its viewer."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from web.witness import Witness

from fangcheng import SPECTATOR, Game, get_variant, view
from fangcheng.engine.fold import begin_state, evolve
from fangcheng.engine.view import redact
from fangcheng.events import Draw, Event, Start, Viewer, player

GAME = "changsha"
Frames = list[dict[str, Any]]


class Line:
    """Stands for a page and for its socket: the frames that it is given arrive at whoever listens."""

    url = "ws://here/ws/tables/t"

    def __init__(self) -> None:
        self._listeners: dict[str, Any] = {}

    def on(self, event: str, listener: Any) -> None:
        self._listeners[event] = listener

    def bring(self, frames: Frames) -> None:
        self._listeners["websocket"](self)
        for frame in frames:
            self._listeners["framereceived"](json.dumps(frame))


@pytest.fixture(scope="module")
def log() -> list[Event]:
    game = Game.start(get_variant(GAME), b"\7" * 32)
    while asked := game.asks():
        game.act(min(asked), game.default_action(min(asked)))
    return list(game.log)


def frames_of(log: list[Event], viewer: Viewer) -> Frames:
    """What a viewer is sent of a deal, an event a message."""
    start, frames = log[0], []
    assert isinstance(start, Start)
    truth = begin_state(get_variant(GAME), start)
    for event in log:
        if event is not start:
            evolve(truth, event)
        if (shown := redact(event, viewer)) is not None:
            message = {"type": "table", "events": [shown], "view": view(truth, viewer), "table": {"id": "t", "variant": GAME}}
            frames.append(json.loads(msgspec.json.encode(message)))
    return frames


def check(log: list[Event], viewer: Viewer, frames: Frames) -> int:
    line = Line()
    witness = Witness(line)  # type: ignore[arg-type]
    line.bring(frames)
    return witness.check(log, viewer)


@pytest.mark.parametrize("viewer", [SPECTATOR, player(0), player(3)])
def test_what_a_viewer_may_know_is_right(log: list[Event], viewer: Viewer) -> None:
    frames = frames_of(log, viewer)
    assert check(log, viewer, frames) == len(frames) > 100
    # Who comes late is told what has been, in place of what he had.
    past = [event for frame in frames[:60] for event in frame["events"]]
    assert check(log, viewer, [*frames[:40], frames[59] | {"events": [], "past": past}, *frames[60:]]) == len(frames)


def test_what_is_missing_or_too_much_is_noticed(log: list[Event]) -> None:
    frames = frames_of(log, SPECTATOR)
    with pytest.raises(AssertionError, match="deal 0"):
        check(log, SPECTATOR, [*frames[:50], *frames[51:]])
    with pytest.raises(AssertionError, match="was not sent"):
        check(log, SPECTATOR, frames[:-1])
    with pytest.raises(AssertionError, match="more was sent"):
        check(log, SPECTATOR, [*frames, frames[-1]])


def test_a_hidden_tile_is_noticed(log: list[Event]) -> None:
    frames = frames_of(log, SPECTATOR)
    place, draw = next((place, frame["events"][0]) for place, frame in enumerate(frames) if frame["events"][0]["type"] == "draw")
    truth = next(event for event in log if isinstance(event, Draw))
    told = [*frames[:place], frames[place] | {"events": [draw | {"tile": truth.tile}]}, *frames[place + 1 :]]
    with pytest.raises(AssertionError, match="draw"):
        check(log, SPECTATOR, told)


def test_a_hand_in_the_view_is_noticed(log: list[Event]) -> None:
    frames = frames_of(log, SPECTATOR)
    frames[50]["view"]["seats"][2]["hand"] = [1, 2, 3]
    with pytest.raises(AssertionError, match="the hand of seat 2 in the view"):
        check(log, SPECTATOR, frames)
