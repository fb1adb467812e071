"""Coroutines begun without a task: most of what is awaited here never waits, and a task for it would cost more than it does."""

from __future__ import annotations

from collections.abc import Awaitable, Coroutine, Generator
from typing import Any


class Rest:
    """What is left of a coroutine that waits for something. To be awaited once, by any task."""

    def __init__(self, coroutine: Coroutine[Any, Any, None], awaited: object) -> None:
        self._coroutine = coroutine
        self._awaited = awaited

    def __await__(self) -> Generator[object, Any, None]:
        awaited = self._awaited
        try:
            while True:
                try:
                    answer = yield awaited
                except GeneratorExit:
                    raise
                except BaseException as error:
                    awaited = self._coroutine.throw(error)
                else:
                    awaited = self._coroutine.send(answer)
        except StopIteration:
            return
        finally:
            self._coroutine.close()


class Failed:
    """A coroutine that has failed: whoever awaits it learns how."""

    def __init__(self, error: Exception) -> None:
        self._error = error

    def __await__(self) -> Generator[object, Any, None]:
        raise self._error
        yield


def begin(coroutine: Coroutine[Any, Any, None]) -> Awaitable[None] | None:
    """Run a coroutine up to where it waits. None when it has come to its end; else what is still to be awaited, an error too."""
    try:
        return Rest(coroutine, coroutine.send(None))
    except StopIteration:
        return None
    except Exception as error:
        return Failed(error)
