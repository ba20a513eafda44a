# SPDX-License-Identifier: MIT
"""The chess set, and fairy pieces put together from chess pieces."""

from .figures import DRAWN, HALO, INK, PAPER, SYMBOLS, paint
from .outline import drawn, path, polygon, svg


def half(x, y, size):
    """A figure made smaller, its base at (x, y)."""
    return lambda o: o.scale(size).move(x - 50 * size, y - 93 * size)


def pair(side, letter):
    """A piece that joins another's moves with a knight's: the knight stands behind."""
    return paint(side, "N", half(36, 80, 0.78)) + paint(side, letter, half(65, 95, 0.72))


def upside_down(side, letter):
    return paint(side, letter, lambda o: o.turn(180))


def unicorn(side):
    """A knight with a horn."""
    horn = polygon((28, 27), (12, 3), (37, 20))
    fill, edge = (PAPER, INK) if side == 0 else (INK, HALO)
    return paint(side, "N", lambda o: o.move(3, 2)) + [path(horn, fill, edge, 3 if side == 0 else 1.6)]


def duck():
    shape, lines = (drawn(t) for t in DRAWN["D"])
    return [path(shape, "#ffd43b", "#5c3c00", 3.4), path(lines, "#5c3c00")]


def drawings():
    for side in (0, 1):
        for letter in SYMBOLS:
            yield ("chess", f"{side}{letter}"), svg(*paint(side, letter))
        for code, letter in (("A", "Q"), ("C", "R"), ("H", "B")):
            yield ("fairy", f"{side}{code}"), svg(*pair(side, letter))
        yield ("fairy", f"{side}Y"), svg(*upside_down(side, "N"))
        yield ("fairy", f"{side}G"), svg(*upside_down(side, "Q"))
        yield ("fairy", f"{side}U"), svg(*unicorn(side))
        for code in "EX":
            yield ("fairy", f"{side}{code}"), svg(*paint(side, code))
    yield ("fairy", "0D"), svg(*duck())
