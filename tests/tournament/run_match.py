#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""run_match.py PART BANMEN BAD_ENGINE: whole matches, played. TAP."""
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PART, BANMEN, BAD = sys.argv[1], os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])
PATH = os.environ["PATH"] + ":/usr/games"
ENV = dict(os.environ, PATH=PATH, LC_ALL="C", BANMEN_ENGINES="no-such-file.json")
count = failed = 0


def ok(good, name, *facts):
    global count, failed
    count += 1
    failed += not good
    print(f"{'ok' if good else 'not ok'} {count} - {name}", flush=True)
    if not good:
        for fact in facts:
            for line in str(fact).splitlines()[-30:]:
                print(f"# {line}")
    return good


def match(*args, **more):
    return subprocess.run([BANMEN, "match", *args], capture_output=True, text=True, env=ENV,
                          timeout=250, check=False, **more)


def games(text):
    """Lines on games: number, first, second, result, reason."""
    return [m.groups() for m in re.finditer(
        r"^game (\d+): (.*?) vs (.*?): (1-0|0-1|1/2-1/2) \((.*?)\), (\d+) plies", text, re.M)]


def bare(path):
    """A PGN file without what depends on the time."""
    with open(path, encoding="utf-8") as file:
        text = re.sub(r"\{[^}]*\}", "", file.read())
    text = re.sub(r'\[Date "[^"]*"\]', "", text)
    return [g.split() for g in re.split(r"(?=\[Event )", text) if g.strip()]


def tags(path, name):
    with open(path, encoding="utf-8") as file:
        return re.findall(rf'^\[{name} "([^"]*)"\]', file.read(), re.M)


def is_sound(path, number):
    done = subprocess.run([BANMEN, "check", path], capture_output=True, text=True, check=False)
    good = done.returncode == 0 and done.stdout.startswith(f"games {number} ")
    return ok(good, f"{path}: {number} games by the rules", done.stdout, done.stderr)


def extract(path, number):
    program = shutil.which("pgn-extract", path=PATH)
    if program:
        done = subprocess.run([program, "-r", path], capture_output=True, text=True, check=False)
        ok(f"{number} games matched" in done.stderr, "pgn-extract reads them too", done.stderr)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def part_levels():
    done = match("builtin:1", "builtin:2", "--games", "60", "-o", "a.pgn", "--event", "Cup")
    played = games(done.stdout)
    ok(done.returncode == 0 and [int(g[0]) for g in played] == list(range(1, 61)),
       "60 games, in order", done.stdout, done.stderr)
    points = {"1-0": 1, "1/2-1/2": 0.5, "0-1": 0}
    second = sum(points[g[3]] if g[1] == "builtin:2" else 1 - points[g[3]] for g in played)
    ok(second > 50, f"the second level is better: {second} of 60")
    ok(all(a[1:3] == b[2:0:-1] for a, b in zip(played[::2], played[1::2])),
       "each opening from both sides")
    is_sound("a.pgn", 60)
    extract("a.pgn", 60)
    ok(set(tags("a.pgn", "Event")) == {"Cup"} and len(set(tags("a.pgn", "Round"))) == 60 and
       tags("a.pgn", "Result") == [g[3] for g in played] and
       tags("a.pgn", "White") == [g[1] for g in played], "tags tell what was played")

    again = match("builtin:1", "builtin:2", "--games", "60", "-o", "b.pgn", "--event", "Cup")
    ok(again.stdout == done.stdout and bare("a.pgn") == bare("b.pgn"), "the same seed, the same games")
    four = match("builtin:1", "builtin:2", "--games", "60", "-o", "c.pgn", "--event", "Cup",
                 "--concurrency", "4")
    ok(sorted(games(four.stdout)) == sorted(played) and bare("c.pgn") == bare("a.pgn"),
       "four at a time: the same games, written in order", four.stdout)
    other = match("builtin:1", "builtin:2", "--games", "60", "--seed", "9")
    ok(games(other.stdout) != played, "another seed, other games")

    def table(text):
        return text[text.index("rank "):]
    ok(table(four.stdout) == table(done.stdout), "and the same table")

    lines = [json.loads(l) for l in match("builtin:1", "builtin:2", "--games", "60",
                                          "--json").stdout.splitlines()]
    told = [(str(l["game"]), l["first"], l["second"], l["result"], l["reason"], str(l["plies"]))
            for l in lines if "game" in l]
    ok(told == played, "JSON tells the same", told[:3])
    last = [l for l in lines if "rank" in l]
    ok([l["engine"] for l in last] == ["builtin:2", "builtin:1"] and last[0]["points"] == second and
       sum(last[0]["pairs"]) == 30 and last[0]["elo"] == -last[1]["elo"] and
       sum(last[0]["as_first"]) == 30, "and its table", last)

    odd = match("builtin:1", "builtin:2", "--games", "5")
    ok(len(games(odd.stdout)) == 5, "an odd number of games", odd.stdout)
    match("builtin:1", "builtin:2", "--clock", "5,7+1", "-o", "odds.pgn")
    ok(tags("odds.pgn", "TimeControl") == ["5,7+1", "7+1,5"], "each engine has its own clock",
       tags("odds.pgn", "TimeControl"))
    same = match("builtin:1", "builtin:1", "--games", "4")
    ok("builtin:1 vs builtin:1 (2)" in same.stdout, "two of a name are told apart", same.stdout)


