"""What every handler may use."""

from __future__ import annotations

from typing import NamedTuple

from fangcheng.server.config import Config
from fangcheng.server.hub import LocalHub
from fangcheng.server.sessions import Sessions
from fangcheng.server.store import Store


class Services(NamedTuple):
    """The parts of one running server."""

    config: Config
    store: Store
    sessions: Sessions
    hub: LocalHub
