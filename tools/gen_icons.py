#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the icons of the web app and of the desktop entry: a knight on a piece of shogi.

    tools/gen_icons.py [--out web/icons]

The PNG files are made by rsvg-convert (Debian's librsvg2-bin).
"""

import argparse
import os
import subprocess
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from pieces.figures import solid  # noqa: E402
from pieces.outline import drawn, path, polygon, svg  # noqa: E402

GROUND, WOOD, EDGE, INK = "#0b6e5c", "#f6d796", "#5a3b12", "#1b1206"
ROUNDED = "M22 0H78C91 0 100 9 100 22V78C100 91 91 100 78 100H22C9 100 0 91 0 78V22C0 9 9 0 22 0Z"
FULL = "M0 0H100V100H0Z"


def icon(ground, size):
    """The piece is `size` of the icon high."""
    koma = polygon((50, 4), (83, 20), (93, 96), (7, 96), (17, 20))
    knight = solid("N").fit(24, 26, 52, 62)

    def shrink(outline):
        return outline.move(-50, -50).scale(size).move(50, 50)

    return svg(path(drawn(ground), GROUND), path(shrink(koma), WOOD, EDGE, 2), path(shrink(knight), INK))


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Draws the icons.")
    parser.add_argument("--out", default=os.path.join(here, "..", "web", "icons"))
    out = parser.parse_args().out
    os.makedirs(out, exist_ok=True)
    # A maskable icon may be cut to a circle of 80 % of its width.
    for name, text, sizes in (("icon", icon(ROUNDED, 0.8), (192, 512)), ("icon-maskable", icon(FULL, 0.62), (512,))):
        source = os.path.join(out, name + ".svg")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        for size in sizes:
            subprocess.run(["rsvg-convert", "-w", str(size), "-h", str(size), "-o", os.path.join(out, f"{name}-{size}.png"),
                            source], check=True)
    os.remove(os.path.join(out, "icon-maskable.svg"))


if __name__ == "__main__":
    main()