def part_round_robin():
    if not ok(shutil.which("stockfish", path=PATH), "stockfish is there"):
        return
    done = match("builtin:1", "builtin:2", "stockfish [Hash=1]", "--games", "4", "--nodes", "300",
                 "--concurrency", "4", "-o", "r.pgn")
    played = games(done.stdout)
    ok(done.returncode == 0 and len(played) == 12, "three engines, four games each pairing",
       done.stdout, done.stderr)
    met = {}
    for g in played:
        met.setdefault(frozenset(g[1:3]), []).append(g[1])
    ok(len(met) == 3 and all(sorted(v) == sorted(list(k) * 2) for k, v in met.items()),
       "everybody meets everybody twice from each side", met)
    ranks = re.findall(r"^ +(\d)  (\S+) +(\d+) +([\d.]+) ", done.stdout, re.M)
    ok([r[1] for r in ranks[:3]] == ["stockfish", "builtin:2", "builtin:1"] and
       sum(float(r[3]) for r in ranks[:3]) == 12, "the table is by points", ranks)
    cross = done.stdout[done.stdout.index("crosstable"):]
    cells = [float(c) for c in re.findall(r"([\d.]+)/4", cross)]
    ok(len(cells) == 6 and sum(cells) == 12, "the crosstable has all points", cross)
    is_sound("r.pgn", 12)
    extract("r.pgn", 12)
    with open("r.pgn", encoding="utf-8") as file:
        text = file.read()
    ok("[%eval" in text and "[%emt" in text, "evaluations and times are in the records")
    ours = match(f"{BANMEN} uci --level 2", "builtin:1", "--games", "2", "--nodes", "10")
    ok(ours.returncode == 0 and len(games(ours.stdout)) == 2, "our own program as an engine",
       ours.stdout, ours.stderr)


