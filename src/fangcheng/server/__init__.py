"""The server: browsers play at tables that survive it."""

from fangcheng.server.config import ConfigError
from fangcheng.server.serve import run

__all__ = ["ConfigError", "run"]
