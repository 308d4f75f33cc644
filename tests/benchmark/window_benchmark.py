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


def text_of(count):
    words = "the cat sat on the mat because it was tired and the dog slept".split()
    return " ".join(words[i % len(words)] for i in range(count))


def open_preset(lab, preset):
    lab.click("presets_button")
    lab.click(f"presets/{preset}")
    lab.settle()


def look_around(lab, times=40):
    """The mouse over the middle of the matrix, the marked word up and down: frames that show other cells."""
    for _ in range(times):
        lab.key("Down")
        lab.key("Up")
    lab.settle()


def difference_of_long_texts(lab):
    """Compare, both sides the same text, one of them with a mask: Left − Right of 2048 × 2048 weights."""
    lab.click("tab/compare")
    lab.click("compare_more")
    lab.click("right/copy")
    lab.settle()
    lab.key("m")
    look_around(lab)


def dropout_close_up(lab):
    """Dropout under a causal mask, zoomed in until every cell shows its arithmetic."""
    lab.at_stage("softmax")
    lab.click("dropout")
    lab.key("m")
    lab.at_stage("dropout")
    lab.wheel("matrix/dropped", 60)
    look_around(lab)


def play_story(lab, times=3):
    """The model's six seconds from the words to its answer."""
    open_preset(lab, "trained-tired")
    for _ in range(times):
        lab.key("space")
        lab.wait_for_view(playing=False, seconds=6)


def swing_arc(lab, times=10):
    """Start's one word changed, there and back: the arc swings from the cat to the mat."""
    lab.wait_until(lambda: lab.state()["shown"] and lab.state()["shown"].get("answer"), "the sentence is read")
    for i in range(times):
        lab.click(f"start/word/{(i + 1) % 2}", amid_work=True)
        lab.settle()


def report(name, size, do, arguments=(), **options):
    lab = Lab(*arguments, size=size, **options)
    do(lab)
    memory = resident_megabytes(lab)
    share, frames = at_rest(lab)
    stats = lab.close()
    build, whole, again = stats["build_ms"], stats["frame_ms"], stats["recompute_ms"]
    print(f"{name:34} first frame {stats['startup_ms']:5.0f} ms · interface code median {build['median']:.2f}, 99 % {build['p99']:.2f} ms"
          f" · whole frame {whole['median']:.1f} ms · recompute {again['median']:.2f} ms · {memory:.0f} MB"
          f" · at rest {100 * share:.1f} % of a core, {frames} frames", flush=True)


def walk_preset(preset, rounds=3):
    def do(lab):
        if preset:
            open_preset(lab, preset)
        walk(lab, rounds)
    return do


if __name__ == "__main__":
    report("a sentence, 1600 x 900", "1600x900", walk_preset(None))
    report("n 64, 8 heads, 1600 x 900", "1600x900", walk_preset("batch-32x64x512"))
    report("a sentence, 3840 x 2160", "3840x2160", walk_preset(None, rounds=1))
    for size in ("1600x900", "3840x2160"):
        report(f"the Story plays, {size.replace('x', ' x ')}", size, play_story, ("--view", "story"), motion=True)
        report(f"Start's arc swings, {size.replace('x', ' x ')}", size, swing_arc, start=True, motion=True)
    report("a difference, n 2048", "1600x900", difference_of_long_texts, ("--text", text_of(2048), "--stage", "softmax"))
    report("dropout and mask close up, n 1024", "1600x900", dropout_close_up, ("--text", text_of(1024)))
