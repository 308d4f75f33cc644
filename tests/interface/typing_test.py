"""A person types sentences, long, short and wrong; those in other scripts are in scripts_test."""

import unittest

from lab import Lab, LabTest, run, SOURCE


class Typing(LabTest):
    def test_every_letter_is_followed_and_the_whole_sentence_is_one_step(self):
        before = self.lab.state()["text"]
        self.lab.write_sentence("a dog slept")
        self.lab.wait_for(text="a dog slept", message="", moving=False)
        self.assertTrue(self.lab.has("token/2"))
        self.assertFalse(self.lab.has("token/3"))
        self.assertTrue(self.lab.has("cell/scores/2/2"))
        self.lab.key("Return", "ctrl+z")
        self.lab.wait_for(text=before)

    def test_the_marked_words_are_marked_again_when_they_come_back(self):
        sentence = "The cat sat on the mat because it was comfortable"
        self.lab.write_sentence(sentence)
        self.lab.wait_for(text=sentence, query=7, key=1)
        self.lab.write_sentence("A dog barked because it was hungry")
        self.lab.wait_for(text="A dog barked because it was hungry", query=6)  # what it attends to most is marked
        self.lab.key("Return")
        self.lab.at_stage("softmax")
        marked = self.lab.value()
        for key in range(7):
            self.lab.click(f"cell/weights/6/{key}")
            self.assertLessEqual(self.lab.value(), marked)

    def test_letters_in_the_sentence_are_no_shortcuts(self):
        self.lab.write_sentence("thump r ? p")
        self.lab.wait_for(text="thump r ? p", theme="light", keys_card=False)
        self.lab.wait_for_view(playing=False)

    def test_an_unknown_word_is_a_word_and_takes_numbers_by_hand(self):
        self.lab.write_sentence("the zyzzyva sat")
        self.lab.wait_for(text="the zyzzyva sat", message="")
        self.lab.key("Return")
        self.lab.click("unknown/close")
        self.lab.at_stage("input")
        self.lab.click("token/1")
        self.lab.wait_for(query=1)
        self.assertEqual(self.lab.value(), 0)
        self.lab.click("cell/x/1/0", double=True)
        self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
        self.lab.type("1")
        self.lab.key("Return")
        self.lab.wait_for(overrides=1)
        self.assertEqual(self.lab.value(), 1)

    def test_words_that_the_weights_do_not_know_leave_three_ways_on(self):
        self.lab.write_sentence("the zyzzyva sat on the maat")
        self.lab.key("Return")
        self.lab.click("unknown/swap")
        self.lab.wait_until(lambda: "zyzzyva" not in self.lab.state()["text"], "known words stand in their place")
        self.assertTrue(self.lab.state()["text"].endswith("sat on the mat"))
        self.assertFalse(self.lab.has("unknown/swap"))
        self.lab.key("ctrl+z")
        self.lab.click("unknown/random")
        self.lab.wait_until(lambda: not self.lab.has("unknown/random"), "random weights know every word")
        self.assertEqual(self.lab.state()["text"], "the zyzzyva sat on the maat")

    def test_where_a_trained_model_understands_what_one_layer_cannot_a_line_leads_to_it(self):
        self.lab.open_preset("cat-tired")
        self.lab.at_stage("weighted_sum")
        self.assertFalse(self.lab.has("bridge"))
        self.lab.write_sentence("The cat sat on the mat because it was comfortable")
        self.lab.key("Return")
        self.lab.click("bridge/see")
        self.lab.wait_for(view="story", text="The cat sat on the mat because it was comfortable")
        self.lab.click("tab/walkthrough")

    def test_one_word_attends_to_itself(self):
        self.lab.write_sentence("cat")
        self.lab.wait_for(text="cat")
        self.lab.key("Return")
        self.lab.at_stage("softmax")
        self.assertEqual(self.lab.value(), 1)
        self.assertFalse(self.lab.has("token/1"))

    def test_without_a_word_the_last_sentence_stays_and_enter_says_why(self):
        before = self.lab.state()["text"]
        self.lab.click("sentence")
        self.lab.key("ctrl+a", "BackSpace", "Return")
        self.lab.wait_until(lambda: self.lab.state()["message"], "a message")
        self.assertIn("no word", self.lab.state()["message"])
        self.assertEqual(self.lab.state()["text"], before)
        self.assertTrue(self.lab.has("token/9"))


class TypingToAModel(unittest.TestCase):
    def test_a_word_that_it_does_not_know_leaves_the_last_whole_sentence(self):
        lab = Lab("--model", SOURCE / "assets/models/coreference.safetensors")
        self.addCleanup(lab.close)
        before = lab.state()["text"]
        lab.write_sentence("The zebra slept")
        lab.wait_for(text="The ")
        lab.key("Return")
        lab.wait_for(text=before)
        self.assertIn("zebra", lab.state()["message"])
        lab.write_sentence("The dog slept on the mat because it was tired")
        lab.key("Return")
        lab.wait_for(text="The dog slept on the mat because it was tired", message="")
        lab.write_sentence("The zebra")
        lab.key("Return")
        lab.wait_until(lambda: "zebra" in lab.state()["message"], "a message")
        lab.key("ctrl+z")
        lab.wait_for(text=before, message="")  # what it was about is gone


class Refused(unittest.TestCase):
    """Texts from the command line that cannot be shown: said on the terminal, and no window opens."""

    def refused(self, text, *said):
        answer = run("--text", text)
        self.assertEqual(answer.returncode, 2)
        message = answer.stderr.decode()
        self.assertRegex(message, r"^attention-lab: .+: .+ \(.+\)\n$")
        for words in said:
            self.assertIn(words, message)

    def test_bytes_that_are_no_utf8(self):
        self.refused(b"the \xff cat", "byte 5", "UTF-8")

    def test_spaces_alone(self):
        self.refused("   ", "no word")

    def test_five_thousand_words(self):
        self.refused("cat " * 5000, "5000", "4096")
