"""The accelerator beside its Python twins: when there is one to compare, and what a call comes to."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from fangcheng.shapes import mode, why_pure

accelerated = pytest.mark.skipif(mode() == "pure", reason=why_pure() or "accelerated")
"""Marks tests that need the accelerator."""


def outcome(call: Callable[..., Any], *arguments: Any, **keywords: Any) -> Any:
    """What a call answers, or type and text of the exception that it raises, to be compared with another call's."""
    try:
        return call(*arguments, **keywords)
    except Exception as error:
        return type(error), str(error)
