"""Files: opened, saved, recent; nothing is lost when the window closes; files that are no sessions."""

import json
import os
import shutil
import tempfile
import time
import unittest
from pathlib import Path

from lab import Lab, SOURCE, environment, run


class Files(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)

    def lab(self, *arguments, **options):
        lab = Lab(*arguments, folder=self.folder, **options)
        self.addCleanup(lambda: lab.program.poll() is None and lab.close())
        return lab

    def card(self, lab, keys, path):
        """Opens the card by its keys and types a path into it."""
        lab.key(keys)
        lab.anchor("files/path")
        lab.wait_for(editing="files/path")
        lab.key("ctrl+a")
        lab.type(str(path))
        lab.wait_for(file_path=str(path))

    def save_as(self, lab, path):
        self.card(lab, "ctrl+shift+s", path)
        lab.key("Return")
        lab.wait_for(message=f"Saved to {path}")
        lab.wait_until(lambda: not lab.has("files/path"), "the card is closed")

    def open(self, lab, path):
        self.card(lab, "ctrl+o", path)
        lab.key("Return")

    def type_sentence(self, lab, text):
        lab.write_sentence(text)
        lab.wait_for(text=text)
        lab.key("Return")

    def test_one_escape_closes_the_card_while_a_path_is_typed(self):
        lab = self.lab()
        self.type_sentence(lab, "the dog")
        self.card(lab, "ctrl+o", "/nowhere")
        lab.key("Escape")
        lab.wait_until(lambda: not lab.has("files/path"), "the card is closed")
        self.assertEqual(lab.state()["text"], "the dog")

    def test_what_was_saved_under_a_name_is_opened_as_it_was_and_undo_ends_with_it(self):
        lab = self.lab()
        lab.open_preset("love")
        lab.at_stage("softmax")
        lab.click("token/1")
        lab.wait_for(query=1)
        self.save_as(lab, self.folder / "love.json")
        lab.open_preset("cat-tired")
        lab.at_stage("input")
        self.open(lab, self.folder / "love.json")
        lab.wait_for(preset="love", stage="softmax", query=1, can_undo=False, file=str(self.folder / "love.json"))
        self.type_sentence(lab, "I love tea")
        lab.key("ctrl+z", "ctrl+z", "ctrl+z")
        lab.wait_for(preset="love", can_undo=False)
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {self.folder / 'love.json'}")
        lab.close()

    def test_both_documents_and_the_page_of_the_labs_are_in_it(self):
        lab = self.lab()
        lab.click("tab/compare")
        lab.wait_for(view="compare")
        second = lab.state()["second"]["text"]
        lab.click("tab/labs")
        lab.click("lab/2")
        self.save_as(lab, self.folder / "labs.json")
        lab.close()
        saved = json.loads((self.folder / "labs.json").read_text())
        self.assertEqual((saved["view"], saved["choices"]["labs"]["page"], saved["second"]["document"]["text"]),
                         ("labs", "score", second))
        lab = self.lab(start=True)
        self.open(lab, self.folder / "labs.json")
        lab.wait_for(view="labs")
        self.assertTrue(lab.has("lab/2"))
        lab.click("tab/compare")
        self.assertEqual(lab.state()["second"]["text"], second)
        lab.close()

    def test_what_was_chosen_in_each_view_is_in_it(self):
        lab = self.lab(start=True)
        usual = lab.state()["choices"]
        for view, choice in (("compare", "compare_more"), ("labs", "lab/1"),
                             ("race", "race/plot/3"), ("race", "race/fact/path"), ("race", "race/reason/1")):
            lab.click("tab/" + view)
            lab.wait_for(view=view)
            lab.click(choice, amid_work=True)
        chosen = lab.state()["choices"]
        for view in ("compare", "labs", "race"):
            self.assertNotEqual(chosen[view], usual[view])
        self.save_as(lab, self.folder / "chosen.json")
        lab.close()
        lab = self.lab(start=True)
        self.assertEqual(lab.state()["choices"], usual)
        self.open(lab, self.folder / "chosen.json")
        lab.wait_for(view="race", choices=chosen)
        lab.close()

    def compare(self, lab, pair):
        lab.click("compare_button")
        lab.click("compare/" + pair)
        lab.wait_until(lambda: not lab.has("compare"), "the menu is closed")
        lab.settle()

    def test_a_pair_of_ones_own_is_in_it_while_another_is_looked_at(self):
        lab = self.lab("--view", "compare", size="1600x900")
        self.compare(lab, "word")
        lab.click("compare_more")
        lab.wait_until(lambda: lab.has("left/sentence"), "the sentences can be changed")
        lab.click("left/sentence")
        lab.wait_for(editing="left/sentence")
        lab.key("ctrl+a")
        lab.type("a dog slept")
        lab.wait_for(text="a dog slept")
        lab.key("Return")
        self.compare(lab, "masks")
        self.save_as(lab, self.folder / "pair.json")
        lab.close()
        lab = self.lab(start=True, size="1600x900")
        self.open(lab, self.folder / "pair.json")
        lab.wait_for(view="compare")
        self.compare(lab, "yours")
        lab.wait_for(text="a dog slept")
        self.assertIn("comfortable", lab.state()["second"]["text"])
        lab.close()

    def test_choices_that_nobody_could_have_made_are_refused_and_change_nothing(self):
        lab = self.lab(start=True)
        usual = lab.state()["choices"]
        (self.folder / "colour.json").write_text(json.dumps({
            "attention_lab_session": 3, "view": "race", "choices": {"heads": {"order": "entropy"}, "race": {"plot": "colour"}},
            "document": {"text": "the cat", "weights": {"hand_set": "who-is-meant"}}}))
        self.open(lab, self.folder / "colour.json")
        lab.wait_until(lambda: "“colour” is not known" in lab.state()["message"], "it says so")
        self.assertEqual(lab.state()["choices"], usual)
        self.assertNotEqual(lab.state()["text"], "the cat")
        lab.close()

    def test_closing_amid_work_ends_cleanly(self):
        for work in ("tab/race", "tab/labs", "tab/heads"):
            lab = self.lab("--text", "the cat sat on the mat " * 80)
            lab.click(work)
            lab.close()  # expects status 0
        lab = self.lab("--text", "the cat sat on the mat " * 160)
        lab.key("m")
        lab.close()

    def test_a_path_is_completed_by_tab_and_names_are_taken_by_a_click(self):
        lab = self.lab()
        (self.folder / "lessons").mkdir()
        self.save_as(lab, self.folder / "lessons" / "first lecture.json")
        lab.open_preset("cat-sat")
        self.card(lab, "ctrl+o", self.folder / "les")
        lab.anchor("files/path/entry/0")
        lab.key("Tab")
        lab.wait_for(file_path=f"{self.folder}/lessons/")
        lab.anchor("files/path/entry/0")
        lab.click("files/path/entry/0")
        lab.wait_for(preset="cat-tired")
        lab.close()

    def test_without_a_file_save_asks_for_a_name_and_the_button_opens_the_card(self):
        lab = self.lab()
        lab.click_more("files")
        lab.anchor("files/path")
        lab.click("files/purpose/1")
        lab.wait_until(lambda: lab.state()["file_path"].endswith("session.json"), "the current file is proposed")
        lab.key("Escape", "Escape")
        lab.wait_until(lambda: not lab.has("files/path"), "the card is closed")
        lab.close()

    def test_recent_files_are_offered_at_the_next_start(self):
        lab = self.lab()
        lab.open_preset("love")
        self.save_as(lab, self.folder / "love.json")
        lab.close()
        lab = self.lab(start=True)
        lab.click("start/earlier")  # the card goes on with what was left off
        lab.click("start/recent/0")
        lab.wait_for(preset="love", view="walkthrough")
        lab.close()

    def test_closing_without_saving_loses_nothing(self):
        lab = self.lab()
        self.type_sentence(lab, "the dog saw the cat")
        lab.at_stage("mask")
        lab.close()
        self.assertFalse(lab.session.exists())
        lab = self.lab(start=True)
        self.assertEqual((lab.state()["preset"], lab.state()["view"]), ("cat-tired", "start"))
        lab.click("start/left_off/0")
        lab.wait_for(text="the dog saw the cat", stage="mask", view="walkthrough", can_undo=False)
        lab.close()

    def test_a_program_that_is_killed_has_kept_its_work(self):
        lab = self.lab()
        self.type_sentence(lab, "the dog saw the cat")
        kept = self.folder / "state" / "attention-lab"
        lab.wait_until(lambda: any("the dog saw the cat" in file.read_text() for file in kept.glob("work-*.json")),
                       "the work is kept")
        lab.program.kill()
        lab.program.wait()
        Lab._left_open = None
        lab = self.lab(start=True)
        lab.click("start/left_off/0")
        lab.wait_for(text="the dog saw the cat")
        lab.close()

    def test_work_outlives_a_kill_and_a_clean_end_whatever_the_clock_says(self):
        kept = self.folder / "state" / "attention-lab"
        kept.mkdir(parents=True)
        session = {"attention_lab_session": 3, "document": {"text": "elsewhere", "weights": {"hand_set": "who-is-meant"}}}
        for i in range(10):  # of a stick from a machine whose clock is a day ahead
            file = kept / f"work-{i:09}-{i:08x}.json"
            file.write_text(json.dumps(session))
            os.utime(file, (time.time() + 86_400 + i,) * 2)
        for i, text in enumerate(("the dog saw the cat", "the cat saw the dog")):
            lab = self.lab()
            self.type_sentence(lab, text)
            lab.wait_until(lambda: any(text in file.read_text() for file in kept.glob("work-*.json")), "it is kept")
            if i == 0:
                lab.program.kill()
                lab.program.wait()
                Lab._left_open = None
            else:
                lab.close()
            lab = self.lab(start=True)
            lab.click("start/left_off/0")
            lab.wait_for(text=text)
            lab.close()

    def test_a_file_that_was_saved_elsewhere_meanwhile_is_not_replaced_without_a_word(self):
        lab = self.lab()
        self.type_sentence(lab, "the dog")
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {lab.session}")
        elsewhere = lab.session.read_text().replace("the dog", "elsewhere")
        lab.session.write_text(elsewhere)
        self.type_sentence(lab, "the dog saw the cat")
        lab.key("ctrl+s")
        lab.wait_until(lambda: "it has changed since" in lab.state()["message"], "it says so")
        self.assertEqual(lab.session.read_text(), elsewhere)
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {lab.session}")
        self.assertIn("the dog saw the cat", lab.session.read_text())
        lab.close()

    def test_names_that_are_not_utf_8_are_opened_saved_and_remembered(self):
        latin, shown = os.fsdecode(b"b\xe9"), "b\ufffd"
        models = self.folder / "data" / "attention-lab" / "models"
        models.mkdir(parents=True)
        for folder in (self.folder, models):
            shutil.copy(SOURCE / "assets/models/sense.safetensors", folder / f"{latin}.safetensors")
        lab = self.lab("--model", self.folder / f"{latin}.safetensors")
        first, second = lab.state()["text"].split()[:2]  # words of the model
        self.type_sentence(lab, first)  # an edit, and the session with it
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {lab.session}")
        json.loads(lab.session.read_text())
        lab.click("weights_button")
        lab.click(f"weights/trained/{shown}")
        lab.key("Escape")
        lab.settle()
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {lab.session}")
        (self.folder / latin).mkdir()
        shutil.move(lab.session, self.folder / latin / f"{latin}.json")
        self.card(lab, "ctrl+o", f"{self.folder}/")
        lab.click("files/path/entry/0")
        lab.wait_for(file_path=f"{self.folder}/{shown}/")
        lab.click("files/path/entry/0")
        lab.wait_for(file=f"{self.folder}/{shown}/{shown}.json")
        self.type_sentence(lab, second)
        lab.key("ctrl+s")
        lab.wait_for(message=f"Saved to {self.folder}/{shown}/{shown}.json")
        lab.close()
        self.assertIn(f'"{second}"', (self.folder / latin / f"{latin}.json").read_text())
        settings = json.loads((self.folder / "config/attention-lab/settings.json").read_bytes().decode())
        self.assertIn(f"{self.folder}/{shown}/{shown}.json", settings["recent"])
        lab = self.lab(start=True)
        lab.anchor("start/left_off/0")  # which comes a moment later, and is gone on with first
        lab.click("start/earlier")
        lab.click("start/recent/0")
        lab.wait_for(text=second, file=f"{self.folder}/{shown}/{shown}.json")
        lab.close()

    def test_opening_a_file_keeps_the_work_that_it_takes_the_place_of(self):
        lab = self.lab()
        self.save_as(lab, self.folder / "cat.json")
        self.type_sentence(lab, "the dog saw the cat")
        self.open(lab, self.folder / "cat.json")
        lab.wait_for(preset="cat-tired")
        lab.click("tab/start")
        lab.click("start/left_off/0")
        lab.wait_for(text="the dog saw the cat")
        lab.close()

    def test_somebody_who_leaves_a_lesson_finds_the_work_before_it_and_what_was_tried_is_kept(self):
        lab = self.lab()
        self.type_sentence(lab, "the dog saw the cat")
        lab.click("tab/start")
        lab.click("start/lesson/2-queries-keys-scores")
        lab.wait_until(lambda: "lesson" in lab.state(), "the lesson is open")
        lab.click("lesson/step/4")
        lab.wait_until(lambda: lab.state()["lesson"]["step"] == 5, "a step that asks for a number")
        lab.settle()
        lab.click("everything")
        lab.key("m")  # a mask
        lab.wait_until(lambda: lab.state()["forbidden"] > 0, "the later words are hidden")
        lab.click("lesson/close")
        lab.wait_for(message="Here is what you had before the lesson.", text="the dog saw the cat")
        lab.click("tab/start")
        lab.anchor("start/walk")  # the lesson is what one goes on with
        lab.click("start/earlier")
        lab.click("start/left_off/0")
        lab.wait_until(lambda: lab.state()["forbidden"] > 0, "what was tried is there")
        lab.close()

    def test_a_preset_that_is_gone_and_a_view_that_is_gone_do_no_harm(self):
        (self.folder / "old.json").write_text(json.dumps({
            "attention_lab_session": 3, "view": "nowhere", "choices": {"nowhere": {"page": "nothing"}},
            "document": {"preset": "gone", "note": "A note.", "text": "the cat", "weights": {"hand_set": "who-is-meant"}},
            "selection": {"stage": "softmax", "query": 99, "key": 99, "head": 7}}))
        lab = self.lab()
        self.open(lab, self.folder / "old.json")
        lab.wait_for(text="the cat", view="walkthrough", stage="softmax", query=1, key=1)
        for view in ("compare", "heads", "labs", "start"):
            lab.click("tab/" + view)
            lab.wait_for(view=view)
        lab.close()

    def test_what_is_no_session_is_refused_at_once_and_changes_nothing(self):
        folder = self.folder
        (folder / "deep.json").write_text('{"attention_lab_session": 3, "document": ' + "[" * 100_000)
        (folder / "newer.json").write_text('{"attention_lab_session": 99}')
        (folder / "older.json").write_text('{"attention_lab_session": 2}')
        (folder / "empty.json").write_text("")
        (folder / "other.json").write_text('{"colour": "blue"}')
        (folder / "mask.json").write_text(json.dumps({
            "attention_lab_session": 3, "document": {"text": "a", "weights": {"hand_set": "by-hand"},
                                                     "mask": {"drawn": ["1" * 1_000_000] + [""] * 1000}}}))
        (folder / "weights.json").write_text('{"attention_lab_session": 3, "document": {"text": "a", "weights": {"hand_set": "x"}}}')
        with open(folder / "large.json", "wb") as file:
            file.truncate(100_000_000)
        os.mkfifo(folder / "pipe.json")
        os.symlink("loop.json", folder / "loop.json")
        lab = self.lab()
        self.type_sentence(lab, "the dog")
        for name, said in (("deep.json", "32 levels"), ("newer.json", "newer Attention Lab"),
                           ("older.json", "older Attention Lab"), ("empty.json", "not JSON"),
                           ("other.json", "not a session"), ("mask.json", "row 1"), ("weights.json", "x"),
                           ("large.json", "too large"), ("pipe.json", "not a file"), ("loop.json", "cannot be read"),
                           ("missing.json", "no such file"), ("/dev/zero", "not a file")):
            with self.subTest(name):
                self.open(lab, folder / name)
                lab.wait_until(lambda: said in lab.state()["message"], f"it says “{said}”")
                self.assertEqual(lab.state()["text"], "the dog")
                lab.key("Escape", "Escape", "Escape")
                lab.wait_until(lambda: not lab.has("files/path"), "the card is closed")
        lab.close()