def part_games():
    done = match("-v", "shogi", "builtin:1", "builtin:2", "--games", "6", "-o", "s.kif")
    ok(done.returncode == 0 and len(games(done.stdout)) == 6, "shogi", done.stdout, done.stderr)
    is_sound("s.kif", 6)
    for suffix in ("csa", "json", "usi"):
        done = match("-v", "shogi", "builtin:1", "builtin:2", "-o", f"s.{suffix}")
        is_sound(f"s.{suffix}", 2)
    done = match("builtin:1", "builtin:2", "-o", "x.csa")
    ok(done.returncode == 2 and "x.csa" in done.stderr and not games(done.stdout) and
       not os.path.exists("x.csa"), "chess does not fit into CSA: refused first", done.stderr)

    write("mini.sfen", "rbsgk/4p/5/P4/KGSBR b - 1\nrbsgk/4p/P4/5/KGSBR w - 1\n")
    done = match("-v", "minishogi", "builtin:1", "builtin:2", "--games", "8", "--openings",
                 "mini.sfen", "-o", "m.json")
    ok(done.returncode == 0 and len(games(done.stdout)) == 8, "a variant from its openings",
       done.stdout, done.stderr)
    with open("m.json", encoding="utf-8") as file:
        starts = [json.loads(l).get("start", "") for l in file]
    ok(starts == ([starts[0]] * 2 + [starts[2]] * 2) * 2 and "P4/5" in starts[2],
       "each twice, in turn", starts)
    done = match("-v", "chess960", "builtin:1", "builtin:2", "--games", "8", "-o", "n.pgn")
    fens = tags("n.pgn", "FEN")
    ok(fens[::2] == fens[1::2] and len(set(fens)) == 4, "Chess960 draws its starts by lot", fens)
    is_sound("n.pgn", 8)
    done = match("-v", "tesseract", "builtin:1", "builtin:2", "--max-moves", "40")
    ok(done.returncode == 0 and len(games(done.stdout)) == 2, "even on four axes", done.stderr)


def part_openings():
    write("book.epd", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - id \"open\";\n"
          "this is no position\n"
          "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w kq -\n"
          "rnbqkbnr/ppp1pppp/8/3p4/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - id \"closed\";\n")
    done = match("builtin:1", "builtin:2", "--games", "4", "--openings", "book.epd", "-o", "e.pgn")
    ok(done.returncode == 0 and "book.epd:2:" in done.stderr and "book.epd:3:" in done.stderr,
       "bad openings are told with their line", done.stderr)
    fens = tags("e.pgn", "FEN")
    ok(len(fens) == 4 and fens[0] == fens[1] != fens[2] == fens[3], "the good ones are played", fens)

    write("book.pgn", '[Event "a"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n\n[Event "b"]\n\n1. d4 d5 2. c4 *\n\n'
          '[Event "c"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n')
    done = match("builtin:1", "builtin:2", "--games", "4", "--openings", "book.pgn", "-o", "p.pgn")
    text = open("p.pgn", encoding="utf-8").read()
    heads = re.findall(r"\n\n(1\. [^{]*)\{", text)
    ok([h.split() for h in heads] == [w.split() for w in
        ["1. e4 e5 2. Nf3 Nc6 3. Bb5"] * 2 + ["1. d4 d5 2. c4"] * 2] or
       ("1. e4 e5 2. Nf3 Nc6 3. Bb5" in text and text.count("1. d4 d5 2. c4") == 2),
       "lines are played out from both sides", heads)
    ok("opening 3 is left out: the game is over there" in done.stderr, "a finished game is none",
       done.stderr)
    clocks = re.findall(r"\{[^}]*\[%clk ([\d:.]+)\]", text)
    ok(clocks and clocks[0].startswith("0:00:10"), "the clock begins behind the opening", clocks[:2])
    is_sound("p.pgn", 4)
    done = match("builtin:1", "builtin:2", "--games", "4", "--openings", "book.pgn",
                 "--opening-plies", "1", "-o", "q.pgn")
    ok("left out" not in done.stderr and len(games(done.stdout)) == 4, "one ply of each",
       done.stderr)

    lines = [f"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 {n}\n" for n in range(1, 21)]
    write("many.fen", "".join(lines))

    def order(*args):
        if os.path.exists("o.pgn"):
            os.remove("o.pgn")
        match("builtin:1", "builtin:2", "--games", "40", "--openings", "many.fen", "--max-moves", "4",
              "-o", "o.pgn", *args)
        return [f.split()[-1] if f else "1" for f in re.findall(
            r'\[FEN "([^"]*)"\]', open("o.pgn", encoding="utf-8").read())]
    plain, lot, again, other = order(), order("--order", "random"), order("--order", "random"), \
        order("--order", "random", "--seed", "8")
    ok(plain == sorted(plain, key=int) and lot != plain and lot == again and lot != other and
       sorted(lot) == sorted(plain) == sorted(other), "drawn by the seed", plain, lot, other)
    done = match("builtin:1", "builtin:2", "--openings", "none.epd")
    ok(done.returncode == 2 and "none.epd" in done.stderr, "a book that is not there", done.stderr)
    write("bad.epd", "nothing here\n")
    done = match("builtin:1", "builtin:2", "--openings", "bad.epd")
    ok(done.returncode == 2 and "bad.epd" in done.stderr, "a book without an opening", done.stderr)


