#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_answers.py ANSWERS.JSON OUT.C: what routes answer, as C strings for the OpenAPI document.

The file has the schemas of components, and for "METHOD /path" the schema of the answer by its content type."""
import json
import sys


def quote(text):
    """A C string, in pieces that compilers take."""
    text = text.replace("\\", "\\\\").replace('"', '\\"')
    pieces, at = [], 0
    while at < len(text):
        end = at + 90
        while text[end - 1 : end] == "\\":
            end += 1
        pieces.append(text[at:end])
        at = end
    return "\n     ".join(f'"{piece}"' for piece in pieces)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        answers = json.load(file)
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write('/* Made by gen_answers.py. */\n#include "server/http/openapi.h"\n\n')
        out.write(f"const char bm_openapi_schemas[] =\n     {quote(compact(answers['schemas'])[1:-1])};\n\n")
        out.write("const struct bm_openapi_answer bm_openapi_answers[] = {\n")
        for route, content in answers["answers"].items():
            method, path = route.split(" ")
            wrapped = compact({type_: {"schema": schema} for type_, schema in content.items()})
            out.write(f'    {{"{method}", "{path}",\n     {quote(wrapped)}}},\n')
        out.write("    {0}};\n")


main()
