"""The application: everything put together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from litestar import Litestar
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin

from fangcheng.server.config import Config
from fangcheng.server.errors import ApiError, answer_api_error, answer_http_error, answer_recursion, answer_unknown
from fangcheng.server.rooms.lobby import Lobby
from fangcheng.server.rooms.rooms import Rooms
from fangcheng.server.storage.database import Database, open_engine
from fangcheng.server.tables.hub import LocalHub
from fangcheng.server.tables.store import Store
from fangcheng.server.web.api import HANDLERS
from fangcheng.server.web.api_players import PLAYERS
from fangcheng.server.web.api_records import RECORDS
from fangcheng.server.web.api_rooms import ROOM_HANDLERS
from fangcheng.server.web.api_study import study
from fangcheng.server.web.health import Readiness, ready_route
from fangcheng.server.web.limits import Limits
from fangcheng.server.web.pages import add_headers, page
from fangcheng.server.web.schema import schema
from fangcheng.server.web.services import make_services
from fangcheng.server.web.socket import lobby_socket, room_socket, table_socket

MAX_BODY = 16_384
"""Largest body of a request, in bytes."""
FAREWELL = 0.1
"""Seconds in which the last messages get on their way before the connections end."""


def make_app(config: Config, database: Database) -> Litestar:
    """The ASGI application on a database of the newest version. Its tables live from its start-up to its shutdown."""
    store = Store(open_engine(database))
    hub = LocalHub(store, config)
    lobby = Lobby(config)
    rooms = Rooms(store, hub, config, lobby.show)
    lobby.opens, lobby.allows = rooms.quick, rooms.welcomes
    services = make_services(config, store, hub, rooms, lobby)
    readiness = Readiness(store.engine)

    async def end() -> None:
        """Stop the tables and say so to everybody; more than once is once."""
        if not readiness.stopping:
            readiness.stopping = True
            await lobby.stop()
            await rooms.stop()
            await hub.stop()
            await asyncio.sleep(FAREWELL)

    @asynccontextmanager
    async def lifespan(_: Litestar) -> AsyncGenerator[None]:
        await services.accounts.forget_expired()
        await services.accounts.grant_missing(config.grant)
        await rooms.start()
        await hub.start()
        lobby.start()
        try:
            yield
        finally:
            await end()
            await readiness.close()
            await store.close()

    sockets = table_socket, room_socket, lobby_socket
    return Litestar(
        [*HANDLERS, *PLAYERS, *RECORDS, *ROOM_HANDLERS, study(), *sockets, ready_route(readiness), schema, page],
        lifespan=[lifespan],
        middleware=[Limits(config)],
        state=State({"end": end}),
        dependencies={"services": Provide(lambda: services, sync_to_thread=False)},
        exception_handlers={
            ApiError: answer_api_error,
            HTTPException: answer_http_error,
            RecursionError: answer_recursion,
            Exception: answer_unknown,
        },
        before_send=[add_headers],
        request_max_body_size=MAX_BODY,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Fangcheng", version="1", path="/schema/openapi", render_plugins=[JsonRenderPlugin(path="/openapi.json")]
        ),
    )
