"""Two words of the sentence change places under the hand, and everything else with them."""

import unittest

from lab import LabTest


class WordSwap(LabTest):
    def words(self):
        return self.lab.state()["text"].split()

    def drag_word(self, name, onto):
        """Drags one word onto the middle of another."""
        start, end = self.lab.anchor(name), self.lab.anchor(onto)
        self.lab.drag(name, end.centre[0] - start.centre[0], end.centre[1] - start.centre[1])

    def test_a_word_dragged_onto_another_swaps_with_it_and_undo_brings_both_back(self):
        before = self.words()
        self.drag_word("token/1", "token/4")
        after = list(before)
        after[1], after[4] = before[4], before[1]
        self.lab.wait_for(text=" ".join(after))
        self.lab.key("ctrl+z")
        self.lab.wait_for(text=" ".join(before))

    def test_the_marked_word_stays_marked_in_its_new_place(self):
        self.lab.click("token/2")
        self.lab.wait_for(query=2)
        self.drag_word("token/2", "token/5")
        self.lab.wait_for(query=5)

    def test_a_word_let_go_anywhere_else_stays(self):
        state = self.lab.state()
        self.lab.drag("token/1", 0, 300)
        self.lab.settle()
        self.assertEqual(self.lab.state()["text"], state["text"])
        self.assertEqual(self.lab.state()["can_undo"], state["can_undo"])

    def test_alt_and_an_arrow_swap_the_marked_word_with_its_neighbour(self):
        before = self.words()
        self.lab.click("token/1")
        self.lab.key("alt+Right")
        self.lab.wait_for(text=" ".join([before[0], before[2], before[1], *before[3:]]))
        self.lab.key("alt+Left")
        self.lab.wait_for(text=" ".join(before))

    def test_while_a_card_is_open_the_keys_swap_nothing(self):
        before = self.words()
        self.lab.key("question")
        self.lab.wait_for(keys_card=True)
        self.lab.key("alt+Right")
        self.lab.settle()
        self.lab.key("Escape")
        self.lab.wait_for(keys_card=False)
        self.assertEqual(self.words(), before)

    def test_source_and_target_keep_their_words(self):
        self.lab.open_preset("french-cat")
        state = self.lab.state()
        self.drag_word("source/0", "token/1")
        self.lab.settle()
        self.assertEqual(self.lab.state()["text"], state["text"])
        self.drag_word("source/0", "source/1")
        source = state["source"].split()
        self.lab.wait_for(source=" ".join([source[1], source[0], *source[2:]]), text=state["text"])

    def test_numbered_rows_are_no_words(self):
        self.lab.open_preset("shape-512")
        undo = self.lab.state()["can_undo"]
        self.drag_word("token/0", "token/1")
        self.lab.settle()
        self.assertEqual(self.lab.state()["can_undo"], undo)


if __name__ == "__main__":
    unittest.main()
