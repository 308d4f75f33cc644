"""Undo goes back by what a person did: a drag, a visit to a field. Looking at a control does nothing."""

import json
import tempfile
import unittest

from lab import Lab, LabTest


class Gestures(LabTest):
    def test_two_drags_are_undone_one_by_one(self):
        values = [self.lab.value()]
        for _ in range(2):
            self.lab.drag("cell/scores/7/1", 0, -40)
            self.lab.wait_until(lambda: self.lab.value() > values[-1] + 0.3, "the number has grown")
            values.append(self.lab.value())
        self.lab.key("ctrl+z")
        self.assertEqual(self.lab.value(), values[1])
        self.lab.key("ctrl+z")
        self.assertEqual(self.lab.value(), values[0])
        self.lab.key("ctrl+z")
        self.lab.wait_for(overrides=0)

    def test_two_typed_sentences_are_undone_one_by_one(self):
        before = self.lab.state()["text"]
        for text in ("a dog slept", "the cat ate"):
            self.lab.write_sentence(text)
            self.lab.wait_for(text=text)
            self.lab.key("Return")
            self.lab.wait_for(editing="")
        self.lab.key("ctrl+z")
        self.lab.wait_for(text="a dog slept")
        self.lab.key("ctrl+z")
        self.lab.wait_for(text=before)

    def test_escape_brings_back_what_was_there_and_leaves_no_step(self):
        for preset in ("cat-tired", "shape-512"):
            self.lab.open_preset(preset)
            self.lab.undo_everything()
            self.lab.open_preset(preset)
            undo = self.lab.state()["can_undo"]
            before = self.lab.state()["text"]
            self.lab.write_sentence("a dog")
            self.lab.wait_for(text="a dog")
            self.lab.key("Escape")
            self.lab.wait_for(text=before, preset=preset, editing="", can_undo=undo)

    def test_escape_after_an_empty_sentence_brings_it_back(self):
        before = self.lab.state()["text"]
        self.lab.click("sentence")
        self.lab.key("ctrl+a", "BackSpace", "Escape")
        self.lab.wait_for(editing="", text=before, message="", wrong=False)

    def test_a_preset_with_the_same_words_fills_an_empty_field_again(self):
        for preset in ("cat-one-head", "cat-tired", "shape-512"):
            self.lab.click("sentence")
            self.lab.key("ctrl+a", "BackSpace")
            self.lab.wait_for(wrong=True)
            self.lab.open_preset(preset)
            self.lab.wait_for(wrong=False, message="")


class Looking(unittest.TestCase):
    """Values that a session may have, and no control offers."""

    def test_what_is_beyond_a_control_stays_as_it_is(self):
        with tempfile.TemporaryDirectory() as folder:
            lab = Lab(folder=folder)
            lab.key("m", "ctrl+s")
            lab.wait_until(lab.session.exists, "the session is saved")
            lab.close()
            session = json.loads(lab.session.read_text())
            self.set(session, "before", 9)
            self.set(session, "text", "The cat sat")
            lab.session.write_text(json.dumps(session))
            lab = Lab("--stage", "mask", folder=folder)
            lab.wait_for(stage="mask", text="The cat sat")
            forbidden, undo = lab.state()["forbidden"], lab.state()["can_undo"]
            lab.click("mask/before")
            lab.key("Return")
            self.assertEqual((lab.state()["forbidden"], lab.state()["can_undo"]), (forbidden, undo))
            lab.click("mask/causal")
            lab.wait_for(can_undo=True, forbidden=0)
            lab.key("ctrl+z")
            lab.wait_for(forbidden=forbidden)
            lab.close()

    def set(self, node, name, value):
        """Puts the value wherever the session has this name."""
        for key, inner in node.items():
            if key == name:
                node[key] = value
            elif isinstance(inner, dict):
                self.set(inner, name, value)
