"""Copies the fonts that the program draws with (src/drawing/shapes/fonts.cpp) into a bundle's folder.

    fonts.py FOLDER [--subset]
    fonts.py --list

--subset keeps the letters that can be asked of each: for the text fonts and the one behind them, every sign in the texts and
the source and the alphabets in which sentences are typed; for formulas, the signs in the texts and the source. Letters that
our own fonts do not have at all, such as Chinese, come from the system either way.
--list prints the files and copies nothing.
"""

import re
import shutil
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
ROOTS = [Path(root) for root in ("/usr/share/fonts", "/usr/share", "/usr/local/share/fonts")]
# Latin with its accents, Greek, Cyrillic, Armenian, Hebrew, Arabic with its joined forms, Georgian, punctuation, letter-like
# signs, arrows, mathematics, boxes.
ALPHABETS = [(0x20, 0x58F), (0x591, 0x6FF), (0x10A0, 0x10FF), (0x1E00, 0x1FFF), (0x2000, 0x22FF), (0x25A0, 0x25FF),
             (0xFB13, 0xFDFF), (0xFE70, 0xFEFF)]
FORMULA_FONTS = re.compile(r"lmroman|latinmodern")


def font_files():
    source = (PROJECT / "src/drawing/shapes/fonts.cpp").read_text(encoding="utf-8")
    for name in re.findall(r'"([\w/-]+\.(?:otf|ttf))"', source):
        found = [root / name for root in ROOTS if (root / name).exists()]
        if not found:
            sys.exit(f"{name}: the font is not installed")
        yield found[0]


def signs_written():
    """Every sign in the texts, the words and the source, and ASCII."""
    signs = set(range(0x20, 0x7F))
    for folder, endings in (("assets", {".toml"}), ("src", {".cpp", ".h"})):
        for file in (PROJECT / folder).rglob("*"):
            if file.suffix in endings:
                signs.update(map(ord, file.read_text(encoding="utf-8")))
    return signs - set(range(0x20))


def subset(source, target, signs):
    from fontTools import subset as tool

    options = tool.Options(layout_features=[], notdef_outline=True, name_IDs=["*"])
    options.drop_tables += ["MATH", "GPOS", "GSUB", "GDEF", "kern", "FFTM"]  # letters are set one by one
    font = tool.load_font(str(source), options)
    subsetter = tool.Subsetter(options)
    subsetter.populate(unicodes=signs)
    subsetter.subset(font)
    tool.save_font(font, str(target), options)


def main(folder, *flags):
    if folder == "--list":
        print(*font_files(), sep="\n")
        return
    Path(folder).mkdir(parents=True, exist_ok=True)
    written = signs_written()
    alphabets = written.union(*(range(first, last + 1) for first, last in ALPHABETS))
    for source in font_files():
        target = Path(folder) / source.name
        if "--subset" in flags:
            subset(source, target, written if FORMULA_FONTS.match(source.name) else alphabets)
        else:
            shutil.copyfile(source, target)


main(*sys.argv[1:])
