"""The program for Windows as a person would use it, under Wine: looked at, clicked, typed into, exported from, a real model opened.

    ATTENTION_LAB=PROGRAM python3 window_check.py

PROGRAM starts it under Wine. Unlike the tests of the interface this cannot press mouse button 10, which Windows does not have,
so each action waits for what it should lead to.
"""

import subprocess
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "interface"))

from lab import PATIENCE, SOURCE, Lab, colours_of, display, environment  # noqa: E402


class WindowsLab(Lab):
    def _do(self, *words):
        """By an xdotool of its own, which ends when all is done: there is no mark to wait for."""
        subprocess.run(["xdotool", *map(str, words)], env=environment(), timeout=PATIENCE, check=True)

    def at_origin(self):
        """Moves the window to where its own coordinates are the screen's."""
        self._do("search", "--sync", "--onlyvisible", "--name", "^Attention Lab$", "windowmove", "--sync", 0, 0, "windowfocus", "--sync")
        self.settle()

    def export(self, ending, beginning):
        """The chosen figure as a file, drawn by Cairo."""
        file = self.folder / f"figure.{ending}"
        self.key("ctrl+e")
        self.click(f"export/{ending}")
        self.name_export(file)
        self.click("export/save")
        self.wait_until(file.exists, f"{file} is written")
        content = file.read_bytes()
        assert content.startswith(beginning) and len(content) > 1000, f"{file} begins with {content[:10]}"

    def open_model(self, folder):
        """Types its folder into the card for files; its name is the folder's."""
        self.click_more("files")
        self.click("files/path")
        self.key("ctrl+a")
        self.type(str(folder))
        self.key("Return")
        self.wait_for(real_model=folder.name)

    def close(self):
        Lab._left_open = None
        self._do("key", "alt+F4")
        return self.program.wait(PATIENCE)


def main():
    lab = WindowsLab(painted=True)
    lab.at_origin()
    colours = colours_of(lab.screenshot())
    assert len(colours) > 100, f"the window has {len(colours)} colours"
    lab.click("tab/heads")
    lab.wait_for(view="heads")
    lab.click("tab/walkthrough")
    lab.wait_for(view="walkthrough")
    lab.click("scrubber/softmax")
    lab.wait_for(stage="softmax")
    lab.click("sentence")
    lab.wait_for(focus="")
    lab.key("ctrl+a")
    lab.type("dogs bark")
    lab.wait_for(text="dogs bark")
    lab.key("Return")
    for ending, beginning in (("svg", b"<?xml"), ("pdf", b"%PDF"), ("png", b"\x89PNG")):
        lab.export(ending, beginning)
    lab.open_model(SOURCE / "tests/golden/pretrained/gpt2")
    lab.screenshot().save(sys.argv[1] if len(sys.argv) > 1 else "/dev/null", "png")
    status = lab.close()
    assert status == 0, f"the program ended with status {status}"
    print("The window was looked at, clicked, typed into, exported from and closed, and a real model was opened in it.")
    display().close()


main()
