"""The plain game among the others."""

from __future__ import annotations

import pytest
from plain_game import PLAIN

from fangcheng.variants import VARIANTS


@pytest.fixture
def plain_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plain game can be named like the others."""
    monkeypatch.setitem(VARIANTS, "plain", PLAIN)
