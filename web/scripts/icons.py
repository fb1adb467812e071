"""Draw the icons of the installed client from our own tile faces, with a Chromium (the PNGs are committed).

    python web/scripts/icons.py

The tile 中 lies on the felt of the table. A maskable icon has no corners of its own and keeps to the middle, since the system cuts it.
"""

import os
import shutil
from pathlib import Path

from playwright.sync_api import sync_playwright

WEB = Path(__file__).resolve().parents[1]
FACE = (WEB / "src" / "art" / "tiles" / "C.svg").read_text("utf-8")
CHROMIUM = os.environ.get("FANGCHENG_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")

# File, width, how much of it the tile is high, and how round the corners are.
ICONS = (
    ("icon-192.png", 192, 0.72, 0.22),
    ("icon-512.png", 512, 0.72, 0.22),
    ("icon-maskable-512.png", 512, 0.54, 0),
    ("apple-touch-icon.png", 180, 0.66, 0),
)

PAGE = """<!doctype html><meta charset="utf-8"><style>
  html, body {{ margin: 0; background: transparent }}
  .felt {{ display: grid; place-items: center; width: {width}px; height: {width}px; border-radius: {round}px;
    background: radial-gradient(circle at 50% 35%, #1f6157, #154a45 55%, #0c302f) }}
  .tile {{ --h: {high}px; box-sizing: border-box; display: grid; place-items: center; height: var(--h); width: calc(var(--h) * 0.735);
    border-radius: calc(var(--h) * 0.1); background: linear-gradient(#fdfaf0, #eee5cf);
    box-shadow: inset 0 calc(var(--h) * -0.06) 0 #d3c39d, 0 calc(var(--h) * 0.05) calc(var(--h) * 0.1) #0008 }}
  svg {{ height: 112%; margin-top: calc(var(--h) * -0.05) }}
</style><div class="felt"><div class="tile">{face}</div></div>"""


def main() -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--headless", "--no-sandbox", "--disable-gpu"])
        page = browser.new_page()
        for name, width, high, corner in ICONS:
            page.set_viewport_size({"width": width, "height": width})
            page.set_content(PAGE.format(width=width, round=width * corner, high=width * high, face=FACE))
            page.screenshot(path=WEB / "public" / name, omit_background=True)
        browser.close()


main()
