"""Lessons: a whole one taken as a learner takes it, with answers right and wrong; leaving the path; a teacher's own."""

import json
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from lab import Lab, run, SOURCE

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

    def test_a_drag_that_misses_is_answered_and_can_be_begun_again(self):
        lab = Lab("--lesson", "1-what-is-it:5", start=True)
        self.addCleanup(lab.close)
        place = lab.anchor("stage/arrow")
        lab.drag("stage/arrow", -20, -10)
        lab.wait_until(lambda: lab.has("lesson/not_yet"), "the drag is answered")
        lab.click("lesson/begin_again")
        lab.wait_until(lambda: lab.anchor("stage/arrow") == place, "the arrow is back")
        lab.wait_until(lambda: not lab.has("lesson/not_yet"), "nothing is said")

    def test_digits_do_not_change_a_cell_while_a_number_is_asked_for(self):
        lab = Lab("--lesson", "2-queries-keys-scores:5", start=True)
        self.addCleanup(lab.close)
        lab.click("cell/k/2/0")
        lab.type("3")
        lab.settle()
        self.assertFalse(lab.has("cell_editor"))

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
        self.wait(lab, ended=True)  # which stays until it is left
        lab.click("recap/start")
        lab.wait_for(view="start", finished=["mine"])
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
        lab.key("m")  # a mask, unless only what the step needs is there
        lab.settle()
        self.assertFalse(lab.state()["lesson"]["left_path"])
        lab.click("everything")
        lab.key("m")
        self.wait(lab, left_path=True)
        lab.click("lesson/come_back")
        self.wait(lab, left_path=False, step=1)
        lab.wait_for(preset="cat-tired", stage="softmax", query=7, key=1, forbidden=0)
        self.assertFalse(lab.has("tab/heads"))
        lab.click("everything")
        lab.click("tab/heads")
        self.wait(lab, left_path=True)
        lab.click("lesson/come_back")
        lab.wait_for(view="walkthrough")

    def test_a_step_in_the_mask_lab_is_not_left_on_arrival(self):
        for step in ("7-the-next-word:5", "room-masks:8", "room-masks:3"):
            lab = Lab("--lesson", step, start=True)
            self.addCleanup(lab.close)
            lab.wait_for(view="labs")
            lab.settle()
            self.assertFalse(lab.state()["lesson"]["left_path"], step)
            lab.close()

    def test_a_step_shows_what_it_needs_until_everything_is_asked_for(self):
        lab = Lab("--lesson", "7-the-next-word:5", start=True)
        self.addCleanup(lab.close)
        others = ("mask_lab/weights", "mask_lab/leak", "mask_lab/hidden", "mask_lab/causal", "lab/0", "tab/heads")
        lab.anchor("mask_lab/left")
        self.assertEqual([name for name in others if lab.has(name)], [])
        lab.click("everything")
        for name in others:
            lab.anchor(name)
        lab.click("everything")
        lab.wait_until(lambda: not any(lab.has(name) for name in others), "what the step does not need is gone")
        lab.click("everything")
        lab.key("Prior")
        self.wait(lab, step=4)
        lab.key("Next")
        self.wait(lab, step=5, everything=False)

    def test_in_a_decoder_the_word_that_is_dragged_is_the_one_that_moves(self):
        lab = Lab("--lesson", "room-translation:4", start=True)
        self.addCleanup(lab.close)
        le, chat = lab.anchor("token/1"), lab.anchor("token/2")
        lab.drag("token/1", chat.centre[0] - le.centre[0], 0)
        lab.wait_until(lambda: lab.state()["text"].lower().startswith("chat le noir"), "the two have changed places")
        lab.drag("token/0", chat.centre[0] - le.centre[0], 0)  # nobody wrote “<start>”
        lab.settle()
        self.assertTrue(lab.state()["text"].lower().startswith("chat le noir"))

    def test_words_change_places_on_the_stage_where_the_sentence_is_to_be_changed(self):
        lab = Lab("--lesson", "5-heads:4", start=True)
        self.addCleanup(lab.close)
        queen, doctor = lab.anchor("token/1"), lab.anchor("token/4")
        lab.drag("token/1", doctor.centre[0] - queen.centre[0], 0)
        self.wait(lab, right=True)

    def test_a_click_on_a_word_selects_it_in_the_field(self):
        lab = Lab("--lesson", "1-what-is-it:8", start=True)
        self.addCleanup(lab.close)
        words = lab.state()["text"].split()
        lab.click(f"token/{words.index('big')}")
        lab.wait_until(lambda: lab.state()["editing"] == "sentence", "the field has the caret")
        lab.type("tiny")
        lab.wait_until(lambda: lab.state()["text"].endswith("it was tiny"), "one word was replaced")

    def test_a_side_room_is_left_into_its_lesson_which_keeps_its_answers(self):
        lab = Lab("--lesson", "2-queries-keys-scores:2", start=True)
        self.addCleanup(lab.close)
        lab.click("lesson/show")
        lab.click("lesson/room")
        self.wait(lab, id="room-word-order")
        lab.click("lesson/close")
        self.wait(lab, id="2-queries-keys-scores", step=2, asking=False)

    def test_what_keeps_a_goal_from_being_reached_is_said(self):
        lab = Lab("--lesson", "3-scale-and-softmax:6", start=True)
        self.addCleanup(lab.close)
        lab.click("cell/scores/5/1", double=True)
        lab.key("ctrl+a")
        lab.type("5.76")
        lab.key("Return")
        lab.anchor("lesson/not_yet")
        self.wait(lab, right=False)

    def test_a_causal_mask_is_drawn_cell_by_cell(self):
        lab = Lab("--lesson", "7-the-next-word:5", start=True)
        self.addCleanup(lab.close)
        for row, column in ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3)):
            lab.click(f"mask_lab/cell/{row}/{column}")
        self.wait(lab, right=False)
        lab.click("mask_lab/cell/2/3")
        self.wait(lab, right=True)

    def test_what_a_goal_is_about_is_said_while_something_else_is_typed(self):
        lab = Lab("--lesson", "3-scale-and-softmax:6", start=True)
        self.addCleanup(lab.close)
        lab.anchor("lesson/now")
        before = lab.state()["lesson"]["now"]
        self.assertIn("“dog” 0.", before)
        lab.click("cell/scores/5/1", double=True)
        lab.key("ctrl+a")
        lab.type("6.86")
        lab.key("Return")
        self.wait(lab, right=True, now="")

    def test_saving_the_file_updates_the_open_lesson_and_a_mistake_leaves_it_as_it_was(self):
        lab = self.open(lesson="mine:2")
        self.wait(lab, step=2, steps=4)
        self.file.write_text(OWN + '\n[[step]]\ntitle = "Five"\ntext = "More."\n', encoding="utf-8")
        self.wait(lab, step=2, steps=5)
        self.file.write_text(OWN + "\n[[step]\n", encoding="utf-8")
        lab.wait_until(lambda: lab.state()["message"] != "", "the mistake is told")
        self.wait(lab, step=2, steps=5)

    def save(self, lab, text):
        """Saves the lesson's file, as an editor does, and waits until the program has read it."""
        before = lab.state()["lessons_read"]
        new = self.file.with_suffix(".new")
        new.write_text(text, encoding="utf-8")
        new.rename(self.file)
        lab.wait_until(lambda: lab.state()["lessons_read"] > before, "the file is read again")
        lab.settle()

    def test_a_word_typed_letter_by_letter_and_mended_does_no_harm(self):
        for step in (1, 2):
            self.file.write_text(OWN, encoding="utf-8")
            lab = self.open(lesson=f"mine:{step}")
            typed = 'view = "walkthru"' if step == 1 else "text = \"It is {weights[it, cat]"
            title = 'title = "One"' if step == 1 else 'title = "Two"'
            text = OWN if step == 1 else OWN.replace('text = "Which word gets most?"\n', "")
            for length in range(1, len(typed) + 1):
                self.save(lab, text.replace(title, title + "\n" + typed[:length]))
                self.assertRegex(lab.state()["message_where"], f"^{re.escape(str(self.file))}, line [0-9]+")
                self.wait(lab, step=step, steps=4)
            self.save(lab, OWN)
            lab.wait_for(message="")
            self.wait(lab, step=step, steps=4, left_path=False)
            lab.close()

    def test_an_answer_is_forgotten_when_the_words_that_it_was_about_are_edited(self):
        own = OWN.replace('because = "It is {weights[it, tired]}."',
                          'because = "It is {weights[it, tired]}."\nslips = [{value = "weights[it, cat]", because = "{k:cat} gets {weights[it, cat]}."}]')
        self.file.write_text(own, encoding="utf-8")
        lab = self.open()
        self.answer(lab, "0.63")
        self.wait(lab, attempts=1, right=False)
        self.save(lab, re.sub(r"\bit\b", "bank", own.replace("cat-tired", "bank-river").replace("cat", "river")).replace("tired", "the"))
        lab.wait_for(message="", preset="bank-river")
        self.wait(lab, attempts=0, asking=True)

    def test_a_bar_of_no_height_is_refused_and_the_lesson_stays_as_it_was(self):
        lab = self.open()
        self.save(lab, OWN.replace('number = "weights[it, tired]"', 'bar = "weights[it, cat]"\nbeside = "weights[it, cat] / weights[it, tired]"')
                  .replace('stage = "softmax"', 'stage = "softmax"\ndocument = {mask = {causal = true}}'))
        self.assertIn("divides by 0", lab.state()["message"])
        self.wait(lab, step=1, asking=True)
        self.save(lab, OWN)
        lab.wait_for(message="")

    def test_a_broken_lesson_is_refused_with_its_file_and_line(self):
        for broken in (OWN.replace('stage = "softmax"', 'stage = "softmax"\nview = "walkthru"'), OWN + "[[step]\n"):
            self.file.write_text(broken, encoding="utf-8")
            done = run("--lessons", self.file.parent, "--lesson", "mine")
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr.decode(), r"mine\.toml, line [0-9]+.*\(.+\)\n$")
        done = run("--lesson", "3-scale-and-softmax:0")
        self.assertEqual(done.returncode, 2)

    def test_who_leaves_a_lesson_finds_what_was_on_the_desk(self):
        lab = Lab("--lessons", self.file.parent, "--view", "heads")
        self.addCleanup(lab.close)
        lab.open_preset("bank-river")
        lab.wait_for(view="heads")
        lab.key("m")  # a mask
        lab.wait_until(lambda: lab.state()["forbidden"] > 0, "there is a mask")
        forbidden = lab.state()["forbidden"]
        lab.click("tab/start")
        lab.click("start/lesson/mine")
        lab.wait_for(preset="cat-tired", view="walkthrough", forbidden=0)
        lab.click("lesson/next")
        self.wait(lab, step=2)
        lab.click("lesson/close")
        lab.wait_for(view="heads", preset="bank-river", forbidden=forbidden)
        self.assertNotIn("lesson", lab.state())
        lab.key("ctrl+z")
        lab.wait_for(preset="bank-river", forbidden=0)  # what could be undone before the lesson can be undone now

    def test_a_lesson_does_without_a_file_for_its_progress(self):
        folder = tempfile.TemporaryDirectory(prefix="attention-lab-lessons-")
        self.addCleanup(folder.cleanup)
        data = Path(folder.name) / "data"
        data.write_text("no folder")
        lab = self.open(folder=folder.name)
        self.assertIn("folder", lab.state()["message"])
        self.assertTrue(lab.has("lesson/number"), "the first step is told")
        data.unlink()  # now it can be written, until it is left
        lab.click("lesson/close")
        lab.close()
        lab = self.open(folder=folder.name)
        self.assertEqual(lab.state()["message"], "")
        shutil.rmtree(data)
        data.write_text("no folder")
        lab.click("lesson/show")  # an answer is kept at once
        lab.wait_until(lambda: "folder" in lab.state()["message"], "the folder is named")
        lab.click("lesson/close")
        lab.wait_until(lambda: "lesson" not in lab.state(), "the lesson is left")

    def test_who_leaves_a_lesson_finds_the_own_model_even_when_its_file_is_gone_meanwhile(self):
        folder = tempfile.TemporaryDirectory(prefix="attention-lab-lessons-")
        self.addCleanup(folder.cleanup)
        own = Path(folder.name) / "data/attention-lab/models/own-mine.safetensors"
        own.parent.mkdir(parents=True)
        run("train", "coreference", "--steps", "2", "--out", own)
        lab = Lab("--lessons", self.file.parent, "--model", own, folder=folder.name)
        self.addCleanup(lab.close)
        lab.click("tab/start")
        lab.click("start/lesson/mine")
        lab.wait_for(preset="cat-tired")
        own.unlink()  # by another window
        lab.click("lesson/close")
        lab.wait_until(lambda: "lesson" not in lab.state(), "the lesson is left")
        lab.click("tab/story")
        lab.wait_until(lambda: lab.view().get("answers"), "the model answers")
        self.assertEqual(lab.state()["message"], "")

    def test_skipped_questions_can_be_answered_from_the_end_or_left_deliberately(self):
        lab = self.open()
        lab.click("lesson/show")
        for _ in range(4):
            lab.click("lesson/next")
        self.wait(lab, ended=True)
        self.assertEqual(lab.state()["finished"], [])
        self.assertFalse(lab.has("recap/answer/0"))
        lab.click("recap/answer/1")
        self.wait(lab, ended=False, step=2)
        lab.click("lesson/show")
        for _ in range(3):
            lab.click("lesson/next")
        self.wait(lab, ended=True)
        self.assertFalse(lab.has("recap/answer/1"))
        lab.click("recap/without")
        lab.wait_for(finished=["mine"])
        lab.key("Prior")
        self.wait(lab, ended=False, step=4)

    def test_an_arrow_is_dragged_or_moved_by_the_keys_until_it_finds_a_word(self):
        lab = Lab("--lesson", "1-what-is-it:5", start=True, size="1600x900")
        self.addCleanup(lab.close)
        self.wait(lab, asking=True)
        arrow, dog = lab.anchor("stage/arrow"), lab.anchor("source/0")
        lab.mash("mousemove", *arrow.centre, "mousedown", 1)
        lab.mash("mousemove", dog.x, dog.bottom + 20)
        lab.mash("mouseup", 1)
        self.wait(lab, right=True, left_path=False)
        lab.click("lesson/next")
        lab.click("lesson/back")
        lab.close()
        lab = Lab("--lesson", "1-what-is-it:5", start=True, size="1600x900")
        self.addCleanup(lab.close)
        lab.key(*["Right"] * 22)
        self.wait(lab, right=True)

    def test_a_sentence_is_changed_until_the_goal_is_met_and_the_desk_comes_back_as_it_was(self):
        lab = Lab("--lesson", "1-what-is-it:8", start=True, size="1600x900")
        self.addCleanup(lab.close)
        self.wait(lab, asking=True)
        lab.write_sentence("The cup did not fit in the bag because it was small")
        self.wait(lab, right=True, left_path=False)
        lab.click("tab/start")
        lab.wait_for(view="start")
        self.assertNotIn("lesson", lab.state())
        self.assertNotIn("small", lab.state()["text"])

    def test_a_lecture_moves_nobody_s_progress(self):
        lab = self.open("--lecture", lesson="mine:2")
        lab.key("Next", "Next")  # the answer, then the next slide
        self.wait(lab, step=3)
        lab.key("Escape")
        lab.wait_until(lambda: "lecture" not in lab.state(), "the lecture is over")
        lab.click("lesson/close")
        lab.click("tab/start")
        lab.click("start/lesson/mine")
        self.wait(lab, step=1)

    def test_a_slide_of_all_heads_has_no_control_that_nobody_can_work(self):
        self.file.write_text('title = "Mine"\n[[step]]\ntitle = "Heads"\ntext = "Words."\npreset = "cat-four-heads"\nview = "heads"\n',
                             encoding="utf-8")
        lab = self.open()
        lab.click("everything")
        lab.anchor("heads/all_on")
        lab.key("F5")
        lab.wait_until(lambda: "lecture" in lab.state() and lab.has("heads/matrix"), "the slide is there")
        lab.settle()
        self.assertEqual([name for name in lab.anchors() if name.startswith(("heads/switch", "heads/all_on", "heads/only", "heads/sort"))], [])

    def test_all_that_the_documentation_lists_can_be_pointed_at(self):
        parts = re.findall(r"^\| `(\w+)`(?:, page `(\w+)`)? \| (.+) \|$",
                           (SOURCE / "docs/lessons.md").read_text(encoding="utf-8").split("## Pointing")[1].split("## ")[0], re.MULTILINE)
        self.assertGreater(len(parts), 8)
        text = 'title = "All"\n'
        for view, page, names in parts:
            text += f'[[step]]\ntitle = "{view} {page}"\ntext = "Words."\nview = "{view}"\n'
            text += f"point = {re.findall('`([^`]+)`', names)}\n".replace("'", '"')
            if page:
                text += f'choices = {{labs = {{page = "{page}"}}}}\n'
            text += 'document = {weights = {trained = {id = "coreference"}}}\n' if view == "story" else 'preset = "cat-four-heads"\n'
        self.file.write_text(text, encoding="utf-8")
        lab = self.open(size="1920x1080")
        for step in range(1, len(parts) + 1):
            self.wait(lab, step=step)
            lab.wait_until(lambda: lab.state()["lesson"]["missing"] == [], f"all is there: {parts[step - 1]}")
            lab.settle()
            self.assertEqual(lab.state()["message"], "")
            lab.key("Next")

    def test_every_step_of_the_course_has_room_for_its_words(self):
        for size in ("1024x640", "1600x900"):
            lab = Lab("--lesson", "3-scale-and-softmax", start=True, size=size)
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
        done = run("--lesson", "nosuch")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nosuch", done.stderr.decode())

    def test_each_learner_has_a_progress_of_their_own_and_can_wipe_it(self):
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(self.file.parent)  # where the window writes what is handed in
        lab = self.open()
        name = lambda: lab.state()["learner"]
        for _ in range(4):
            lab.click("lesson/show")
            lab.click("lesson/next")
        lab.click("recap/start")
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
        lab.click("learner/hand_in")
        handed_in = self.file.parent / "progress.json"
        lab.wait_until(handed_in.exists, "the progress is handed in")
        self.assertEqual([*json.loads(handed_in.read_text())["learners"]], [""])  # not that of Ada
        done = run("progress", "--class", self.file.parent)
        self.assertIn("progress ", done.stdout.decode())  # the name of the file, as none was given
        lab.click("start/learner")
        lab.click("learner/forget")
        self.assertEqual(lab.state()["finished"], ["mine"])  # it asks back
        lab.click("learner/forget")
        lab.wait_until(lambda: lab.state()["finished"] == [], "it is forgotten")

    def test_a_step_is_recorded_with_a_question_and_a_mistake_in_it_is_told_before_it_is_written(self):
        lab = Lab("--lessons", self.file.parent, "--stage", "softmax")
        self.addCleanup(lab.close)
        lab.click_more("files")
        lab.click("files/purpose/2")

        def write(**fields):
            for field, text in fields.items():
                lab.click("files/step_" + field)
                lab.key("ctrl+a")
                lab.type(text)
        write(title="First", text="{weights[it, cat] goes to it.", ask="How much?", number="weights[it, cat]", because="So.")
        lab.click("files/add_step")
        lab.wait_for(message="this brace is not closed")
        self.assertFalse((self.file.parent / "my-lesson.toml").exists())
        write(text="{weights[it, cat]} goes to it.")
        lab.click("files/add_step")
        lab.wait_until(lambda: not lab.has("files/add_step"), "the step is added")
        self.assertIn("[step.question]", (self.file.parent / "my-lesson.toml").read_text(encoding="utf-8"))
