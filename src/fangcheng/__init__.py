"""Fangcheng (方城): Chinese regional mahjong, exact to its rule books. Programs should import only from here; the rest may move.

Importing the package imports nothing yet: the names come from `exports` when the first of them is asked for. Whoever needs one part of
the house need not wait for all of it, and the command can be interrupted while it begins.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fangcheng.exports import *  # noqa: F403
else:
    import sys
    from importlib import import_module

    def __getattr__(name: str) -> object:
        # A part that is still being imported is asked for, too; whoever imported everything then would do so in a circle.
        if f"{__name__}.{name}" not in sys.modules:
            exports = import_module("fangcheng.exports")
            globals().update({known: getattr(exports, known) for known in ("__all__", *exports.__all__)})
            if name in globals():
                return globals()[name]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __dir__() -> list[str]:
        return sorted({*globals(), *__getattr__("__all__")})
