"""Writes the golden numbers of tests/workbench/studies: what the models of assets/models answer in the middle of their computation,
and after a row of their residual stream was exchanged.

    python3 tests/golden/make_studies.py [FOLDER]       (Debian: python3-numpy)

NumPy in double precision, by the formulas of the papers and independent of the C++. To be run again when the models were retrained
(./dev models).
"""
import json
import pathlib
import struct
import sys

import numpy as np

HERE = pathlib.Path(__file__).parent


# --- files ---------------------------------------------------------------------------------------------------------

class Model:
    """A model's file: 8 bytes of header length (little-endian), a JSON header, then the numbers as float32."""

    def __init__(self, name):
        data = (HERE.parent.parent / "assets" / "models" / f"{name}.safetensors").read_bytes()
        start = 8 + struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:start])
        card = json.loads(header.pop("__metadata__")["card"])
        self.sizes, self.outputs = card["transformer"], len(card["outputs"])
        self.words, self.target_words = ([""] + card[key] for key in ("words", "target_words"))  # 0 is padding
        self.numbers = {}
        for key, entry in header.items():
            begin, end = (start + offset for offset in entry["data_offsets"])
            self.numbers[key] = np.frombuffer(data[begin:end], "<f4").reshape(entry["shape"]).astype(float)

    def __getitem__(self, name):
        return self.numbers[name]

    def ids(self, sentence):
        return [[word.lower() for word in self.words].index(word) for word in sentence.lower().split()]

    def target_ids(self, sentence):
        return [self.target_words.index(word) for word in ["<start>"] + sentence.split()]


