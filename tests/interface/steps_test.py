"""A person follows the sentence through the stages, and points at words and numbers."""

from lab import LabTest
from PIL import ImageChops

STAGES = ["input", "project", "scores", "scale", "mask", "softmax", "weighted_sum"]


class Stages(LabTest):
    motion = True

    def test_the_right_arrow_goes_through_all_stages_and_stops_at_the_last(self):
        self.lab.at_stage("input")
        for stage in STAGES[1:]:
            self.lab.key("Right")
            self.lab.wait_for(stage=stage)
        self.lab.key("Right", "Left")
        self.lab.wait_for(stage=STAGES[-2])

    def test_the_left_arrow_goes_back_and_stops_at_the_first(self):
        self.lab.key("Left", "Left")
        self.lab.wait_for(stage="input")
        self.lab.key("Left", "Right")
        self.lab.wait_for(stage="project")

    def test_rail_and_scrubber_lead_to_every_stage(self):
        for stage in STAGES:
            self.lab.click("scrubber/" + stage)
            self.lab.wait_for(stage=stage)
        for stage in STAGES:
            self.lab.click("scrubber/" + stage)
            self.lab.wait_for(stage=stage)

    def test_every_stage_shows_its_own_result(self):
        for stage, result in zip(STAGES, ["x", "q", "scores", "scaled", "masked", "weights", "head_output"]):
            self.lab.at_stage(stage)
            self.assertEqual(self.lab.state()["cell"]["quantity"], result)
            self.assertTrue(self.lab.has("matrix/" + result))


class Operands(LabTest):
    def explained(self):
        return self.lab.view()["explained"]

    def test_a_clicked_operand_is_explained_until_the_stage_changes(self):
        self.lab.click("cell/q/7/0")
        self.lab.point(2, 2)
        self.lab.wait_until(lambda: self.explained() == "q", "the operand is explained")
        self.lab.key("Right")
        self.lab.wait_for(stage="scale")
        self.assertEqual(self.explained(), "scaled")

    def test_where_nothing_is_masked_a_score_before_softmax_is_explained_by_the_division(self):
        self.lab.at_stage("softmax")
        self.lab.click("cell/masked/7/1")
        self.lab.point(2, 2)
        self.lab.wait_until(lambda: self.explained() == "scaled", "the division is explained")


