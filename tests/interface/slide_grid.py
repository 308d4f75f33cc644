"""Every step of every lesson as a slide: what it shows can be read from the last row, and nothing of it is hidden.

    ATTENTION_LAB=build/release/attention-lab python3 tests/interface/slide_grid.py [LESSON...]      (run by ./dev check)
"""

import sys

from fitting import unreadable, unsaid
from lab import SOURCE, Lab

SIZES = (("1024x768", "dark"), ("1600x900", "light"), ("1920x1080", "dark"), ("3840x2160", "light"))
READABLE = 1 / 40  # of the slide's height
ROUNDING = 0.75  # pixels: letters are drawn at a size that is at hand


def letters_of_subject(lab, shown):
    """The smallest letters of what the slide is about, and what is wrong with its texts."""
    lecture = lab.state()["lecture"]
    letters = lecture["letters"]
    wrong = [f"“{each['text']}” is hidden in part" for each in letters if not each["whole"]] + unsaid(lab)
    wrong += [f"it names “{what}”, which is not in the picture" for what in lecture["unseen"]]
    wrong += [f"{name}: a table is left out" for name in lab.anchors() if name.endswith("/no_room")]
    small = {each["text"]: each["size"] for each in letters + lecture["texts"] if each["size"] * lab.size[1] < READABLE * lab.size[1] - ROUNDING}
    if small:
        least = min(small, key=small.get)
        wrong.append(f"{len(small)} texts are small, “{least}” 1/{1 / small[least]:.0f} of the height")
    if not letters:
        wrong.append("no text in sight")
    # What is cut off is no problem where the slide does not show it.
    ends = [each["text"].removesuffix("…") for each in letters if each["text"].endswith("…")]
    wrong += [problem for problem in unreadable(lab)
              if not problem.endswith(" is cut off") or any(problem[1:].startswith(end) for end in ends)]
    return min((each["size"] for each in letters), default=1), [f"{shown}: {problem}" for problem in wrong]


def walk(lesson, size, theme, smallest):
    """The problems of a lesson's slides, with and without their answers; notes the smallest letters of each view."""
    found = []
    lab = Lab("--lesson", f"{lesson}:1", "--lecture", start=True, size=size, theme=theme)
    while True:
        lab.settle()
        state = lab.state()
        at, revealed = state["lesson"]["step"], state["lecture"]["revealed"]
        shown = f"{lesson}:{at}{' answered' if revealed else ''} {size} {theme}"
        least, wrong = letters_of_subject(lab, shown)
        found += wrong
        key = (state["view"], size)
        smallest[key] = min(smallest.get(key, (1, "")), (least, shown))
        lab.key("Next")
        lab.settle()
        after = lab.state()
        if (after["lesson"]["step"], after["lecture"]["revealed"]) == (at, revealed):
            break  # the last one
    lab.close()
    return found


def main():
    found, smallest = [], {}
    lessons = sys.argv[1:] or [file.stem for file in sorted((SOURCE / "assets/lessons").glob("*.toml"))]
    for size, theme in SIZES:
        for lesson in lessons:
            found += walk(lesson, size, theme, smallest)
    for (view, size), (least, shown) in sorted(smallest.items()):
        print(f"{view} {size}: letters of 1/{1 / least:.1f} of the height or more ({shown})")
    print("\n".join(found) or "Every slide can be read from the last row.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
