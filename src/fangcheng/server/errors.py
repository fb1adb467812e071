"""Errors of the HTTP interface: always ``{"code", "detail"}``, never a stack trace."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import structlog
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException

from fangcheng.server.protocol import Problem
from fangcheng.server.trouble import noted

logger = structlog.get_logger(__name__)


class ApiError(Exception):
    """A request that cannot be met: HTTP status, code (a key of the catalogues) and detail."""

    def __init__(self, status: int, code: str, detail: Any = None) -> None:
        super().__init__(code)
        self.status, self.code, self.detail = status, code, detail


def answer_api_error(_: Request[Any, Any, Any], error: ApiError) -> Response[Problem]:
    """The answer to a request that our own code refuses."""
    return Response(Problem(error.code, error.detail), status_code=error.status)


def answer_http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """The answer to a request that the framework refuses: unknown path, bad body, too large ..."""
    if error.status_code >= 500:
        return answer_unknown(_, error)
    if isinstance(error, ValidationException) or error.status_code == HTTPStatus.BAD_REQUEST:
        return Response(Problem("bad_request", {"reason": error.detail, "fields": error.extra or []}), status_code=400)
    codes = {404: "not_found", 405: "not_allowed", 413: "too_large"}
    return Response(Problem(codes.get(error.status_code, "bad_request")), status_code=error.status_code, headers=error.headers)


def answer_recursion(_: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    """The answer to a body that is nested too deeply to be read; nothing else here recurses."""
    return Response(Problem("bad_request", {"reason": str(error)}), status_code=400)


def answer_unknown(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """The answer to a request that ran into a bug of ours, or into a database that does not do what it should."""
    if found := noted(error, path=request.url.path):
        return Response(Problem("database_away", {"reason": found}), status_code=503)
    logger.error("request_failed", path=request.url.path, exc_info=error)
    return Response(Problem("internal"), status_code=500)
