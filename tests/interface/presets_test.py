"""A person opens every preset, and looks at its stages."""

import tomllib

from lab import LabTest, SOURCE

PRESETS = tomllib.loads((SOURCE / "assets/presets.toml").read_text())["preset"]


class Presets(LabTest):
    def setUp(self):
        self.lab.at_stage("scores")

    def stages_after(self, stage):
        anchors = self.lab.anchors()
        stops = sorted((place.centre[0], name.removeprefix("scrubber/")) for name, place in anchors.items()
                       if name.startswith("scrubber/"))
        names = [name for _, name in stops]
        return names[names.index(stage) + 1:]

    def test_every_preset_opens_with_its_cell_marked_and_shows_its_stages(self):
        for preset in PRESETS:
            with self.subTest(preset["id"]):
                self.lab.open_preset(preset["id"])
                state = self.lab.state()
                self.assertEqual(state["message"], "")
                self.assertEqual(state["text"], preset.get("text", preset.get("sentences", [""])[0]))
                self.assertEqual((state["query"], state["key"]), (preset.get("query", 0), preset.get("key", 0)))
                self.assertEqual((state["cell"]["row"], state["cell"]["column"]), (state["query"], state["key"]))
                for stage in self.stages_after("scores"):
                    self.lab.key("Right")
                    self.lab.wait_for(stage=stage, message="")
                self.lab.at_stage("scores")

    def test_cross_attention_has_words_that_ask_and_words_that_are_asked(self):
        self.lab.open_preset("french-cat")
        self.assertTrue(self.lab.has("source/4"))
        self.assertTrue(self.lab.has("source") and self.lab.has("sentence"))
        self.lab.click("source/3")
        self.lab.wait_for(key=3, query=2)
        self.lab.click("token/0")
        self.lab.wait_for(key=0, query=0)  # what it reads most

    def test_the_items_of_a_batch_have_numbers_of_their_own(self):
        self.lab.open_preset("batch-2x4x8")
        first = self.lab.value()
        self.lab.click("item/more")
        self.lab.wait_until(lambda: self.lab.value() != first, "the second item is shown")
        self.lab.click("item/less")
        self.lab.wait_until(lambda: self.lab.value() == first, "the first item is shown again")

    def test_the_causal_preset_hides_what_comes_later(self):
        self.lab.open_preset("causal-5")
        self.lab.at_stage("mask")
        self.lab.click("cell/masked/1/3")
        self.lab.wait_until(lambda: self.lab.state()["cell"]["value"] == "-inf", "the cell above the diagonal is −∞")