class Texts(unittest.TestCase):
    def assets(self):
        """The program's data, to be changed; the environment that names it."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        for part in ("assets", "shaders"):
            shutil.copytree(SOURCE / part, Path(temporary.name) / part)
        return Path(temporary.name), environment(ATTENTION_LAB_DATA=temporary.name)

    def refused(self, env, *said):
        answer = run(env=env)
        self.assertEqual(answer.returncode, 2, answer.stderr.decode())
        for words in said:
            self.assertIn(words, answer.stderr.decode())

    def test_a_missing_text_is_named_at_the_start(self):
        for file in sorted((SOURCE / "assets/texts").glob("*.toml")):
            with self.subTest(file.name):
                data, env = self.assets()
                (data / "assets/texts" / file.name).unlink()
                self.refused(env, file.name + ", ")
        data, env = self.assets()
        texts = data / "assets/texts/interface.toml"
        texts.write_text(texts.read_text().replace("undo_hint =", "undone_hint ="))
        self.refused(env, "interface.toml, top.undo_hint")

    def test_a_folder_in_a_shaders_place_is_no_internal_error(self):
        data, env = self.assets()
        (data / "shaders/heat_map.frag").unlink()
        (data / "shaders/heat_map.frag").mkdir()
        self.refused(env, "heat_map.frag", "this is a folder")

    def test_an_unclosed_brace_is_said_and_the_program_runs_on(self):
        data, _ = self.assets()
        texts = data / "assets/texts/interface.toml"
        texts.write_text(texts.read_text().replace("look at?", "{look at?").replace("Next: {stage}", "Next: {stagge}"))
        os.environ["ATTENTION_LAB_DATA"] = str(data)
        self.addCleanup(os.environ.pop, "ATTENTION_LAB_DATA")
        lab = Lab(start=True)
        self.assertIn("brace is not closed", lab.state()["message"])
        lab.click("tab/walkthrough")
        lab.click("next")
        lab.wait_for(stage="project")
        lab.close()
