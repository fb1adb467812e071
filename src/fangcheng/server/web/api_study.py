"""The HTTP interface for studying: rules, scores of hands, replays of finished deals, and their verification."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody

from fangcheng.analysis import Analysis
from fangcheng.events import SPECTATOR, Settle, Viewer
from fangcheng.server.errors import ApiError
from fangcheng.server.protocol.replays import Checked, Replay, WonHand
from fangcheng.server.results.archive import ResultRow
from fangcheng.server.storage.batches import decode_batches
from fangcheng.server.study.checking import check_log, checked_for, read_told
from fangcheng.server.study.desk import Desk
from fangcheng.server.study.replaying import Shown, analysis, facts_of, replay_of, told_of, won_hand
from fangcheng.server.study.rulebook import RulesPage, rules_page
from fangcheng.server.study.scorer import Asked, ScoreForm, Waits, Worth, known_game, score_form, waits, worth
from fangcheng.server.tables.play import WATCHING
from fangcheng.server.tables.terms import TermsStore
from fangcheng.server.web.asking import AnyRequest, Given, is_deal, signed_in
from fangcheng.server.web.packing import packed
from fangcheng.server.web.services import Services
from fangcheng.variants import get_variant

AtDesk = NamedDependency[Desk]
Line = Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]

MAX_LOG: Final = 262_144
"""Largest log that may be handed in, in bytes; the log of a whole deal has about a tenth of that."""
PACKED: Final = {200: ResponseSpec(Replay, description="The deal", generate_examples=False)}
"""The answer of handlers that compress it themselves, for the schema."""


# --- rules and scores -----------------------------------------------------------------------------------------------------------


@get("/rules/{variant:str}/{language:str}")
async def rules(variant: FromPath[str], language: FromPath[str], desk: AtDesk) -> Response[RulesPage]:
    """The rules of a game as a page of HTML, with its headings."""
    page = await desk.answer(rules_page, known_game(variant).id, language)
    return Response(page, headers={"cache-control": "no-cache"})


@get("/score/{variant:str}", sync_to_thread=False)
def form(variant: FromPath[str]) -> ScoreForm:
    """What can be told of a win in a game."""
    return score_form(known_game(variant))


@post("/score/{variant:str}", status_code=200)
async def score(variant: FromPath[str], data: JSONBody[Asked], desk: AtDesk) -> Worth:
    """What a hand is worth, and who pays."""
    return await desk.answer(worth, known_game(variant), data)


@post("/waits/{variant:str}", status_code=200)
async def what_waits(variant: FromPath[str], data: JSONBody[Asked], desk: AtDesk) -> Waits:
    """What a hand waits for."""
    return await desk.answer(waits, known_game(variant), data)


# --- finished deals of tables -----------------------------------------------------------------------------------------------------


@get("/replay/{table_id:str}/{number:int}", responses=PACKED)
async def replay(
    request: AnyRequest,
    table_id: FromPath[str],
    number: FromPath[int],
    services: Given,
    desk: AtDesk,
    seat: FromQuery[int] = -1,
    open: FromQuery[bool] = False,
    share: FromQuery[str] = "",
) -> Response[bytes]:
    """A finished deal frame by frame, as a seat saw it or with all hands open; without a seat the caller's own."""
    deal = await finished_deal(request, services, table_id, number, share)
    return await desk.answer(shown, request, deal, seat, open)


@get("/replay/{table_id:str}/{number:int}/analysis")
async def analyse_deal(
    request: AnyRequest,
    table_id: FromPath[str],
    number: FromPath[int],
    line: FromQuery[Line],
    seat: FromQuery[int],
    services: Given,
    desk: AtDesk,
    share: FromQuery[str] = "",
) -> Analysis:
    """What a seat could know of its hand after a line of the log."""
    deal = await finished_deal(request, services, table_id, number, share)
    return await desk.answer(analysis, deal, line, seat)


@get("/replay/{table_id:str}/{number:int}/verify")
async def verify_deal(
    request: AnyRequest, table_id: FromPath[str], number: FromPath[int], services: Given, desk: AtDesk, share: FromQuery[str] = ""
) -> Checked:
    """Everything of a finished deal, worked out again from its secret; the secret itself only for those who may see all hands."""
    deal = await finished_deal(request, services, table_id, number, share)
    return await desk.answer(checked_for, deal)


@get("/replay/{table_id:str}/{number:int}/won")
async def my_win(request: AnyRequest, table_id: FromPath[str], number: FromPath[int], services: Given, desk: AtDesk) -> WonHand:
    """The hand with which the caller has won a finished deal."""
    deal = await finished_deal(request, services, table_id, number)
    return await desk.answer(won_hand, deal)


