#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_messages.py OUT WIRE MATCH [--check]: the messages of the wire for browsers, from the tables
of src/server/wire.h and include/banmen/match.h. With --check nothing is written: it tells
whether OUT is what would be."""
import re
import sys


def table(text, name):
    """The rows of an X table, each a list of its arguments."""
    body = re.search(rf"#define {name}\(X\)(.*?)(?<!\\)\n", text, re.S).group(1)
    body = re.sub(r"/\*.*?\*/", "", body.replace("\\\n", " "), flags=re.S)
    rows = []
    for row in re.finditer(r'X\(((?:"(?:[^"\\]|\\.)*"|[^()"])*)\)', body):
        parts = re.findall(r'((?:"(?:[^"\\]|\\.)*"\s*)+|[^,\s][^,]*)(?:,\s*|$)', row.group(1))
        rows.append(["".join(re.findall(r'"((?:[^"\\]|\\.)*)"', p)) if p.startswith('"') else p.strip()
                     for p in parts])
    return rows


def quoted(text):
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def words(rows):
    return [f"    {row[0]}: {quoted(row[1])}, // {row[2] or 'nothing more'}" for row in rows]


def codes(rows, refusals):
    # Those without a sentence of their own have that of the match.
    said = {row[1].replace("-", "_"): row[2:4] for row in refusals}
    out = []
    for _, word, _, en, ja in rows:
        en, ja = (en, ja) if en else said[word]
        out.append(f"    {word}: [{quoted(en)}, {quoted(ja)}],")
    return out


def main():
    out, wire, match = sys.argv[1:4]
    with open(wire, encoding="utf-8") as f:
        wire = f.read()
    with open(match, encoding="utf-8") as f:
        match = f.read()
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Written by src/server/gen_messages.py from src/server/wire.h: do not edit.",
        "",
        "// What a client can ask for, and the members of each; behind '!' one must be there.",
        "export const ASK = /** @type {const} */ ({",
        *words(table(wire, "BM_ASK_MAP")),
        "});",
        "",
        "// What the server says.",
        "export const SAY = /** @type {const} */ ({",
        *words(table(wire, "BM_SAY_MAP")),
        "});",
        "",
        "// Why something was not done, in English and Japanese.",
        "/** @type {Record<string, [string, string]>} */",
        "export const CODES = {",
        *codes(table(wire, "BM_CODE_MAP"), table(match, "BM_REFUSAL_MAP")),
        "};",
    ]
    text = "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        with open(out, "w", encoding="utf-8") as f:
            f.write(text)
        return
    with open(out, encoding="utf-8") as f:
        if f.read() != text:
            sys.exit(f"{out} is out of date: run src/server/gen_messages.py {out} "
                     "src/server/wire.h include/banmen/match.h")


main()
