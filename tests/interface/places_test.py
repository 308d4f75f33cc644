"""The lab of positions: two words moved through their places, under every scheme that tells places apart."""

import json
import unittest

from lab import Lab, LabTest


class Places(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/labs")
        self.lab.wait_for(view="labs")
        self.lab.click("lab/4")
        self.choose("rotary")

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def choose(self, scheme):
        self.lab.click(f"place_lab/scheme/{scheme}")
        self.lab.wait_until(lambda: self.lab.view()["place"]["scheme"] == scheme, f"{scheme} is chosen")
        self.lab.settle()

    def shown(self):
        self.lab.settle()
        return self.lab.view()

    def place(self, which, to):
        """Types the place of a word."""
        self.lab.click(f"place_lab/{which}_place")
        self.lab.key("ctrl+a")
        self.lab.type(str(to))
        self.lab.key("Return")
        self.lab.wait_for_view(**{f"{which}_at": to})

    def pitch(self):
        return self.lab.anchor("place_lab/track").width / (self.shown()["places"] - 1)

    def test_with_the_grip_both_move_and_the_rotary_score_stays(self):
        self.place("query", 6)
        self.place("key", 3)
        before = self.shown()
        self.lab.drag("place_lab/grip", round(2 * self.pitch()), 0)
        self.lab.wait_for_view(query_at=8, key_at=5)
        self.assertAlmostEqual(self.shown()["score"], before["score"], 3)
        self.lab.click("place_lab/both/less")
        self.lab.wait_for_view(query_at=7, key_at=4)
        self.assertAlmostEqual(self.shown()["score"], before["score"], 3)

    def test_what_a_movement_has_changed_is_told_from_the_first_one_on(self):
        self.lab.key("Up", "Down")  # other words in between: these stand at their own places
        self.lab.settle()
        self.lab.drag("place_lab/grip", round(2 * self.pitch()), 0)
        self.lab.wait_until(lambda: "stays" in self.lab.view()["told"], "angle and score stay, and it is said")
        self.lab.drag("place_lab/key_word", round(self.pitch()), 0)
        self.lab.wait_until(lambda: "distance" in self.lab.view()["told"], "the distance has changed")

    def test_a_word_moved_alone_changes_the_score(self):
        self.place("query", 6)
        self.place("key", 3)
        before = self.shown()["score"]
        self.lab.drag("place_lab/key_word", round(-self.pitch()), 0)
        self.lab.wait_for_view(query_at=6, key_at=2)
        self.assertGreater(abs(self.shown()["score"] - before), 0.1)

    def test_no_word_stands_where_the_other_does(self):
        self.place("query", 6)
        self.place("key", 5)
        self.lab.click("place_lab/key_place/more")
        self.lab.wait_for_view(query_at=6, key_at=7)

    def test_the_distance_alone_counts_but_where_rows_are_added(self):
        for scheme, alone in (("none", True), ("added", False), ("learned", False), ("rotary", True), ("alibi", True)):
            self.choose(scheme)
            self.assertEqual(self.shown()["by_distance_alone"], alone, scheme)

    def test_another_base_turns_the_later_pairs_at_another_speed(self):
        self.place("query", 8)
        self.place("key", 2)
        self.assertFalse(self.lab.has("place_lab/base/0"), "pair 1 turns by 1 radian at every base")
        self.lab.click("place_lab/pair/more")
        self.lab.settle()
        self.assertEqual(self.shown()["base"], 10000)
        before = self.shown()["score"]
        self.lab.click("place_lab/base/0")
        self.lab.wait_until(lambda: abs(self.shown()["score"] - before) > 0.01, "the score is another")
        self.lab.click("place_lab/base/2")
        self.lab.wait_until(lambda: abs(self.shown()["score"] - before) < 1e-4, "the score is as before")

    def test_another_word_becomes_the_key_and_both_stand_at_their_own_places(self):
        self.place("key", 2)
        self.lab.click("place_lab/word/5")
        self.lab.wait_for(key=5)
        self.lab.wait_for_view(key_at=6)


    def test_where_the_query_is_its_own_key_another_word_is_the_key(self):
        self.lab.open_preset("key-heads-2")
        shown = self.shown()
        self.assertNotEqual(shown["query_at"], shown["key_at"])
        self.lab.open_preset("cat-tired")


class OtherTexts(unittest.TestCase):
    def test_one_word_and_many(self):
        for text, places in (("Cat", 10), (" ".join(["cat"] * 60), 60)):
            lab = Lab("--view", "labs", "--text", text)
            lab.click("lab/4")
            lab.wait_for_view(places=places)
            lab.settle()
            self.assertTrue(lab.has("place_lab/query_word"))
            lab.close()

    def test_a_session_keeps_what_was_chosen(self):
        lab = Lab("--view", "labs")
        lab.click("lab/4")
        lab.click("place_lab/scheme/alibi")
        lab.click("place_lab/alibi_head/more")
        lab.settle()
        lab.key("ctrl+s")
        lab.wait_until(lab.session.exists, "the session is written")
        place = json.loads(lab.session.read_text())["choices"]["labs"]["place"]
        self.assertEqual((place["scheme"], place["alibi_head"]), ("alibi", 1))
        lab.close()
