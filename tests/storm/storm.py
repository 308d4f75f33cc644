#!/usr/bin/env python3
"""Tries to break the program, by seed: ./dev storm.

  events   a window (storm_events) that is worked by chance, in every view, lesson and lecture and while a model trains: mouse, keys,
           texts typed and pasted, sizes, files dropped on it, lessons that are half saved while it runs
  files    damaged files (storm_files) for each reader: tensors, sessions, codes, lessons, texts, settings, progress, models,
           checkpoints, the library, grammars, tokenizers, and the configs and weights of real models. A reader refuses a file, saying where and what, or the value can be used.
  kills    the program is killed while it saves, exports and trains: then each file is whole, the next start offers the work, and
           the training that goes on ends bit for bit as it would have

Everything runs with AddressSanitizer and UBSan. A finding is kept in build/storm, with what it takes to see it again:

  storm.py --only files --kind lesson --seed 7 --first 123 --count 1     one file
  storm.py --again build/storm/events-7                                  the events of one window
  storm.py --shrink build/storm/events-7                                 fewer of them that end the same way

Nothing here is measured by the clock: a frame or a file may take a minute of the processor (however long that lasts), and only a
window in which nothing computes and nothing happens for half an hour hangs.
"""

import argparse
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
KINDS = ["tensors", "session", "code", "lesson", "texts", "settings", "progress", "model", "checkpoint", "library", "grammar",
         "tokenizer", "config", "weights"]
SILENCE = 1800  # seconds without any sign: a deadlock
MEMORY = 6000  # MB


