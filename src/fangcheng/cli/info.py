"""``fangcheng info``: what is installed."""

from __future__ import annotations

import platform

from fangcheng import __version__
from fangcheng.bots import BOTS
from fangcheng.cli.console import AsJson, Lang, Speaker, print_json
from fangcheng.locales import LANGUAGES, text
from fangcheng.shapes import mode, why_pure
from fangcheng.variants import VARIANTS


def info(json: AsJson = False, lang: Lang = None) -> int:
    """Print the version, whether the accelerator runs, and the games, bots and languages there are.

    \b
    Example:
      fangcheng info --json
    """
    speaker = Speaker(lang)
    if json:
        games = {name: {"seats": variant.seats, "name": text(speaker.language, "name", name)} for name, variant in VARIANTS.items()}
        print_json(
            {
                "version": __version__,
                "python": platform.python_version(),
                "mode": mode(),
                "why_pure": why_pure(),
                "games": games,
                "bots": list(BOTS),
                "languages": LANGUAGES,
            }
        )
        return 0
    speaker.line(f"fangcheng {__version__}, Python {platform.python_version()}")
    speaker.say(f"cli.mode_{mode()}", why=why_pure())
    speaker.line(speaker.text("cli.games"))
    speaker.table(
        [f"  {name}", text(speaker.language, "name", name), "/".join(map(str, variant.seats))] for name, variant in VARIANTS.items()
    )
    speaker.say("cli.bots", names=", ".join(BOTS))
    speaker.say("cli.languages", names=", ".join(LANGUAGES))
    return 0
