"""The HTTP interface for studying: rules, scores of hands, replays of finished deals, and their verification."""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from litestar import Request, Response, Router, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody

from fangcheng.analysis import Analysis
from fangcheng.events import Event, Settle, Start
from fangcheng.server.desk import Desk
from fangcheng.server.errors import ApiError
from fangcheng.server.packing import packed
from fangcheng.server.play import event_decoder
from fangcheng.server.replaying import (
    Checked,
    DealFacts,
    Replay,
    Told,
    analysis,
    check_log,
    checked,
    facts_of,
    frames,
    looking,
    read_told,
    settled,
)
from fangcheng.server.rulebook import RulesPage, rules_page
from fangcheng.server.scorer import Asked, ScoreForm, Waits, Worth, known_game, score_form, waits, worth
from fangcheng.server.services import Services
from fangcheng.server.sessions import COOKIE
from fangcheng.variants import get_variant

AnyRequest = Request[Any, Any, Any]
Given = NamedDependency[Services]
AtDesk = NamedDependency[Desk]
Line = Annotated[int, msgspec.Meta(ge=1, le=1 << 20)]

MAX_LOG: Final = 262_144
"""Largest log that may be handed in, in bytes; those of whole deals are a tenth of it."""
MANY: Final = 1 << 31


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


@get("/replay/{table_id:str}/{number:int}")
async def replay(
    request: AnyRequest,
    table_id: FromPath[str],
    number: FromPath[int],
    services: Given,
    desk: AtDesk,
    seat: FromQuery[int] = -1,
    open: FromQuery[bool] = False,
) -> Response[bytes]:
    """A finished deal frame by frame, as a seat saw it or with all hands open; without a seat the caller's own."""
    own, told, facts = await finished_deal(request, services, table_id, number)
    return await desk.answer(shown, request, told, facts, own if seat < 0 else seat, open)


@get("/replay/{table_id:str}/{number:int}/analysis")
async def analyse_deal(
    request: AnyRequest,
    table_id: FromPath[str],
    number: FromPath[int],
    line: FromQuery[Line],
    seat: FromQuery[int],
    services: Given,
    desk: AtDesk,
) -> Analysis:
    """What a seat could know of its hand after a line of the log."""
    _, told, _ = await finished_deal(request, services, table_id, number)
    return await desk.answer(analysis, told, line, seat)


@get("/replay/{table_id:str}/{number:int}/verify")
async def verify_deal(request: AnyRequest, table_id: FromPath[str], number: FromPath[int], services: Given, desk: AtDesk) -> Checked:
    """Everything of a finished deal, worked out again from its secret."""
    _, told, _ = await finished_deal(request, services, table_id, number)
    return await desk.answer(checked, told)


async def finished_deal(request: AnyRequest, services: Services, table_id: str, number: int) -> tuple[int, Told, DealFacts]:
    """The caller's seat, the log and the facts of a finished deal; ApiError for a caller who may not see it."""
    me = await services.sessions.find(request.cookies.get(COOKIE))
    if me is None:
        raise ApiError(401, "no_session")
    try:
        seat = await services.store.seat_of(table_id, me.id)
    except KeyError:
        raise ApiError(404, "no_such_table") from None
    if seat is None:
        raise ApiError(403, "not_your_table")
    batches = await services.store.deal_log(table_id, number) if 0 <= number < MANY else None
    if batches is None:
        raise ApiError(404, "deal_not_finished")
    saved = await services.store.load(table_id)
    variant = get_variant(saved.row.variant)
    log: list[Event] = [event for batch in batches for event in event_decoder(variant).decode(batch)]
    start = log[0]
    assert isinstance(start, Start)
    told = Told(variant, start, log)
    before = [msgspec.json.decode(deal.settled, type=Settle) for deal in saved.deals if deal.settled and deal.number < number]
    totals = [sum(settle.payments[place] for settle in before) for place in range(start.seats)]
    sitting = saved.row.seats
    facts = facts_of(told, [sits.name for sits in sitting], [sits.bot is not None for sits in sitting], totals, saved.row.deals)
    return seat, told, facts


# --- logs that are handed in ------------------------------------------------------------------------------------------------------


@post("/replay", status_code=200, request_max_body_size=MAX_LOG)
async def replay_log(request: AnyRequest, desk: AtDesk, seat: FromQuery[int] = 0, open: FromQuery[bool] = False) -> Response[bytes]:
    """A log that is handed in, frame by frame."""
    data = await request.body()

    def answer() -> Response[bytes]:
        told = read_told(data)
        return shown(request, told, facts_of(told), seat, open)

    return await desk.answer(answer)


@post("/replay/analysis", status_code=200, request_max_body_size=MAX_LOG)
async def analyse_log(request: AnyRequest, line: FromQuery[Line], seat: FromQuery[int], desk: AtDesk) -> Analysis:
    """What a seat could know of its hand after a line of a log that is handed in."""
    data = await request.body()
    return await desk.answer(lambda: analysis(read_told(data), line, seat))


@post("/verify", status_code=200, request_max_body_size=MAX_LOG)
async def verify_log(request: AnyRequest, desk: AtDesk) -> Checked:
    """Everything of a log that is handed in, worked out again from its secret."""
    return await desk.answer(check_log, await request.body())


def shown(request: AnyRequest, told: Told, facts: DealFacts, seat: int, everything: bool) -> Response[bytes]:
    """The frames as an answer. Views repeat each other: packed they are a twentieth of the size."""
    if not settled(told):
        raise ApiError(409, "deal_not_finished")
    if not 0 <= seat < facts.seats:
        raise ApiError(400, "bad_seat", {"seats": facts.seats})
    found = Replay(facts, list(range(facts.seats)), True, list(frames(told, looking(seat, facts.seats, everything=everything))))
    return packed(request, msgspec.json.encode(found), "application/json")


def study() -> Router:
    """All of it under ``/api``, with a desk of its own."""
    desk = Desk()
    return Router(
        "/api",
        route_handlers=[rules, form, score, what_waits, replay, analyse_deal, verify_deal, replay_log, analyse_log, verify_log],
        dependencies={"desk": Provide(lambda: desk, sync_to_thread=False)},
    )
