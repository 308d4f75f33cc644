"""Writes the manual page, its options and commands from what the program says of itself, so that they cannot drift apart.

    manual.py PROGRAM TEMPLATE DATE PAGE.gz
"""

import gzip
import re
import subprocess
import sys
from pathlib import Path


def help_of(program, *command):
    """The help of the program or of one of its commands: {"usage": [line], "Options": [(name, text)] …}."""
    said = subprocess.run([program, *command, "--help"], capture_output=True, text=True, check=True).stdout
    sections, section = {"usage": []}, "usage"
    for line in said.splitlines():
        if re.fullmatch(r"\w+:", line):
            section = line[:-1]
            sections[section] = []
        elif section == "usage":
            sections[section].append(line)
        elif entry := re.match(r"  (\S.*?)(?:  +(.*))?$", line):
            sections[section].append(list(entry.groups(default="")))
        elif line.strip():  # the text of a long name stands on the next line
            sections[section][-1][1] += line.strip()
    return sections


def escaped(text):
    """Text as troff takes it: no macro at its start, hyphens that can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text[:1] in (".", "'") else text


def entry(name, text):
    """One option: "--view TEXT:{start,race}" is --view in bold, and what it takes."""
    option, _, takes = name.partition(" ")
    choices = re.search(r":\{(.*)\}", takes)
    usual = re.search(r"=(\S+)", takes)
    takes = choices[1].replace(",", "|") if choices else re.sub(r" ?Excludes:.*|[:=].*| ?REQUIRED", "", takes)
    takes = re.sub("UINT|INT|FLOAT", "number", takes).lower()
    if usual:
        text += f" (without it: {usual[1]})"
    bold = escaped(option.replace(",", ", "))
    return f".TP\n\\fB{bold}\\fR" + (f" \\fI{escaped(takes)}\\fR" if takes else "") + f"\n{escaped(text)}\n"


def entries(sections):
    return "".join(entry(name, text) for part in ("Positionals", "Options") for name, text in sections.get(part, [])
                   if "--help" not in name)


def command_text(program, name, text):
    sections = help_of(program, name)
    return f".SS {name}\n{escaped(text[0].upper() + text[1:])}.\n" + entries(sections)


def usage(program, name):
    line = next(line for line in help_of(program, name)["usage"] if line.startswith("Usage:"))
    return f".B attention\\-lab {name}\n" + escaped(line.split(name, 1)[1].strip().lower()) + "\n"


def main(program, template, date, page):
    sections = help_of(program)
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout.split()[-1]
    commands = sections["Subcommands"]
    filled = {
        "date": date,
        "version": version,
        "synopsis": ".br\n".join(usage(program, name) for name, _ in commands).rstrip(),
        "options": ".SH OPTIONS\n" + entries(sections).rstrip(),
        "commands": "".join(command_text(program, name, text) for name, text in commands).rstrip(),
    }
    text = re.sub("@(date|version|synopsis|options|commands)@", lambda m: filled[m[1]], Path(template).read_text(encoding="utf-8"))
    Path(page).write_bytes(gzip.compress(text.encode(), 9, mtime=0))


main(*sys.argv[1:])
