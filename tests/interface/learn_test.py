"""Learn: models train before a person's eyes, and every moment can be looked at again."""

from lab import LabTest


class Learn(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/learn")
        self.lab.wait_for(view="learn")
        self.choose("copy")

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def view(self):
        return self.lab.view()

    def choose(self, task):
        self.lab.click(f"learn/subject/{task}")
        self.lab.wait_for_view(task=task, playing=False)
        self.wait_until_loaded()
        if self.view()["made"] > 0:
            self.lab.click("learn/again")
        self.lab.wait_for_view(made=0)

    def wait_until_loaded(self):
        self.lab.wait_until(lambda: "tracks" in self.view() and "answers" in self.view(), "the task is loaded")
        self.lab.settle()

    def train(self):
        self.lab.click("learn/play")
        self.lab.wait_for_view(done=True, playing=False)
        self.lab.settle()

    def make_three_steps(self):
        for made in (1, 2, 3):
            self.lab.click("learn/step")
            self.lab.wait_for_view(made=made, step=made)

    def accuracy(self):
        return self.view()["tracks"][0]["accuracy"]

    def look_at(self, share):
        """Clicks on the curve of the loss, at this share of all steps."""
        curve = self.lab.anchor("learn/loss")
        inset = 7  # between the frame and its first and last point
        self.lab.click_at(curve.x + inset + round(share * (curve.width - 2 * inset)), curve.centre[1])
        self.lab.settle()


class Training(Learn):
    def test_a_model_learns_while_one_watches(self):
        self.assertLess(self.accuracy(), 0.2)
        self.train()
        self.assertGreater(self.accuracy(), 0.99)
        self.assertEqual(self.view()["made"], self.view()["steps"])

    def test_single_steps_can_be_made(self):
        self.make_three_steps()
        self.assertFalse(self.view()["done"])

    def test_it_pauses_and_goes_on(self):
        self.lab.click("learn/pace/0")  # one step in a second
        self.lab.click("learn/play")
        self.lab.wait_for_view(playing=True)
        self.lab.wait_until(lambda: self.view()["made"] >= 2, "two steps are made")
        self.lab.key("space")
        self.lab.wait_for_view(playing=False)
        made = self.view()["made"]
        self.lab.click("learn/pace/3")
        self.assertEqual(self.view()["made"], made)
        self.train()

    def test_looking_back_shows_an_earlier_model_and_training_can_go_on_from_it(self):
        self.train()
        now = self.view()["answers"][0]
        self.look_at(0.1)
        self.assertLess(self.view()["step"], 0.2 * self.view()["steps"])
        then = self.view()["answers"][0]
        self.assertLess(then["step"], now["step"])
        self.assertNotEqual(then["probability"], now["probability"])
        self.lab.click("learn/back")
        self.lab.wait_for_view(done=False, made=then["step"])
        self.train()
        self.assertEqual(self.view()["answers"][0], now)  # the same steps again

    def test_two_moments_stand_side_by_side(self):
        self.make_three_steps()
        self.look_at(0)
        self.assertEqual(self.view()["step"], 0)
        self.lab.click("learn/pin")
        self.lab.key("End")
        self.lab.wait_until(lambda: self.lab.has("learn/picture/1"), "two matrices are on the screen")
        self.lab.wait_for_view(step=self.view()["made"])
        self.assertEqual({answer["step"] for answer in self.view()["answers"]}, {0, self.view()["made"]})
        self.lab.click("learn/unpin")
        self.lab.wait_until(lambda: not self.lab.has("learn/picture/1"), "one matrix is on the screen")

    def test_the_keys_go_from_moment_to_moment(self):
        self.make_three_steps()
        self.lab.key("Home")
        self.lab.wait_for_view(step=0)
        self.lab.key("Right", "Right")
        self.lab.wait_until(lambda: self.view()["step"] > 0, "a later moment is shown")
        self.lab.key("Left", "Left")
        self.lab.wait_for_view(step=0)
        self.lab.key("End")
        self.lab.wait_for_view(step=self.view()["made"])


class Stories(Learn):
    """A writer: a curve for each skill, and a story at each moment."""

    def setUp(self):
        super().setUp()
        self.choose("stories")

    def tearDown(self):
        self.lab.click("learn/shown/0")
        self.lab.wait_for_view(picture="skills")
        super().tearDown()

    def written_at(self, step):
        self.lab.wait_until(lambda: self.view().get("written", [{"step": -1}])[0]["step"] == step, "it has written")
        return self.view()["written"][0]

    def test_every_skill_has_its_curve_and_a_click_puts_one_beside_the_mean(self):
        for skill in ("name", "holder", "place", "nonce", "song"):
            self.assertTrue(self.lab.has(f"learn/skill/{skill}"), skill)
        self.lab.click("learn/skill/song")
        self.lab.wait_for_view(skill="song")
        self.lab.click("learn/skill/song")
        self.lab.wait_for_view(skill="")

    def test_every_moment_has_its_story_and_what_breaks_it_is_marked(self):
        first = self.written_at(0)
        self.assertFalse(first["is_story"])
        self.lab.wait_until(lambda: self.lab.has("learn/written"), "the story stands there")
        self.assertIsNotNone(first["first_break"])
        self.assertTrue(self.lab.has("learn/break/0"))
        self.lab.click("learn/step")
        self.lab.wait_for_view(made=1, step=1)
        later = self.written_at(1)
        self.lab.key("Home")
        self.lab.wait_for_view(step=0)
        self.assertEqual(self.written_at(0), first)  # by the same throws
        self.lab.key("End")
        self.lab.wait_for_view(step=1)
        self.assertEqual(self.written_at(1), later)

    def test_the_attention_is_one_click_away(self):
        self.assertFalse(self.lab.has("learn/picture/0"))
        self.lab.click("learn/shown/1")
        self.lab.wait_for_view(picture="attention")
        self.lab.wait_until(lambda: self.lab.has("learn/picture/0"), "a matrix is on the screen")
        self.assertFalse(self.lab.has("learn/skills"))


class SetUp(Learn):
    def test_with_and_without_the_scale_train_side_by_side(self):
        self.lab.click("learn/scale/2")
        self.lab.wait_until(lambda: len(self.view().get("tracks", [])) == 2, "two models are there")
        self.wait_until_loaded()
        self.train()
        self.assertEqual([track["made"] for track in self.view()["tracks"]], [self.view()["steps"]] * 2)
        self.assertTrue(self.lab.has("learn/picture/1"))
        self.lab.click("learn/scale/0")
        self.lab.wait_until(lambda: len(self.view().get("tracks", [])) == 1, "one model is there")

    def test_a_training_waits_while_another_one_is_looked_at(self):
        self.make_three_steps()
        answers = self.view()["answers"]
        self.lab.click("learn/subject/reverse")
        self.lab.wait_for_view(task="reverse")
        self.wait_until_loaded()
        self.lab.click("learn/subject/copy")
        self.lab.wait_for_view(task="copy", made=3)
        self.wait_until_loaded()
        self.assertEqual(self.view()["answers"], answers)

    def test_ones_own_words_are_learned(self):
        self.lab.click("learn/words")
        self.lab.type("red green blue")
        self.lab.key("Return")
        self.lab.wait_for_view(words="red green blue")
        self.lab.wait_until(lambda: "red" in self.view().get("answers", [{"sentence": []}])[0]["sentence"], "red is read")
        self.train()
        self.assertGreater(self.accuracy(), 0.99)
        self.lab.click("learn/words")
        self.lab.key("ctrl+a", "BackSpace", "Return")
        self.lab.wait_for_view(words="")

    def test_too_few_words_are_refused_and_the_letters_stay(self):
        self.lab.click("learn/words")
        self.lab.type("red")
        self.lab.key("Return")
        self.lab.wait_until(lambda: "refused" in self.view(), "it says why")
        self.assertIn("two different words", self.view()["refused"])
        self.lab.wait_for_view(words="")

    def test_another_sentence_can_be_watched_and_one_that_cannot_be_read_is_refused(self):
        self.lab.click("learn/sentence")
        self.lab.type("listen")
        self.lab.key("Return")
        self.lab.wait_until(lambda: self.view()["answers"][0]["sentence"] == list("listen"), "listen is read")
        self.lab.click("learn/sentence")
        self.lab.key("ctrl+a")
        self.lab.type("2 + 2")
        self.lab.key("Return")
        self.lab.wait_until(lambda: "refused" in self.view(), "it says why")
        self.assertEqual(self.view()["answers"][0]["sentence"], list("listen"))

    def test_a_learning_rate_far_too_high_is_said(self):
        self.choose("sense")
        for _ in range(4):
            self.lab.click("learn/rate/more")
        self.lab.click("learn/play")
        self.lab.wait_until(lambda: self.view()["warning"] or self.view()["done"], "it says that something is wrong")
        self.assertTrue(self.view()["warning"])
        self.lab.click("learn/play")
        self.lab.wait_for_view(playing=False)
        for _ in range(4):
            self.lab.click("learn/rate/less")


class InALowWindow(Learn):
    size = "1024x640"

    def test_every_choice_is_reached_without_scrolling(self):
        for task, last in (("copy", "learn/words"), ("stories", "learn/seed/more"), ("coreference", "learn/seed/more")):
            self.choose(task)
            room, place = self.lab.anchor("learn/scroll"), self.lab.anchor(last)
            self.assertLessEqual(place.bottom, room.bottom, task)

    def test_ones_own_words_are_learned_here_too(self):
        self.lab.click("learn/words")
        self.lab.type("red green blue")
        self.lab.key("Return")
        self.lab.wait_for_view(words="red green blue")


class Elsewhere(Learn):
    def test_the_race_waits_while_a_model_trains(self):
        self.lab.click("learn/pace/0")
        self.lab.click("learn/play")
        self.lab.wait_for_view(playing=True)
        self.lab.click("tab/race", amid_work=True)
        self.lab.wait_for(view="race")
        self.lab.wait_for_view(waits_for_training=True, timing=False)
        self.lab.click("tab/learn", amid_work=True)
        self.lab.wait_for(view="learn")
        self.lab.click("learn/play")
        self.lab.wait_for_view(playing=False)
        self.lab.click("learn/pace/3")

    def test_a_trained_model_is_kept_and_opens_as_a_whole(self):
        self.make_three_steps()
        self.lab.click("learn/name")
        self.lab.type("Mine")
        self.lab.click("learn/keep")
        self.lab.wait_for(view="heads")
        self.lab.settle()
        self.assertTrue((self.lab.folder / "data/attention-lab/models/own-mine.safetensors").exists())
        self.lab.click("weights_button")
        self.lab.wait_until(lambda: self.lab.has("weights/trained/own-mine"), "the menu offers it")
        self.lab.key("Escape")

    def test_a_kept_model_is_deleted_when_that_is_confirmed(self):
        self.make_three_steps()
        self.lab.click("learn/name")
        self.lab.type("For a while")
        self.lab.click("learn/keep")
        self.lab.wait_for(view="heads")
        file = self.lab.folder / "data/attention-lab/models/own-for-a-while.safetensors"
        self.lab.click("weights_button")
        self.assertFalse(self.lab.has("weights/delete/own-for-a-while"), "it is in use")
        self.lab.click("weights/set/0")
        self.lab.click("weights/delete/own-for-a-while")
        self.assertTrue(file.exists())
        self.lab.click("weights/delete/own-for-a-while/now")
        self.lab.wait_until(lambda: not self.lab.has("weights/trained/own-for-a-while"), "it is off the menu")
        self.assertFalse(file.exists())
        self.lab.key("Escape", "ctrl+z")
        self.lab.settle()
        self.assertFalse(self.lab.state()["message"])
        self.lab.click("tab/story")
        self.lab.wait_until(lambda: self.lab.view().get("answers"), "undo still has the model")

    def test_a_model_that_cannot_be_written_is_not_lost(self):
        self.make_three_steps()
        folder = self.lab.folder / "data/attention-lab/models"
        folder.rename(folder.with_name("hidden")) if folder.exists() else folder.parent.mkdir(parents=True, exist_ok=True)
        folder.write_text("not a folder")
        self.lab.click("learn/name")
        self.lab.type("Mine too")
        self.lab.click("learn/keep")
        self.lab.wait_until(lambda: self.lab.state()["message"], "it says why")
        self.assertEqual(self.lab.state()["view"], "learn")
        self.assertEqual(self.view()["made"], 3)
        folder.unlink()
        self.lab.click("learn/keep")
        self.lab.wait_for(view="heads")
