"""A lecture with a clicker's keys; a lesson recorded from the screen and played; a state sent as one line of text."""

import json
import os
import pathlib
import shutil
import tempfile
import unittest

from fitting import unsaid
from lab import Lab, run

# Two questions that are answered by a click in the Walkthrough.
CLICKS = pathlib.Path(tempfile.mkdtemp(prefix="attention-lab-lessons-")) / "clicks.toml"


def setUpModule():
    CLICKS.write_text("""title = "Clicks"
[[step]]
title = "Two heads"
text = "Head 1 reads {largest(weights[it])}."
preset = "cat-two-heads"
stage = "softmax"
query = "it"
key = "cat"
head = 1
[step.question]
click = "largest(weights[it, *, 2])"
ask = "And head 2? Click it."
because = "{largest(weights[it, *, 2])}."

[[step]]
title = "A query"
text = "Words."
preset = "cat-tired"
stage = "project"
query = "it"
key = "it"
[step.question]
click = "second(scores[it])"
ask = "Which scores second? Click it."
because = "{second(scores[it])}."
""", encoding="utf-8")


def tearDownModule():
    shutil.rmtree(CLICKS.parent)


class Lecture(unittest.TestCase):
    def open(self, *arguments, **options):
        lab = Lab(*arguments, start=True, **options)
        self.addCleanup(lambda: lab.program.poll() is None and lab.close())
        return lab

    def wait(self, lab, part, **wanted):
        lab.wait_until(lambda: all(lab.state().get(part, {}).get(name) == value for name, value in wanted.items()),
                       f"the {part} is {wanted}")

    def type_over(self, lab, cell, digits):
        lab.click(cell, double=True)
        lab.anchor("lecture/number")
        lab.key("ctrl+a")
        lab.type(digits)
        lab.key("Return")

    def press_moving(self, lab, name):
        """Clicks what is only there while the mouse moves, and with it the picture."""
        lab.wait_until(lambda: lab.has(name), f"{name} is there")
        lab.click_at(*lab.anchors()[name].centre)

    def test_a_clicker_goes_through_a_lesson_and_asks_before_it_tells(self):
        lab = self.open("--lesson", "1-what-is-it")
        lab.key("F5")
        self.wait(lab, "lecture", revealed=False)
        lab.key("Next")  # the step asks: the first press tells
        self.wait(lab, "lecture", revealed=True)
        self.wait(lab, "lesson", step=1)
        lab.anchor("cell/weights/6/1")  # and shows what "it" reads
        lab.key("Next")
        self.wait(lab, "lesson", step=2)
        self.wait(lab, "lecture", revealed=False)
        lab.key("Prior")
        self.wait(lab, "lesson", step=1)
        lab.key("End")
        self.wait(lab, "lesson", step=lab.state()["lesson"]["steps"])
        lab.key("Home")
        self.wait(lab, "lesson", step=1)
        lab.key("3", "Return")
        self.wait(lab, "lesson", step=3)

    def test_the_screen_goes_black_or_white_and_the_next_press_brings_it_back(self):
        lab = self.open("--lesson", "3-scale-and-softmax:2", "--lecture")
        lab.point(5, 5)  # where the spot is
        shown = lab.screenshot().tobytes()
        for key, colour in (("b", (0, 0, 0)), ("period", (0, 0, 0)), ("w", (255, 255, 255))):
            lab.key(key)
            self.wait(lab, "lecture", blank=True)
            self.assertEqual(lab.screenshot().getcolors(9), [(lab.size[0] * lab.size[1], colour)])
            lab.key("Next")
            self.wait(lab, "lecture", blank=False)
            self.wait(lab, "lesson", step=2)
            self.assertEqual(lab.screenshot().tobytes(), shown)

    def test_no_other_key_and_no_click_does_anything_and_escape_returns_to_the_same_state(self):
        lab = self.open("--view", "walkthrough", "--stage", "softmax")
        lab.settle()
        before = lab.state()
        lab.key("F5")
        lab.wait_until(lambda: "lecture" in lab.state(), "the lecture is on")
        lab.key("t", "m", "h", "x", "Tab", "Delete", "F2", "ctrl+z", "ctrl+s", "ctrl+o", "alt+Left", "Insert", "5", "q")
        lab.click_at(640, 300)
        lab.click_at(640, 500, times=2)
        self.wait(lab, "lecture", blank=False)
        lab.key("Escape")
        lab.wait_until(lambda: "lecture" not in lab.state(), "the lecture is over")
        lab.settle()
        for name in ("view", "stage", "query", "key", "text", "preset", "overrides", "theme", "choices", "message"):
            self.assertEqual(lab.state()[name], before[name], name)

    def test_lines_drawn_with_the_button_held_are_gone_at_the_next_step(self):
        lab = self.open("--view", "walkthrough", "--stage", "scores")
        lab.key("F5")
        lab.mash("mousemove", 300, 300, "mousedown", 1, "mousemove", 350, 320, "mousemove", 400, 360, "mouseup", 1)
        self.wait(lab, "lecture", strokes=1)
        lab.key("Right")
        lab.wait_for(stage="scale")
        self.wait(lab, "lecture", strokes=0)

    def test_a_line_is_rubbed_out_and_all_are_erased(self):
        lab = self.open("--view", "walkthrough", "--stage", "scores")
        lab.key("F5")
        for y in (300, 400, 500):
            lab.mash("mousemove", 300, y, "mousedown", 1, "mousemove", 400, y, "mouseup", 1)
        self.wait(lab, "lecture", strokes=3)
        lab.mash("mousemove", 350, 380, "mousedown", 3, "mousemove", 400, 400, "mouseup", 3)
        self.wait(lab, "lecture", strokes=2)
        lab.mash("mousemove", 350, 260, "mousedown", 3, "mousemove", 350, 340, "mouseup", 3)  # across the middle of the first
        self.wait(lab, "lecture", strokes=1)
        lab.key("e")
        self.wait(lab, "lecture", strokes=0)

    def test_a_line_that_is_moved_fast_is_drawn_to_its_end(self):
        lab = self.open("--view", "walkthrough", "--stage", "scores", "--lecture")
        before = lab.screenshot()
        lab.mash("mousemove", 300, 250, "mousedown", 1, "mousemove", 700, 250, "mouseup", 1)
        self.wait(lab, "lecture", strokes=1)
        after = lab.screenshot()
        for x in (310, 500, 690):
            self.assertNotEqual(after.getpixel((x, 250)), before.getpixel((x, 250)), x)

    def test_a_line_that_is_erased_while_it_is_drawn_goes_on_as_another(self):
        lab = self.open("--view", "walkthrough", "--stage", "scores", "--lecture")
        lab.mash("mousemove", 300, 300, "mousedown", 1, "mousemove", 350, 300)
        self.wait(lab, "lecture", strokes=1)
        lab.key("e")
        lab.mash("mousemove", 400, 300)
        self.wait(lab, "lecture", strokes=1)
        lab.mash("mousemove", 450, 300, "mousedown", 3, "mouseup", 3)  # rubbed out while it is drawn
        lab.mash("mousemove", 500, 300, "mouseup", 1)
        lab.key("e")
        self.wait(lab, "lecture", strokes=0)

    def test_the_pointer_and_the_buttons_show_while_the_mouse_moves(self):
        lab = self.open("--lesson", "1-what-is-it:3", "--lecture")
        lab.settle()
        self.assertFalse(lab.state()["lecture"]["pointer"])
        self.assertFalse(lab.has("lecture/end"))
        lab.point(600, 300)
        self.wait(lab, "lecture", pointer=False)  # once it rests
        self.assertFalse(lab.has("lecture/end"))
        lab.point(620, 300)
        self.press_moving(lab, "lecture/on")
        self.wait(lab, "lecture", revealed=True)
        lab.point(640, 310)
        self.press_moving(lab, "lecture/end")
        lab.wait_until(lambda: "lecture" not in lab.state(), "the lecture is over")

    def test_a_click_on_the_word_that_is_asked_for_shows_the_answer(self):
        lab = self.open("--lessons", CLICKS.parent, "--lesson", "clicks", "--lecture")
        lab.click("token/1")  # head 1 reads "cat"; head 2 is asked for
        self.wait(lab, "lecture", revealed=False, strokes=0)
        lab.click("token/9")
        self.wait(lab, "lecture", revealed=True, strokes=0)
        lab.wait_for(stage="softmax", query=7, key=9, head=1)
        lab.settle()
        self.assertIn("head 2 of 2", " ".join(each["text"] for each in lab.state()["lecture"]["letters"]))
        lab.key("Next", "Prior")  # on, and back again: it is asked once more
        self.wait(lab, "lecture", revealed=False)
        lab.wait_for(head=0)

    def test_a_wrong_word_is_answered_on_the_slide_and_backspace_asks_again(self):
        lab = self.open("--lesson", "1-what-is-it:1", "--lecture")
        lab.click("token/4")  # the cake
        lab.wait_until(lambda: "Can it be hungry?" in " ".join(lab.state()["lecture"]["said"]), "the hall is answered")
        self.wait(lab, "lecture", revealed=False)
        lab.click("token/1")
        self.wait(lab, "lecture", revealed=True)
        lab.click("token/1")  # what does the dog read?
        lab.wait_for(query=1)
        lab.key("BackSpace")
        self.wait(lab, "lecture", revealed=False)
        lab.wait_for(query=6)
        self.assertNotIn("Can it be hungry?", " ".join(lab.state()["lecture"]["said"]))

    def test_a_right_answer_is_shown_beside_the_card_too(self):
        lab = self.open("--lessons", CLICKS.parent, "--lesson", "clicks:2")
        lab.click("token/9")
        self.wait(lab, "lesson", right=True)
        lab.wait_for(stage="scores", query=7, key=9)
        self.assertFalse(lab.state()["lesson"]["left_path"])

    def test_the_last_slide_leads_to_the_next_lesson(self):
        lab = self.open("--lesson", "2-queries-keys-scores:7", "--lecture")
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        lab.key("Next")
        self.wait(lab, "lecture", closing=True)
        self.assertIn("compute a query", lab.state()["lecture"]["caption"])
        self.assertIn("Scale", lab.state()["lecture"]["caption"])
        lab.key("Prior")
        self.wait(lab, "lecture", closing=False, revealed=False)
        lab.key("Next", "Next")  # the answer again, then the end
        self.wait(lab, "lecture", closing=True)
        lab.key("Next")
        self.wait(lab, "lesson", id="3-scale-and-softmax", step=1)
        self.wait(lab, "lecture", closing=False, revealed=False)

    def test_the_keys_of_a_lecture_are_listed_in_it(self):
        lab = self.open("--lesson", "2-queries-keys-scores:7", "--lecture")
        lab.key("question")
        lab.wait_for(keys_card=True)
        lab.key("Escape")
        lab.wait_for(keys_card=False)
        self.assertIn("lecture", lab.state())
        self.assertEqual(lab.state()["lesson"]["step"], 7)

    def test_both_sides_of_a_comparison_stand_on_one_scale(self):
        lab = self.open("--lesson", "room-scale:5", "--lecture", size="1024x768")
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        lab.settle()
        texts = [each["text"] for each in lab.state()["lecture"]["letters"]]
        # Below what the row is called, the ends of its axis; "1" is also a word of this sentence.
        axes = [texts[i + 1:i + 3] for i, text in enumerate(texts) if text.startswith("Weights of")]
        self.assertEqual(axes, [["0", "1"], ["0", "1"]])

    def test_no_word_is_left_out_on_a_narrow_screen(self):
        for step in ("8-layers-and-meaning:2", "4-weighted-sum:6"):
            lab = self.open("--lesson", step, "--lecture", size="1024x768")
            lab.key("Next")
            lab.settle()
            texts = [each["text"] for each in lab.state()["lecture"]["letters"]]
            self.assertFalse([text for text in texts if "more word" in text], step)
            lab.close()

    def test_what_a_slide_says_is_said_in_full_and_leaves_a_picture(self):
        # Premises and reasons of several lines; walks through all slides: slide_grid.py.
        for size in ("1024x768", "1920x1080"):
            for lesson, step in (("3-scale-and-softmax", 3), ("3-scale-and-softmax", 6), ("8-layers-and-meaning", 3)):
                lab = self.open("--lesson", f"{lesson}:{step}", "--lecture", size=size)
                for revealed in (False, True):
                    self.wait(lab, "lecture", revealed=revealed)
                    lab.settle()
                    self.assertEqual(unsaid(lab), [], (size, lesson, step, revealed))
                    self.assertEqual(len(lab.state()["lecture"]["said"]), 2)
                    below = lab.anchors()["lecture/caption"]
                    self.assertGreater(below.y, lab.size[1] * 0.45)
                    self.assertLess(below.bottom, lab.size[1])
                    lab.key("Next")
                lab.close()

    def test_matrices_have_their_letters_and_say_of_which_head_they_are(self):
        lab = self.open("--lesson", "2-queries-keys-scores:2", "--lecture", size="1024x768")
        lab.anchor("symbol/x")
        lab.key("6", "Return")
        self.wait(lab, "lesson", step=6)
        for name in ("symbol/q", "symbol/k", "symbol/scores"):
            lab.anchor(name)
        lab.key("Escape")
        lab.close()
        lab = self.open("--lesson", "6-self-and-cross:6", "--lecture", size="1024x768")
        lab.settle()
        places = {each["text"]: each for each in lab.state()["lecture"]["letters"]}
        self.assertIn("head 1 of 4", " ".join(places))
        lab.anchor("symbol/weights")

    def test_a_mask_is_shown_as_the_matrix_alone(self):
        lab = self.open("--lesson", "7-the-next-word:5", "--lecture", size="1024x768")
        cell = lab.anchor("mask_lab/cell/0/0")
        self.assertGreater(cell.height, 30)
        for name in ("mask_lab/weights", "mask_lab/leak", "mask_lab/hidden", "mask_lab/causal"):
            self.assertFalse(lab.has(name), name)
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        lab.anchor("cell/weights/0/0")

    def test_heads_are_shown_as_a_row_each_and_the_one_that_is_off_says_so(self):
        lab = self.open("--lesson", "room-reading-weights:5", "--lecture", size="1024x768")
        lab.anchor("heads/matrix")
        def texts():
            lab.settle()
            return [each["text"] for each in lab.state()["lecture"]["letters"] if each["whole"]]
        for name in ("head 1", "head 4", "average", "kicked"):
            self.assertIn(name, texts())
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        lab.anchor("heads/off")
        self.assertIn("head 1: off", texts())

    def test_no_tooltip_gives_the_answer_away(self):
        lab = self.open("--lesson", "4-weighted-sum:6", "--lecture", size="1024x768")
        formula = lab.anchor("stage/formula")
        lab.point(*formula.centre)
        lab.settle()
        self.assertEqual(lab.state()["hint"], "")

    def test_notes_go_to_a_file_once_for_each_slide(self):
        with tempfile.TemporaryDirectory() as folder:
            notes = pathlib.Path(folder) / "notes.txt"
            notes.write_text("a lesson, named by mistake\n")
            lab = self.open("--lesson", "1-what-is-it", "--lecture", "--notes-to", str(notes))
            lab.key("2", "Return")
            self.wait(lab, "lesson", step=2)
            lab.settle()
            lines = notes.read_text()
            self.assertTrue(lines.startswith("a lesson, named by mistake\n"), "what was in the file stays")
            self.assertEqual(lines.count("1 / 8"), 1)
            self.assertEqual(lines.count("2 / 8"), 1)

    def test_a_pipe_without_a_reader_does_not_keep_the_lecture_waiting(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = pathlib.Path(folder) / "notes"
            os.mkfifo(pipe)
            done = run("--lecture", "--notes-to", str(pipe))
            self.assertEqual(done.returncode, 2)
            self.assertIn(f"{pipe}: this is a pipe", done.stderr.decode())

    def test_a_reader_of_the_notes_who_goes_away_does_not_end_the_lecture(self):
        read, write = os.pipe()
        lab = self.open("--lesson", "1-what-is-it", "--lecture", "--notes", output=write)
        os.close(write)
        os.close(read)
        lab.key("2", "Return")
        self.wait(lab, "lesson", step=2)
        lab.key("3", "Return")
        self.wait(lab, "lesson", step=3)
        lab.key("Escape")
        lab.wait_until(lambda: "notes" in lab.state()["message"], "it is said once")

    def test_a_glass_enlarges_what_is_under_the_pointer_while_a_button_is_held(self):
        lab = self.open("--lesson", "3-scale-and-softmax:2", "--lecture")
        lab.point(640, 320)
        before = lab.screenshot()
        lab.mash("mousedown", 2)
        self.wait(lab, "lecture", lens=True)
        held = lab.screenshot()
        around = (540, 260, 740, 380)
        self.assertNotEqual(held.crop(around).tobytes(), before.crop(around).tobytes())
        self.assertEqual(held.crop((0, 0, 400, 720)).tobytes(), before.crop((0, 0, 400, 720)).tobytes())
        lab.mash("mouseup", 2)
        self.wait(lab, "lecture", lens=False)
        self.assertEqual(lab.screenshot().tobytes(), before.tobytes())

    def test_the_caption_is_readable_from_the_last_row(self):
        for size in ("1024x640", "1600x900"):
            lab = self.open("--lesson", "3-scale-and-softmax:2", "--lecture", size=size)
            caption = lab.anchor("lecture/caption")
            self.assertTrue(lab.window.contains(caption))
            self.assertGreaterEqual(caption.height, lab.size[1] / 40)
            self.assertEqual(lab.state()["outside"], [])
            lab.close()

    def test_another_view_shows_what_the_step_points_at_in_letters_for_the_last_row(self):
        for size in ("1024x768", "1600x900"):
            lab = self.open("--lesson", "room-flash:1", "--lecture", size=size)
            lab.key("Next")  # the answer
            self.wait(lab, "lecture", revealed=True)
            lab.settle()
            shown = lab.anchor("race/plots")
            self.assertTrue(lab.window.contains(shown))
            self.assertLess(shown.bottom, lab.anchor("lecture/caption").y)
            letters = lab.state()["lecture"]["letters"]
            self.assertIn("LSTM", [each["text"] for each in letters])
            self.assertGreaterEqual(min(each["size"] for each in letters) * lab.size[1], lab.size[1] / 40 - 0.75)
            self.assertTrue(all(each["whole"] for each in letters))
            lab.close()

    def test_the_story_is_told_in_letters_for_the_last_row(self):
        for size in ("1024x640", "1600x900"):
            lab = self.open("--lesson", "1-what-is-it:4", "--lecture", size=size)
            self.wait(lab, "lesson", step=4)
            lab.settle()
            letters = [each for each in lab.state()["lecture"]["letters"] if each["text"]]
            self.assertIn("hungry", [each["text"] for each in letters])
            self.assertGreaterEqual(min(each["size"] for each in letters) * lab.size[1], 24 / 900 * lab.size[1] - 0.75)
            self.assertTrue(all(each["whole"] for each in letters))
            lab.close()

    def test_the_hall_votes_and_what_it_calls_out_takes_the_place_of_the_sentence(self):
        lab = self.open("--lesson", "room-code:4", "--lecture")
        lab.key("v", "1", "2", "Return", "7", "Return", "3", "Return")
        self.wait(lab, "lecture", votes=[12, 7, 3])
        lab.settle()
        lab.key("Return")  # the answer, now that all have voted, and how
        self.wait(lab, "lecture", revealed=True)
        lab.anchor("lecture/votes")
        lab.key("t")
        self.wait(lab, "lecture", typing=True)
        lab.key("ctrl+a")
        lab.type("Cats bark")
        lab.key("Return")
        lab.wait_for(text="Cats bark")
        self.wait(lab, "lecture", typing=False)
        lab.click("token/0")
        lab.wait_for(query=0)
        self.wait(lab, "lecture", strokes=0)
        lab.key("Next")  # back to the lesson
        self.wait(lab, "lesson", step=4, left_path=False)
        lab.wait_for(text="Dogs bark loudly")
        self.wait(lab, "lecture", votes=[])

    def test_an_arrow_is_dragged_on_the_slide_until_it_does_what_is_asked(self):
        lab = self.open("--lesson", "1-what-is-it:5", "--lecture")
        place = lab.anchor("stage/arrow")
        lab.drag("stage/arrow", 20, 0)
        lab.wait_until(lambda: lab.anchor("stage/arrow") != place, "the arrow was moved")
        self.wait(lab, "lecture", reached=False, strokes=0)
        lab.drag("stage/arrow", *self.to_the_dog(lab))
        self.wait(lab, "lecture", reached=True, revealed=True, strokes=0)
        lab.key("Prior", "Next", "Next")  # past the answer of the slide before; it is asked again
        self.wait(lab, "lesson", step=5)
        self.wait(lab, "lecture", reached=False, revealed=False)
        self.assertEqual(lab.anchor("stage/arrow"), place)
        lab.key("space")
        self.wait(lab, "lecture", reached=False, revealed=True)

    @staticmethod
    def to_the_dog(lab):
        """From the arrow's tip to where its label stands: in the same direction it scores highest."""
        tip, dog = lab.anchor("stage/arrow").centre, lab.anchor("source/0").centre
        return dog[0] - tip[0], dog[1] - tip[1]

    def test_a_number_is_typed_on_the_slide_and_its_digits_turn_no_slide(self):
        lab = self.open("--lesson", "3-scale-and-softmax:3", "--lecture")
        before = lab.state()["overrides"]
        lab.click("cell/scores/1/2")
        lab.anchor("lecture/number")
        lab.type("7.")
        lab.key("Escape")  # closes the field, and nothing else
        lab.wait_until(lambda: not lab.has("lecture/number"), "the field is closed")
        self.assertEqual((lab.state()["lesson"]["step"], lab.state()["overrides"]), (3, before))
        self.type_over(lab, "cell/scores/1/2", "10")
        self.wait(lab, "lecture", reached=True, revealed=True, blank=False, strokes=0)
        self.assertEqual(lab.state()["lesson"]["step"], 3)
        lab.key("Next", "Prior")  # it is asked again, and shown over what solves it
        self.wait(lab, "lesson", step=3)
        self.wait(lab, "lecture", revealed=False, reached=False)
        lab.wait_for(overrides=before)
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True, reached=False)
        lab.wait_until(lambda: lab.state()["overrides"] == 3, "its solution is there")

    def test_ctrl_z_takes_back_what_was_changed_on_this_slide_and_nothing_before(self):
        lab = self.open("--lesson", "2-queries-keys-scores:1", "--lecture")
        self.type_over(lab, "cell/x/1/0", "3")
        lab.wait_for(overrides=1)
        lab.key("ctrl+z")
        lab.wait_for(overrides=0)
        before = lab.state()["text"]
        lab.key("ctrl+z")
        lab.settle()
        self.assertEqual((lab.state()["overrides"], lab.state()["text"]), (0, before))

    def test_a_double_click_on_a_bar_opens_its_number_though_that_stands_above(self):
        lab = self.open("--lesson", "3-scale-and-softmax:6", "--lecture")
        bar = lab.anchor("cell/scores/5/1")
        lab.mash("mousemove", bar.centre[0], bar.bottom - 6, "click", "--repeat", 2, "--delay", 80, 1)
        lab.wait_until(lambda: lab.has("lecture/number"), "the number can be typed over")
        lab.key("ctrl+a")
        lab.type("6.86")
        lab.key("Return")
        self.wait(lab, "lecture", reached=True, strokes=0)

    def test_an_arc_is_cut_on_the_slide(self):
        lab = self.open("--lesson", "1-what-is-it:4", "--lecture")
        lab.click("story/arc/0/0/8")
        self.wait(lab, "lecture", reached=True, revealed=True, strokes=0)
        lab.key("Next", "Prior", "Next")
        self.wait(lab, "lesson", step=4)
        lab.wait_for(overrides=1)

    def test_a_next_word_is_taken_on_the_slide_and_the_picture_begun_again(self):
        lab = self.open("--lesson", "7-the-next-word:4", "--lecture")
        words = lab.state()["text"]
        lab.click("story/next/0")
        lab.wait_until(lambda: len(lab.state()["text"]) > len(words), "the word is written")
        self.wait(lab, "lecture", strokes=0, revealed=False)
        lab.key("BackSpace")
        lab.wait_for(text=words)

    def test_a_number_that_misses_its_field_leads_nowhere(self):
        lab = self.open("--lesson", "2-queries-keys-scores:1", "--lecture")
        self.type_over(lab, "cell/x/1/0", "0.5")
        lab.wait_for(overrides=1)
        lab.key("0", "period", "5", "Return")  # the second, past its cell
        lab.settle()
        self.wait(lab, "lecture", revealed=False, blank=False)
        self.wait(lab, "lesson", step=1)
        lab.key("Return")  # alone it shows the answer
        self.wait(lab, "lecture", revealed=True)
        lab.key("3", "Return")  # nor then
        lab.settle()
        self.wait(lab, "lesson", step=1)
        lab.key("Next", "3", "Return")  # where none is typed it leads to that slide
        self.wait(lab, "lesson", step=3)

    def test_a_word_that_is_taken_on_the_slide_arrives_there(self):
        lab = self.open("--lesson", "7-the-next-word:4", "--lecture", motion=True)
        words = lab.state()["text"]
        lab.click("story/next/1")
        lab.wait_until(lambda: len(lab.state()["text"]) > len(words), "the word is written")
        lab.point(5, 5)
        lab.settle()
        arrived = lab.screenshot().tobytes()
        for whole in (True, False):  # into the whole view and back: nothing is on its way there
            lab.key("h")
            self.wait(lab, "lecture", whole_view=whole)
        lab.settle()
        self.assertEqual(lab.screenshot().tobytes(), arrived)

    def test_a_mask_is_drawn_on_the_slide(self):
        lab = self.open("--lesson", "7-the-next-word:5", "--lecture")
        for row in range(4):
            for column in range(row + 1, 4):
                lab.click(f"mask_lab/cell/{row}/{column}")
        self.wait(lab, "lecture", reached=True, revealed=True, strokes=0)

    def test_a_control_that_the_goal_takes_stands_above_the_picture(self):
        lab = self.open("--lesson", "3-scale-and-softmax:4", "--lecture")
        lab.anchor("scale_button")
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        lab.wait_until(lambda: not lab.has("scale_button"), "it has gone with the question")

    def test_a_layer_is_chosen_on_the_slide(self):
        lab = self.open("--lesson", "6-self-and-cross:5", "--lecture")
        lab.click("layer/0")
        lab.wait_until(lambda: "English reading English" in " ".join(lab.state()["lecture"]["said"]), "the try is answered")
        lab.click("layer/1")
        self.wait(lab, "lecture", reached=True)

    def test_a_head_is_switched_off_by_its_row_and_on_again(self):
        lab = self.open("--lesson", "5-heads:6", "--lecture")
        lab.click("lecture/head/2")
        lab.wait_until(lambda: lab.has("heads/off"), "it is off")
        self.wait(lab, "lecture", revealed=False)
        lab.click("lecture/head/2")
        lab.wait_until(lambda: not lab.has("heads/off"), "it is on")
        lab.click("lecture/head/0")
        self.wait(lab, "lecture", reached=True)

    def test_a_value_is_changed_where_it_is_added_up(self):
        lab = self.open("--lesson", "4-weighted-sum:4", "--lecture")
        picture = lab.anchor("cell/v/2/0")
        self.type_over(lab, "cell/v/2/0", "2")
        lab.wait_for(overrides=1)
        self.wait(lab, "lecture", revealed=False)
        self.assertEqual(lab.anchor("cell/v/2/0"), picture, "the answer to the try has its room")
        lab.key("BackSpace")
        lab.wait_for(overrides=0)
        self.type_over(lab, "cell/v/1/0", "0")
        self.wait(lab, "lecture", reached=True)

    def test_a_number_that_the_hall_calls_out_is_judged(self):
        lab = self.open("--lesson", "2-queries-keys-scores:5", "--lecture")
        lab.key("4")
        lab.wait_until(lambda: "Your answer: 4" in lab.state()["lecture"]["said"], "it stands there")
        lab.key("period", "BackSpace", "Return")
        lab.wait_until(lambda: any("added all" in said for said in lab.state()["lecture"]["said"]), "it is answered")
        self.wait(lab, "lecture", revealed=False, blank=False)
        lab.key("3", "Return")
        self.wait(lab, "lecture", revealed=True)
        self.wait(lab, "lesson", step=5)

    def test_the_pen_draws_with_shift_where_something_could_be_taken_hold_of(self):
        lab = self.open("--lesson", "1-what-is-it:5", "--lecture")
        place = lab.anchor("stage/arrow")
        x, y = place.centre
        lab.mash("keydown", "shift", "mousemove", x, y, "mousedown", 1, "mousemove", x + 40, y + 40, "mouseup", 1, "keyup", "shift")
        self.wait(lab, "lecture", strokes=1)
        self.assertEqual(lab.anchor("stage/arrow"), place)

    def test_no_frame_shows_half_a_slide(self):
        for step in ("7-the-next-word:5", "2-queries-keys-scores:3"):
            lab = self.open("--lesson", step, "--lecture")
            said = ("title", "caption", "number")
            asked = {name: lab.state()["lecture"][name] for name in said}
            seen = []

            def shows_the_answer():
                lecture = lab.state()["lecture"]
                seen.append(lecture)
                return lecture["revealed"] and not lab.state()["moving"] and not lab.state()["computing"]

            lab.key("Next")
            lab.wait_until(shows_the_answer, "the answer is shown")
            for lecture in seen:
                self.assertEqual({name: lecture[name] for name in said}, asked, step)
            lab.close()

    def test_the_card_of_keys_is_closed_by_the_key_that_opened_it_and_by_a_clicker(self):
        lab = self.open("--lesson", "2-queries-keys-scores:6", "--lecture")
        for key in ("question", "Next", "F1", "Prior"):
            lab.key("question")
            lab.wait_for(keys_card=True)
            lab.key(key)
            lab.wait_for(keys_card=False)
            self.assertEqual(lab.state()["lesson"]["step"], 6)
            self.assertFalse(lab.state()["lecture"]["revealed"])

    def test_where_nobody_can_vote_that_is_said_and_escape_closes_only_that(self):
        lab = self.open("--lesson", "1-what-is-it:5", "--lecture")
        lab.key("v")
        lab.anchor("lecture/notice")
        lab.key("Escape")
        lab.wait_until(lambda: not lab.has("lecture/notice"), "it is closed")
        self.assertIn("lecture", lab.state())

    def test_after_a_sentence_that_was_called_out_every_key_leads_back_to_the_step(self):
        lab = self.open("--lesson", "1-what-is-it:1", "--lecture")
        lab.key("Next")
        self.wait(lab, "lecture", revealed=True)
        title = lab.state()["lecture"]["title"]
        self.call_out(lab, "The fox avoided the bus because it was scared")
        self.wait(lab, "lesson", left_path=True)
        lab.settle()
        self.assertEqual((lab.state()["lecture"]["title"], lab.state()["lecture"]["number"]), (title, 1))
        lab.key("Prior")  # of the first slide, too
        self.wait(lab, "lesson", step=1, left_path=False)
        self.wait(lab, "lecture", revealed=False)

    def test_a_sentence_that_is_asked_for_is_judged_when_it_is_called_out(self):
        lab = self.open("--lesson", "8-layers-and-meaning:6", "--lecture")
        self.call_out(lab, "The donkey refused the soup because it was salty")
        self.wait(lab, "lecture", reached=True, revealed=True)

    def call_out(self, lab, sentence):
        lab.key("t")
        self.wait(lab, "lecture", typing=True)
        lab.key("ctrl+a")
        lab.type(sentence)
        lab.key("Return")
        self.wait(lab, "lecture", typing=False)

    def test_the_lecturer_s_own_window_follows_the_one_on_the_wall(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = self.open("--lesson", "room-code:4", "--lecture", folder=folder)
            notes = pathlib.Path(folder) / "state/attention-lab/lecture.json"
            lab.wait_until(notes.exists, "the notes are there")
            written = json.loads(notes.read_text(encoding="utf-8"))
            self.assertEqual((written["number"], written["revealed"]), (4, False))
            self.assertIn("Two are equal", written["answer"])
            lab.key("Next")
            lab.wait_until(lambda: json.loads(notes.read_text(encoding="utf-8"))["revealed"], "the answer is shown")
            lab.key("Escape")
            lab.wait_until(lambda: not notes.exists(), "the lecture is over")
            lab.close()
            notes.write_text(json.dumps(written), encoding="utf-8")
            own = self.open("--view", "presenter", folder=folder)
            own.wait_until(lambda: own.view().get("number") == 4, "it shows the slide")
            self.assertEqual(own.view()["note"], written["note"])
            notes.write_text(json.dumps({**written, "number": 5, "title": "Another"}), encoding="utf-8")
            own.wait_until(lambda: own.view().get("title") == "Another", "it follows")
            notes.unlink()
            own.wait_until(lambda: not own.view(), "the lecture is over")
            own.close()

    def test_a_clicker_works_the_wall_from_the_lecturer_s_own_window(self):
        with tempfile.TemporaryDirectory() as folder:
            wall = self.open("--lesson", "room-code:4", "--lecture", folder=folder)
            notes = pathlib.Path(folder) / "state/attention-lab/lecture.json"
            wall.wait_until(notes.exists, "the notes are there")
            wall.settle()
            keys = notes.parent / "lecture_keys.json"
            # Page Down and Page Up, first from before the lecture, then in it, then from another window.
            for window, pressed, revealed in ((7, [267], False), (7, [267, 267], True), (7, [267, 267, 266], False),
                                              (8, [267, 267, 266, 267], False), (8, [267, 267, 266, 267, 267], True)):
                keys.write_text(json.dumps({"window": window, "pressed": pressed}), encoding="utf-8")
                self.wait(wall, "lecture", own_window=len(pressed), revealed=revealed)
            wall.key("Escape")
            wall.wait_until(lambda: not keys.exists(), "the lecture is over")
            wall.close()
            notes.write_text(json.dumps({"lesson": "L", "title": "T", "number": 1, "count": 2, "minutes": 0, "note": "",
                                         "ask": "", "answer": "", "revealed": False, "next": "", "next_ask": "",
                                         "began": 0}), encoding="utf-8")
            own = self.open("--view", "presenter", folder=folder)
            own.wait_until(keys.exists, "it says that it is there")
            own.key("Next", "b", "z")
            own.wait_until(lambda: json.loads(keys.read_text(encoding="utf-8"))["pressed"] == [267, 66], "its keys are sent")
            own.close()
            self.assertFalse(keys.exists())

    def test_what_is_on_screen_is_recorded_and_played_as_a_lesson(self):
        lab = self.open("--view", "walkthrough", "--stage", "softmax")
        lab.open_preset("bank-river")
        for title, stage in (("First", "scores"), ("Second", "softmax")):
            lab.at_stage(stage)
            lab.click_more("files")
            lab.click("files/purpose/2")
            for field, text in (("step_title", title), ("step_text", "The bank.")):
                lab.click("files/" + field)
                lab.key("ctrl+a")
                lab.type(text)
            lab.click("files/add_step")
            lab.wait_until(lambda: not lab.has("files/add_step"), "the step is added")
        lab.open_preset("cat-sat")
        lab.click("tab/start")
        lab.click("start/lesson/my-lesson")
        self.wait(lab, "lesson", id="my-lesson", step=1, steps=2)
        lab.wait_for(preset="bank-river", stage="scores")
        lab.click("lesson/next")
        lab.wait_for(preset="bank-river", stage="softmax")

    def test_a_state_goes_to_somebody_else_as_one_line(self):
        lab = self.open("--view", "walkthrough", "--stage", "softmax")
        lab.open_preset("bank-river")
        lab.click("token/2")
        lab.wait_for(query=2)
        lab.key("ctrl+shift+c")
        lab.wait_until(lambda: "characters" in lab.state()["message"], "it says that it was copied")
        lab.open_preset("cat-sat")
        lab.key("ctrl+v")
        lab.wait_for(preset="bank-river", query=2, stage="softmax")

    def test_without_a_lesson_both_sides_of_compare_go_through_the_stages(self):
        lab = self.open("--view", "compare", "--stage", "scale", "--lecture")
        lab.key("Next")
        lab.wait_for(stage="mask")
        self.assertEqual(lab.state()["second"]["stage"], "mask")
