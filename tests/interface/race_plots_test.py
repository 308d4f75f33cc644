"""A person measures the race over many lengths and widths, and asks why it ends as it does."""

from racing import Race


class Computed(Race):
    def test_computed_curves_are_there_before_anything_else_is_measured(self):
        self.assertEqual(self.race()["sweeps"], [])
        table = self.keep("race/time", "csv").read_text()
        lines = [line.split(",") for line in table.splitlines()]
        for name in ("RNN", "LSTM", "Attention"):
            curve = [float(line[3]) for line in lines if line[0] == f'"{name}']  # "RNN, computed", n, seconds
            self.assertEqual(curve, sorted(curve))
            self.assertEqual(len(curve), 10)
            self.assertEqual([line[1] for line in lines if line[0] == name], ["10"], "what its lane took")


class Sweep(Race):
    def tearDown(self):
        if self.race()["measuring"]:
            self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)

    def points(self):
        return [(point["n"], point["d"]) for sweep in self.race()["sweeps"][-1:] for point in sweep["points"]]


class ByItself(Sweep):
    def test_the_points_are_measured_by_themselves_once_and_only_while_the_chart_is_there(self):
        self.choose("by_itself")
        self.lab.wait_until(lambda: self.points(), "a point is measured without being asked for")
        self.lab.click("race/plot/2")
        self.lab.wait_for_view(measuring=False, plot="memory")
        before = len(self.points())
        self.lab.click("race/plot/0")
        self.lab.wait_until(lambda: len(self.points()) > before, "it goes on where it was")
        self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)
        self.lab.key("End")
        self.assertFalse(self.race()["measuring"], "what was cancelled is not begun again")
        self.choose("by_itself")


