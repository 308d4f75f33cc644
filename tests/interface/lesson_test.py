"""Lessons: a whole one taken as a learner takes it, with answers right and wrong; leaving the path; a teacher's own."""

import tempfile
import unittest
from pathlib import Path

from lab import Lab

OWN = """title = "Mine"
minutes = 3
[[step]]
title = "One"
text = "The weight of {q:it} at {k:cat} is {weights[it, cat]}."
preset = "cat-tired"
stage = "softmax"
query = "it"
key = "cat"
point = ["weights[it]"]

[step.question]
number = "weights[it, tired]"
ask = "And at {k:tired}?"
hint = "Look at the row."
because = "It is {weights[it, tired]}."

[[step]]
title = "Two"
text = "Which word gets most?"
[step.question]
click = "largest(weights[it])"
ask = "Click it."
because = "{largest(weights[it])}."

[[step]]
title = "Three"
text = "More or less?"
stage = "scores"
[step.question]
choose = [{text = "more", if = "weights[it, cat] > 0.5"}, {text = "less", if = "weights[it, cat] <= 0.5", because = "Half is 0.5."}]
ask = "Than half?"
because = "More."

[[step]]
title = "Four"
text = "The order."
[step.question]
order = ["softmax", "scores", "scale"]
ask = "In which order?"
because = "So."
"""


class Lesson(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="attention-lab-lessons-")
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "mine.toml"
        self.file.write_text(OWN, encoding="utf-8")

    def open(self, *arguments, lesson="mine", **options):
        lab = Lab("--lessons", self.file.parent, "--lesson", lesson, *arguments, start=True, **options)
        self.addCleanup(lab.close)
        return lab

    def wait(self, lab, **wanted):
        lab.wait_until(lambda: all(lab.state()["lesson"][name] == value for name, value in wanted.items()),
                       f"the lesson is {wanted}")

    def answer(self, lab, text):
        lab.click("lesson/number")
        lab.key("ctrl+a")
        lab.type(text)
        lab.key("Return")

    def test_a_whole_lesson_with_wrong_answers_and_right_ones(self):
        lab = self.open()
        lab.wait_for(view="walkthrough", stage="softmax", query=7, key=1)
        self.answer(lab, "0.63")
        self.wait(lab, attempts=1, right=False)
        self.answer(lab, "0,21")
        self.wait(lab, right=True, asking=False)
        lab.click("lesson/next")
        self.wait(lab, step=2, asking=True)
        lab.click("token/5")
        self.wait(lab, attempts=1, right=False)
        lab.wait_for(query=7)  # the click was an answer and marks nothing
        lab.click("token/1")
        self.wait(lab, right=True)
        lab.key("Next")  # Page Down
        self.wait(lab, step=3)
        lab.wait_for(stage="scores")
        lab.click("lesson/choice/1")
        self.wait(lab, attempts=1, right=False)
        lab.click("lesson/choice/0")
        self.wait(lab, right=True)
        lab.click("lesson/next")
        self.wait(lab, step=4)
        for stage in ("scores", "softmax", "scale"):
            lab.click("lesson/order/" + stage)
        self.wait(lab, attempts=1, right=False)
        lab.click("lesson/order/scale")
        lab.click("lesson/order/softmax")
        self.wait(lab, right=True)
        lab.click("lesson/next")
        lab.wait_for(view="start")
        self.assertNotIn("lesson", lab.state())
        self.assertTrue((lab.folder / "data/attention-lab/progress.json").exists())

    def test_slips_are_told_apart(self):
        lab = self.open()
        self.answer(lab, "-0.21")
        self.wait(lab, slip="sign")
        self.answer(lab, "nonsense")
        self.wait(lab, slip="no_number", attempts=1, right=False)  # no answer, so it does not count

    def test_the_answer_can_be_shown(self):
        lab = self.open()
        lab.click("lesson/hint")
        lab.click("lesson/show")
        self.wait(lab, asking=False, right=False)

    def test_the_path_may_be_left_and_the_step_comes_back_as_it_was(self):
        lab = self.open()
        self.wait(lab, left_path=False)
        lab.write_sentence("Birds sing")
        self.wait(lab, left_path=True)
        lab.click("lesson/come_back")
        self.wait(lab, left_path=False, step=1)
        lab.wait_for(preset="cat-tired", stage="softmax", query=7, key=1)
        lab.click("tab/heads")
        self.wait(lab, left_path=True)
        lab.click("lesson/come_back")
        lab.wait_for(view="walkthrough")

    def test_saving_the_file_updates_the_open_lesson_and_a_mistake_leaves_it_as_it_was(self):
        lab = self.open(lesson="mine:2")
        self.wait(lab, step=2, steps=4)
        self.file.write_text(OWN + '\n[[step]]\ntitle = "Five"\ntext = "More."\n', encoding="utf-8")
        self.wait(lab, step=2, steps=5)
        self.file.write_text(OWN + "\n[[step]\n", encoding="utf-8")
        lab.wait_until(lambda: lab.state()["message"] != "", "the mistake is told")
        self.wait(lab, step=2, steps=5)

    def test_every_step_of_the_course_has_room_for_its_words(self):
        for size in ("1024x640", "1600x900"):
            lab = Lab("--lesson", "06-softmax", start=True, size=size)
            while True:
                lab.settle()
                self.assertEqual(lab.state()["message"], "")
                self.assertEqual(lab.state()["lesson"]["left_path"], False)
                if lab.state()["lesson"]["step"] == lab.state()["lesson"]["steps"]:
                    break
                step = lab.state()["lesson"]["step"]
                lab.key("Next")
                self.wait(lab, step=step + 1)
            lab.close()

    def test_a_lesson_that_does_not_exist_is_refused(self):
        from lab import run
        done = run("--lesson", "nosuch")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nosuch", done.stderr.decode())

    def test_each_learner_has_a_progress_of_their_own_and_can_wipe_it(self):
        lab = self.open()
        name = lambda: lab.state()["learner"]
        for _ in range(3):
            lab.click("lesson/next")
        lab.click("lesson/next")
        lab.wait_for(view="start")
        self.assertEqual(lab.state()["finished"], ["mine"])
        lab.click("start/learner")
        lab.click("learner/name")
        lab.type("Ada")
        lab.key("Return")
        lab.wait_until(lambda: name() == "Ada", "Ada learns")
        self.assertEqual(lab.state()["finished"], [])
        lab.click("start/learner")
        lab.click("learner/name")
        lab.key("ctrl+a", "BackSpace", "Return")
        lab.wait_until(lambda: name() == "" and lab.state()["finished"] == ["mine"], "the first learner is back")
        lab.click("start/learner")
        lab.click("learner/forget")
        self.assertEqual(lab.state()["finished"], ["mine"])  # it asks back
        lab.click("learner/forget")
        lab.wait_until(lambda: lab.state()["finished"] == [], "it is forgotten")

    def test_a_step_of_ones_own_that_points_at_nothing_is_told(self):
        self.file.write_text(OWN.replace('point = ["weights[it]"]', 'point = ["race/lanes"]'), encoding="utf-8")
        lab = self.open()
        lab.wait_until(lambda: "not on screen" in lab.state()["message"], "it says so")
