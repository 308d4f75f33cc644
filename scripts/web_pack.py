"""Puts the page together: build/web, for any server of files, or none but the first time.

    web_pack.py BUILD_FOLDER OUT        with the builds in BUILD_FOLDER/web-threads, web-simd and web-plain

The program's files go into two packs: what the first frame needs, and the rest, which follows it. A pack is the length of its
list (4 bytes, little endian), the list as JSON, [[path, size] …], and the files one after the other. Fonts of words are cut
down to the letters of European languages, those of numbers, formulas and code to what these are written with; the browser's own
fonts have all others.
"""

import hashlib
import json
import shutil
import struct
import subprocess
import sys
import unicodedata
from pathlib import Path

from fontTools.ttLib import TTFont

ROOT = Path(__file__).parent.parent
FONTS = Path("/usr/share/fonts")
TEXMF = Path("/usr/share/texmf/fonts/opentype/public")

# What is written in Europe today: Latin with every accent, Greek, Cyrillic, and their marks.
EUROPEAN = "U+0020-007E,U+00A0-017F,U+0218-021B,U+0300-030C,U+0327-0328,U+0384-03CE,U+0400-045F,U+0490-0491,U+2010-203A,U+20AC"


def own_letters():
    """Every letter that the program itself may show, from its texts and its source."""
    files = [*ROOT.glob("assets/**/*.toml"), *ROOT.glob("src/**/*.cpp"), *ROOT.glob("src/**/*.h")]
    letters = {letter for file in files for letter in file.read_text(encoding="utf-8")}
    return sorted(letter for letter in letters if letter.isprintable())


def is_of_words(letter):
    """True for the letters that only words of other languages have: formulas and code are written in ASCII, Greek and signs."""
    is_letter = unicodedata.category(letter) in ("Lu", "Ll", "Lo")
    return is_letter and ord(letter) >= 0xC0 and not unicodedata.name(letter).startswith("GREEK")


def unicodes(letters):
    return ",".join(f"U+{ord(letter):04X}" for letter in letters)


OWN = own_letters()
OWN_SIGNS = [letter for letter in OWN if not is_of_words(letter)]
SIGNS = unicodes(OWN_SIGNS)
WORDS = EUROPEAN + "," + unicodes(OWN)
FONT_LETTERS = {
    FONTS / "opentype/inter/Inter-Regular.otf": WORDS,
    FONTS / "opentype/inter/Inter-Medium.otf": WORDS,
    FONTS / "opentype/inter/Inter-SemiBold.otf": WORDS,
    FONTS / "truetype/jetbrains-mono/JetBrainsMono-Regular.ttf": SIGNS,
    FONTS / "truetype/jetbrains-mono/JetBrainsMono-Bold.ttf": SIGNS,
    TEXMF / "lm/lmroman10-regular.otf": SIGNS,
    TEXMF / "lm/lmroman10-italic.otf": SIGNS,
    TEXMF / "lm-math/latinmodern-math.otf": SIGNS,
}
FALLBACK = FONTS / "truetype/dejavu/DejaVuSans.ttf"  # has the signs that any of the others lacks


def lacking(fonts):
    """The program's own signs that not every font has."""
    known = [TTFont(font).getBestCmap() for font in fonts]
    return [sign for sign in OWN_SIGNS if not all(ord(sign) in letters for letters in known)]


UNUSED_TABLES = "BASE,DSIG,FFTM,GDEF,GPOS,GSUB,MATH,STAT,gasp"


def subset(font, letters, folder):
    """The font with these letters alone, made once."""
    small = folder / (hashlib.sha256(f"{font}{letters}".encode()).hexdigest()[:12] + font.suffix)
    if not small.exists():
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, "-m", "fontTools.subset", font, f"--unicodes={letters}", "--layout-features=",
                        "--no-hinting", "--desubroutinize", f"--drop-tables+={UNUSED_TABLES}", f"--output-file={small}"], check=True)
    return small.read_bytes()


def program_files(*folders):
    return {f"/attention-lab/{path.relative_to(ROOT)}": path.read_bytes()
            for folder in folders for path in sorted((ROOT / folder).rglob("*")) if path.is_file()}


def pack(files):
    names = json.dumps([[path, len(content)] for path, content in files.items()]).encode()
    return struct.pack("<I", len(names)) + names + b"".join(files.values())


def main(build, out):
    out.mkdir(parents=True, exist_ok=True)
    files = program_files("assets", "shaders")
    models = {path: content for path, content in files.items() if path.endswith(".safetensors")}
    # A model is read when it is chosen; that it is there is known from the start.
    first = {path: b"" if path in models else content for path, content in files.items()}
    cut = FONT_LETTERS | {FALLBACK: unicodes(lacking(FONT_LETTERS))}
    fonts = {str(font): subset(font, letters, build / "web-fonts") for font, letters in cut.items()}
    (out / "first.pack").write_bytes(pack(first | fonts))
    (out / "rest.pack").write_bytes(pack(models))

    for source in sorted((ROOT / "web").iterdir()):
        if source.name != "bridge.js":
            shutil.copy(source, out / source.name)
    builds = [kind for kind in ("threads", "simd", "plain") if (build / f"web-{kind}/attention-lab.mjs").exists()]
    for kind in builds:
        (out / kind).mkdir(exist_ok=True)
        for name in ("attention-lab.mjs", "attention-lab.wasm"):
            shutil.copy(build / f"web-{kind}" / name, out / kind / name)
    (out / "builds.js").write_text(f"export const builds = {json.dumps(builds)};\n", encoding="utf-8")

    # Of one build, since all are made from the same files.
    subprocess.run([sys.executable, ROOT / "packaging/licences.py", "--build", build / f"web-{builds[0]}",
                    "--also", *cut, "--folder", out / "licences"], check=True)

    # The service worker keeps what the page consists of, under a name that changes with any of it.
    beside = {out / "service-worker.js", out / "attention-lab.html", *(out / "licences").iterdir()}
    kept = sorted(path for path in out.rglob("*") if path.is_file() and path not in beside)
    version = hashlib.sha256(b"".join(path.read_bytes() for path in kept)).hexdigest()[:16]
    worker = (ROOT / "web/service-worker.js").read_text(encoding="utf-8")
    names = json.dumps(["./"] + [str(path.relative_to(out)) for path in kept])
    (out / "service-worker.js").write_text(f"const version = '{version}', files = {names};\n" + worker, encoding="utf-8")


main(Path(sys.argv[1]), Path(sys.argv[2]))
