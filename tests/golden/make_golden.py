"""Writes the golden numbers that the golden tests of attention, recurrent and learning compare with, one .safetensors file a
case.

    python3 tests/golden/make_golden.py [FOLDER]       (Debian: python3-torch, python3-numpy)

Sources, all in double precision and independent of the C++: explicit formulas in PyTorch for every variant,
torch.nn.MultiheadAttention for those it covers, torch.nn.RNN and torch.nn.LSTM; what is learned from, by autograd, is in
learning_cases.py. Inputs come from numpy's RandomState, whose stream is frozen, so the same script writes the same bytes.
"""
import copy
import json
import math
import pathlib
import struct
import sys

import numpy as np
import torch

import learning_cases

N, M, D_MODEL, HEADS, D_K, D_V, D_OUT, D_A = 5, 4, 8, 2, 3, 5, 6, 4


# --- files ---------------------------------------------------------------------------------------------------------

def write_safetensors(path, tensors):
    """8 bytes of header length (little-endian), a JSON header, then the numbers as float32."""
    header, data = {}, b""
    for name, tensor in sorted(tensors.items()):
        raw = np.ascontiguousarray(tensor.numpy(), dtype="<f4").tobytes()
        header[name] = {"dtype": "F32", "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


class Numbers:
    """Normal numbers that are exactly representable as float32, so that both sides start from the same ones."""

    def __init__(self, seed):
        self.state = np.random.RandomState(seed)

    def __call__(self, *shape):
        return torch.from_numpy(self.state.standard_normal(shape).astype(np.float32)).double()


# --- the stages ----------------------------------------------------------------------------------------------------

def split_heads(y, heads):
    """(n, h·d) -> (h, n, d)"""
    return y.reshape(y.shape[0], heads, -1).transpose(0, 1)


def score(kind, q, k, t):
    """q (h, n, d_k), k (h, m, d_k) -> (h, n, m)"""
    heads, d_k = q.shape[0], q.shape[2]
    if kind == "dot":
        return torch.einsum("hid,hjd->hij", q, k)
    if kind == "general":
        return torch.einsum("hid,hde,hje->hij", q, t["w_general"].reshape(heads, d_k, d_k), k)
    if kind == "additive":
        a = torch.einsum("hid,hda->hia", q, t["w_add_q"].reshape(heads, d_k, D_A))
        b = torch.einsum("hjd,hda->hja", k, t["w_add_k"].reshape(heads, d_k, D_A))
        return torch.einsum("ha,hija->hij", t["v_add"], torch.tanh(a[:, :, None, :] + b[:, None, :, :]))
    if kind == "cosine":
        return torch.nn.functional.cosine_similarity(q[:, :, None, :], k[:, None, :, :], dim=-1)
    raise ValueError(kind)


def places(case, t, n, m):
    """(n, 1) and (1, m): at which place among the keys each query stands, and each key."""
    first = m - n if case.get("lower_right") else len(t.get("past_k", ()))
    return first + torch.arange(n)[:, None], torch.arange(m)[None, :]


def allowed_keys(case, t, n, m):
    i, j = places(case, t, n, m)
    allowed = torch.ones(n, m, dtype=torch.bool)
    if case.get("causal"):
        allowed &= j <= i
    if case.get("window"):
        allowed &= (i - j).abs() <= case["window"]
    if "window_sides" in case:
        left, right = case["window_sides"]
        allowed &= ((left < 0) | (i - j <= left)) & ((right < 0) | (j - i <= right))
    if "length" in case:
        allowed &= j < case["length"]
    if "key_padding" in t:
        allowed &= t["key_padding"].bool()[None, :]
    if "mask" in t:
        allowed &= t["mask"].bool()
    return allowed


def rms_norm(a, gain):
    return a / (a.square().mean(-1, keepdim=True) + 1e-6).sqrt() * gain


def rotate(a, first, base=10000.0, dims=None, interleaved=False):
    """Pairs of columns as complex numbers, times e^(i*angle); row i stands at place first + i."""
    dims = dims or a.shape[-1]
    turning, rest = a[..., :dims], a[..., dims:]
    if interleaved:
        pairs = torch.view_as_complex(turning.reshape(*a.shape[:-1], dims // 2, 2).contiguous())
    else:
        pairs = torch.complex(turning[..., :dims // 2], turning[..., dims // 2:])
    speeds = base ** (-torch.arange(0, dims, 2).double() / dims)
    angles = torch.outer(first + torch.arange(a.shape[-2]).double(), speeds)
    pairs = pairs * torch.polar(torch.ones_like(angles), angles)
    turned = torch.view_as_real(pairs).flatten(-2) if interleaved else torch.cat([pairs.real, pairs.imag], -1)
    return torch.cat([turned, rest], -1)


def alibi_slopes(heads):
    """As the authors of ALiBi make them, in their code for any number of heads."""
    if math.log2(heads).is_integer():
        start = 2 ** (-(2 ** -(math.log2(heads) - 3)))
        return [start * start ** i for i in range(heads)]
    below = 2 ** math.floor(math.log2(heads))
    return alibi_slopes(below) + alibi_slopes(2 * below)[0::2][:heads - below]


def softmax(masked, sinks=None):
    """exp(s) / sum exp(s) by its definition; a row of -inf has no distribution: 0. A sink (h) is one more number in each sum."""
    numerators = torch.exp(masked)
    sums = numerators.sum(-1, keepdim=True)
    if sinks is not None:
        sums = sums + torch.exp(sinks)[:, None, None]
    return torch.where(sums > 0, numerators / sums, torch.zeros_like(numerators))


def kept_by_dropout(rate, seed, shape):
    """Mersenne Twister, upper 24 bits of each draw as a number in [0, 1), kept when not below the rate."""
    generator = np.random.MT19937()
    generator._legacy_seeding(seed)
    draws = generator.random_raw(math.prod(shape)).astype(np.uint32) >> 8
    uniform = draws.astype(np.float32) * np.float32(2.0**-24)
    return torch.from_numpy(uniform >= np.float32(rate)).reshape(shape)


def attend(case, t):
    """Every stage of one sequence, in the names of the files. Keys and values are those that each head reads."""
    heads, kv_heads = case.get("heads", HEADS), key_heads(case)
    past = len(t.get("past_k", ()))
    override = lambda name, value: set_cells(value, case.get("override", {}).get(name, []))
    x = override("x", t["x"] + t["x_positions"] if "x_positions" in t else t["x"].clone())
    source = override("memory", t["memory"].clone()) if "memory" in t else x
    bias = lambda name: t.get(name, 0.0)
    q = override("q", split_heads(x @ t["w_q"] + bias("b_q"), heads).clone())
    each = lambda shared: shared.repeat_interleave(heads // kv_heads, dim=0)
    k = override("k", each(split_heads(source @ t["w_k"] + bias("b_k"), kv_heads)).clone())
    v = override("v", each(split_heads(source @ t["w_v"] + bias("b_v"), kv_heads)).clone())
    result = {"q": q, "k": k, "v": v}
    if "q_norm" in t:
        q = result["q_normed"] = rms_norm(q, t["q_norm"])
        k = result["k_normed"] = rms_norm(k, t["k_norm"])
    if "rotary" in case:
        q = result["q_rotated"] = rotate(q, past, **case["rotary"])
        k = result["k_rotated"] = rotate(k, past, **case["rotary"])
    if past:
        k = result["present_k"] = torch.cat([each(split_heads(t["past_k"], kv_heads)), k], dim=1)
        v = result["present_v"] = torch.cat([each(split_heads(t["past_v"], kv_heads)), v], dim=1)
    scores = override("scores", score(case.get("score", "dot"), q, k, t))
    divisor = {"sqrt_dk": math.sqrt(q.shape[2]), "none": 1.0, "sqrt_dmodel": math.sqrt(x.shape[1])}
    scale = case.get("scale", "sqrt_dk")
    scaled = scores / divisor.get(scale, scale)
    result |= {"scores": scores, "scaled": scaled}
    n, m = scores.shape[1:]
    bent = scaled
    if "softcap" in case:
        bent = result["capped"] = case["softcap"] * torch.tanh(scaled / case["softcap"])
    if "bias" in t or case.get("alibi"):
        i, j = places(case, t, n, m)
        slopes = torch.tensor(alibi_slopes(heads) if case.get("alibi") else [0.0] * heads).double()
        bent = result["biased"] = bent + t.get("bias", 0.0) - slopes[:, None, None] * (i - j).abs()
    masked = bent.masked_fill(~allowed_keys(case, t, n, m), -math.inf)
    weights = override("weights", softmax(masked, t.get("sink")))
    result |= {"masked": masked, "weights": weights}
    dropped = weights
    if "dropout" in case:
        kept = kept_by_dropout(case["dropout"], case["dropout_seed"], weights.shape)
        dropped = weights * kept / (1 - np.float32(case["dropout"]))
    result["heads"] = torch.einsum("hij,hjd->hid", dropped, v)
    result["concat"] = torch.cat(list(result["heads"]), dim=-1)
    result["output"] = result["concat"] @ t["w_o"] + bias("b_o") if "w_o" in t else result["concat"]
    return result


def set_cells(value, cells):
    for index, number in cells:
        value[index] = number
    return value


# --- cases ---------------------------------------------------------------------------------------------------------

def key_heads(case):
    return case.get("kv_heads", case.get("heads", HEADS))


def question(case, numbers):
    heads, kv_heads, d_k = case.get("heads", HEADS), key_heads(case), case.get("d_k", D_K)
    bias, batch = case.get("bias", True), case.get("batch")
    t = {"x": numbers(batch, N, D_MODEL) if batch else numbers(N, D_MODEL)}
    if case.get("cross"):
        t["memory"] = numbers(M, D_MODEL)
    t["w_q"], t["w_k"] = numbers(D_MODEL, heads * d_k), numbers(D_MODEL, kv_heads * d_k)
    t["w_v"] = numbers(D_MODEL, kv_heads * D_V)
    if case.get("w_o", True):
        t["w_o"] = numbers(heads * D_V, D_OUT)
    if bias:
        t["b_q"], t["b_k"], t["b_v"] = numbers(heads * d_k), numbers(kv_heads * d_k), numbers(kv_heads * D_V)
        if "w_o" in t:
            t["b_o"] = numbers(D_OUT)
    if case.get("score") == "general":
        t["w_general"] = numbers(heads * D_K, D_K)
    if case.get("score") == "additive":
        t["w_add_q"], t["w_add_k"] = numbers(heads * D_K, D_A), numbers(heads * D_K, D_A)
        t["v_add"] = numbers(heads, D_A)
    if "key_padding" in case:
        t["key_padding"] = torch.tensor(case["key_padding"], dtype=torch.double)
    if "mask" in case:
        t["mask"] = torch.tensor(case["mask"], dtype=torch.double)
    if "past" in case:
        t["past_k"], t["past_v"] = numbers(case["past"], kv_heads * d_k), numbers(case["past"], kv_heads * D_V)
    if "bias_of_scores" in case:
        m = case.get("past", 0) + (M if case.get("cross") else N)
        t["bias"] = numbers(N, m) if case["bias_of_scores"] == "common" else numbers(heads, N, m)
    if case.get("sink"):
        t["sink"] = numbers(heads)
    if case.get("norms"):
        t["q_norm"], t["k_norm"] = numbers(d_k), numbers(d_k)
    if case.get("positions"):
        t["x_positions"] = sinusoidal_positions(N, D_MODEL)
    return t


def sinusoidal_positions(n, d_model):
    angle = torch.arange(n).double()[:, None] / 10000 ** (torch.arange(0, d_model, 2).double() / d_model)
    return torch.stack([angle.sin(), angle.cos()], dim=-1).reshape(n, d_model)


def explicit(case, numbers):
    t = question(case, numbers)
    if "batch" not in case:
        return t | attend(case, t)
    items = [attend(case, t | {"x": x}) for x in t["x"]]
    return t | {name: torch.stack([item[name] for item in items]) for name in items[0]}


def contributions(module, x):
    """(h, n, d_out): the layer's answer when W_O is zero but for one head's rows, and so is its bias."""
    heads, width = module.num_heads, module.head_dim
    bare, answers = copy.deepcopy(module), []
    bare.out_proj.bias.zero_()
    for head in range(heads):
        own = slice(head * width, (head + 1) * width)
        bare.out_proj.weight.zero_()
        bare.out_proj.weight[:, own] = module.out_proj.weight[:, own]
        answers.append(bare(x[None], x[None], x[None])[0][0])
    return torch.stack(answers)


def multi_head_attention(case, numbers):
    """torch.nn.MultiheadAttention: what it is given, and the weights and output that it answers."""
    cross = case.get("cross", False)
    module = torch.nn.MultiheadAttention(D_MODEL, case.get("heads", HEADS), bias=case.get("bias", True), batch_first=True).double()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(numbers(*parameter.shape))
    x, memory = numbers(N, D_MODEL), numbers(M, D_MODEL)
    source = memory if cross else x
    n, m = N, len(source)
    causal = torch.ones(n, m, dtype=torch.bool).triu(1) if case.get("causal") else None
    padding = torch.tensor([case["key_padding"]]) == 0 if "key_padding" in case else None
    output, weights = module(x[None], source[None], source[None], attn_mask=causal, key_padding_mask=padding,
                             average_attn_weights=False)
    w_q, w_k, w_v = (w.T for w in module.in_proj_weight.detach().chunk(3))
    t = {"x": x, "w_q": w_q, "w_k": w_k, "w_v": w_v, "w_o": module.out_proj.weight.detach().T,
         "weights": weights[0].detach(), "output": output[0].detach()}
    if cross:
        t["memory"] = memory
    if case.get("bias", True):
        t["b_q"], t["b_k"], t["b_v"] = module.in_proj_bias.detach().chunk(3)
        t["b_o"] = module.out_proj.bias.detach()
    if case.get("contributions"):
        with torch.no_grad():
            t["contributions"] = contributions(module, x)
    if padding is not None:
        t["key_padding"] = torch.tensor(case["key_padding"], dtype=torch.double)
    return t


def recurrent(case, numbers):
    """torch.nn.RNN or LSTM on (n, batch, d_in): every hidden state, and every cell state, which torch itself hands out
    for the last word only: hence a run over each beginning of the sequence."""
    kind, n, batch, d_in, d = case["kind"], case["n"], case["batch"], case["d_in"], case["d"]
    module = getattr(torch.nn, kind)(d_in, d).double()
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(case.get("size", 0.5) * numbers(*parameter.shape))
        x = numbers(n, batch, d_in)
        t = dict(zip(("w_ih", "w_hh", "b_ih", "b_hh"), module.parameters()))
        t |= {"x": x, "hidden": module(x)[0]}
        if kind == "LSTM":
            t["cell"] = torch.cat([module(x[:end])[1][1] for end in range(1, n + 1)])
    return {name: value.detach() for name, value in t.items()}


GIVEN = [[1, 0, 1, 1, 0], [0, 0, 0, 0, 0], [1, 1, 1, 0, 1], [0, 1, 0, 1, 1], [1, 1, 1, 1, 1]]

EXPLICIT = {
    "self": {},
    "one_head_plain": {"heads": 1, "bias": False, "w_o": False},
    "three_heads_without_w_o": {"heads": 3, "w_o": False},
    "without_bias": {"bias": False},
    "cross": {"cross": True},
    "batch": {"batch": 2, "key_padding": [1, 1, 1, 1, 0]},
    "positions": {"positions": True},
    "general": {"score": "general"},
    "additive": {"score": "additive"},
    "additive_cross": {"score": "additive", "cross": True},
    "cosine": {"score": "cosine"},
    "scale_none": {"scale": "none"},
    "scale_sqrt_dmodel": {"scale": "sqrt_dmodel"},
    "scale_number": {"scale": 0.25},
    "causal": {"causal": True},
    "padding": {"cross": True, "key_padding": [1, 0, 1, 0]},
    "window": {"window": 1},
    "given": {"mask": GIVEN},
    "combined": {"causal": True, "window": 2, "key_padding": [1, 1, 0, 1, 1], "mask": GIVEN},
    "dropout": {"dropout": 0.3, "dropout_seed": 42, "causal": True},
    "override_inputs": {"cross": True, "override": {"x": [((2, 1), 1.5)], "memory": [((0, 7), -2.0)]}},
    "override_projections": {"override": {"q": [((1, 2, 0), 2.5)], "k": [((0, 3, 1), -1.5)], "v": [((1, 4, 4), 3.0)]}},
    "override_scores": {"causal": True, "override": {"scores": [((0, 2, 1), 4.0), ((1, 0, 3), 9.0)]}},
    "override_weights": {"override": {"weights": [((1, 3, 2), 0.9)]}},
}

TODAY = {
    "grouped": {"heads": 4, "kv_heads": 2},
    "multi_query": {"heads": 3, "kv_heads": 1, "bias": False},
    "bias": {"bias_of_scores": "common"},
    "bias_of_heads": {"bias_of_scores": "heads", "cross": True},
    "alibi": {"heads": 6, "alibi": True, "causal": True},
    "window_sides": {"window_sides": [2, 1]},
    "window_left": {"window_sides": [1, -1], "cross": True},
    "lower_right": {"cross": True, "causal": True, "lower_right": True},
    "lengths": {"length": 3},
    "past": {"past": 3, "causal": True, "heads": 4, "kv_heads": 2},
    "softcap": {"softcap": 0.75},
    "sink": {"sink": True, "causal": True},
    "rotary_halves": {"d_k": 6, "rotary": {}},
    "rotary_interleaved": {"d_k": 4, "rotary": {"base": 500.0, "interleaved": True}},
    "rotary_partial": {"rotary": {"base": 50.0, "dims": 2}, "past": 2},
    "qk_norm": {"norms": True},
    "everything_today": {"heads": 6, "kv_heads": 3, "d_k": 6, "past": 4, "causal": True, "window_sides": [5, 0], "length": 8,
                         "bias_of_scores": "heads", "alibi": True, "softcap": 2.0, "sink": True, "norms": True,
                         "rotary": {"base": 100.0, "dims": 4}},
}

TORCH = {
    "torch_self": {},
    "torch_without_bias": {"bias": False},
    "torch_cross": {"cross": True},
    "torch_causal_padding": {"causal": True, "key_padding": [1, 1, 0, 1, 0]},
    "torch_contributions": {"heads": 4, "contributions": True},
}

RECURRENT = {
    "rnn": {"kind": "RNN", "n": 7, "batch": 1, "d_in": 5, "d": 6},
    "rnn_batch": {"kind": "RNN", "n": 5, "batch": 3, "d_in": 4, "d": 9},
    "rnn_wide": {"kind": "RNN", "n": 3, "batch": 1, "d_in": 3, "d": 67, "size": 0.25},
    "lstm": {"kind": "LSTM", "n": 7, "batch": 1, "d_in": 5, "d": 6},
    "lstm_batch": {"kind": "LSTM", "n": 5, "batch": 3, "d_in": 4, "d": 9},
    "lstm_wide": {"kind": "LSTM", "n": 3, "batch": 1, "d_in": 3, "d": 35, "size": 0.25},
    "lstm_saturated": {"kind": "LSTM", "n": 6, "batch": 2, "d_in": 3, "d": 5, "size": 16.0},
}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for seed, (name, case) in enumerate(EXPLICIT.items(), 100):
        write_safetensors(folder / f"{name}.safetensors", explicit(case, Numbers(seed)))
    for seed, (name, case) in enumerate(TORCH.items(), 200):
        write_safetensors(folder / f"{name}.safetensors", multi_head_attention(case, Numbers(seed)))
    for seed, (name, case) in enumerate(TODAY.items(), 500):
        write_safetensors(folder / f"{name}.safetensors", explicit(case, Numbers(seed)))
    (folder / "recurrent").mkdir(exist_ok=True)
    for seed, (name, case) in enumerate(RECURRENT.items(), 300):
        write_safetensors(folder / "recurrent" / f"{name}.safetensors", recurrent(case, Numbers(seed)))
    (folder / "learning").mkdir(exist_ok=True)
    for seed, (name, case) in enumerate(learning_cases.CASES.items(), 400):
        write_safetensors(folder / "learning" / f"{name}.safetensors", case(Numbers(seed)))


if __name__ == "__main__":
    main()
