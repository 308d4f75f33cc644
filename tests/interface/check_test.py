"""Check: an exercise from "New exercise" to "all agree", its answer written from outside by NumPy, as a learner would."""

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

from lab import Lab

# What a learner writes into answer.py, stage by stage.
ONE_HEAD = {
    "q": "x @ w_q", "k": "x @ w_k", "v": "x @ w_v", "scores": "q @ k.T", "scaled": "scores / np.sqrt(k.shape[1])",
    "weights": "np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)", "output": "weights @ v"}


def processor_seconds(lab):
    """Of all threads of the program so far."""
    fields = Path(f"/proc/{lab.program.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Check(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def lab(self, size="1600x900", **options):
        lab = Lab("--view", "check", folder=self.folder, size=size, **options)
        self.addCleanup(lambda: lab.program.poll() is None and lab.close())
        return lab

    def begin(self, lab, level="one_head"):
        """Begins an exercise in a folder of the test's own; returns that."""
        folder = self.folder / "mine" / level
        lab.click("check/level/" + level)
        lab.wait_for_view(level=level)
        lab.click("check/folder")
        lab.wait_for(editing="check/folder")
        lab.key("ctrl+a")
        lab.type(str(folder))
        lab.click("check/begin")
        lab.wait_for_view(watching=True, folder=str(folder))
        lab.settle()
        return folder

    def write(self, folder, **other):
        """Fills in the starting file, with other lines for some stages, and runs it."""
        file = folder / "answer.py"
        code = file.read_text()
        for name, line in {**ONE_HEAD, **other}.items():
            lines = code.split("\n")
            at = next(i for i, text in enumerate(lines) if text.startswith(f"    {name} = "))
            lines[at] = f"    {name} = {line}"
            code = "\n".join(lines)
        file.write_text(code)
        subprocess.run([sys.executable, file.name], cwd=folder, check=True)

    def shape_seen(self, lab):
        """How many queries the question has that is watched."""
        return lab.view().get("queries")

    def test_from_new_exercise_to_all_agree(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.assertEqual({file.name for file in folder.iterdir()}, {"question.npz", "question.safetensors", "answer.py"})
        self.write(folder, scaled="scores / k.shape[1]")
        lab.wait_for_view(verdicts="aaaaddd", mistakes=["scale_dk"])
        for name in ("check/verdict", "check/strip", "check/yours", "check/ours", "check/apart", "check/happened", "check/code"):
            self.assertTrue(lab.has(name), name)
        self.assertFalse(lab.has("check/next"))
        self.assertFalse(lab.has("check/mistake"), "who is told has nothing left to find")
        lab.click("check/show_mistake")
        lab.anchor("check/mistake")
        self.write(folder, scaled="scores / np.sqrt(k.shape[1])")
        lab.wait_for_view(verdicts="aaaaaaa")
        lab.click("check/next")
        lab.wait_for_view(level="masks", watching=False)
        lab.close()

    def test_an_answer_is_seen_within_half_a_second(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder)
        lab.wait_for_view(verdicts="aaaaaaa")
        waits = []
        for divisor in (2, 3, 4, 5, 6):
            answers = lab.view()["answers"]
            answer = dict(np.load(folder / "answer.npz"))
            answer["scaled"] = answer["scores"] / (10 * divisor)
            np.savez(folder / "answer.npz", **answer)
            begun = time.monotonic()
            lab.wait_until(lambda: lab.view()["answers"] > answers, "the answer is seen")
            waits.append(time.monotonic() - begun)
        self.assertLess(min(waits), 0.5, waits)  # a busy machine may take longer now and then
        lab.close()

    def test_half_a_file_says_so_and_the_try_before_stays(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, output="weights @ k")
        lab.wait_for_view(verdicts="aaaaaad")
        whole = (folder / "answer.npz").read_bytes()
        (folder / "answer.npz").write_bytes(whole[:len(whole) // 2])
        lab.wait_for_view(unreadable=True)
        lab.anchor("check/unreadable")
        self.assertTrue(lab.has("check/verdict"))
        self.assertTrue(lab.has("check/apart"))
        (folder / "answer.npz").write_bytes(whole)
        lab.wait_for_view(unreadable=False, verdicts="aaaaaad")
        lab.wait_until(lambda: not lab.has("check/unreadable"), "it is read again")
        lab.close()

    def test_what_was_done_is_there_after_a_restart(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, scaled="scores")
        lab.wait_for_view(verdicts="aaaaddd")
        time.sleep(1)  # tries are told apart by the second
        self.write(folder, scaled="scores / 2")
        lab.wait_for_view(verdicts="aaaaaaa")
        lab.anchor("check/try/1")
        lab.close()
        lab = self.lab()
        lab.wait_for_view(level="one_head", watching=True, folder=str(folder), verdicts="aaaaaaa")
        lab.anchor("check/try/1")
        self.assertFalse(lab.has("check/try/2"), "a try counts once, also when it is read again")
        lab.click("check/try/1")  # its numbers are gone
        lab.wait_until(lambda: not lab.has("check/apart"), "what was said of it is shown")
        self.assertTrue(lab.has("check/verdict"))
        lab.close()

    def test_nothing_is_drawn_and_next_to_nothing_computed_while_nothing_is_saved(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, scaled="scores")
        lab.wait_for_view(verdicts="aaaaddd")
        lab.settle()
        time.sleep(0.5)
        frame, used = lab.look()["frame"], processor_seconds(lab)
        time.sleep(3)
        self.assertEqual(lab.look()["frame"], frame)
        self.assertLess((processor_seconds(lab) - used) / 3, 0.05)
        lab.close()

    def test_the_folder_is_watched_only_while_the_view_is_open(self):
        lab = self.lab()
        folder = self.begin(lab)
        lab.click("tab/race")
        lab.wait_for(view="race")
        self.write(folder)
        lab.click("tab/check")
        lab.wait_for(view="check")
        lab.wait_for_view(verdicts="aaaaaaa")
        lab.close()

    def test_hints_come_one_by_one_and_what_a_click_opens_is_seen(self):
        lab = self.lab(size="1024x640")
        folder = self.begin(lab)
        for _ in range(3):
            lab.click("check/hint")
            lab.settle()
        self.assertFalse(lab.has("check/hint"))
        self.write(folder, k="x @ w_q", scaled="scores / 3")
        lab.wait_for_view(verdicts="adadddd")
        lab.click("check/stage/weights")
        lab.settle()
        lab.click("check/all_stages")
        self.assertTrue(lab.anchor("check/answer").contains(lab.anchor("check/table")))
        lab.click("check/stage/weights")  # which is opened again
        lab.wait_until(lambda: not lab.has("check/table"), "the stage is in its place")
        lab.anchor("check/apart")
        lab.close()

    def test_the_verdict_and_the_way_on_are_seen_without_scrolling(self):
        wide = {**ONE_HEAD, "scaled": "scores / k.shape[1]"}
        for size in ("1024x640", "1366x768", "1600x900"):
            with self.subTest(size):
                lab = self.lab(size=size)
                folder = self.folder / "mine" / "one_head"
                if not folder.exists():
                    self.begin(lab)
                    question = dict(np.load(folder / "question.npz"))
                    rows = np.random.default_rng(5)
                    question["x"] = rows.normal(size=(8, question["x"].shape[1])).astype(np.float32)  # 8 words: 8 columns of scores
                    np.savez(folder / "question.npz", **question)
                    lab.wait_until(lambda: self.shape_seen(lab) == 8, "the other question is read")
                    self.write(folder, **wide)
                lab.wait_for_view(verdicts="aaaaddd")
                page = lab.anchor("check/answer")
                for name in ("check/verdict", "check/strip", "check/happened", "check/hint", "check/show_mistake", "check/apart"):
                    self.assertTrue(page.contains(lab.anchor(name)), f"{name} at {size}")
                lab.close()

    def test_what_is_not_known_to_follow_is_not_judged(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, scaled="scores / k.shape[1]")
        lab.wait_for_view(verdicts="aaaaddd")
        self.assertEqual(lab.view()["tiles"], {"qkv": "agrees", "scores": "agrees", "scaled": "first", "weights": "follows", "output": "follows"})
        self.write(folder, scaled="scores / k.shape[1]", weights="np.cos(scaled)")
        lab.wait_until(lambda: lab.view()["tiles"]["weights"] == "also", "what the mistake does not explain differs, too")
        self.assertEqual(lab.view()["tiles"]["output"], "unjudged")
        self.write(folder, scaled="np.cos(scores)")
        lab.wait_until(lambda: lab.view()["tiles"]["weights"] == "unjudged", "without a known mistake nothing is known of it")
        lab.close()

    def test_an_earlier_try_says_so_and_leads_back(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, scaled="scores")
        lab.wait_for_view(verdicts="aaaaddd")
        time.sleep(1)  # tries are told apart by the second
        self.write(folder)
        lab.wait_for_view(verdicts="aaaaaaa")
        self.assertFalse(lab.has("check/earlier"))
        lab.click("check/try/1")
        lab.anchor("check/earlier")
        lab.anchor("check/mistake")  # which is behind one
        lab.click("check/newest")
        lab.wait_until(lambda: not lab.has("check/earlier"), "the newest is shown")
        lab.click("check/try/1")
        time.sleep(1)
        self.write(folder, scaled="scores / 7")  # the file is watched all the time
        lab.wait_for_view(verdicts="aaaaddd", earlier=False)
        lab.close()

    def test_code_that_was_not_run_says_so(self):
        lab = self.lab()
        folder = self.begin(lab)
        self.write(folder, scaled="scores")
        lab.wait_for_view(verdicts="aaaaddd")
        lab.settle()
        self.assertFalse(lab.has("check/run_it"))
        code = folder / "answer.py"
        code.write_text(code.read_text().replace("= scores\n", "= scores / 2\n"))
        lab.wait_until(lambda: lab.has("check/run_it"), "it says that the answer is older")
        subprocess.run([sys.executable, code.name], cwd=folder, check=True)
        lab.wait_for_view(verdicts="aaaaaaa")
        lab.wait_until(lambda: not lab.has("check/run_it"), "it was run")
        lab.close()

    def test_before_it_begins_one_sees_what_one_will_get(self):
        for size in ("1024x640", "1600x900"):
            with self.subTest(size):
                lab = self.lab(size=size)
                for level in ("one_head", "block"):
                    if not lab.has("check/level/" + level):
                        lab.click("check/levels_button")
                    lab.click("check/level/" + level)
                    lab.wait_for_view(level=level)
                    lab.anchor("check/awaited")
                    lab.reveal("check/begin", "check/answer")
                    lab.anchor("check/preview")
                lab.close()

    def test_printed_numbers_are_checked_from_the_clipboard(self):
        lab = self.lab()
        folder = self.begin(lab, "scores")
        question = np.load(folder / "question.npz")
        scores = question["q"] @ question["k"].T
        lab.click("check/other_folder")  # where there is a field to copy from
        lab.click("check/folder")
        lab.wait_for(editing="check/folder")
        lab.key("ctrl+a")
        lab.type(str(scores.round(4).tolist()).replace(" ", ""))
        lab.key("ctrl+a", "ctrl+c", "Escape")
        lab.click("check/back")
        lab.click("check/paste")
        lab.wait_for_view(verdicts="a", unreadable=False)
        lab.close()

    def test_another_language_is_begun_beside_the_first(self):
        lab = self.lab()
        folder = self.begin(lab, "scores")
        lab.click("check/language_button")
        lab.click("check/language/2")
        lab.click("check/starting")
        lab.wait_until(lambda: (folder / "answer.cpp").exists(), "there is a file for C++")
        self.assertTrue((folder / "answer.py").exists())
        lab.close()

    def test_a_folder_that_cannot_be_written_is_said_in_place(self):
        lab = self.lab()
        (self.folder / "in_the_way").write_text("a file")
        lab.click("check/folder")
        lab.wait_for(editing="check/folder")
        lab.key("ctrl+a")
        lab.type(str(self.folder / "in_the_way" / "scores"))
        lab.click("check/begin")
        lab.wait_until(lambda: "problem" in lab.view(), "it says so")
        self.assertFalse(lab.view()["watching"])
        lab.close()

    def test_a_formula_of_a_task_is_set_apart(self):
        lab = self.lab()
        for level in ("scores", "scale", "one_head", "additive", "general", "rnn"):
            lab.click("check/level/" + level)
            lab.wait_for_view(level=level)
            self.assertGreater(lab.anchor("check/formula").height, 15, level)
        lab.close()

    def test_it_fits_at_every_size(self):
        for size in ("1024x640", "1366x768", "3840x2160"):
            with self.subTest(size):
                lab = self.lab(size=size)
                if not lab.view()["watching"]:
                    folder = self.begin(lab)
                    self.write(folder, scaled="scores / k.shape[1]")
                lab.wait_for_view(verdicts="aaaaddd")
                lab.anchor("check/apart")
                state = lab.state()
                self.assertEqual((state["cut"], state["overlapping"], state["outside"]), ([], [], []))
                lab.close()


if __name__ == "__main__":
    unittest.main()
