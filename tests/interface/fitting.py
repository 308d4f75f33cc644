"""What is wrong with the layout of a window: found by the program's own account of its controls and texts."""

import re
from itertools import combinations

from lab import Rect

# Surfaces that are pointed at as a whole and have smaller things on them.
SURFACES = re.compile(r"(.*/)?(board|strip|point)|heads/head/\d+|lane/.*")


def common(a, b):
    """The part that two places share."""
    x, y = max(a.x, b.x), max(a.y, b.y)
    return Rect(x, y, max(0, min(a.right, b.right) - x), max(0, min(a.bottom, b.bottom) - y))


def controls(lab):
    """What can be pressed or typed into and is in sight: its place, and the area that it lies in, "" for the window."""
    seen = lab.look()
    places = lab.anchors()
    found = {}
    for name in seen["controls"]:
        area = seen["within"].get(name, "")
        place, around = places[name], area
        while around:
            place = common(place, places[around])
            around = seen["within"].get(around, "")
        if place.width > 3 and place.height > 3:
            found[name] = (place, area)
        elif not area:
            found[name] = (places[name], area)
    return found


def bears(surface, thing):
    """Places are told in whole pixels."""
    return Rect(surface.x - 1, surface.y - 1, surface.width + 2, surface.height + 2).contains(thing)


def misplaced(lab):
    """Controls outside the window, too small to be hit, wider than the area they lie in, or on one another."""
    places, seen = lab.anchors(), controls(lab)
    found = []
    for name, (place, area) in seen.items():
        if not lab.window.contains(place) or place.width < 4 or place.height < 4:
            found.append(f"{name} at {tuple(place)} is not inside the window")
        if area and area != "page" and (places[name].x < places[area].x - 1 or places[name].right > places[area].right + 1):
            found.append(f"{name} at {tuple(places[name])} is wider than {area} {tuple(places[area])}")
    for (one, (a, a_area)), (other, (b, b_area)) in combinations(seen.items(), 2):
        if a_area != b_area or min(a.overlap(b)) <= 1:
            continue
        on_surface = (SURFACES.fullmatch(one) and bears(a, b)) or (SURFACES.fullmatch(other) and bears(b, a))
        if not on_surface:
            found.append(f"{one} {tuple(a)} and {other} {tuple(b)} overlap")
    return found


def unreadable(lab):
    """Texts that are cut off, stand on one another or run out of the window."""
    state = lab.state()
    # A field shows as much of a sentence as it can, and the rest when it is pointed at.
    sentences = [side[what] for side in (state, state.get("second", state)) for what in ("text", "source")]
    return ([f"“{text}” is cut off" for text in state["cut"] if text not in sentences]
            + [f"“{both}” overlap" for both in state["overlapping"]]
            + [f"“{text}” runs out of the window" for text in state["outside"]])


def unsaid(lab):
    """What a slide has to say below its picture, and does not say in letters that are whole; marks left aside."""
    def bare(text):
        return re.sub(r"[\W_]", "", text)

    lecture = lab.state()["lecture"]
    shown = bare("".join(each["text"] for each in lecture["texts"] if each["whole"]))
    return [f"“{text}” is not said in full" for text in lecture["said"] if bare(text) not in shown]


def problems(lab):
    lab.settle()
    return misplaced(lab) + unreadable(lab)


def zoom_to(lab, zoom):
    """Ctrl + or Ctrl − until everything is that large."""
    while abs(lab.state()["zoom"] - zoom) > 0.01:
        lab.key("ctrl+plus" if lab.state()["zoom"] < zoom else "ctrl+minus")
    lab.settle()
