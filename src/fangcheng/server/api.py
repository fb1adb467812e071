"""The HTTP interface of docs/protocol.md."""

from __future__ import annotations

import hashlib
import secrets
from importlib import resources
from typing import Final

import msgspec
from litestar import Response, get, post
from litestar.di import Provide
from litestar.params import FromPath, JSONBody

from fangcheng.bots import BOTS
from fangcheng.engine.match import Match
from fangcheng.rules.options import OptionError, option_rows, parse_options
from fangcheng.server.asking import AnyRequest, Asker, Given, signed_in
from fangcheng.server.errors import ApiError
from fangcheng.server.play import encode_events, event_decoder, start_event
from fangcheng.server.protocol import Created, Health, NewTable, RunningTable, VariantInfo
from fangcheng.server.records import DealRow, SeatRow, TableRow
from fangcheng.variants import VARIANTS, get_variant

MANY: Final = 1 << 31
"""More deals than any match has; the database cannot ask for such numbers."""


@get("/api/health", sync_to_thread=False)
def health() -> Health:
    """Whether the server is up."""
    return Health()


@get("/api/variants", sync_to_thread=False)
def variants() -> list[VariantInfo]:
    """The games, with what the form for a new table needs."""
    return [
        VariantInfo(
            id=game.id,
            seats=list(game.seats),
            buttons=list(game.buttons),
            deals=game.match_lengths[0],
            lengths=list(game.match_lengths),
            options=list(option_rows(game.options_type)),
        )
        for game in VARIANTS.values()
    ]


@get("/api/catalogue/{language:str}", sync_to_thread=False)
def catalogue(request: AnyRequest, language: FromPath[str]) -> Response[bytes]:
    """All texts in a language."""
    files = {file.name: file for file in resources.files("fangcheng.locales").iterdir()}
    file = files.get(f"{language}.json")
    if file is None:
        raise ApiError(404, "no_such_language")
    text = file.read_bytes()
    tag = f'"{hashlib.sha256(text).hexdigest()[:16]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=304, headers=headers)
    return Response(text, media_type="application/json", headers=headers)


@post("/api/tables", dependencies={"me": Provide(signed_in)})
async def open_table(data: JSONBody[NewTable], me: Asker, services: Given) -> Created:
    """Open a table: the caller sits at seat 0, bots at the others."""
    if data.variant not in VARIANTS:
        raise ApiError(400, "unknown_variant", {"variant": data.variant, "variants": list(VARIANTS)})
    variant = get_variant(data.variant)
    seats = variant.seats[-1] if data.seats is None else data.seats
    if seats not in variant.seats:
        raise ApiError(400, "bad_seats", {"seats": list(variant.seats)})
    if len(data.bots) != seats - 1:
        raise ApiError(400, "bad_bots", {"bots": seats - 1})
    if unknown := [bot for bot in data.bots if bot not in BOTS]:
        raise ApiError(400, "unknown_bot", {"bot": unknown[0], "bots": list(BOTS)})
    try:
        parse_options(variant.options_type, data.options)
    except OptionError as error:
        raise ApiError(400, "bad_option", {"reason": str(error)}) from None
    if len(await services.store.running_of(me.id)) >= services.config.tables:
        raise ApiError(409, "too_many_tables", {"tables": services.config.tables})
    sitting = [SeatRow(me.id, None, me.name), *(SeatRow(None, bot, bot) for bot in data.bots)]
    row = TableRow(
        id=secrets.token_urlsafe(9),
        variant=variant.id,
        options=data.options,
        deals=data.deals,
        seconds=data.seconds,
        secret=secrets.token_hex(32),
        seats=sitting,
    )
    match = Match.begin(variant, bytes.fromhex(row.secret), options=row.options, seats=seats, deals=row.deals)
    first = DealRow(0, secrets.token_hex(32))
    start = start_event(variant, match, first, balances=await services.store.balances(row))
    await services.store.add_table(row, first, encode_events([start]))
    services.hub.open(row.id)
    return Created(row.id)


@get("/api/tables", dependencies={"me": Provide(signed_in)})
async def my_tables(me: Asker, services: Given) -> list[RunningTable]:
    """The caller's tables that are not over, newest first."""
    return await services.store.running_of(me.id)


@get("/api/tables/{table_id:str}/deals/{number:int}", dependencies={"me": Provide(signed_in)}, media_type="application/x-ndjson")
async def deal_log(table_id: FromPath[str], number: FromPath[int], me: Asker, services: Given) -> Response[bytes]:
    """The full log of a finished deal, an event a line, for those who sat at the table."""
    try:
        seat = await services.store.seat_of(table_id, me.id)
    except KeyError:
        raise ApiError(404, "no_such_table") from None
    if seat is None:
        raise ApiError(403, "not_your_table")
    batches = await services.store.deal_log(table_id, number) if 0 <= number < MANY else None
    if batches is None:
        raise ApiError(404, "deal_not_finished")
    decoder = event_decoder(get_variant((await services.store.load(table_id)).row.variant))
    lines = b"".join(msgspec.json.encode(event) + b"\n" for batch in batches for event in decoder.decode(batch))
    name = f"fangcheng-{table_id}-{number + 1}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


HANDLERS: Final = [health, variants, catalogue, open_table, my_tables, deal_log]
