"""Light and dark, any size of window and of letters: everything in its place."""

import unittest
from itertools import combinations

from fitting import problems
from lab import Lab, LabTest

BACKGROUND = {"light": (0xF4, 0xF2, 0xEC), "dark": (0x16, 0x18, 0x1D)}

class Theme(LabTest):
    def background(self):
        """The colour of the edge left of the scrubber."""
        return self.lab.screenshot().getpixel((3, self.lab.anchor("play").centre[1]))

    def test_t_and_the_button_change_between_light_and_dark(self):
        self.assertEqual(self.background(), BACKGROUND["light"])
        self.lab.key("t")
        self.lab.wait_for(theme="dark")
        self.assertEqual(self.background(), BACKGROUND["dark"])
        self.lab.click_more("theme")
        self.lab.wait_for(theme="light")
        self.assertEqual(self.background(), BACKGROUND["light"])

    def test_the_whole_picture_changes(self):
        light = self.lab.screenshot().convert("L")
        self.lab.click_more("theme")
        self.lab.wait_for(theme="dark")
        dark = self.lab.screenshot().convert("L")
        self.lab.key("t")
        self.lab.wait_for(theme="light")
        share = sum(dark.histogram()[:100]) / (dark.width * dark.height)
        self.assertGreater(share, 0.6)
        self.assertLess(sum(light.histogram()[:100]) / (light.width * light.height), 0.2)

    def test_letters_grow_and_shrink_by_keys(self):
        usual = self.lab.state()["scale"]
        self.lab.key("ctrl+plus")
        self.lab.wait_until(lambda: self.lab.state()["scale"] > usual, "letters have grown")
        self.lab.key("ctrl+minus", "ctrl+minus")
        self.lab.wait_until(lambda: self.lab.state()["scale"] < usual, "letters have shrunk")
        self.lab.key("ctrl+0")
        self.lab.wait_for(scale=usual)

    def test_the_card_of_keys_comes_and_goes(self):
        for opener, closer in (("shift+slash", "Escape"), ("F1", "shift+slash")):
            self.lab.key(opener)
            self.lab.wait_for(keys_card=True)
            self.assertTrue(self.lab.window.contains(self.lab.anchor("keys_card")))
            self.lab.key(closer)
            self.lab.wait_for(keys_card=False)
        self.lab.click("keys_button")
        self.lab.wait_for(keys_card=True)
        self.lab.click("keys/close")
        self.lab.wait_for(keys_card=False)

    def test_what_one_may_want_to_do_is_a_click_away(self):
        self.lab.click("keys_button")
        self.lab.click("keys/wish/sentence")
        self.lab.wait_for(keys_card=False, editing="sentence")
        self.lab.key("Escape")
        self.lab.click("keys_button")
        self.lab.click("keys/wish/numbers")
        self.lab.anchor("export/save")
        self.lab.key("Escape")


