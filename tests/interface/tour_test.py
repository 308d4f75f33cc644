"""The tour: a picture of every stage."""

import tempfile
import unittest
from pathlib import Path

from lab import SOURCE, colours_of, run
from looks_test import BACKGROUND
from PIL import Image
from steps_test import STAGES


PICTURES = ["start-page.png"] + [f"walkthrough-{stage}.png" for stage in STAGES] + ["story-all.png"]
PICTURES += [f"compare-{stage}.png" for stage in STAGES] + ["heads-all.png"] + [f"labs-{lab}.png" for lab in ("mask", "scale", "score", "order", "place", "blocks")]
PICTURES += [f"race-{page}.png" for page in ("lanes", "generation", "state", "time", "operations", "memory", "path", "remembered",
                                             "cache", "why", "what_if")]
PICTURES += ["learn-reverse.png", "check-ladder.png"]


def lessons():
    """A picture of each lesson and of its first slide, in the order of the course."""
    ids = [line.split(":")[0] for line in run("lessons").stdout.decode().splitlines()]
    assert sorted(ids) == sorted(file.stem for file in (SOURCE / "assets/lessons").glob("*.toml"))
    return [f"{kind}-{name}.png" for name in ids for kind in ("lesson", "lecture")]


NARROW = '{"race": {"d": 128}}'  # quickly timed
RNN = {"light": (0xB8, 0x4A, 0x00), "dark": (0xE6, 0x9F, 0x00)}  # its lane


class Tour(unittest.TestCase):
    def check(self, theme, size, wanted, *arguments):
        """Takes the tour: one picture of every stage, each of its own."""
        with tempfile.TemporaryDirectory() as folder:
            answer = run("tour", "--out", folder, "--theme", theme, "--size", "{}x{}".format(*size), "--choices", NARROW, *arguments)
            self.assertEqual((answer.returncode, answer.stderr), (0, b""))
            self.assertEqual(sorted(path.name for path in Path(folder).iterdir()), sorted(wanted))
            self.assertEqual([Path(line).name for line in answer.stdout.decode().splitlines()], wanted)
            pictures = [Image.open(Path(folder) / name).convert("RGB") for name in wanted]
        for picture in pictures:
            self.assertEqual(picture.size, size)
            self.assertGreater(len(colours_of(picture)), 100)
            self.assertEqual(picture.getpixel((3, size[1] // 4)), BACKGROUND[theme])
        self.assertEqual(len({picture.tobytes() for picture in pictures}), len(pictures))
        for name, picture in zip(wanted, pictures):
            if name.startswith("race-"):  # taken when the lanes are timed: the RNN's name alone has half as many pixels as with its time
                self.assertGreater(colours_of(picture).get(RNN[theme], 0), 80, name)

    def test_the_sentences_of_the_lab_go_on_tour(self):
        self.check("light", (1024, 640), PICTURES + lessons())

    def test_a_sentence_of_ones_own_goes_on_tour_in_the_dark(self):
        self.check("dark", (1280, 720), PICTURES, "--text", "birds sing")
