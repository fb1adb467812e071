"""The command ``fangcheng``."""

import sys


def main() -> None:
    """Entry point of the console script."""
    try:
        # All that takes time to import is imported in here: whoever presses Ctrl-C before it is there is to see no stack trace.
        from fangcheng.cli.app import run

        status = run(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
