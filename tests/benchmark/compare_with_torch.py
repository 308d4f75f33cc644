"""Attention Lab beside PyTorch, in one run: prints Markdown tables. Run by ./dev bench; nothing here passes or fails.

    python3 tests/benchmark/compare_with_torch.py [PROGRAM] [--python COMMAND]... [--target TARGET] [--threads T]...

PROGRAM is build/release/attention-lab. Each --python is a command that runs a Python with PyTorch, by default the one that
runs this; to compare with several versions, give several: --python python3 --python "chroot /newer python3". --target avx2
keeps both sides to the vectors of older processors, PyTorch's libraries of products among them.

Each case runs in a process of its own, ours and PyTorch's in turn. PyTorch runs in several ways, and its fastest counts: with
each of KERNELS, since OpenBLAS chooses by a list of processors that a newer one is not in; and on several threads in each of
WAYS_TO_WAIT, since its libraries of threads may keep each other waiting for milliseconds.
PyTorch gets its inputs in the layout that suits it best, in inference mode. nn.MultiheadAttention has biases, which its
fast path needs; ours has none: n·4·d additions less.
"""
import argparse
import json
import math
import os
import shlex
import statistics
import subprocess
import sys
import time

PROGRAM = "build/release/attention-lab"
LEAST_RUNS, FEW_RUNS, LEAST_SECONDS, MOST_SECONDS, SETTLED = 7, 3, 0.3, 3, 0.1  # as in src/app/bench.h

KERNELS = {"Haswell": "avx2", "SkylakeX": "avx512f"}  # of OpenBLAS, beside those that it chooses, and what they need
WAYS_TO_WAIT = ({}, {"OPENBLAS_NUM_THREADS": "1"}, {"OMP_WAIT_POLICY": "passive"})

# What PyTorch runs is named beside what we run.
TITLES = {
    "attend": "softmax(QKᵀ/√d_k)·V",
    "causal": "the same, causal",
    "grouped": "the same, four query heads to a key head",
    "cached": "the same, the last half of the words, causal",
    "biased": "the same, with a bias",
    "generate": "the same, one query",
    "generate_grouped": "the same, one query, four query heads to a key head",
    "multi_head": "nn.MultiheadAttention",
    "rnn": "nn.RNN",
    "lstm": "nn.LSTM",
    "product": "product of matrices",
}
CASES = [dict(zip(("what", "batch", "n", "d", "heads"), case)) for case in (
    ("attend", 1, 10, 512, 8),
    ("attend", 1, 1024, 512, 8),
    ("attend", 1, 4096, 512, 8),
    ("attend", 32, 64, 512, 8),
    ("causal", 1, 1024, 512, 8),
    ("causal", 1, 4096, 512, 8),
    ("grouped", 1, 1024, 512, 8),
    ("cached", 1, 1024, 512, 8),
    ("biased", 1, 1024, 512, 8),
    ("generate", 1, 1024, 512, 8),
    ("generate_grouped", 1, 1024, 512, 8),
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
    ("product", 1, 512, 512, 1),
    ("product", 1, 1024, 1024, 1),
)]
LONG = {"what": "attend", "batch": 1, "n": 65536, "d": 64, "heads": 1}


# --- PyTorch, in a process of its own ------------------------------------------------------------------------------

