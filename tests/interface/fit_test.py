"""Enlarged or in a small window: numbers grow, panels fold, and everything is in its place. fit_grid.py tries them all."""

import json
import os
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from fit_grid import opened
from fitting import bears, problems, zoom_to
from lab import PATIENCE, PROGRAM, Lab, LabTest


class Enlarging(unittest.TestCase):
    def test_digits_grow_with_every_step(self):
        for size in ("1024x640", "1600x900"):
            lab = Lab(size=size)
            usual = lab.view()["digits"]
            zoom_to(lab, 0.6)
            sizes = [lab.view()["digits"]]
            for _ in range(9):  # to 200 %
                lab.key("ctrl+plus")
                lab.settle()
                sizes.append(lab.view()["digits"])
            self.assertEqual(sizes, sorted(sizes), size)
            self.assertGreater(sizes[-1], 1.8 * usual, size)
            lab.close()

    def test_everything_is_in_its_place(self):
        for view, page, size, zoom in (("walkthrough", "scores", "1024x640", 2.0), ("walkthrough", "softmax", "1366x768", 1.25),
                                       ("walkthrough", "weighted_sum", "1600x900", 1.5), ("labs", "lab/0", "1024x640", 1.5),
                                       ("heads", "", "1366x768", 2.0), ("walkthrough", "project", "1600x900", 0.6)):
            lab = opened(view, page, size)
            zoom_to(lab, zoom)
            self.assertEqual(problems(lab), [], f"{view} {page} {size} {zoom}")
            lab.close()

    def test_the_wheel_with_ctrl_held_enlarges_everything(self):
        lab = Lab(size="1280x720")
        x, y = lab.anchor("matrix/scores").centre
        lab.mash("mousemove", x, y, "keydown", "Control_L", "click", 4, "keyup", "Control_L")
        lab.wait_until(lambda: abs(lab.state()["zoom"] - 1.1) < 0.01, "everything is larger")
        lab.mash("keydown", "Control_L", "click", 5, "keyup", "Control_L")
        lab.wait_until(lambda: abs(lab.state()["zoom"] - 1) < 0.01, "everything is as before")
        lab.close()

    def test_the_wheel_over_a_matrix_enlarges_its_digits_too(self):
        lab = Lab(size="1280x720")
        before = lab.view()["digits"]
        lab.wheel("matrix/scores", 5)
        lab.wait_until(lambda: lab.view()["digits"] > 1.2 * before, "the digits are larger")
        lab.close()


