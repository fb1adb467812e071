"""Which code answers: the accelerator where it was built, the Python beside it otherwise.

The accelerator (``_accelerator.c``) is built when the package is, if there is a C compiler. ``FANGCHENG_PURE=1`` in the environment leaves
it alone. Answers and errors are the same; only the time is not.
"""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from typing import Literal, TypeVar

from fangcheng.hand import Hand

__all__ = ["accelerated", "accelerator", "mode", "why_pure"]

F = TypeVar("F", bound=Callable[..., object])

_reason = ""
try:
    import fangcheng.shapes._accelerator as accelerator
except ImportError as error:
    accelerator = None  # type: ignore[assignment]
    _reason = "no C compiler built the accelerator" if isinstance(error, ModuleNotFoundError) else str(error)
else:
    accelerator.hold_hand(Hand)


def mode() -> Literal["accelerated", "pure"]:
    """Which code answers in this process."""
    return "accelerated" if accelerator else "pure"


def why_pure() -> str:
    """Why the accelerator is not used, for people; empty when it is."""
    return _reason


def accelerated(function: F) -> F:
    """Let the accelerator answer for a function, with the function itself as its twin (``__self__``) for all that it does not answer."""
    if accelerator is None:
        return function
    doc = f"{function.__name__}{_text_signature(function)}\n--\n\n{function.__doc__}"
    twin: F = accelerator.accelerate(function, function.__name__, doc, function.__module__)
    return twin


def _text_signature(function: Callable[..., object]) -> str:
    """The parameters without their types, which a built-in function cannot tell."""
    whole = signature(function)
    bare = [parameter.replace(annotation=parameter.empty) for parameter in whole.parameters.values()]
    return str(whole.replace(parameters=bare, return_annotation=whole.empty))
