# SPDX-License-Identifier: MIT
"""Shogi: one kanji, two kanji, and figures with marks of their moves for who reads no kanji."""

import math

from .figures import solid
from .outline import Outline, disc, glyph, path, polygon, svg

ONE = {"K": "玉", "R": "飛", "B": "角", "G": "金", "S": "銀", "N": "桂", "L": "香", "P": "歩",
       "+R": "龍", "+B": "馬", "+S": "全", "+N": "圭", "+L": "杏", "+P": "と"}
TWO = {"K": "玉将", "R": "飛車", "B": "角行", "G": "金将", "S": "銀将", "N": "桂馬", "L": "香車", "P": "歩兵",
       "+R": "龍王", "+B": "龍馬", "+S": "成銀", "+N": "成桂", "+L": "成香", "+P": "と金"}
SIZE = {"K": 1.0, "R": 0.98, "B": 0.98, "G": 0.95, "S": 0.95, "N": 0.92, "L": 0.9, "P": 0.88}
INK, RED = "#1b1206", "#a8201a"
LIGHT, DARK, EDGE = "#f6d796", "#d19a55", "#7a5220"

# How pieces move, as the marks show it: directions of single steps, and of lines (x to the right, y forward).
STRAIGHT = [(0, 1), (1, 0), (0, -1), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, -1), (-1, 1)]
GOLD = STRAIGHT + [(1, 1), (-1, 1)]
MOVES = {"K": (STRAIGHT + DIAGONAL, []), "R": ([], STRAIGHT), "B": ([], DIAGONAL), "G": (GOLD, []),
         "S": (DIAGONAL + [(0, 1)], []), "N": ([(0.5, 1), (-0.5, 1)], []), "L": ([], [(0, 1)]), "P": ([(0, 1)], []),
         "+R": (DIAGONAL, STRAIGHT), "+B": (STRAIGHT, DIAGONAL), "+S": (GOLD, []), "+N": (GOLD, []),
         "+L": (GOLD, []), "+P": (GOLD, [])}


class Koma:
    """The wood of a piece: where its lines are."""

    def __init__(self, code):
        size = SIZE[code[-1]]
        self.width, self.height = 88 * size, 95 * size
        self.bottom = 97.5
        self.top = self.bottom - self.height
        self.shoulder = self.top + self.height * 0.17
        self.ink = RED if code[0] == "+" else INK

    def wood(self, colour=LIGHT):
        outer, inner = self.width / 2, self.width * 0.385
        shape = polygon((50, self.top), (50 + inner, self.shoulder), (50 + outer, self.bottom),
                        (50 - outer, self.bottom), (50 - inner, self.shoulder))
        return path(shape, colour, EDGE, 1.6)


def one(code, text):
    koma = Koma(code)
    w, h = koma.width * 0.71, koma.height * 0.68
    ink = glyph("brush", text).fit(50 - w / 2, koma.shoulder + koma.height * 0.07, w, h)
    return svg(koma.wood(), path(ink, koma.ink, koma.ink, 1.8))


def two(code, text):
    koma = Koma(code)
    w, h = koma.width * 0.62, koma.height * 0.39
    y = koma.top + koma.height * 0.135
    ink = Outline([])
    for i, char in enumerate(text):
        ink += glyph("serif", char).fit(50 - w / 2, y + i * (h + 2), w, h)
    return svg(koma.wood(), path(ink, koma.ink, koma.ink, 0.4))


def marks(code, cx, cy, rx, ry):
    """A dot for a step, an arrow head for a line."""
    steps, lines = MOVES[code]
    ink = Outline([])
    for x, y in steps:
        ink += disc(cx + x * rx, cy - y * ry, 4)
    for x, y in lines:
        px, py = cx + x * rx, cy - y * ry
        angle = math.atan2(-y, x)
        ink += polygon(*((px + r * math.cos(angle + a), py + r * math.sin(angle + a))
                         for r, a in ((7, 0), (6, 2.2), (6, -2.2))))
    return ink


def international(side, code):
    """Gold and silver are letters: no figure says them better."""
    koma = Koma(code)
    base = code[-1]
    cx, cy = 50, koma.shoulder + (koma.bottom - koma.shoulder) * 0.48
    w, h = koma.width * 0.56, koma.height * 0.47
    figure = glyph("sans", base) if base in "GS" else solid(base)
    ink = figure.fit(cx - w / 2, cy - h / 2, w, h)
    ring = marks(code, cx, cy, koma.width * 0.355, koma.height * 0.34)
    return svg(koma.wood(DARK if side else LIGHT), path(ink, koma.ink), path(ring, "#0b5a8a"))


def drawings():
    for name, draw, texts in (("shogi-one", one, ONE), ("shogi-two", two, TWO)):
        for code, text in texts.items():
            yield (name, "0" + code), draw(code, text)
        yield (name, "1K"), draw("K", texts["K"].replace("玉", "王"))
    for side in (0, 1):
        for code in MOVES:
            yield ("shogi-int", f"{side}{code}"), international(side, code)
