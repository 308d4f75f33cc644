"""Attention Lab beside PyTorch, in one run: prints a Markdown table. Run by ./dev bench; nothing here passes or fails.

    python3 tests/benchmark/compare_with_torch.py [PROGRAM]       (PROGRAM: build/release/attention-lab)

Each case runs in a process of its own, ours and PyTorch's in turn, at one thread and at two, PyTorch's libraries told the
same number. PyTorch gets its inputs in the layout that suits it best, in inference mode; without python3-torch its
columns stay empty. nn.MultiheadAttention has biases, which its fast path needs; ours has none: n·4·d additions less.
"""
import json
import math
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

PROGRAM = Path(__file__).resolve().parents[2] / "build/release/attention-lab"
LEAST_RUNS, FEW_RUNS, LEAST_SECONDS, MOST_SECONDS, SETTLED = 7, 3, 0.3, 3, 0.1  # as in src/app/bench_command.h

# What PyTorch runs is named beside what we run.
TITLES = {
    "attend": "softmax(QKᵀ/√d_k)·V",
    "multi_head": "nn.MultiheadAttention",
    "rnn": "nn.RNN",
    "lstm": "nn.LSTM",
}
CASES = [dict(zip(("what", "batch", "n", "d", "heads"), case)) for case in (
    ("attend", 1, 1024, 512, 8),
    ("attend", 1, 4096, 512, 8),
    ("attend", 32, 64, 512, 8),
    ("multi_head", 1, 10, 512, 8),
    ("multi_head", 32, 64, 512, 8),
    ("multi_head", 1, 1024, 512, 8),
    ("multi_head", 1, 4096, 512, 8),
    ("rnn", 1, 64, 128, 1),
    ("rnn", 1, 512, 256, 1),
    ("rnn", 1, 1024, 512, 1),
    ("rnn", 1, 512, 1024, 1),
    ("lstm", 1, 64, 128, 1),
    ("lstm", 1, 512, 256, 1),
    ("lstm", 1, 1024, 512, 1),
    ("lstm", 1, 512, 1024, 1),
)]
LONG = {"what": "attend", "batch": 1, "n": 65536, "d": 64, "heads": 1}


# --- PyTorch, in a process of its own ------------------------------------------------------------------------------

def torch_run(torch, case):
    """A function that makes one pass."""
    batch, n, d, heads = case["batch"], case["n"], case["d"], case["heads"]
    if case["what"] == "attend":
        d_k = d // heads
        q, k, v = (torch.randn(batch, heads, n, d_k) for _ in range(3))
        fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)  # from PyTorch 2 on
        if fused:
            return lambda: fused(q, k, v)
        return lambda: torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(d_k), -1) @ v
    if case["what"] == "multi_head":
        layer, x = torch.nn.MultiheadAttention(d, heads, batch_first=True).eval(), torch.randn(batch, n, d)
        return lambda: layer(x, x, x, need_weights=False)
    layer, x = {"rnn": torch.nn.RNN, "lstm": torch.nn.LSTM}[case["what"]](d, d).eval(), torch.randn(n, batch, d)
    return lambda: layer(x)


def measure(run):
    """Warm-up, then runs until their spread is settled, as in src/timing/measure.cpp."""
    run()
    seconds, total = [], 0
    while True:
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
        total += seconds[-1]
        over = total >= MOST_SECONDS
        if len(seconds) < (FEW_RUNS if over else LEAST_RUNS) or not over and total < LEAST_SECONDS:
            continue
        lower, median, upper = statistics.quantiles(seconds, n=4, method="inclusive")
        settled = upper - lower <= SETTLED * median
        if over or settled:
            return {"seconds": {"lower": lower, "median": median, "upper": upper}, "settled": settled}


def torch_side(case, threads):
    import torch
    torch.set_num_threads(threads)
    with torch.inference_mode():
        print(json.dumps(measure(torch_run(torch, case))))


