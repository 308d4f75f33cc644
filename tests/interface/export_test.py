"""Figures and their numbers as files, through the window."""

import csv
import subprocess
import sys
import unittest
import xml.etree.ElementTree as ElementTree

from lab import colours_of, LabTest
from PIL import Image, ImageChops


class Export(LabTest):
    size = "1600x900"

    def setUp(self):
        super().setUp()
        self.lab.click("tab/labs")
        self.lab.click("lab/1")
        self.lab.wait_until(lambda: self.lab.has("scale_lab/spread/plot"), "the plots are on the screen")
        self.lab.hover("lab/1")

    def tearDown(self):
        self.lab.key("Escape", "Escape", "Escape")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def open(self):
        self.lab.key("ctrl+e")
        self.lab.wait_until(lambda: self.lab.has("export/save"), "the card is open")

    def save(self, path):
        self.lab.name_export(path)
        self.lab.click("export/save")

    def write(self, ending):
        """The chosen figure in a format, by its button; the file."""
        path = self.lab.folder / f"figure.{ending}"
        self.open()
        self.lab.click(f"export/{ending}")
        self.save(path)
        self.lab.wait_for(message=f"Written to {path}")
        self.assertFalse(self.lab.has("export/save"), "the card closes when the file is written")
        return path

    def test_svg_is_xml_with_what_was_drawn(self):
        root = ElementTree.parse(self.write("svg")).getroot()
        self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")
        self.assertGreater(len(list(root.iter("{http://www.w3.org/2000/svg}path"))), 50)

    def test_pdf_has_one_page(self):
        content = self.write("pdf").read_bytes()
        self.assertTrue(content.startswith(b"%PDF-"))
        self.assertIn(b"/Count 1", content)

    def test_png_is_a_picture_on_white_or_on_dark_ground(self):
        picture = Image.open(self.write("png"))
        self.assertEqual(picture.getpixel((3, 3)), (255, 255, 255))
        self.assertGreater(len(colours_of(picture)), 20)
        self.open()
        self.lab.click("export/dark")
        self.save(self.lab.folder / "dark.png")
        self.lab.wait_for(message=f"Written to {self.lab.folder / 'dark.png'}")
        self.assertLess(max(Image.open(self.lab.folder / "dark.png").getpixel((3, 3))), 60)
        self.open()
        self.lab.click("export/dark")

    def test_csv_has_the_numbers(self):
        with open(self.write("csv"), newline="") as file:
            lines = list(csv.reader(file))
        self.assertEqual(lines[0][0], "series")
        self.assertEqual(lines[0][3:], ["lower", "upper"])
        self.assertEqual(len(lines), 1 + 3 * 10)  # three scales, ten widths
        for line in lines[1:]:
            lower, upper = float(line[3]), float(line[4])
            self.assertLessEqual(lower, upper)

    def test_the_button_opens_the_card_and_another_figure_has_another_name(self):
        self.lab.click_more("export")
        self.lab.anchor("export/save")
        self.lab.click("export/figure/scale-gradient")
        self.lab.click("export/pdf")
        self.lab.wait_until(lambda: self.lab.state()["export_path"].endswith("/attention-lab-scale-gradient.pdf"),
                            "the file is named after figure and format")
        self.lab.key("Escape")
        self.lab.wait_until(lambda: not self.lab.has("export/save"), "Escape closes the card")

    def test_the_figure_under_the_mouse_is_chosen(self):
        self.lab.hover("scale_lab/entropy")
        self.open()
        self.assertIn("scale-entropy", self.lab.state()["export_path"])

    def test_a_typed_ending_chooses_the_format(self):
        self.open()
        self.lab.click("export/svg")
        self.save(self.lab.folder / "typed.csv")
        self.lab.wait_for(message=f"Written to {self.lab.folder / 'typed.csv'}")
        self.assertTrue((self.lab.folder / "typed.csv").read_bytes().startswith(b"series,"))

    def test_everything_works_by_keys(self):
        self.open()
        self.assertTrue(self.lab.state()["focus"].startswith("export/"))
        seen = set()
        while self.lab.state()["focus"] not in seen:
            seen.add(self.lab.state()["focus"])
            self.lab.key("Tab")
        self.assertLessEqual({"export/" + name for name in ("figure/scale-spread", "figure/scale-gradient", "svg", "pdf",
                                                            "png", "csv", "path", "save")}, seen)
        self.lab.key("Escape", "Escape")
        self.open()
        self.lab.click("export/png")
        self.lab.name_export(self.lab.folder / "by-keys.png")
        self.lab.key("Return")
        self.lab.wait_for(message=f"Written to {self.lab.folder / 'by-keys.png'}")

    def test_a_folder_that_does_not_exist_gives_a_message_and_the_program_lives_on(self):
        missing = self.lab.folder / "no" / "such" / "figure.svg"
        self.open()
        self.lab.click("export/svg")
        self.save(missing)
        self.lab.wait_for(message=f"the file cannot be written: there is no folder {missing.parent}")
        self.assertFalse(missing.parent.exists())
        there = self.lab.folder / "mended.svg"
        self.save(there)  # the card is still open
        self.lab.wait_for(message=f"Written to {there}")
        self.assertTrue(there.exists())


