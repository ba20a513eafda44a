# SPDX-License-Identifier: MIT
"""Xiangqi: discs with hanzi, and discs with figures."""

from .figures import solid
from .outline import disc, glyph, path, svg

HANZI = {"K": "帥將", "A": "仕士", "B": "相象", "N": "傌馬", "R": "俥車", "C": "炮砲", "P": "兵卒"}
FIGURES = {"K": "K", "A": "Q", "B": "E", "N": "N", "R": "R", "C": "X", "P": "P"}
INK = ("#b3160e", "#16181a")
WOOD, EDGE = "#fbe7bd", "#6b4518"


def coin(side, ink):
    ring = disc(50, 50, 39.5) + disc(50, 50, 37.5).scale(-1, 1).move(100, 0)
    return svg(path(disc(50, 50, 46), WOOD, EDGE, 2), path(ring, INK[side]), path(ink, INK[side]))


def drawings():
    for side in (0, 1):
        for code in HANZI:
            yield ("xiangqi", f"{side}{code}"), coin(side, glyph("serif", HANZI[code][side]).fit(23, 23, 54, 54))
            yield ("xiangqi-int", f"{side}{code}"), coin(side, solid(FIGURES[code]).fit(24, 22, 52, 54))