class Sizes(unittest.TestCase):
    """In windows of every size all controls lie inside the window, and none lies on another."""

    def assertWellPlaced(self, lab, what):
        self.assertEqual(problems(lab), [], f"{what}, {lab.size}")

    def menus(self, lab):
        for menu, first in (("presets", "presets/cat-sat"), ("weights", "weights/random")):
            lab.click(menu + "_button")
            lab.anchor(first)
            menu_place = lab.anchor(menu)
            self.assertTrue(lab.window.contains(menu_place), menu)
            rows = {name: place for name, place in lab.anchors().items() if name.startswith(menu + "/")}
            for name, place in rows.items():
                self.assertTrue(menu_place.x <= place.x and place.right <= menu_place.right, name)
            for (one, a), (other, b) in combinations(rows.items(), 2):
                self.assertLessEqual(min(a.overlap(b)), 1, f"{one} and {other} overlap")
            lab.key("Escape")
            lab.wait_until(lambda: not lab.has(first), "the menu is closed")

    def all_stages(self, lab, what):
        for name in [name for name in lab.anchors() if name.startswith("scrubber/")]:
            stage = name.removeprefix("scrubber/")
            lab.at_stage(stage)
            self.assertWellPlaced(lab, f"{what}, {stage}")

    def changed(self, lab):
        """A number is set by hand: the strip of changes is there, and the button to take it back."""
        lab.at_stage("scores")
        cell = next(name for name in lab.anchors() if name.startswith("cell/scores/"))
        lab.click(cell, double=True)
        lab.wait_until(lambda: lab.has("cell_editor"), "the cell can be typed into")
        lab.type("3")
        lab.key("Return")
        lab.wait_for(overrides=1)
        self.assertWellPlaced(lab, "a number set by hand")

    def test_the_smallest_window(self):
        lab = Lab(size="1024x640")
        self.all_stages(lab, "a sentence")
        self.menus(lab)
        for preset in ("french-cat", "heads-8", "batch-2x4x8", "batch-32x64x512"):
            lab.open_preset(preset)
            self.all_stages(lab, preset)
        lab.open_preset("cat-tired")
        self.changed(lab)
        lab.close()

    def test_a_laptop(self):
        lab = Lab(size="1600x900")
        self.all_stages(lab, "a sentence")
        self.menus(lab)
        lab.open_preset("heads-8")
        self.assertWellPlaced(lab, "eight heads")
        lab.close()

    def test_the_largest_window(self):
        lab = Lab(size="3840x2160")
        for stage in ("scores", "weighted_sum"):
            lab.at_stage(stage)
            self.assertWellPlaced(lab, stage)
        self.menus(lab)
        lab.close()

    def test_large_letters_in_a_small_window(self):
        lab = Lab(size="1280x800")
        usual = lab.state()["scale"]
        lab.key("ctrl+plus", "ctrl+plus", "ctrl+plus")
        lab.wait_until(lambda: lab.state()["scale"] > 1.3 * usual, "letters have grown")
        self.all_stages(lab, "large letters")
        lab.close()

    def test_a_window_as_small_as_it_gets(self):
        lab = Lab(size="640x400")
        for name in [name for name in lab.anchors() if name.startswith("scrubber/")]:
            lab.at_stage(name.removeprefix("scrubber/"))
        self.menus(lab)
        lab.hover("views_button")  # where the tabs have no room
        lab.resize(1280, 720)
        lab.at_stage("scores")
        self.assertWellPlaced(lab, "large again")
        lab.close()

    def test_the_window_changes_its_size_while_a_number_is_dragged(self):
        lab = Lab(size="1280x720")
        before = lab.value()
        x, y = lab.anchor("cell/scores/7/1").centre
        lab.mash("mousemove", x, y, "mousedown", 1, "mousemove", x, y - 20)
        lab.resize(1024, 640)
        lab.mash("mousemove", x, y - 40)
        lab.resize(1600, 900)
        lab.mash("mousemove", x, y - 60, "mouseup", 1)
        lab.wait_for(overrides=1)
        self.assertNotEqual(lab.value(), before)
        self.assertWellPlaced(lab, "after the drag")
        lab.key("ctrl+z")
        lab.wait_for(overrides=0, can_undo=False)
        self.assertEqual(lab.value(), before)
        lab.close()

    def test_light_and_dark_while_a_menu_is_open(self):
        lab = Lab(size="1280x720")
        lab.click("presets_button")
        lab.anchor("presets/cat-sat")
        lab.key("t")
        lab.click("more_button")  # beside the menu: closes it
        lab.wait_until(lambda: not lab.has("presets/cat-sat"), "the menu is closed")
        theme = lab.state()["theme"]
        lab.click_more("theme")
        lab.wait_until(lambda: lab.state()["theme"] != theme, "the theme changes")
        self.assertWellPlaced(lab, "after the menu")
        lab.close()
