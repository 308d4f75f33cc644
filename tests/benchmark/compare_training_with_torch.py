"""A step of training beside PyTorch's, in one run: prints a Markdown table. Nothing here passes or fails.

    python3 tests/benchmark/compare_training_with_torch.py [PROGRAM] [--python COMMAND] [--only TASK] [--rounds N] [--steps N]

PROGRAM is build/release/attention-lab; COMMAND runs a Python with PyTorch, by default the one that runs this. One thread on both
sides, the same sizes and batches: forward, loss, backward, clipping, Adam. We draw new sentences for every step within the time;
PyTorch has its batches ready, and is asked at the same number of places. In each round both sides run in turn, each in a process
of its own. PyTorch takes the BLAS that the system has: without libopenblas0 it is ten times as slow. Ours is timed from outside: the
difference between a long training and a short one, so that start and test fall out.
"""
import argparse
import json
import math
import os
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

# As in the recipes of src/learning; n, m and asked are what their batches have on average.
CASES = {
    "coreference": {"words": 257, "n": 17, "d": 48, "layers": 2, "heads": 2, "mlp": 96, "batch": 64, "asked": 64},
    "sense": {"words": 131, "n": 10, "d": 32, "layers": 1, "heads": 1, "mlp": 64, "batch": 64, "asked": 64},
    "translation": {"words": 66, "n": 10, "target_words": 75, "m": 11, "d": 48, "layers": 1, "heads": 2, "mlp": 96,
                    "batch": 64, "asked": 455},
    "stories": {"words": 444, "n": 74, "d": 64, "layers": 2, "heads": 4, "mlp": 256, "batch": 16, "asked": 1028, "causal": True},
    "memory_attention": {"words": 49, "n": 41, "d": 32, "layers": 1, "heads": 1, "mlp": 0, "batch": 32, "asked": 32},
    "memory_rnn": {"words": 49, "n": 41, "d": 64, "cell": "RNN", "batch": 32, "asked": 32},
    "memory_lstm": {"words": 49, "n": 41, "d": 32, "cell": "LSTM", "batch": 32, "asked": 32},
}


# --- PyTorch, in a process of its own ------------------------------------------------------------------------------

