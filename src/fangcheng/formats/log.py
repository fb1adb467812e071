"""The log of a deal as a file: JSON Lines, one event a line, the ``start`` event first."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, Union

import msgspec

from fangcheng.events import Event, Start
from fangcheng.rules.options import OptionError, parse_options
from fangcheng.rules.variant import Variant
from fangcheng.variants import get_variant

_ENCODER: Final = msgspec.json.Encoder()


class LogError(ValueError):
    """A file that is not the log of a deal: `line` counts from 1, `reason` says what is wrong there."""

    def __init__(self, line: int, reason: str) -> None:
        self.line, self.reason = line, reason
        super().__init__(f"line {line}: {reason}")


@contextmanager
def folding(line: int, event: Event) -> Generator[None]:
    """What is done with an event of a log that anybody may have written: LogError where that event cannot happen."""
    try:
        yield
    except Exception as error:
        # Folds validate nothing. One of an event that cannot happen may stumble over whatever is not there, so this can be any error.
        raise LogError(line, f"this {event.name} cannot happen here ({type(error).__name__})") from None


def encode_log(log: Iterable[Event]) -> bytes:
    """The file of a log."""
    return b"".join(_ENCODER.encode(event) + b"\n" for event in log)


def decode_log(data: bytes) -> tuple[Variant, list[Event]]:
    """The game and the events of a file; LogError names the line that is not what it should be."""
    lines = data.split(b"\n")
    ended = lines[-1] == b""
    if ended:
        lines.pop()
    if not lines:
        raise LogError(1, "the file is empty; a log begins with a start event")
    variant = _variant(lines[0], not ended and len(lines) == 1)
    decoder = _decoder(variant)
    events: list[Event] = [
        _event(decoder, line, number, cut_off=not ended and number == len(lines)) for number, line in enumerate(lines, 1)
    ]
    return variant, events


def _variant(line: bytes, cut_off: bool) -> Variant:
    raw = _plain(line, 1, cut_off)
    if raw.get("type") != "start":
        raise LogError(1, "a log begins with a start event")
    try:
        variant = get_variant(str(raw.get("variant")))
        start = msgspec.json.decode(line, type=Start)
        parse_options(variant.options_type, start.options)
    except (ValueError, OptionError) as error:
        raise LogError(1, str(error)) from None
    if start.seats not in variant.seats or not (0 <= start.dealer < start.seats and 0 <= start.creator < start.seats):
        raise LogError(1, f"{variant.id} has no table with {start.seats} seats, dealer {start.dealer} and creator {start.creator}")
    if not _is_hex(start.secret):
        raise LogError(1, "the secret is not hexadecimal")
    return variant


def _event(decoder: msgspec.json.Decoder[Any], line: bytes, number: int, cut_off: bool) -> Event:
    try:
        event = decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        name = _plain(line, number, cut_off).get("type")
        raise LogError(number, f"{name!r} is no event of this game, or not like this: {error}") from None
    if number > 1 and isinstance(event, Start):
        raise LogError(number, "a second start event")
    assert isinstance(event, Event)
    return event


def _plain(line: bytes, number: int, cut_off: bool) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LogError(number, "the file breaks off in the middle of this line" if cut_off else f"not JSON: {error}") from None
    except RecursionError:
        raise LogError(number, "nested too deeply") from None
    if not isinstance(raw, dict):
        raise LogError(number, "not a JSON object")
    return raw


def _is_hex(text: str) -> bool:
    try:
        bytes.fromhex(text)
    except ValueError:
        return False
    return True


@cache
def _decoder(variant: Variant) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(Union[variant.event_types])  # noqa: UP007
