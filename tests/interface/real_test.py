"""A person opens real models, steps through their layers, cuts an arc, lets them write, and goes back."""

import shutil
from pathlib import Path

from lab import LabTest, SOURCE

MODELS = SOURCE / "tests/golden/pretrained"


class RealModels(LabTest):
    size = "1600x900"

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.click("tab/walkthrough")
        self.open(MODELS / "gpt2")
        self.lab.write_sentence("the cat sat on the mat")
        self.lab.settle()

    def open(self, folder):
        """Types the folder of a model into the card for files."""
        self.lab.click_more("files")
        self.lab.click("files/path")
        self.lab.key("ctrl+a")
        self.lab.type(str(folder))
        self.lab.key("Return")
        self.lab.settle()

    def origin(self):
        return self.lab.state()["real_model"]

    def test_a_folder_that_is_opened_reads_the_sentence(self):
        self.assertEqual(self.origin(), "gpt2")
        self.assertEqual(self.lab.state()["text"], "the cat sat on the mat")
        self.assertEqual(self.lab.state()["query"], 5)  # the last word, after which it would go on

    def test_each_layer_has_its_own_numbers(self):
        first = self.lab.state()["cell"]
        self.lab.click("layer/1")
        self.lab.settle()
        second = self.lab.state()["cell"]
        self.assertEqual((first["row"], first["quantity"]), (second["row"], second["quantity"]))
        self.assertNotAlmostEqual(first["value"], second["value"], 3)
        self.lab.click("layer/0")
        self.lab.settle()
        self.assertAlmostEqual(self.lab.state()["cell"]["value"], first["value"], 5)

    def test_it_writes_and_takes_back(self):
        self.lab.click("tab/story")
        self.lab.settle()
        best = self.lab.view()["next"][0]
        self.assertEqual(len(self.lab.view()["next"]), 5)
        self.lab.click("story/take")
        self.lab.settle()
        self.assertEqual(self.lab.view()["written"], 1)
        self.assertTrue(self.lab.state()["text"].startswith("the cat sat on the mat"))
        self.assertTrue(self.lab.state()["text"].endswith(best["word"].lstrip("-")))
        self.lab.click("story/take_back")
        self.lab.settle()
        self.assertEqual(self.lab.state()["text"], "the cat sat on the mat")

    def test_a_mark_at_the_end_stays_there_while_the_text_is_typed_and_comes_back(self):
        self.lab.click("tab/story")
        self.lab.settle()
        def at_end():
            self.lab.settle()
            return self.lab.view()["row"] == len(self.lab.view()["words"]) - 1
        self.lab.write_sentence("the cat sat on the mat because it")
        self.assertTrue(at_end())
        self.assertEqual(self.lab.view()["title"], "What does it write next?")
        for count in (1, 2):
            self.lab.click("story/take")
            self.lab.wait_for_view(written=count)
        self.lab.click("story/start_over")
        self.lab.wait_for_view(written=0)
        self.lab.key("ctrl+z")
        self.lab.wait_for_view(written=2)
        self.assertTrue(at_end())

    def test_a_word_that_it_does_not_know_is_said_to_be_unknown(self):
        self.open(MODELS / "bert")
        self.lab.write_sentence("the xyz sat")
        self.lab.click("tab/story")
        self.lab.settle()
        self.lab.hover("story/word/2")
        self.lab.wait_until(lambda: "does not know “xyz”, and reads [UNK]" in self.lab.state()["hint"], "it is said")
        self.lab.hover("story/word/3")
        self.lab.wait_until(lambda: "“sat”" in self.lab.state()["hint"], "another one is known")

    def test_a_cut_changes_what_it_would_write(self):
        self.lab.click("tab/story")
        self.lab.settle()
        before = self.lab.view()["next"][0]["probability"]
        arc = next(name for name in self.lab.anchors() if name.startswith("story/arc/0/"))
        self.lab.click(arc)
        self.lab.settle()
        self.assertEqual(len(self.lab.view()["knocked_out"]), 1)
        self.assertNotEqual(self.lab.view()["next"][0]["probability"], before)
        self.lab.click("story/restore")
        self.lab.settle()
        self.assertEqual(self.lab.view()["next"][0]["probability"], before)

    def test_all_its_heads_stand_side_by_side(self):
        self.lab.click("tab/heads")
        self.lab.click("heads/layers/1")
        self.lab.settle()
        maps = [name for name in self.lab.anchors() if name.startswith("heads/map/")]
        self.assertGreaterEqual(len(maps), 8)
        self.lab.click("heads/layers/0")

    def test_one_that_fills_gaps_is_asked_at_its_gap(self):
        self.open(MODELS / "bert")
        self.lab.write_sentence("the [MASK] sat on the mat")
        self.lab.click("tab/story")
        self.lab.settle()
        self.assertEqual(self.lab.view()["asked"], [2])
        self.lab.click("story/word/2")
        self.lab.settle()
        self.assertEqual(self.lab.view()["answers"][0]["row"], 2)

    def test_a_word_is_put_into_the_gap_and_taken_out_again(self):
        self.open(MODELS / "bert")
        gap = "the [MASK] sat on the mat"
        self.lab.write_sentence(gap)
        self.lab.click("tab/story")
        self.lab.settle()
        words = self.lab.view()["in_gap"]
        self.assertEqual(len(words), 5)
        self.assertEqual(words, sorted(words, key=lambda word: -word["probability"]))
        self.assertEqual(words[0]["word"], self.lab.view()["answers"][0]["now"][0]["word"])
        place = next(i for i, word in enumerate(words) if word["word"].isalpha())
        self.lab.click(f"story/gap/{place}")
        self.lab.settle()
        self.assertEqual(self.lab.state()["text"], gap.replace("[MASK]", words[place]["word"]))
        self.assertFalse(self.lab.has("story/gap_words"))
        self.lab.key("ctrl+z")
        self.lab.settle()
        self.assertEqual(self.lab.state()["text"], gap)
        self.lab.write_sentence("the cat sat on the mat")  # no gap, which the next model would be asked about
        self.lab.click("story/word/6")  # the last word, as it was

    def test_the_line_of_a_piece_is_told_in_numbers(self):
        for model in ("gpt2", "bert"):
            self.open(MODELS / model)
            self.lab.click("tab/story")
            self.lab.click("story/numbers")
            self.lab.settle()
            self.assertTrue(self.lab.has("story/stream/5/0"))  # two parts of two layers between beginning and end
            self.assertFalse(self.lab.has("story/stream/6/0"))
            self.lab.click("story/numbers")

    def test_pieces_of_a_word_stand_joined_and_say_what_they_are(self):
        self.open(MODELS / "bert")
        self.lab.write_sentence("the cats sat")
        for tab, box in (("walkthrough", "token/"), ("story", "story/word/")):
            self.lab.click("tab/" + tab)
            self.lab.settle()
            begin, the, cat, s, sat, _ = (self.lab.anchor(box + str(piece)) for piece in range(6))
            self.assertLessEqual(abs(s.x - cat.right), 1)
            self.assertGreater(sat.x - s.right, 1)
            self.assertGreater(the.x - begin.right, 1)
            self.lab.hover(box + "0")
            self.lab.wait_until(lambda: "not written by you" in self.lab.state()["hint"], "who put it in is said")
            self.lab.hover(box + "3")
            self.lab.wait_until(lambda: "“s”" in self.lab.state()["hint"], "the piece is told")

    def test_what_is_no_model_is_refused_and_what_was_open_stays(self):
        damaged = self.lab.folder / "damaged"
        shutil.copytree(MODELS / "gpt2", damaged, dirs_exist_ok=True)
        (damaged / "config.json").write_text('{"model_type": "mamba"}')
        self.open(damaged)
        self.assertIn("mamba", self.lab.state()["message"])
        self.assertEqual(self.origin(), "gpt2")
        self.lab.key("Escape", "Escape")

    def test_a_session_of_a_model_is_opened_with_it_or_its_mistake_is_said(self):
        folder = self.lab.folder / "with-session"
        shutil.copytree(MODELS / "gpt2", folder, dirs_exist_ok=True)
        self.open(folder)
        self.assertEqual(self.origin(), "with-session")
        saved = Path(self.lab.state()["file"])
        self.lab.key("ctrl+s")
        self.lab.wait_until(lambda: saved.exists() and str(folder) in saved.read_text(), "it is saved")
        session = Path(shutil.copy(saved, self.lab.folder / "with-session.json"))
        self.open(MODELS / "gpt2")
        self.assertEqual(self.origin(), "gpt2")
        self.open(session)
        self.lab.wait_for(real_model="with-session")
        session.write_text(session.read_text().replace(str(folder), str(folder) + "2"))
        shutil.copytree(folder, str(folder) + "2", dirs_exist_ok=True)
        Path(str(folder) + "2/config.json").write_text('{"model_type": "mamba"}')
        self.open(session)
        self.lab.wait_until(lambda: "mamba" in self.lab.state()["message"], "its mistake is said")
        self.assertEqual(self.origin(), "with-session")
        self.lab.key("Escape", "Escape")

    def test_weights_of_another_kind_are_named(self):
        (self.lab.folder / "model-q4.gguf").write_text("GGUF")
        self.open(self.lab.folder / "model-q4.gguf")
        self.lab.wait_until(lambda: "GGUF" in self.lab.state()["message"], "what it is, is said")
        self.assertEqual(self.origin(), "gpt2")
        self.lab.key("Escape", "Escape")

    def test_one_that_cannot_read_the_text_is_said_to_be_open(self):
        self.lab.click("weights_button")
        self.lab.click("weights/set/0")
        self.lab.key("Escape")
        self.lab.write_sentence("the cat sat on the mat and the cat sat on the mat again")
        self.open(MODELS / "gpt2")
        self.lab.wait_until(lambda: "reads at most 12 pieces" in self.lab.state()["message"], "why not, is said")
        self.assertIn("it is open", self.lab.state()["message"])
        self.assertNotEqual(self.origin(), "gpt2")
        self.lab.key("Escape", "Escape")
        self.lab.write_sentence("the cat sat on the mat")

    def test_one_closes_it_by_choosing_other_weights(self):
        self.lab.click("weights_button")
        self.lab.click("weights/set/0")
        self.lab.settle()
        self.assertNotEqual(self.origin(), "gpt2")
        self.lab.click("weights/real/" + str(MODELS / "gpt2"))  # it is still at hand
        self.lab.settle()
        self.assertEqual(self.origin(), "gpt2")
