"""Drives Attention Lab as a user would: a real window on a virtual display, with its mouse and keyboard.

The program keeps a file up to date (--anchors) with its state and the position of everything that can be pointed at.
A test performs an action and waits until the state follows; it never waits for a fixed time. After every action it
presses mouse button 10, which has no function, and continues once the program has counted that press, so that it
never looks at, or points at, an outdated state. Button 9 asks for a picture as well: most frames are not painted.
"""

import atexit
import functools
import json
import os
import signal
import struct
import subprocess
import tempfile
import time
import unittest
from collections import namedtuple
from pathlib import Path

from PIL import Image

SOURCE = Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("ATTENTION_LAB", str(SOURCE / "build/test/attention-lab"))
PATIENCE = float(os.environ.get("PATIENCE", 120))  # seconds that any action may take, on a slow machine with sanitizers


class Rect(namedtuple("Rect", "x y width height")):
    """A rectangle in window pixels."""

    right = property(lambda self: self.x + self.width)
    bottom = property(lambda self: self.y + self.height)
    centre = property(lambda self: (self.x + self.width // 2, self.y + self.height // 2))

    def contains(self, other):
        return (self.x <= other.x and self.y <= other.y
                and other.right <= self.right and other.bottom <= self.bottom)

    def overlap(self, other):
        """The width and height of the intersection."""
        return (min(self.right, other.right) - max(self.x, other.x),
                min(self.bottom, other.bottom) - max(self.y, other.y))


class Display:
    """A virtual display of our own."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="attention-lab-display-")
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-fbdir", self.folder.name, "-screen", "0", "3840x2160x24",
             "-nolisten", "tcp", "-noreset",
             "-nocursor",  # otherwise some of the screenshots would show the cursor
             "-r"],  # no key repeat, even if xdotool is slow to release a key
            pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as answer:
            self.name = ":" + answer.readline().strip()
        self.screen = open(Path(self.folder.name) / "Xvfb_screen0", "rb")
        self._layout, self._hand = None, None

    def use_keyboard(self, layout):
        """Sets the keyboard's layout, which xdotool reads only when it starts."""
        if layout != self._layout:
            self._leave_hand()
            subprocess.run(["setxkbmap", "-display", self.name, "-layout", layout], check=True)
            self._layout = layout
            self._hand = subprocess.Popen(["xdotool", "-"], stdin=subprocess.PIPE, env={**os.environ, "DISPLAY": self.name})

    def do(self, *words):
        """Makes xdotool do something. One that keeps running does it ten times as fast as a new one; but it would part a text at
        its spaces, and from then on send everything to a window that it has searched for."""
        words = [str(word) for word in words]
        if {"type", "search"}.isdisjoint(words):
            self._hand.stdin.write(" ".join(words).encode() + b"\n")
            self._hand.stdin.flush()
        else:
            subprocess.run(["xdotool", *words], env=environment(), timeout=PATIENCE, check=True)

    def _leave_hand(self):
        if self._hand:
            self._hand.stdin.close()
            self._hand.wait()

    def close(self):
        self._leave_hand()
        self.screen.close()
        self.server.terminate()
        self.server.wait()
        self.folder.cleanup()

    def photograph(self, width, height):
        """The upper left part of the screen, which Xvfb keeps in a file: an X window dump in blue, green, red, unused."""
        header = struct.unpack(">25I", os.pread(self.screen.fileno(), 100, 0))
        header_size, line, colours = header[0], header[12], header[19]
        pixels = os.pread(self.screen.fileno(), line * height, header_size + 12 * colours)
        return Image.frombuffer("RGB", (width, height), pixels, "raw", "BGRX", line, 1)


@functools.cache
def display():
    """The display of this process, started when first needed."""
    started = Display()
    atexit.register(started.close)
    return started


def environment(**changes):
    """The environment for the program, in which it does not read or write any of the user's files."""
    own = {name: display().folder.name for name in ("XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR")}
    return {**os.environ, "DISPLAY": display().name, "LIBGL_ALWAYS_SOFTWARE": "1", **own, **changes}


def run(*arguments, env=None):
    """Runs the program non-interactively; returns its output and exit status."""
    return subprocess.run([PROGRAM, *arguments], capture_output=True, timeout=2 * PATIENCE,
                          env=environment() if env is None else env)


def colours_of(picture):
    """How many pixels there are of each colour."""
    return {colour: count for count, colour in picture.getcolors(picture.width * picture.height)}


class Lab:
    """The running window; there is one at a time."""

    _left_open = None  # a window left open by a failed test

    def __init__(self, *arguments, size="1280x720", theme="light", folder=None, keyboard="us", motion=False, start=False, painted=None,
                 output=subprocess.DEVNULL):
        """`start`: pass no view to the program; otherwise the Walkthrough at the scores, unless `arguments` name another.
        `painted`: paint every frame, as for users, and not only those of which a screenshot is taken (default: with motion)."""
        # xdotool remaps the keyboard for each missing character, faster than a slow program can look the
        # character up. So tests that type in other scripts must ask for keyboard layouts that have them.
        display().use_keyboard(keyboard)
        self._temporary = tempfile.TemporaryDirectory(prefix="attention-lab-")
        if Lab._left_open:
            Lab._left_open.program.kill()
            Lab._left_open.program.wait()
        self.folder = Path(folder or self._temporary.name)
        self.size = tuple(int(side) for side in size.split("x"))
        self.window = Rect(0, 0, *self.size)
        self.session = self.folder / "session.json"
        self._anchors = self.folder / "anchors.json"
        self._stats = self.folder / "stats.json"
        self._errors = open(self.folder / "errors.txt", "w+b")
        self._anchors.unlink(missing_ok=True)
        self._seen, self._read, self._marks = None, None, 0
        self._painted = motion if painted is None else painted
        # Inside the window, so that it receives the presses of button 10, and not over anything.
        display().do("mousemove", 2, 2)
        usual = {"--view": "walkthrough", "--stage": "scores"}
        opened = [] if start else [word for pair in usual.items() if pair[0] not in arguments for word in pair]
        self.program = subprocess.Popen(
            [PROGRAM, "--anchors", self._anchors, "--session", self.session, "--frame-stats", self._stats,
             "--size", size, *(["--theme", theme] if theme else []), *([] if motion else ["--reduce-motion"]), *([] if self._painted else ["--paint-when-asked"]),
             *opened, *arguments],
            env=environment(XDG_CONFIG_HOME=self.folder / "config", XDG_STATE_HOME=self.folder / "state",
                            XDG_DATA_HOME=self.folder / "data"),
            stdout=output, stderr=self._errors)
        Lab._left_open = self
        try:
            self.settle()
        except BaseException:
            self.program.kill()
            raise

    # -- looking

    def look(self):
        """Everything the program says about itself: frame, state and anchors."""
        written = self._anchors.read_bytes()
        if self._seen != written:
            self._read = json.loads(written)
            self._seen = written
        return self._read

    def state(self):
        return self.look()["state"]

    def view(self):
        """What was chosen in the open view, and what it shows."""
        state = self.state()
        return {**state["choices"].get(state["view"], {}), **(state["shown"] or {})}

    def anchors(self):
        return {name: Rect(*place) for name, place in self.look()["anchors"].items()}

    def has(self, name):
        return name in self.look()["anchors"]

    def anchor(self, name, amid_work=False):
        """The position of something, once it is visible and has stopped moving; `amid_work`: even while something is being computed."""
        def at_rest():
            state = self.state()
            return not state["moving"] and (amid_work or not state["computing"])
        self.wait_until(lambda: self.has(name) and at_rest(), f"{name} is on the screen")
        return Rect(*self.look()["anchors"][name])

    def value(self):
        """The number in the marked cell, once everything has settled."""
        self.settle()
        return float(self.state()["cell"]["value"])

    def wait_until(self, holds, what):
        """Waits until holds() is true; `what` describes the condition in case of failure."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if holds():
                    return
            except FileNotFoundError:  # before the first frame
                pass
            if self.program.poll() is not None:
                raise AssertionError(f"the program ended while waiting until {what}:\n{self.complaints()}")
            if time.monotonic() > end:
                raise AssertionError(f"waited in vain until {what}; the state is {self.state()}")
            time.sleep(0.01)

    def wait_for(self, **wanted):
        """Waits until the state has these values: wait_for(stage="mask", query=3)."""
        self.wait_until(lambda: all(self.state()[name] == value for name, value in wanted.items()), f"the state is {wanted}")

    def wait_for_view(self, **wanted):
        """The same for what the open view shows."""
        self.wait_until(lambda: all(self.view().get(name) == value for name, value in wanted.items()), f"the view is {wanted}")

    def settle(self):
        """Waits until nothing moves and nothing is being computed."""
        self.wait_for(moving=False, computing=False)

    def screenshot(self):
        """A screenshot of the window once everything has settled, as an RGB image."""
        self.settle()  # the state is written once the corresponding frame is shown
        if not self._painted:
            self._do(mark=9)
            self.settle()  # a large matrix is painted in several frames
        return display().photograph(*self.size)

    # -- doing

    def _do(self, *words, mark=10):
        """Makes xdotool do something, and waits until the program has processed all of it."""
        display().do(*words, "click", "--delay", 0, mark)  # by default xdotool dawdles for 0.1 seconds after a click
        self._marks += 1
        self.wait_until(lambda: self.state()["marks"] == self._marks, f"it has heard of {' '.join(map(str, words))}")

    def hover(self, name):
        self.point(*self.anchor(name).centre)

    def point(self, x, y):
        self._do("mousemove", x, y)

    def click(self, name, double=False, amid_work=False):
        self.click_at(*self.anchor(name, amid_work).centre, times=2 if double else 1)

    def click_at(self, x, y, times=1):
        self._do("mousemove", x, y, "click", "--repeat", times, "--delay", 0, 1)

    def drag(self, name, dx, dy, button=1):
        """Presses a button on something and drags away from it in a few steps."""
        x, y = self.anchor(name).centre
        steps = [word for i in range(1, 6) for word in ("mousemove", x + dx * i // 5, y + dy * i // 5, "sleep", "0.02")]
        self._do("mousemove", x, y, "mousedown", button, *steps, "mouseup", button)

    def resize(self, width, height):
        """Resizes the window, as a window manager would; the mouse must be inside it afterwards."""
        self.size, self.window = (width, height), Rect(0, 0, width, height)
        self._do("search", "--class", "attention-lab", "windowsize", width, height)

    def mash(self, *words):
        """Anything that xdotool can do with mouse and keys."""
        self._do(*words)

    def wheel(self, name, turns):
        """Turns the wheel over something: positive away from the hand (up, larger)."""
        self._do("mousemove", *self.anchor(name).centre, "click", "--repeat", abs(turns), "--delay", 0, 4 if turns > 0 else 5)

    def reveal(self, name, within):
        """Turns the wheel over a panel until something in it is fully visible."""
        def hidden():
            place, panel = self.anchor(name), self.anchor(within)
            return place.y < panel.y or place.bottom > panel.bottom
        turned = 0
        while hidden() and turned < 100:
            self.wheel(within, 1 if self.anchor(name).y < self.anchor(within).y else -1)
            turned += 1
        assert not hidden(), f"turning the wheel over {within} does not show {name}"

    def undo_everything(self):
        """Presses Ctrl Z until there is nothing left to undo."""
        while self.state()["can_undo"]:
            self.key("ctrl+z")
        self.settle()

    def key(self, *keys):
        """Presses keys, one after the other: key("ctrl+z"), key("Down", "Down")."""
        self._do("key", *keys)

    def type(self, text):
        self._do("type", "--delay", 5, "--args", 1, "--", text)

    def write_sentence(self, text):
        """Replaces the sentence by typing another; the program updates after every letter."""
        self.click("sentence")
        self.wait_for(focus="")
        self.key("ctrl+a")
        self.type(text)

    def click_more(self, entry):
        """Clicks an entry of the menu at the right end of the top bar."""
        self.click("more_button")
        self.click("more/" + entry)

    def open_preset(self, preset):
        self.click("presets_button")
        self.reveal("presets/" + preset, "presets")
        self.click("presets/" + preset)
        self.wait_for(preset=preset, computing=False)
        self.settle()

    def at_stage(self, stage):
        """Goes to a stage by clicking its stop on the scrubber."""
        self.click("scrubber/" + stage)
        self.wait_for(stage=stage)
        self.settle()

    def choose(self, menu, which):
        """Opens a quiet menu under the matrices and clicks the choice with this number."""
        self.click(menu + "_button")
        self.click(f"{menu}/{which}")

    def name_export(self, path):
        """Types the file name into the open export card."""
        self.click("export/path")
        self.key("ctrl+a")
        self.type(str(path))
        self.wait_for(export_path=str(path))

    # -- ending

    def complaints(self):
        self._errors.flush()
        return (self.folder / "errors.txt").read_text(errors="replace")

    def close(self):
        """Ends the program as a session manager would; returns the frame statistics it wrote. Once is enough."""
        if self._errors.closed:
            return None
        Lab._left_open = None
        if self.program.poll() is None:
            self.program.send_signal(signal.SIGTERM)
        status = self.program.wait(PATIENCE)
        complaints = self.complaints()
        self._errors.close()
        stats = json.loads(self._stats.read_text()) if self._stats.exists() else None
        self._temporary.cleanup()
        assert status == 0, f"the program ended with status {status}:\n{complaints}"
        return stats


class LabTest(unittest.TestCase):
    """Tests that share one window; each starts with the first sentence at the scores."""

    arguments = ()
    size = "1280x720"
    motion = False  # True: animate matrices, as for users; takes many frames and does not change the state

    @classmethod
    def setUpClass(cls):
        cls.lab = Lab(*cls.arguments, size=cls.size, motion=cls.motion)

    @classmethod
    def tearDownClass(cls):
        cls.lab.close()

    def setUp(self):
        self.lab.key("Escape", "Escape")  # leaves a field or menu, closes a message
        self.lab.open_preset("cat-tired")
        self.lab.at_stage("scores")
