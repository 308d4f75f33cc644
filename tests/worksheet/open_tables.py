#!/usr/bin/env python3
"""Whether the spreadsheets of `attention-lab worksheet` check themselves, opened and recalculated by LibreOffice: filled with right
answers they say right everywhere, with wrong ones wrong, empty ones nothing.

    open_tables.py PROGRAM [--seeds 5]
"""
import argparse
import csv
import pathlib
import re
import subprocess
import sys
import tempfile
import zipfile

BLANK = re.compile(r'<c r="([A-Z]+)([0-9]+)" s="4"></c>')
STATE = '{"attention_lab_session": 3, "document": {"text": "The cat sat", "weights": {"hand_set": "by-hand"}}}'
SHEET = "xl/worksheets/sheet1.xml"


def recalculated(book, folder):
    """{sheet: rows of text}, as LibreOffice computes it."""
    every_sheet = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"
    subprocess.run(["soffice", "--headless", f"-env:UserInstallation=file://{folder}/profile", "--convert-to", every_sheet,
                    "--outdir", folder, book], check=True, capture_output=True)
    sheets = {}
    for file in pathlib.Path(folder).glob(f"{book.stem}-*.csv"):
        with file.open(encoding="utf-8", newline="") as lines:
            sheets[file.stem[len(book.stem) + 1:]] = list(csv.reader(lines))
    return sheets


def filled(book, target, value):
    """A copy whose blank cells hold value(row, column), both from 0, a number or a word; None leaves one empty."""
    def cell(match):
        column = 0
        for letter in match[1]:
            column = 26 * column + ord(letter) - ord("A") + 1
        typed = value(int(match[2]) - 1, column - 1)
        if typed is None:
            return match[0]
        try:
            float(typed)
        except ValueError:
            return f'<c r="{match[1]}{match[2]}" s="4" t="inlineStr"><is><t>{typed}</t></is></c>'
        return f'<c r="{match[1]}{match[2]}" s="4"><v>{typed}</v></c>'

    with zipfile.ZipFile(book) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            text = old.read(name).decode()
            new.writestr(name, BLANK.sub(cell, text) if name == SHEET else text)


def marks(rows):
    text = [cell for row in rows[6:] for cell in row]
    return text.count("✓"), text.count("✗")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=5)
    asked = parser.parse_args()
    failed = 0
    for seed in range(1, asked.seeds + 1):
        with tempfile.TemporaryDirectory() as folder:
            state = pathlib.Path(folder) / "state.json"  # whose own numbers have decimals
            state.write_text(STATE, encoding="utf-8")
            options = [[], ["--causal", "--word", "wants"], ["--blanks", "9"], ["--text", "a a"], ["--state", state]][seed % 5]
            subprocess.run([asked.program, "worksheet", "--out", folder, "--spreadsheet", "--seed", str(seed), *options],
                           check=True, capture_output=True)
            book = pathlib.Path(folder) / "worksheet.xlsx"
            with zipfile.ZipFile(book) as archive:
                blanks = len(BLANK.findall(archive.read(SHEET).decode()))
            empty = recalculated(book, folder)
            answers = empty["Answers"]

            def printed(row, column, by=0.0):
                answer = answers[row][column]  # rounded as it is printed
                try:
                    return f"{float(answer) + by:.3f}"
                except ValueError:  # the word that is read most
                    return answer if by == 0 else "nothing"

            right, wrong = (pathlib.Path(folder) / name for name in ("right.xlsx", "wrong.xlsx"))
            filled(book, right, printed)
            filled(book, wrong, lambda row, column: printed(row, column, 1.0))
            found = [marks(empty["Sheet"]), marks(recalculated(right, folder)["Sheet"]), marks(recalculated(wrong, folder)["Sheet"])]
            fine = blanks > 10 and found == [(0, 0), (blanks, 0), (0, blanks)]
            failed += not fine
            print(f"seed {seed}: {blanks} blank cells; marked right and wrong when empty {found[0]}, when right {found[1]}, "
                  f"when wrong {found[2]}{'' if fine else '  FAILED'}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
