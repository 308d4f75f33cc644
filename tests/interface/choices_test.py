"""A person changes how attention is computed: weights, heads, sources, scale, score, mask and dropout."""

import math

from lab import LabTest


class Weights(LabTest):
    def setUp(self):
        super().setUp()
        self.lab.click("weights_button")
        self.lab.anchor("weights/random")

    def close_menu(self):
        self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("weights/random"), "the menu is closed")

    def choose_random(self):
        before = self.lab.value()
        self.lab.click("weights/random")
        self.lab.wait_until(lambda: self.lab.has("weights/seed") and self.lab.value() != before, "the weights are random")

    def changes(self, do):
        before = self.lab.value()
        do()
        self.lab.wait_until(lambda: self.lab.value() != before, "the marked number is another one")

    def test_random_weights_follow_their_seed(self):
        self.choose_random()
        first = self.lab.value()
        self.changes(lambda: self.lab.click("weights/new_seed"))
        self.changes(lambda: self.lab.click("weights/seed/more"))
        third = self.lab.value()
        self.lab.click("weights/seed/less")
        self.lab.click("weights/seed/less")
        self.lab.wait_until(lambda: self.lab.value() == first, "the first seed gives the first numbers again")
        self.lab.click("weights/seed")
        self.lab.key("ctrl+a")
        self.lab.type("3")
        self.lab.key("Return")
        self.lab.wait_until(lambda: self.lab.value() == third, "the typed seed gives its numbers")

    def test_heads_are_added_and_h_goes_through_them(self):
        self.choose_random()
        self.lab.click("weights/heads")
        self.lab.key("ctrl+a")
        self.lab.type("2")
        self.lab.key("Return")
        self.lab.wait_until(lambda: self.lab.has("head/1") and not self.lab.has("head/2"), "there are two heads")
        self.close_menu()
        self.lab.key("h")
        self.lab.wait_for(head=1)
        self.lab.key("h")
        self.lab.wait_for(head=0)
        self.lab.click("head/1")
        self.lab.wait_for(head=1)
        self.lab.at_stage("concatenate")

    def test_plus_and_minus_go_to_heads_that_divide_the_width(self):
        self.choose_random()  # 16 numbers a word, one head
        self.lab.click("weights/heads/more")
        self.lab.wait_until(lambda: self.lab.has("head/1"), "there are two heads")
        self.lab.click("weights/heads/more")
        self.lab.wait_until(lambda: self.lab.has("head/3") and not self.lab.has("head/4"), "three are passed over")
        self.lab.click("weights/heads/less")
        self.lab.wait_until(lambda: self.lab.has("head/1") and not self.lab.has("head/2"), "there are two again")

    def test_key_heads_divide_the_heads_and_follow_them(self):
        def type_into(size, number):
            self.lab.click(f"weights/{size}")
            self.lab.key("ctrl+a")
            self.lab.type(str(number))
            self.lab.key("Return")

        def wait_for_sharing(heads, what):  # of the first head
            self.lab.wait_until(lambda: self.lab.view().get("shared", []) == heads, what)
        self.close_menu()
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")
        self.lab.click("weights_button")
        self.lab.click("weights/random")
        self.lab.anchor("weights/heads")
        self.assertFalse(self.lab.has("weights/kv_heads"))  # one head has nothing to share
        type_into("heads", 4)
        self.lab.wait_until(lambda: self.lab.has("weights/kv_heads"), "four heads could share")
        wait_for_sharing([], "each has keys of its own")
        self.lab.click("weights/kv_heads/less")  # from four to two: three do not divide four
        wait_for_sharing([0, 1], "the first two heads share")
        type_into("kv_heads", 3)
        self.lab.wait_until(lambda: "divide" in self.lab.state()["message"], "three are refused")
        wait_for_sharing([0, 1], "the first two heads still share")
        type_into("heads", 8)
        wait_for_sharing([0, 1, 2, 3], "two key heads serve eight heads")
        type_into("heads", 2)
        wait_for_sharing([], "two heads have two key heads: their own")
        self.close_menu()
        self.lab.key("ctrl+z")
        wait_for_sharing([0, 1, 2, 3], "undone")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def test_an_output_projection_adds_a_stage(self):
        self.choose_random()
        projected = self.lab.has("scrubber/output")
        self.lab.click("weights/w_o")
        self.lab.wait_until(lambda: self.lab.has("scrubber/output") != projected, "the stage has come or gone")
        self.lab.click("weights/w_o")
        self.lab.wait_until(lambda: self.lab.has("scrubber/output") == projected, "it is as before")

    def test_cross_attention_on_and_off(self):
        self.lab.click("weights/cross/1")
        self.lab.wait_until(lambda: self.lab.has("source/4") and self.lab.has("source"), "there are words that are read")
        self.close_menu()
        self.lab.click("source")
        self.lab.key("ctrl+a")
        self.lab.type("a dog")
        self.lab.wait_until(lambda: self.lab.has("source/1") and not self.lab.has("source/2"), "two words are asked")
        self.assertTrue(self.lab.has("cell/scores/9/1"))
        self.assertFalse(self.lab.has("cell/scores/9/2"))
        self.lab.click("weights_button")
        self.lab.click("weights/cross/0")
        self.lab.wait_until(lambda: not self.lab.has("source/0"), "the words ask one another again")
        self.assertTrue(self.lab.has("cell/scores/9/9"))

    def test_positions_change_the_scores(self):
        self.changes(lambda: self.lab.click("weights/position/1"))

    def test_every_set_of_weights_can_be_chosen(self):
        before = self.lab.value()
        sets = [name for name in self.lab.anchors() if name.startswith("weights/set/")]
        self.assertGreater(len(sets), 3)
        for name in sets:
            self.lab.click(name)
            self.lab.wait_for(message="", computing=False)
        self.lab.key("Escape")
        self.lab.open_preset("cat-tired")
        self.assertEqual(self.lab.value(), before)