class Storm:
    def __init__(self, build, out):
        self.build, self.out = Path(build).resolve(), Path(out).resolve()
        self.findings, self.counts = [], []
        self.server = None
        self.environment = {**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1", "LP_NUM_THREADS": "0", "UBSAN_OPTIONS": "print_stacktrace=1",
                            "MESA_SHADER_CACHE_DIR": str(self.build / "shaders"),
                            "ASAN_OPTIONS": f"handle_abort=1:hard_rss_limit_mb={MEMORY}:max_allocation_size_mb={MEMORY}"}

    def display(self):
        """The environment with a virtual display of our own, which outlives the windows on it."""
        if not self.server or self.server.poll() is not None:
            read, write = os.pipe()
            self.server = subprocess.Popen(["Xvfb", "-displayfd", str(write), "-screen", "0", "3840x2160x24", "-nolisten", "tcp", "-noreset"],
                                           pass_fds=[write], stderr=subprocess.DEVNULL)
            os.close(write)
            with os.fdopen(read) as answer:
                self.environment["DISPLAY"] = ":" + answer.readline().strip()
        return self.environment

    def close(self):
        if self.server:
            self.server.terminate()
            self.server.wait()

    def note(self, what, **count):
        self.counts.append({"what": what, **count})
        print(what, " ".join(f"{name} {value}" for name, value in count.items()), flush=True)

    def found(self, name, complaint, *files):
        """Keeps what it takes to see it again."""
        kept = self.out / name
        kept.mkdir(parents=True, exist_ok=True)
        (kept / "complaint.txt").write_text(complaint)
        for file in files:
            if Path(file).exists():
                shutil.copy(file, kept)
        self.findings.append(name)
        print(f"FOUND {name}: {headline(complaint)}\n  kept in {kept}", flush=True)

    def program(self, name, *arguments, **options):
        return subprocess.Popen([self.build / name, *map(str, arguments)], env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)

    # -- events

    def events(self, seed, count, seconds, *arguments):
        """One window; returns how many events it took."""
        with tempfile.TemporaryDirectory(prefix="attention-lab-storm-") as folder:
            log = Path(folder) / "log"
            complaint = self.work(log, "--seed", seed, "--events", count, "--seconds", seconds, "--folder", folder, *arguments)
            lines = log.read_text().splitlines() if log.exists() else []
            happened = sum(line != "end" for line in lines)
            start = bytes.fromhex(lines[0].split()[4]).decode() if lines and len(lines[0].split()) > 4 else "?"
            self.note("events", seed=seed, start=start, events=happened, outcome="found" if complaint else "right")
            if complaint:
                self.found(f"events-{seed}", complaint, log)
            return happened

    def work(self, log, *arguments):
        """What the window complains of; empty: nothing."""
        with open(log.parent / "errors", "w+b") as errors:
            window = subprocess.Popen([self.build / "storm_events", *map(str, arguments)], env=self.display(), stdout=subprocess.DEVNULL, stderr=errors)
            wait(window, lambda: log.stat().st_size if log.exists() else 0)
            errors.seek(0)
            return "" if window.returncode == 0 else f"status {window.returncode}\n" + errors.read().decode(errors="replace")

    def again(self, log):
        with tempfile.TemporaryDirectory(prefix="attention-lab-storm-") as folder:
            return self.work(Path(folder) / "log", "--folder", folder, "--replay", Path(log).resolve())

    def shrink(self, log):
        """Leaves out events as long as the window still complains of the same."""
        lines = [line for line in log.read_text().splitlines() if line != "end"]
        wanted = headline(self.again(log))
        print(len(lines), "events:", wanted)
        with tempfile.TemporaryDirectory() as folder:
            tried = Path(folder) / "log"
            part = len(lines) // 2
            while part > 0:
                at = 0
                while at < len(lines):
                    fewer = lines[:at] + lines[at + part:]
                    tried.write_text("\n".join(fewer) + "\n")
                    if fewer and headline(self.again(tried)) == wanted:
                        lines = fewer
                        print(len(lines), flush=True)
                    else:
                        at += part
                part //= 2
        log.with_name("shrunk").write_text("\n".join(lines) + "\n")
        for line in lines:
            what, a, b, c, *text = line.split()
            print(what, a, b, c, *(repr(bytes.fromhex(t))[:300] for t in text))

    # -- files

    def files(self, kind, seed, first, count, seconds):
        """Damaged files of one kind; after a crash it goes on with the next."""
        end, until = first + count, time.monotonic() + seconds
        read = accepted = faults = 0
        refusals = {}
        while first < end and (seconds == 0 or time.monotonic() < until):
            with tempfile.TemporaryDirectory(prefix="attention-lab-storm-") as folder:
                left = max(0.1, until - time.monotonic()) if seconds else 0
                with open(Path(folder) / "errors", "w+b") as errors, open(Path(folder) / "answer", "w+b") as answer:
                    reader = subprocess.Popen([self.build / "storm_files", kind, "--seed", str(seed), "--first", str(first), "--count", str(end - first),
                                               "--seconds", str(left), "--scratch", folder], env=self.environment, stdout=answer, stderr=errors)
                    at = Path(folder) / "at"
                    wait(reader, lambda: at.read_text() if at.exists() else "")
                    errors.seek(0)
                    answer.seek(0)
                    complaint, said = errors.read().decode(errors="replace"), answer.read().decode(errors="replace")
                if said:
                    said = json.loads(said)
                    read, accepted = read + said["read"], accepted + said["accepted"]
                    for words, times in said["refusals"].items():
                        refusals[words] = refusals.get(words, 0) + times
                if reader.returncode == 0:
                    break
                if not at.exists():
                    self.found(f"files-{kind}-{seed}", f"status {reader.returncode} before the first file\n{complaint}")
                    faults += 1
                    break
                index, taken = map(int, at.read_text().split())
                if not said:
                    read, accepted = read + index - first + 1, accepted + taken
                if reader.returncode == -signal.SIGTERM:  # somebody has ended it: the file is read again
                    read, first = read - 1, index
                    continue
                faults += 1
                self.found(f"files-{kind}-{seed}-{index}", f"status {reader.returncode}\n{complaint}", Path(folder) / "mutant")
                first = index + 1
        self.note("files", kind=kind, seed=seed, read=read, accepted=accepted, refused=read - accepted - faults, ways_of_refusing=len(refusals), faults=faults)
        return refusals

    # -- kills

    def kill_window(self, seed):
        """Kills a window that saves and exports all the time; what it left is whole, and the next one opens with it."""
        chance = random.Random(seed)
        with tempfile.TemporaryDirectory(prefix="attention-lab-storm-") as folder:
            log, own = Path(folder) / "log", Path(folder) / "a/b/c"
            with open(Path(folder) / "errors", "w+b") as errors:
                window = subprocess.Popen([self.build / "storm_events", "--saving", "--start", "walkthrough/scores", "--seed", str(seed), "--events", "1000000", "--folder", folder],
                                          env=self.display(), stdout=subprocess.DEVNULL, stderr=errors)
                lines, how = chance.randrange(3, 600), chance.choice([signal.SIGKILL, signal.SIGKILL, signal.SIGTERM])
                until(window, lambda: log.exists() and log.read_bytes().count(b"\n") > lines)
                time.sleep(chance.random() * 0.05)  # somewhere within an event
                window.send_signal(how)
                wait(window, lambda: log.stat().st_size)
                errors.seek(0)
                complaint = errors.read().decode(errors="replace")
            if window.returncode != (-signal.SIGKILL if how == signal.SIGKILL else 0):
                self.found(f"kills-{seed}", f"status {window.returncode}\n" + complaint, log)
                return
            wrong = [f"{file.relative_to(own)}: {what}" for file in sorted(own.rglob("*")) if file.is_file() and (what := fault_of(file))]
            work = [file for file in own.glob("state/work-*.json")]
            again = self.program("storm_events", "--saving", "--seed", seed, "--events", 0, "--folder", folder)
            said, complaint = again.communicate()
            if again.returncode != 0:
                wrong.append(f"the next start ends with {again.returncode}: {complaint.decode(errors='replace')}")
            elif json.loads(said)["left_off"] != min(len(work), 10):
                wrong.append(f"{len(work)} works were left off, and {json.loads(said)['left_off']} are offered")
            self.note("kill while saving", seed=seed, how=how.name, events=lines, files=sum(file.is_file() for file in own.rglob("*")), works=len(work), outcome="; ".join(wrong) or "right")
            if wrong:
                self.found(f"kills-{seed}", "\n".join(wrong), log)

    def kill_training(self, seed):
        """Interrupts a training until it is done: the model is the same as of one that was left alone."""
        chance = random.Random(seed)
        task = chance.choice(["sense", "svo", "memory_rnn"])
        with tempfile.TemporaryDirectory(prefix="attention-lab-storm-") as folder:
            folder = Path(folder)

            def train(out):
                return self.program("attention-lab", "train", task, "--seed", seed, "--steps", 25, "--out", folder / out)
            alone = train("alone.safetensors")
            complaint = alone.communicate()[1].decode(errors="replace")
            kills, wrong = 0, [] if alone.returncode == 0 else [complaint]
            while not wrong and not (folder / "model.safetensors").exists():
                training = train("model.safetensors")
                if kills < 12:
                    begun = time.monotonic()
                    pause = chance.random() * 3  # a busy machine is killed earlier in its work
                    while training.poll() is None and time.monotonic() - begun < pause:
                        time.sleep(0.01)
                    training.send_signal(chance.choice([signal.SIGKILL, signal.SIGTERM]))
                    kills += 1
                complaint = training.communicate()[1].decode(errors="replace")
                if training.returncode not in (0, 130, -signal.SIGKILL, -signal.SIGTERM):
                    wrong.append(f"status {training.returncode}: {complaint}")
                names = {file.name for file in folder.iterdir()} - {"alone.safetensors"}
                if odd := names - {"model.safetensors", "model.safetensors.part", "model.safetensors.training", "model.safetensors.training.part"}:
                    wrong.append(f"it leaves {odd}")
                wrong += [f"{name}: {what}" for name in names if (what := fault_of(folder / name))]
            if not wrong and without_date(folder / "alone.safetensors") != without_date(folder / "model.safetensors"):
                wrong.append("the model is another than without the interruptions")
            self.note("kill while training", seed=seed, task=task, kills=kills, outcome="; ".join(wrong) or "right")
            if wrong:
                self.found(f"training-{seed}", "\n".join(wrong))


