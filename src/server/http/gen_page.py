#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""gen_page.py HEADER BLOB DEPFILE CACHE BROTLI ESBUILD WEB PIECES VARIANTS BOARDS [PATH=FILE...]: all that browsers get.

BOARDS is a JSON file with the board of each game; those of the first screen become /boards.json. All files of the folder WEB, the sets of PIECES and the texts of VARIANTS as one JSON file each, and
further files, go into BLOB one behind the other, as they are and compressed. HEADER is the table of
them. BROTLI is the program, or ''. ESBUILD, too: it makes few small files of the modules and style sheets, see
bundle.py; without it they stay as they are, but for their comments. CACHE is a folder where compressed files are kept
for the next run.
"""
import gzip
import hashlib
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
import bundle

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
         ".png": "image/png", ".wasm": "application/wasm", ".woff2": "font/woff2", ".mp3": "audio/mpeg",
         ".ogg": "audio/ogg", ".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8",
         ".tsv": "text/tab-separated-values; charset=utf-8"}
PATHS = {"/index.html": "/"}
PACKED = {".png", ".woff2", ".mp3", ".ogg"}  # compressed already
DRAWN = ["name", "dialect", "hex", "hasHands", "sides", "squares", "kinds"]  # what the board element asks of rules
LATER = {"/docs", "/docs.css", "/favicon.ico", "/sw.js", "/wasm/threads.wasm"}  # not kept for use without a network

seen = []  # everything that the answer depends on, folders too


def read(path):
    seen.append(path)
    with open(path, "rb") as f:
        return f.read()


def folder(top):
    """All files below a folder, as path below it and content."""
    for where, inner, names in os.walk(top):
        inner.sort()
        seen.append(where)
        for name in sorted(names):
            path = os.path.join(where, name)
            yield os.path.relpath(path, top).replace(os.sep, "/"), path


def bare(text):
    """JavaScript without its comments, which are half of it; the first line, the licence, stays."""
    first, _, rest = text.partition("\n")
    rest = re.sub(r"(?m)^[ \t]*/\*(?:(?!\*/)[\s\S])*\*/[ \t]*\n", "", rest)
    rest = re.sub(r"(?m)^[ \t]*//.*\n", "", rest)
    rest = re.sub(r"/\*\*? ?@[^*]*\*/ ?", "", rest)
    rest = re.sub(r"(?m)^[ \t]+|[ \t]+$", "", rest) if "`" not in rest else rest
    return first + "\n" + re.sub(r"\n{2,}", "\n", rest)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def bundle_modules(files, esbuild, web, top):
    """Put the modules, the style sheets and the page as esbuild makes them into the files."""
    texts = bundle.bundled(esbuild, web, top)
    styles = bundle.styled(esbuild, web, top)
    html, texts[bundle.STYLES] = bundle.page(files["/"][1].decode(), styles)
    for name, text in {**texts, **styles}.items():
        files["/" + name] = (os.path.splitext(name)[1], text.encode())
    files["/"] = (".html", html.encode())


def pictured(boards, featured):
    """The boards that the first screen shows, with what is needed to draw them."""
    boards = json.loads(boards)
    out = {}
    for name in re.findall(r"'([\w.-]+)'", featured):
        rules, board, hands = (boards[name][key] for key in ("rules", "board", "hands"))
        out[name] = {"rules": {key: rules[key] for key in DRAWN}, "board": board, "hands": hands}
    return out


def collect(esbuild, cache, web, pieces, variants, boards, others):
    """Path to (extension, content), in the order of paths."""
    files, sets, texts = {}, {}, {}
    for name, path in folder(web):
        if os.path.splitext(name)[1] in TYPES:
            ext, content = os.path.splitext(name)[1], read(path)
            if ext == ".js":
                content = bare(content.decode()).encode()
            files[PATHS.get("/" + name, "/" + name)] = (ext, content)
    if esbuild:
        bundle_modules(files, esbuild, web, os.path.join(cache, "modules"))
    for name, path in folder(pieces):
        if name.endswith(".svg"):
            sets.setdefault(os.path.dirname(name), {})[os.path.basename(name)[:-4]] = read(path).decode().strip()
    for name, content in sets.items():
        files[f"/pieces/{name}.json"] = (".json", compact(content))
    for name, path in folder(variants):
        if name.endswith(".yaml"):
            texts[name[:-5]] = read(path).decode()
    files["/library.json"] = (".json", compact(texts))
    files["/boards.json"] = (".json", compact(pictured(read(boards), read(os.path.join(web, "js/core/featured.js")).decode())))
    for other in others:
        path, source = other.split("=", 1)
        files[path] = (os.path.splitext(source)[1], read(source))
    if "/sw.js" in files:
        files["/sw.js"] = (".js", number(files))
    return dict(sorted(files.items()))


def number(files):
    """The service worker, with what it has to keep, and a version that changes when any of it does."""
    kept = {path: content for path, (_, content) in sorted(files.items()) if path not in LATER}
    digest = hashlib.sha256(files["/sw.js"][1])
    for path, content in kept.items():
        digest.update(path.encode() + b"\0" + hashlib.sha256(content).digest())
    text = files["/sw.js"][1].decode()
    for name, value in (("VERSION", digest.hexdigest()[:16]), ("FILES", list(kept))):
        text, count = re.subn(rf"(?m)^const {name} = .*;$", lambda _: f"const {name} = {json.dumps(value)};", text)
        if count != 1:
            sys.exit(f"sw.js: there must be one line 'const {name} = …;'")
    return text.encode()


def kept(cache, key, make):
    path = os.path.join(cache, key)
    if not os.path.exists(path):
        content = make()
        with open(path + ".new", "wb") as f:
            f.write(content)
        os.replace(path + ".new", path)
    with open(path, "rb") as f:
        return f.read()


def forms(content, ext, cache, brotli):
    """The content as it is, by gzip, by brotli; empty where that gains nothing."""
    if ext in PACKED or len(content) < 200:
        return [content, b"", b""]
    name = hashlib.sha256(content).hexdigest()
    zipped = kept(cache, name + ".gz", lambda: gzip.compress(content, 9, mtime=0))
    small = kept(cache, name + ".br", lambda: subprocess.run(
        [brotli, "-c", "-q", "11", "-w", "24"], input=content, stdout=subprocess.PIPE, check=True).stdout
    ) if brotli else b""
    return [content] + [f if len(f) < len(content) else b"" for f in (zipped, small)]


def main():
    header, blob, depfile, cache, brotli, esbuild, web, pieces, variants, boards = sys.argv[1:11]
    os.makedirs(cache, exist_ok=True)
    files = collect(esbuild, cache, web, pieces, variants, boards, sys.argv[11:])
    whole = hashlib.sha256()
    with open(header, "w", encoding="ascii") as out, open(blob, "wb") as bytes_out:
        out.write(f'#define BM_PAGE_BLOB "{os.path.abspath(blob)}"\n')
        out.write("static const struct file files[] = {\n")
        for path, (ext, content) in files.items():
            parts = forms(content, ext, cache, brotli)
            places = ", ".join(f"{{{bytes_out.tell() + sum(len(p) for p in parts[:i])}u, {len(part)}u}}"
                               for i, part in enumerate(parts))
            digest = hashlib.sha256(content).hexdigest()[:20]
            out.write(f'    {{"{TYPES[ext]}", "{digest}", {{{places}}}}},\n')
            for part in parts:
                bytes_out.write(part)
                whole.update(part)
        out.write("};\n\nconst struct bm_route bm_routes_static[] = {\n")
        for path in files:
            flags = "BM_ROUTE_HIDDEN | BM_ROUTE_FILE" + (" | BM_ROUTE_EMBED" if path.startswith("/embed/") else "")
            out.write(f'    {{.path = "{path}", .run = run_file, .flags = {flags}}},\n')
        out.write("    {0}};\n")
        # The table changes whenever the blob does, so that both are compiled in together.
        out.write(f"/* {whole.hexdigest()} */\n")
    with open(depfile, "w", encoding="utf-8") as f:
        f.write(f"{header} {blob}: " + " ".join(p.replace(" ", "\\ ") for p in seen) + "\n")


main()
