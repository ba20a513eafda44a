#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_page.py OUT FILE...: files of the page as a C table of bytes: path, type, content."""
import os
import sys

PATHS = {"index.html": "/", "docs.html": "/docs"}
TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8"}

with open(sys.argv[1], "w", encoding="ascii") as out:
    names = []
    for i, path in enumerate(sys.argv[2:]):
        with open(path, "rb") as f:
            data = f.read()
        name = os.path.basename(path)
        names.append((i, PATHS.get(name, "/" + name), TYPES[os.path.splitext(name)[1]], len(data)))
        out.write(f"static const unsigned char file_{i}[] = {{{','.join(str(b) for b in data)}}};\n")
    out.write("static const struct file files[] = {\n")
    for i, name, kind, size in names:
        out.write(f'    {{"{name}", "{kind}", (const char *)file_{i}, {size}}},\n')
    out.write("};\n")
