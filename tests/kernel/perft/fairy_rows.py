#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""fairy_rows.py [NODES] NAME[=THEIRS]...: rows for variants_more.tsv, counted by fairy-stockfish.

For each variant (THEIRS is fairy-stockfish's name for it, if that differs): the start position
and positions on the way of a random game with a fixed seed, each to every depth of at most NODES
leaves. What both programs agree on is worth a test; what they do not is worth a look.
"""
import random
import subprocess
import sys

SOURCE = "fairy-stockfish 11.1"


class Engine:
    def __init__(self, variant):
        self.pipe = subprocess.Popen(["/usr/games/fairy-stockfish"], text=True, bufsize=1,
                                     stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("setoption name UCI_Variant value " + variant)

    def send(self, line):
        self.pipe.stdin.write(line + "\n")

    def until(self, start):
        lines = []
        for line in self.pipe.stdout:
            lines.append(line.strip())
            if line.startswith(start):
                break
        return lines

    def fen(self, moves):
        self.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
        self.send("d")
        for line in self.until("Checkers"):
            if line.startswith("Fen: "):
                return line[5:]
        raise RuntimeError("no position")

    def perft(self, fen, depth):
        self.send("position fen " + fen)
        self.send(f"go perft {depth}")
        lines = self.until("Nodes searched")
        moves = [line.split(":")[0] for line in lines if line.count(": ") == 1
                 and not line.startswith(("Nodes", "info"))]
        return int(lines[-1].split(":")[1]), moves

    def close(self):
        self.send("quit")
        self.pipe.wait()


def rows(name, theirs, budget):
    engine = Engine(theirs)
    dice = random.Random(name)
    moves = []
    stops = {0, dice.randrange(5, 12), dice.randrange(16, 30), dice.randrange(36, 60)}
    for ply in range(61):
        fen = engine.fen(moves)
        count, legal = engine.perft(fen, 1)
        if not legal:
            break
        if ply in stops:
            depth = 1
            while count <= budget and depth <= 6:
                print(name, fen, depth, count, "no", SOURCE, sep="\t", flush=True)
                depth += 1
                if count * len(legal) > 40 * budget:
                    break
                count, _ = engine.perft(fen, depth)
        moves.append(dice.choice(legal))
    engine.close()


def main():
    args = sys.argv[1:]
    budget = int(args.pop(0)) if args and args[0].isdigit() else 300000
    for arg in args:
        name, _, theirs = arg.partition("=")
        rows(name, theirs or name, budget)


main()
