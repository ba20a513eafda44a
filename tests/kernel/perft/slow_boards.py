#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""slow_boards.py: rows for variants_more.tsv that no other program counts.

Raumschach, tesseract and torus chess from their rules alone: coordinates, steps, and a king that
may not be taken. Shares nothing with the library, and is as slow as it is plain.
"""
import itertools

SOURCE = "slow_boards.py"


def leaps(axes, lengths):
    """All steps with these absolute values on some axes, in any order and with any signs."""
    padded = list(lengths) + [0] * (axes - len(lengths))
    signed = (itertools.product(*[{v, -v} for v in p]) for p in set(itertools.permutations(padded)))
    return sorted({v for group in signed for v in group})


class Game:
    def __init__(self, size, forward, wrap, fen, king, last, pawn_back=False):
        self.size, self.forward, self.wrap, self.last = size, forward, wrap, last
        n = len(size)
        every = [v for v in itertools.product((-1, 0, 1), repeat=n) if any(v)]
        wazir, ferz = leaps(n, (1,)), leaps(n, (1, 1))
        self.rides = {"R": wazir, "B": ferz, "Q": every, "U": leaps(n, (1, 1, 1)) if n > 2 else []}
        self.steps = {"N": leaps(n, (2, 1)), "G": wazir, "K": wazir if king == "W" else every}
        ahead = [[v for v in way if (any(v[a] > 0 for a in forward) and
                                     all(v[a] >= 0 for a in forward))] for way in (wazir, ferz)]
        if pawn_back:
            ahead = [[v for v in wazir if v[1]], ferz]
        turned = [[tuple(-c if a in forward else c for a, c in enumerate(v)) for v in way]
                  for way in ahead]
        self.pawn = {True: ahead, False: turned}
        self.promoted = [k for k in "QRBUN" if self.rides.get(k) or k in self.steps]
        self.board = self.read(fen)

    def read(self, fen):
        size = list(self.size) + [1] * (4 - len(self.size))
        board = {}
        levels = fen.split("|")
        order = [(z, w) for w in reversed(range(size[3])) for z in range(size[2])]
        if size[3] == 1:
            order.reverse()
        for (z, w), level in zip(order, levels):
            for y, row in zip(reversed(range(size[1])), level.split("/")):
                x = 0
                for char in row:
                    if char.isdigit():
                        x += int(char)
                    else:
                        board[(x, y, z, w)[:len(self.size)]] = char
                        x += 1
        return board

    def step(self, cell, way):
        out = []
        for axis, (at, by) in enumerate(zip(cell, way)):
            to = at + by
            if axis in self.wrap:
                to %= self.size[axis]
            elif not 0 <= to < self.size[axis]:
                return None
            out.append(to)
        return tuple(out)

    def reach(self, board, cell):
        """(target, capture) of a piece, own king or not."""
        piece = board[cell]
        white = piece.isupper()
        seen = set()
        if piece.upper() == "P":
            for captures, ways in enumerate(self.pawn[white]):
                for way in ways:
                    to = self.step(cell, way)
                    other = board.get(to)
                    if to and bool(other) == bool(captures) and (
                            not other or other.isupper() != white):
                        seen.add(to)
            return seen
        ways = self.rides.get(piece.upper())
        for way in ways or self.steps[piece.upper()]:
            to = self.step(cell, way)
            while to and to != cell:
                other = board.get(to)
                if not other or other.isupper() != white:
                    seen.add(to)
                if other or not ways:
                    break
                to = self.step(to, way)
        return seen

    def in_check(self, board, white):
        king = [c for c, p in board.items() if p == ("K" if white else "k")][0]
        return any(king in self.reach(board, c) for c, p in board.items() if p.isupper() != white)

    def perft(self, depth, board=None, white=True):
        board = board or self.board
        if depth == 0:
            return 1
        total = 0
        for cell, piece in list(board.items()):
            if piece.isupper() != white:
                continue
            for to in self.reach(board, cell):
                after = dict(board)
                after[to] = after.pop(cell)
                if self.in_check(after, white):
                    continue
                if piece.upper() == "P" and self.last(to, white):
                    for kind in self.promoted:
                        after[to] = kind if white else kind.lower()
                        total += self.perft(depth - 1, after, not white)
                else:
                    total += self.perft(depth - 1, after, not white)
        return total


RAUM = ("rnknr/ppppp/5/5/5|ubqub/ppppp/5/5/5|5/5/5/5/5|5/5/5/PPPPP/BUQBU|5/5/5/PPPPP/RNKNR")
TESS = ("4/4/4/4|rbqn/pppp/4/4|nukr/pppp/4/4|4/4/4/4|4/4/4/4|pppp/gggg/4/4|pppp/gggg/4/4|4/4/4/4|"
        "4/4/4/4|4/4/GGGG/PPPP|4/4/GGGG/PPPP|4/4/4/4|4/4/4/4|4/4/PPPP/RBQN|4/4/PPPP/NUKR|4/4/4/4")
TORUS = ["8/pppppppp/rnbqkbnr/pppppppp/8/8/PPPPPPPP/RNBQKBNR/PPPPPPPP/8",
         "8/p1pp1ppp/r1bqkbnr/1p2p2p/2n5/3P4/PPP1PPPP/RNBQKBNR/1PPPPPPP/P7"]


def main():
    games = [
        ("raumschach", RAUM, 2, Game((5, 5, 5), (1, 2), (), RAUM, "K", lambda c, white:
                                     c[1:] == ((4, 4) if white else (0, 0)))),
        ("tesseract", TESS, 2, Game((4, 4, 4, 4), (1, 3), (), TESS, "W", lambda c, white:
                                    (c[1], c[3]) == ((3, 3) if white else (0, 0)))),
    ]
    for fen in TORUS:
        games.append(("torus", fen, 3, Game((8, 10), (1,), (0, 1), fen, "K", lambda c, white:
                                            c[1] == (7 if white else 2), pawn_back=True)))
    for name, fen, depths, game in games:
        for depth in range(1, depths + 1):
            print(name, fen + " w - - 0 1", depth, game.perft(depth), "no", SOURCE, sep="\t",
                  flush=True)


main()
