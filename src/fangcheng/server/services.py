"""What every handler may use."""

from __future__ import annotations

from typing import NamedTuple

from fangcheng.server.accounts import Accounts
from fangcheng.server.archive import Archive
from fangcheng.server.books import Books
from fangcheng.server.config import Config
from fangcheng.server.hub import LocalHub
from fangcheng.server.limits import Players
from fangcheng.server.lobby import Lobby
from fangcheng.server.passwords import Guesses, Passwords
from fangcheng.server.rooms import Rooms
from fangcheng.server.sessions import Sessions
from fangcheng.server.statistics import Statistics
from fangcheng.server.store import Store


class Services(NamedTuple):
    """The parts of one running server."""

    config: Config
    store: Store
    sessions: Sessions
    hub: LocalHub
    rooms: Rooms
    lobby: Lobby
    accounts: Accounts
    books: Books
    archive: Archive
    statistics: Statistics
    passwords: Passwords
    guesses: Guesses
    players: Players


def make_services(config: Config, store: Store, hub: LocalHub, rooms: Rooms, lobby: Lobby) -> Services:
    """The parts of a server on its database."""
    engine = store.engine
    accounts = Accounts(engine)
    sessions = Sessions(store, accounts, config.grant, config.sessions)
    read = Books(engine), Archive(engine), Statistics(engine)
    return Services(config, store, sessions, hub, rooms, lobby, accounts, *read, Passwords(), Guesses(), Players(config))
