"""Every view and page in every size of window and of letters: what overlaps, is cut off or shrinks that should grow.

Takes minutes; tests/interface/fit_test.py looks at a few of these cases.
    python3 fit_grid.py [--size 1024x640] [--zoom 1.5] [--view walkthrough] [--pictures FOLDER]
"""

import argparse
import sys
from pathlib import Path

from fitting import problems, zoom_to
from lab import Lab

SIZES = ["1024x640", "1366x768", "1600x900", "1920x1080", "3840x2160"]
ZOOMS = [0.6, 1.0, 1.25, 1.5, 2.0]
PAGES = {
    "walkthrough": ["input", "project", "scores", "scale", "mask", "softmax", "weighted_sum"],
    "compare": ["scores", "softmax"],
    "heads": [""],
    "labs": ["lab/0", "lab/1", "lab/2", "lab/3", "lab/4", "lab/5"],
    "race": [""],
    "learn": ["learn/subject/copy", "learn/subject/svo"],
}


def parsed():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--size", action="append", help="of the window; all of the grid's when left out")
    parser.add_argument("--zoom", action="append", type=float)
    parser.add_argument("--view", action="append", choices=PAGES)
    parser.add_argument("--pictures", type=Path, help="keeps a picture of each case here")
    return parser.parse_args()


def check(lab, case, pictures):
    """Prints what is wrong; returns how much that is."""
    found = problems(lab)
    for problem in found:
        print(f"{case}: {problem}", flush=True)
    if pictures:
        lab.screenshot().save(pictures / f"{case.replace(' ', '-').replace('/', '')}.png")
    return len(found)


def opened(view, page, size):
    """The window at a page: a stage, or what a button of the view shows."""
    is_stage = view in ("walkthrough", "compare")
    lab = Lab("--view", view, *(["--stage", page] if is_stage else []), size=size)
    if page and not is_stage:
        lab.click(page)
    return lab


def main():
    options = parsed()
    if options.pictures:
        options.pictures.mkdir(parents=True, exist_ok=True)
    cases = wrong = 0
    for size in options.size or SIZES:
        for view in options.view or PAGES:
            for page in PAGES[view]:
                lab = opened(view, page, size)
                digits = 0.0
                for zoom in options.zoom or ZOOMS:
                    zoom_to(lab, zoom)
                    case = f"{view} {page} {size} {zoom:g}"
                    wrong += check(lab, case, options.pictures)
                    cases += 1
                    too_small = not digits and zoom < 1  # smaller than can be read: then cells have their colour alone
                    if view == "walkthrough" and not too_small and lab.view()["digits"] <= digits:
                        print(f"{case}: digits of {lab.view()['digits']} pixels have not grown from {digits}", flush=True)
                        wrong += 1
                    digits = lab.view()["digits"] if view == "walkthrough" else digits
                lab.close()
    print(f"{cases} cases, {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