class Matrices(LabTest):
    def test_the_matrices_of_a_stage_can_be_kept_with_their_names(self):
        self.lab.hover("scrubber/scores")
        self.lab.key("ctrl+e")
        self.lab.click("export/csv")
        path = self.lab.folder / "scores.csv"
        self.lab.name_export(path)
        self.lab.key("Return")
        self.lab.wait_for(message=f"Written to {path}")
        with open(path, newline="") as file:
            lines = list(csv.reader(file))
        words = "The cat sat on the mat because it was tired".split()
        self.assertEqual(lines[0][1:], words)
        self.assertEqual([line[0] for line in lines[1:]], words)
        cell = self.lab.state()["cell"]
        self.assertEqual(cell["quantity"], "scores")
        self.assertAlmostEqual(float(lines[1 + cell["row"]][1 + cell["column"]]), cell["value"], places=5)

    def test_the_matrix_under_the_mouse_is_chosen(self):
        self.lab.hover("matrix/q")
        self.lab.key("ctrl+e")
        self.lab.anchor("export/save")
        self.assertIn("attention-lab-q.", self.lab.state()["export_path"])
        self.lab.key("Escape")


class AllNumbers(LabTest):
    def test_all_numbers_can_be_computed_again_by_anybody(self):
        self.lab.key("ctrl+e")
        self.lab.name_export(self.lab.folder / "figure.svg")
        self.lab.click("export/all_numbers")
        folder = self.lab.folder / "attention-lab-numbers"
        self.lab.wait_for(message=f"Written to {folder}")
        self.assertTrue((folder / "weights.csv").exists())
        said = subprocess.run([sys.executable, folder / "recompute.py"], capture_output=True, text=True)
        self.assertEqual(said.returncode, 0, said.stdout + said.stderr)
        self.assertIn("All stages agree.", said.stdout)


class EveryView(LabTest):
    """What stands on the screen can be kept, in every view."""

    size = "1600x900"

    def tearDown(self):
        self.lab.key("Escape", "Escape")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def go(self, tab, there):
        self.lab.click("tab/" + tab)
        self.lab.wait_for(view=tab)
        self.lab.wait_until(lambda: self.lab.has(there), f"{there} is on the screen")

    def table(self, anchor, name):
        """The numbers of the figure under the mouse, which has this name: header and lines."""
        self.lab.hover(anchor)
        self.lab.key("ctrl+e")
        self.lab.click("export/csv")
        self.lab.wait_until(lambda: self.lab.state()["export_path"].endswith(f"/attention-lab-{name}.csv"), f"{name} is chosen")
        path = self.lab.folder / (name + ".csv")
        self.lab.name_export(path)
        self.lab.key("Return")
        self.lab.wait_for(message=f"Written to {path}")
        with open(path, newline="") as file:
            lines = list(csv.reader(file))
        return lines[0], lines[1:]

    def test_all_heads_on_one_sheet_or_one_of_them(self):
        self.lab.open_preset("cat-four-heads")
        self.go("heads", "heads/head/0")
        self.lab.click("heads/head/0")
        header, lines = self.table("heads/card", "heads")
        self.assertEqual(header[:3], ["", "", "The"])
        self.assertEqual(len(lines), 4 * 10)
        for line in lines:
            self.assertAlmostEqual(sum(map(float, line[2:])), 1, places=4)  # rows of weights
        _, opened = self.table("heads/matrix", "head-1")
        self.assertEqual(opened, [line[1:] for line in lines if line[0].startswith("Head 1:")])

    def test_left_right_and_the_difference(self):
        self.go("compare", "left/card")
        self.lab.click("compare_more")
        self.lab.wait_until(lambda: self.lab.has("right/copy"), "the documents can be changed")
        self.lab.click("right/copy")
        self.lab.wait_until(lambda: self.lab.state()["second"]["text"] == self.lab.state()["text"], "Right is a copy of Left")
        self.lab.click("compare_more")
        self.lab.click("scrubber/mask")
        self.lab.wait_for(stage="mask")
        self.lab.click("left/mask/causal")
        self.lab.click("scrubber/softmax")
        self.lab.wait_for(stage="softmax", computing=False)
        self.lab.wait_until(lambda: self.lab.has("left/card"), "the cards are back")
        tables = [self.table(anchor, name)[1] for anchor, name in
                  (("left/card", "left-weights"), ("right/card", "right-weights"))]
        self.lab.click("compare_more")
        self.lab.wait_until(lambda: self.lab.has("difference/matrix"), "Left − Right is shown")
        tables.append(self.table("difference", "difference")[1])
        self.assertNotEqual(tables[0], tables[1])
        for a, b, difference in zip(*tables):
            for x, y, z in zip(a[1:], b[1:], difference[1:]):
                self.assertAlmostEqual(float(x) - float(y), float(z), places=5)
        self.lab.click("compare_more")

    def test_the_labs(self):
        self.go("labs", "lab/0")
        for lab, anchor, name, count in ((0, "mask_lab/after", "mask-after", 10), (0, "mask_lab/left", "masked", 10),
                                         (2, "score_lab/0", "score-functions-weights", 5 * 10),
                                         (3, "order_lab/positions", "positions", 10),
                                         (3, "order_lab/with", "order-distances", 10)):
            self.lab.click(f"lab/{lab}")
            self.lab.wait_until(lambda: self.lab.has(anchor), f"{anchor} is on the screen")
            self.assertEqual(len(self.table(anchor, name)[1]), count, name)


