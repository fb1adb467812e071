"""The HTTP interface about players: guests and accounts, sessions, settings, and money."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime
from typing import Final

import msgspec
from litestar import Response, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from fangcheng.server.errors import ApiError
from fangcheng.server.money.ledger import of_player
from fangcheng.server.names import clean_name, guest_name, name_key
from fangcheng.server.players.accounts import HANDLE, NameTaken
from fangcheng.server.players.passwords import LEAST, MOST, fits
from fangcheng.server.players.sessions import COOKIE, hash_of
from fangcheng.server.protocol import Me, NewGuest, Quit, Stand
from fangcheng.server.protocol.common import Outgoing
from fangcheng.server.protocol.players import Farewell, Login, Myself, NewPassword, Page, PlayerSettings, SessionInfo, StatementLine
from fangcheng.server.tables.inbox import Sends, Shows
from fangcheng.server.web.asking import SIGNED_IN, AnyRequest, Asker, Given, agent, cookie, place
from fangcheng.server.web.limits import too_many_requests
from fangcheng.server.web.paging import limited, read_cursor, write_cursor
from fangcheng.server.web.services import Services


class Nobody:
    """The connection of somebody who is gone: nobody listens."""

    def send(self, *messages: Outgoing) -> None:
        """Say it to nobody."""

    def close(self, code: str) -> None:
        """There is nothing to close."""


NOBODY: Final = Nobody()


@get("/api/me", dependencies=SIGNED_IN)
async def who_am_i(request: AnyRequest, me: Asker, services: Given) -> Response[Myself]:
    """The player whose session the cookie names; the cookie's life begins anew."""
    return await _answer(request, services, me, request.cookies[COOKIE])


@post("/api/guest", status_code=200)
async def guest(request: AnyRequest, services: Given, data: JSONBody[NewGuest | None] = None) -> Response[Myself]:
    """Make a guest of the caller, or change the name of a caller who has a session already."""
    given = data.name if data else None
    name = _clean(given) if given is not None else None
    token = request.cookies.get(COOKIE)
    me = await services.sessions.find(token)
    try:
        if me is None:
            if name is not None and not await services.accounts.is_free(name):
                raise NameTaken
            _count_new(request, services)
            me, token = await services.sessions.new_guest(name or guest_name(request.headers.get("accept-language", "")), agent(request))
        elif name is not None:
            await services.accounts.rename(me.id, name)
            me = msgspec.structs.replace(me, name=name)
    except NameTaken:
        raise ApiError(409, "name_taken", {"name": name}) from None
    return await _answer(request, services, me, token or "")


@post("/api/register", status_code=200)
async def register(request: AnyRequest, services: Given, data: JSONBody[Login]) -> Response[Myself]:
    """Make an account of the caller: a guest keeps the id, and everything played so far."""
    name = _clean(data.name)
    _check_new(data.password)
    me = await services.sessions.find(request.cookies.get(COOKIE))
    if me is not None and me.account:
        raise ApiError(409, "already_registered")
    _count_guess(request, services, name)
    if not await services.accounts.is_free(name):
        raise ApiError(409, "name_taken", {"name": name})
    password = await services.passwords.hash(data.password)
    if me is None:
        _count_new(request, services)
        me, _ = await services.sessions.new_guest(name, agent(request))
    try:
        await services.accounts.register(me.id, name, password)
    except NameTaken:
        raise ApiError(409, "name_taken", {"name": name}) from None
    # The guest's cookie may have been seen by others; the account begins with a new one.
    await services.sessions.end(me.id)
    token = await services.sessions.begin(me.id, agent(request))
    return await _answer(request, services, Me(me.id, name, True), token)


@post("/api/login", status_code=200)
async def login(request: AnyRequest, services: Given, data: JSONBody[Login]) -> Response[Myself]:
    """Sign in by name and password. Neither the answer nor its timing says whether the name or the password was wrong."""
    _count_guess(request, services, data.name)
    # Nobody has what cannot be a name; and PostgreSQL does not accept every string as text.
    name = clean_name(data.name)
    found = await services.accounts.login(name) if name is not None else None
    checked = await services.passwords.check(found[1] if found else None, data.password)
    if found is None or not checked.right:
        raise ApiError(403, "wrong_login")
    services.guesses.forget(place(request), name_key(data.name))
    if checked.rehashed:
        await services.accounts.set_password(found[0], checked.rehashed)
    token = await services.sessions.begin(found[0], agent(request))
    me = await services.sessions.find(token)
    if me is None:
        raise ApiError(403, "wrong_login")
    return await _answer(request, services, me, token)


@post("/api/logout", status_code=204, dependencies=SIGNED_IN)
async def logout(request: AnyRequest, me: Asker, services: Given) -> Response[None]:
    """End the session that asks. A guest ceases to exist with it."""
    await services.sessions.end(me.id, handle=_handle(request))
    return Response(None, cookies=[cookie(request, "")])


@post("/api/password", status_code=204, dependencies=SIGNED_IN)
async def change_password(request: AnyRequest, me: Asker, services: Given, data: JSONBody[NewPassword]) -> None:
    """Change the password; all other sessions end."""
    _check_new(data.new)
    await _confirm(request, services, me, data.old)
    await services.accounts.set_password(me.id, await services.passwords.hash(data.new))
    await services.sessions.end(me.id, but=request.cookies[COOKIE])


@get("/api/sessions", dependencies=SIGNED_IN)
async def my_sessions(request: AnyRequest, me: Asker, services: Given) -> list[SessionInfo]:
    """The caller's sessions, the latest in use first."""
    current = _handle(request)
    found = await services.accounts.sessions_of(me.id)
    return [SessionInfo(row.handle, row.created_ms, row.seen_ms, row.agent, row.handle == current) for row in found]