class Arithmetic(LabTest):
    def test_each_divisor_divides(self):
        score = self.lab.value()
        self.lab.at_stage("scale")
        for choice, divisor in ((1, 1), (2, math.sqrt(6)), (0, 2)):  # d_model = 6, d_k = 4
            self.lab.choose("scale", f"{choice}")
            self.lab.wait_until(lambda: math.isclose(self.lab.value(), score / divisor, rel_tol=1e-5), f"divided by {divisor}")
        self.lab.choose("scale", "3")
        self.lab.click("scale_number")
        self.lab.key("ctrl+a")
        self.lab.type("4")
        self.lab.key("Return")
        self.lab.wait_until(lambda: math.isclose(self.lab.value(), score / 4, rel_tol=1e-5), "divided by 4")

    def test_a_divisor_that_is_no_number_gives_a_message(self):
        self.lab.at_stage("scale")
        before = self.lab.value()
        self.lab.choose("scale", "3")
        for nonsense in ("two", "0"):
            self.lab.click("scale_number")
            self.lab.key("ctrl+a")
            self.lab.type(nonsense)
            self.lab.key("Return")
            self.lab.wait_until(lambda: self.lab.state()["message"], "a message")
            self.assertEqual(self.lab.value(), before)
            self.lab.key("Escape")
            self.lab.wait_for(message="")

    def test_each_score_function_scores_differently(self):
        # With weights set by hand the matrix of the general score is the identity: its scores are those of the dot product.
        dot = self.lab.value()
        self.lab.choose("score", "2")
        self.lab.wait_until(lambda: self.lab.value() != dot, "an additive score")
        additive = self.lab.value()
        self.lab.choose("score", "1")
        self.lab.wait_until(lambda: self.lab.value() == dot, "a general score")
        self.lab.choose("score", "3")
        self.lab.wait_until(lambda: self.lab.value() not in (dot, additive), "a cosine")
        self.assertLessEqual(abs(self.lab.value()), 1)
        self.lab.choose("score", "0")
        self.lab.wait_until(lambda: self.lab.value() == dot, "the dot product again")


class Masks(LabTest):
    def setUp(self):
        super().setUp()
        self.lab.at_stage("mask")

    def mark(self, row, column):
        self.lab.click(f"cell/masked/{row}/{column}")
        self.lab.wait_for(query=row, key=column)

    def hidden(self, is_hidden=True):
        self.lab.wait_until(lambda: (self.lab.state()["cell"]["value"] == "-inf") == is_hidden,
                            "the cell is hidden" if is_hidden else "the cell is not hidden")

    def test_the_causal_mask_hides_the_words_that_come_later(self):
        self.mark(2, 5)
        self.hidden(False)
        self.lab.click("mask/causal")
        self.hidden()
        self.lab.at_stage("softmax")
        self.assertEqual(self.lab.value(), 0)
        self.lab.at_stage("mask")
        self.mark(5, 2)
        self.hidden(False)
        self.mark(2, 5)
        self.lab.key("m")
        self.hidden(False)

    def test_a_window_hides_what_is_far_away(self):
        self.mark(5, 2)
        self.lab.click("mask/before/more")
        self.hidden()
        self.lab.click("mask/before/more")
        self.lab.click("mask/before/more")  # 3 reach it
        self.hidden(False)
        self.lab.click("mask/before")
        self.lab.key("ctrl+a")
        self.lab.type("2")
        self.lab.key("Return")
        self.hidden()

    def test_each_side_of_a_window_is_its_own(self):
        self.mark(5, 2)
        self.lab.click("mask/after/more")
        self.hidden(False)  # the key comes before its query
        self.mark(2, 5)
        self.hidden()

    def test_padding_hides_the_last_words(self):
        self.mark(0, 9)
        self.lab.click("mask/padding/more")
        self.hidden()
        self.mark(0, 8)
        self.hidden(False)
        self.lab.click("mask/padding/more")
        self.hidden()
        self.lab.click("mask/padding/less")
        self.hidden(False)

    def test_dropout_is_a_stage_that_drops_weights_and_enlarges_the_others(self):
        self.lab.at_stage("softmax")
        weight = self.lab.value()
        self.lab.click("dropout")
        self.lab.wait_until(lambda: self.lab.has("scrubber/dropout"), "there is a stage of dropout")
        self.lab.at_stage("dropout")
        seen = {self.lab.value()}
        for _ in range(60):  # each draw drops this weight with probability 1/5
            if len(seen) == 2:
                break
            frame = self.lab.look()["frame"]
            self.lab.click("dropout/again")
            self.lab.wait_until(lambda: self.lab.look()["frame"] > frame, "another draw")
            seen.add(self.lab.value())
        low, high = sorted(seen)
        self.assertEqual(low, 0)
        self.assertAlmostEqual(high, weight / 0.8, 5)
        self.lab.at_stage("softmax")
        self.lab.click("dropout")
        self.lab.wait_until(lambda: not self.lab.has("scrubber/dropout"), "the stage is gone")
