"""The built web client, and the headers that every answer carries."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import Any, Final

from litestar import Request, Response, get
from litestar.datastructures import MutableScopeHeaders
from litestar.params import FromPath
from litestar.status_codes import HTTP_304_NOT_MODIFIED, HTTP_503_SERVICE_UNAVAILABLE
from litestar.types import Message, Scope

from fangcheng.server.errors import ApiError
from fangcheng.server.web.packing import packed

STATIC: Final = Path(__file__).parents[1] / "static"

NOT_BUILT: Final = """<!doctype html>
<html lang="zh-Hans"><meta charset="utf-8"><title>Fangcheng</title>
<body>
<h1>方城 Fangcheng</h1>
<p>网页客户端还没有构建。请在项目目录运行 <code>scripts/serve</code>，它会自动构建并启动。</p>
<p lang="en">The web client has not been built. Run <code>scripts/serve</code> in the project's folder: it builds and serves it.</p>
</body></html>
"""

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; "
        "connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


KINDS: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
"""Media types that not every machine knows."""
PACKED: Final = frozenset({"text/html", "text/css", "text/javascript", "image/svg+xml", "application/manifest+json"})


async def add_headers(message: Message, scope: Scope) -> None:
    """Put the security headers on every answer. An answer that says nothing about caching must not be cached."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in HEADERS.items():
            headers.setdefault(name, value)
        headers.setdefault("cache-control", "no-store")


def client_file(name: str) -> Path | None:
    """The file of this name, None where there is none."""
    try:
        file = (STATIC / name).resolve()
        return file if file.is_relative_to(STATIC) and file.is_file() else None
    except (OSError, ValueError):
        # A name that is too long, a zero byte, or a circle of links cannot be a file.
        return None


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: Request[Any, Any, Any], path: FromPath[str] = "") -> Response[bytes]:
    """A file of the client. The build puts a hash of the content into the name of everything below assets/."""
    name = path.strip("/") or "index.html"
    file = client_file(name)
    if file is None:
        if name == "index.html":
            return Response(NOT_BUILT.encode(), media_type="text/html", status_code=HTTP_503_SERVICE_UNAVAILABLE)
        raise ApiError(404, "not_found")
    status = file.stat()
    tag = f'"{status.st_mtime_ns:x}-{status.st_size:x}"'
    headers = {"etag": tag, "cache-control": "public, max-age=31536000, immutable" if name.startswith("assets/") else "no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(b"", status_code=HTTP_304_NOT_MODIFIED, headers=headers)
    kind = KINDS.get(file.suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind not in PACKED:
        return Response(file.read_bytes(), media_type=kind, headers=headers)
    return packed(request, file.read_bytes(), kind, headers, again=True)
