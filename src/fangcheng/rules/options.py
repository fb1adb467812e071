"""Table options: one typed Struct per game describes, validates and documents them.

A field's type lists its allowed values (``Literal``, ``bool``, a tuple of ``Literal`` for a subset, an ``Annotated`` integer range).
Labels and helps come from the catalogues under ``<variant>.option.<id>``.
"""

from __future__ import annotations

import re
import types
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, Self, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

if TYPE_CHECKING:
    from fangcheng.engine.state import State

MOST_POINTS: Final = 10_000
"""The most points that an option may make anything worth: the sums of a match must fit into every message and every database."""


class OptionError(ValueError):
    """An option that does not exist or a value that it does not have; the message names both."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Base of every game's options; a field that is not given has its default."""

    @classmethod
    def of(cls, state: State) -> Self:
        """The room's options of a deal of this game."""
        options = state.options
        assert isinstance(options, cls)
        return options


class OptionRow(msgspec.Struct, frozen=True):
    """One option as a form or a table shows it.

    kind     ``choice`` (one of `values`), ``subset`` (any of `values`), ``integer`` (`minimum`..`maximum`)
    """

    id: str
    kind: Literal["choice", "subset", "integer"]
    default: Any
    values: tuple[Any, ...] = ()
    minimum: int | None = None
    maximum: int | None = None


O = TypeVar("O", bound=Options)  # noqa: E741


@cache
def option_rows(options_type: type[Options]) -> tuple[OptionRow, ...]:
    """The option table of a game, in the order of its fields."""
    hints = get_type_hints(options_type, include_extras=True)
    fields = msgspec.structs.fields(options_type)
    return tuple(_row(field.name, hints[field.name], field.default) for field in fields)


def _row(name: str, hint: Any, default: Any) -> OptionRow:
    if hint is bool:
        return OptionRow(name, "choice", default, (True, False))
    if get_origin(hint) is tuple:
        return OptionRow(name, "subset", default, get_args(get_args(hint)[0]))
    if get_origin(hint) is Literal:
        return OptionRow(name, "choice", default, get_args(hint))
    if get_origin(hint) in (Union, types.UnionType):
        return OptionRow(name, "choice", default, tuple(value for part in get_args(hint) for value in get_args(part) or (None,)))
    bounds = next((part for part in get_args(hint)[1:] if isinstance(part, msgspec.Meta)), msgspec.Meta())
    return OptionRow(name, "integer", default, minimum=_bound(bounds.ge), maximum=_bound(bounds.le))


def _bound(value: float | None) -> int | None:
    return None if value is None else int(value)


def parse_options(options_type: type[O], given: Mapping[str, Any]) -> O:
    """Options from plain data; OptionError names an unknown option, or a value that is not allowed and those that are."""
    if not given:
        return options_type()
    rows = {row.id: row for row in option_rows(options_type)}
    for name, value in given.items():
        if name not in rows:
            raise OptionError(f"unknown option {name!r}; options are {', '.join(rows)}")
        check_option(rows[name], value)
    return msgspec.convert(dict(given), options_type)


def check_option(row: OptionRow, value: Any) -> None:
    """OptionError unless the option may have this value."""
    if row.kind == "integer":
        low, high = row.minimum, row.maximum
        good = type(value) is int and (low is None or value >= low) and (high is None or value <= high)
        allowed = f"an integer from {low} to {high}" if high is not None else f"an integer of at least {low}"
    elif row.kind == "subset":
        good = isinstance(value, list | tuple) and all(_among(part, row.values) for part in value) and len(set(value)) == len(value)
        allowed = f"a list of different values out of {', '.join(map(str, row.values))}"
    else:
        good = _among(value, row.values)
        allowed = f"one of {', '.join(value_text(part) for part in row.values)}"
    if not good:
        raise OptionError(f"option {row.id!r} cannot be {value_text(value)}; it is {allowed}")


def _among(value: Any, values: tuple[Any, ...]) -> bool:
    """Membership that keeps True and 1 apart."""
    return any(type(value) is type(part) and value == part for part in values)


def value_text(value: Any) -> str:
    """A value as a command line names it."""
    if isinstance(value, tuple | list):
        return ",".join(map(value_text, value))
    return {True: "true", False: "false", None: "none"}.get(value, str(value)) if isinstance(value, bool | None) else str(value)


def parse_setting(options_type: type[Options], text: str) -> tuple[str, Any]:
    """``name=value`` of a command line as an option's id and typed value; OptionError when it is no setting of this game."""
    name, equals, raw = text.partition("=")
    rows = {row.id: row for row in option_rows(options_type)}
    if not equals:
        raise OptionError(f"{text!r} is not of the form option=value")
    if name not in rows:
        raise OptionError(f"unknown option {name!r}; options are {', '.join(rows)}")
    row = rows[name]
    if row.kind == "subset":
        return name, [part for part in raw.split(",") if part]
    if row.kind == "integer":
        return name, int(raw) if re.fullmatch(r"-?[0-9]{1,9}", raw) else raw
    return name, next((value for value in row.values if value_text(value) == raw), raw)
