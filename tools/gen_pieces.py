#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Draws the pieces: outlines of free fonts, and a few of our own, into SVG files of plain paths.

    tools/gen_pieces.py [--out data/pieces] [--check]

Each file has the view box 0 0 100 100 and nothing but <path> elements, so that a browser, nanosvg and librsvg
draw the same without any font. `--check` writes nothing and says which files would change. The fonts are those
of Debian's fonts-noto-core, fonts-noto-cjk and fonts-kouzan-mouhitsu; data/pieces/README.md states their
licences and what the files are called.
"""

import argparse
import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

from pieces import chess, discs, shogi  # noqa: E402


def drawings():
    """Every file: (set, name) -> text."""
    files = {}
    for module in (chess, shogi, discs):
        for key, svg in module.drawings():
            assert key not in files, f"{key} is drawn twice"
            files[key] = svg
    return files


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except FileNotFoundError:
        return None


def strangers(out, files):
    """Remove pictures below out that are no longer drawn."""
    for name in sorted({s for s, _ in files}):
        folder = os.path.join(out, name)
        for file in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
            if (name, file.removesuffix(".svg")) not in files:
                yield os.path.join(folder, file)


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="Draws the pieces from the outlines of free fonts.")
    parser.add_argument("--out", default=os.path.join(here, "..", "data", "pieces"), help="the folder of the sets")
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a file would change")
    args = parser.parse_args()
    files = drawings()
    changed = list(strangers(args.out, files))
    if not args.check:
        for path in changed:
            os.remove(path)
    for (name, code), svg in sorted(files.items()):
        path = os.path.join(args.out, name, code + ".svg")
        if read(path) == svg:
            continue
        changed.append(path)
        if not args.check:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(svg)
    for path in changed:
        print(("would change " if args.check else "changed ") + os.path.relpath(path, args.out))
    print(f"{len(files)} pictures, {len(changed)} {'differ' if args.check else 'written or removed'}")
    return 1 if args.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
