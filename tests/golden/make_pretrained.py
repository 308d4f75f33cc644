"""Writes small checkpoints of each family of models in the layouts that real ones have, and what they compute.

    python3 tests/golden/make_pretrained.py [FOLDER]       (Debian: python3-torch, python3-numpy)

Each folder is a model as people have it on disk: config.json, weights in safetensors (float32, float16, bfloat16; one in two
shards), a tokenizer. Its numbers are random, of numpy's RandomState, whose stream is frozen. The .safetensors file beside it has the
ids of a text, the logits and each layer's attention weights, computed in double precision with PyTorch's functions. Every family is
written down here on its own, from its paper and its published config, not from a table of differences as in the C++.
"""
import json
import math
import pathlib
import struct
import sys

import numpy as np
import torch
import torch.nn.functional as F

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "the", "cat", "dog", "sat", "on", "mat", "a", "saw", "it", "was", "tired",
         "because", "and", "ran", "to", "##s", "##ed", "red", "old", ".", ",", "who", "what", "small", "house", "in", "green"]
V, D, HEADS, MLP = len(WORDS), 16, 4, 24
IDS = [5, 6, 8, 9, 5, 10, 24]  # the cat sat on the mat .


# --- files ---------------------------------------------------------------------------------------------------------

def raw_of(tensor, kind):
    if kind == "BF16":  # the upper half of a float32; the numbers are rounded to it already
        return (tensor.float().numpy().view(np.uint32) >> 16).astype("<u2").tobytes()
    return tensor.numpy().astype({"F32": "<f4", "F16": "<f2", "BOOL": "?", "I64": "<i8"}[kind]).tobytes()


