#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""stats_oracle.py PROGRAM: the statistics of matches, computed another way. TAP.

Ratios by their definition: the likelihood of what was seen is climbed under each hypothesis, along
directions that keep the hypothesis true, instead of solving for the top.
"""
import math
import random
import subprocess
import sys


def frequencies(counts):
    counts = [c or 1e-3 for c in counts]
    total = sum(counts)
    return total, [c / total for c in counts]


def likelihood(seen, p):
    return sum(s * math.log(q) for s, q in zip(seen, p))


def top_of_mean(seen, values, mean):
    """Newton on the dual: the multiplier at which the mean is right."""
    x = 0.0
    a = [v - mean for v in values]
    for _ in range(500):
        f = sum(s * d / (1 + x * d) for s, d in zip(seen, a))
        slope = -sum(s * d * d / (1 + x * d) ** 2 for s, d in zip(seen, a))
        step = -f / slope
        while any(1 + (x + step) * d <= 0 for d in a):
            step /= 2
        x += step
        if abs(step) < 1e-15:
            break
    return [s / (1 + x * d) for s, d in zip(seen, a)]


def top_of_deviations(seen, values, t):
    """Search the mean m: then the variance is known, and both are linear conditions."""
    def best(mean):
        variance = ((mean - 0.5) / t) ** 2
        square = variance + mean * mean
        # two multipliers, Newton in two dimensions
        x = y = 0.0
        a = [v - mean for v in values]
        b = [v * v - square for v in values]
        for _ in range(300):
            w = [1 + x * d + y * e for d, e in zip(a, b)]
            f = sum(s * d / k for s, d, k in zip(seen, a, w))
            g = sum(s * e / k for s, e, k in zip(seen, b, w))
            ff = -sum(s * d * d / k / k for s, d, k in zip(seen, a, w))
            fg = -sum(s * d * e / k / k for s, d, e, k in zip(seen, a, b, w))
            gg = -sum(s * e * e / k / k for s, e, k in zip(seen, b, w))
            det = ff * gg - fg * fg
            if det == 0:
                return -math.inf
            dx, dy = (-f * gg + g * fg) / det, (-g * ff + f * fg) / det
            for _ in range(200):
                if all(1 + (x + dx) * d + (y + dy) * e > 0 for d, e in zip(a, b)):
                    break
                dx, dy = dx / 2, dy / 2
            x, y = x + dx, y + dy
            if abs(dx) + abs(dy) < 1e-14:
                break
        p = [s / (1 + x * d + y * e) for s, d, e in zip(seen, a, b)]
        if abs(sum(p) - 1) > 1e-9 or abs(f) > 1e-9 or abs(g) > 1e-9:
            return -math.inf
        return likelihood(seen, p)

    if t == 0:
        return likelihood(seen, top_of_mean(seen, values, 0.5))
    low, high = sorted((0.5, 0.5 + t * 0.5))
    grid = [low + (high - low) * i / 40 for i in range(1, 40)]
    at = max(grid, key=best)
    step = (high - low) / 40
    low, high = at - step, at + step
    for _ in range(40):
        one, two = low + (high - low) * 0.381966, low + (high - low) * 0.618034
        if best(one) > best(two):
            high = two
        else:
            low = one
    return best((low + high) / 2)


def ratio(model, e0, e1, counts):
    total, seen = frequencies(counts)
    values = [i / (len(counts) - 1) for i in range(len(counts))]

    def fit(elo):
        if model == 0:
            return likelihood(seen, top_of_mean(seen, values, 1 / (1 + 10 ** (-elo / 400))))
        return top_of_deviations(seen, values,
                                 elo * math.log(10) / 800 * math.sqrt(len(counts) // 2))
    return total * (fit(e1) - fit(e0))


def elo(score):
    if score <= 0:
        return -math.inf
    return math.inf if score >= 1 else 400 * math.log10(score / (1 - score))


def estimate(wins, draws, losses, pairs):
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    results = [1.0] * wins + [0.5] * draws + [0.0] * losses
    if sum(pairs):
        results = [i / 4 for i in range(5) for _ in range(pairs[i])]
    mean = sum(results) / len(results)
    spread = math.sqrt(sum((r - mean) ** 2 for r in results) / len(results))
    if sum(pairs):
        spread *= math.sqrt(2)
    by = spread / math.sqrt(games)
    los = 0.5 * (1 + math.erf((score - 0.5) / by / math.sqrt(2)))
    return (elo(score), elo(score - 1.959963984540054 * by), elo(score + 1.959963984540054 * by),
            los, (score - 0.5) / spread * 800 / math.log(10))


def main():
    dice = random.Random(5)
    asked = []
    for i in range(40):
        most = 10 ** dice.randint(1, 3)
        pairs = [dice.randint(1, most) for _ in range(5)]
        if i % 5 == 0:
            pairs[dice.choice((0, 4))] = 0
        split = dice.randint(0, pairs[2])
        wins = split + pairs[3] + 2 * pairs[4]
        losses = split + pairs[1] + 2 * pairs[0]
        draws = 2 * (pairs[2] - split) + pairs[1] + pairs[3]
        e0 = dice.uniform(-20, 10)
        e1 = e0 + dice.uniform(1, 40)
        paired = i % 3 != 0
        asked.append((i % 2, e0, e1, paired, wins, draws, losses, pairs))
    text = "".join(f"{m} {e0!r} {e1!r} {int(p)} {w} {d} {l} {' '.join(map(str, q))}\n"
                   for m, e0, e1, p, w, d, l, q in asked)
    out = subprocess.run([sys.argv[1], "serve"], input=text, capture_output=True, text=True,
                         check=True).stdout.splitlines()
    failed = len(out) != len(asked)
    for n, (line, (m, e0, e1, paired, w, d, l, q)) in enumerate(zip(out, asked), 1):
        got = [float(x) for x in line.split()]
        want = [ratio(m, e0, e1, q if paired else [l, d, w])] + list(estimate(w, d, l, q))
        good = all(a == b or abs(a - b) <= 1e-5 * max(1, abs(b)) for a, b in zip(got, want))
        failed |= not good
        print(f"{'ok' if good else 'not ok'} {n} - {'normalized' if m else 'logistic'} "
              f"{'pairs' if paired else 'games'} {q}")
        if not good:
            print(f"# got {got}\n# want {want}")
    print(f"1..{len(asked)}")
    return failed


sys.exit(main())