class Measured(Sweep):
    def measure_a_little(self):
        """Until there is more than one point on either plot."""
        self.choose("measure")
        self.lab.wait_until(lambda: sum(n == 10 for n, _ in self.points()) > 2 and sum(d == 128 for _, d in self.points()) > 2,
                            "some lengths and widths are measured")
        if self.race()["measuring"]:
            self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)
        self.lab.settle()

    def test_time_is_plotted_against_length_or_against_width(self):
        self.measure_a_little()
        for n, d in self.points():
            self.assertTrue(n == 10 or d == 128, "each point lies on one of the lines")
        for along, name in enumerate(("race/time", "race/time_width")):
            self.choose(f"along/{along}")
            self.lab.wait_for_view(along=("length", "width")[along])
            plot = self.lab.anchor(name)
            self.assertTrue(self.lab.anchor("race/plots").contains(plot))
            self.assertGreater(plot.height, 80)
        self.lab.click_at(plot.x + 2, plot.centre[1])
        self.lab.wait_for_view(d=64)
        self.choose("d/0", "along/0")
        plot = self.lab.anchor("race/time")
        self.lab.click_at(plot.x + 2, plot.centre[1])
        self.lab.wait_for_view(length=10)

    def test_points_appear_and_cancel_keeps_them(self):
        self.choose("measure")
        self.lab.wait_until(lambda: len(self.points()) >= 2, "two points are measured")
        self.assertTrue(self.race()["measuring"])
        self.assertEqual(self.points()[0], (10, 64), "the quick ones first")
        self.lab.click("race/cancel")
        self.lab.wait_for_view(measuring=False)
        self.assertGreaterEqual(len(self.points()), 2)
        self.assertFalse(self.race()["sweeps"][-1]["finished"])
        self.lab.settle()

    def test_while_it_measures_nothing_is_drawn_but_the_points(self):
        self.choose("slower", "slower", "slower")
        self.go_to(0)
        self.lab.key("space")
        self.assertTrue(self.race()["playing"])
        self.choose("measure")
        self.assertFalse(self.race()["playing"])
        self.lab.settle()
        frame, before = self.lab.look()["frame"], len(self.points())
        self.lab.wait_until(lambda: len(self.points()) > before + 1, "more lengths are measured")
        shown = len(self.points()) - before
        self.assertLess(self.lab.look()["frame"] - frame, 6 * (shown + 1))  # a few frames for each

    def test_another_width_has_its_curve_at_once_and_what_was_measured_is_kept(self):
        self.choose("measure")
        self.lab.wait_until(lambda: self.points(), "a point is measured")
        self.lab.click("race/cancel")
        self.choose("d/1")
        self.lab.wait_for_view(d=256, timed_d=256)
        self.lab.settle()
        self.assertEqual(self.race()["sweeps"][-1]["d"], 128)
        self.assertTrue(self.lab.has("race/time"))

    def test_the_replay_and_another_choice_interrupt_the_measuring(self):
        self.choose("measure")
        self.lab.wait_for_view(measuring=True)
        self.choose("mode/1", "d/1")
        self.lab.wait_for_view(mode="generation", measuring=False, timed_d=256)
        self.choose("mode/0", "d/0", "measure")
        self.lab.wait_for_view(timed_d=128)
        if not self.race()["measuring"]:
            self.choose("measure")
        self.lab.wait_for_view(measuring=True)
        self.lab.mash("key", "space")
        self.lab.wait_for_view(measuring=False)

    def test_every_plot_and_every_reason(self):
        for i, plot in enumerate(("time", "operations", "memory", "path", "remembered")):
            self.lab.click(f"race/plot/{i}")
            self.lab.wait_for_view(plot=plot)
            self.lab.settle()
            if plot != "time":
                self.assertTrue(self.lab.has("race/" + plot))
        for i, reason in enumerate(("why", "what_if", "state")):
            self.ask(i)
            self.lab.wait_for_view(reason=reason)
        self.facts()
        for fact in ("steps", "operations", "path"):
            self.lab.click("race/fact/" + fact)
            self.lab.wait_for_view(reason="why")
            self.facts()

    def test_a_click_on_the_plot_takes_its_length_to_the_table(self):
        self.lab.click("race/plot/1")
        place = self.lab.anchor("race/operations")
        self.lab.click_at(place.right - 2, place.centre[1])
        self.lab.wait_for_view(length=4096)
        self.ask(0)
        self.lab.click("race/this_sentence", amid_work=True)
        self.lab.wait_for_view(length=0)

    def test_a_typed_length_counts_when_it_is_one_and_stays_within_its_ends(self):
        self.ask(0)
        for typed, length in (("2000", 2000), ("many", 2000), ("20x", 2000), ("99999999", 65536), ("-5", 1)):
            self.lab.click("race/length", amid_work=True)
            self.lab.key("ctrl+a")
            self.lab.type(typed)
            self.lab.key("Return")
            self.lab.wait_for_view(length=length)
        self.lab.click("race/this_sentence", amid_work=True)
        self.lab.wait_for_view(length=0, words=10)

    def test_a_length_that_would_take_too_long_is_raced_as_far_as_there_is_time(self):
        self.ask(0)
        self.lab.click("race/length")
        self.lab.key("ctrl+a")
        self.lab.type("65536")
        self.lab.key("Return")
        self.lab.wait_for_view(length=65536, words=4096)

    def test_in_generation_only_attention_keeps_more_with_every_word(self):
        self.choose("mode/1")
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
        self.ask(1)
        place = self.lab.anchor("race/processors")
        self.lab.click_at(place.x + 1, place.centre[1])
        self.lab.wait_for_view(doublings=0)
        self.lab.click_at(place.right - 1, place.centre[1])
        self.lab.wait_for_view(doublings=16)
        self.lab.key("Tab", "shift+Tab", "Left")
        self.lab.wait_for_view(doublings=15)


