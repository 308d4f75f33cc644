#!/usr/bin/env python3
"""Whether `attention-lab check` names mistakes rightly: attention written in NumPy, right and with each usual
mistake, alone and in pairs, on questions of every level. Shares no code with the program.

    name_mistakes.py PROGRAM [--questions 10] [--right 1000] [--unlike 200] [--seed 1]

Prints a table, and fails below what is asked for: 95 of 100 mistakes named, no right answer called wrong, no
unlike answer given a name.
"""
import argparse
import itertools
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import numpy as np


def split_heads(a, heads, slips):
    n, width = a.shape
    if "heads_interleaved" in slips:
        return a.reshape(heads, n, width // heads)
    return a.reshape(n, heads, width // heads).transpose(1, 0, 2)


def rotate(a, base, interleaved, first):
    """Every row turned by its place, as complex numbers."""
    *_, n, d = a.shape
    angles = (first + np.arange(n))[:, None] * base ** (-2.0 * np.arange(d // 2) / d)[None, :]
    turn = np.exp(1j * angles)
    if interleaved:
        pairs = (a[..., 0::2] + 1j * a[..., 1::2]) * turn
        out = np.empty_like(a)
        out[..., 0::2], out[..., 1::2] = pairs.real, pairs.imag
        return out
    pairs = (a[..., : d // 2] + 1j * a[..., d // 2 :]) * turn
    return np.concatenate([pairs.real, pairs.imag], axis=-1).astype(a.dtype)


def softmax(s, axis, stable=True):
    with np.errstate(all="ignore"):
        e = np.exp(s - s.max(axis=axis, keepdims=True)) if stable else np.exp(s)
        return e / e.sum(axis=axis, keepdims=True)


def weights_of(s, slips):
    """Of (heads, n, m), head by head."""
    if "softmax_axis" in slips:
        return softmax(s, 1)
    if "softmax_all" in slips:
        return softmax(s, (1, 2))
    if "sum_across" in slips:
        e = [np.exp(head - head.max(1, keepdims=True)) for head in s]
        return np.stack([head / head.sum(1) for head in e])
    if "most_and_sum_across" in slips:
        e = [np.exp(head - head.max(1)) for head in s]
        return np.stack([head / head.sum(1) for head in e])
    if "not_divided" in slips:
        return np.exp(s - s.max(2, keepdims=True))
    if "powers_alone" in slips:
        return np.exp(s)
    a = softmax(s, 2, stable="no_row_max" not in slips)
    return softmax(a, 2) if "softmax_twice" in slips else a


def gelu(a, slips):
    if "gelu" in slips:
        return a * (1 + np.vectorize(math.erf)(a / math.sqrt(2))) / 2
    return a * (1 + np.tanh(math.sqrt(2 / math.pi) * (a + 0.044715 * a**3))) / 2


def layer_norm(x, gain, shift, slips):
    if "no_norm" in slips:
        return x
    axis = 0 if "norm_axis" in slips else 1
    variance = x.var(axis=axis, ddof=int("norm_unbiased" in slips), keepdims=True)
    spread = variance + x.dtype.type(1e-5)
    x = (x - x.mean(axis=axis, keepdims=True)) / (spread if "norm_no_root" in slips else np.sqrt(spread))
    return x if "no_gain" in slips else gain * x if "no_shift" in slips else gain * x + shift


def softmax_gradient(a, g, slips):
    """Row by row, with the Jacobian written out."""
    made = np.empty_like(g)
    for i, (weights, gradient) in enumerate(zip(a, g)):
        jacobian = np.diag(weights) - np.outer(weights, weights)
        if "gradient_diagonal" in slips:
            jacobian = np.diag(np.diag(jacobian))
        if "gradient_no_sum" in slips:
            jacobian = np.diag(weights)
        made[i] = gradient @ jacobian
    if "gradient_axis" in slips:
        made = a * (g - (a * g).sum(0))
    return made


def attend(q, slips, dtype, random):
    """The stages of one item of a question, a dictionary of arrays."""
    heads, kv_heads = int(q["heads"]), int(q["kv_heads"])
    get = lambda name: q[name].astype(dtype)
    stages = {}
    if "scaled" in q:
        scaled = get("scaled")[None]
        s, v, d_k = scaled, None, 1
    else:
        past = q["past_k"].shape[1] if "past_k" in q else 0
        if "x" in q:
            x = get("x")
            if "positions" in q and "no_positions" not in slips:
                x = x + get("positions")
            if "gain" in q:
                stream = x
                x = layer_norm(x, get("gain"), get("shift"), slips)
                stages["normed"] = normed = x
                x = stream if {"norm_unused", "q_not_normed"} & slips else normed
            source = get("memory") if "memory" in q else normed if "q_not_normed" in slips else x
            names = {"q": "w_q", "k": "w_k", "v": "w_v"}
            if "q_k_swapped" in slips:
                names["q"], names["k"] = "w_k", "w_q"
            if "v_from_w_k" in slips:
                names["v"] = "w_k"

            def project(rows, of):
                w = get(names[of])
                made = rows @ (w.T if "weights_transposed" in slips else w)
                bias = "b" + names[of][1:]
                if bias in q and "no_bias" not in slips and f"no_bias_{of}" not in slips:
                    made = made + get(bias)
                return made

            queries = split_heads(project(x, "q"), heads, slips)
            keys = split_heads(project(source, "k"), kv_heads, slips)
            v = split_heads(project(source, "v"), kv_heads, slips)
        else:
            queries, keys, v = get("q")[None], get("k")[None], get("v")[None] if "v" in q else None
        d_k = queries.shape[-1]
        if "x" in q:
            stages.update(q=queries, k=keys, v=v)
        if "rotary_base" in q:
            base, interleaved = float(q["rotary_base"]), str(q["rotary_pairs"]) == "interleaved"
            if "rotary_pairs" in slips:
                interleaved = not interleaved
            first = 0 if "cache_offset" in slips else past
            if "rotary_missing" not in slips:
                queries, keys = rotate(queries, base, interleaved, first), rotate(keys, base, interleaved, first)
                if "rotary_on_v" in slips:
                    v = rotate(v, base, interleaved, first)
            stages.update(q_rotated=queries, k_rotated=keys)
        if past:
            keys = np.concatenate([get("past_k"), keys], axis=1)
            v = np.concatenate([get("past_v"), v], axis=1)
            stages.update(present_k=keys, present_v=v)
        of = [h % kv_heads if "kv_heads_interleaved" in slips else h // (heads // kv_heads) for h in range(heads)]
        keys, v = keys[of], v[of] if v is not None else None
        score = str(q["score"]) if "score" in q else "dot"
        if score == "additive":
            inner = (queries @ get("w_add_q"))[:, :, None] + (keys @ get("w_add_k"))[:, None]
            s = (inner if "no_tanh" in slips else np.tanh(inner)) @ get("v_add")
        elif score == "general":
            s = queries @ get("w_general") @ keys.transpose(0, 2, 1)
        else:
            s = queries @ keys.transpose(0, 2, 1)
        if "scores_swapped" in slips:
            s = s.transpose(0, 2, 1)
        stages["scores"] = s
        n, m = s.shape[1:]
        d_model = q["w_q"].shape[0] if "w_q" in q else d_k
        divisor = 1 if str(q["scale"]) == "none" else np.sqrt(d_k)
        for slip, other in dict(no_scale=1, scale_after_softmax=1, scale_dk=d_k, scale_dmodel=np.sqrt(d_model), scale_n=np.sqrt(n)).items():
            if slip in slips:
                divisor = other
        if "bias_before_scale" in slips:
            s = s + get("bias")
        before = s
        s = s / dtype(divisor)
        stages["scaled"] = s
        if "scale_unused" in slips:
            s = before
        if "bias" in q:
            s = s if "bias_before_scale" in slips else s + get("bias")
            stages["biased"] = s
    n, m = s.shape[1:]
    allowed = np.ones((n, m), bool)
    if str(q["causal"]) == "yes":
        first = 0 if "cache_offset" in slips else m - n
        ones = np.ones((n, m))
        allowed &= (np.triu(ones) if "causal_reversed" in slips else np.tril(ones, -1) if "diagonal_hidden" in slips
                    else np.tril(ones, first + int("one_key_more" in slips))).astype(bool)
    if "key_padding" in q:
        allowed &= q["key_padding"].astype(bool)[None]
    masked = not allowed.all() or "key_padding" in q or str(q["causal"]) == "yes"
    if "mask_inverted" in slips:
        allowed = ~allowed
    if masked and "mask_missing" not in slips and "mask_after_softmax" not in slips:
        s = s * allowed if "mask_zero" in slips else np.where(allowed, s, dtype(-6e4))
    if masked:
        stages["masked"] = s
    a = weights_of(s, slips)
    if "mask_after_softmax" in slips:
        a = a * allowed
    if "scale_after_softmax" in slips:
        a = a / dtype(np.sqrt(d_k))
    if "dropout_on" in slips:
        a = a * (random.random(a.shape) > 0.3) / dtype(0.7)
    stages["weights"] = a
    if "d_weights" in q:
        stages["d_scaled"] = softmax_gradient(a[0], get("d_weights"), slips)[None]
    if v is None:
        return stages
    z = a.transpose(0, 2, 1) @ v if "weights_turned" in slips else a @ v
    stages["heads"] = z
    h, n, d_v = z.shape
    if "concat_order" in slips:
        concat = z.transpose(1, 2, 0).reshape(n, h * d_v)
    else:
        concat = z.transpose(1, 0, 2).reshape(n, h * d_v)
    stages["concat"] = concat
    if "w_o" in q and "no_w_o" not in slips:
        w = get("w_o")
        concat = concat @ (w.T if "w_o_transposed" in slips else w)
        if "b_o" in q and "no_bias" not in slips:
            concat = concat + get("b_o")
    stages["output"] = concat
    if "gain" in q:
        added = concat if "no_residual" in slips else (normed if "residual_normed" in slips else stream) + concat
        second = "" if "gain_reused" in slips else "mlp_"
        again = layer_norm(added, get(second + "gain"), get(second + "shift"), slips)
        hidden = again @ get("w_1") + get("b_1") * ("no_bias_1" not in slips)
        hidden = (hidden if "no_relu" in slips else gelu(hidden, slips) if {"gelu", "gelu_tanh"} & slips
                  else np.maximum(hidden, 0))
        block = hidden @ get("w_2") + get("b_2") * ("no_bias_2" not in slips)
        stages.update(added=added, normed_again=again, activated=hidden,
                      block=block if "no_mlp_residual" in slips else added + block)
    return stages


def recur(q, slips, dtype):
    get = lambda name: q[name].astype(dtype)
    x, w_ih, w_hh = get("x"), get("weight_ih"), get("weight_hh")
    if "w_hh_transposed" in slips:
        w_hh = w_hh.T
    bias = get("bias_ih") + get("bias_hh")
    if "no_bias" in slips:
        bias = 0 * bias
    squash = (lambda a: a) if "no_tanh" in slips else np.tanh
    units = w_hh.shape[1]
    h, c, hidden, cell = np.zeros(units, dtype), np.zeros(units, dtype), [], []
    for row in x:
        if "state_lost" in slips:
            h, c = 0 * h, 0 * c
        a = w_ih @ row + w_hh @ h + bias
        if len(a) == units:
            h = squash(a)
        else:
            gates = np.split(a, 4)
            i, f, g, o = (gates[k] for k in ((0, 1, 3, 2) if "gates_order" in slips else (0, 1, 2, 3)))
            i, f, o = (1 / (1 + np.exp(-gate)) for gate in (i, f, o))
            c = f * c + i * squash(g)
            h = o * squash(c)
            cell.append(c)
        hidden.append(h)
    return {"cell": np.stack(cell), "hidden": np.stack(hidden)} if cell else {"hidden": np.stack(hidden)}


PER_ITEM = {"x", "key_padding"}


def solve(q, slips=(), dtype=np.float32, random=None):
    slips = set(slips)
    if "float16" in slips:
        dtype = np.float16
    q = dict(q)
    if "weight_hh" in q:
        return recur(q, slips, dtype)
    if "x" in q and q["x"].ndim == 3:
        items = [{k: v[b] if k in PER_ITEM else v for k, v in q.items()} for b in range(len(q["x"]))]
        all_stages = [attend(item, slips, dtype, random) for item in items]
        return {k: np.stack([s[k] for s in all_stages]) for k in all_stages[0]}
    return attend(q, slips, dtype, random)


STAGES = {"scores": ["scores"], "scale": ["scores", "scaled"], "softmax": ["weights"],
          "softmax_gradient": ["weights", "d_scaled"]}
# Which mistakes can be made on which level, where they show.
COMMON = ["no_scale", "scale_dk", "scale_n", "scale_after_softmax", "scale_unused", "softmax_axis", "softmax_all",
          "softmax_twice", "not_divided", "powers_alone"]
SQUARE = ["sum_across", "most_and_sum_across", "weights_turned"]
CAUSAL = ["causal_reversed", "diagonal_hidden", "one_key_more"]
PROJECTED = [*COMMON, "q_k_swapped", "v_from_w_k", "scale_dmodel", "dropout_on", "float16"]
MISTAKES = {
    "scores": ["scores_swapped"],
    "scale": ["scores_swapped", "no_scale", "scale_dk", "scale_n", "float16"],
    "softmax": ["softmax_axis", "softmax_all", "softmax_twice", "no_row_max"],
    "one_head": [*PROJECTED, *SQUARE],
    "masks": [*PROJECTED, *SQUARE, *CAUSAL, "mask_missing", "mask_inverted", "mask_after_softmax", "mask_zero"],
    "cross": PROJECTED,
    "multi_head": [*PROJECTED, *SQUARE, "heads_interleaved", "concat_order", "no_w_o", "w_o_transposed", "no_bias",
                   "no_bias_q", "no_bias_v", "weights_transposed"],
    "additive": ["no_tanh", "softmax_axis", "softmax_all", "softmax_twice", "dropout_on"],
    "general": ["softmax_axis", "softmax_all", "softmax_twice", "dropout_on"],
    "batch": [*PROJECTED, "heads_interleaved", "mask_missing", "mask_inverted", "mask_after_softmax",
              "concat_order", "weights_transposed"],
    "rnn": ["state_lost", "no_tanh", "w_hh_transposed", "no_bias", "float16"],
    "lstm": ["state_lost", "no_tanh", "gates_order", "no_bias", "float16"],
    "grouped": ["no_scale", "scale_dk", "scale_n", "scale_dmodel", "softmax_axis", "softmax_all", "softmax_twice",
                "v_from_w_k", "dropout_on", "kv_heads_interleaved", "heads_interleaved", "concat_order"],
    "rotary": [*PROJECTED, "rotary_missing", "rotary_pairs", "rotary_on_v"],
    "cache": [*PROJECTED, "rotary_missing", "rotary_pairs", "rotary_on_v", "cache_offset", "mask_missing",
              "mask_after_softmax"],
    "positions": [*PROJECTED, "no_positions"],
    "bias": ["no_scale", "scale_dk", "scale_n", "softmax_axis", "softmax_all", "softmax_twice", "dropout_on",
             "bias_before_scale"],
    "block": ["no_scale", "scale_dk", "softmax_axis", "softmax_twice", "q_k_swapped", "v_from_w_k", "mask_missing",
              "mask_after_softmax", "heads_interleaved", "concat_order", "no_w_o", "w_o_transposed", "no_norm",
              "norm_axis", "norm_unbiased", "no_gain", "no_residual", "no_mlp_residual", "no_relu",
              "norm_no_root", "no_shift", "norm_unused", "q_not_normed", "residual_normed", "gain_reused", "no_bias_1",
              "no_bias_2", "gelu", "gelu_tanh", *CAUSAL, "not_divided", "mask_zero"],
    "softmax_gradient": ["softmax_axis", "softmax_all", "gradient_diagonal", "gradient_no_sum", "gradient_axis"],
}
SAME = {"scores_swapped": "q_k_swapped", "w_hh_transposed": "weights_transposed", "no_mlp_residual": "no_residual",
        "gradient_no_sum": "gradient_diagonal", "no_shift": "no_gain", "q_not_normed": "norm_unused",
        "no_bias_q": "no_bias", "no_bias_v": "no_bias", "no_bias_1": "no_bias", "no_bias_2": "no_bias",
        "gelu_tanh": "gelu", "diagonal_hidden": "mask_shifted", "one_key_more": "mask_shifted",
        "most_and_sum_across": "sum_across", "powers_alone": "not_divided"}
# Of these only one can be made at a time.
ONE_OF = [{"no_scale", "scale_dk", "scale_n", "scale_dmodel", "scale_after_softmax", "scale_unused"},
          {"softmax_axis", "softmax_all", "softmax_twice", "no_row_max", "sum_across", "most_and_sum_across",
           "not_divided", "powers_alone"},
          {"mask_missing", "mask_inverted", *CAUSAL},
          {"mask_missing", "mask_inverted", "mask_after_softmax", "mask_zero"},
          {"rotary_missing", "rotary_pairs", "rotary_on_v", "cache_offset"},
          {"no_norm", "norm_axis", "norm_unbiased", "no_gain", "norm_no_root", "no_shift"},
          {"no_relu", "gelu", "gelu_tanh"},
          {"gradient_diagonal", "gradient_no_sum", "gradient_axis"},
          {"q_k_swapped", "v_from_w_k"}]


def together(a, b):
    return not any(a in group and b in group for group in ONE_OF)


class Checker:
    def __init__(self, program, folder):
        self.program, self.folder, self.slowest = program, folder, 0

    def question(self, level, seed):
        out = self.folder / f"{level}-{seed}"
        if not out.exists():
            subprocess.run([self.program, "exercise", level, "--out", out, "--seed", str(seed)], check=True,
                           capture_output=True)
        with np.load(out / "question.npz") as q:
            return out / "question.npz", {k: q[k] for k in q.files}

    def check(self, path, stages):
        answer = self.folder / "answer.npz"
        np.savez(answer, **stages)
        done = subprocess.run([self.program, "check", answer, "--question", path, "--json"], capture_output=True,
                              text=True)
        if done.returncode not in (0, 1):
            raise SystemExit(f"{path}: {done.stderr}")
        return json.loads(done.stdout)


def wanted_stages(level, stages):
    names = STAGES.get(level)
    return {k: v for k, v in stages.items() if names is None or k in names}


def named(checker, levels, questions, random, pairs, picked, show):
    """The share of mistakes named rightly: {mistake: [right, of]}."""
    table = {}
    for level in levels:
        slips = MISTAKES[level]
        cases = [(s,) for s in slips] if not pairs else [
            c for c in itertools.combinations(slips, 2) if together(*c) and "float16" not in c]
        for case in cases:
            for seed in range(questions):
                path, q = checker.question(level, 100 + seed)
                right, wrong = solve(q), solve(q, case, random=random)
                wrong = {k: v.astype(np.float32) for k, v in wrong.items()}  # also what was computed in 16 bits
                right, wrong = wanted_stages(level, right), wanted_stages(level, wrong)
                alone = [wanted_stages(level, solve(q, (s,), random=random)) for s in case]
                if pairs and any(same(wrong, one) for one in alone):
                    continue  # one hides the other
                if same(wrong, right):
                    continue
                if "dropout_on" in case:
                    before = solve(q, [s for s in case if s != "dropout_on"])["weights"]
                    kept = wrong["weights"][before > 1e-2]
                    if kept.all() or not kept.any():
                        continue  # by chance nothing was dropped, or everything
                if {"dropout_on", "mask_missing"} <= set(case) and not wrong["weights"][right["weights"] == 0].any():
                    continue  # dropout has hidden what the mask should have
                if picked is not None:
                    wrong = {k: v for k, v in wrong.items() if k in picked}
                    if not wrong or same(wrong, {k: right[k] for k in wrong}):
                        continue
                said = sorted(m["id"] for m in checker.check(path, wrong)["mistakes"])
                asked = sorted(SAME.get(s, s) for s in case)
                if picked is not None and asked == ["scale_unused"]:
                    asked = ["no_scale"]  # whether scaled was made cannot be seen there
                count = table.setdefault(" + ".join(case), [0, 0])
                count[1] += 1
                count[0] += said == asked
                if said != asked and show:
                    print(f"{level} seed {100 + seed}: {asked} called {said}")
    return table


def same(a, b):
    return all(a[k].shape == b[k].shape and np.allclose(a[k], b[k], atol=1e-4, equal_nan=True) for k in a)


def report(title, table):
    right, of = (sum(c[i] for c in table.values()) for i in (0, 1))
    print(f"{title}: {right} of {of} named rightly, {100 * right / max(of, 1):.1f} %")
    weak = {k: c for k, c in table.items() if c[0] < 0.95 * c[1]}
    for name, (got, all_) in sorted(weak.items()):
        print(f"    {name}: {got} of {all_}")
    return not weak


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--questions", type=int, default=10)
    parser.add_argument("--right", type=int, default=1000)
    parser.add_argument("--unlike", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--level", choices=MISTAKES)
    parser.add_argument("--show", action="store_true", help="each mistake that was named wrongly")
    options = parser.parse_args()
    random = np.random.default_rng(options.seed)
    levels = [options.level] if options.level else list(MISTAKES)
    good = True
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(options.program, pathlib.Path(folder))
        for title, pairs, picked in (("every stage, one mistake", False, None),
                                     ("every stage, two mistakes", True, None),
                                     ("the last stages only, one mistake", False, {"output", "weights", "block", "d_scaled"})):
            good &= report(title, named(checker, levels, options.questions, random, pairs, picked, options.show))
        called_wrong = 0
        for i in range(options.right):
            level = levels[i % len(levels)]
            path, q = checker.question(level, 1000 + i)
            dtype = (np.float16, np.float32, np.float64)[i // len(levels) % 3]
            if level == "softmax" and dtype == np.float16:
                dtype = np.float32  # ±1000 plus a few, of which float16 keeps no fraction
            stages = wanted_stages(level, solve(q, dtype=dtype))
            answer = {k: np.asfortranarray(v) if random.random() < 0.5 else v for k, v in stages.items()
                      if random.random() < 0.7 or k == list(stages)[-1]}
            said = checker.check(path, answer)
            if not said["agrees"]:
                called_wrong += 1
                print(f"right, but called wrong: {level} {dtype.__name__} seed {1000 + i}: {said}")
        print(f"right answers called wrong: {called_wrong} of {options.right}")
        given_names = 0
        for i in range(options.unlike):
            level = levels[i % len(levels)]
            path, q = checker.question(level, 1000 + i)
            stages = wanted_stages(level, solve(q))
            scale = 10.0 ** random.integers(-3, 1)
            answer = {k: (v + scale * random.standard_normal(v.shape)).astype(np.float32) for k, v in stages.items()}
            given_names += bool(checker.check(path, answer)["mistakes"])
        print(f"unlike answers given a name: {given_names} of {options.unlike}")
        good &= called_wrong == 0 and given_names == 0
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
