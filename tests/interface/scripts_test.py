"""Sentences in every script: drawn with real letters where there is a font, and said where there is none."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

from lab import Lab

LETTERS = {  # words without a letter in common, so that no two may look alike
    "Greek": "βδζη κπρστ",
    "Cyrillic": "жщюя кошка",
    "Hebrew": "חתול שמש",
    "Arabic": "قطة نوم",
    "accented Latin": "éàôï ßçñ",
}
EAST = {"Chinese": "猫坐垫上", "Japanese": "ねこ犬タ", "Korean": "고양이 매트"}


def has_font_for(letter):
    """Whether this machine has a font with the letter."""
    found = subprocess.run(["fc-list", f":charset={ord(letter):x}", "file"], capture_output=True, text=True, check=False)
    return bool(found.stdout.strip())


def word_pictures(lab):
    """The inside of each word's box: its letters alone. The first box is filled: it is the query."""
    picture, boxes = lab.screenshot(), []
    while lab.has(f"token/{len(boxes)}"):
        boxes.append(lab.anchor(f"token/{len(boxes)}"))
    return [picture.crop((box.x + 6, box.y + 6, box.right - 6, box.bottom - 6)).convert("L") for box in boxes]


def is_drawn(picture):
    """Dark and light: there are letters on the ground of the box."""
    low, high = picture.getextrema()
    return high - low > 60


class Shown(unittest.TestCase):
    def check(self, script, text):
        lab = Lab("--text", text)
        pictures = word_pictures(lab)
        message = lab.state()["message"]
        lab.close()
        self.assertNotRegex(message, "No font|cannot be drawn", f"{script}: nothing is missing")
        self.assertGreaterEqual(len(pictures), 2)
        for picture in pictures:
            self.assertTrue(is_drawn(picture), script)
        # Letters without a glyph would all be drawn as the same sign. The first word is the query: light on dark.
        rest = [picture.tobytes() for picture in pictures[1:]]
        self.assertEqual(len(set(rest)), len(rest), f"{script}: different words look different")

    def test_scripts_that_the_own_fonts_have(self):
        for script, text in LETTERS.items():
            with self.subTest(script=script):
                self.check(script, text)

    def test_chinese_japanese_and_korean_come_from_the_fonts_of_the_system(self):
        for script, text in EAST.items():
            with self.subTest(script=script):
                if not all(has_font_for(letter) for letter in text if letter != " "):
                    self.skipTest("there is no font for it here: install fonts-noto-cjk")
                self.check(script, text)

    def test_scripts_beside_one_another(self):
        self.check("mixed", "The кошка γάτα חתול قطة")


class Typed(unittest.TestCase):
    def typed(self, keyboard, *texts):
        lab = Lab(keyboard=keyboard)
        for text in texts:
            lab.write_sentence(text)
            lab.wait_for(text=text)
            self.assertEqual(len(word_pictures(lab)), len(text.split()))
        lab.close()

    def test_greek_and_cyrillic(self):
        self.typed("us,gr,ru", "μαθημα", "кошка спит", "the κηπος и море")

    def test_hebrew_and_arabic(self):
        self.typed("us,il,ara", "חתול ישב", "قطة نامت", "the חתול sat")


