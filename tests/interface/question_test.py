"""Questions about the next stage: what they ask for is not on the screen before it is answered."""

from lab import colours_of, LabTest
from PIL import ImageChops


class Questions(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.key("Escape")
        self.open_part("predict")

    def open_part(self, part):
        """Of the explanation; at most one is open."""
        if self.lab.view()["open"] != part:
            self.lab.reveal("part/" + part, within="explanation")
            self.lab.click("part/" + part)
        self.lab.wait_until(lambda: self.lab.view()["open"] == part, f"{part} is open")

    def press(self, name):
        """A button of the question, which may have to be scrolled to."""
        self.lab.reveal(name, within="explanation")
        self.lab.click(name)

    def question(self):
        return self.lab.view()

    def picture(self, name):
        place = self.lab.anchor(name)
        return self.lab.screenshot().crop((place.x, place.y, place.right, place.bottom))

    def ask_again(self):
        """The question of the stage, open."""
        if self.question().get("state") in ("right", "revealed"):
            self.press("predict/reveal")
        self.lab.wait_until(lambda: self.question()["state"] == "open", "the question is open")

    def test_the_sizes_that_are_asked_for_appear_with_the_answer(self):
        self.lab.at_stage("input")
        self.ask_again()
        self.assertIn("shapes", self.question()["hidden"])
        self.lab.click("fold/rail")
        hidden = self.picture("stage/project")
        self.press("predict/reveal")
        self.lab.wait_until(lambda: self.question()["state"] == "revealed", "the answer is revealed")
        self.assertNotIn("shapes", self.question()["hidden"])
        self.assertIsNotNone(ImageChops.difference(self.picture("stage/project"), hidden).getbbox())
        self.lab.click("fold/rail")

    def test_a_wrong_guess_does_not_give_the_answer_away_and_another_can_be_made(self):
        self.lab.at_stage("input")
        self.ask_again()
        answer = self.question()["answer"]
        self.press(f"predict/{(answer + 1) % 2}")
        self.assertEqual(self.question()["state"], "open")
        self.assertIn("shapes", self.question()["hidden"])
        self.press(f"predict/{answer}")
        self.lab.wait_until(lambda: self.question()["state"] == "right", "the guess is right")
        self.assertNotIn("shapes", self.question()["hidden"])

    def test_every_stage_asks_reveals_and_asks_again(self):
        for stage in ("input", "project", "scores", "scale", "mask", "softmax"):
            self.lab.at_stage(stage)
            self.ask_again()
            self.press("predict/reveal")
            self.lab.wait_until(lambda: self.question()["state"] == "revealed", f"{stage} is answered")
            self.press("predict/reveal")
            self.lab.wait_until(lambda: self.question()["state"] == "open", f"{stage} asks again")

    def test_what_later_stages_show_is_hidden_until_the_weights_are_there(self):
        for stage in ("input", "project", "scores", "scale", "mask"):
            self.lab.at_stage(stage)
            self.assertIn("later", self.question()["hidden"])
        self.lab.at_stage("softmax")  # whose own question asks for the largest weight
        self.assertIn("later", self.question()["hidden"])
        self.press("predict/reveal")
        self.lab.wait_until(lambda: "later" not in self.question()["hidden"], "the weights are spoken of")

    def test_nothing_is_hidden_while_no_question_is_open(self):
        self.open_part("code")
        for stage in ("input", "scale", "softmax"):
            self.lab.at_stage(stage)
            self.assertEqual(self.question()["hidden"], [])
            self.assertFalse(self.lab.has("predict/0"))
        self.open_part("predict")

    def test_the_number_that_answers_is_covered(self):
        self.lab.at_stage("scores")
        self.ask_again()
        asked = self.picture("cell/scores/7/9")  # the second largest of its row
        self.press("predict/reveal")
        self.lab.wait_until(lambda: self.question()["state"] == "revealed", "the answer is revealed")
        self.assertIsNotNone(ImageChops.difference(self.picture("cell/scores/7/9"), asked).getbbox())

    def test_no_arc_shows_a_weight_before_there_are_any(self):
        self.lab.at_stage("project")
        words = self.lab.anchor("token/1")
        above = (words.x, words.y - 12, self.lab.anchor("token/7").right, words.y - 2)
        picture = self.lab.screenshot().crop(above)
        self.assertEqual(len(colours_of(picture)), 1)
