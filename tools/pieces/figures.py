# SPDX-License-Identifier: MIT
"""Figures: chess pieces from the symbol font, and our own drawings of what no font has.

A figure is a silhouette and the lines upon it; both stand in the box of 100.
"""

from .outline import Outline, drawn, glyph, path

INK, PAPER, HALO = "#1d1d1f", "#fff", "#d4d4d4"

# Letter of the art -> character and size; the solid one is six code points later.
SYMBOLS = {"K": ("♔", 1.0), "Q": ("♕", 0.98), "R": ("♖", 0.87), "B": ("♗", 0.96), "N": ("♘", 0.94), "P": ("♙", 0.82)}
# Our own: silhouette and lines.
DRAWN = {
    "E": ("M10 86V56C10 38 24 28 44 28C49 20 58 16 68 17C83 19 91 31 90 47L89 70C89 79 79 81 77 73C81 72 82 70 "
          "82 66V56C79 60 75 62 70 62V86H55V68H31V86Z",
          "M47 32C45 44 50 54 62 53C64 44 60 34 47 32ZM74 33A3 3 0 1 0 74 39A3 3 0 1 0 74 33Z"),
    "X": ("M24 44L76 14L88 34L42 62C58 62 64 74 58 86H12C8 74 14 60 26 60Z",
          "M35 66A9 9 0 1 0 35 84A9 9 0 1 0 35 66ZM69 22L79 39L75 41L65 24Z"),
    "D": ("M12 56C22 60 32 56 42 52C48 46 44 40 44 32C44 20 54 13 64 15C73 17 77 24 77 31L93 37C88 45 80 46 74 45"
          "C72 50 80 56 80 66C80 79 66 86 50 86C30 86 12 76 12 56Z",
          "M62 24A3 3 0 1 0 62 30A3 3 0 1 0 62 24ZM36 64C44 74 56 74 66 64C64 76 42 78 36 64Z"),
    "L": ("M50 6C61 18 67 30 69 42L57 48V90H43V48L31 42C33 30 39 18 50 6Z", ""),
}


def symbol(letter, solid):
    """A chess piece on the base line that all share."""
    char, size = SYMBOLS[letter]
    outline = glyph("symbols", chr(ord(char) + (6 if solid else 0)))
    x0, y0, x1, y1 = outline.box()
    k = 86 * size / (y1 - y0)
    return outline.scale(k).move(50 - k * (x0 + x1) / 2, 93 - k * y1)


def solid(letter):
    """A figure of one colour."""
    if letter in SYMBOLS:
        return symbol(letter, True)
    shape, lines = DRAWN[letter]
    return drawn(shape) + against(drawn(lines), drawn(shape)) if lines else drawn(shape)


def against(lines, shape):
    """Turns contours so that they cut holes into a shape."""
    sign = shape.sign()
    return Outline([c if Outline([c]).sign() != sign else reverse(c) for c in lines.contours])


def reverse(contour):
    start, segments = contour
    points = [start] + [s[-1] for s in segments]
    back = [tuple(reversed(s[:-1])) + (points[i],) for i, s in enumerate(segments)]
    return points[-1], back[::-1]


def paint(side, letter, change=lambda o: o):
    """The paths of a figure as white or black, changed (moved, scaled, turned) by a function."""
    if letter in DRAWN:
        shape, lines = (drawn(t) for t in DRAWN[letter])
        fill, line, edge = (PAPER, INK, INK) if side == 0 else (INK, HALO, HALO)
        return [path(change(shape), fill, edge, 4.4 if side == 0 else 2)] + ([path(change(lines), line)] if lines else [])
    if side == 0:
        outline = change(symbol(letter, False))
        return [path(outline.silhouette(), PAPER, INK, 1.4), path(outline, INK)]
    outline = change(symbol(letter, True))
    return [path(outline.silhouette(), HALO, HALO, 2), path(outline, INK)]