class Clips(LabTest):
    """What moves on the screen moves in a file."""

    size = "1600x900"

    def tearDown(self):
        self.lab.key("Escape", "Escape")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")

    def open_share(self, tab):
        self.lab.click("tab/" + tab)
        self.lab.wait_for(view=tab)
        self.lab.settle()
        self.lab.click_more("share")
        self.lab.anchor("export/save")
        self.assertTrue(self.lab.state()["export_path"].endswith("/attention-lab-share.png"))

    def write(self, name):
        """The clip, as its pictures and how long each is shown, in milliseconds."""
        path = self.lab.folder / name
        self.lab.click("export/apng")
        self.lab.name_export(path)
        self.lab.click("export/save")
        self.lab.wait_for(message=f"Written to {path}")
        self.assertLess(path.stat().st_size, 3_000_000)
        pictures, times = [], []
        with Image.open(path) as clip:
            self.assertEqual(clip.size, (1200, 675))
            for i in range(1, clip.n_frames):  # the first one is what stands still elsewhere
                clip.seek(i)
                pictures.append(clip.convert("RGB"))
                times.append(clip.info["duration"])
        return pictures, times

    def test_the_story_as_it_plays(self):
        self.lab.open_preset("trained-tired")
        self.open_share("story")
        pictures, times = self.write("story.apng")
        self.assertGreater(len(pictures), 60)
        self.assertAlmostEqual(sum(times), 7500, delta=60)  # six seconds, and then it rests
        with Image.open(self.lab.folder / "story.apng") as clip:
            still = clip.convert("RGB")
        self.assertEqual(ImageChops.difference(still, pictures[-1]).getbbox(), None)
        self.assertIsNotNone(ImageChops.difference(pictures[0], pictures[-1]).getbbox())

    def test_a_stage_as_it_is_played(self):
        self.lab.open_preset("cat-tired")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(view="walkthrough")
        self.lab.at_stage("scores")
        self.open_share("walkthrough")
        pictures, times = self.write("scores.apng")
        self.assertGreater(len(pictures), 40)
        self.assertAlmostEqual(sum(times), 6000, delta=60)

    def test_it_can_be_stopped_and_then_there_is_no_file(self):
        self.lab.open_preset("trained-tired")
        self.open_share("story")
        path = self.lab.folder / "stopped.apng"
        self.lab.click("export/apng")
        self.lab.name_export(path)
        self.lab.click("export/save")
        self.lab.click("export/cancel")
        self.lab.wait_for(message="Cancelled: nothing was written.")
        self.lab.anchor("export/save")
        self.assertFalse(path.exists())

    def test_the_card_may_be_closed_meanwhile(self):
        self.lab.open_preset("trained-tired")
        self.open_share("story")
        path = self.lab.folder / "meanwhile.apng"
        self.lab.click("export/apng")
        self.lab.name_export(path)
        self.lab.click("export/save")
        self.lab.anchor("export/cancel")
        self.lab.key("Escape", "Escape")
        self.lab.wait_until(lambda: not self.lab.has("export/save"), "the card is closed")
        self.lab.click("tab/walkthrough")
        self.lab.wait_for(message=f"Written to {path}")

    def test_a_training_goes_on_while_a_clip_of_it_is_written(self):
        self.lab.click("tab/learn")
        self.lab.wait_for(view="learn")
        self.lab.click("learn/play")
        self.lab.wait_until(lambda: self.lab.view()["made"] > 200, "several moments are recorded")
        self.lab.click_more("share")
        pictures, times = self.write("learning.apng")
        self.assertGreater(len(pictures), 1)
        self.assertAlmostEqual(sum(times), 6000, delta=60)
        made = self.lab.view()["made"]
        self.lab.wait_until(lambda: self.lab.view()["made"] > made, "it goes on")
        self.lab.key("Escape")
        self.lab.click("learn/play")

    def test_a_code_is_on_the_same_card(self):
        self.open_share("walkthrough")
        self.lab.click("export/copy_code")
        self.lab.wait_until(lambda: self.lab.state()["message"].startswith("Copied: one line"), "it is copied")


if __name__ == "__main__":
    unittest.main()
