#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_docs.py OUT MANUAL WIRE: a manual as a page. Knows what the manual uses of Markdown, and no more. Where the
manual says <!-- messages -->, there come the tables of messages of WIRE, a header."""
import html
import re
import sys


def inline(text):
    parts = re.split(r"(`[^`]*`)", text)
    for i, part in enumerate(parts):
        if part.startswith("`"):
            parts[i] = f"<code>{html.escape(part[1:-1])}</code>"
        else:
            part = html.escape(part, quote=False)
            part = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", part)
            part = re.sub(r"\[([^\]]+)\]\((#[^)]+)\)", r'<a href="\2">\1</a>', part)
            # Other manuals are not served: their names stay.
            parts[i] = re.sub(r"\[([^\]]+)\]\([^)]+\)", r"\1", part)
    return "".join(parts)


def anchor(heading):
    """The anchor of a heading, as in links of the manual."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def listing(lines):
    """A list, with lists below its items where lines are indented by two blanks."""
    items = re.split(r"^- ", "\n".join(lines), flags=re.M)[1:]
    out = []
    for item in items:
        text, *below = re.split(r"^  (?=- )", item, maxsplit=1, flags=re.M)
        inner = listing([line[2:] if line.startswith("  ") else line for line in below[0].split("\n")]) if below else ""
        out.append(f"<li>{inline(text.strip())}{inner}</li>")
    return "<ul>" + "".join(out) + "</ul>"


def row(line, cell):
    return "<tr>" + "".join(f"<{cell}>{inline(x.strip())}</{cell}>" for x in line.strip("|").split("|")) + "</tr>"


def messages(wire):
    out = []
    for name, who in ("BM_CLIENT_MESSAGE_MAP", "a client says"), ("BM_SERVER_MESSAGE_MAP", "the server says"):
        found = re.search(rf"#define {name}\(X\)((?:.*\\\n)*.*\n)", wire).group(1).replace("\\\n", " ")
        rows = re.findall(r'X\(\w+, *"([^"]*)",((?: *"[^"]*")+)\)', found)
        out.append(row(f"{who}|members, those with ! being needed", "th"))
        for word, members in rows:
            members = "".join(re.findall(r'"([^"]*)"', members))
            out.append(row(f"`{word}`|{' '.join(f'`{m}`' for m in members.split()) or 'nothing more'}", "td"))
    return "<table>" + "".join(out) + "</table>"


def convert(text, wire):
    out = []
    for block in re.findall(r"```.*?```|(?:(?!```)[^\n]+\n?)+", text, re.S):
        lines = block.rstrip("\n").split("\n")
        if block.startswith("```"):
            out.append(f"<pre><code>{html.escape(chr(10).join(lines[1:-1]))}</code></pre>")
        elif lines[0].startswith("#"):
            level = len(lines[0]) - len(lines[0].lstrip("#"))
            heading = lines[0].lstrip("# ")
            out.append(f'<h{level} id="{anchor(heading)}">{inline(heading)}</h{level}>')
        elif lines[0] == "<!-- messages -->":
            out.append(messages(wire))
        elif lines[0].startswith("    "):
            out.append(f"<pre><code>{html.escape(chr(10).join(l[4:] for l in lines))}</code></pre>")
        elif lines[0].startswith("|"):
            out.append("<table>" + row(lines[0], "th") + "".join(row(l, "td") for l in lines[2:]) + "</table>")
        elif lines[0].startswith("- "):
            out.append(listing(lines))
        else:
            out.append(f"<p>{inline(' '.join(lines))}</p>")
    return "\n".join(out)


with open(sys.argv[2], encoding="utf-8") as f, open(sys.argv[3], encoding="utf-8") as header:
    body = convert(f.read(), header.read())
with open(sys.argv[1], "w", encoding="utf-8") as f:
    f.write("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>banmen: the server</title>\n"
            "<link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"/docs.css\">\n</head>\n"
            f"<body class=\"manual\">\n{body}\n</body>\n</html>\n")