def attention_run(torch, what, batch, n, d, heads):
    """Attention with what our BenchKind of that name does (src/app/bench.h)."""
    d_k, shares = d // heads, what in ("grouped", "generate_grouped") and heads % 4 == 0
    queries = 1 if what in ("generate", "generate_grouped") else (n + 1) // 2 if what == "cached" else n
    q = torch.randn(batch, heads, queries, d_k)
    k, v = (torch.randn(batch, heads // 4 if shares else heads, n, d_k) for _ in range(2))
    added = {"cached": torch.full((queries, n), -math.inf).triu(n - queries + 1), "biased": torch.randn(n, n)}.get(what)
    fused = getattr(torch.nn.functional, "scaled_dot_product_attention", None)  # from PyTorch 2 on
    if fused:
        # Shared key heads from 2.5 on. A causal pass of the last queries is only known as a mask: this is the fastest.
        more = {"enable_gqa": True} if shares else {}
        return lambda: fused(q, k, v, attn_mask=added, is_causal=what == "causal", **more)
    if what == "causal":
        added = torch.full((n, n), -math.inf).triu(1)
    if shares:
        k, v = (x.repeat_interleave(4, 1) for x in (k, v))
    return lambda: torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(d_k) + (0 if added is None else added), -1) @ v


def torch_run(torch, case):
    """A function that makes one pass."""
    batch, n, d, heads = case["batch"], case["n"], case["d"], case["heads"]
    if case["what"] in ("attend", "causal", "grouped", "cached", "biased", "generate", "generate_grouped"):
        return attention_run(torch, case["what"], batch, n, d, heads)
    if case["what"] == "product":
        a, b = torch.randn(batch * n, d), torch.randn(d, d)
        return lambda: a @ b
    if case["what"] == "multi_head":
        layer, x = torch.nn.MultiheadAttention(d, heads, batch_first=True).eval(), torch.randn(batch, n, d)
        return lambda: layer(x, x, x, need_weights=False)
    layer, x = {"rnn": torch.nn.RNN, "lstm": torch.nn.LSTM}[case["what"]](d, d).eval(), torch.randn(n, batch, d)
    return lambda: layer(x)


def measure(run):
    """Warm-up, then runs until their spread is settled, as in src/timing/measure.cpp."""
    run()
    seconds, total, next_look = [], 0, LEAST_SECONDS
    while True:
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
        total += seconds[-1]
        over = total >= MOST_SECONDS
        if len(seconds) < (FEW_RUNS if over else LEAST_RUNS) or not over and total < next_look:
            continue
        next_look = 1.1 * total  # of short runs there are many: sorting them each time would take longer
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

def answer(command, threads, **more):
    count = str(threads)
    chosen_here = {"OPENBLAS_CORETYPE", "OPENBLAS_L2_SIZE"}
    pinned = {name: value for name, value in os.environ.items() if name not in chosen_here} | {"OPENBLAS_NUM_THREADS": count, "OMP_NUM_THREADS": count, "MKL_NUM_THREADS": count}
    done = subprocess.run(command, env=pinned | more.pop("env", {}), stdout=subprocess.PIPE, check=True, **more)
    return json.loads(done.stdout)


def ours(options, case, threads):
    sizes = [f"--{name}={case[name]}" for name in ("batch", "n", "d", "heads")]
    target = [f"--target={options.target}"] if options.target else []
    (row,) = answer([options.program, "bench", f"--only={case['what']}", f"--threads={threads}", "--json", *sizes, *target],
                    threads)["rows"]
    return row


def kernels(target):
    """Environments in which OpenBLAS takes one set of kernels or another."""
    if target:
        return [{"ATEN_CPU_CAPABILITY": target, "ONEDNN_MAX_CPU_ISA": target.upper(), "OPENBLAS_CORETYPE": "Haswell"}]
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        features = set(file.read().split())
    return [{}, *({"OPENBLAS_CORETYPE": name} for name, needed in KERNELS.items() if needed in features)]


def theirs(python, case, threads, target):
    """The fastest way. This file goes in through standard input, since another root does not hold it."""
    def tried(way):
        with open(__file__, encoding="utf-8") as file:
            found = answer([*python, "-", "--torch-side", json.dumps(case), str(threads)], threads, env=way, stdin=file)
        return found["seconds"]["median"], found, way

    def fastest(ways):
        return min(map(tried, ways), key=lambda one: one[0])

    best = fastest(kernels(target))
    if threads > 1:
        best = min(best, fastest([best[2] | way for way in WAYS_TO_WAIT[1:]]), key=lambda one: one[0])
    return best[1]


def torch_version(python):
    found = subprocess.run([*python, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def time_text(measured):
    """Three digits; a star: not settled."""
    seconds = measured["seconds"]["median"]
    size, unit = next((pair for pair in ((1, "s"), (1e-3, "ms"), (1e-6, "µs")) if seconds >= pair[0]), (1e-9, "ns"))
    value = seconds / size
    return f"{value:.{max(0, 2 - int(math.log10(value)))}f} {unit}{'' if measured['settled'] else ' *'}"


def ratio_text(a, b):
    return f"{a['seconds']['median'] / b['seconds']['median']:.2f}"


def name_of(case):
    sizes = ([f"batch {case['batch']}"] if case["batch"] > 1 else []) + [f"n {case['n']}", f"d {case['d']}"]
    sizes += [f"{case['heads']} heads"] if case["heads"] > 1 else []
    return f"{TITLES[case['what']]}: {', '.join(sizes)}"


def line(*cells):
    print(f"| {' | '.join(cells)} |", flush=True)


def compare(options, versions, threads, alone):
    """One table; alone: our rows on one thread, once they are measured."""
    titles = [f"{threads} thread{'s' if threads > 1 else ''}", "Attention Lab", "of the limit"]
    for version in versions.values():
        titles += [f"PyTorch {version}", "times as fast"]
    line(*titles, *["as on 1 thread"] * bool(alone))
    line("---", *["--:"] * (len(titles) - 1 + bool(alone)))
    rows = []
    for i, case in enumerate(CASES):
        rows.append(ours(options, case, threads))
        cells = [name_of(case), time_text(rows[i]), f"{100 * rows[i]['share']:.0f} %"]
        for python in versions:
            other = theirs(python, case, threads, options.target)
            cells += [time_text(other), ratio_text(other, rows[i])]
        line(*cells, *([ratio_text(alone[i], rows[i])] if alone else []))
    print()
    return rows


def parsed():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default=PROGRAM)
    parser.add_argument("--python", action="append", type=shlex.split)
    parser.add_argument("--target")
    parser.add_argument("--threads", action="append", type=int)
    options = parser.parse_args()
    options.python = options.python or [[sys.executable]]
    options.threads = options.threads or ([1, 2] if len(os.sched_getaffinity(0)) > 1 else [1])
    return options


def main():
    if sys.argv[1:2] == ["--torch-side"]:
        return torch_side(json.loads(sys.argv[2]), int(sys.argv[3]))
    options = parsed()
    versions = {tuple(python): version for python in options.python if (version := torch_version(python))}
    machine = answer([options.program, "bench", "--only=product", "--json", "--n=8", "--d=8",
                      *([f"--target={options.target}"] if options.target else [])], 1)["machine"]
    print(f"{machine['processor']}, {machine['cores']} cores, {machine['target']}; load before: {os.getloadavg()[0]:.1f}. "
          f"{'' if versions else 'PyTorch is not installed (python3-torch).'}\n")
    alone = None
    for threads in options.threads:
        rows = compare(options, versions, threads, alone)
        alone = rows if threads == 1 else alone
    row = ours(options, LONG, 1)
    print(f"of the limit: share of what the processor's multiply-add units can do at most, on as many threads. as on 1 thread: "
          f"times as fast. * the runs differed too much to tell.\n"
          f"Fused attention over {LONG['n']} words, d {LONG['d']}: {time_text(row)}; the whole program holds "
          f"{row['peak_bytes'] / 1e6:.0f} MB at its highest, the scores alone would be {4 * LONG['n'] ** 2 / 1e9:.0f} GB.")


if __name__ == "__main__":
    main()
