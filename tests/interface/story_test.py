"""A person looks into a trained model: what its words read, and what happens when a read is knocked out."""

import json

from lab import LabTest


class Story(LabTest):
    size = "1600x900"

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.open_preset("cat-tired")  # so that the next one is seen to be opened anew
        self.lab.open_preset("trained-tired")
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")
        self.lab.settle()

    def story(self):
        self.lab.settle()
        return self.lab.view()

    def answer(self):
        return self.story()["answers"][0]["now"][0]["word"]

    def wait_for_answer(self, word):
        self.lab.wait_until(lambda: self.lab.view()["answers"][0]["now"][0]["word"] == word, f"the answer is {word}")

    def test_it_finds_the_cat_in_two_steps(self):
        story = self.story()
        self.assertEqual(story["title"], "How does “it” find “cat”? In two steps")
        self.assertEqual([(step["layer"], step["to"]) for step in story["steps"]], [(0, 9), (1, 1)])
        self.assertTrue(all(step["weight"] > 0.9 and step["needed"] for step in story["steps"]))
        self.assertEqual(self.answer(), "cat")

    def test_every_head_has_its_place_and_its_switch(self):
        for layer in range(2):
            for head in range(2):
                for name in ("head", "switch", "walk"):
                    self.assertTrue(self.lab.has(f"story/{name}/{layer}/{head}"), f"{name} {layer} {head}")
        for word in range(10):
            self.assertTrue(self.lab.has(f"story/word/{word}"))

    def test_an_arc_is_knocked_out_and_put_back(self):
        self.lab.click("story/arc/0/0/9")
        self.wait_for_answer("mat")
        story = self.story()
        self.assertEqual([(k["layer"], k["head"], k["to"]) for k in story["knocked_out"]], [(0, 0, 9)])
        self.assertEqual(story["answers"][0]["usual"][0]["word"], "cat")
        self.assertNotIn("In two steps", story["title"])
        self.lab.click("story/arc/0/0/9")
        self.wait_for_answer("cat")
        self.assertEqual(self.story()["knocked_out"], [])
        self.lab.key("ctrl+z")
        self.wait_for_answer("mat")
        self.lab.key("ctrl+z")
        self.wait_for_answer("cat")

    def test_the_arc_is_reached_by_tab_and_worked_by_enter(self):
        for _ in range(200):
            self.lab.key("Tab")
            if self.lab.state()["focus"] == "story/arc/0/0/9":
                break
        self.assertEqual(self.lab.state()["focus"], "story/arc/0/0/9")
        self.lab.key("Return")
        self.wait_for_answer("mat")
        self.lab.key("Return")
        self.wait_for_answer("cat")

    def test_heads_and_layers_are_switched_off_where_they_are(self):
        self.lab.click("story/switch/0/0")
        self.lab.wait_for_view(off=[[0, 0]])
        self.wait_for_answer("mat")
        self.lab.click("story/head/0/1")  # another layer is shown, and the head stays off
        self.lab.wait_for(head=1)
        self.lab.wait_for_view(off=[[0, 0]])
        self.lab.key("ctrl+z", "ctrl+z")
        self.lab.wait_for_view(off=[])
        self.assertEqual(self.answer(), "cat")
        self.lab.click("story/layer/1")
        self.lab.wait_for_view(off=[[1, 0], [1, 1]])
        self.lab.click("story/layer/1")
        self.lab.wait_for_view(off=[])

    def test_a_saved_session_keeps_heads_off_in_their_layer(self):
        self.lab.click("story/switch/0/1")
        self.lab.wait_for_view(off=[[0, 1]])
        self.lab.key("ctrl+s")
        self.lab.wait_until(lambda: self.lab.session.exists()
                            and "switched_off_elsewhere" in self.lab.session.read_text(), "the session is saved")
        document = json.loads(self.lab.session.read_text())["document"]
        self.assertEqual(document["switched_off_elsewhere"], {"0": [1]})

    def test_a_head_opens_everywhere_and_the_walkthrough_shows_it(self):
        self.lab.click("story/walk/0/1")
        self.lab.wait_for(view="walkthrough", stage="softmax", head=1, query=7)
        self.lab.click("tab/heads")
        self.lab.wait_for(view="heads")

    def test_another_word_is_marked_and_the_way_back_is_offered(self):
        self.lab.click("story/word/3")
        self.lab.wait_for(query=3)
        self.assertEqual(self.story()["row"], 3)
        self.assertEqual(self.story()["answers"][0]["row"], 7)
        self.lab.click("story/mark_asked")
        self.lab.wait_for(query=7)

    def test_knock_outs_over_unseen_sentences_arrive(self):
        self.lab.wait_until(lambda: all(row["right"] is not None for row in self.lab.view()["knock_outs"]["rows"]),
                            "all are measured")
        measured = self.lab.view()["knock_outs"]
        self.assertEqual(measured["sentences"], 2000)
        self.assertEqual((measured["instead"], measured["chance"]), ("zero", 0.5))
        rows = {json.dumps(row["out"], sort_keys=True): row for row in measured["rows"]}
        out = lambda layer, relation, control=False: rows[
            json.dumps([{"control": control, "head": None, "layer": layer, "relation": relation}])]
        self.assertGreater(rows["[]"]["right"], 0.99)
        self.assertLess(out(1, 1)["right"], 0.35)
        self.assertGreater(out(1, 1)["other_word"], 0.5)
        self.assertGreater(out(0, 0)["other_candidate"], 0.4)
        self.assertGreater(out(0, 1)["right"], 0.95)
        self.assertGreater(out(1, 1, control=True)["right"], 0.95)
        for row in measured["rows"]:
            self.assertAlmostEqual(row["right"] + row["other_candidate"] + row["other_word"], 1)

    def test_what_stands_in_for_a_knocked_out_weight_is_chosen(self):
        self.lab.reveal("story/instead/1", "story/left")
        self.lab.click("story/instead/1")
        self.lab.wait_until(lambda: self.lab.view().get("knock_outs", {}).get("instead") == "renormalised"
                            and all(row["right"] is not None for row in self.lab.view()["knock_outs"]["rows"]),
                            "all are measured again")
        noun = next(row for row in self.lab.view()["knock_outs"]["rows"] if row["out"] and row["out"][0]["relation"] == 1)
        self.assertGreater(noun["other_candidate"], 0.8)
        self.lab.reveal("story/instead/0", "story/left")
        self.lab.click("story/instead/0")

    def test_a_sentence_of_another_kind_is_said_to_be_one(self):
        self.assertFalse(self.story()["not_learned"])
        self.assertFalse(self.lab.has("story/not_learned"))
        self.lab.write_sentence("The salad stained the mat because it was bitter")
        self.lab.wait_until(lambda: self.lab.view()["not_learned"], "it is said")
        self.assertTrue(self.lab.has("story/not_learned"))
        self.assertTrue(self.lab.has("chip/not_learned"))
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")
        self.assertTrue(self.lab.has("chip/not_learned"))

    def test_the_counterpart_is_one_click_away(self):
        self.lab.click("story/change")
        self.wait_for_answer("mat")
        self.assertEqual(self.lab.state()["text"], "The cat sat on the mat because it was comfortable")

    def test_the_other_model_is_put_beside_this_one(self):
        self.lab.reveal("story/beside", "story/left")
        self.lab.click("story/beside")
        self.lab.wait_for(view="compare")
        self.lab.click("tab/heads")

    def test_the_line_in_numbers(self):
        self.lab.click("story/numbers")
        self.lab.wait_for_view(numbers=True)
        self.lab.anchor("story/stream")
        self.lab.click("story/numbers")
        self.lab.wait_for_view(numbers=False)

    def test_a_translation_reads_the_word_that_comes_next(self):
        self.lab.open_preset("trained-french")
        story = self.story()
        self.assertEqual(story["answers"][0]["now"][0]["word"], "noir")
        self.assertIn("black", story["title"])
        self.lab.click("story/arc/2/0/1")
        self.lab.wait_until(lambda: self.lab.view()["knocked_out"], "the arc is knocked out")
        self.lab.click("story/word/3")
        self.lab.wait_for_view(row=3)
        self.lab.click("story/source/0")  # a word of the source: the encoder is shown elsewhere
        self.assertEqual(self.story()["row"], 3)
