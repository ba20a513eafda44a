#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_library.py OUT FILE...: the variants of the library as a C table, in the order of their names.

A file NAME.yaml must describe the variant NAME; its text goes into the table byte by byte.
"""
import os
import re
import sys


def literal(line):
    """One line of text as a C string literal; what is not plain ASCII is written in octal."""
    out = []
    for byte in line.encode():
        char = chr(byte)
        if char == "\n":
            out.append("\\n")
        elif char in '"\\?':
            out.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            out.append(char)
        else:
            out.append(f"\\{byte:03o}")
    return '"' + "".join(out) + '"'


def main():
    out, paths = sys.argv[1], sys.argv[2:]
    variants = {}
    for path in paths:
        name = os.path.splitext(os.path.basename(path))[0]
        with open(path, encoding="utf-8", newline="") as f:
            text = f.read()
        said = re.search(r"^variant: *([a-z0-9-]+) *$", text, re.M)
        if not said or said.group(1) != name or name in variants:
            sys.exit(f"{path}: does not say 'variant: {name}', or is there twice")
        variants[name] = text

    with open(out, "w", encoding="ascii") as f:
        f.write("/* Made by gen_library.py. */\n")
        f.write("static const struct bm_variant library[] = {\n")
        for name in sorted(variants):  # ASCII order, as memcmp() has it
            text = variants[name]
            f.write(f'    {{"{name}",\n')
            for line in text.splitlines(keepends=True):
                f.write(f"     {literal(line)}\n")
            f.write(f"     , {len(text.encode())}}},\n")
        f.write("};\n")


main()
