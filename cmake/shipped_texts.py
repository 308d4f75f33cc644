"""Lists the texts that the program ships with, so that it can say at its start which one is missing.

    shipped_texts.py FOLDER HEADER
"""

import re
import sys
import tomllib
from pathlib import Path


def entries(table, prefix=""):
    """(name, text) of every text; a listing is its words and lines."""
    for key, value in table.items():
        if key == "listing" and not prefix:
            yield from ((f"listing.{listing['language']}.{word}", "") for listing in value
                        for word in listing if word != "language")
        elif isinstance(value, dict):
            yield from entries(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def main(folder, header):
    texts = [(file.name, name, text) for file in sorted(Path(folder).glob("*.toml"))
             for name, text in entries(tomllib.loads(file.read_text(encoding="utf-8")))]
    placeholders = sorted({name for _, _, text in texts for name in re.findall(r"{([^{}:]*)}", text)})
    lines = ["#pragma once", "// Generated from assets/texts by cmake/shipped_texts.py.", "",
             "namespace narration {", "",
             "struct ShippedText {", "    const char *file, *name;", "};",
             "inline constexpr ShippedText shipped_texts[] = {",
             *(f'    {{"{file}", "{name}"}},' for file, name, _ in texts), "};", "",
             "/// What may stand in braces in any of them.",
             "inline constexpr const char* shipped_placeholders[] = {",
             *(f'    "{name}",' for name in placeholders), "};", "",
             "} // namespace narration", ""]
    Path(header).write_text("\n".join(lines), encoding="utf-8")


main(*sys.argv[1:])