def headline(complaint):
    """What is wrong, and in which of our own functions."""
    what = re.search(r"FAULT: .*|ERROR: AddressSanitizer: [\w-]+|runtime error: .*|Assertion .*|terminate called .*|ERROR: LeakSanitizer.*|hard rss limit.*", complaint)
    where = re.search(r"#\d+ 0x\w+ in ([^\n]*?/src/[^\n]*)", complaint)
    return " | ".join(found.group(0).split(" in ", 1)[-1] if found is where else found.group(0) for found in (what, where) if found) or complaint[:200]


def would_run(program):
    """One of its threads computes, or would if the machine let it."""
    states = []
    for stat in Path(f"/proc/{program.pid}/task").glob("*/stat"):
        try:
            states.append(stat.read_text().rpartition(") ")[2][:1])
        except OSError:  # it has just ended
            pass
    return "R" in states or "D" in states


def wait(program, sign):
    """Until it ends, or waits for something and gives no sign for long: then it is made to tell where it is. What computes without
    end is stopped by its own clock."""
    seen, since = None, time.monotonic()
    while program.poll() is None:
        now = sign()
        if now != seen or would_run(program):
            seen, since = now, time.monotonic()
        if time.monotonic() - since > SILENCE:
            program.send_signal(signal.SIGABRT)
            program.wait()
        time.sleep(0.05)