def write_safetensors(path, tensors):
    """tensors: name -> (tensor, kind)"""
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, (tensor, kind) in tensors.items():
        raw = raw_of(tensor, kind)
        header[name] = {"dtype": kind, "shape": list(tensor.shape), "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + data)


def write_tokenizer(folder, as_vocabulary):
    if as_vocabulary:
        (folder / "vocab.txt").write_text("\n".join(WORDS) + "\n")
        return
    special = [{"id": i, "content": WORDS[i], "special": True} for i in range(5)]
    (folder / "tokenizer.json").write_text(json.dumps({
        "added_tokens": special, "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {"type": "WordPiece", "unk_token": "[UNK]", "vocab": {w: i for i, w in enumerate(WORDS)}}}))


class Weights:
    """Random tensors by name, rounded to what their file holds, in double."""

    def __init__(self, seed, kind):
        self.state, self.kind, self.tensors = np.random.RandomState(seed), kind, {}

    def __call__(self, name, *shape, around=0.0, spread=0.4):
        numbers = torch.from_numpy((around + spread * self.state.standard_normal(shape)).astype(np.float32))
        rounded = numbers.to({"F32": torch.float32, "F16": torch.float16, "BF16": torch.bfloat16}[self.kind]).double()
        self.tensors[name] = (rounded, self.kind)
        return rounded

    def linear(self, name, d_in, d_out, bias=True):
        """As torch.nn.Linear keeps it: (out, in)."""
        w, b = self(name + ".weight", d_out, d_in), self(name + ".bias", d_out) if bias else None
        return lambda x: F.linear(x, w, b)

    def conv1d(self, name, d_in, d_out):
        """As GPT-2's files keep it: (in, out)."""
        w, b = self(name + ".weight", d_in, d_out), self(name + ".bias", d_out)
        return lambda x: x @ w + b

    def layer_norm(self, name, epsilon, old=False):
        gain = self(name + (".gamma" if old else ".weight"), D, around=1, spread=0.2)
        shift = self(name + (".beta" if old else ".bias"), D)
        return lambda x: F.layer_norm(x, (D,), gain, shift, epsilon)

    def rms_norm(self, name, epsilon, size=D, from_one=False):
        gain = self(name + ".weight", size, around=0 if from_one else 1, spread=0.2)
        return lambda x: x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + epsilon) * (gain + 1 if from_one else gain)


# --- attention -----------------------------------------------------------------------------------------------------

def split(x, heads):
    """(n, h*d) -> (h, n, d)"""
    return x.view(x.shape[0], heads, -1).transpose(0, 1)


def attention(q, k, v, seen, scale, cap=None):
    """q (h, n, d), k and v (h_kv, n, d), seen (n, n) -> the heads side by side (n, h*d), weights (h, n, n)"""
    k, v = (t.repeat_interleave(q.shape[0] // k.shape[0], 0) for t in (k, v))
    scores = q @ k.transpose(1, 2) * scale
    if cap:
        scores = cap * torch.tanh(scores / cap)
    weights = torch.softmax(scores.masked_fill(~seen, -math.inf), -1)
    return (weights @ v).transpose(0, 1).reshape(q.shape[1], -1), weights


def causal(n, window=None):
    i, j = torch.arange(n)[:, None], torch.arange(n)[None, :]
    return (j <= i) & (i - j < (window or n))


def inverse_frequencies(d, base):
    return 1.0 / base ** (torch.arange(0, d, 2).double() / d)


def llama3(speeds, factor, low, high, trained):
    """As Llama 3.1's published code slows the turns."""
    slowed = []
    for speed in speeds.tolist():
        length = 2 * math.pi / speed
        if length < trained / high:
            slowed.append(speed)
        elif length > trained / low:
            slowed.append(speed / factor)
        else:
            smooth = (trained / length - low) / (high - low)
            slowed.append((1 - smooth) * speed / factor + smooth * speed)
    return torch.tensor(slowed).double()


def turn(x, speeds):
    """x (h, n, d): the first half of the columns pairs with the second."""
    angles = torch.outer(torch.arange(x.shape[1]).double(), speeds)
    cos, sin = torch.cat([angles.cos()] * 2, -1), torch.cat([angles.sin()] * 2, -1)
    half = x.shape[-1] // 2
    return x * cos + torch.cat([-x[..., half:], x[..., :half]], -1) * sin


# --- families ------------------------------------------------------------------------------------------------------

def gpt2(w, prefix="", layers=2, extra=False):
    config = {"model_type": "gpt2", "architectures": ["GPT2LMHeadModel"], "n_embd": D, "n_head": HEADS, "n_layer": layers,
              "n_positions": 12, "n_ctx": 12, "vocab_size": V, "n_inner": None, "activation_function": "gelu_new",
              "layer_norm_epsilon": 1e-5}
    table, places = w(prefix + "wte.weight", V, D), w(prefix + "wpe.weight", 12, D)
    n = len(IDS)
    x, kept = table[IDS] + places[:n], []
    for i in range(layers):
        at = f"{prefix}h.{i}."
        if extra:  # the mask, which old files keep among the weights
            w.tensors[at + "attn.bias"] = (torch.tril(torch.ones(1, 1, 12, 12)).bool(), "BOOL")
            w.tensors[at + "attn.masked_bias"] = (torch.tensor(-1e4), w.kind)
        q, k, v = w.conv1d(at + "attn.c_attn", D, 3 * D)(w.layer_norm(at + "ln_1", 1e-5)(x)).chunk(3, -1)
        y, weights = attention(split(q, HEADS), split(k, HEADS), split(v, HEADS), causal(n), (D // HEADS) ** -0.5)
        kept.append(weights)
        x = x + w.conv1d(at + "attn.c_proj", D, D)(y)
        hidden = F.gelu(w.conv1d(at + "mlp.c_fc", D, 4 * D)(w.layer_norm(at + "ln_2", 1e-5)(x)), approximate="tanh")
        x = x + w.conv1d(at + "mlp.c_proj", 4 * D, D)(hidden)
    return config, w.layer_norm(prefix + "ln_f", 1e-5)(x) @ table.T, kept


def encoder(w, names, x, kept, activation):
    for i in range(2):
        at = names["layer"].format(i)
        q, k, v = (split(w.linear(at + names[part], D, D)(x), HEADS) for part in "qkv")
        y, weights = attention(q, k, v, torch.ones(len(IDS), len(IDS)).bool(), (D // HEADS) ** -0.5)
        kept.append(weights)
        x = w.layer_norm(at + names["norm_1"], names["epsilon"], names["old"])(x + w.linear(at + names["o"], D, D)(y))
        hidden = activation(w.linear(at + names["up"], D, MLP)(x))
        x = w.layer_norm(at + names["norm_2"], names["epsilon"], names["old"])(x + w.linear(at + names["down"], MLP, D)(hidden))
    return x


BERT = {"layer": "bert.encoder.layer.{}.", "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
        "o": "attention.output.dense", "norm_1": "attention.output.LayerNorm", "up": "intermediate.dense", "down": "output.dense",
        "norm_2": "output.LayerNorm", "epsilon": 1e-12, "old": True}


def bert(w):
    config = {"model_type": "bert", "hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": 2, "vocab_size": V,
              "intermediate_size": MLP, "hidden_act": "gelu", "layer_norm_eps": 1e-12, "max_position_embeddings": 12,
              "type_vocab_size": 2, "position_embedding_type": "absolute", "pad_token_id": 0}
    at, kept = "bert.embeddings.", []
    table = w(at + "word_embeddings.weight", V, D)
    x = table[IDS] + w(at + "position_embeddings.weight", 12, D)[:len(IDS)] + w(at + "token_type_embeddings.weight", 2, D)[0]
    x = encoder(w, BERT, w.layer_norm(at + "LayerNorm", 1e-12, old=True)(x), kept, F.gelu)
    w.linear("bert.pooler.dense", D, D)  # which guesses no word
    head = "cls.predictions."
    x = w.layer_norm(head + "transform.LayerNorm", 1e-12, old=True)(F.gelu(w.linear(head + "transform.dense", D, D)(x)))
    return config, x @ table.T + w(head + "bias", V), kept


def roberta(w):
    config = {"model_type": "roberta", "hidden_size": D, "num_attention_heads": HEADS, "num_hidden_layers": 2, "vocab_size": V,
              "intermediate_size": MLP, "hidden_act": "gelu", "layer_norm_eps": 1e-5, "max_position_embeddings": 14,
              "type_vocab_size": 1, "pad_token_id": 1}
    at, kept = "roberta.embeddings.", []
    names = BERT | {"layer": "roberta.encoder.layer.{}.", "epsilon": 1e-5, "old": False}
    table = w(at + "word_embeddings.weight", V, D)
    x = table[IDS] + w(at + "position_embeddings.weight", 14, D)[2:2 + len(IDS)] + w(at + "token_type_embeddings.weight", 1, D)[0]
    x = encoder(w, names, w.layer_norm(at + "LayerNorm", 1e-5)(x), kept, F.gelu)
    x = w.layer_norm("lm_head.layer_norm", 1e-5)(F.gelu(w.linear("lm_head.dense", D, D)(x)))
    return config, x @ table.T + w("lm_head.bias", V), kept


def distilbert(w):
    config = {"model_type": "distilbert", "dim": D, "n_heads": HEADS, "n_layers": 2, "hidden_dim": MLP, "vocab_size": V,
              "activation": "gelu", "max_position_embeddings": 12, "sinusoidal_pos_embds": False}
    at, kept = "distilbert.embeddings.", []
    names = {"layer": "distilbert.transformer.layer.{}.", "q": "attention.q_lin", "k": "attention.k_lin", "v": "attention.v_lin",
             "o": "attention.out_lin", "norm_1": "sa_layer_norm", "up": "ffn.lin1", "down": "ffn.lin2",
             "norm_2": "output_layer_norm", "epsilon": 1e-12, "old": False}
    table = w(at + "word_embeddings.weight", V, D)
    x = table[IDS] + w(at + "position_embeddings.weight", 12, D)[:len(IDS)]
    x = encoder(w, names, w.layer_norm(at + "LayerNorm", 1e-12)(x), kept, F.gelu)
    x = w.layer_norm("vocab_layer_norm", 1e-12)(F.gelu(w.linear("vocab_transform", D, D)(x)))
    return config, x @ table.T + w("vocab_projector.bias", V), kept


def llama_like(w, config, *, layers=2, kv=2, d=D // HEADS, speeds=None, biases=False, o_bias=False, norms=False, windows=None,
               act=F.silu, one=False, factor=1.0, scale=None, cap=None, final_cap=None, sandwich=False, tied=True):
    """speeds and windows: a list with one entry a layer, or one for all."""
    epsilon, n, kept = config["rms_norm_eps"], len(IDS), []
    speeds = speeds if isinstance(speeds, list) else [inverse_frequencies(d, config["rope_theta"]) if speeds is None else speeds] * layers
    windows = windows or [None] * layers
    table = w("model.embed_tokens.weight", V, D)
    x = table[IDS] * factor
    for i in range(layers):
        at = f"model.layers.{i}."
        y = w.rms_norm(at + "input_layernorm", epsilon, from_one=one)(x)
        q, k, v = (split(w.linear(f"{at}self_attn.{name}_proj", D, heads * d, biases)(y), heads)
                   for name, heads in (("q", HEADS), ("k", kv), ("v", kv)))
        if norms:
            q = w.rms_norm(at + "self_attn.q_norm", epsilon, d, one)(q)
            k = w.rms_norm(at + "self_attn.k_norm", epsilon, d, one)(k)
        y, weights = attention(turn(q, speeds[i]), turn(k, speeds[i]), v, causal(n, windows[i]), scale or d ** -0.5, cap)
        kept.append(weights)
        y = w.linear(at + "self_attn.o_proj", HEADS * d, D, o_bias)(y)
        if sandwich:
            y = w.rms_norm(at + "post_attention_layernorm", epsilon, from_one=one)(y)
        x = x + y
        before = "pre_feedforward_layernorm" if sandwich else "post_attention_layernorm"
        y = w.rms_norm(at + before, epsilon, from_one=one)(x)
        gate, up = (w.linear(f"{at}mlp.{name}_proj", D, MLP, False)(y) for name in ("gate", "up"))
        y = w.linear(at + "mlp.down_proj", MLP, D, False)(act(gate) * up)
        if sandwich:
            y = w.rms_norm(at + "post_feedforward_layernorm", epsilon, from_one=one)(y)
        x = x + y
    x = w.rms_norm("model.norm", epsilon, from_one=one)(x)
    logits = x @ (table if tied else w("lm_head.weight", V, D)).T
    if final_cap:
        logits = final_cap * torch.tanh(logits / final_cap)
    return config, logits, kept


def llama_config(model_type, **more):
    return {"model_type": model_type, "hidden_size": D, "num_attention_heads": HEADS, "num_key_value_heads": 2,
            "num_hidden_layers": 2, "intermediate_size": MLP, "hidden_act": "silu", "rms_norm_eps": 1e-6, "rope_theta": 10000.0,
            "max_position_embeddings": 64, "vocab_size": V} | more


def llama(w):
    scaling = {"rope_type": "llama3", "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0,
               "original_max_position_embeddings": 16}
    config = llama_config("llama", rms_norm_eps=1e-5, rope_scaling=scaling, tie_word_embeddings=False, attention_bias=True)
    speeds = llama3(inverse_frequencies(4, 10000.0), 8.0, 1.0, 4.0, 16)
    return llama_like(w, config, speeds=speeds, biases=True, o_bias=True, tied=False)


def mistral(w):
    return llama_like(w, llama_config("mistral", sliding_window=3, head_dim=None, tie_word_embeddings=False), windows=[3, 3],
                      tied=False)


def qwen2(w):
    return llama_like(w, llama_config("qwen2", rope_theta=1e6, use_sliding_window=False, sliding_window=3, max_window_layers=1),
                      biases=True)


def qwen3(w):
    return llama_like(w, llama_config("qwen3", head_dim=6, attention_bias=False, num_key_value_heads=1), d=6, kv=1, norms=True)


def tanh_gelu(x):
    return F.gelu(x, approximate="tanh")


def gemma(w):
    config = llama_config("gemma", head_dim=8, hidden_act="gelu", hidden_activation=None, num_key_value_heads=1)
    return llama_like(w, config, d=8, kv=1, act=tanh_gelu, one=True, factor=D ** 0.5)


def gemma2(w):
    config = llama_config("gemma2", hidden_activation="gelu_pytorch_tanh", attn_logit_softcapping=2.0, final_logit_softcapping=5.0,
                          query_pre_attn_scalar=9, sliding_window=3)
    return llama_like(w, config, act=tanh_gelu, one=True, factor=D ** 0.5, scale=1 / 3, cap=2.0, final_cap=5.0, sandwich=True,
                      windows=[3, None])


def gemma3(w):
    config = llama_config("gemma3_text", hidden_activation="gelu_pytorch_tanh", query_pre_attn_scalar=9, sliding_window=3,
                          sliding_window_pattern=2, num_hidden_layers=3, rope_theta=1e6, rope_local_base_freq=100.0,
                          rope_scaling={"rope_type": "linear", "factor": 8.0}, attn_logit_softcapping=None)
    near, far = inverse_frequencies(4, 100.0), inverse_frequencies(4, 1e6) / 8
    return llama_like(w, config, layers=3, speeds=[near, far, near], act=tanh_gelu, one=True, factor=D ** 0.5, scale=1 / 3,
                      norms=True, sandwich=True, windows=[3, None, 3])


CASES = {"gpt2": (gpt2, "F32", {"extra": True}), "gpt2_half": (gpt2, "F16", {"prefix": "transformer.", "layers": 3}),
         "bert": (bert, "F32", {}), "roberta": (roberta, "F16", {}), "distilbert": (distilbert, "F32", {}),
         "llama": (llama, "BF16", {}), "mistral": (mistral, "F32", {}), "qwen2": (qwen2, "BF16", {}), "qwen3": (qwen3, "F32", {}),
         "gemma": (gemma, "F16", {}), "gemma2": (gemma2, "BF16", {}), "gemma3": (gemma3, "F32", {})}
SHARDED = "llama"


def write_shards(folder, tensors):
    names, half = list(tensors), len(tensors) // 2
    shards = {"model-00001-of-00002.safetensors": names[:half], "model-00002-of-00002.safetensors": names[half:]}
    for shard, held in shards.items():
        write_safetensors(folder / shard, {name: tensors[name] for name in held})
    where = {name: shard for shard, held in shards.items() for name in held}
    (folder / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": where}))


def main():
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "pretrained"
    for seed, (name, (family, kind, more)) in enumerate(CASES.items(), 700):
        folder, weights = root / name, Weights(seed, kind)
        folder.mkdir(parents=True, exist_ok=True)
        config, logits, kept = family(weights, **more)
        (folder / "config.json").write_text(json.dumps(config, indent=2) + "\n")
        if name == SHARDED:
            write_shards(folder, weights.tensors)
        else:
            write_safetensors(folder / "model.safetensors", weights.tensors)
        write_tokenizer(folder, as_vocabulary=name == "bert")
        write_safetensors(root / f"{name}.safetensors", {
            "ids": (torch.tensor(IDS), "I64"), "logits": (logits, "F32"), "weights": (torch.stack(kept), "F32")})


if __name__ == "__main__":
    main()
