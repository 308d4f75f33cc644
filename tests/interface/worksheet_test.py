"""Worksheets of what is on screen, and its numbers as text, through the window."""

import unittest

from lab import LabTest


class Worksheet(LabTest):
    size = "1366x768"

    def tearDown(self):
        self.lab.key("Escape", "Escape")

    def open(self):
        self.lab.click_more("worksheet")
        self.lab.wait_until(lambda: self.lab.has("worksheet/make"), "the card is open")

    def fill(self, field, text):
        self.lab.click(f"worksheet/{field}")
        self.lab.key("ctrl+a")
        self.lab.type(text)

    def folder(self, path):
        self.fill("path", str(path))
        self.lab.wait_for(worksheet_path=str(path))

    def test_a_pile_and_its_answers_are_written_for_the_words_on_screen(self):
        self.open()
        self.fill("count", "3")
        self.lab.click("worksheet/paper/1")
        folder = self.lab.folder / "class"
        self.folder(folder)
        self.lab.click("worksheet/tables")
        self.lab.click("worksheet/make")
        self.lab.wait_for(message=f"Written to {folder}")
        self.assertFalse(self.lab.has("worksheet/make"), "the card closes when the files are written")
        self.assertIn(b"/Count 6", (folder / "worksheets.pdf").read_bytes())
        self.assertIn(b"612 792", (folder / "worksheets.pdf").read_bytes(), "Letter")
        self.assertEqual(sorted(file.name for file in folder.iterdir()),
                         ["answers.pdf", "worksheet-1.xlsx", "worksheet-2.xlsx", "worksheet-3.xlsx", "worksheets.pdf"])

        # A smaller class afterwards: what is left of the larger one is said, and left.
        self.open()
        self.fill("count", "2")
        self.lab.click("worksheet/make")
        self.lab.wait_until(lambda: "worksheet-3.xlsx, from an earlier run" in self.lab.state()["message"], "it is said")
        self.assertTrue((folder / "worksheet-3.xlsx").exists())

    def test_what_cannot_be_made_is_said_on_the_card(self):
        self.open()
        self.fill("count", "0")
        self.lab.click("worksheet/make")
        self.lab.wait_until(lambda: "0" in self.lab.state().get("worksheet_mistake", ""), "it is said")
        self.fill("count", "1")
        file = self.lab.folder / "a-file"
        file.write_text("kept")
        self.folder(file / "deeper")
        self.lab.click("worksheet/make")
        self.lab.wait_until(lambda: "folder" in self.lab.state().get("worksheet_mistake", ""), "it is said")
        self.assertTrue(self.lab.has("worksheet/make"), "the card stays")
        self.assertEqual(file.read_text(), "kept")

    def test_a_matrix_is_copied_as_text(self):
        self.lab.key("ctrl+e")
        self.lab.wait_until(lambda: self.lab.has("export/copy/numpy"), "the card is open")
        for form, title in (("numpy", "NumPy"), ("latex", "LaTeX"), ("csv", "CSV")):
            self.lab.click(f"export/copy/{form}")
            self.lab.wait_until(lambda: self.lab.state()["message"].startswith(f"Copied as {title}"), f"{title} is copied")


if __name__ == "__main__":
    unittest.main()