def part_trouble():
    def told(done, number, word):
        played = games(done.stdout)
        lost = all((g[3] == "0-1") == (g[1] == "bad_engine") and g[3] != "1/2-1/2" for g in played)
        return ok(done.returncode == 0 and len(played) == number and lost and
                  all(g[4] == word for g in played), f"{word}: lost by whoever did it",
                  done.stdout, done.stderr)
    done = match(f"{BAD} crashes-in-search", "builtin:1", "--games", "4", "-o", "crash.pgn")
    told(done, 4, "engine failed")
    ok("trouble: bad_engine: 0 time losses, 4 crashes, 0 illegal moves" in done.stdout and
       "died" in done.stdout, "crashes are counted", done.stdout)
    is_sound("crash.pgn", 4)
    done = match("builtin:1", f"{BAD} says arg=a1a5", "--games", "4", "--concurrency", "2", "-o",
                 "illegal.pgn")
    told(done, 4, "illegal move")
    ok("trouble: bad_engine: 0 time losses, 0 crashes, 4 illegal moves" in done.stdout,
       "illegal moves are counted", done.stdout)
    is_sound("illegal.pgn", 4)
    done = match("builtin:1", f"{BAD} never-moves", "--clock", "0.2", "-o", "time.pgn")
    told(done, 2, "time forfeit")
    ok("trouble: bad_engine: 2 time losses, 0 crashes, 0 illegal moves" in done.stdout,
       "time losses are counted", done.stdout)
    ok(set(tags("time.pgn", "Termination")) == {"time forfeit"}, "and in the record")
    done = match("builtin:1", f"{BAD} never-moves", "--nodes", "100", "--timeout", "1")
    told(done, 2, "engine failed")
    done = match(f"{BAD} vanishes-in-search once=here", f"{BAD} good", "--games", "4",
                 "--max-moves", "30", "--json")
    lines = [json.loads(l) for l in done.stdout.splitlines()]
    played = [l for l in lines if "game" in l]
    ok([l.get("fault") for l in played] == ["bad_engine", None, None, None] and
       played[0]["result"] == "0-1" and done.returncode == 0,
       "it is started anew for the next game", done.stdout, done.stderr)
    for mode in ("crashes-on-quit", "child", "stubborn"):
        done = match(f"{BAD} {mode} arg=unique-{os.getpid()}", "builtin:1", "--max-moves", "6")
        ok(done.returncode == 0 and len(games(done.stdout)) == 2, f"{mode} does no harm",
           done.stdout, done.stderr)
    none_left(f"unique-{os.getpid()}")
    done = match("no-such-engine-at-all", "builtin:1")
    ok(done.returncode == 2 and "no-such-engine-at-all" in done.stderr, "no such program",
       done.stderr)
    done = match(f"{BAD} ends-at-once", "builtin:1")
    ok(done.returncode == 2 and "died-in-handshake" in done.stderr and
       "no network file" in done.stderr and not games(done.stdout),
       "an engine that cannot be started ends the match", done.stderr)
    done = match("-v", "shogi", f"{BAD} good", "builtin:1")
    ok(done.returncode == 2 and "bad_engine: variant:" in done.stderr, "nor one that cannot play it",
       done.stderr)
    done = match(f"{BAD} good [Hash=many]", "builtin:1")
    ok(done.returncode == 2 and "option" in done.stderr, "nor one with a wrong option", done.stderr)

    done = match(f"{BAD} good", f"{BAD} good", "--adjudicate", "draw:1:3:10", "-o", "d.pgn")
    ok([g[3:6] for g in games(done.stdout)] == [("1/2-1/2", "adjudication", "6")] * 2,
       "both say that it is even: a draw", done.stdout)
    ok(set(tags("d.pgn", "Termination")) == {"adjudication"}, "by adjudication")
    done = match("builtin:2", "builtin:1", "--games", "20", "--adjudicate", "resign:2:400")
    ended = [g for g in games(done.stdout) if g[4] == "adjudication"]
    ok(len(ended) > 10 and all((g[3] == "1-0") == (g[1] == "builtin:2") for g in ended),
       "both say that it is lost", done.stdout)


