"""Collects the copyright notices of everything that a bundle holds.

    licences.py --build FOLDER [--also FILE...] (--folder FOLDER | --file FILE)

What a program was made from is asked of Ninja: every header that was read and every library that was linked, so that nothing is
forgotten. Each file belongs to a Debian package, or to an unpacked source package, both of which bring their notices. It is an
error if one does not, or if LICENSES.md, which people read, does not name it.

--folder writes a file for each source, and the texts of the licences that they refer to; --file writes one file, for Debian,
where those texts are part of every system.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
COMMON = Path("/usr/share/common-licenses")
# The system's interfaces: declarations, of which nothing is shipped.
OF_THE_SYSTEM = {"glibc", "linux", "libglvnd"}
# The loader that glad generates, into this folder of a build, has no file of the package's in it, but its text.
GENERATED_BY = {"glad": "python3-glad"}


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def made_from(build):
    """Every file outside the project that went into the program of this build folder."""
    inputs = output_of("ninja", "-C", build, "-t", "inputs", "attention-lab").splitlines()
    objects = [name for name in inputs if re.search(r"\.(o|obj)$", name)]
    deps = re.findall(r"^    (.+)$", output_of("ninja", "-C", build, "-t", "deps", *objects), re.MULTILINE)
    linked = [name for name in inputs if name.startswith("/") and re.search(r"\.(a|so[.\d]*)$", name)]
    files = {(build / name).resolve() for name in {*deps, *linked}}
    return {file for file in files if PROJECT not in file.parents and build not in file.parents}


def unpacked_source(file):
    """The source package that a file was unpacked from or installed by, with its notices; else None."""
    for folder in file.parents:
        notices = folder / "debian/copyright"
        if notices.exists():
            return (folder / "debian/changelog").read_text(encoding="utf-8").split()[0], notices
    return None


def source_of(package):
    name = output_of("dpkg-query", "--show", "--showformat=${source:Package}", package)
    return name, Path("/usr/share/doc", package.split(":")[0], "copyright")


def packages_of(files):
    """The packages that own these files; dpkg lists some of them below /lib, others below /usr/lib."""
    packages, left = set(), {str(file) for file in files}
    for prefix in ("", "/usr"):
        if not left:
            break
        asked = {name.removeprefix(prefix): name for name in left}
        said = subprocess.run(["dpkg-query", "--search", *asked], capture_output=True, text=True).stdout
        for line in said.splitlines():
            owners, _, name = line.rpartition(": ")
            if name in asked:
                packages.update(owners.split(", ")[:1])
                left.discard(asked[name])
    if left:
        sys.exit("These belong to no package, so their licence is not known:\n    " + "\n    ".join(sorted(left)))
    return packages


def notices_of(build, also):
    """{source package: file with its copyright notices}"""
    found = {file: unpacked_source(file) for file in made_from(build) | also}
    sources = dict(source for source in found.values() if source)
    packages = packages_of(file for file, source in found.items() if not source)
    packages.update(package for folder, package in GENERATED_BY.items() if (build / folder).exists())
    sources.update(source_of(package) for package in sorted(packages))
    return {name: file for name, file in sorted(sources.items()) if name not in OF_THE_SYSTEM}


def expect_named(sources):
    """LICENSES.md names each of them, in the first column of its table."""
    named = set(re.findall(r"^\| `([^`]+)`", (PROJECT / "LICENSES.md").read_text(encoding="utf-8"), re.MULTILINE))
    missing = sorted(name for name in sources if name not in named)
    if missing:
        sys.exit("LICENSES.md does not name: " + ", ".join(missing))


def text_of(notices):
    return notices.read_text(encoding="utf-8", errors="replace")


def write_folder(folder, sources):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "attention-lab.txt").write_text(text_of(PROJECT / "LICENSE"), encoding="utf-8")
    needed = set()
    for name, notices in sources.items():
        text = text_of(notices)
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
        needed.update(re.findall(rf"{COMMON}/([A-Za-z]+(?:-[\d.]*\d)?)", text))
    for licence in sorted(needed):
        (folder / f"{licence}.txt").write_text(text_of(COMMON / licence), encoding="utf-8")


def write_file(file, sources):
    parts = [text_of(PROJECT / "LICENSE"),
             "The program contains parts of these, whose copyright notices follow: " + ", ".join(sources) + ".\n"]
    parts += [f"{'=' * 100}\n{name}\n{'=' * 100}\n\n{text_of(notices)}" for name, notices in sources.items()]
    file.write_text("\n".join(parts), encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=Path, required=True, help="a build folder with the program")
    parser.add_argument("--also", type=Path, nargs="*", default=[], help="what else is shipped: fonts, libraries")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--file", type=Path)
    options = parser.parse_args()
    sources = notices_of(options.build.resolve(), {file.resolve() for file in options.also})
    expect_named(sources)
    if options.folder:
        write_folder(options.folder, sources)
    if options.file:
        write_file(options.file, sources)
    print(f"Notices of {len(sources)} sources: {', '.join(sources)}")


main()
