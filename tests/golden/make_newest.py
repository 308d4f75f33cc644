"""Writes the golden numbers that only a newer PyTorch has functions for, one .safetensors file a case.

    python3 tests/golden/make_newest.py [FOLDER]       (python3-torch of Debian sid: 2.5 or later has enable_gqa)

Those in the repository are by PyTorch 2.14.1. In double precision, by torch.nn.functional.scaled_dot_product_attention, which is
given the queries, keys and values of a layer: shared key heads, its own causal mask, floats as a mask; by torch.nn.RMSNorm; and by
flex_attention, whose scores are changed by a function.
"""
import math
import pathlib
import sys

import torch
from torch.nn.attention.bias import causal_lower_right
from torch.nn.attention.flex_attention import flex_attention
from torch.nn.functional import scaled_dot_product_attention

from make_golden import D_MODEL, D_OUT, D_V, M, N, Numbers, split_heads, write_safetensors

D_K = 4


def layer(numbers, heads, kv_heads, cross=False):
    t = {"x": numbers(N, D_MODEL), "w_q": numbers(D_MODEL, heads * D_K), "w_k": numbers(D_MODEL, kv_heads * D_K),
         "w_v": numbers(D_MODEL, kv_heads * D_V), "w_o": numbers(heads * D_V, D_OUT)}
    if cross:
        t["memory"] = numbers(M, D_MODEL)
    source = t.get("memory", t["x"])
    q, k, v = (split_heads(a @ w, h) for a, w, h in ((t["x"], t["w_q"], heads), (source, t["w_k"], kv_heads),
                                                      (source, t["w_v"], kv_heads)))
    return t, q[None], k[None], v[None]


def answer(t, heads):
    """heads (1, h, n, d_v)"""
    concat = torch.cat(list(heads[0]), dim=-1)
    return t | {"head_output": heads[0], "concat": concat, "output": concat @ t["w_o"]}


def grouped_causal(numbers):
    t, q, k, v = layer(numbers, 6, 2)
    return answer(t, scaled_dot_product_attention(q, k, v, is_causal=True, enable_gqa=True))


def float_mask(numbers):
    t, q, k, v = layer(numbers, 2, 2, cross=True)
    t["bias"], t["forbidden"] = numbers(2, N, M), torch.zeros(2, N, M).double()
    t["forbidden"][0, 1, 2] = t["forbidden"][1, 3, 0] = 1
    mask = t["bias"].masked_fill(t["forbidden"] == 1, -math.inf)  # which the files do not hold
    return answer(t, scaled_dot_product_attention(q, k, v, attn_mask=mask[None]))


def lower_right(numbers):
    t, q, k, v = layer(numbers, 2, 2)
    t["x"] = t["x"][-3:]  # the last three of five words ask
    t["memory"] = numbers(N, D_MODEL)
    k, v = (split_heads(t["memory"] @ w, 2)[None] for w in (t["w_k"], t["w_v"]))
    return answer(t, scaled_dot_product_attention(q[:, :, -3:], k, v, attn_mask=causal_lower_right(3, N)))


def normed(numbers):
    t, q, k, v = layer(numbers, 4, 1)
    norms = []
    for name in ("q_norm", "k_norm"):
        t[name] = numbers(D_K)
        norms.append(torch.nn.RMSNorm(D_K, eps=1e-6, dtype=torch.double))
        norms[-1].weight = torch.nn.Parameter(t[name])
    q, k = norms[0](q), norms[1](k)
    t |= {"q_normed": q[0].detach()}
    return answer(t, scaled_dot_product_attention(q, k, v, enable_gqa=True).detach())


def changed_scores(numbers):
    """Capped at 1.5, then ALiBi, under a causal window of two words back."""
    t, q, k, v = layer(numbers, 4, 2)

    def change(score, batch, head, i, j):
        capped = 1.5 * torch.tanh(score / 1.5)
        seen = (j <= i) & (i - j <= 2)
        return torch.where(seen, capped - torch.exp2(-2.0 * (head + 1)) * (i - j), -math.inf)

    return answer(t, flex_attention(q, k, v, score_mod=change, enable_gqa=True))


CASES = {
    "torch_gqa": grouped_causal,
    "torch_float_mask": float_mask,
    "torch_lower_right": lower_right,
    "torch_rms_norm": normed,
    "torch_flex": changed_scores,
}


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent
    for seed, (name, case) in enumerate(CASES.items(), 600):
        write_safetensors(folder / f"{name}.safetensors", case(Numbers(seed)))


if __name__ == "__main__":
    main()