def none_left(word, wait=5):
    """No process has this word in its command line."""
    until = time.time() + wait
    while True:
        left = []
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", "rb") as file:
                    if word.encode() in file.read() and int(pid) != os.getpid():
                        left.append(pid)
            except OSError:
                pass
        if not left or time.time() > until:
            break
        time.sleep(0.05)
    ok(not left, "no process is left", left)


def part_sprt():
    for first, second, word in (("builtin:2", "builtin:1", "H1"), ("builtin:1", "builtin:2", "H0")):
        done = match(first, second, "--sprt", "0", "50", "--concurrency", "2")
        number = len(games(done.stdout))
        ok(done.returncode == 0 and f"sprt: {word} accepted" in done.stdout and 4 < number < 1000,
           f"{word} after {number} games", done.stdout, done.stderr)
        ratios = [float(r) for r in re.findall(r"llr (-?[\d.]+) \[-2.94, 2.94\]", done.stdout)]
        ok(len(ratios) == number + 1 and abs(ratios[-1]) >= 2.94 and
           all(abs(r) < 2.95 for r in ratios[:-2]), "it stops when it is clear, not before", ratios)
    done = match("builtin:1", "builtin:1", "--sprt", "0", "50", "--games", "4")
    ok("sprt: open" in done.stdout and len(games(done.stdout)) == 4, "or when the games are played",
       done.stdout)
    done = match("builtin:2", "builtin:1", "--sprt", "-5", "5", "--alpha", "0.3", "--beta", "0.3",
                 "--elo", "normalized", "--games", "400")
    ok("(normalized), alpha 0.3, beta 0.3" in done.stdout and "[-0.85, 0.85]" in done.stdout and
       "H1" in done.stdout, "as it is told", done.stdout)
    for args in (("5", "0"), ("x", "5"), ("0", "5x")):
        done = match("builtin:1", "builtin:2", "--sprt", *args)
        ok(done.returncode == 2 and "--sprt" in done.stderr, f"--sprt {' '.join(args)} is refused",
           done.stderr)
    done = match("builtin:1", "builtin:2", "builtin:1", "--sprt", "0", "5")
    ok(done.returncode == 2, "a test has two engines", done.stderr)


