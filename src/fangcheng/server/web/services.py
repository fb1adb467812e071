"""The parts of a server that handlers use."""

from __future__ import annotations

from typing import NamedTuple

from fangcheng.server.config import Config
from fangcheng.server.money.books import Books
from fangcheng.server.players.accounts import Accounts
from fangcheng.server.players.guesses import Guesses
from fangcheng.server.players.passwords import Passwords
from fangcheng.server.players.sessions import Sessions
from fangcheng.server.results.archive import Archive
from fangcheng.server.results.statistics import Statistics
from fangcheng.server.rooms.lobby import Lobby
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.store import Store
from fangcheng.server.web.limits import Players


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
    sessions = Sessions(accounts, config.grant, config.sessions)
    read = Books(engine), Archive(engine), Statistics(engine)
    return Services(config, store, sessions, hub, rooms, lobby, accounts, *read, Passwords(), Guesses(), Players(config))
