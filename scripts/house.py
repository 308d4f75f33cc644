"""The house as the includes draw it: each folder of src/ and the folders that it stands on, without what these stand on themselves.

    house.py            prints it, from the roof down
    house.py --check    fails where docs/architecture.md says otherwise
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
INCLUDE = re.compile(r'^#include "([^"]+)/[^/"]+"', re.MULTILINE)


def includes():
    """{folder: the folders whose headers it includes}"""
    house = {}
    for file in (ROOT / "src").rglob("*"):
        if file.suffix in (".h", ".cpp"):
            folder = str(file.parent.relative_to(ROOT / "src"))
            house.setdefault(folder, set()).update(INCLUDE.findall(file.read_text(encoding="utf-8")))
    return {folder: {other for other in others if other in house and other != folder} for folder, others in house.items()}


def below(house):
    """{folder: all folders below it}, lowest first."""
    all_below = {}
    while len(all_below) < len(house):
        ready = [folder for folder in sorted(house) if folder not in all_below and house[folder] <= set(all_below)]
        if not ready:
            sys.exit("the folders stand on one another in a circle: " + ", ".join(sorted(set(house) - set(all_below))))
        for folder in ready:
            all_below[folder] = house[folder].union(*(all_below[other] for other in house[folder]))
    return all_below


def stands_on(house):
    all_below = below(house)
    return {folder: sorted(house[folder] - set().union(*(all_below[other] for other in house[folder])) if house[folder] else [])
            for folder in reversed(all_below)}


def documented():
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \|", (ROOT / "docs/architecture.md").read_text(encoding="utf-8"), re.MULTILINE)
    return {folder: sorted(re.findall(r"`(\S+?)`", others)) for folder, others in rows if (ROOT / "src" / folder).is_dir()}


true = stands_on(includes())
if sys.argv[1:] == ["--check"]:
    written = documented()
    wrong = [folder for folder in sorted({*true, *written}) if true.get(folder) != written.get(folder)]
    for folder in wrong:
        print(f"docs/architecture.md: {folder} stands on {true.get(folder)}, not on {written.get(folder)}")
    sys.exit(1 if wrong else 0)
for folder, others in true.items():
    print(f"{folder:24}{', '.join(others)}")
