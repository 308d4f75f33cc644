"""The tour: a picture of every stage."""

import tempfile
import unittest
from pathlib import Path

from lab import run
from looks_test import BACKGROUND
from PIL import Image
from steps_test import STAGES


PICTURES = ["start-page.png"] + [f"{view}-{stage}.png" for view in ("walkthrough", "compare") for stage in STAGES]
PICTURES += ["heads-all.png"] + [f"labs-{lab}.png" for lab in ("mask", "scale", "score", "order")]
PICTURES += [f"race-{page}.png" for page in ("lanes", "generation", "state", "time", "operations", "memory", "path", "remembered",
                                             "what_if")]


RNN = {"light": (0xB8, 0x4A, 0x00), "dark": (0xE6, 0x9F, 0x00)}  # its lane


class Tour(unittest.TestCase):
    def test_one_picture_of_every_stage_in_both_themes(self):
        for theme, size in (("light", (1024, 640)), ("dark", (1280, 720))):
            with tempfile.TemporaryDirectory() as folder:
                answer = run("tour", "--out", folder, "--theme", theme, "--size", "{}x{}".format(*size))
                self.assertEqual((answer.returncode, answer.stderr), (0, b""))
                expected = PICTURES
                self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), sorted(expected))
                self.assertEqual([Path(line).name for line in answer.stdout.decode().splitlines()], expected)
                pictures = [Image.open(Path(folder) / name).convert("RGB") for name in expected]
                for picture in pictures:
                    self.assertEqual(picture.size, size)
                    self.assertGreater(len(picture.getcolors(2 ** 24)), 200)
                    self.assertEqual(picture.getpixel((3, size[1] // 2)), BACKGROUND[theme])
                self.assertEqual(len({picture.tobytes() for picture in pictures}), len(pictures))
                for name, picture in zip(expected, pictures):
                    if name.startswith("race-"):  # taken when the lanes are timed, not before
                        colours = dict((colour, count) for count, colour in picture.getcolors(2 ** 24))
                        self.assertGreater(colours.get(RNN[theme], 0), 1000, name)

    def test_a_sentence_of_ones_own_goes_on_tour(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = run("tour", "--out", folder, "--size", "1024x640", "--text", "birds sing")
            self.assertEqual(answer.returncode, 0)
            self.assertEqual(len(list(Path(folder).iterdir())), len(PICTURES))
