"""Nothing moves, nothing is drawn; and whatever a person does, the program lives and answers."""

import random
import time
import unittest

from lab import Lab, PROGRAM, processor_seconds


def is_sanitized():
    return b"__asan_init" in open(PROGRAM, "rb").read()


class Rest(unittest.TestCase):
    def test_no_frame_is_drawn_while_nothing_moves(self):
        lab = Lab()
        lab.point(640, 500)
        lab.at_stage("scores")
        time.sleep(0.5)  # whatever was still to be drawn; there is nothing to wait for that would show it
        frame, used = lab.look()["frame"], processor_seconds(lab.program.pid)
        time.sleep(3)
        used = processor_seconds(lab.program.pid) - used
        lab.key("t")
        lab.wait_for(theme="dark")
        # The file of anchors is written only when something changed, so the frames are counted over a change:
        # the few before the rest, and the one that shows the change.
        self.assertLess(lab.look()["frame"] - frame, 12)
        if not is_sanitized():
            self.assertLess(used, 0.03)
        stats = lab.close()
        self.assertGreaterEqual(stats["frames"], 2)
        self.assertGreater(stats["startup_ms"], 0)
        for times in ("build_ms", "frame_ms", "recompute_ms"):
            self.assertLessEqual(stats[times]["median"], stats[times]["p99"])
            self.assertLessEqual(stats[times]["p99"], stats[times]["max"])
