"""A window that shows the race of narrow layers over ten words, which is timed in a moment."""

from lab import LabTest

# quickly timed, and the chart is measured only when it is asked for
NARROW = ("--choices", '{"race": {"d": 128, "by_itself": false}}')


class Race(LabTest):
    size = "1600x900"
    arguments = NARROW

    def setUp(self):
        self.lab.key("Escape", "Escape")
        self.lab.click("tab/walkthrough", amid_work=True)  # the race shows no menu of sentences
        self.lab.open_preset("cat-tired")
        self.lab.click("tab/race")
        self.lab.wait_for(view="race")
        self.choose("mode/0", "words/0", "d/0", "along/0")  # narrow layers and the words of the sentence: quickly timed
        self.lab.click("race/plot/0", amid_work=True)
        self.facts()
        self.lab.wait_for_view(words=10, timed_d=128, mode="all_words", plot="time", reason="facts", timing=False)
        self.lab.settle()

    def race(self):
        return self.lab.view()

    def open_set_up(self):
        self.lab.click("race/set_up_button", amid_work=True)
        self.lab.wait_until(lambda: self.lab.has("race/set_up/d/0"), "Set-up is open")

    def choose(self, *entries):
        """Chooses these in Set-up, and closes it."""
        self.open_set_up()
        for entry in entries:
            self.lab.click("race/set_up/" + entry, amid_work=True)
        if self.lab.has("race/set_up/d/0"):  # what is measured again closes it
            self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("race/set_up/d/0"), "Set-up is closed")

    def facts(self):
        """Closes the page that has been opened in place of the facts."""
        if self.lab.has("race/less"):
            self.lab.click("race/less", amid_work=True)
        self.lab.wait_for_view(reason="facts")

    def ask(self, page):
        """Opens a page in place of the facts: 0 why, 1 what if, 2 the state."""
        if not self.lab.has("race/less"):
            self.lab.click("race/more", amid_work=True)
        self.lab.click(f"race/reason/{page}", amid_work=True)

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

    def check_verdict(self):
        """The verdict names all three in the order of their medians."""
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
