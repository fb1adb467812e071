"""Compressed answers, for slow connections."""

from __future__ import annotations

import functools
import gzip
from collections.abc import Mapping
from typing import Any

from litestar import Request, Response


def packed(
    request: Request[Any, Any, Any], data: bytes, kind: str, headers: Mapping[str, str] | None = None, *, again: bool = False
) -> Response[bytes]:
    """An answer with this content, compressed if the client accepts it. Content that is asked for `again` and again is compressed once."""
    said = {**(headers or {}), "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(data, media_type=kind, headers=said)
    small = _pack_once(data) if again else gzip.compress(data, 5)
    return Response(small, media_type=kind, headers={**said, "content-encoding": "gzip"})


@functools.lru_cache(maxsize=128)
def _pack_once(data: bytes) -> bytes:
    return gzip.compress(data, 9)
