"""Whether a request comes from a page of ours: browsers send the session's cookie whichever site's page makes the request."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlsplit

from fangcheng.server.config import Config


def is_ours(headers: Mapping[str, str], config: Config) -> bool:
    """Whether the page that asks is the server's own, or one that the settings allow. Other clients than browsers name none and may ask."""
    origin = headers.get("origin")
    if not origin:
        return True
    try:
        place = urlsplit(origin).netloc
    except ValueError:
        return False
    return (bool(place) and place == headers.get("host")) or origin in config.origins.split()
