"""The HTTP interface of docs/protocol.md."""

from __future__ import annotations

import hashlib
from importlib import resources
from typing import Final

from litestar import Response, get
from litestar.params import FromPath

from fangcheng.formats import encode_log
from fangcheng.rules.options import option_rows
from fangcheng.server.errors import ApiError
from fangcheng.server.protocol import Health, RunningTable, VariantInfo
from fangcheng.server.storage.batches import decode_batches
from fangcheng.server.web.asking import SIGNED_IN, AnyRequest, Asker, Given, is_deal
from fangcheng.server.web.packing import packed
from fangcheng.variants import VARIANTS, get_variant


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
            winds=game.winds,
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
    return packed(request, text, "application/json", headers, again=True)


@get("/api/tables", dependencies=SIGNED_IN)
async def my_tables(me: Asker, services: Given) -> list[RunningTable]:
    """The caller's tables that are not over, newest first."""
    return await services.store.running_of(me.id)


@get("/api/tables/{table_id:str}/deals/{number:int}", dependencies=SIGNED_IN, media_type="application/x-ndjson")
async def deal_log(table_id: FromPath[str], number: FromPath[int], me: Asker, services: Given) -> Response[bytes]:
    """The full log of a finished deal, one event per line, for its players. Those who had left before it do not see it."""
    try:
        seat = await services.store.seat_of(table_id, me.id)
    except KeyError:
        raise ApiError(404, "no_such_table") from None
    if seat is None:
        raise ApiError(403, "not_your_table")
    played = is_deal(number) and await services.archive.has_played(me.id, table_id, number)
    batches = await services.store.deal_log(table_id, number) if played else None
    if batches is None:
        raise ApiError(404, "deal_not_finished")
    variant = get_variant((await services.store.load(table_id)).row.variant)
    lines = encode_log(decode_batches(variant, batches))
    name = f"fangcheng-{table_id}-{number + 1}.jsonl"
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(lines, media_type="application/x-ndjson", headers=headers)


HANDLERS: Final = [health, variants, catalogue, my_tables, deal_log]