def part_resume():
    """Killed at any moment, it goes on, and in the end nothing is missing or twice."""
    args = ["builtin:1", "builtin:2", "builtin:1", "--games", "20", "--concurrency", "3"]
    whole = match(*args, "-o", "whole.pgn")
    played = sorted(games(whole.stdout))
    ok(len(played) == 60, "60 games without interruption", whole.stderr)
    command = [BANMEN, "match", *args, "--state", "s", "-o", "parts.pgn"]
    kills = lines = 0
    for attempt in range(60):
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=ENV,
                              text=True) as run:
            # Killed after some lines, in the middle of whatever comes next.
            for _ in range(1 + attempt % 7):
                if not run.stdout.readline():
                    break
                lines += 1
            time.sleep((attempt * 37 % 11) / 1000)
            run.kill()
            run.stdout.read()
        kills += run.returncode == -signal.SIGKILL
        if run.returncode == 0:
            break
        if attempt % 3 == 0 and os.path.getsize("s") > 1000:
            with open("s", "r+b") as state:  # as a power cut may leave it
                state.seek(-7, os.SEEK_END)
                state.truncate()
        if attempt % 4 == 1 and os.path.exists("parts.pgn"):
            with open("parts.pgn", "r+b") as file:
                file.truncate(os.path.getsize("parts.pgn") // 2)
        if attempt % 5 == 2 and os.path.exists("parts.pgn"):
            os.remove("parts.pgn")
    ok(kills >= 4, f"killed {kills} times")
    last = match(*command[2:])
    ok(last.returncode == 0 and whole.stdout[whole.stdout.index("rank "):] ==
       last.stdout[last.stdout.index("rank "):], "the table is that of an uninterrupted match",
       last.stdout, last.stderr, whole.stdout)
    ok(bare("parts.pgn") == bare("whole.pgn"), "and so are the games")
    is_sound("parts.pgn", 60)
    again = match(*command[2:])
    ok(again.returncode == 0 and not games(again.stdout) and bare("parts.pgn") == bare("whole.pgn"),
       "nothing is played again", again.stdout)

    more = match(*["24" if a == "20" else a for a in command[2:]])
    ok(len(games(more.stdout)) == 12 and more.returncode == 0, "more games are only those", more.stdout,
       more.stderr)
    is_sound("parts.pgn", 72)
    fewer = match(*["10" if a == "20" else a for a in command[2:]])
    ok(fewer.returncode == 2 and "more has been played than --games 10" in fewer.stderr and
       "damaged" not in fewer.stderr, "fewer are refused", fewer.stderr)
    for option, value in (("--seed", "5"), ("--clock", "3"), ("--nodes", "7"), ("--max-moves", "50"),
                          ("--draws", "claim"), ("--margin", "1"), ("-v", "shogi"),
                          ("--adjudicate", "resign:1:1")):
        done = match(*command[2:], option, value)
        ok(done.returncode == 2 and "this match was begun with" in done.stderr,
           f"with another {option} it is another match", done.stderr)
    done = match("builtin:2", *command[3:])
    ok(done.returncode == 2 and "engine 1 'builtin:1', not 'builtin:2'" in done.stderr,
       "and with other engines", done.stderr)

    before = open("s", "rb").read()
    write("parts.pgn", "something else\n")
    done = match(*["24" if a == "20" else a for a in command[2:]])
    ok(done.returncode == 2 and "parts.pgn" in done.stderr and
       open("parts.pgn", encoding="utf-8").read() == "something else\n" and
       open("s", "rb").read() == before, "a file of others is left alone", done.stderr)
    os.remove("parts.pgn")
    rows = before.split(b"\n")
    rows[5] = rows[5].replace(b"plies", b"plyes")
    open("s", "wb").write(b"\n".join(rows))
    done = match(*command[2:])
    ok(done.returncode == 2 and "s:6:" in done.stderr, "a damaged line is told", done.stderr)
    open("s", "wb").write(b"my diary\n")
    done = match(*command[2:])
    ok(done.returncode == 2 and open("s", "rb").read() == b"my diary\n", "so is what is no state",
       done.stderr)
    part_append()


def sealed(line):
    """A line of a state file with its check sum."""
    h = 0xcbf29ce484222325
    for byte in line:
        h = (h ^ byte) * 0x100000001b3 & (1 << 64) - 1
    return line + b" #%08x" % ((h ^ h >> 32) & 0xffffffff)


def part_state():
    """Whatever stands in a state file, with sums that are right: no crash, nothing counted twice."""
    args = ["builtin:1", "builtin:2", "--games", "6", "--max-moves", "6", "--state", "s"]
    match(*args, "-o", "g.pgn")
    with open("s", "rb") as state:
        whole = state.read().split(b"\n")[:-1]
    lines = [l[:-10] for l in whole]
    ok([sealed(l) for l in lines] == whole and len(lines) == 8, "the sums are as described")
    dice = random.Random(3)
    crashed, twice = [], []
    for n in range(150):
        changed = list(lines)
        at = dice.randrange(1, len(changed))
        line = bytearray(changed[at])
        for _ in range(dice.choice((1, 1, 2, 8))):
            spot = dice.randrange(len(line))
            what = dice.randrange(4)
            if what == 0:
                line[spot] = dice.choice(b'{}[]",:0129 \\ntfe\x00\xff')
            elif what == 1:
                del line[spot:spot + dice.choice((1, 3, 40))]
            elif what == 2:
                line[spot:spot] = dice.choice([b"[" * 100, b'"x":1,', b"-", b"99999999999999999999"])
            else:
                line[spot:spot] = line[:dice.randrange(60)]
            if not line:
                line = bytearray(b"{")
        changed[at] = bytes(line).replace(b"\n", b"")
        with open("s", "wb") as state:
            state.write(b"".join(sealed(l) + b"\n" for l in changed))
        if os.path.exists("g.pgn"):
            os.remove("g.pgn")
        done = match(*args, "-o", "g.pgn")
        if done.returncode not in (0, 2):
            crashed.append((n, done.returncode, changed[at], done.stderr))
        if done.returncode == 0 and len(tags("g.pgn", "Event")) != 6:
            twice.append((n, changed[at]))
    ok(not crashed, "no crash", crashed[:3])
    ok(not twice, "six games are six games", twice[:3])
    with open("s", "wb") as state:
        state.write(b"".join(sealed(l) + b"\n" for l in lines + lines[-1:]))
    done = match(*args)
    ok(done.returncode == 2 and "s:9:" in done.stderr, "a game that is there twice is refused", done.stderr)
    bad = []
    for cut in range(1, len(whole[0]) + len(whole[1]) + len(whole[2]), 29):
        with open("s", "wb") as state:
            state.write((b"\n".join(whole) + b"\n")[:cut])
        if os.path.exists("g.pgn"):
            os.remove("g.pgn")
        done = match(*args, "-o", "g.pgn")
        if done.returncode != 0 or len(tags("g.pgn", "Event")) != 6:
            bad.append((cut, done.stderr))
    ok(not bad, "cut off anywhere, it goes on", bad[:3])


def part_append():
    match("builtin:1", "builtin:2", "-o", "x.pgn")
    match("builtin:1", "builtin:2", "-o", "x.pgn", "--seed", "2")
    is_sound("x.pgn", 4)
    write("y.pgn", '[Event "old"]\n\n1. e4 *')
    for _ in range(2):
        done = match("builtin:1", "builtin:2", "-o", "y.pgn", "--state", "y")
    ok(done.returncode == 0 and tags("y.pgn", "Event")[0] == "old", "what was there stays",
       done.stderr)
    is_sound("y.pgn", 3)


def part_interrupt():
    """Ctrl-C: the state stays, the engines go, and it goes on afterwards."""
    unique = f"unique-{os.getpid()}"
    command = [BANMEN, "match", f"{BAD} stubborn arg={unique}", f"{BAD} good arg={unique}", "--games",
               "400", "--state", "i", "-o", "i.pgn", "--concurrency", "2", "--max-moves", "60"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=ENV,
                          text=True) as run:
        for _ in range(6):
            run.stdout.readline()
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENV,
                              text=True) as second:
            said = second.stderr.read()
        ok(second.returncode == 2 and "another process" in said, "nobody else uses the file meanwhile",
           said)
        run.send_signal(signal.SIGINT)
        out, err = run.communicate(timeout=60)
    ok(run.returncode == 130 and "rank" in out, "Ctrl-C ends it with the table", out, err)
    none_left(unique)
    number = len(tags("i.pgn", "Event"))
    with open("i", "rb") as state:
        kept = state.read().count(b'{"game":')
    ok(number == kept >= 3, f"all {kept} games are in both files", number)
    is_sound("i.pgn", number)
    command[command.index("400")] = str(number + 6 & ~1)
    done = subprocess.run(command, capture_output=True, text=True, env=ENV, timeout=200, check=False)
    ok(done.returncode == 0 and f"going on after {number} of" in done.stderr, "it goes on",
       done.stdout, done.stderr)
    is_sound("i.pgn", number + 6 & ~1)
    none_left(unique)


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        globals()["part_" + PART]()
        os.chdir("/")
    print(f"1..{count}")
    return failed != 0


sys.exit(main())
