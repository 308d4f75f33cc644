"""The lab of blocks: the fused pass, played block by block, which ends in the output of the whole matrix."""

import json
import unittest

from lab import Lab, LabTest


class Blocks(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/labs")
        self.lab.wait_for(view="labs")
        self.lab.click("lab/5")
        self.sizes(1, 1)

    def tearDown(self):
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def sizes(self, queries, keys):
        """Chooses from the sizes on offer, and so goes back to the beginning."""
        self.lab.click(f"block_lab/queries/{(queries + 1) % 5}")
        self.lab.click(f"block_lab/queries/{queries}")
        self.lab.click(f"block_lab/keys/{keys}")
        self.lab.wait_for_view(block_now=0, moment_now=0)

    def shown(self):
        self.lab.settle()
        return self.lab.view()

    def test_it_goes_on_and_back_moment_by_moment(self):
        for moment in (1, 2, 3):
            self.lab.click("block_lab/next")
            self.lab.wait_for_view(block_now=0, moment_now=moment)
        self.lab.click("block_lab/next")
        self.lab.wait_for_view(block_now=1, moment_now=0)
        self.lab.click("block_lab/back")
        self.lab.wait_for_view(block_now=0, moment_now=3)

    def test_played_it_ends_in_the_output_of_the_whole_matrix(self):
        self.sizes(4, 4)  # one block
        self.lab.click("block_lab/play")
        self.lab.wait_for_view(block_now=1, playing=False)
        self.assertLess(self.shown()["difference"], 1e-5)
        self.assertTrue(self.lab.has("block_lab/traced"))

    def test_at_the_end_the_next_rows_follow(self):
        self.lab.click("block_lab/map/point")
        self.lab.key(*["Up"] * 10)
        self.lab.wait_for(query=0)
        for first in (2, 4, 6, 8):
            way = self.lab.anchor("block_lab/way")
            self.lab.click_at(way.right - 3, way.centre[1])
            self.lab.click("block_lab/next_rows")
            self.lab.wait_for_view(first_query=first, block_now=0, moment_now=0)
        way = self.lab.anchor("block_lab/way")
        self.lab.click_at(way.right - 3, way.centre[1])
        self.lab.wait_for_view(block_now=5)
        self.assertFalse(self.lab.has("block_lab/next_rows"), "no rows are left")
        self.lab.key("Up")
        self.lab.wait_for(query=7)

    def test_the_line_scrubs(self):
        way = self.lab.anchor("block_lab/way")
        self.lab.drag("block_lab/way", round(way.width / 2 - 4), 0)
        self.lab.wait_for_view(block_now=5)  # the end of five blocks
        self.lab.drag("block_lab/way", round(-way.width / 2 + 4), 0)
        self.lab.wait_for_view(block_now=0)

    def test_what_is_held_follows_from_the_size_and_the_end_does_not(self):
        for queries, keys, blocks, held in ((0, 0, 10, 1), (1, 1, 5, 4), (2, 1, 5, 8), (1, 3, 2, 16), (4, 4, 1, 100)):
            self.sizes(queries, keys)
            shown = self.shown()
            self.assertEqual((shown["blocks"], shown["held"]), (blocks, held))
            self.assertLess(shown["difference"], 1e-5)

    def test_with_a_causal_mask_blocks_of_the_future_are_skipped(self):
        self.assertEqual(self.shown()["skipped"], 0)
        self.lab.key("m")
        self.lab.wait_until(lambda: self.lab.view()["skipped"] == 1, "the last block is skipped")  # for “it”, the 8th word
        self.lab.key("Up", "Up")
        self.lab.wait_until(lambda: self.lab.view()["skipped"] == 2, "two blocks are skipped")
        self.lab.key("Down", "Down", "m")
        self.lab.wait_until(lambda: self.lab.view()["skipped"] == 0, "nothing is skipped")

    def test_a_click_on_the_map_chooses_query_and_block(self):
        place = self.lab.anchor("block_lab/map/point")
        self.lab.click_at(place.x + round(0.95 * place.width), place.y + round(0.05 * place.height))
        self.lab.wait_for(query=0)
        self.lab.wait_for_view(block_now=4)
        self.lab.key(*["Down"] * 7)
        self.lab.wait_for(query=7)

    def test_a_number_that_is_clicked_shows_its_arithmetic(self):
        self.lab.click("block_lab/next")
        self.lab.wait_for_view(moment_now=1)
        card = self.lab.anchor("block_lab/arithmetic")
        picture = lambda: self.lab.screenshot().crop((card.x, card.y, card.right, card.bottom)).tobytes()
        before = picture()
        self.lab.click("block_lab/maximum")
        self.lab.settle()
        self.assertNotEqual(picture(), before)


class OtherTexts(unittest.TestCase):
    def test_one_word_and_many(self):
        for text, blocks in (("Cat", 1), (" ".join(["cat"] * 300), 150)):
            lab = Lab("--view", "labs", "--text", text)
            lab.click("lab/5")
            lab.wait_for_view(blocks=blocks)
            lab.settle()
            self.assertTrue(lab.has("block_lab/scores"))
            lab.close()

    def test_a_session_keeps_what_was_chosen(self):
        lab = Lab("--view", "labs")
        lab.click("lab/5")
        lab.click("block_lab/keys/2")
        lab.click("block_lab/next")
        lab.wait_for_view(moment_now=1)
        lab.key("ctrl+s")
        lab.wait_until(lab.session.exists, "the session is written")
        blocks = json.loads(lab.session.read_text())["choices"]["labs"]["blocks"]
        self.assertEqual((blocks["keys"], blocks["moment"]), ("4", 1))
        lab.close()
