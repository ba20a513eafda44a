#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_messages.py ROOT [--check]: web/js/net/messages.js, the messages of the wire for browsers, from
the tables of the headers. With --check nothing is written: it tells whether that is up to date."""
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


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def main():
    root = sys.argv[1]
    out = f"{root}/web/js/net/messages.js"
    wire = read(f"{root}/src/server/ws/messages.h")
    refusals = table(read(f"{root}/include/banmen/match.h"), "BM_REFUSAL_MAP")
    reasons = table(read(f"{root}/include/banmen/outcome.h"), "BM_REASON_MAP")
    lines = [
        "// SPDX-License-Identifier: MIT",
        "// Written by src/server/ws/gen_messages.py from src/server/ws/messages.h: do not edit.",
        "",
        "// What a client can ask for, and the members of each; behind '!' one must be there.",
        "export const ASK = /** @type {const} */ ({",
        *words(table(wire, "BM_CLIENT_MESSAGE_MAP")),
        "});",
        "",
        "// What the server says.",
        "export const SAY = /** @type {const} */ ({",
        *words(table(wire, "BM_SERVER_MESSAGE_MAP")),
        "});",
        "",
        "// Why something was not done, in English and Japanese.",
        "/** @type {Record<string, [string, string]>} */",
        "export const CODES = {",
        *codes(table(wire, "BM_CODE_MAP"), refusals),
        "};",
        "",
        "// Why a game ended, as events have it; the core has them by number.",
        "export const REASONS = [",
        *(f"    {quoted(row[1])}," for row in reasons),
        "];",
    ]
    text = "\n".join(lines) + "\n"
    if "--check" not in sys.argv:
        with open(out, "w", encoding="utf-8") as f:
            f.write(text)
        return
    if read(out) != text:
        sys.exit(f"{out} is out of date: run src/server/ws/gen_messages.py {root}")


main()
