"""Mistakes on the command line: status 2, one line that says where, what and what to do, and nothing opens."""

import os
import shutil
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from lab import environment, Lab, PATIENCE, PROGRAM, run, SOURCE


class Mistakes(unittest.TestCase):
    def refused(self, *arguments, said="", env=None):
        answer = run(*arguments, env=env)
        message = answer.stderr.decode()
        self.assertEqual(answer.returncode, 2, message)
        self.assertRegex(message, r"(?s)^attention-lab: [^:]+: .+ \(.+\)\n$")
        self.assertIn(said, message)
        self.assertEqual(answer.stdout, b"")

    def test_arguments_that_mean_nothing(self):
        self.refused("--size", "5x5", said="--size")
        self.refused("--size", "large", said="--size")
        self.refused("--size", "1600x900x2", said="--size")
        self.refused("--theme", "pink", said="--theme")
        self.refused("--stage", "nope", said="--stage")
        self.refused("--view", "nope", said="--view")
        for choices in ("plot", "[]", '{"rase": {}}', '{"race": {"plot": 3}}', '{"race": {"plott": "time"}}'):
            self.refused("--choices", choices, said="--choices")
        self.refused("--nonsense", said="--nonsense")
        self.refused("nonsense", said="nonsense")
        self.refused("tour", said="--out")
        self.refused("trace", "--text", "cat", "--scale", "big")
        self.refused("trace", "--text", "cat", "--alibi=3", said="--alibi takes no value")
        self.refused("trace", "--text", "cat", "--causal", "--causal=lower-right", said="--causal is given more than once")

    def test_the_version_is_that_of_the_project(self):
        answer = run("--version")
        self.assertEqual(answer.returncode, 0)
        self.assertRegex((SOURCE / "CMakeLists.txt").read_text(), rf"project\(attention-lab VERSION {answer.stdout.decode().split()[-1]} ")

    def test_broken_sessions(self):
        with tempfile.TemporaryDirectory() as folder:
            session = Path(folder) / "session.json"
            for content in (b"", b"{", b"[]", b"\xff\xfe", b'{"attention_lab_session": 99}', b'{"text": 7}',
                            b'{"attention_lab_session": 3, "choices": {"race": {"plot": 3}},'
                            b' "document": {"text": "a", "weights": {"hand_set": "who-is-meant"}}}'):
                session.write_bytes(content)
                self.refused("--session", session, said=str(session))
                self.assertEqual(session.read_bytes(), content)
            self.refused("--session", folder, said=folder)

    def test_no_display(self):
        env = environment()
        del env["DISPLAY"]
        self.refused(env=env, said="display")
        self.refused(env=environment(DISPLAY=":4097"), said="display")

    def test_files_that_cannot_be_written(self):
        self.refused("tour", "--out", "/dev/null/tour", said="/dev/null/tour")
        self.refused("--anchors", "/dev/null/anchors.json", said="/dev/null/anchors.json")

    def test_a_full_disk_is_no_success(self):
        for arguments in (("trace", "--text", "a cat"), ("trace", "--text", "a cat", "--json"), ("--help",)):
            with open("/dev/full", "w") as full:
                answer = subprocess.run([PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, timeout=PATIENCE)
            self.assertEqual(answer.returncode, 2)
            self.assertIn(b"attention-lab: standard output:", answer.stderr)

    def test_a_lost_terminal_ends_it_in_the_ordinary_way(self):
        lab = Lab()
        lab.program.send_signal(signal.SIGHUP)
        self.assertEqual(lab.program.wait(PATIENCE), 0)
        self.assertGreater(lab.close()["frames"], 0)  # which are written on the way out

    def test_data_is_found_beside_the_program_or_where_it_is_said_to_be(self):
        with tempfile.TemporaryDirectory() as folder:
            share = Path(folder) / "share/attention-lab"
            share.mkdir(parents=True)
            for part in ("assets", "shaders"):
                shutil.copytree(SOURCE / part, share / part)
            (share / "shaders/heat_map.frag").write_text("this is no shader")
            env = environment(ATTENTION_LAB_DATA=str(share))
            self.refused(env=env, said="heat_map")
            (share / "shaders/heat_map.frag").unlink()
            self.refused(env=env, said="heat_map")
            (share / "assets/presets.toml").write_text("[[preset]]\nid = ")
            self.refused(env=env, said="presets.toml")