# --- both sides, side by side --------------------------------------------------------------------------------------

def answer(arguments, threads):
    count = str(threads)
    pinned = os.environ | {"OPENBLAS_NUM_THREADS": count, "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}
    done = subprocess.run(arguments, env=pinned, stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def ours(program, case, threads):
    sizes = [f"--{name}={case[name]}" for name in ("batch", "n", "d", "heads")]
    (row,) = answer([program, "bench", f"--only={case['what']}", f"--threads={threads}", "--json", *sizes],
                    threads)["rows"]
    return row


def theirs(case, threads):
    return answer([sys.executable, __file__, "--torch-side", json.dumps(case), str(threads)], threads)


def torch_version():
    found = subprocess.run([sys.executable, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def machine():
    fields = dict(line.split(":", 1) for line in
                  subprocess.run(["lscpu"], capture_output=True, text=True, env=os.environ | {"LC_ALL": "C"}).stdout.splitlines())
    widest = next((name for name in ("avx512f", "avx2", "avx") if name in fields.get("Flags", "").split()), "")
    return f"{fields.get('Model name', 'unknown processor').strip()}, {os.cpu_count()} cores{', ' + widest if widest else ''}"


def time_text(measured):
    """Three digits; a star: not settled."""
    if not measured:
        return "–"
    seconds = measured["seconds"]["median"]
    size, unit = next((pair for pair in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")) if seconds >= pair[0]), (1e-9, "ns"))
    value = seconds / size
    return f"{value:.{max(0, 2 - int(math.log10(value)))}f} {unit}{'' if measured['settled'] else ' *'}"


def ratio_text(a, b):
    return f"{a['seconds']['median'] / b['seconds']['median']:.2f}" if a and b else "–"


def name_of(case):
    sizes = ([f"batch {case['batch']}"] if case["batch"] > 1 else []) + [f"n {case['n']}", f"d {case['d']}"]
    sizes += [f"{case['heads']} heads"] if case["heads"] > 1 else []
    return f"{TITLES[case['what']]}: {', '.join(sizes)}"


def line(*cells):
    print(f"| {' | '.join(cells)} |", flush=True)


def compare(program, version):
    counts = (1, 2) if len(os.sched_getaffinity(0)) > 1 else (1,)
    titles = ["case"]
    for threads in counts:
        titles += [f"{threads} thread{'s' if threads > 1 else ''}", "PyTorch", "times as fast", "of the limit"]
    titles += ["2 threads against 1"] * (len(counts) > 1)
    line(*titles)
    line("---", *["--:"] * (len(titles) - 1))
    for case in CASES:
        cells, rows = [name_of(case)], []
        for threads in counts:
            row, other = ours(program, case, threads), theirs(case, threads) if version else None
            cells += [time_text(row), time_text(other), ratio_text(other, row), f"{100 * row['share']:.0f} %"]
            rows.append(row)
        line(*cells, *[ratio_text(*rows)] * (len(rows) > 1))


def main():
    if sys.argv[1:2] == ["--torch-side"]:
        return torch_side(json.loads(sys.argv[2]), int(sys.argv[3]))
    program, version = Path(sys.argv[1]) if len(sys.argv) > 1 else PROGRAM, torch_version()
    print(f"Machine: {machine()}; load before: {os.getloadavg()[0]:.1f}. "
          f"{'PyTorch ' + version if version else 'PyTorch is not installed (python3-torch)'}.\n")
    compare(program, version)
    row = ours(program, LONG, 1)
    print(f"\nof the limit: share of what the processor's multiply-add units can do at most, on as many threads. * the runs differed too much to tell.\n"
          f"Fused attention over {LONG['n']} words, d {LONG['d']}: {time_text(row)}; the whole program holds "
          f"{row['peak_bytes'] / 1e6:.0f} MB at its highest, the scores alone would be {4 * LONG['n'] ** 2 / 1e9:.0f} GB.")


if __name__ == "__main__":
    main()
