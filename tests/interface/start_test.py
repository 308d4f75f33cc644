"""The Start page: a live sentence, and three ways in; the Walkthrough opens at its first stage and says what is next."""

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

    def test_pointing_at_a_word_shows_its_arcs_and_a_click_keeps_it(self):
        lab = self.open()
        self.assertEqual((lab.state()["query"], lab.state()["key"]), (7, 1))
        place = lab.anchor("token/0")
        above = (0, place.y - place.height, lab.size[0], place.y - 4)  # nothing but arcs
        before = lab.screenshot().crop(above).tobytes()
        lab.hover("token/2")
        lab.wait_until(lambda: lab.screenshot().crop(above).tobytes() != before, "other arcs are drawn")
        self.assertEqual(lab.state()["query"], 7)
        lab.hover("start/type")
        lab.wait_until(lambda: lab.screenshot().crop(above).tobytes() == before, "the arcs of the marked word are back")
        lab.click("token/2")
        lab.wait_for(query=2, stage="input")

    def test_walk_me_through_opens_the_first_lesson_and_then_the_one_left(self):
        lab = self.open()
        lab.click("start/walk")
        lab.wait_until(lambda: lab.state().get("lesson", {}).get("id") == "01-why-attention", "the first lesson is open")
        lab.click("lesson/next")
        lab.click("tab/start")
        lab.click("start/walk")
        lab.wait_until(lambda: lab.state()["lesson"]["step"] == 2, "it goes on at its second step")

    def test_export_leads_to_the_figures(self):
        lab = self.open()
        lab.key("ctrl+e")
        lab.wait_for(view="walkthrough")
        lab.anchor("export/save")

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
        lab.wait_for(view="start")

    def test_a_sentence_to_try_opens_in_the_lab(self):
        lab = self.open()
        lab.click("start/preset/bank-river")
        lab.wait_for(view="walkthrough", preset="bank-river")

    def test_type_a_sentence_puts_the_caret_there_and_the_words_follow(self):
        lab = self.open()
        lab.click("start/type")
        lab.wait_for(editing="sentence")
        lab.key("ctrl+a")
        lab.type("birds sing")
        lab.wait_for(text="birds sing", view="walkthrough")
        self.assertFalse(lab.has("token/2"))

    def test_numbers_without_words_have_a_start_page_too(self):
        lab = self.open()
        lab.click("tab/walkthrough")
        lab.open_preset("batch-32x64x512")
        lab.click("tab/start")
        lab.wait_for(view="start")
        lab.click("tab/walkthrough")
        lab.wait_for(view="walkthrough")
