"""Puts the page of build/web into one file, attention-lab.html beside it, which starts without a server: from a USB stick, an
attachment, a folder of downloads.

    web_one_file.py WEB_FOLDER

Browsers load neither modules nor data from other files, so this one holds them all: the page's modules as one script (esbuild),
the program and its packs in base64, each in an element that has its path as its id, where web/loader.js finds it.
"""

import base64
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BUILDS = ["simd", "plain"]  # no browser lets a file start threads
TYPES = {".mjs": "text/javascript", ".wasm": "application/wasm", ".pack": "application/octet-stream"}


def script(web):
    """The page's modules as one."""
    with tempfile.TemporaryDirectory() as folder:
        for module in web.glob("*.js"):
            shutil.copy(module, folder)
        Path(folder, "builds.js").write_text(f"export const builds = {json.dumps(BUILDS)};\n", encoding="utf-8")
        return subprocess.run(["esbuild", "page.js", "--bundle", "--format=esm", "--log-level=warning"], cwd=folder,
                              stdout=subprocess.PIPE, text=True, check=True).stdout


def text_of(file):
    return file.read_text(encoding="utf-8")


def base64_of(file):
    return base64.b64encode(file.read_bytes()).decode()


def held(web, name):
    file = web / name
    return f'<script type="text/base64" id="{name}" data-type="{TYPES[file.suffix]}">{base64_of(file)}</script>\n'


def replaced(page, pattern, text):
    page, times = re.subn(pattern, lambda _: text, page, flags=re.DOTALL)
    if not times:
        sys.exit(f"index.html does not have {pattern}")
    return page


def one_file(web):
    names = ["first.pack", "rest.pack"] + [f"{build}/attention-lab.{kind}" for build in BUILDS for kind in ("mjs", "wasm")]
    notices = "\n\n".join(text_of(file) for file in sorted((web / "licences").iterdir()))
    contents = f'<script type="module">\n{script(web)}</script>\n' + "".join(held(web, name) for name in names)
    contents += f'<script type="text/plain" id="licences">\n{notices}</script>\n'

    page = text_of(web / "index.html")
    page = replaced(page, r'<link rel="(manifest|apple-touch-icon|modulepreload|preload)"[^\n]*\n', "")
    page = replaced(page, r"icon\.svg", "data:image/svg+xml;base64," + base64_of(web / "icon.svg"))
    page = replaced(page, r'<link rel="stylesheet" href="page\.css">', f"<style>\n{text_of(web / 'page.css')}</style>")
    page = replaced(page, r"<script>.*?</script>\n", "")  # which leads from there to this file
    return replaced(page, r'<script type="module" src="page\.js"></script>\n', contents)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    (folder / "attention-lab.html").write_text(one_file(folder), encoding="utf-8")