class Cache(Race):
    """Bytes of the key–value cache against words, with the sizes of published models."""

    def setUp(self):
        super().setUp()
        self.choose("mode/1")
        self.lab.wait_for_view(mode="generation", timing=False)
        self.lab.settle()
        self.lab.click("race/plot/5")
        self.lab.wait_for_view(plot="cache")
        self.open_model("llama_3_1_8b")
        self.lab.click("race/key_heads/2")
        self.lab.wait_for_view(key_heads=8)

    def open_model(self, key):
        self.lab.click("race/shape_button")
        self.lab.click("race/shape/" + key)
        self.lab.wait_for_view(shape=key)
        self.lab.settle()

    def lines(self):
        """The bytes of each line at its lengths, as exported."""
        lines = {}
        for line in self.keep("race/plots", "csv").read_text().splitlines()[1:]:
            name, n, kept = line.split(",")[:3]
            lines.setdefault(name, {})[float(n)] = float(kept)
        return lines

    def hint_at(self, share):
        plot = self.lab.anchor("race/cache")
        self.lab.point(plot.x + round(share * plot.width), plot.centre[1])
        self.lab.wait_until(lambda: "with" in self.lab.state()["hint"], "the lines are read off")
        return self.lab.state()["hint"]

    def test_it_is_computed_and_so_offered_in_either_mode(self):
        self.choose("mode/0")
        self.lab.wait_for_view(mode="all_words", timing=False)
        self.assertTrue(self.lab.has("race/cache"))
        self.lab.click("race/plot/2")
        self.lab.wait_for_view(plot="memory")
        self.lab.click("race/plot/5")
        self.lab.wait_for_view(plot="cache")
        self.assertTrue(self.lab.has("race/cache"))
        self.choose("mode/1")
        self.lab.wait_for_view(mode="generation", timing=False)
        self.assertTrue(self.lab.has("race/cache"))

    def test_three_numbers_of_key_heads_are_compared_up_to_128_k_words(self):
        each = 32 * 2 * 128 * 2  # layers, a key and a value, numbers, bytes
        lines = self.lines()
        for name, heads in (("32 key heads", 32), ("8 key heads (its own)", 8), ("1 key head", 1)):
            self.assertEqual(lines[name], {2.0**i: each * heads * 2.0**i for i in range(8, 18)}, name)
        self.assertEqual(lines[""], {131072.0: each * 8 * 131072.0}, "its own number, at the length it was made for")

    def test_another_model_and_other_groups(self):
        self.open_model("llama_2_70b")
        self.lab.click("race/key_heads/3")
        self.lab.wait_for_view(key_heads=16)
        self.assertEqual({name: line[1024.0] / 80 / 2 / 128 / 2 / 1024 for name, line in self.lines().items() if name},
                         {"64 key heads": 64, "16 key heads": 16, "8 key heads (its own)": 8, "1 key head": 1})
        self.open_model("falcon_7b")
        self.assertFalse(self.lab.has("race/key_heads/0"), "71 heads cannot be grouped")
        self.open_model("mistral_7b")
        window = self.lines()["1 key head"]
        self.assertEqual(window[4096.0], window[131072.0], "its window keeps 4096 words")

    def test_the_layer_of_this_race_keeps_what_was_measured(self):
        self.open_model("own")
        kept = self.race()["lanes"]["attention"]["kept"]
        lines = self.lines()
        self.assertEqual(lines[""], {10.0: kept})
        self.assertEqual(lines["8 key heads"][1024.0] / 1024, kept / 10)

    def test_every_length_is_read_off_and_the_arithmetic_is_there_on_demand(self):
        self.assertIn("32 key heads", self.hint_at(0.3))
        self.assertNotEqual(self.hint_at(0.3), self.hint_at(0.31), "between two powers of 2")
        self.assertTrue(self.hint_at(0.99).startswith("131\u2009072 words: 68.7 GB with 32 key heads, 17.2 GB with 8, 2.15 GB with 1"),
                        self.hint_at(0.99))
        self.lab.click("race/arithmetic_button")
        self.lab.settle()
        self.assertTrue(self.lab.has("race/arithmetic"))
        self.lab.key("Escape")
        self.lab.wait_for_view(plot="cache")
