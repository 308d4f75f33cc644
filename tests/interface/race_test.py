"""A person watches the race: replays it, scrubs it, and looks at what a lane remembers."""

import unittest

from lab import Lab
from racing import NARROW, Race


class Lanes(Race):
    def test_the_replay_plays_to_the_end_and_rests(self):
        self.lab.key("End", "Left", "space")
        self.lab.wait_for_view(playing=False)
        self.assertEqual(self.race()["now"], self.race()["end"])
        self.assertEqual(self.ready(), {"rnn": 10, "lstm": 10, "attention": 10})
        self.lab.settle()

    def test_play_and_pause(self):
        self.lab.key("Home")
        slowdown = self.race()["slowdown"]
        self.choose(*["slower"] * 3)
        self.assertAlmostEqual(self.race()["slowdown"] / slowdown, 10)
        self.lab.mash("mousemove", *self.lab.anchor("race/play").centre, "click", 1)
        self.lab.wait_for_view(playing=True)
        self.lab.mash("click", 1)
        self.lab.wait_for_view(playing=False)
        self.assertLess(self.race()["now"], self.race()["end"])
        self.choose(*["faster"] * 3)

    def test_it_is_scrubbed_by_the_mouse(self):
        self.lab.key("End")
        self.assertEqual(self.ready(), {"rnn": 10, "lstm": 10, "attention": 10})
        self.go_to(0)
        self.assertEqual(self.ready(), {"rnn": 0, "lstm": 0, "attention": 0})
        track = self.lab.anchor("race/track")
        self.lab.drag("race/track", track.width // 4, 0)
        self.assertAlmostEqual(self.race()["now"] / self.race()["end"], 0.75, 1)

    def test_arrows_go_from_word_to_word(self):
        self.go_to(0)
        for ready in (1, 2, 3):
            self.lab.key("Right")
            self.lab.wait_until(lambda: self.ready()["rnn"] == ready, f"{ready} words are ready")
        self.lab.key("Left")
        self.lab.wait_until(lambda: self.ready()["rnn"] == 2, "one word less is ready")

    def test_the_lanes_are_timed_again(self):
        before = self.race()["end"]
        self.choose("time_again")
        self.lab.settle()
        self.assertNotEqual(self.race()["end"], before)
        self.assertEqual(self.race()["now"], 0)

    def test_counted_in_steps_attention_takes_one_whatever_the_machine(self):
        self.choose("clock/1")
        self.lab.wait_for_view(in_steps=True)
        lanes = self.race()["lanes"]
        words = self.race()["words"]
        self.assertEqual([lanes[name]["seconds"] for name in ("rnn", "lstm", "attention")], [words, words, 1])
        self.assertIn(f"{words} steps", self.race()["sentence"])
        self.go_to(0)
        self.lab.key("Right")
        self.lab.wait_until(lambda: self.ready() == {"rnn": 1, "lstm": 1, "attention": words},
                            "after one step attention is ready, the others have read a word")
        self.choose("clock/0")
        self.lab.wait_for_view(in_steps=False)

    def test_a_lane_that_waits_fills_word_by_word_and_attention_all_at_once(self):
        seen = set()
        self.go_to(0)
        for _ in range(10):
            self.lab.key("Right")
            seen.add(self.ready()["attention"])
        self.assertEqual(self.ready()["rnn"], 10)
        self.assertLessEqual(seen, {0, 10})

    def test_the_sentence_ranks_as_the_medians_do(self):
        self.check_verdict()
        for mode in (1, 0):
            self.choose(f"mode/{mode}")
            self.lab.wait_for_view(timing=False)
            self.lab.settle()
            self.check_verdict()

    def test_one_sentence_compares_attention_with_the_rnn(self):
        for mode in (1, 0):
            self.choose(f"mode/{mode}")
            self.lab.wait_for_view(timing=False)
            self.lab.settle()
            sentence, lanes = self.race()["sentence"], self.race()["lanes"]
            ratio = lanes["attention"]["seconds"] / lanes["rnn"]["seconds"]
            if "as long as the RNN" in sentence and "about" not in sentence:
                self.assertIn(f"{ratio:.1f}" if ratio < 9.95 else f"{ratio:.0f}", sentence)
            elif "as fast" in sentence:
                self.assertIn(f"{1 / ratio:.1f}" if 1 / ratio < 9.95 else f"{1 / ratio:.0f}", sentence)
            # 4nd² + 2n²d and n(n + 1)d, against 2nd², at n = 10 and d = 128
            self.assertIn("2.1 times as many multiplications" if mode == 0 else "2.0 times as many", sentence)
            self.assertEqual("wait, too" in sentence, mode == 1)

    def test_of_many_words_ten_are_spelt_out_and_the_others_are_lines_and_each_can_be_chosen(self):
        self.choose("words/2")
        self.lab.wait_for_view(words=256, timing=False)
        self.lab.key("End")
        boxes = [name for name in self.lab.anchors() if name.startswith("race/lane/rnn/")]
        self.assertEqual(len(boxes), 10)
        for name in boxes:
            self.assertGreater(self.lab.anchor(name).width, 60)
        lane, last = self.lab.anchor("race/lane/rnn"), self.lab.anchor("race/lane/rnn/9")
        self.lab.click_at(lane.right - 2, lane.centre[1])
        self.lab.wait_until(lambda: "chosen" in self.race(), "a word is chosen")
        self.assertGreater(self.race()["chosen"], 250)
        self.lab.click_at(last.x + 2, last.centre[1])
        self.lab.wait_for_view(chosen=9)

    def test_the_first_ten_words_are_replayed_more_slowly(self):
        self.choose("words/2")
        self.lab.wait_for_view(words=256, timing=False)
        self.lab.settle()
        self.go_to(0)
        first = self.race()["slowdown"]
        self.go_to(0.9)
        self.assertGreaterEqual(first, self.race()["slowdown"])

    def test_the_window_goes_on_while_wide_layers_are_timed(self):
        self.choose("d/3")
        self.lab.wait_for_view(d=1024)
        self.ask(1)
        self.assertTrue(self.race()["timing"])
        self.lab.wait_for_view(reason="what_if")
        self.lab.wait_for_view(timed_d=1024, timing=False)
        self.check_verdict()

    def test_generation_lets_all_three_wait_and_the_cache_grows(self):
        self.choose("mode/1")
        self.lab.wait_for_view(mode="generation")
        self.lab.settle()
        kept = {name: lane["kept"] for name, lane in self.race()["lanes"].items()}
        self.assertEqual(kept, {"rnn": 4 * 128, "lstm": 8 * 128, "attention": 10 * 8 * 128})
        self.lab.click_at(*self.lab.anchor("race/lane/attention/4").centre)
        self.lab.wait_for_view(chosen=4)
        seen = set()
        self.go_to(0)
        for _ in range(10):
            self.lab.key("Right")
            seen.add(self.ready()["attention"])
        self.assertGreater(len(seen - {0, 10}), 4)

    def test_a_word_that_is_clicked_shows_its_state(self):
        self.go_to(1)
        self.lab.click_at(*self.lab.anchor("race/lane/lstm/5").centre)
        self.lab.wait_for_view(chosen=5, reason="state")
        self.assertTrue(self.lab.has("race/hidden") and self.lab.has("race/cell"))
        self.lab.click("race/state_of/0")
        self.lab.wait_until(lambda: not self.lab.has("race/cell"), "an RNN has no cell state")
        self.lab.key("Escape")
        self.lab.wait_for_view(chosen=None, reason="state")
        self.lab.key("Escape")
        self.lab.wait_for_view(reason="facts")

    def test_the_race_has_weights_of_its_own(self):
        self.assertFalse(self.lab.has("weights_button"), "the document's weights change nothing here")
        self.lab.click("tab/heads")
        self.lab.wait_until(lambda: self.lab.has("weights_button"), "the heads are those of the document")

    def test_a_name_that_is_clicked_shows_the_newest_state_of_its_lane(self):
        self.go_to(1)
        self.lab.click("race/name/lstm")
        self.lab.wait_for_view(reason="state")
        self.assertTrue(self.lab.has("race/cell"), "only an LSTM has a cell state")


class Lengths(unittest.TestCase):
    def test_one_word_and_five_hundred(self):
        for text, words in (("cat", 1), ("the cat sat " * 170, 510)):
            lab = Lab("--text", text, *NARROW)
            lab.click("tab/race")
            lab.click("race/set_up_button", amid_work=True)
            lab.click("race/set_up/words/0", amid_work=True)
            lab.key("Escape")
            lab.wait_until(lambda: lab.view().get("words") == words, "the sentence is timed")
            lab.settle()
            lab.key("End")
            race = lab.view()
            self.assertEqual(race["words"], words)
            self.assertEqual({lane["ready"] for lane in race["lanes"].values()}, {words})
            lab.close()


class Opening(Race):
    arguments = ("--choices", '{"race": {"by_itself": false}}')

    def setUp(self):
        self.lab.click("tab/race")

    def test_it_opens_with_wide_layers_and_many_words_and_says_what_it_measured(self):
        race = self.race()
        self.assertEqual((race["d"], race["length"], race["plot"], race["reason"]), (2048, 256, "time", "facts"))
        self.choose("d/2")  # measured in a moment, sanitizers and all
        self.lab.wait_for_view(words=256, timed_d=512, timing=False)
        self.lab.settle()
        self.check_verdict()
        for lane in self.race()["lanes"].values():
            self.assertLessEqual(lane["lower"], lane["seconds"])
            self.assertLessEqual(lane["seconds"], lane["upper"])
            self.assertGreaterEqual(lane["runs"], 3)


class Chosen(unittest.TestCase):
    def test_it_opens_with_what_the_command_line_chooses(self):
        lab = Lab("--view", "race", "--choices", '{"race": {"plot": "memory", "d": 128, "reason": "what_if"}}')
        lab.settle()
        race = lab.view()
        self.assertEqual((race["plot"], race["d"], race["reason"]), ("memory", 128, "what_if"))
        lab.close()


class Enlarged(unittest.TestCase):
    def test_large_letters_leave_room_for_the_plot(self):
        lab = Lab(*NARROW, size="1600x900")
        lab.click("tab/race")
        lab.key(*["ctrl+plus"] * 4)
        lab.click("race/plot/1")
        plot = lab.anchor("race/operations")
        self.assertGreater(plot.height, 80)
        lab.close()
