"""Batches of events as the database keeps them: a JSON array each."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable
from typing import Any

import msgspec

from fangcheng.events import Event
from fangcheng.rules.variant import Variant


@functools.cache
def _decoder(variant: Variant) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(list[functools.reduce(operator.or_, variant.event_types)])  # type: ignore[misc]


def encode_batch(events: list[Event]) -> str:
    """A batch as it is stored."""
    return msgspec.json.encode(events).decode()


def decode_batch(variant: Variant, stored: str) -> list[Event]:
    """A stored batch of a deal of this game."""
    events: list[Event] = _decoder(variant).decode(stored)
    return events


def decode_batches(variant: Variant, stored: Iterable[str]) -> list[Event]:
    """The log of a deal, from all its stored batches."""
    return [event for batch in stored for event in decode_batch(variant, batch)]
