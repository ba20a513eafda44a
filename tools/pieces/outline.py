# SPDX-License-Identifier: MIT
"""Outlines: taken from fonts, moved and scaled, and written as short SVG paths.

A contour is a start point and segments; a segment is its points after the one it starts from: one for a line,
two for a quadratic and three for a cubic curve. Contours are always closed.
"""

import functools
import math

from fontTools.pens.basePen import decomposeQuadraticSegment
from fontTools.pens.recordingPen import DecomposingRecordingPen, RecordingPen
from fontTools.svgLib.path import parse_path
from fontTools.ttLib import TTFont

FONTS = {
    "brush": ("/usr/share/fonts/truetype/kouzan-mouhitsu/kouzan-mouhitsu.ttf", 0),
    "serif": ("/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc", 0),
    "sans": ("/usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc", 0),
    "symbols": ("/usr/share/fonts/truetype/noto/NotoSansSymbols2-Regular.ttf", 0),
}


@functools.cache
def font(name):
    path, number = FONTS[name]
    face = TTFont(path, fontNumber=number, lazy=True)
    return face.getGlyphSet(), face.getBestCmap()


class Outline:
    """Closed contours; every change makes a new one."""

    def __init__(self, contours):
        self.contours = contours

    def __add__(self, other):
        return Outline(self.contours + other.contours)

    def map(self, change):
        return Outline([(change(start), [tuple(change(p) for p in s) for s in segments])
                        for start, segments in self.contours])

    def move(self, dx, dy):
        return self.map(lambda p: (p[0] + dx, p[1] + dy))

    def scale(self, sx, sy=None):
        sy = sx if sy is None else sy
        return self.map(lambda p: (p[0] * sx, p[1] * sy))

    def turn(self, degrees, cx=50, cy=50):
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self.map(lambda p: (cx + (p[0] - cx) * c - (p[1] - cy) * s, cy + (p[0] - cx) * s + (p[1] - cy) * c))

    def box(self):
        """Left, top, right and bottom of the ink (curves by their points in between, which is close enough)."""
        points = [p for contour in self.contours for p in flatten(contour)]
        xs, ys = [p[0] for p in points], [p[1] for p in points]
        return min(xs), min(ys), max(xs), max(ys)

    def fit(self, x, y, width, height):
        """Scaled with its proportions so that the ink just fits into the box, centred there."""
        x0, y0, x1, y1 = self.box()
        k = min(width / (x1 - x0), height / (y1 - y0))
        return self.scale(k).move(x + width / 2 - k * (x0 + x1) / 2, y + height / 2 - k * (y0 + y1) / 2)

    def silhouette(self):
        """Without the contours that cut holes: those that turn against the largest."""
        sign = self.sign()
        return Outline([c for c in self.contours if (area(c) > 0) == sign])

    def sign(self):
        """Which way the largest contour turns."""
        return max((area(c) for c in self.contours), key=abs) > 0

    def __str__(self):
        return "".join(write(c) for c in self.contours)


def glyph(name, char):
    """The glyph of a character, y downwards, in units of the font."""
    glyphs, chars = font(name)
    pen = DecomposingRecordingPen(glyphs)
    glyphs[chars[ord(char)]].draw(pen)
    contours = []
    for verb, points in pen.value:
        points = [(x, -y) for x, y in (p for p in points if p)]
        if verb == "moveTo":
            contours.append((points[0], []))
        elif verb == "qCurveTo":
            contours[-1][1].extend(tuple(s) for s in decomposeQuadraticSegment(points))
        elif verb in ("lineTo", "curveTo"):
            contours[-1][1].append(tuple(points))
    return Outline(contours)


def drawn(text):
    """The outline of a path as SVG writes it."""
    pen = RecordingPen()
    parse_path(text, pen)
    contours = []
    for verb, points in pen.value:
        if verb == "moveTo":
            contours.append((points[0], []))
        elif verb in ("lineTo", "curveTo", "qCurveTo"):
            contours[-1][1].append(tuple(points))
    return Outline(contours)


def flatten(contour, steps=6):
    """Points on the contour."""
    at, segments = contour
    points = [at]
    for segment in segments:
        for i in range(1, steps + 1) if len(segment) > 1 else (1,):
            points.append(on_curve((at,) + segment, i / steps if len(segment) > 1 else 1))
        at = segment[-1]
    return points


def on_curve(points, t):
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in zip(points, points[1:])]
    return points[0]


def area(contour):
    points = flatten(contour)
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1])) / 2


# The text of a path. Points are rounded to tenths first and written relative to each other, so nothing adds up.


def number(tenths):
    sign, tenths = ("-" if tenths < 0 else ""), abs(tenths)
    whole, rest = divmod(tenths, 10)
    return sign + (str(whole) if whole or not rest else "") + (f".{rest}" if rest else "")


def join(numbers):
    text = ""
    for n in map(number, numbers):
        glued = not text or n[0] == "-" or (n[0] == "." and "." in text.rsplit(" ", 1)[-1].rsplit("-", 1)[-1])
        text += n if glued else " " + n
    return text


def write(contour):
    start, segments = contour
    start = at = tenth(start)
    text, last = "M" + join(start), "M"
    for segment in segments:
        points = [tenth(p) for p in segment]
        if all(p == at for p in points) or (segment is segments[-1] and len(points) == 1 and points[0] == start):
            continue
        verb, numbers = command(at, points)
        body = join(numbers)
        glue = "" if verb != last or body[0] == "-" else " "
        text += (glue if verb == last else verb) + body
        last, at = verb, points[-1]
    return text + "z"


def tenth(point):
    return round(point[0] * 10), round(point[1] * 10)


def command(at, points):
    """The shortest relative command from at."""
    flat = [c - a for p in points for c, a in zip(p, at)]
    dx, dy = flat[-2:]
    if all((p[0] - at[0]) * dy == (p[1] - at[1]) * dx for p in points):
        if dy == 0:
            return "h", [dx]
        return ("v", [dy]) if dx == 0 else ("l", [dx, dy])
    return {1: "l", 2: "q", 3: "c"}[len(points)], flat


def polygon(*points):
    return Outline([(points[0], [(p,) for p in points[1:]])])


def disc(cx, cy, r):
    """A circle of four cubic curves."""
    k = r * 0.5523
    return Outline([((cx + r, cy), [
        ((cx + r, cy + k), (cx + k, cy + r), (cx, cy + r)),
        ((cx - k, cy + r), (cx - r, cy + k), (cx - r, cy)),
        ((cx - r, cy - k), (cx - k, cy - r), (cx, cy - r)),
        ((cx + k, cy - r), (cx + r, cy - k), (cx + r, cy)),
    ])])


def path(outline, fill, stroke=None, width=0):
    line = f' stroke="{stroke}" stroke-width="{width}" stroke-linejoin="round"' if stroke else ""
    return f'<path d="{outline}" fill="{fill}"{line}/>'


def svg(*paths):
    return '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">' + "".join(paths) + "</svg>\n"