async def finished_deal(request: AnyRequest, services: Services, table_id: str, number: int, share: str = "") -> Shown:
    """A finished deal for somebody who played it or has a link, or, if spectators are let in, as they saw it; otherwise ApiError."""
    if share:
        return await shared_deal(services, table_id, number, share)
    me = await signed_in(request, services)
    if "\0" in table_id or not is_deal(number):
        raise ApiError(404, "deal_not_finished")
    sitting = await services.archive.deals(me.id, table_id, number + 1, 1)
    if not sitting or sitting[0].deal != number:
        sitting = await watched(services, table_id, number, me.id)
    batches = await services.store.deal_log(table_id, number)
    assert batches is not None
    saved = await services.store.load(table_id)
    variant = get_variant(saved.row.variant)
    told = told_of(variant, decode_batches(variant, batches))
    before = [msgspec.json.decode(deal.settled, type=Settle) for deal in saved.deals if deal.settled and deal.number < number]
    totals = [sum(settle.payments[seat] for settle in before) for seat in range(told.start.seats)]
    names = [row.bot or row.name for row in sitting]
    facts = facts_of(told, names, [row.bot is not None for row in sitting], totals, saved.row.deals)
    seat = next((row.seat for row in sitting if row.mine), WATCHING)
    viewer = SPECTATOR if seat == WATCHING else Viewer(seat, frozenset(range(told.start.seats)))
    return Shown(told, facts, viewer, seat)


async def watched(services: Services, table_id: str, number: int, user_id: str) -> list[ResultRow]:
    """The seats of a finished deal that a spectator could watch; ApiError if spectators could not, or if the user is none."""
    refused = await why_not(services, table_id, user_id)
    kept = await TermsStore(services.store.engine).terms_of(table_id) if refused.code == "not_your_table" else None
    if kept is None or kept.terms.spectators == "off":
        raise refused
    if kept.room and user_id in (await services.rooms.stored.room(kept.room)).shut_out:
        raise ApiError(403, "kicked")
    if not (sitting := await services.archive.seated(table_id, number)):
        raise ApiError(404, "deal_not_finished")
    return sitting


async def why_not(services: Services, table_id: str, user_id: str) -> ApiError:
    """Why a player has no deal of a table."""
    try:
        seat = await services.store.seat_of(table_id, user_id)
    except KeyError:
        return ApiError(404, "no_such_table")
    return ApiError(403, "not_your_table") if seat is None else ApiError(404, "deal_not_finished")


async def shared_deal(services: Services, table_id: str, number: int, token: str) -> Shown:
    """The deal behind a link, with what of it the link shows."""
    try:
        found = await services.archive.shared_deal(token.replace("\0", ""))
    except KeyError:
        raise ApiError(404, "no_such_share") from None
    if (found.table_id, found.number) != (table_id, number):
        raise ApiError(404, "no_such_share")
    told = told_of(found.variant, found.log)
    return Shown(told, facts_of(told, found.names, found.bots), found.viewer)


# --- logs that are handed in ------------------------------------------------------------------------------------------------------


@post("/replay", status_code=200, request_max_body_size=MAX_LOG, responses=PACKED)
async def replay_log(request: AnyRequest, desk: AtDesk, seat: FromQuery[int] = 0, open: FromQuery[bool] = False) -> Response[bytes]:
    """A log that is handed in, frame by frame."""
    data = await request.body()

    def answer() -> Response[bytes]:
        return shown(request, handed_in(data), seat, open)

    return await desk.answer(answer)


@post("/replay/analysis", status_code=200, request_max_body_size=MAX_LOG)
async def analyse_log(request: AnyRequest, line: FromQuery[Line], seat: FromQuery[int], desk: AtDesk) -> Analysis:
    """What a seat could know of its hand after a line of a log that is handed in."""
    data = await request.body()
    return await desk.answer(lambda: analysis(handed_in(data), line, seat))


@post("/verify", status_code=200, request_max_body_size=MAX_LOG)
async def verify_log(request: AnyRequest, desk: AtDesk) -> Checked:
    """Everything of a log that is handed in, worked out again from its secret."""
    return await desk.answer(check_log, await request.body())


def handed_in(data: bytes) -> Shown:
    """A log that was handed in: everything in it may be seen."""
    told = read_told(data)
    return Shown(told, facts_of(told), Viewer(0, frozenset(range(told.start.seats))))


def shown(request: AnyRequest, deal: Shown, seat: int, everything: bool) -> Response[bytes]:
    """The frames as an answer. Views repeat each other: compressed, they have a twentieth of the size."""
    found = replay_of(deal, deal.viewer.seat if seat < 0 else seat, everything=everything)
    return packed(request, msgspec.json.encode(found), "application/json")


def study() -> Router:
    """All of it under ``/api``, with a desk of its own."""
    desk = Desk()
    return Router(
        "/api",
        route_handlers=[rules, form, score, what_waits, replay, analyse_deal, verify_deal, my_win, replay_log, analyse_log, verify_log],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
    )
