"""What the terminal prints is what the window shows."""

import json

from lab import LabTest, run


class Trace(LabTest):
    def test_trace_and_window_agree_in_every_stage(self):
        text = self.lab.state()["text"]
        answer = run("trace", "--text", text, "--json")
        self.assertEqual((answer.returncode, answer.stderr), (0, b""))
        trace = json.loads(answer.stdout)
        self.assertEqual(trace["queries"], text.split())
        for stage in trace["stages"]:
            self.lab.at_stage(stage)
            cell = self.lab.state()["cell"]
            printed = trace["stages"][stage][cell["quantity"]]
            if trace["heads"] == len(printed) and isinstance(printed[0][0], list):
                printed = printed[0]
            self.assertAlmostEqual(printed[cell["row"]][cell["column"]], self.lab.value(), 6)
