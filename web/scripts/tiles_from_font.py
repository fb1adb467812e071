"""Cut the mahjong glyphs of Noto Sans Symbols 2 (OFL-1.1) into coloured SVG tile faces; the results are committed.

    pip install fonttools brotli
    npm ci
    python scripts/tiles_from_font.py node_modules/@fontsource/noto-sans-symbols-2 src/art/tiles

Each glyph is a frame (two nested rounded rectangles) around the face: the frame is dropped (the tile's body is CSS), the face's contours
are grouped (an outer one with its holes) and coloured by a rule per tile. The font's licence is copied beside the faces.
"""

import shutil
import sys
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.ttLib import TTFont

INK, RED, GREEN, BLUE = "#1a1a2e", "#b3202a", "#12703a", "#1d3f8f"
FIRST = 0x1F000
SUITED = [f"{rank}{suit}" for suit in "msp" for rank in range(1, 10)]
NAMES = [*"ESWNCFP", *SUITED, *"abcdefgh"]
"""Names of the faces (the notation of kinds) in the order of their code points."""

REDS = {
    "1s": {0},
    "5s": {2},
    "7s": {0},
    "9s": {1, 4, 7},
    "1p": {0},
    "3p": {1},
    "5p": {2},
    "6p": {2, 3, 4, 5},
    "7p": {3, 4, 5, 6},
    "9p": {3, 4, 5},
}
"""Red groups of the dots and bamboos, counted in reading order."""

HONOURS = {"C": RED, "F": GREEN, "P": BLUE, **dict.fromkeys("abcd", RED), **dict.fromkeys("efgh", GREEN)}


def contours(glyphs, glyph):
    """The glyph's closed contours as (pen record, bounds), the largest first."""
    pen = DecomposingRecordingPen(glyphs)
    glyphs[glyph].draw(pen)
    found, current = [], []
    for step in pen.value:
        current.append(step)
        if step[0] in ("closePath", "endPath"):
            bounds = BoundsPen(None)
            for name, arguments in current:
                getattr(bounds, name)(*arguments)
            found.append((current, bounds.bounds))
            current = []
    return sorted(found, key=lambda contour: -area(contour[1]))


def area(box):
    return (box[2] - box[0]) * (box[3] - box[1])


def inside(inner, outer):
    return outer[0] <= inner[0] and outer[1] <= inner[1] and outer[2] >= inner[2] and outer[3] >= inner[3]


def groups(face):
    """Outer contours in reading order, each with what lies in its box (its holes and what is drawn in them)."""
    found = []
    for contour in face:
        home = next((group for group in found if inside(contour[1], group[0][1])), None)
        if home is None:
            found.append([contour])
        else:
            home.append(contour)
    return sorted(found, key=lambda group: (-round((group[0][1][1] + group[0][1][3]) / 120), group[0][1][0]))


def colour(name, place, box, bottom, top):
    """The customary colours of a Chinese set; `bottom` and `top` bound the whole face."""
    if name[-1] == "m":
        character = bottom + (top - bottom) * 0.62  # 萬 takes the lower part
        return RED if (box[1] + box[3]) / 2 < character else INK
    if name[-1] in "sp":
        return RED if place in REDS.get(name, ()) else GREEN if name[-1] == "s" else BLUE
    return HONOURS.get(name, INK)


def svg(glyphs, glyph, name):
    (_, frame), _, *face = contours(glyphs, glyph)
    parts = groups(face)
    bottom, top = min(part[0][1][1] for part in parts), max(part[0][1][3] for part in parts)
    paths = []
    for place, part in enumerate(parts):
        pen = SVGPathPen(None, ntos=lambda value: f"{value:.0f}")
        for record, _ in part:
            for operation, arguments in record:
                getattr(pen, operation)(*arguments)
        paths.append(f'<path fill="{colour(name, place, part[0][1], bottom, top)}" d="{pen.getCommands()}"/>')
    left, low, right, high = (round(value) for value in frame)
    box = f"{left} {-high} {right - left} {high - low}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><g transform="scale(1,-1)">{"".join(paths)}</g></svg>\n'


def main(package, out):
    font = TTFont(package / "files" / "noto-sans-symbols-2-symbols-400-normal.woff2")
    glyphs, names = font.getGlyphSet(), font.getBestCmap()
    for place, name in enumerate(NAMES):
        (out / f"{name}.svg").write_text(svg(glyphs, names[FIRST + place], name))
    shutil.copy(package / "LICENSE", out / "OFL.txt")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
