"""Long texts: hundreds and thousands of words, zoomed, pointed at, and refused when they are too long."""

import json
import tempfile
import unittest
from pathlib import Path

from lab import colours_of, Lab, LabTest
from PIL import ImageChops

WORDS = "the cat sat on the mat because it was tired and the dog slept".split()


def text_of(count):
    return " ".join(WORDS[i % len(WORDS)] for i in range(count))


class FiveHundred(LabTest):
    """Every step from one window with 500 words."""

    arguments = ("--text", text_of(500))

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.at_stage("scores")
        self.zoom_out()

    def zoom_out(self):
        """Until the matrix is seen as a whole: more turns than it takes."""
        self.lab.wheel("matrix/scores", -40)

    def cells(self):
        """The cells of the scores that can be seen whole: row, column → place."""
        view = self.lab.anchor("matrix/scores")
        found = {}
        for name, place in self.lab.anchors().items():
            if name.startswith("cell/scores/") and view.contains(place):
                row, column = name.split("/")[2:]
                found[int(row), int(column)] = place
        return found

    def zoom_in(self, width=40):
        """Turns the wheel over the middle of the scores until a cell is as wide as digits need."""
        for _ in range(40):
            cells = self.cells()
            if cells and min(place.width for place in cells.values()) >= width:
                return cells
            self.lab.wheel("matrix/scores", 2)
        self.fail("turning the wheel does not make the cells large")

    def test_the_matrix_as_a_whole_is_a_picture(self):
        place = self.lab.anchor("matrix/scores")
        picture = self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))
        self.assertGreater(len(colours_of(picture)), 20)
        self.assertGreater(place.width, 200)

    def test_the_wheel_brings_the_digits_and_takes_them_back(self):
        self.lab.hover("tab/walkthrough")
        before = self.lab.screenshot()
        self.zoom_in()
        self.assertIsNotNone(ImageChops.difference(self.lab.screenshot(), before).getbbox())
        self.zoom_out()
        self.lab.hover("tab/walkthrough")
        self.assertIsNone(ImageChops.difference(self.lab.screenshot(), before).getbbox())

    def test_the_wheel_zooms_over_the_factors_as_over_the_result(self):
        for factor in ("matrix/q", "matrix/k"):
            self.lab.hover("tab/walkthrough")
            before = self.lab.screenshot()
            self.lab.wheel(factor, 3)
            self.lab.hover("tab/walkthrough")
            self.assertIsNotNone(ImageChops.difference(self.lab.screenshot(), before).getbbox(), factor)
            self.zoom_out()

    def test_a_click_on_a_zoomed_cell_marks_its_query_and_its_key(self):
        cells = self.zoom_in()
        for row, column in (min(cells), max(cells)):
            self.lab.click(f"cell/scores/{row}/{column}")
            self.lab.wait_for(query=row, key=column)

    def test_the_stages_can_be_stepped_through(self):
        for stage in ("scale", "mask", "softmax", "weighted_sum"):
            self.lab.key("Right")
            self.lab.wait_for(stage=stage, message="")

    def test_dragging_moves_a_zoomed_matrix(self):
        self.zoom_in(8)
        before, marked = min(self.cells()), self.lab.state()["cell"]
        self.lab.drag("matrix/scores", 120, 80)  # the hand takes the matrix along: what was above and left comes in
        after = min(self.cells())
        self.assertLess(after[0], before[0])
        self.assertLess(after[1], before[1])
        self.assertEqual((self.lab.state()["overrides"], self.lab.state()["cell"]), (0, marked))


class FourThousand(LabTest):
    """A matrix so large that its colours reach the graphics card over several frames."""

    arguments = ("--text", text_of(4000))

    def setUp(self):
        self.lab.key("Escape", "Escape")

    def test_the_matrix_is_coloured_down_to_its_last_row(self):
        self.lab.at_stage("scores")
        place = self.lab.anchor("matrix/scores")
        quarter = place.height // 4
        picture = self.lab.screenshot()
        for top in range(place.y, place.bottom - quarter + 1, quarter):
            with self.subTest(top=top):
                part = picture.crop((place.x, top, place.right, top + quarter))
                self.assertGreater(len(colours_of(part)), 5)  # an empty part: its ground and a line


class Most(unittest.TestCase):
    def test_4096_words_are_shown_and_one_more_is_refused_at_once(self):
        with tempfile.TemporaryDirectory() as folder:
            text = text_of(4096)
            session = {"attention_lab_session": 3, "document": {"text": text, "weights": {"hand_set": "who-is-meant"}}}
            (Path(folder) / "session.json").write_text(json.dumps(session))
            lab = Lab(folder=folder)
            self.assertEqual(lab.state()["text"], text)
            lab.at_stage("softmax")
            value = lab.value()
            lab.click("sentence")
            lab.key("End")
            lab.type(" dog")
            self.assertIn("4097", lab.state()["message"])
            self.assertEqual((lab.state()["text"].split(), lab.value()), (text.split(), value))
            lab.key("BackSpace", "BackSpace", "BackSpace")
            lab.wait_for(message="")
            lab.close()


class LongWord(unittest.TestCase):
    def test_a_word_of_a_million_letters_is_shown_as_far_as_it_can_be_and_the_window_ends_when_asked(self):
        with tempfile.TemporaryDirectory() as folder:
            document = {"text": "a" * 1_000_000 + " cat", "weights": {"hand_set": "who-is-meant"}}
            session = {"attention_lab_session": 3, "document": document}
            (Path(folder) / "session.json").write_text(json.dumps(session))
            lab = Lab(folder=folder)
            for stage in ("input", "softmax"):
                lab.at_stage(stage)
            self.assertTrue(lab.has("token/1"))
            box = lab.anchor("token/0")
            self.assertTrue(lab.window.contains(box))
            lab.close()  # by SIGTERM; fails unless the program ends well
