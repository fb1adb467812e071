"""The least that a server on the same stack can do for a table: whatever one of four sends, a text of a given size goes to all four.

Run as a program: PORT BYTES. It has no rules, no views, no database and no sessions. It sends as applications of this stack do. The game's
server frames its texts itself (`fangcheng.server.web.frames`); with that, this one would be a tenth faster: nearly all of its time is spent
in the system.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.params import FromPath

from fangcheng.server.serve import settings

rooms: dict[int, list[WebSocket[Any, Any, Any]]] = {}
text = "x" * int(sys.argv[2])


@websocket("/{room:int}")
async def seat(socket: WebSocket[Any, Any, Any], room: FromPath[int]) -> None:
    await socket.accept()
    here = rooms.setdefault(room, [])
    here.append(socket)
    while (await socket.receive())["type"] != "websocket.disconnect":
        for each in here:
            await each.send_data(text, mode="text")
    here.remove(socket)


if __name__ == "__main__":
    config = settings(Litestar([seat], openapi_config=None, logging_config=None))
    config.host, config.port = "127.0.0.1", int(sys.argv[1])
    # That is how it is told to end.
    with suppress(KeyboardInterrupt):
        uvicorn.Server(config).run()
