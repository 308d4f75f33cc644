"""Computes attention once more from numbers.safetensors in this folder, and says of every stage whether it agrees.

Needs Python 3 with NumPy; run: python3 recompute.py
Each stage starts from the numbers of the stage before it, as the file has them.
"""
import json
import struct
import sys
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent
TOLERANCE = 1e-4


def read_safetensors(file):
    """8 bytes: the length of a JSON header; the header says where each tensor's numbers lie after it."""
    kinds = {"F32": "<f4", "BOOL": "?"}
    content = file.read_bytes()
    (length,) = struct.unpack("<Q", content[:8])
    tensors = {}
    for name, entry in json.loads(content[8 : 8 + length]).items():
        begin, end = (8 + length + offset for offset in entry["data_offsets"])
        tensors[name] = np.frombuffer(content[begin:end], dtype=kinds[entry["dtype"]]).reshape(entry["shape"])
    return tensors


def split(a, heads):
    """(n, h·d) to (h, n, d)"""
    return a.reshape(len(a), heads, -1).swapaxes(0, 1)


def unit(a):
    return a / np.maximum(np.linalg.norm(a, axis=-1, keepdims=True), 1e-12)


def normed(a, gain):
    return a / np.sqrt((a * a).mean(-1, keepdims=True) + 1e-6) * gain


def turned(a, rotary, past):
    """Each pair of columns by the angle of its row's place."""
    dims = rotary["dims"]
    own, partner = (slice(0, dims, 2), slice(1, dims, 2)) if rotary["interleaved"] else (
        slice(0, dims // 2), slice(dims // 2, dims))
    place = np.arange(a.shape[-2])[:, None] + past
    angle = place * rotary["base"] ** (-np.arange(0, dims, 2) / dims)
    result = a.copy()
    result[..., own] = a[..., own] * np.cos(angle) - a[..., partner] * np.sin(angle)
    result[..., partner] = a[..., own] * np.sin(angle) + a[..., partner] * np.cos(angle)
    return result


def newest(t, *names):
    """The first of these stages that the file has."""
    return t[next(name for name in names if name in t)]


def score(kind, t):
    q = newest(t, "q_rotated", "q_normed", "q")
    k = newest(t, "present_k", "k_rotated", "k_normed", "k")
    k = k.repeat(len(q) // len(k), 0)  # heads may share their keys
    if kind == "dot":
        return q @ k.swapaxes(1, 2)
    if kind == "general":
        return q @ t["w_general"] @ k.swapaxes(1, 2)
    if kind == "additive":
        from_q, from_k = q @ t["w_add_q"], k @ t["w_add_k"]
        return np.einsum("hnma,ha->hnm", np.tanh(from_q[:, :, None] + from_k[:, None]), t["v_add"])
    if kind == "cosine":
        return unit(q) @ unit(k).swapaxes(1, 2)
    raise SystemExit(f"this program does not know the score function {kind}")


def softmax(masked, sink=None):
    top = masked.max(-1, keepdims=True)
    if sink is not None:
        top = np.maximum(top, sink[:, None, None])
    top = np.where(top == -np.inf, 0, top)
    e = np.exp(masked - top)
    total = e.sum(-1, keepdims=True) + (0 if sink is None else np.exp(sink[:, None, None] - top))
    return e / np.where(total == 0, 1, total)  # a row without a key is 0


def stages(t, settings):
    """Name and numbers of every stage."""
    source, heads, kv_heads = t.get("memory", t["x"]), settings["heads"], settings["kv_heads"]
    past = t["past_k"].shape[-2] if "past_k" in t else 0
    yield "q", split(t["x"] @ t["w_q"] + t.get("b_q", 0), heads)
    yield "k", split(source @ t["w_k"] + t.get("b_k", 0), kv_heads)
    yield "v", split(source @ t["w_v"] + t.get("b_v", 0), kv_heads)
    for name in "qk":
        if f"{name}_norm" in t:
            yield f"{name}_normed", normed(t[name], t[f"{name}_norm"])
        if f"{name}_rotated" in t:
            yield f"{name}_rotated", turned(newest(t, f"{name}_normed", name), settings["rotary"], past)
    if past > 0:
        yield "present_k", np.concatenate([t["past_k"], newest(t, "k_rotated", "k_normed", "k")], 1)
        yield "present_v", np.concatenate([t["past_v"], t["v"]], 1)
    yield "scores", score(settings["score"], t)
    yield "scaled", t["scores"] / np.float32(settings["divisor"])
    if "capped" in t:
        yield "capped", settings["softcap"] * np.tanh(t["scaled"] / settings["softcap"])
    if "biased" in t:
        bent = newest(t, "capped", "scaled")
        place = np.arange(bent.shape[1])[:, None] + settings["first_place"]
        slopes = np.array(settings["slopes"])[:, None, None]  # ALiBi: less for keys that are far
        yield "biased", bent + t.get("bias", 0) - slopes * np.abs(place - np.arange(bent.shape[2]))
    unmasked = newest(t, "biased", "capped", "scaled")
    yield "masked", np.where(t["mask"], unmasked, -np.inf) if "mask" in t else unmasked
    yield "weights", softmax(t["masked"], t.get("sink"))
    read = t["weights"]
    if "dropped" in t:
        read = t["dropped"]
        yield "dropped", t["weights"] * t["keep"] / (1 - np.float32(settings["dropout"]))
    values = newest(t, "present_v", "v")
    yield "heads", read @ values.repeat(heads // kv_heads, 0)
    side_by_side = t["heads"].swapaxes(0, 1).copy()
    side_by_side[:, settings["switched_off"]] = 0
    yield "concat", side_by_side.reshape(len(t["x"]), -1)
    yield "output", t["concat"] @ t["w_o"] + t.get("b_o", 0) if "w_o" in t else t["concat"]


def main():
    t = read_safetensors(FOLDER / "numbers.safetensors")
    settings = json.loads((FOLDER / "settings.json").read_text(encoding="utf-8"))
    agrees = True
    for name, again in stages(t, settings):
        shown = t[name]
        by_hand = np.zeros(shown.shape, dtype=bool)
        for cell in settings["set_by_hand"].get(name, []):
            by_hand[tuple(cell)] = True
        same = (again == shown) | by_hand  # −∞ is equal to −∞
        with np.errstate(invalid="ignore"):
            same |= np.abs(again - shown) <= TOLERANCE * (1 + np.abs(shown))
        remark = f", {by_hand.sum()} set by hand" if by_hand.any() else ""
        print(f"{name:9} {str(shown.shape):16} {'agrees' if same.all() else 'DIFFERS'}{remark}")
        agrees &= bool(same.all())
    print("All stages agree." if agrees else "Not all stages agree.")
    return 0 if agrees else 1


if __name__ == "__main__":
    sys.exit(main())
