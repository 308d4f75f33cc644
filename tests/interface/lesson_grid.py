"""Every step of every lesson in several sizes of window: everything in its place, and what it points at on screen.

    ATTENTION_LAB=build/release/attention-lab python3 tests/interface/lesson_grid.py      (run by ./dev check)
"""

import sys

from fitting import problems
from lab import SOURCE, Lab


def of_label(problem, label):
    """The label stands on a ground of its own, over what is behind it."""
    texts = problem.removesuffix(" overlap").strip("“”").split(" | ")
    return problem.endswith(" overlap") and any(text.strip("“”") in label for text in texts)


def walk(lesson, size, theme):
    """The problems of a lesson's steps, by step."""
    found = []
    lab = Lab("--lesson", f"{lesson}:1", start=True, size=size, theme=theme)
    while True:
        lab.settle()
        state = lab.state()
        at = state["lesson"]["step"]
        wrong = [problem for problem in problems(lab) if not of_label(problem, state["lesson"]["label"])]
        wrong += [f"points at {name}, which is not on screen" for name in state["lesson"]["missing"]]
        if state["message"]:
            wrong.append(f"the message “{state['message']}”")
        if state["lesson"]["left_path"]:
            wrong.append("the path counts as left")
        found += [f"{lesson}:{at} {size} {theme}: {problem}" for problem in wrong]
        if at == state["lesson"]["steps"]:
            break
        lab.key("Next")
        lab.wait_until(lambda: lab.state()["lesson"]["step"] == at + 1, "the next step is shown")
    lab.close()
    return found


def main():
    found = []
    for file in sorted((SOURCE / "assets/lessons").glob("*.toml")):
        for size, theme in (("1024x640", "dark"), ("1600x900", "light"), ("3840x2160", "light")):
            found += walk(file.stem, size, theme)
    print("\n".join(found) or "Every step of every lesson has its place.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