class Pointing(LabTest):
    def explanation(self):
        place = self.lab.anchor("explanation")
        return self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))

    def open_code(self):
        if not self.lab.has("code/NumPy"):
            self.lab.reveal("part/code", within="explanation")
            self.lab.click("part/code")

    def assertDiffers(self, one, other):
        self.assertIsNotNone(ImageChops.difference(one, other).getbbox())

    def test_up_and_down_choose_the_word_that_asks(self):
        self.lab.key("Up", "Up")
        self.lab.wait_for(query=5, key=1)
        self.lab.key("Down")
        self.lab.wait_for(query=6)
        self.lab.key(*["Down"] * 12)
        self.lab.wait_for(query=9)
        self.lab.key(*["Up"] * 12)
        self.lab.wait_for(query=0)

    def test_shift_with_left_and_right_chooses_the_word_that_is_asked(self):
        self.lab.key("shift+Right", "shift+Right")
        self.lab.wait_for(query=7, key=3, stage="scores")
        self.lab.key("shift+Left")
        self.lab.wait_for(key=2)
        self.lab.key(*["shift+Left"] * 5)
        self.lab.wait_for(key=0)

    def test_a_click_on_a_word_asks_for_it(self):
        for word in (0, 9, 4):
            self.lab.click(f"token/{word}")
            self.lab.wait_for(query=word)

    def test_a_click_on_a_cell_marks_it(self):
        self.lab.click("cell/scores/2/5")
        self.lab.wait_for(query=2, key=5)
        self.assertEqual(self.lab.state()["cell"], {"quantity": "scores", "row": 2, "column": 5, "value": self.lab.value()})

    def test_the_mark_stays_with_the_words_from_stage_to_stage(self):
        self.lab.click("cell/scores/4/2")
        self.lab.wait_for(query=4, key=2)
        for stage in ("scale", "mask", "softmax"):
            self.lab.key("Right")
            self.lab.wait_for(stage=stage)
            cell = self.lab.state()["cell"]
            self.assertEqual((cell["row"], cell["column"]), (4, 2))

    def test_scores_divided_by_two_are_the_scaled_ones(self):
        score = self.lab.value()
        self.lab.at_stage("scale")
        self.assertAlmostEqual(self.lab.value(), score / 2, 5)  # d_k = 4

    def test_hovering_previews_and_leaving_takes_it_back(self):
        self.lab.wheel("explanation", 30)  # to its top: a shorter text would move it there
        self.lab.hover("tab/walkthrough")
        before = self.explanation()
        self.lab.hover("cell/scores/0/4")
        self.lab.wait_until(lambda: ImageChops.difference(self.explanation(), before).getbbox(), "the explanation follows the mouse")
        self.assertEqual(self.lab.state()["query"], 7)
        self.lab.hover("tab/walkthrough")
        self.lab.wait_until(lambda: not ImageChops.difference(self.explanation(), before).getbbox(), "the explanation is as before")

    def test_a_click_locks_what_hovering_showed(self):
        self.lab.hover("tab/walkthrough")
        before = self.explanation()
        self.lab.click("cell/scores/0/4")
        self.lab.wait_for(query=0, key=4)
        self.lab.hover("tab/walkthrough")
        self.assertDiffers(self.explanation(), before)

    def test_a_click_on_an_operand_explains_the_operand(self):
        self.lab.hover("tab/walkthrough")
        before = self.explanation()
        self.lab.click("cell/q/7/2")
        self.lab.hover("tab/walkthrough")
        self.lab.wait_until(lambda: ImageChops.difference(self.explanation(), before).getbbox(), "the number of Q is explained")
        self.assertEqual(self.lab.state()["query"], 7)

    def test_project_shows_q_k_and_v_one_after_the_other(self):
        self.lab.at_stage("project")
        for product, quantity in ((1, "k"), (2, "v"), (0, "q")):
            self.lab.key("p")
            self.lab.wait_for(product=product)
            self.assertEqual(self.lab.state()["cell"]["quantity"], quantity)
        self.lab.click("product/2")
        self.lab.wait_until(lambda: self.lab.has("matrix/w_v"), "V is shown as X times W_V")

    def test_the_code_is_shown_in_three_languages(self):
        self.open_code()
        pictures = []
        for language in ("PyTorch", "C++ / Eigen", "NumPy"):
            self.lab.click("code/" + language)
            self.lab.hover("tab/walkthrough")
            pictures.append(self.explanation())
        self.assertDiffers(pictures[0], pictures[1])
        self.assertDiffers(pictures[1], pictures[2])

    def test_the_code_is_copied_whole_and_the_button_says_so(self):
        def button():
            place = self.lab.anchor("code/copy")
            return self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))
        self.open_code()
        self.lab.click("code/NumPy")
        self.lab.hover("tab/walkthrough")
        before = button()
        self.lab.hover("code/copy")
        pointed = button()
        self.lab.click("code/copy")
        self.lab.wait_until(lambda: ImageChops.difference(button(), pointed).getbbox(), "the button says that it has copied")
        self.lab.hover("tab/walkthrough")
        self.lab.wait_until(lambda: not ImageChops.difference(button(), before).getbbox(), "it can be pressed again")
        self.lab.click("sentence")
        self.lab.key("ctrl+a", "ctrl+v")
        self.lab.wait_until(lambda: "numpy as np np.set_" in " ".join(self.lab.state()["text"].split()), "it is pasted, its lines apart")
        self.assertIn("weights @ v", self.lab.state()["text"])
        self.lab.key("Escape")
        self.lab.wait_for(editing="")

    def test_a_guess_is_answered(self):
        self.lab.reveal("part/predict", within="explanation")
        self.lab.click("part/predict")
        self.lab.reveal("predict/1", within="explanation")
        before = self.explanation()
        self.lab.click("predict/1")
        self.lab.hover("tab/walkthrough")
        self.lab.wait_until(lambda: ImageChops.difference(self.explanation(), before).getbbox(), "the guess is answered")