class Missing(unittest.TestCase):
    def test_without_a_font_the_package_is_named_and_code_points_stand_for_the_letters(self):
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder) / "fonts.conf"
            config.write_text("<fontconfig></fontconfig>")
            with mock.patch.dict(os.environ, FONTCONFIG_FILE=str(config)):
                lab = Lab("--text", "猫 cat 犬")
                lab.wait_until(lambda: "Chinese" in lab.state()["message"], "the missing font is named")
                lab.key("Escape")
                pictures = word_pictures(lab)
                self.assertNotEqual(pictures[0].tobytes(), pictures[2].tobytes())
                lab.close()

    def test_what_needs_shaping_is_said_and_not_drawn_wrongly(self):
        lab = Lab("--text", "नमस्ते cat สวัสดี")
        lab.wait_until(lambda: "Devanagari" in lab.state()["message"], "Devanagari is said")
        self.assertIn("cannot be drawn yet", lab.state()["message"])
        lab.key("Escape")
        lab.wait_until(lambda: "Thai" in lab.state()["message"], "then Thai")
        lab.close()

    def test_emoji_are_said(self):
        lab = Lab("--text", "I love 🐈 cats")
        lab.wait_until(lambda: "Emoji" in lab.state()["message"], "emoji are said")
        lab.close()

    def test_a_message_about_letters_is_there_as_long_as_the_sentence_that_needs_them(self):
        lab = Lab("--text", "नमस्ते")
        lab.wait_until(lambda: "Devanagari" in lab.state()["message"], "it is said")
        lab.write_sentence("cat")
        lab.wait_for(text="cat", message="")
        lab.key("Return", "ctrl+z")
        lab.wait_until(lambda: "Devanagari" in lab.state()["message"], "it is said again")
        lab.click("message/close")
        lab.wait_for(message="")
        lab.key("ctrl+shift+z", "ctrl+z")
        lab.settle()
        self.assertEqual(lab.state()["message"], "")  # it was read
        lab.close()

    def test_missing_letters_are_said_before_anything_else_about_the_words(self):
        with tempfile.TemporaryDirectory() as folder:
            config = Path(folder) / "fonts.conf"
            config.write_text("<fontconfig></fontconfig>")
            with mock.patch.dict(os.environ, FONTCONFIG_FILE=str(config)):
                lab = Lab("--text", "猫坐")
                lab.wait_until(lambda: lab.state()["message"], "something is said")
                self.assertIn("No font", lab.state()["message"])
                lab.close()

    def test_a_message_moves_nothing(self):
        lab = Lab("--text", "नमस्ते the cat")
        lab.wait_until(lambda: "Devanagari" in lab.state()["message"], "it is said")
        place = lab.anchor("matrix/scores")
        self.assertLess(lab.anchor("message").bottom, lab.anchor("play").y)
        lab.click("message/close")
        lab.wait_for(message="")
        self.assertEqual(lab.anchor("matrix/scores"), place)
        lab.close()


class Languages(unittest.TestCase):
    def test_which_language_a_sentence_is_in_is_asked_once_beside_its_words(self):
        lab = Lab("--text", "Die Suppe war schon wieder kalt")
        lab.wait_until(lambda: lab.has("language_question"), "it is asked")
        self.assertGreaterEqual(lab.anchor("language_question").y, lab.anchor("token/0").bottom)
        lab.click("language_question/1")  # after English
        lab.wait_for(language="de", text="Die Suppe war schon wieder kalt")
        self.assertFalse(lab.has("language_question"))
        lab.key("ctrl+z")
        lab.wait_for(language="en")
        lab.click("language_question/0")
        lab.wait_until(lambda: not lab.has("language_question"), "English is an answer")
        lab.write_sentence("Die Katze war sehr krank")
        lab.key("Return")
        lab.wait_for(text="Die Katze war sehr krank", editing="")
        self.assertFalse(lab.has("language_question"))
        lab.close()

    def test_an_english_sentence_raises_no_question(self):
        lab = Lab("--text", "The zyzzyva sat on the mat because it was tired")
        self.assertFalse(lab.has("language_question"))
        lab.close()

    def test_a_german_sentence_can_be_kept_from_being_looked_up_and_that_can_be_undone(self):
        lab = Lab("--text", "Die Suppe war schon wieder kalt")
        lab.wait_until(lambda: lab.has("language_question"), "it is asked")
        self.assertEqual(lab.state()["language"], "en")
        lab.at_stage("input")
        lab.click("token/0")
        lab.click("weights_button")
        lab.click("weights/language/1")
        lab.key("Escape")
        lab.wait_for(language="other", text="Die Suppe war schon wieder kalt")
        lab.key("ctrl+z")
        lab.wait_for(language="en")
        lab.close()

    def test_chinese_is_said_to_be_split_by_character_and_arabic_to_stand_in_reading_order(self):
        for text, said in ("猫坐", "split into characters"), ("قطة نامت", "run from left to right"):
            lab = Lab("--text", text)
            lab.wait_until(lambda said=said, lab=lab: said in lab.state()["message"], said)
            self.assertTrue(lab.has("token/1"))
            lab.close()
