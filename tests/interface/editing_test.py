"""A person changes numbers, and takes the changes back."""

import tempfile
import unittest

from lab import Lab, LabTest
from PIL import ImageChops


class Editing(LabTest):
    motion = True

    def set_cell(self, name, digits):
        """Double-clicks a cell and types."""
        self.lab.click(name, double=True)
        self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
        self.lab.key("ctrl+a")
        self.lab.type(digits)
        self.lab.key("Return")

    def weight(self):
        """The weight of the marked cell; comes back to the scores."""
        self.lab.at_stage("softmax")
        value = self.lab.value()
        self.lab.at_stage("scores")
        return value

    def test_a_typed_score_replaces_the_computed_one_and_the_weights_follow(self):
        before = self.weight()
        self.set_cell("cell/scores/7/1", "2.5")
        self.lab.wait_for(overrides=1)
        self.assertEqual(self.lab.value(), 2.5)
        self.assertLess(self.weight(), before)

    def test_a_dragged_cell_is_one_step_of_the_history(self):
        before = self.lab.value()
        self.lab.drag("cell/scores/7/1", 0, -50)
        self.lab.wait_for(overrides=1)
        self.lab.wait_until(lambda: self.lab.value() > before + 0.5, "the number has grown")
        self.lab.key("ctrl+z")
        self.lab.wait_for(overrides=0)
        self.assertEqual(self.lab.value(), before)

    def test_undo_and_redo_by_keys_and_by_buttons(self):
        before = self.lab.value()
        self.set_cell("cell/scores/7/1", "1")
        self.lab.wait_for(overrides=1)
        for undo, redo in (("ctrl+z", "ctrl+shift+z"), ("ctrl+z", "ctrl+y")):
            self.lab.key(undo)
            self.lab.wait_for(overrides=0)
            self.assertEqual(self.lab.value(), before)
            self.lab.key(redo)
            self.lab.wait_for(overrides=1)
            self.assertEqual(self.lab.value(), 1)
        self.lab.click("undo_button")
        self.lab.wait_for(overrides=0)
        self.lab.click("redo_button")
        self.lab.wait_for(overrides=1)

    def test_one_click_takes_a_number_back(self):
        before = self.lab.value()
        self.set_cell("cell/scores/7/1", "1")
        self.lab.wait_for(overrides=1)
        self.lab.reveal("arithmetic/take_back", within="explanation")
        self.lab.click("arithmetic/take_back")
        self.lab.wait_for(overrides=0)
        self.assertEqual(self.lab.value(), before)

    def test_one_click_takes_all_numbers_back(self):
        for count, cell in enumerate(("scores/7/1", "scores/0/0", "q/3/2"), 1):
            self.set_cell("cell/" + cell, "1")
            self.lab.wait_for(overrides=count)
        self.lab.click("overrides/clear")
        self.lab.wait_for(overrides=0)
        self.lab.key("ctrl+z")
        self.lab.wait_for(overrides=3)

    def test_every_kind_of_number_that_is_not_computed_can_be_set(self):
        count = 0
        for stage, product, cells in (("input", 0, ["x/1/0"]), ("project", 0, ["x/7/1", "w_q/0/0", "q/7/0"]),
                                      ("project", 1, ["w_k/0/0", "k/1/0"]), ("project", 2, ["w_v/0/0", "v/1/0"]),
                                      ("scores", 0, ["scores/7/1"]), ("softmax", 0, ["weights/7/1"])):
            self.lab.at_stage(stage)
            if stage == "project":
                self.lab.click(f"product/{product}")
                self.lab.wait_for(product=product)
            for cell in cells:
                self.set_cell("cell/" + cell, "0.5")
                count += 1
                self.lab.wait_for(overrides=count)
        self.assertEqual(self.lab.value(), 0.5)

    def test_a_result_that_is_only_computed_says_what_to_change_instead(self):
        self.lab.at_stage("weighted_sum")
        self.lab.click("cell/head_output/7/0", double=True)
        self.lab.wait_until(lambda: self.lab.state()["message"], "a message")
        self.assertEqual(self.lab.state()["overrides"], 0)
        self.lab.click("message/close")
        self.lab.wait_for(message="")

    def test_what_is_no_number_gives_a_message_and_changes_nothing(self):
        before = self.lab.value()
        for nonsense in ("cat", "1.2.3", "", "nan", "inf", "1e99"):
            self.set_cell("cell/scores/7/1", nonsense or " ")
            self.lab.wait_until(lambda: self.lab.state()["message"], f"a message about '{nonsense}'")
            self.assertEqual((self.lab.state()["overrides"], self.lab.value()), (0, before))
            self.lab.key("Escape")
            self.lab.wait_for(message="")

    def test_digits_typed_over_a_clicked_cell_begin_a_number_and_none_is_lost(self):
        for digits in ("12", "-2.25", "0.5"):
            self.lab.click("cell/scores/7/1")
            self.lab.type(digits)
            self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
            self.lab.key("Return")
            self.lab.wait_until(lambda: self.lab.value() == float(digits), f"{digits} is there")
        self.lab.click("token/3")  # … and only over a cell
        before = self.lab.state()["overrides"]
        self.lab.type("7")
        self.lab.settle()
        self.assertEqual((self.lab.has("cell_editor"), self.lab.state()["overrides"]), (False, before))

    def test_escape_leaves_the_number_as_it_was(self):
        before = self.lab.value()
        self.lab.click("cell/scores/7/1", double=True)
        self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
        self.lab.type("5")
        self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("cell_editor"), "the editor is gone")
        self.assertEqual((self.lab.state()["overrides"], self.lab.value()), (0, before))

    def test_before_and_after_can_be_compared(self):
        self.set_cell("cell/scores/7/1", "-3")
        self.lab.wait_for(overrides=1)
        self.lab.hover("changes/before")
        place = self.lab.anchor("matrix/scores")
        area = (place.x, place.y, place.right, place.bottom)
        after = self.lab.screenshot().crop(area)

        def differs():
            return ImageChops.difference(self.lab.screenshot().crop(area), after).getbbox()
        self.lab.click("changes/before")
        self.lab.wait_until(differs, "the numbers before are shown")
        self.lab.click("changes/before")
        self.lab.wait_until(lambda: not differs(), "the numbers after are shown again")
        self.lab.click("changes/before")
        self.lab.wait_until(differs, "the numbers before are shown")
        self.lab.at_stage("scale")
        self.lab.at_stage("scores")
        self.lab.hover("changes/before")
        self.lab.wait_until(lambda: not differs(), "another stage ends it")


class Sessions(unittest.TestCase):
    def test_ctrl_s_keeps_everything_for_the_next_start(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = Lab(folder=folder)
            lab.open_preset("love")
            lab.key("m")
            lab.click("cell/scores/2/1", double=True)
            lab.wait_until(lambda: lab.has("cell_editor"), "the cell can be typed into")
            lab.key("ctrl+a")
            lab.type("1.25")
            lab.key("Return")
            lab.wait_for(overrides=1)
            lab.key("ctrl+s")
            lab.wait_until(lambda: lab.state()["message"].startswith("Saved"), "it says that it has saved")
            self.assertIn(str(lab.session), lab.state()["message"])
            lab.close()
            lab = Lab("--stage", "mask", folder=folder)
            self.assertEqual((lab.state()["text"], lab.state()["overrides"]), ("Hello I love you", 1))
            lab.click("cell/masked/0/3")
            lab.wait_until(lambda: lab.state()["cell"]["value"] == "-inf", "the causal mask hides what comes later")
            lab.at_stage("scores")
            lab.click("cell/scores/2/1")
            lab.wait_until(lambda: lab.value() == 1.25, "the number set by hand is there")
            lab.close()
