# SPDX-License-Identifier: MIT
"""Engines that the benchmarks talk to, one process each: Debian's, and our own."""
import os
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
BUILD = os.path.join(ROOT, os.environ.get("BUILD", "build"))


def find(program):
    path = shutil.which(program, path=os.environ["PATH"] + ":/usr/games")
    if not path:
        sys.exit(f"{program} is missing: run tools/install-packages bench")
    return path


class Peer:
    """An engine process, which speaks USI in shogi and UCI in every other game."""

    def __init__(self, command, game, options=()):
        self.shogi = game == "shogi"
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.ask("usi" if self.shogi else "uci", "usiok" if self.shogi else "uciok")
        for name, value in options:
            self.say(f"setoption name {name} value {value}")
        self.ask("isready", "readyok")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, until):
        """All lines up to the one that begins with `until`."""
        self.say(line)
        lines = []
        while not lines or not lines[-1].startswith(until):
            lines.append(self.process.stdout.readline())
            if not lines[-1]:
                sys.exit("a peer has died")
        return lines

    def cpu_seconds(self):
        """Processor time of all its threads, as our own programs measure it."""
        tasks = f"/proc/{self.process.pid}/task"
        total = 0
        for task in os.listdir(tasks):
            with open(f"{tasks}/{task}/schedstat", encoding="ascii") as stat:
                total += int(stat.read().split()[0])
        return total / 1e9

    def perft(self, position, depth):
        """How many leaves, and millions of them a second."""
        kind = "sfen" if self.shogi else "fen"
        self.ask(f"position {kind} {position}\nisready", "readyok")
        begin = self.cpu_seconds()
        nodes = int(self.ask(f"go perft {depth}", "Nodes searched")[-1].split(":")[1])
        self.ask("isready", "readyok")
        return nodes, nodes / (self.cpu_seconds() - begin) / 1e6

    def search(self, position, depth):
        """How many positions were looked at, and the seconds it took, with an empty memory."""
        self.ask(f"{'usinewgame' if self.shogi else 'ucinewgame'}\n{position}\nisready", "readyok")
        begin = self.cpu_seconds()
        nodes = 0
        for line in self.ask(f"go depth {depth}", "bestmove"):
            words = line.split()
            if "nodes" in words:
                nodes = int(words[words.index("nodes") + 1])
        return nodes, self.cpu_seconds() - begin

    def close(self):
        self.process.communicate("quit\n")
