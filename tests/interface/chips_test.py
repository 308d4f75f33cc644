"""What is in force and not usual stands as a chip in every view, with a × that puts the usual back."""

from lab import LabTest


class Chips(LabTest):
    size = "1600x900"

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def chips(self):
        self.lab.settle()
        return sorted(name.split("chip/")[1] for name in self.lab.anchors()
                      if "chip/" in name and not name.endswith("/off"))

    def take_off(self, chip):
        self.lab.click(f"chip/{chip}/off")
        self.lab.wait_until(lambda: not self.lab.has("chip/" + chip), f"the chip {chip} is gone")

    def view(self, name):
        self.lab.click("tab/" + name)
        self.lab.wait_for(view=name)

    def set_cell(self, cell, digits):
        self.lab.click("cell/" + cell, double=True)
        self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
        self.lab.key("ctrl+a")
        self.lab.type(digits)
        self.lab.key("Return")

    def weight_of_it(self, key):
        self.lab.at_stage("softmax")
        self.lab.click(f"cell/weights/7/{key}")
        self.lab.wait_for(query=7, key=key)
        return self.lab.value()

    def test_the_first_chip_moves_nothing(self):
        for view, below in (("walkthrough", "board"), ("heads", "heads/parts"), ("labs", "mask_lab/left")):
            self.view(view)
            self.assertEqual(self.chips(), [], view)
            place = self.lab.anchor(below)
            self.lab.key("m")
            self.lab.wait_until(lambda: self.chips() == ["causal"], "the mask is said")
            self.assertEqual(self.lab.anchor(below), place, view)
            self.take_off("causal")
            self.assertEqual(self.lab.anchor(below), place, view)

    def test_mask_scale_and_head_are_said_in_every_view_and_taken_back_there(self):
        self.lab.open_preset("cat-two-heads")
        self.lab.key("m", "h")
        self.lab.wait_for(head=1)
        self.lab.at_stage("scale")
        self.lab.choose("scale", "1")
        self.lab.settle()
        everything = ["causal", "head", "scale_none"]
        for view in ("walkthrough", "heads", "labs"):
            self.view(view)
            self.assertEqual(self.chips(), everything, view)
        self.view("compare")
        self.assertEqual([chip for chip in everything if self.lab.has("left/chip/" + chip)], everything)
        self.view("labs")
        self.lab.click("chip/head/off")
        self.lab.wait_for(head=0)
        self.take_off("causal")
        self.view("heads")
        self.assertEqual(self.chips(), ["head", "scale_none"])
        self.take_off("scale_none")
        self.lab.key("ctrl+z")
        self.lab.wait_until(lambda: self.lab.has("chip/scale_none"), "it is undone like any edit")

    def test_numbers_set_by_hand_are_said_and_a_number_of_a_row_marks_its_word(self):
        self.set_cell("scores/7/1", "1")
        self.lab.wait_until(lambda: self.chips() == ["one_number"], "the number is said")
        self.lab.at_stage("input")
        self.set_cell("x/1/0", "0.5")
        self.lab.wait_until(lambda: self.chips() == ["one_number", "row/cat"], "so is the row")
        self.take_off("one_number")
        self.lab.wait_for(overrides=1)
        self.take_off("row/cat")
        self.lab.wait_for(overrides=0)

    def test_tired_typed_over_comfortable_says_that_the_row_of_it_is_changed(self):
        cat, mat = 1, 5
        tired = self.weight_of_it(cat)
        self.lab.open_preset("cat-comfortable")
        self.assertEqual(self.chips(), ["row/it"])
        self.assertGreater(self.weight_of_it(mat), 0.45)
        self.lab.write_sentence("The cat sat on the mat because it was tired")
        self.lab.key("Return")
        self.lab.settle()
        self.assertEqual(self.chips(), ["row/it"])
        self.assertGreater(self.weight_of_it(mat), 0.45)
        self.take_off("row/it")
        self.assertEqual(self.weight_of_it(cat), tired)

    def test_comfortable_typed_and_chosen_differ_in_the_row_that_is_marked(self):
        cat = 1
        self.lab.write_sentence("The cat sat on the mat because it was comfortable")
        self.lab.key("Return")
        self.lab.settle()
        self.assertEqual(self.chips(), [])
        typed = self.weight_of_it(cat)
        self.assertAlmostEqual(typed, 0.705, delta=0.002)
        self.lab.open_preset("cat-comfortable")
        self.assertEqual((self.chips(), self.lab.state()["changed_rows"]), (["row/it"], 1))
        self.take_off("row/it")
        self.assertEqual(self.weight_of_it(cat), typed)

    def test_cross_attention_reads_another_sentence(self):
        self.lab.click("weights_button")
        self.lab.click("weights/cross/1")
        self.lab.wait_until(lambda: self.lab.state()["source"], "there is a source")
        self.assertNotEqual(self.lab.state()["source"], self.lab.state()["text"])
        self.lab.key("Escape")

    def test_a_drag_moves_no_board(self):
        before = self.lab.anchor("cell/scores/7/1")
        self.lab.mash("mousemove", *before.centre, "mousedown", 1, "mousemove", before.centre[0], before.centre[1] - 40)
        self.lab.wait_for(overrides=1)
        held = self.lab.anchors()["cell/scores/7/1"]
        self.lab.mash("mouseup", 1)
        self.assertEqual(held.y, before.y)