@delete("/api/sessions/{handle:str}", dependencies=SIGNED_IN)
async def end_session(handle: FromPath[str], me: Asker, services: Given) -> None:
    """End one of the caller's sessions, and the connections that it holds."""
    if not handle.isalnum() or not handle.isascii() or not await services.sessions.end(me.id, handle=handle):
        raise ApiError(404, "no_such_session")


@delete("/api/sessions", dependencies=SIGNED_IN)
async def end_other_sessions(request: AnyRequest, me: Asker, services: Given) -> None:
    """End all sessions of the caller but the one that asks."""
    await services.sessions.end(me.id, but=request.cookies[COOKIE])


@post("/api/account/delete", status_code=204, dependencies=SIGNED_IN)
async def delete_account(request: AnyRequest, me: Asker, services: Given, data: JSONBody[Farewell]) -> Response[None]:
    """Delete the caller, who leaves all rooms and tables. The deals that the caller played stay, without the name."""
    if me.account:
        await _confirm(request, services, me, data.password)
    await services.sessions.end(me.id)
    # An id that this player cannot have used before: a command with a known id counts as sent again, and is not carried out.
    farewell = secrets.token_hex(16)
    for table in await services.store.running_of(me.id):
        seat = await services.store.seat_of(table.id, me.id)
        if seat is not None:
            services.hub.post(table.id, Sends(seat, NOBODY, Quit(farewell)))
    for room in services.rooms.directory.of(me.id):
        await services.rooms.take(room.state.id, me, Stand(farewell), NOBODY)
    await services.accounts.delete(me.id)
    return Response(None, cookies=[cookie(request, "")])


@get("/api/settings", dependencies=SIGNED_IN)
async def my_settings(me: Asker, services: Given) -> PlayerSettings:
    """The caller's settings, or the defaults if there are none."""
    return await settings_of(services, me.id)


@put("/api/settings", dependencies=SIGNED_IN)
async def set_settings(me: Asker, services: Given, data: JSONBody[PlayerSettings]) -> PlayerSettings:
    """Store the caller's settings as a whole."""
    async with services.accounts.keeping:
        await services.accounts.keep_settings(me.id, msgspec.json.encode(data).decode())
        # Even if nothing has changed: the database may have failed before the tables were told.
        for table in await services.store.running_of(me.id):
            services.hub.post(table.id, Shows(me.id, data.open_hand))
    return data


@get("/api/statement", dependencies=SIGNED_IN)
async def statement(
    me: Asker, services: Given, before: FromQuery[str | None] = None, limit: FromQuery[int | None] = None
) -> Page[StatementLine]:
    """What the caller has gained and lost, newest first."""
    count = limited(limit)
    found = await services.books.statement(of_player(me.id), read_cursor(before, int, int), count + 1)
    lines = [
        StatementLine(line.kind, line.amount, line.balance, line.created_ms, line.table_id, line.deal, line.reason)  # type: ignore[arg-type]
        for line in found[:count]
    ]
    return Page(lines, write_cursor(*found[count - 1].place) if len(found) > count else None)


@post("/api/relief", status_code=200, dependencies=SIGNED_IN)
async def relief(request: AnyRequest, me: Asker, services: Given) -> Response[Myself]:
    """Help a player who has run out of play money, once a day (by UTC)."""
    today = f"{datetime.now(UTC):%Y-%m-%d}"
    if not await services.books.relieve(me.id, services.config.relief, today):
        enough = await services.books.balance(me.id) >= services.config.relief
        raise ApiError(409, "no_relief_needed" if enough else "relief_tomorrow", {"relief": services.config.relief})
    return await _answer(request, services, me, request.cookies[COOKIE])


async def settings_of(services: Services, user_id: str) -> PlayerSettings:
    """A player's settings."""
    kept = await services.accounts.settings_of(user_id)
    return msgspec.json.decode(kept, type=PlayerSettings) if kept else PlayerSettings()


async def _answer(request: AnyRequest, services: Services, me: Me, token: str) -> Response[Myself]:
    found = Myself(me.id, me.name, me.account, await services.books.balance(me.id))
    return Response(found, cookies=[cookie(request, token)])


def _clean(given: str) -> str:
    name = clean_name(given)
    if name is None:
        raise ApiError(400, "bad_name")
    return name


def _check_new(password: str) -> None:
    if not fits(password):
        raise ApiError(400, "bad_password", {"least": LEAST, "most": MOST})


async def _confirm(request: AnyRequest, services: Services, me: Me, password: str) -> None:
    """ApiError unless the caller has an account and this is its password."""
    kept = await services.accounts.password_of(me.id)
    if kept is None:
        raise ApiError(409, "no_account")
    _count_guess(request, services, me.name)
    if not (await services.passwords.check(kept, password)).right:
        raise ApiError(403, "wrong_password")


def _count_guess(request: AnyRequest, services: Services, name: str) -> None:
    """ApiError where a password was tried too often lately."""
    wait = services.guesses.wait(place(request), name_key(name))
    if wait:
        raise ApiError(429, "too_many_tries", {"seconds": round(wait) + 1})


def _count_new(request: AnyRequest, services: Services) -> None:
    """ApiError where too many new players have come from one address lately."""
    if wait := services.players.wait_for_new(request.client.host if request.client else ""):
        raise too_many_requests(wait)


def _handle(request: AnyRequest) -> str:
    return hash_of(request.cookies[COOKIE])[:HANDLE]


PLAYERS: Final = [
    who_am_i,
    guest,
    register,
    login,
    logout,
    change_password,
    my_sessions,
    end_session,
    end_other_sessions,
    delete_account,
    my_settings,
    set_settings,
    statement,
    relief,
]
