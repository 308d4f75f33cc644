"""A stage is multiplied before one's eyes: played, paused, stepped through and scrubbed."""

import json
import tempfile
import unittest
from pathlib import Path

from lab import Lab, LabTest
from PIL import ImageChops


def drag_to_the_end(lab):
    """Takes the thumb to where the open stage ends; the window's edge may not be far behind."""
    lab.drag("thumb", lab.anchor("scrub").right - lab.anchor("thumb").centre[0], 0)


class Played(LabTest):
    """At the scores, motion as people have it."""

    motion = True

    def setUp(self):
        super().setUp()
        self.assertFalse(self.shown()["open"])

    def shown(self):
        return self.lab.view()["play"]

    def drag_to_the_end(self):
        drag_to_the_end(self.lab)

    def wait_shown(self, **wanted):
        self.lab.wait_until(lambda: all(self.shown().get(name) == value for name, value in wanted.items()),
                            f"the play shows {wanted}")

    def pause_at_first_product(self):
        self.lab.key("period")
        self.wait_shown(open=True, step=0, phase="one_cell")
        self.lab.wait_for_view(playing=False)

    def there(self):
        """How many cells of the result are filled, as one can see: those of another colour than the ground."""
        picture, ground = self.lab.screenshot(), None
        filled = 0
        for name, place in self.lab.anchors().items():
            if name.startswith("cell/scores/"):
                corner = picture.getpixel((place.x + 5, place.y + 5))
                ground = ground or picture.getpixel((place.x - 400, 5))
                filled += corner != picture.getpixel((3, self.lab.size[1] - 3))
        return filled

    def test_space_opens_the_stage_and_pauses_it(self):
        self.lab.key("space")
        self.wait_shown(open=True)
        self.lab.wait_for_view(playing=True)
        self.lab.wait_for(stage="scores")
        self.lab.wait_until(lambda: self.shown()["step"] >= 1, "the second product has come")
        self.lab.key("space")
        self.lab.wait_for_view(playing=False)
        self.assertTrue(self.shown()["open"])
        self.assertTrue(self.lab.has("play_card"))

    def test_the_first_cell_is_the_marked_one_and_its_products_come_one_by_one(self):
        self.pause_at_first_product()
        self.wait_shown(quantity="scores", row=7, column=1, done=1, finished=False)
        for product in (2, 3):
            self.lab.key("period")
            self.wait_shown(done=product, finished=False)
        self.lab.key("period")
        self.wait_shown(done=4, finished=True, phase="one_cell")
        self.lab.key("period")
        self.wait_shown(phase="one_row", column=0)
        self.lab.key("comma", "comma")
        self.wait_shown(phase="one_cell", done=3, finished=False)

    def test_two_factors_fly_at_once_and_never_cover_what_they_make(self):
        while self.shown()["speed"] > 0.25:
            before = self.shown()["speed"]
            self.lab.click("speed")
            self.lab.wait_until(lambda: self.shown()["speed"] != before, "the speed is another")
        self.lab.key("space")
        # The step takes 5.6 seconds, the flight 0.18.
        self.wait_shown(open=True, step=0, arrived=True)
        self.lab.key("space")
        self.lab.wait_for_view(playing=False)
        self.assertEqual(self.shown()["step"], 0)
        cell = self.lab.anchor("cell/scores/7/1")
        box = (cell.x + 3, cell.y + 3, cell.right - 3, cell.bottom - 3)
        arrived = self.lab.screenshot().crop(box)
        self.lab.key("comma")  # paused at the same step: nothing has flown here
        self.assertIsNone(ImageChops.difference(arrived, self.lab.screenshot().crop(box)).getbbox())
        while self.shown()["speed"] != 1:
            before = self.shown()["speed"]
            self.lab.click("speed")
            self.lab.wait_until(lambda: self.shown()["speed"] != before, "the speed is another")

    def test_only_what_was_made_is_filled(self):
        self.pause_at_first_product()
        self.assertEqual(self.there(), 1)
        self.lab.click("phase/one_row")
        self.wait_shown(phase="one_row", column=0)
        self.assertEqual(self.there(), 2)
        self.lab.click("phase/all_rows")
        self.wait_shown(phase="all_rows", row=0, column=0)
        self.assertEqual(self.there(), 11)
        self.lab.key("comma")
        self.wait_shown(phase="one_row", column=9)
        self.assertEqual(self.there(), 10)

    def test_the_thumb_goes_to_any_moment_both_ways(self):
        self.pause_at_first_product()
        track = self.lab.anchor("scrub")
        self.lab.drag("thumb", track.width // 2, 0)
        middle = self.shown()["step"]
        self.assertGreater(middle, 4)
        self.drag_to_the_end()
        self.wait_shown(step=self.shown()["steps"] - 1, phase="all_rows")
        self.lab.drag("thumb", track.x - self.lab.anchor("thumb").centre[0], 0)
        self.wait_shown(step=0)
        self.lab.click_at(track.x + track.width // 2, track.centre[1])
        self.lab.wait_until(lambda: abs(self.shown()["step"] - middle) <= 1, "a click on the line goes there")

    def test_escape_a_cell_a_stage_and_the_cross_show_the_whole_stage(self):
        def by_key():
            self.lab.key("Escape")

        def by_board():
            self.lab.click("cell/scores/9/9")

        def by_cross():
            self.lab.click("play/leave")

        def by_stage():
            self.lab.click("scrubber/scores")

        for leave in (by_key, by_board, by_cross, by_stage):
            with self.subTest(leave.__name__):
                self.pause_at_first_product()
                leave()
                self.wait_shown(open=False)
                self.lab.wait_for_view(playing=False)
                self.lab.wait_for(stage="scores")
                self.assertTrue(self.lab.has("scrubber/scores"))
                self.assertFalse(self.lab.has("play_card"))

    def test_another_stage_is_shown_whole(self):
        self.lab.key("space")
        self.lab.wait_until(lambda: self.shown().get("step", 0) >= 1, "the scrubber has opened and the stage goes on")
        self.lab.click_at(*self.lab.anchors()["scrubber/softmax"].centre)
        self.lab.wait_for(stage="softmax")
        self.lab.wait_for_view(playing=False)
        self.wait_shown(open=False)

    def test_q_k_and_v_are_made_one_after_another(self):
        self.lab.at_stage("project")
        self.pause_at_first_product()
        self.wait_shown(quantity="q", row=7)
        self.lab.click("phase/k/one_cell")
        self.wait_shown(quantity="k", product=1, phase="one_cell", done=1)
        self.assertTrue(self.lab.has("matrix/w_k"))
        self.lab.key("comma")
        self.wait_shown(quantity="q", phase="all_rows")
        self.lab.click("phase/v/one_cell")
        self.wait_shown(quantity="v", product=2)

    def test_every_stage_can_be_stepped_through(self):
        for stage in ("input", "project", "scores", "scale", "mask", "softmax", "weighted_sum"):
            self.lab.at_stage(stage)
            self.lab.key("period")
            self.wait_shown(open=True, step=0)
            self.lab.key("period", "period")
            self.wait_shown(step=2)
            self.lab.key("Escape")
            self.wait_shown(open=False)

    def test_after_a_stage_comes_the_next_and_after_the_last_what_next(self):
        for _ in range(2):
            self.lab.click("speed")  # four times as fast
        self.lab.at_stage("softmax")
        self.lab.key("space")
        self.lab.wait_for(stage="weighted_sum")
        self.lab.wait_for_view(playing=True)
        self.lab.wait_for_view(playing=False)
        self.wait_shown(over=True, open=True)
        for _ in range(3):
            self.lab.click("speed")
        self.assertEqual(self.shown()["speed"], 1)
        self.lab.click("next/word")
        self.lab.wait_for(stage="scores", query=8)

    def test_the_last_stage_says_what_next_without_play_too(self):
        self.lab.at_stage("weighted_sum")
        self.lab.reveal("next/mask", within="explanation")
        self.lab.click("next/mask")
        self.lab.wait_for(view="labs")
        self.lab.click("tab/walkthrough")
        self.lab.at_stage("scores")
        self.assertFalse(self.lab.has("next/mask"))

    def test_at_its_end_play_starts_over(self):
        self.lab.at_stage("weighted_sum")
        self.lab.key("comma")
        self.drag_to_the_end()
        self.wait_shown(over=True)
        self.lab.key("space")
        self.lab.wait_for(stage="input")
        self.lab.wait_for_view(playing=True)


class OtherPasses(LabTest):
    """Heads, cross-attention, dropout and positions are played from the same table."""

    def play_through(self, quantities):
        for stage, quantity in quantities.items():
            self.lab.at_stage(stage)
            self.lab.key("period")
            self.lab.wait_until(lambda: self.lab.view()["play"].get("quantity") == quantity,
                                f"{quantity} is made at {stage}")
            drag_to_the_end(self.lab)
            shown = self.lab.view()["play"]
            self.assertEqual(shown["step"], shown["steps"] - 1)
            self.lab.key("Escape")

    def test_heads_are_laid_side_by_side_and_mixed(self):
        self.lab.open_preset("cat-four-heads")
        quantities = {"scores": "scores", "weighted_sum": "head_output", "concatenate": "concat"}
        if self.lab.has("scrubber/output"):
            quantities["output"] = "output"
        self.play_through(quantities)

    def test_cross_attention(self):
        self.lab.open_preset("french-cat")
        self.play_through({"input": "x", "project": "q", "scores": "scores", "softmax": "weights",
                           "weighted_sum": "head_output"})


class Stills(LabTest):
    """Without motion Play goes from the end of a phase to the end of the next."""

    def test_play_shows_the_ends_of_phases(self):
        for _ in range(2):
            self.lab.click("speed")
        self.lab.key("space")
        seen = []

        def all_phases():
            shown = self.lab.view()["play"]
            if shown["open"] and "done" in shown and self.lab.state()["stage"] == "scores":
                seen.append((shown["phase"], shown["step"]))
            return self.lab.state()["stage"] == "scale"

        self.lab.wait_until(all_phases, "the next stage is played")
        self.lab.key("Escape")
        self.lab.click("speed")
        self.lab.click("speed")
        self.lab.click("speed")
        # The first frame may still show the very beginning.
        self.assertLessEqual(set(seen) - {("one_cell", 0)}, {("one_cell", 3), ("one_row", 12), ("all_rows", 102)})
        self.assertGreaterEqual(len(set(seen)), 2)


class Remembered(unittest.TestCase):
    def test_the_speed_is_there_at_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            first = Lab(folder=folder)
            self.assertEqual(first.view()["play"]["speed"], 1)
            first.click("speed")
            first.wait_until(lambda: first.view()["play"]["speed"] == 2, "it is twice as fast")
            first.close()
            settings = list(Path(folder).rglob("settings.json"))
            self.assertEqual([json.loads(file.read_text())["play_speed"] for file in settings], [2])
            second = Lab(folder=folder)
            self.assertEqual(second.view()["play"]["speed"], 2)
            second.close()


class Pointed(LabTest):
    """Whatever follows the mouse follows the same cell."""

    def test_the_explanation_follows_the_mouse_over_the_board(self):
        self.lab.hover("tab/walkthrough")
        panel = self.lab.anchor("explanation")
        words = (panel.x, panel.y + 20, panel.right, panel.y + 200)
        before = self.lab.screenshot().crop(words)
        self.lab.hover("cell/scores/2/4")
        self.lab.wait_until(lambda: self.lab.state()["pointed"] == {"quantity": "scores", "row": 2, "column": 4},
                            "the cell under the mouse is the one pointed at")
        self.assertIsNotNone(ImageChops.difference(self.lab.screenshot().crop(words), before).getbbox())
        self.assertEqual(self.lab.state()["query"], 7)
        self.lab.hover("cell/q/3/0")
        self.lab.wait_until(lambda: self.lab.state()["pointed"] == {"quantity": "scores", "row": 3, "column": 1},
                            "a query's row points at its score")
        self.lab.hover("tab/walkthrough")
        self.lab.wait_until(lambda: self.lab.state()["pointed"]["row"] == 7, "the locked cell is back")