def transformer(torch, case):
    """Layers that are normalised first, written as lean as PyTorch allows: one product for Q, K and V together."""
    nn, d, writes = torch.nn, case["d"], case.get("causal", False)

    def turned(x):
        """Rotary positions, halves of a head in pairs: the writer's, in place of rows that are added."""
        a, b = x.chunk(2, -1)
        return torch.cat((a * cos - b * sin, a * sin + b * cos), -1)

    if writes:
        half = d // case["heads"] // 2
        angles = torch.arange(case["n"])[:, None] * 100 ** -(torch.arange(half) / half)
        cos, sin = angles.cos(), angles.sin()

    class Attention(nn.Module):
        def __init__(self, heads, cross=False):
            super().__init__()
            self.heads, self.cross, self.norm, self.o = heads, cross, nn.LayerNorm(d), nn.Linear(d, d)
            self.q, self.kv = (nn.Linear(d, d), nn.Linear(d, 2 * d)) if cross else (None, nn.Linear(d, 3 * d))

        def split(self, x):
            return x.unflatten(-1, (self.heads, -1)).transpose(1, 2)

        def forward(self, x, mask, memory=None):
            y = self.norm(x)
            q, k, v = (self.q(y), *self.kv(memory).chunk(2, -1)) if self.cross else self.kv(y).chunk(3, -1)
            q, k, v = self.split(q), self.split(k), self.split(v)
            if writes:
                q, k = turned(q), turned(k)
            weights = torch.softmax(q @ k.transpose(-2, -1) / math.sqrt(d // self.heads) + mask, -1)
            return x + self.o((weights @ v).transpose(1, 2).flatten(2))

    class Block(nn.Module):
        def __init__(self, decoder):
            super().__init__()
            self.attend = Attention(case["heads"])
            self.read = Attention(1, cross=True) if decoder else None
            self.mlp = nn.Sequential(nn.LayerNorm(d), nn.Linear(d, case["mlp"]), nn.ReLU(), nn.Linear(case["mlp"], d)
                                     ) if case["mlp"] else None

        def forward(self, x, mask, memory=None, memory_mask=None):
            x = self.attend(x, mask)
            if self.read:
                x = self.read(x, memory_mask, memory)
            return x + self.mlp(x) if self.mlp else x

    class Stack(nn.Module):
        def __init__(self, words, length, decoder=False):
            super().__init__()
            self.embedding, self.norm = nn.Embedding(words, d), nn.LayerNorm(d)
            self.positions = None if writes else nn.Parameter(torch.randn(length, d))
            self.blocks = nn.ModuleList(Block(decoder) for _ in range(case["layers"]))

        def forward(self, ids, *rest):
            x = self.embedding(ids) if writes else self.embedding(ids) + self.positions
            for block in self.blocks:
                x = block(x, *rest)
            return self.norm(x)

    class Model(nn.Module):
        def __init__(self):
            super().__init__()
            self.encoder = Stack(case["words"], case["n"])
            self.decoder = Stack(case["target_words"], case["m"], True) if "m" in case else None
            self.padding = torch.zeros(case["batch"], 1, 1, case["n"])
            if writes:
                self.padding = torch.full((case["n"], case["n"]), -math.inf).triu(1)
            self.future = torch.full((case["m"], case["m"]), -math.inf).triu(1) if "m" in case else None

        def forward(self, source, target, rows):
            states = table = self.encoder(source, self.padding)
            table = self.encoder.embedding.weight
            if self.decoder:
                states = self.decoder(target, self.future, states, self.padding)
                table = self.decoder.embedding.weight
            return states.flatten(0, 1)[rows] @ table.T

    return Model()


def recurrent(torch, case):
    class Model(torch.nn.Module):
        def __init__(self):
            super().__init__()
            self.embedding = torch.nn.Embedding(case["words"], case["d"])
            self.layer = getattr(torch.nn, case["cell"])(case["d"], case["d"], batch_first=True)
            self.readout = torch.nn.Linear(case["d"], case["words"])

        def forward(self, source, _, rows):
            return self.readout(self.layer(self.embedding(source))[0].flatten(0, 1)[rows])

    return Model()


def torch_side(case, steps):
    import torch
    torch.set_num_threads(1)
    model = (recurrent if "cell" in case else transformer)(torch, case)
    optimizer = torch.optim.Adam(model.parameters(), lr=1e-3, betas=(0.9, 0.98))
    source = torch.randint(1, case["words"], (case["batch"], case["n"]))
    answers = case.get("target_words", case["words"])
    target = torch.randint(1, answers, (case["batch"], case.get("m", 1)))
    rows = torch.randint(0, case["batch"] * case.get("m", case["n"]), (case["asked"],))
    right = torch.randint(1, answers, (case["asked"],))

    def step():
        optimizer.zero_grad(set_to_none=True)
        torch.nn.functional.cross_entropy(model(source, target, rows), right).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimizer.step()

    seconds = []
    for _ in range(steps):
        start = time.perf_counter()
        step()
        seconds.append(time.perf_counter() - start)
    print(json.dumps(statistics.median(seconds[steps // 5:])))


# --- both sides, side by side --------------------------------------------------------------------------------------

PINNED = os.environ | {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")}


def training_seconds(program, task, steps):
    with tempfile.TemporaryDirectory() as folder:
        start = time.perf_counter()
        subprocess.run([program, "train", task, "--hint", "no", "--steps", str(steps), "--out", f"{folder}/m.safetensors"],
                       env=PINNED, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)
        return time.perf_counter() - start


def ours(program, task, steps):
    few = steps // 10
    return (training_seconds(program, task, steps) - training_seconds(program, task, few)) / (steps - few)


def theirs(python, case, steps):
    command = [*python, __file__, "--torch-side", json.dumps(case), "--steps", str(steps)]
    return json.loads(subprocess.run(command, env=PINNED, stdout=subprocess.PIPE, check=True).stdout)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", nargs="?", default="build/release/attention-lab")
    parser.add_argument("--python", default=sys.executable)
    parser.add_argument("--only", choices=CASES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--torch-side")
    options = parser.parse_args()
    if options.torch_side:
        return torch_side(json.loads(options.torch_side), options.steps)
    python = shlex.split(options.python)
    found = subprocess.run([*python, "-c", "import torch; print(torch.__version__)"], capture_output=True, text=True)
    version = found.stdout.strip()
    if not version:
        return print("There is no PyTorch to compare with: apt-get install python3-torch, or give a --python that has it.")
    print(f"| one step, 1 thread | Attention Lab | PyTorch {version} | times as fast |\n|---|--:|--:|--:|", flush=True)
    for task in [options.only] if options.only else CASES:
        case = CASES[task]
        pairs = [(ours(options.program, task, options.steps), theirs(python, case, options.steps))
                 for _ in range(options.rounds)]
        us, them = (statistics.median(side) for side in zip(*pairs))
        ratio = statistics.median(b / a for a, b in pairs)
        print(f"| {task} | {us * 1e3:.2f} ms | {them * 1e3:.2f} ms | {ratio:.2f} |", flush=True)


if __name__ == "__main__":
    main()
