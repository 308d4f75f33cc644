"""What the window costs: start, frames, edits, rest and memory. Run by ./dev bench; nothing here passes or fails."""

import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "interface"))
from lab import Lab  # noqa: E402


def resident_megabytes(lab):
    for line in Path(f"/proc/{lab.program.pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024


def processor_seconds(lab):
    fields = Path(f"/proc/{lab.program.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def at_rest(lab, seconds=5):
    """The share of a core, and how many frames were drawn, while nothing happens."""
    lab.settle()
    used = -1
    while processor_seconds(lab) != used:  # what was done before is still being drawn
        used = processor_seconds(lab)
        time.sleep(1)
    before, frame = processor_seconds(lab), lab.look()["frame"]
    time.sleep(seconds)
    return (processor_seconds(lab) - before) / seconds, lab.look()["frame"] - frame


def walk(lab, rounds):
    """Through all stages, words and heads, over the cells: what a lesson does."""
    for _ in range(rounds):
        for _ in range(9):
            lab.key("Right")
        for _ in range(9):
            lab.key("Left")
        for _ in range(6):
            lab.key("Down")
            lab.key("h")
    lab.settle()


def report(name, preset, size, rounds=3):
    lab = Lab(size=size)
    if preset:
        lab.click("presets_button")
        lab.click(f"presets/{preset}")
        lab.settle()
    memory = resident_megabytes(lab)
    walk(lab, rounds)
    share, frames = at_rest(lab)
    stats = lab.close()
    build, whole, again = stats["build_ms"], stats["frame_ms"], stats["recompute_ms"]
    print(f"{name:34} first frame {stats['startup_ms']:5.0f} ms · interface code median {build['median']:.2f}, 99 % {build['p99']:.2f} ms"
          f" · whole frame {whole['median']:.1f} ms · recompute {again['median']:.2f} ms · {memory:.0f} MB"
          f" · at rest {100 * share:.1f} % of a core, {frames} frames")


if __name__ == "__main__":
    report("a sentence, 1600 x 900", None, "1600x900")
    report("n 64, 8 heads, 1600 x 900", "batch-32x64x512", "1600x900")
    report("a sentence, 3840 x 2160", None, "3840x2160", rounds=1)