def write_safetensors(path, tensors):
    header, data = {}, b""
    for name, tensor in sorted(tensors.items()):
        raw = np.ascontiguousarray(tensor, dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


# --- the transformer -----------------------------------------------------------------------------------------------

def norm(x, m, name):
    centred = x - x.mean(-1, keepdims=True)
    return centred / np.sqrt((centred**2).mean(-1, keepdims=True) + 1e-5) * m[f"{name}.gain"] + m[f"{name}.shift"]


def softmax(scores):
    numerators = np.exp(scores - scores.max(-1, keepdims=True))
    return numerators / numerators.sum(-1, keepdims=True)


def linear(x, m, name, letter):
    return x @ m[f"{name}.w_{letter}"] + m[f"{name}.b_{letter}"]


def attention(x, m, name, heads, memory=None, causal=False, cut=()):
    """What it adds to x. `cut`: weights (head, query, key) that become 0, the others staying as they are."""
    y = norm(x, m, f"{name}.norm")
    source = y if memory is None else memory
    q, k, v = linear(y, m, name, "q"), linear(source, m, name, "k"), linear(source, m, name, "v")
    read = []
    for head, (qh, kh, vh) in enumerate(zip(*(np.split(part, heads, 1) for part in (q, k, v)))):
        scores = qh @ kh.T / np.sqrt(qh.shape[1])
        if causal:
            scores[np.triu_indices(len(scores), 1)] = -np.inf
        weights = softmax(scores)
        for cut_head, query, key in cut:
            if cut_head == head:
                weights[query, key] = 0
        read.append(weights @ vh)
    return linear(np.concatenate(read, 1), m, name, "o")


class Stack:
    """The encoder or, with a memory, the decoder. `patches`: (point, row) -> numbers; a point is the number of layers before it.
    `cut`: layer -> what is cut in its self-attention."""

    def __init__(self, m, name, ids, memory=None, patches=None, cut=None):
        d, heads = m.sizes["width"], m.sizes["heads"]
        angles = np.arange(len(ids))[:, None] / 10000.0 ** (np.arange(0, d, 2) / d)
        positions = np.stack((np.sin(angles), np.cos(angles)), -1).reshape(len(ids), d)

        def patched(x, point):
            for (at, row), numbers in (patches or {}).items():
                if at == point:
                    x[row] = numbers
            return x

        x = patched(np.sqrt(d) * m[f"{name}.embedding"][ids] + positions, 0)
        self.between, self.all = [x], [x]  # layers; after every attention and MLP
        for layer in range(m.sizes["layers"]):
            block = f"{name}.{layer}"
            x = x + attention(x, m, f"{block}.self", heads, causal=memory is not None, cut=(cut or {}).get(layer, ()))
            self.all.append(x)
            if memory is not None:
                x = x + attention(x, m, f"{block}.cross", m.sizes["cross_heads"], memory)
                self.all.append(x)
            hidden = np.maximum(linear(norm(x, m, f"{block}.mlp.norm"), m, f"{block}.mlp", "1"), 0)
            x = patched(x + linear(hidden, m, f"{block}.mlp", "2"), layer + 1)
            self.all.append(x)
            self.between.append(x)


def read(m, source, target=None, patches=None, cut=None):
    """The stacks: encoder and, with a target, decoder. `patches` by stack."""
    patches = patches or {}
    stacks = {"encoder": Stack(m, "encoder", source, patches=patches.get("encoder"), cut=cut)}
    if target is not None:
        memory = norm(stacks["encoder"].all[-1], m, "encoder.norm")
        stacks["decoder"] = Stack(m, "decoder", target, memory, patches.get("decoder"))
    return stacks


def answering(m):
    return "decoder" if m.sizes["decoder"] else "encoder"


def logits(m, stream, output):
    rows = norm(stream, m, f"{answering(m)}.norm")
    if f"readout.{output}.w_out" in m.numbers:
        rows = linear(rows, m, f"readout.{output}", "out")
    return rows @ m[f"{answering(m)}.embedding"].T


# --- the studies ---------------------------------------------------------------------------------------------------

def lens(name, sentence, row, translation=None, cut=None):
    """Of each output the probabilities (points, answers) if the row were asked at each point."""
    m = Model(name)
    stacks = read(m, m.ids(sentence), m.target_ids(translation) if translation is not None else None, cut=cut)
    rows = np.stack([stream[row] for stream in stacks[answering(m)].all])
    return {f"output_{output}": softmax(logits(m, rows, output)) for output in range(m.outputs)}


def patching(name, receiver, giver, row, translation=None):
    """Every row of the giver in the place of the receiver's at every point, the encoder's and then the decoder's: how probable the
    answers of receiver and giver are then (own, given), and what share of the change in the difference of their logits came along
    (carried); each (rows, points)."""
    m = Model(name)
    target = m.target_ids(translation) if translation is not None else None

    def last(stacks):
        return logits(m, stacks[answering(m)].all[-1], 0)[row]

    sides = [read(m, m.ids(side), target) for side in (receiver, giver)]
    own, given = (last(side).argmax() for side in sides)
    before, whole = (last(side)[given] - last(side)[own] for side in sides)
    found = {"own": [], "given": [], "carried": []}
    for stack, stream in sides[1].items():
        for place in range(len(stream.all[0])):
            for point, numbers in enumerate(stream.between):
                after = last(read(m, m.ids(receiver), target, {stack: {(point, place): numbers[place]}}))
                found["own"].append(softmax(after)[own])
                found["given"].append(softmax(after)[given])
                found["carried"].append((after[given] - after[own] - before) / (whole - before))
    return {key: np.reshape(values, (-1, m.sizes["layers"] + 1)) for key, values in found.items()}


CASES = {
    "lens_it": lambda: lens("coreference", "The cat sat on the mat because it was tired", 7),
    "lens_it_cut": lambda: lens("coreference", "The cat sat on the mat because it was tired", 7, cut={0: [(0, 7, 9)]}),
    "lens_love": lambda: lens("svo", "Hello I love you", 2),
    "lens_bank": lambda: lens("sense", "She sat by the bank of the river", 4),
    "lens_french": lambda: lens("translation", "The black cat sleeps here", 2, "le chat noir dort"),
    "patching_it": lambda: patching("coreference", "The cat sat on the mat because it was tired",
                                    "The cat sat on the mat because it was comfortable", 7),
    "patching_french": lambda: patching("translation", "The black cat sleeps here", "The black dog sleeps here", 1, "le"),
}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "studies"
    folder.mkdir(exist_ok=True)
    for name, case in CASES.items():
        write_safetensors(folder / f"{name}.safetensors", case())


if __name__ == "__main__":
    main()
