"""Take the pictures of the documents anew, or those whose names are given, into docs/screenshots.

    ./scripts/pictures [--into FOLDER] [NAME ...]

Deals are staged from fixed seeds, so a picture changes only where the client or the rules do. Look at every picture that has changed.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from web.browser import browsing
from web.pictures.camera import take
from web.pictures.table import PICTURES, Picture
from web.site import running

SCREENSHOTS = Path(__file__).parents[3] / "docs" / "screenshots"


async def take_all(pictures: Sequence[Picture], folder: Path) -> int:
    with tempfile.TemporaryDirectory(prefix="fangcheng-pictures-") as data, running(Path(data)) as site:
        async with browsing(site, os.environ["FANGCHENG_CHROMIUM"]) as visit:
            return await take(site, visit, pictures, folder)


def main() -> int:
    parser = argparse.ArgumentParser(prog="pictures", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="only these")
    parser.add_argument("--into", type=Path, default=SCREENSHOTS, help="another folder")
    given = parser.parse_args()
    if unknown := set(given.name) - {picture.name for picture in PICTURES}:
        parser.error(f"there is no picture {', '.join(sorted(unknown))}; tests/web/pictures/table.py lists all")
    if "FANGCHENG_CHROMIUM" not in os.environ:
        parser.error("there is no browser: install Chromium, or name it in FANGCHENG_CHROMIUM")
    began = time.monotonic()
    pictures = [picture for picture in PICTURES if not given.name or picture.name in given.name]
    given.into.mkdir(parents=True, exist_ok=True)
    total = asyncio.run(take_all(pictures, given.into))
    print(f"{len(pictures)} pictures, {total / 1000:.0f} kB; {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
