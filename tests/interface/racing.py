"""A window that shows the race of narrow layers over ten words, which is timed in a moment."""

from lab import LabTest

NARROW = ("--choices", '{"race": {"d": 128}}')  # quickly timed


class Race(LabTest):
    size = "1600x900"
    arguments = NARROW

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.click("tab/walkthrough")  # the race shows no menu of sentences
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
