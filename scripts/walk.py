"""Random deals with random options, on all cores; each broken promise is printed with the seed that shows it again."""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ProcessPoolExecutor

from rich.progress import Progress

from fangcheng.audit.promises import BrokenPromise, check_deal
from fangcheng.variants import VARIANTS, get_variant

CHUNK = 50


def check_chunk(name: str, first: int, deals: int) -> list[str]:
    """Check deals of consecutive seeds; what broke."""
    broken = []
    for seed in range(first, first + deals):
        try:
            check_deal(get_variant(name), seed)
        except BrokenPromise as error:
            broken.append(str(error))
        except Exception as error:
            broken.append(f"{name}, seed {seed}: {type(error).__name__}: {error}")
    return broken


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", help="all by default")
    parser.add_argument("--deals", type=int, default=10_000, help="deals a game")
    parser.add_argument("--first", type=int, default=0, help="first seed")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in VARIANTS]
    if unknown:
        parser.error(f"unknown game {unknown[0]!r}; there are {', '.join(VARIANTS)}")
    failures = 0
    with ProcessPoolExecutor() as pool, Progress(disable=not sys.stderr.isatty()) as progress:
        for name in arguments.games or VARIANTS:
            last = arguments.first + arguments.deals
            chunks = [(name, seed, min(CHUNK, last - seed)) for seed in range(arguments.first, last, CHUNK)]
            broken = [
                line
                for lines in progress.track(pool.map(check_chunk, *zip(*chunks, strict=True)), len(chunks), description=name)
                for line in lines
            ]
            print(f"{name}: {arguments.deals} deals, {len(broken)} broke a promise")
            print("".join(f"  {line}\n" for line in broken[:20]), end="")
            failures += len(broken)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
