"""Nothing moves, nothing is drawn; and whatever a person does, the program lives and answers."""

import random
import time
import unittest

from lab import Lab, LabTest


class Rest(unittest.TestCase):
    def test_no_frame_is_drawn_while_nothing_moves(self):
        lab = Lab(motion=True)
        lab.point(640, 500)
        lab.at_stage("scores")
        lab.point(641, 501)
        frame = lab.look()["frame"]
        time.sleep(3)
        lab.key("t")
        lab.wait_for(theme="dark")
        # The file of anchors is written only when something changed, so the frames are counted over a change:
        # the few before the rest, and the one that shows the change.
        self.assertLess(lab.look()["frame"] - frame, 12)
        stats = lab.close()
        self.assertGreaterEqual(stats["frames"], 2)
        self.assertGreater(stats["startup_ms"], 0)
        for times in ("build_ms", "frame_ms", "recompute_ms"):
            self.assertLessEqual(stats[times]["median"], stats[times]["p99"])
            self.assertLessEqual(stats[times]["p99"], stats[times]["max"])


class Mashing(unittest.TestCase):
    """A child at the keyboard: any keys, clicks, drags and words, the same ones in every run."""

    KEYS = [*"abhmprt123 ", "Left", "Right", "Up", "Down", "Tab", "shift+Tab", "Return", "Escape", "BackSpace", "Delete",
            "Home", "End", "Page_Up", "Page_Down", "question", "F1", "ctrl+a", "ctrl+c", "ctrl+v", "ctrl+x", "ctrl+z",
            "ctrl+y", "ctrl+shift+z", "ctrl+s", "ctrl+plus", "ctrl+minus", "ctrl+0", "shift+Left", "shift+Right"]
    TEXTS = ["cat", "-1", "3.5", "the dog sat", "1e99", "  ", "0", "?!", "it's"]

    def act(self, person, lab):
        """One thing that somebody might do, as words for xdotool."""
        def anywhere():
            return person.randrange(3, lab.size[0] - 3), person.randrange(3, lab.size[1] - 3)

        def something():  # what can be pointed at is worth more than empty card
            places = sorted(lab.anchors().items())  # none on a slide that is blanked
            return person.choice(places)[1].centre if places and person.random() < 0.7 else anywhere()
        kind = person.randrange(6)
        if kind == 0:
            keys = [person.choice(self.KEYS) for _ in range(person.randrange(1, 6))]
            return ["key", *("space" if key == " " else key for key in keys)]
        if kind == 1:
            return ["type", "--args", "1", "--", person.choice(self.TEXTS)]
        x, y = something()
        x, y = min(max(x, 3), lab.size[0] - 3), min(max(y, 3), lab.size[1] - 3)
        if kind == 2:
            return ["mousemove", x, y, "click", person.choice([2, 3, 4, 5, 4, 5])]
        if kind == 3:
            return ["mousemove", x, y, "click", "--repeat", person.choice([2, 3]), "--delay", 0, 1]
        if kind == 4:
            return ["mousemove", x, y, "mousedown", 1, "mousemove", *anywhere(), "mousemove", *anywhere(), "mouseup", 1]
        return ["mousemove", x, y, "click", 1]

    def mash(self, seed, times):
        person, lab, done = random.Random(seed), Lab(motion=True), []
        try:
            first = {name: lab.state()[name] for name in ("text", "preset", "overrides", "can_undo")}
            taught = False  # a lesson opens documents of its own, as a file does
            for _ in range(times):
                done.append(self.act(person, lab))
                lab.mash(*done[-1])
                taught |= "lesson" in lab.state()
            lab.key("Escape", "Escape", "Escape", "Escape")  # out of fields, menus and cards
            if lab.view().get("playing"):
                lab.key("space")
                lab.wait_for_view(playing=False)
            lab.click("tab/walkthrough", amid_work=True)  # a race of wide layers takes its time
            lab.settle()
            theme = lab.state()["theme"]
            lab.click_more("theme")
            lab.wait_until(lambda: lab.state()["theme"] != theme, "a click is answered")
            lab.undo_everything()
            if not taught:
                self.assertEqual({name: lab.state()[name] for name in first}, first)
            lab.close()
        except Exception as problem:
            raise AssertionError(f"after {done}") from problem

    def test_whatever_is_done_the_program_answers_rests_and_can_undo_it_all(self):
        for seed in range(1, 4):
            with self.subTest(seed=seed):
                self.mash(seed, 40)


class Nonsense(LabTest):
    """What no field can mean: a message or nothing, and everything else as it was."""

    NONSENSE = ("cat", "-1", "1e99", "99999999999999999999", " ")

    def fill(self, field):
        for nonsense in self.NONSENSE:
            self.lab.mash("mousemove", *self.lab.anchor(field).centre, "click", 1, "key", "ctrl+a",
                          "type", "--args", 1, "--", nonsense, "key", "Return")
        self.lab.key("Escape")
        self.lab.settle()

    def test_in_the_numbers_of_random_weights(self):
        for number in ("seed", "d_model", "heads", "d_k", "d_v"):
            self.lab.click("weights_button")
            if not self.lab.has("weights/seed"):
                self.lab.click("weights/random")
            self.fill("weights/" + number)
            self.lab.key("Escape")
        self.lab.undo_everything()
        self.assertEqual(self.lab.state()["text"], "The cat sat on the mat because it was tired")

    def test_in_divisor_window_and_padding(self):
        self.lab.at_stage("scale")
        self.lab.choose("scale", "3")
        self.fill("scale_number")
        self.lab.at_stage("mask")
        self.fill("mask/before")
        self.fill("mask/padding")
        self.lab.undo_everything()
        self.assertEqual(self.lab.state()["text"], "The cat sat on the mat because it was tired")
