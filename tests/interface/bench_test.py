"""attention-lab bench in the terminal: it needs no window."""

import json
import unittest

from lab import run


class Bench(unittest.TestCase):
    def test_json_and_table_are_about_the_same_case(self):
        case = ("bench", "--only", "attend", "--n", "20", "--d", "16", "--heads", "2")
        answer = run(*case, "--json")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        (row,) = json.loads(answer.stdout)["rows"]
        self.assertEqual([row[name] for name in ("what", "batch", "n", "d", "heads", "threads")],
                         ["attend", 1, 20, 16, 2, 1])
        self.assertGreater(row["peak_bytes"], 1e6)
        table = run(*case).stdout.decode().splitlines()
        self.assertRegex(table[0], r", \d+ cores?; vectors: .+, of ")
        self.assertEqual(table[3].split()[:6], ["attend", "1", "20", "16", "2", "1"])

    def test_mistakes(self):
        for arguments, said in ((("--d", "10", "--heads", "3"), "--heads"), (("--only", "gru"), "--only"),
                                (("--threads", "0"), "--threads"), (("--target", "mmx"), "--target"),
                                (("--n", "many"), "--n")):
            answer = run("bench", *arguments)
            self.assertEqual((answer.returncode, answer.stdout), (2, b""))
            self.assertRegex(answer.stderr.decode(), r"(?s)^attention-lab: [^:]+: .+ \(.+\)\n$")
            self.assertIn(said, answer.stderr.decode())
