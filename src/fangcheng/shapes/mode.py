"""Which code answers: the accelerator where it was built, the Python beside it otherwise.

The accelerator (``_accelerator.c``) is built when the package is, if there is a C compiler. ``FANGCHENG_PURE=1`` in the environment leaves
it alone. Answers and errors are the same; only the time is not.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Any, Final, Literal, TypeVar

from fangcheng.hand import Hand
from fangcheng.wall import Stream, Wall

__all__ = ["TWINS", "accelerated", "accelerator", "mode", "why_pure"]

F = TypeVar("F", bound=Callable[..., object])

_METHODS: Final = {
    Hand: ("add", "add_all", "remove", "any_tile", "of_each", "quads", "tiles"),
    Wall: ("take",),
    Stream: ("shuffle",),
}

# The Python methods for which the accelerator answers, by their qualified names.
TWINS: Final[dict[str, Callable[..., Any]]] = {}

_reason = ""
try:
    import fangcheng.shapes._accelerator as accelerator
except ImportError as error:
    accelerator = None  # type: ignore[assignment]
    _reason = "no C compiler built the accelerator" if isinstance(error, ModuleNotFoundError) else str(error)


def mode() -> Literal["accelerated", "pure"]:
    """Which code answers in this process."""
    return "accelerated" if accelerator else "pure"


def why_pure() -> str:
    """Why the accelerator is not used, for people; empty when it is."""
    return _reason


def accelerated(function: F) -> F:
    """Let the accelerator answer for a function. The function stays its twin (``__self__``), and answers what the accelerator does not."""
    if accelerator is None:
        return function
    twin: F = accelerator.accelerate(function, function.__name__, _doc(function), function.__module__)
    return twin


def _doc(function: Callable[..., object]) -> str:
    """The documentation, preceded by the parameters without their types: a built-in function cannot have annotations."""
    whole = signature(function)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in whole.parameters.values()]
    return f"{function.__name__}{whole.replace(parameters=bare, return_annotation=whole.empty)}\n--\n\n{function.__doc__}"


def _accelerate_methods() -> None:
    """Put the accelerator's methods into the classes; what they do not answer goes to the Python methods that were there."""
    accelerator.hold_values(Hand, Wall, Stream)
    for owner, names in _METHODS.items():
        for name in names:
            twin = vars(owner)[name]
            TWINS[twin.__qualname__] = twin
            setattr(owner, name, accelerator.accelerate_method(owner, twin, twin.__qualname__, _doc(twin)))


if accelerator:
    _accelerate_methods()
