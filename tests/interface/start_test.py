"""The Start page: a live sentence, and three ways in; the Walkthrough opens at its first stage and says what is next."""

import struct
import unittest
from itertools import combinations

from lab import Lab


class Start(unittest.TestCase):
    def open(self, **options):
        lab = Lab(start=True, **options)
        self.addCleanup(lab.close)
        return lab

    def test_the_program_opens_here_and_everything_has_its_place(self):
        for size in ("1024x640", "1600x900", "3840x2160"):
            for theme in ("light", "dark"):
                with self.subTest(size=size, theme=theme):
                    lab = Lab(start=True, size=size, theme=theme)
                    self.assertEqual(lab.state()["view"], "start")
                    places = {name: place for name, place in lab.anchors().items() if name != "start/page"}
                    for name, place in places.items():
                        self.assertTrue(lab.window.contains(place), f"{name} at {tuple(place)} is inside the window")
                    for (one, a), (other, b) in combinations(places.items(), 2):
                        self.assertLessEqual(min(a.overlap(b)), 1, f"{one} and {other} overlap")
                    lab.close()

    def shown(self, lab, **expected):
        lab.wait_until(lambda: expected.items() <= lab.state()["shown"].items(), f"the sentence shows {expected}")

    def test_one_other_word_and_it_is_something_else(self):
        lab = self.open()
        self.shown(lab, query=7, key=1, word="tired", answer="cat")
        lab.click("start/word/1")
        self.shown(lab, query=7, key=5, word="comfortable", answer="mat")
        lab.click("token/9")  # the word itself changes back
        self.shown(lab, key=1, word="tired", answer="cat")

    def test_the_weights_are_those_of_the_trained_model(self):
        lab = self.open()
        self.shown(lab, query=7)
        weights = lab.state()["shown"]["weights"]
        self.assertAlmostEqual(sum(weights), 1, places=5)
        self.assertGreater(weights[1], 0.9)
        lab.click("start/watch")
        lab.wait_for(text="The cat sat on the mat because it was tired", query=7, key=1)
        lab.wait_for(view="story")

    def test_the_arc_swings_and_then_rests(self):
        lab = self.open(motion=True)
        self.shown(lab, answer="cat")
        lab.click("start/word/1")
        self.shown(lab, answer="mat")
        lab.wait_until(lambda: not lab.state()["moving"], "nothing moves any more")

    def test_pointing_at_a_word_shows_its_arcs_and_a_click_keeps_it(self):
        lab = self.open()
        self.shown(lab, query=7, key=1)
        place = lab.anchor("token/0")
        above = (0, place.y - place.height, lab.size[0], place.y - 4)  # nothing but arcs
        before = lab.screenshot().crop(above).tobytes()
        lab.hover("token/2")
        self.shown(lab, query=2)
        self.assertNotEqual(lab.screenshot().crop(above).tobytes(), before)
        lab.hover("start/type")
        self.shown(lab, query=7)
        self.assertEqual(lab.screenshot().crop(above).tobytes(), before)
        lab.click("token/2")
        lab.hover("start/type")
        self.shown(lab, query=2)
        lab.key("Escape")
        self.shown(lab, query=7)
        lab.key("Left")
        self.shown(lab, query=6)

    def test_it_begins_with_the_first_lesson_and_then_goes_on_with_the_one_left(self):
        lab = self.open()
        self.assertFalse(lab.has("start/begin"))
        first = next(name for name in lab.anchors() if name.startswith("start/lesson/")).removeprefix("start/lesson/")
        lab.click("start/walk")
        lab.wait_until(lambda: lab.state().get("lesson", {}).get("id") == first, "the first lesson is open")
        lab.click("lesson/next")
        lab.click("tab/start")
        lab.anchor("start/begin")  # the first lesson is still to be had
        lab.click("start/walk")
        lab.wait_until(lambda: lab.state()["lesson"]["step"] == 2, "it goes on at its second step")

    def test_a_lesson_is_chosen_for_a_lecture(self):
        lab = self.open()
        lab.click("start/lecture")
        lab.click(next(name for name in lab.anchors() if name.startswith("start/lecture/")))
        lab.wait_until(lambda: "lecture" in lab.state(), "the lecture is on")

    def test_the_sentence_is_there_as_a_picture_to_share_and_as_a_clip(self):
        lab = self.open()
        self.shown(lab, answer="cat")
        for form in ("png", "apng"):
            lab.key("ctrl+e")
            lab.click(f"export/{form}")
            self.assertTrue(lab.state()["export_path"].endswith(f"/attention-lab-share.{form}"))
            file = lab.folder / f"share.{form}"
            lab.name_export(file)
            lab.click("export/save")
            lab.wait_until(lambda: file.exists() and not lab.has("export/save"), "it is written, and the card is closed")
            content = file.read_bytes()
            self.assertEqual(content[:4], b"\x89PNG")
            self.assertEqual(struct.unpack(">II", content[16:24]), (1200, 675))
            self.assertEqual(content.count(b"acTL"), form == "apng")
            self.assertLess(len(content), 3 << 20)

    def test_each_stage_says_what_is_next(self):
        lab = self.open()
        lab.click("tab/walkthrough")
        lab.wait_for(view="walkthrough", stage="input")
        stops = {name: place for name, place in lab.anchors().items() if name.startswith("scrubber/")}
        stages = [name.removeprefix("scrubber/") for name in sorted(stops, key=lambda name: stops[name].centre[0])]
        self.assertGreater(len(stages), 5)
        for stage in stages[1:]:
            lab.click("next")
            lab.wait_for(stage=stage)
        lab.click("next")
        lab.wait_for(view="story")

    def test_type_a_sentence_opens_the_lab_with_the_caret_in_its_field(self):
        lab = self.open()
        lab.click("start/type")
        lab.wait_for(editing="sentence", view="walkthrough")
        lab.key("ctrl+a")
        lab.type("birds sing")
        lab.wait_for(text="birds sing", view="walkthrough")

    def test_numbers_without_words_have_a_start_page_too(self):
        lab = self.open()
        lab.click("tab/walkthrough")
        lab.open_preset("batch-32x64x512")
        lab.click("tab/start")
        lab.wait_for(view="start")
        lab.click("tab/walkthrough")
        lab.wait_for(view="walkthrough")