class Scrolling(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.lab = Lab(size="1024x640")
        zoom_to(cls.lab, 2.0)

    @classmethod
    def tearDownClass(cls):
        cls.lab.close()

    def in_sight(self, cell):
        return self.lab.has(cell) and bears(self.lab.anchor("matrix/scores"), self.lab.anchor(cell))

    def test_the_marked_cell_is_in_sight_and_stays_so(self):
        self.lab.click("token/7")
        self.lab.wait_for(query=7, key=1)
        self.lab.wait_until(lambda: self.in_sight("cell/scores/7/1"), "the marked cell is in sight")
        for query in range(6, -1, -1):
            self.lab.key("Up")
            self.lab.wait_for(query=query)
        self.lab.wait_until(lambda: self.in_sight("cell/scores/0/1"), "the first row is in sight")
        for key in range(2, 10):
            self.lab.key("shift+Right")
            self.lab.wait_for(key=key)
        self.lab.wait_until(lambda: self.in_sight("cell/scores/0/9"), "the last column is in sight")

    def test_bars_show_that_there_is_more_and_bring_it_into_sight(self):
        while self.lab.state()["query"] < 9:
            self.lab.key("Down")
        bar = self.lab.anchor("scroll/rows")
        self.lab.click_at(bar.centre[0], bar.y + 2)
        self.lab.wait_until(lambda: self.in_sight("cell/scores/0/1"), "the first row is in sight")
        bar = self.lab.anchor("scroll/rows")
        self.lab.click_at(bar.centre[0], bar.bottom - 2)
        self.lab.wait_until(lambda: not self.lab.has("cell/scores/0/1"), "the first row is out of sight")


class Folding(LabTest):
    size = "1600x900"

    def test_the_rail_opens_over_the_matrices_and_moves_nothing(self):
        self.assertFalse(self.lab.has("stage/input"))
        before = self.lab.anchor("matrix/scores")
        self.lab.click("fold/rail")
        self.lab.click("stage/softmax")
        self.lab.wait_for(stage="softmax")
        self.lab.click("stage/scores")
        self.lab.wait_for(stage="scores")
        self.lab.settle()
        self.assertEqual(self.lab.anchor("matrix/scores"), before)
        self.lab.click("fold/rail")
        self.lab.wait_until(lambda: not self.lab.has("stage/input"), "the rail is away")

    def test_the_explanation_folds_and_gives_its_room_to_the_matrices(self):
        self.lab.at_stage("softmax")  # two matrices side by side, whose cells are not as large as they may be
        before = self.lab.anchor("matrix/weights").width
        self.lab.click("fold/explanation")
        self.lab.wait_until(lambda: not self.lab.has("explanation"), "the explanation is away")
        self.assertGreater(self.lab.anchor("matrix/weights").width, before)
        self.lab.click("fold/explanation")
        self.lab.anchor("explanation")
        self.lab.at_stage("scores")

    def test_a_handle_is_worked_by_the_keyboard(self):
        self.lab.key("Tab")
        while self.lab.state()["focus"] != "fold/explanation":
            self.lab.key("Tab")
        self.lab.key("Return")
        self.lab.wait_until(lambda: not self.lab.has("explanation"), "the explanation is away")
        self.lab.key("Return")
        self.lab.anchor("explanation")


class FoldingByItself(unittest.TestCase):
    def test_what_is_folded_or_open_is_so_at_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = Lab(size="1280x720", folder=folder)
            lab.click("fold/rail")
            lab.click("fold/explanation")
            lab.wait_until(lambda: lab.has("stage/input") and not lab.has("explanation"), "they have changed")
            lab.close()
            lab = Lab(size="1280x720", folder=folder)
            self.assertTrue(lab.has("stage/input"))
            self.assertFalse(lab.has("explanation"))
            lab.close()

    def test_what_has_no_room_folds_by_itself_and_can_be_opened(self):
        lab = Lab(size="1024x640")
        self.assertFalse(lab.has("explanation"))
        matrix = lab.anchor("matrix/scores")
        lab.click("fold/explanation")
        lab.anchor("explanation")
        self.assertEqual(lab.anchor("matrix/scores"), matrix)  # it lies over the matrices
        lab.resize(1600, 900)
        self.assertTrue(lab.has("explanation"))
        lab.resize(1024, 640)
        self.assertFalse(lab.has("explanation"))  # the exception held for that one time
        lab.close()


class Remembering(unittest.TestCase):
    def test_theme_and_size_are_those_of_the_last_time(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = Lab(theme="", folder=folder)
            light = lab.screenshot().getpixel((2, 2))
            lab.key("t", "ctrl+plus", "ctrl+plus")
            lab.wait_until(lambda: abs(lab.state()["zoom"] - 1.25) < 0.01, "everything is larger")
            dark = lab.screenshot().getpixel((2, 2))
            self.assertNotEqual(light, dark)
            lab.close()
            lab = Lab(theme="", folder=folder)
            self.assertAlmostEqual(lab.state()["zoom"], 1.25, 2)
            self.assertEqual(lab.screenshot().getpixel((2, 2)), dark)
            lab.close()


class KeepingStill(LabTest):
    size = "1600x900"

    def test_the_first_chip_moves_no_matrix(self):
        before = self.lab.anchor("matrix/scores")
        self.lab.drag("cell/scores/7/1", 0, -60)
        self.lab.wait_until(lambda: any(name.startswith("chip/") for name in self.lab.anchors()), "the number is said")
        self.assertEqual(self.lab.anchor("matrix/scores"), before)
        self.lab.undo_everything()

    def test_a_message_leaves_the_line_of_time_free(self):
        self.lab.key("ctrl+s")
        message = self.lab.anchor("message")
        self.assertLess(message.bottom, self.lab.anchor("play").y)


class SmallScreen(unittest.TestCase):
    def test_the_window_opens_no_larger_than_the_screen(self):
        with tempfile.TemporaryDirectory() as folder:
            anchors = Path(folder) / "anchors.json"
            program = subprocess.Popen(
                ["xvfb-run", "--auto-servernum", "--server-args", "-screen 0 600x380x24", PROGRAM, "--anchors", anchors],
                env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "XDG_CONFIG_HOME": folder, "XDG_STATE_HOME": folder},
                start_new_session=True)
            try:
                end = time.monotonic() + PATIENCE
                while not anchors.exists() and time.monotonic() < end and program.poll() is None:
                    time.sleep(0.05)
                width, height = json.loads(anchors.read_text())["state"]["window"]
                self.assertLessEqual((width, height), (600, 380))
            finally:
                os.killpg(program.pid, signal.SIGTERM)
                program.wait(PATIENCE)


if __name__ == "__main__":
    unittest.main()
