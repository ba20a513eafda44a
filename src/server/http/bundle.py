# SPDX-License-Identifier: MIT
"""The modules of the page as browsers get them: few files, without comments and long names, by esbuild.

What the first screen and a game at one screen need is one file, js/bundle/start.js. Each module in it keeps its
address as a file of one line that exports the same names from there, so that there is one instance of it, however it
is asked for. All other modules stay files of their own that take what they need from the bundle; a worker has all of
its modules in its own file. Which modules those are is found by following the imports.
"""
import json
import os
import re
import shutil
import subprocess

MAIN = "js/main.js"
FIRST = ["js/screens/home.js", "js/screens/local_game.js", "js/words/en.js", "js/words/ja.js"]  # and what these need
BUNDLE = "js/bundle/start.js"
STYLES = "css/bundle.css"
LICENCE = "// SPDX-License-Identifier: MIT"
OPTIONS = ["--minify", "--charset=utf8", "--target=esnext", "--log-level=warning"]

STATIC = re.compile(r'(import|export)\s*(?:\{([^{}]*)\}\s*from\s*)?"(\.[^"]*)"')
LAZY = re.compile(r'\bimport\("(\.[^"]*)"\)')
EXPORTED = re.compile(r"(?m)^export (?:async )?(?:function\*?|const|let|class) (\w+)|^export \{([^{}]+)\};")


def run(esbuild, top, *args):
    subprocess.run([esbuild, *args, *OPTIONS], cwd=top, check=True)


def made(top, path):
    with open(os.path.join(top, path), encoding="utf-8") as f:
        return f.read()


def graph(esbuild, top, roots):
    """For each module that the roots lead to: the modules that it imports at its start, and later."""
    meta = os.path.join(top, "graph.json")
    run(esbuild, top, *roots, "--bundle", "--format=esm", "--splitting", "--outdir=graph", f"--metafile={meta}")
    with open(meta, encoding="utf-8") as f:
        inputs = json.load(f)["inputs"]
    shutil.rmtree(os.path.join(top, "graph"))
    return {name: [[i["path"] for i in module["imports"] if (i["kind"] == "dynamic-import") == later]
                   for later in (False, True)] for name, module in inputs.items()}


def closure(imports, roots):
    found, left = set(), list(roots)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += imports[name][0]
    return found


def exported(text):
    """The names that a module exports, by what they are called in it."""
    names = {}
    for one, several in EXPORTED.findall(text):
        for item in [one] if one else several.split(","):
            inner, _, outer = item.strip().partition(" as ")
            if inner:
                names[outer.strip() or inner] = inner
    return list(names)


def relative(target, importer):
    path = os.path.relpath(target, os.path.dirname(importer))
    return path if path.startswith(".") else "./" + path


def entry(names, whole):
    """The text that makes the bundle: each name of each module, and the modules that are loaded later as a whole."""
    lines = []
    for module, (space, pairs) in names.items():
        path = json.dumps(relative(module, BUNDLE))
        lines.append(f"import {path};")
        if pairs:
            lines.append("export { " + ", ".join(f"{own} as {given}" for own, given in pairs.items()) + f" }} from {path};")
        if module in whole:
            lines.append(f"export * as {space} from {path};")
    return "\n".join(lines) + "\n"


def redirect(text, module, names):
    """A minified module that takes what is in the bundle from there. What it cannot read stays as it is, and works."""
    target = json.dumps(relative(BUNDLE, module))

    def place(path):
        return os.path.normpath(os.path.join(os.path.dirname(module), path))

    def static(match):
        word, items, path = match.groups()
        known = names.get(place(path))
        if not known or word == "export" and items is None:
            return match[0]
        if items is None:
            return f"import{target}"
        pairs = [item.split(" as ") for item in items.split(",") if item]
        if any(p[0] not in known[1] for p in pairs):
            return match[0]
        return word + "{" + ",".join(f"{known[1][p[0]]} as {p[-1]}" for p in pairs) + f"}}from{target}"

    def later(match):
        known = names.get(place(match[1]))
        return f"import({target}).then(e=>e.{known[0]})" if known else match[0]

    return LAZY.sub(later, STATIC.sub(static, text))


def bundled(esbuild, web, top):
    """Path below the folder `web` to text, for all modules; worked out in the folder `top`."""
    shutil.rmtree(top, ignore_errors=True)
    shutil.copytree(os.path.join(web, "js"), os.path.join(top, "js"))
    modules = sorted(os.path.relpath(os.path.join(where, name), top).replace(os.sep, "/")
                     for where, _, files in os.walk(os.path.join(top, "js")) for name in files if name.endswith(".js"))
    texts = {name: made(top, name) for name in modules}
    imports = graph(esbuild, top, modules)
    start = sorted(closure(imports, [MAIN, *FIRST]) - {MAIN})
    names = {}
    for number, module in enumerate(start):
        names[module] = (f"m${number}", {own: f"{own}${number}" for own in exported(texts[module])})
    whole = {i for module in imports for i in imports[module][1]}
    os.makedirs(os.path.join(top, "js/bundle"))
    with open(os.path.join(top, "js/bundle/entry.js"), "w", encoding="utf-8") as f:
        f.write(entry(names, whole))
    outside = [f"--external:{os.path.join(os.path.abspath(top), name)}" for name in modules if name not in names]
    run(esbuild, top, "js/bundle/entry.js", "--bundle", "--format=esm", f"--outfile={BUNDLE}", *outside)
    workers = [name for name in modules if name.endswith("_worker.js")]
    for name in workers:
        run(esbuild, top, name, "--bundle", "--format=esm", f"--outfile=out/{name}")
    others = [name for name in modules if name not in names and name not in workers]
    run(esbuild, top, *others, "--format=esm", "--outdir=out/js", "--outbase=js")

    out = {BUNDLE: made(top, BUNDLE)}
    for module, (_, pairs) in names.items():
        items = ",".join(f"{given} as {own}" for own, given in pairs.items())
        out[module] = (f"export{{{items}}}from" if items else "import") + json.dumps(relative(BUNDLE, module)) + ";\n"
    out.update({name: made(top, "out/" + name) for name in workers})
    out.update({name: redirect(made(top, "out/" + name), name, names) for name in others})
    return {name: f"{LICENCE}\n{text}" for name, text in out.items()}


def styled(esbuild, web, top):
    """Path below the folder `web` to text, for all style sheets."""
    sheets = sorted("css/" + name for name in os.listdir(os.path.join(web, "css")) if name.endswith(".css"))
    run(esbuild, web, *sheets, f"--outdir={os.path.join(os.path.abspath(top), 'css')}")
    return {name: made(top, name) for name in sheets}


def page(html, styles):
    """index.html with one style sheet and the bundle instead of many; the style sheet is the ones that it names, in their order."""
    links = re.findall(r'<link rel="stylesheet" href="([^"]+)">\n', html)
    html = html.replace(f'<link rel="stylesheet" href="{links[0]}">', f'<link rel="stylesheet" href="{STYLES}">', 1)
    html = re.sub(r'<link rel="stylesheet" href="(?!' + re.escape(STYLES) + r')[^"]+">\n', "", html)
    html = re.sub(r'(<link rel="modulepreload" href=")[^"]+(">\n)(?:<link rel="modulepreload" href="[^"]+">\n)*',
                  rf"\g<1>{BUNDLE}\g<2>", html)
    return html, "".join(styles[link] for link in links)
