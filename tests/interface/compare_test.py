"""Compare: two documents side by side, and what differs between them."""

from lab import LabTest, colours_of
from PIL import ImageChops


class Compare(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/compare")
        self.lab.wait_for(view="compare")
        self.choose("self-cross")

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def choose(self, comparison):
        self.lab.click("compare_button")
        self.lab.click("compare/" + comparison)
        self.lab.wait_until(lambda: not self.lab.has("compare"), "the menu is closed")
        self.lab.settle()

    def more(self, wanted=True):
        """Opens the two documents and everything that differs over the cards, or closes them."""
        if self.lab.has("compare/all") != wanted:
            self.lab.click("compare_more")
        self.lab.wait_until(lambda: self.lab.has("compare/all") == wanted, "More is as wanted")
        self.lab.settle()

    def second(self):
        self.lab.settle()
        return self.lab.state()["second"]

    def wait_for_second(self, **wanted):
        self.lab.wait_until(lambda: all(self.lab.state()["second"][name] == value for name, value in wanted.items()),
                            f"the state of Right is {wanted}")

    def write(self, field, text):
        self.more()
        self.lab.click(field)
        self.lab.wait_until(lambda: self.lab.state()["editing"] == field, "the field has the caret")
        self.lab.key("ctrl+a")
        self.lab.type(text)

    def test_self_and_cross_stand_side_by_side(self):
        state = self.lab.state()
        self.assertEqual((state["text"], state["source"]), ("The cat sat on the mat because it was tired", ""))
        self.assertEqual((self.second()["text"], self.second()["source"]),
                         ("Le chat noir dort", "The black cat is sleeping"))
        self.assertTrue(self.lab.has("left/cell/weights/9/9"))
        self.assertTrue(self.lab.has("right/cell/weights/3/4"))  # 4 × 5: not square
        self.assertFalse(self.lab.has("right/cell/weights/4/4"))

    def test_one_scrubber_steps_both(self):
        for stage in ("scores", "scale", "weighted_sum", "project"):
            self.lab.click("scrubber/" + stage)
            self.lab.wait_for(stage=stage)
            self.wait_for_second(stage=stage)
        self.lab.key("Right")
        self.lab.wait_for(stage="scores")
        self.wait_for_second(stage="scores")

    def test_source_and_target_are_typed_freely_and_the_matrix_is_target_by_source(self):
        self.write("right/source", "a dog sees the old house")
        self.wait_for_second(source="a dog sees the old house")
        self.write("right/sentence", "un chien voit")
        self.wait_for_second(text="un chien voit")
        self.lab.key("Return")
        self.more(False)
        self.assertTrue(self.lab.has("right/cell/weights/2/5"))
        self.assertFalse(self.lab.has("right/cell/weights/3/0"))
        self.assertFalse(self.lab.has("right/cell/weights/0/6"))

    def test_one_switch_turns_cross_into_self_and_back(self):
        before = self.second()
        self.more()
        self.lab.click("right/keys_from/0")
        self.wait_for_second(source="")
        self.more(False)
        self.assertEqual(self.second()["text"], before["text"])
        self.assertTrue(self.lab.has("right/cell/weights/3/3"))
        self.assertFalse(self.lab.has("right/cell/weights/3/4"))
        self.more()
        self.lab.click("right/keys_from/1")
        self.wait_for_second(source=before["source"])
        self.assertEqual(self.second()["cell"], before["cell"])

    def test_a_click_marks_the_cell_in_both(self):
        self.choose("word")
        self.lab.click("left/cell/weights/5/2")
        self.lab.wait_for(query=5, key=2)
        self.wait_for_second(query=5, key=2)
        self.lab.click("right/cell/weights/3/8")
        self.lab.wait_for(query=3, key=8)
        self.wait_for_second(query=3, key=8)

    def test_both_are_edited_and_each_edit_is_undone_where_it_was_made(self):
        self.lab.click("right/cell/weights/1/1")
        self.wait_for_second(query=1, key=1)
        was = self.second()["cell"]["value"]
        self.lab.click("right/cell/weights/1/1", double=True)
        self.lab.wait_until(lambda: self.lab.has("right/cell_editor"), "the cell can be typed into")
        self.lab.type("0.5")
        self.lab.key("Return")
        self.wait_for_second(overrides=1)
        self.assertEqual(self.second()["cell"]["value"], 0.5)
        self.assertEqual(self.lab.state()["overrides"], 0)
        self.lab.key("ctrl+z")
        self.wait_for_second(overrides=0)
        self.assertEqual(self.second()["cell"]["value"], was)

    def test_a_state_is_pinned_and_the_difference_shows_what_a_change_did(self):
        self.more()
        self.lab.click("right/copy")
        self.wait_for_second(text=self.lab.state()["text"], source="")
        self.lab.wait_until(lambda: self.lab.has("difference/matrix"), "Left − Right is shown")
        same = self.matrix()
        self.more(False)
        self.lab.click("scrubber/mask")
        self.lab.wait_for(stage="mask")
        self.lab.click("left/mask/causal")
        self.lab.settle()
        self.lab.click("scrubber/softmax")
        self.lab.wait_for(stage="softmax")
        self.more()
        self.assertIsNotNone(ImageChops.difference(self.matrix(), same).getbbox())
        self.more(False)
        self.assertFalse(self.lab.has("difference"))

    def test_matrices_of_different_shapes_are_not_subtracted(self):
        self.more()
        self.assertFalse(self.lab.has("difference"))
        self.assertTrue(self.lab.has("compare/shape_a"))
        self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("compare/all"), "More is closed")

    def test_what_chooses_a_mask_stays_in_its_card(self):
        self.lab.click("scrubber/mask")
        self.lab.wait_for(stage="mask")
        self.lab.settle()
        for side in ("left", "right"):
            card = self.lab.anchor(side + "/card")
            self.assertTrue(self.lab.has(side + "/mask/causal"))
            for name, place in self.lab.anchors().items():
                if name.startswith(side + "/mask/"):
                    self.assertTrue(card.contains(place), name)

    def test_nothing_moves_between_stages(self):
        self.choose("word")
        names = ("left/card", "right/card", "compare/differs", "left/token/7", "right/token/7", "compare_button")
        places = []
        for stage in ("input", "scores", "softmax", "weighted_sum"):
            self.lab.click("scrubber/" + stage)
            self.lab.wait_for(stage=stage)
            self.lab.settle()
            places.append([self.lab.anchor(name) for name in names])
        for later in places[1:]:
            self.assertEqual(later, places[0])

    def test_cells_have_one_size_on_both_sides_and_stand_under_their_words(self):
        left, right = self.lab.anchor("left/cell/weights/7/1"), self.lab.anchor("right/cell/weights/2/1")
        self.assertEqual((left.width, left.height), (right.width, right.height))
        self.assertAlmostEqual(left.centre[0], self.lab.anchor("left/token/1").centre[0], delta=1.5)

    def test_pointing_at_a_word_marks_its_row_and_the_other_side_keeps_its_own(self):
        before = self.second()["cell"]
        row = self.lab.anchor("left/names/rows/weights")
        first = self.lab.anchor("left/cell/weights/2/0")
        name = (row.x, first.y, first.x, first.bottom)
        self.lab.hover("tab/compare")
        self.lab.settle()
        rest = self.lab.screenshot().crop(name)
        self.lab.hover("left/token/2")
        self.lab.settle()
        self.assertIsNotNone(ImageChops.difference(self.lab.screenshot().crop(name), rest).getbbox())
        self.assertEqual(self.second()["cell"], before)
        self.lab.hover("tab/compare")
        self.lab.wait_until(lambda: ImageChops.difference(self.lab.screenshot().crop(name), rest).getbbox() is None,
                            "the mark is back")

    def matrix(self):
        place = self.lab.anchor("difference/matrix")
        return self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))

    def test_every_comparison_shows_two_different_cells_and_their_difference_on_demand(self):
        for comparison in ("word", "row", "masks", "scales", "heads", "weight-sets"):
            self.choose(comparison)
            self.more()
            self.assertTrue(self.lab.has("difference/matrix"), comparison)
            self.more(False)
            self.assertNotEqual(self.lab.state()["cell"]["value"], self.second()["cell"]["value"], comparison)
            self.assertEqual(self.lab.view()["offer"], comparison)
        self.choose("heads")
        self.assertEqual((self.lab.state()["head"], self.second()["head"]), (0, 1))

    def differs(self):
        self.lab.settle()
        return self.lab.view()["differs"]

    def test_what_is_said_to_differ_follows_every_edit(self):
        self.choose("word")
        self.assertEqual(self.differs(), ["words"])
        self.more()
        self.lab.click("right/copy")
        self.lab.wait_until(lambda: self.differs() == [], "nothing differs")
        self.more(False)
        self.lab.click("scrubber/mask")
        self.lab.wait_for(stage="mask")
        self.lab.click("right/mask/causal")
        self.lab.wait_until(lambda: self.differs() == ["mask"], "the mask differs")
        takes = lambda: [(left, right) for left, name, right in self.lab.view()["rows"] if name == "Who can read from whom"]
        self.assertEqual(takes(), [("every word from every word", "each word from itself and those before it")])
        self.lab.click("right/mask/before/more")
        self.lab.wait_until(lambda: takes() == [("every word from every word", "only what the mask allows")], "a window hides more")
        self.lab.click("right/chip/before/off")
        self.lab.wait_until(lambda: takes()[0][1].startswith("each word from itself"), "without it causal remains")
        self.lab.click("right/chip/causal/off")
        self.lab.wait_until(lambda: self.differs() == [], "nothing differs again")

    def test_a_pair_that_was_typed_is_kept_while_another_is_looked_at(self):
        self.choose("word")
        self.write("left/sentence", "a dog slept")
        self.lab.wait_for(text="a dog slept")
        self.lab.key("Return")
        self.assertEqual(self.lab.view()["offer"], "")
        self.choose("masks")
        self.assertNotEqual(self.lab.state()["text"], "a dog slept")
        self.choose("scales")
        self.choose("yours")
        self.lab.wait_for(text="a dog slept")
        self.assertIn("comfortable", self.second()["text"])
        self.assertEqual(self.lab.view()["offer"], "")

    def test_unknown_words_and_changed_rows_are_said_on_their_side(self):
        self.choose("row")
        self.assertTrue(self.lab.has("right/chip/row/it"))
        self.assertFalse(self.lab.has("left/chip/row/it"))
        self.write("left/sentence", "the zyzzyva sat")
        self.lab.wait_for(text="the zyzzyva sat")
        self.lab.key("Return")
        self.more(False)
        self.assertTrue(self.lab.has("left/chip/unknown"))
        self.assertFalse(self.lab.has("right/chip/unknown"))

    def test_the_cells_of_a_few_words_stay_readable_beside_a_long_text(self):
        self.write("left/sentence", " ".join(["cat sat on the mat"] * 60))
        self.lab.key("Return")
        self.more(False)
        self.assertGreater(self.lab.anchor("right/cell/weights/0/0").height, 16)
        self.assertTrue(self.lab.has("left/matrix/weights"))


