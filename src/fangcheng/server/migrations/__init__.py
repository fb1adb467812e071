"""Versions of the database. `upgrade` brings a database of any age to the newest."""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.util import CommandError

from fangcheng.server.config import ConfigError


def upgrade(database: Path) -> None:
    """Carry out all migrations that a database has not seen; ConfigError when it is none of ours."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.set_main_option("path_separator", "os")
    engine = sa.create_engine(f"sqlite:///{database}")
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except (sa.exc.DatabaseError, CommandError) as error:
        reason = error.orig if isinstance(error, sa.exc.DatabaseError) else error
        raise ConfigError(f"the database cannot be used: {database} ({reason})") from None
    finally:
        engine.dispose()
