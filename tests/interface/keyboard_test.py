"""A person without a mouse: Tab reaches every control, Enter works it, and one sees where one is."""

import unittest

from fitting import controls
from lab import colours_of, Lab, LabTest
from PIL import ImageChops

RING = (0x00, 0x72, 0xB2)  # the colour of the focus, light


class Keyboard(LabTest):
    size = "1024x640"

    def tab(self, key="Tab"):
        before = self.lab.state()["focus"]
        self.lab.key(key)
        self.lab.wait_until(lambda: self.lab.state()["focus"] != before, f"{key} moves the focus on from '{before}'")
        return self.lab.state()["focus"]

    def tab_to(self, name):
        first = focus = self.tab()
        while focus != name:
            focus = self.tab()
            self.assertNotEqual(focus, first, f"Tab does not reach {name}")

    def test_tab_reaches_every_control_and_shows_it(self):
        usual = self.lab.state()["scale"]
        self.lab.click("fold/explanation")
        self.lab.reveal("part/predict", within="explanation")
        self.lab.click("part/predict")
        self.lab.key("ctrl+plus")  # so that the explanation is longer than its panel
        self.lab.wait_until(lambda: self.lab.state()["scale"] > usual, "letters have grown")
        order, view, unseen = [], self.lab.anchor("explanation"), []
        focus = self.tab()
        while focus not in order:
            order.append(focus)
            place = self.lab.anchor(focus)
            if not self.lab.window.contains(place) or (focus.startswith("predict/") and not view.contains(place)):
                unseen.append(focus)
            focus = self.tab()
        self.lab.key("ctrl+0")
        self.lab.wait_for(scale=usual)
        self.assertEqual(unseen, [])
        everything = set(controls(self.lab)) | {"board", "predict/0", "predict/1"}
        self.assertEqual(everything - set(order), set())

    def test_shift_tab_goes_back(self):
        first, second = self.tab(), self.tab()
        self.assertNotEqual(first, second)
        self.assertEqual(self.tab("shift+Tab"), first)

    def test_enter_presses_what_has_the_focus(self):
        for theme in ("dark", "light"):
            self.tab_to("more_button")
            self.lab.key("Return")
            self.lab.wait_for(focus="more/files")
            self.lab.key("Up", "Return")  # the last entry
            self.lab.wait_for(theme=theme)
        self.tab_to("scrubber/softmax")
        self.lab.key("Return")
        self.lab.wait_for(stage="softmax")
        self.tab_to("dropout")
        self.lab.key("Return")
        self.lab.wait_until(lambda: self.lab.has("scrubber/dropout"), "dropout is on")
        self.tab_to("token/2")
        self.lab.key("Return")
        self.lab.wait_for(query=2)

    def test_a_menu_is_worked_by_keys_alone(self):
        self.tab_to("presets_button")
        self.lab.key("Return")
        self.lab.wait_for(focus="presets/cat-sat")
        self.lab.key("Down")
        self.lab.wait_for(focus="presets/cat-tired")
        self.lab.key("Down", "Down", "Up", "Return")
        self.lab.wait_for(preset="cat-comfortable")
        self.lab.wait_until(lambda: not self.lab.has("presets/cat-sat"), "the menu is closed")

    def test_a_number_is_set_by_keys_alone(self):
        self.tab_to("board")
        self.lab.key("Up", "Left")
        self.lab.wait_for(query=6, key=0, stage="scores")
        self.lab.key("Return")
        self.lab.wait_until(lambda: self.lab.has("cell_editor"), "the cell can be typed into")
        self.lab.type("-2")
        self.lab.key("Return")
        self.lab.wait_for(overrides=1)
        self.assertEqual(self.lab.value(), -2)

    def test_a_sentence_is_typed_by_keys_alone(self):
        self.tab_to("sentence")
        self.lab.key("ctrl+a")
        self.lab.type("birds sing")
        self.lab.wait_for(text="birds sing")
        self.tab()
        self.tab_to("scrubber/scale")
        self.lab.key("Return")
        self.lab.wait_for(stage="scale", text="birds sing")

    def test_a_ring_shows_where_the_focus_is(self):
        self.tab_to("weights_button")
        with_ring = self.lab.screenshot()
        place = self.lab.anchor("weights_button")
        self.tab_to("more_button")
        without = self.lab.screenshot()
        around = (place.x - 6, place.y - 6, place.right + 6, place.bottom + 6)
        self.assertIsNotNone(ImageChops.difference(with_ring.crop(around), without.crop(around)).getbbox())
        colours = colours_of(with_ring.crop(around))
        self.assertGreater(colours.get(RING, 0), place.width)  # at least its upper and lower edge
        self.assertEqual(colours_of(without.crop(around)).get(RING, 0), 0)


class Layouts(unittest.TestCase):
    """Shortcuts are where the keyboard's layout has their letters."""

    def by_letter(self, layout):
        lab = Lab("--text", "the cat sat", keyboard=layout)
        lab.write_sentence("a dog slept")
        lab.wait_for(text="a dog slept")
        lab.key("Return", "ctrl+z")
        lab.wait_until(lambda: lab.state()["text"] != "a dog slept", f"{layout}: Ctrl Z undoes")
        undone = lab.state()["text"]
        lab.key("ctrl+y")
        lab.wait_until(lambda: lab.state()["text"] != undone, f"{layout}: Ctrl Y does it again")
        usual = lab.state()["zoom"]
        lab.key("ctrl+plus")
        lab.wait_until(lambda: lab.state()["zoom"] > usual, f"{layout}: Ctrl + enlarges")
        lab.key("ctrl+minus")
        lab.wait_for(zoom=usual)
        lab.key("question")
        lab.wait_for(keys_card=True)
        lab.key("question")
        lab.wait_for(keys_card=False)
        theme = lab.state()["theme"]
        lab.key("t")
        lab.wait_until(lambda: lab.state()["theme"] != theme, f"{layout}: T changes the theme")
        lab.key("t")
        lab.wait_for(theme=theme)
        lab.close()

    def test_on_a_german_keyboard(self):
        self.by_letter("de")

    def test_on_a_french_keyboard(self):
        self.by_letter("fr")

    def test_on_a_dvorak_keyboard(self):
        self.by_letter("us(dvorak)")

    def test_letters_of_other_alphabets_count_by_place(self):
        lab = Lab("--text", "the cat sat", keyboard="ru")
        theme = lab.state()["theme"]
        lab.key("Cyrillic_ie")  # where T is
        lab.wait_until(lambda: lab.state()["theme"] != theme, "T changes the theme")
        lab.key("ctrl+Cyrillic_a")  # F, which means nothing
        lab.key("Cyrillic_ie")
        lab.wait_for(theme=theme)
        lab.close()
