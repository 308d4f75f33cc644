"""A lecture with a clicker's keys; a lesson recorded from the screen and played; a state sent as one line of text."""

import unittest

from lab import Lab


class Lecture(unittest.TestCase):
    def open(self, *arguments, **options):
        lab = Lab(*arguments, start=True, **options)
        self.addCleanup(lambda: lab.program.poll() is None and lab.close())
        return lab

    def wait(self, lab, part, **wanted):
        lab.wait_until(lambda: all(lab.state().get(part, {}).get(name) == value for name, value in wanted.items()),
                       f"the {part} is {wanted}")

    def test_a_clicker_goes_through_a_lesson_and_asks_before_it_tells(self):
        lab = self.open("--lesson", "01-why-attention")
        lab.key("F5")
        self.wait(lab, "lecture", revealed=False)
        lab.key("Next")  # the step asks: the first press tells
        self.wait(lab, "lecture", revealed=True)
        self.wait(lab, "lesson", step=1)
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
        lab = self.open("--lesson", "06-softmax:2", "--lecture")
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

    def test_a_glass_enlarges_what_is_under_the_pointer_while_a_button_is_held(self):
        lab = self.open("--lesson", "06-softmax:2", "--lecture")
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
            lab = self.open("--lesson", "06-softmax:2", "--lecture", size=size)
            caption = lab.anchor("lecture/caption")
            self.assertTrue(lab.window.contains(caption))
            self.assertGreaterEqual(caption.height, lab.size[1] / 40)
            self.assertEqual(lab.state()["outside"], [])
            lab.close()

    def test_another_view_shows_what_the_step_points_at_in_letters_for_the_last_row(self):
        for size in ("1024x768", "1600x900"):
            lab = self.open("--lesson", "11-parallel-or-in-turn:6", "--lecture", size=size)
            lab.key("Next")  # the answer
            self.wait(lab, "lecture", revealed=True)
            lab.settle()
            shown = lab.anchor("race/reasons")
            self.assertTrue(lab.window.contains(shown))
            self.assertLess(shown.bottom, lab.anchor("lecture/caption").y)
            letters = lab.state()["lecture"]["letters"]
            self.assertIn("LSTM", [each["text"] for each in letters])
            self.assertGreaterEqual(min(each["size"] for each in letters) * lab.size[1], lab.size[1] / 40 - 0.75)
            self.assertTrue(all(each["whole"] for each in letters))
            lab.close()

    def test_what_is_on_screen_is_recorded_and_played_as_a_lesson(self):
        lab = self.open("--view", "walkthrough", "--stage", "softmax")
        lab.open_preset("bank-river")
        for title, stage in (("First", "scores"), ("Second", "softmax")):
            lab.at_stage(stage)
            lab.click("files_button")
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
