"""A person watches the race: replays it, scrubs it, measures it, and asks why."""

import unittest

from lab import Lab, LabTest


NARROW = ("--choices", '{"race": {"d": 128}}')  # quickly timed


class Race(LabTest):
    size = "1600x900"
    arguments = NARROW

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.open_preset("cat-tired")
        self.lab.click("tab/race")
        self.lab.wait_for(view="race")
        # narrow layers and the words of the sentence: quickly timed
        for choice in ("race/d/0", "race/words/0", "race/mode/0", "race/plot/0", "race/reason/0"):
            self.lab.click(choice, amid_work=True)
        self.lab.wait_for_view(words=10, timed_d=128, mode="all_words", plot="time", reason="why", timing=False)
        self.lab.settle()

    def race(self):
        return self.lab.view()

    def check_verdict(self):
        """The sentence below the lanes names all three in the order of their medians."""
        race = self.race()
        order = [name for place in race["ranking"] for name in place]
        self.assertEqual(order, sorted(order, key=lambda name: race["lanes"][name]["seconds"]))
        places = [race["verdict"].lower().index(name) for name in order]
        self.assertEqual(places, sorted(places), race["verdict"])

    def go_to(self, share):
        """Clicks on the line of time."""
        track = self.lab.anchor("race/track")  # it can be pressed beyond its ends, which are 8 pixels further in
        self.lab.click_at(track.x + 2 + round(share * (track.width - 4)), track.centre[1])

    def ready(self):
        return {name: lane["ready"] for name, lane in self.race()["lanes"].items()}


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
        for _ in range(3):
            self.lab.click("race/slower")
        self.assertAlmostEqual(self.race()["slowdown"] / slowdown, 10)
        self.lab.mash("mousemove", *self.lab.anchor("race/play").centre, "click", 1)
        self.lab.wait_for_view(playing=True)
        self.lab.mash("click", 1)
        self.lab.wait_for_view(playing=False)
        self.assertLess(self.race()["now"], self.race()["end"])
        for _ in range(3):
            self.lab.click("race/faster")

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
        self.lab.click("race/time_again")
        self.lab.settle()
        self.assertNotEqual(self.race()["end"], before)
        self.assertEqual(self.race()["now"], 0)

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
            self.lab.click(f"race/mode/{mode}")
            self.lab.wait_for_view(timing=False)
            self.lab.settle()
            self.check_verdict()

    def test_many_words_share_boxes_and_each_can_be_chosen(self):
        self.lab.click("race/words/2")
        self.lab.wait_for_view(words=256, timing=False)
        self.lab.key("End")
        self.assertFalse(self.lab.has("race/lane/rnn/255"), "a box for each word would be too narrow")
        boxes = [name for name in self.lab.anchors() if name.startswith("race/lane/rnn/")]
        for name in boxes:
            self.assertGreater(self.lab.anchor(name).width, 30)
        box = self.lab.anchor("race/lane/rnn/1")  # words 17 to 32
        self.lab.click_at(box.x + 2, box.centre[1])
        self.lab.wait_until(lambda: "chosen" in self.race(), "a word is chosen")
        self.assertEqual(self.race()["chosen"], 256 // len(boxes))

    def test_the_window_goes_on_while_wide_layers_are_timed(self):
        self.lab.click("race/d/3")
        self.lab.wait_for_view(d=1024)
        self.lab.click("race/reason/1", amid_work=True)
        self.assertTrue(self.race()["timing"])
        self.lab.wait_for_view(reason="what_if")
        self.lab.wait_for_view(timed_d=1024, timing=False)
        self.check_verdict()

    def test_generation_lets_all_three_wait_and_the_cache_grows(self):
        self.lab.click("race/mode/1")
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
        self.lab.wait_for_view(chosen=None)

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
            lab.click("race/words/0", amid_work=True)
            lab.wait_until(lambda: lab.view().get("words") == words, "the sentence is timed")
            lab.settle()
            lab.key("End")
            race = lab.view()
            self.assertEqual(race["words"], words)
            self.assertEqual({lane["ready"] for lane in race["lanes"].values()}, {words})
            lab.close()


class Opening(Race):
    arguments = ()

    def setUp(self):
        self.lab.click("tab/race")

    def test_it_opens_with_wide_layers_and_many_words_and_says_what_it_measured(self):
        race = self.race()
        self.assertEqual((race["d"], race["length"], race["plot"]), (2048, 256, "time"))
        self.lab.click("race/d/2", amid_work=True)  # measured in a moment, sanitizers and all
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


class Measured(Race):
    def tearDown(self):
        if self.race()["measuring"]:
            self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)

    def points(self):
        return [(point["n"], point["d"]) for sweep in self.race()["sweeps"][-1:] for point in sweep["points"]]

    def measure_a_little(self):
        """Until there is more than one point on either plot."""
        self.lab.click("race/measure")
        self.lab.wait_until(lambda: sum(n == 10 for n, _ in self.points()) > 2 and sum(d == 128 for _, d in self.points()) > 2,
                            "some lengths and widths are measured")
        if self.race()["measuring"]:
            self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)
        self.lab.settle()

    def test_time_is_plotted_against_length_and_beside_it_against_width(self):
        self.measure_a_little()
        for n, d in self.points():
            self.assertTrue(n == 10 or d == 128, "each point lies on one of the lines")
        lengths, widths = self.lab.anchor("race/time"), self.lab.anchor("race/time_width")
        self.assertLess(lengths.right, widths.x)
        for plot in (lengths, widths):
            self.assertTrue(self.lab.anchor("race/plots").contains(plot))
            self.assertGreater(plot.height, 80)
        self.lab.click_at(widths.x + 2, widths.centre[1])
        self.lab.wait_for_view(d=64)
        self.lab.click("race/d/0")
        self.lab.click_at(lengths.x + 2, lengths.centre[1])
        self.lab.wait_for_view(length=10)

    def test_points_appear_and_cancel_keeps_them(self):
        self.lab.click("race/measure")
        self.lab.wait_until(lambda: len(self.points()) >= 2, "two points are measured")
        self.assertTrue(self.race()["measuring"])
        self.assertEqual(self.points()[0], (10, 64), "the quick ones first")
        self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)
        self.assertGreaterEqual(len(self.points()), 2)
        self.assertFalse(self.race()["sweeps"][-1]["finished"])
        self.lab.settle()

    def test_while_it_measures_nothing_is_drawn_but_the_points(self):
        self.go_to(0)
        place = self.lab.anchor("race/measure").centre
        self.lab.key("space")
        self.assertTrue(self.race()["playing"])
        self.lab.click_at(*place)
        self.assertFalse(self.race()["playing"])
        self.lab.settle()
        frame, before = self.lab.look()["frame"], len(self.points())
        self.lab.wait_until(lambda: len(self.points()) > before + 1, "more lengths are measured")
        shown = len(self.points()) - before
        self.assertLess(self.lab.look()["frame"] - frame, 6 * (shown + 1))  # a few frames for each

    def test_another_width_keeps_the_curve_until_it_is_measured_itself(self):
        self.lab.click("race/measure")
        self.lab.wait_until(lambda: self.points(), "a point is measured")
        self.lab.click("race/cancel")
        self.lab.click("race/d/1")
        self.lab.wait_for_view(d=256)
        self.lab.settle()
        self.assertEqual(self.race()["sweeps"][-1]["d"], 128)
        self.assertTrue(self.lab.has("race/time"))

    def test_what_is_chosen_while_it_measures_is_timed_afterwards(self):
        self.lab.click("race/measure")
        self.lab.click("race/mode/1")
        self.lab.click("race/d/1")
        self.lab.wait_for_view(mode="generation", d=256, measuring=True, timed_d=128)
        self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False, timed_d=256)

    def test_every_plot_and_every_reason(self):
        for i, plot in enumerate(("time", "operations", "memory", "path", "remembered")):
            self.lab.click(f"race/plot/{i}")
            self.lab.wait_for_view(plot=plot)
            self.lab.settle()
            if plot != "time":
                self.assertTrue(self.lab.has("race/" + plot))
        for i, reason in enumerate(("why", "what_if", "state")):
            self.lab.click(f"race/reason/{i}")
            self.lab.wait_for_view(reason=reason)

    def test_a_click_on_the_plot_takes_its_length_to_the_table(self):
        self.lab.click("race/plot/1")
        place = self.lab.anchor("race/operations")
        self.lab.click_at(place.right - 2, place.centre[1])
        self.lab.wait_for_view(length=4096)
        self.lab.click("race/this_sentence", amid_work=True)
        self.lab.wait_for_view(length=0)

    def test_a_typed_length_counts_when_it_is_one_and_stays_within_its_ends(self):
        for typed, length in (("2000", 2000), ("many", 2000), ("20x", 2000), ("99999999", 65536), ("-5", 1)):
            self.lab.click("race/length", amid_work=True)
            self.lab.key("ctrl+a")
            self.lab.type(typed)
            self.lab.key("Return")
            self.lab.wait_for_view(length=length)
        self.lab.click("race/this_sentence", amid_work=True)
        self.lab.wait_for_view(length=0, words=10)

    def test_a_length_that_would_take_too_long_is_raced_as_far_as_there_is_time(self):
        self.lab.click("race/length")
        self.lab.key("ctrl+a")
        self.lab.type("65536")
        self.lab.key("Return")
        self.lab.wait_for_view(length=65536, words=4096)

    def keep(self, place, ending):
        """Writes the figure at `place` into a file, and returns its path."""
        self.lab.point(self.lab.anchor(place).x + 30, self.lab.anchor(place).y + 3)
        path = self.lab.folder / f"{place[5:]}.{ending}"
        self.lab.key("ctrl+e")
        self.lab.click(f"export/{ending}")
        self.lab.name_export(path)
        self.lab.click("export/save")
        self.lab.wait_for(message=f"Written to {path}")
        return path

    def test_in_generation_only_attention_keeps_more_with_every_word(self):
        self.lab.click("race/mode/1")
        self.lab.wait_for_view(mode="generation")
        self.lab.click("race/plot/2")
        self.lab.wait_for_view(plot="memory")
        table = self.keep("race/plots", "csv").read_text()
        # h; h and c; a key and a value for each word
        for name, kept in (("RNN", 4 * 128), ("LSTM", 8 * 128), ("Self-attention", 4096 * 8 * 128)):
            lines = [line.split(",") for line in table.splitlines() if line.startswith(name + ",")]
            self.assertEqual([float(number) for number in lines[-1][1:3]], [4096, kept])

    def test_lanes_and_plots_are_kept_as_figures_and_numbers(self):
        for place, ending, start in (("race/lanes", "svg", b"<?xml"), ("race/lanes", "csv", b","), ("race/plots", "pdf", b"%PDF")):
            self.lab.click("race/plot/1")
            path = self.keep(place, ending)
            self.assertTrue(path.read_bytes().startswith(start), path.read_bytes()[:20])
        lines = (self.lab.folder / "lanes.csv").read_text().splitlines()
        self.assertEqual(lines[0], ",RNN (s),LSTM (s),Self-attention (s)")
        self.assertEqual([line.split(",")[0] for line in lines[1:]], "The cat sat on the mat because it was tired".split())

    def test_processors_are_chosen_with_the_mouse(self):
        self.lab.click("race/reason/1")
        place = self.lab.anchor("race/processors")
        self.lab.click_at(place.x + 1, place.centre[1])
        self.lab.wait_for_view(doublings=0)
        self.lab.click_at(place.right - 1, place.centre[1])
        self.lab.wait_for_view(doublings=16)
        self.lab.key("Tab", "shift+Tab", "Left")
        self.lab.wait_for_view(doublings=15)