class SmallCompare(LabTest):
    """In a small window."""

    size = "1024x640"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/compare")
        self.lab.wait_for(view="compare")
        self.lab.at_stage("softmax")

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def has_digits(self, cell):
        place = self.lab.anchor("left/cell/" + cell)
        inner = (place.x + 5, place.y + 5, place.right - 5, place.bottom - 5)
        return len(colours_of(self.lab.screenshot().crop(inner))) > 1

    def test_only_the_row_that_is_looked_at_shows_its_digits(self):
        self.assertTrue(self.has_digits("weights/7/2"))
        self.assertFalse(self.has_digits("weights/3/2"))
        self.assertFalse(self.has_digits("weights/3/1"))  # nor its column
        self.lab.hover("left/token/3")
        self.lab.wait_until(lambda: self.lab.state()["pointed"]["row"] == 3, "the word's row is marked")
        self.assertTrue(self.has_digits("weights/3/2"))

    def test_what_is_unusual_stays_above_the_words_and_the_rest_is_counted(self):
        self.lab.at_stage("scores")
        self.lab.choose("left/score", 3)
        self.lab.at_stage("scale")
        self.lab.choose("left/scale", 1)
        self.lab.at_stage("mask")
        self.lab.click("left/mask/causal")
        self.lab.wait_until(lambda: self.lab.has("left/chip/rest"), "some are only counted")
        chips = [place for name, place in self.lab.anchors().items()
                 if name.startswith("left/chip/") and not name.endswith("/off")]
        self.assertLessEqual(len({place.y for place in chips}), 2)
        card = self.lab.anchor("left/card")
        self.assertLess(max(place.bottom for place in chips), card.y + 0.8 * 66)  # where the arcs begin
        self.lab.hover("left/chip/rest")
        self.lab.wait_until(lambda: "causal mask" in self.lab.state()["hint"], "it names the others")

    def test_a_term_is_underlined_once_on_both_cards(self):
        self.lab.at_stage("mask")
        terms = [name for name in self.lab.anchors() if "term/" in name]
        self.assertIn("term/mask", terms)
        self.assertTrue(all(name.startswith("term/") for name in terms), terms)