def until(program, holds):
    since = time.monotonic()
    while program.poll() is None and not holds():
        if would_run(program):
            since = time.monotonic()
        if time.monotonic() - since > SILENCE:
            program.send_signal(signal.SIGABRT)
        time.sleep(0.01)


def fault_of(file):
    """What is wrong with a file that was left behind; empty: it is whole, or has the name of one that is being written."""
    content = file.read_bytes()
    if file.name.endswith(".part"):
        return ""
    if file.suffix in (".json", ".toml") and not content:
        return "empty"
    if file.suffix == ".json":
        try:
            json.loads(content)
        except ValueError as error:
            return str(error)
    ends = {".png": b"IEND\xaeB`\x82", ".pdf": b"%%EOF", ".svg": b"</svg>"}
    if file.suffix in ends and ends[file.suffix] not in content[-16:]:
        return "cut"
    if file.suffix in (".safetensors", ".training"):
        length = int.from_bytes(content[:8], "little")
        header = json.loads(content[8:8 + length])
        if len(content) != 8 + length + max((entry["data_offsets"][1] for name, entry in header.items() if name != "__metadata__"), default=0):
            return "cut"
    return ""


def without_date(model):
    return re.sub(rb"\d{4}-\d{2}-\d{2}", b"", model.read_bytes())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build/test")
    parser.add_argument("--out", default=ROOT / "build/storm", help="where findings are kept")
    parser.add_argument("--seed", type=int, default=int(time.strftime("%Y%m%d")), help="the first one (default: today)")
    parser.add_argument("--seconds", type=float, default=60, help="how long it goes on, roughly; 0: until --events, --count and --kills are done")
    parser.add_argument("--only", choices=["events", "files", "kills"])
    parser.add_argument("--events", type=int, default=10**9, help="in all windows together")
    parser.add_argument("--window", type=int, default=2000, help="events in one window")
    parser.add_argument("--start", help="where each window starts: lesson:3-scale-and-softmax, training … (default: by seed)")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=10**9, help="files of each kind")
    parser.add_argument("--kills", type=int, default=10**9)
    parser.add_argument("--again", type=Path, help="a finding of the kind events")
    parser.add_argument("--shrink", type=Path)
    options = parser.parse_args()
    storm = Storm(options.build, options.out)
    if options.again:
        print(storm.again(options.again / "log") or "nothing is wrong")
        storm.close()
        return 0
    if options.shrink:
        storm.shrink(options.shrink / "log")
        storm.close()
        return 0
    print("seed", options.seed, flush=True)
    parts = [options.only] if options.only else ["events", "files", "kills"]
    share = options.seconds / len(parts)

    def rounds(most):
        """Numbers, while there is time."""
        end, number = time.monotonic() + share, 0
        while number < most and (share == 0 or time.monotonic() < end):
            yield number
            number += 1

    if "events" in parts:
        happened, end = 0, time.monotonic() + share
        for number in rounds(10**9):
            if happened >= options.events:
                break
            left = max(1, end - time.monotonic()) if share else 0
            happened += storm.events(options.seed + number, min(options.window, options.events - happened), left, *(["--start", options.start] if options.start else []))
    if "files" in parts:
        for kind in [options.kind] if options.kind else KINDS:
            storm.files(kind, options.seed, options.first, options.count, share / (1 if options.kind else len(KINDS)))
    if "kills" in parts:
        for number in rounds(options.kills):
            (storm.kill_training if number % 4 == 3 else storm.kill_window)(options.seed + number)
    total = {"events": sum(count["events"] for count in storm.counts if count["what"] == "events"),
             "files": sum(count["read"] for count in storm.counts if count["what"] == "files"),
             "kills": sum(count["what"].startswith("kill") for count in storm.counts), "findings": storm.findings}
    print(json.dumps(total))
    storm.close()
    return 1 if storm.findings else 0


if __name__ == "__main__":
    sys.exit(main())
