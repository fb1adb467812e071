"""Whole matches: two people and a spectator with real browsers play a match of each game against a real server, on both databases.

    ./scripts/matches [--game ID ...] [--database sqlite|postgresql] [--deals N] [--seed N]

Without --deals a match has the least number of deals that is customary and more than one. Held to: all three read the same score sheets;
records, statement and ledger agree with them; every deal can be verified; each page was sent exactly what its viewer may know of the log,
and no tile that is hidden from him; no page complains on its console, nor does the server in its log.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from server.databases import NoPostgres, new_database, running_postgres
from web.browser import browsing
from web.match import play_match
from web.site import Site, running

from fangcheng.variants import VARIANTS, get_variant

DATABASES = ("sqlite", "postgresql")


def customary(game: str) -> int:
    """The shortest match of a game that is customary and has more than one deal."""
    return min(length for length in get_variant(game).match_lengths if length > 1)


@contextmanager
def served(kind: str) -> Generator[Site]:
    """A server on a new database of this kind; NoPostgres where there is none."""
    with tempfile.TemporaryDirectory(prefix="fangcheng-matches-") as folder:
        if kind == "sqlite":
            with running(Path(folder)) as site:
                yield site
            return
        with running_postgres() as postgres:
            url = new_database(postgres).url.set(drivername="postgresql")
            with running(Path(folder), url.render_as_string(hide_password=False)) as site:
                yield site


async def play(site: Site, kind: str, game: str, deals: int, seed: int) -> bool:
    """Play a match of a game and say how it went; whether all was well."""
    began = time.monotonic()
    try:
        async with browsing(site, os.environ["FANGCHENG_CHROMIUM"]) as visit:
            played = await play_match(visit, site, game, deals, random.Random(seed))
    except Exception as error:
        # Whatever goes wrong in one match, the others are played.
        print(f"{kind} {game}: FAILED after {time.monotonic() - began:.0f} s with seed {seed}: {type(error).__name__}: {error}")
        print(*getattr(error, "__notes__", ()), sep="\n", flush=True)
        return False
    told = f"{played.deals} deals, {played.wins} of them won, {played.moves} moves of people, {played.events} events sent and right"
    print(f"{kind} {game}: {told}; {time.monotonic() - began:.0f} s", flush=True)
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=list(VARIANTS), help="one of the games; may be given several times")
    parser.add_argument("--database", choices=DATABASES, help="on one kind of database")
    parser.add_argument("--deals", type=int, help="deals of a match, one of the numbers that the form offers")
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32), help="of what people choose; the walls are new each time")
    given = parser.parse_args()
    if "FANGCHENG_CHROMIUM" not in os.environ:
        parser.error("there is no browser: install Chromium, or name it in FANGCHENG_CHROMIUM")
    # To be told to end is to be interrupted, or servers and browsers would be left behind.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    began, well = time.monotonic(), []
    for kind in [given.database] if given.database else DATABASES:
        try:
            with served(kind) as site:
                for game in given.game or VARIANTS:
                    well.append(asyncio.run(play(site, kind, game, given.deals or customary(game), given.seed)))
        except NoPostgres as why:
            print(f"{kind}: NOT PLAYED: {why}", flush=True)
            well.append(False)
    print(f"{sum(well)} of {len(well)} well; {time.monotonic() - began:.0f} s")
    return 0 if all(well) else 1


if __name__ == "__main__":
    sys.exit(main())
