"""Cases of make_golden.py for src/learning: what PyTorch's autograd and its Adam answer. A gradient is named after what it is the
gradient of: g_memory is that of memory."""
import torch

D, HEADS, HIDDEN, VOCABULARY = 8, 2, 12, 11


def leaf(tensor):
    """Numbers whose gradient is asked for."""
    return tensor.detach().clone().requires_grad_()


def set_parameters(module, numbers, size=0.5):
    with torch.no_grad():
        for parameter in module.parameters():
            parameter.copy_(size * numbers(*parameter.shape))


def with_gradients(values, gradients):
    return {name: value.detach() for name, value in values.items()} | {f"g_{name}": g for name, g in gradients.items()}


def attention_parameters(prefix, module, of):
    """A MultiheadAttention's as row vectors are multiplied with: x·W. `of` picks the parameters or their gradients."""
    t = {}
    for name, w, b in zip("qkv", of(module.in_proj_weight).chunk(3), of(module.in_proj_bias).chunk(3)):
        t[f"{prefix}_w_{name}"], t[f"{prefix}_b_{name}"] = w.T, b
    return t | {f"{prefix}_w_o": of(module.out_proj.weight).T, f"{prefix}_b_o": of(module.out_proj.bias)}


def decoder_parameters(module, of):
    t = attention_parameters("self", module.self_attn, of) | attention_parameters("cross", module.multihead_attn, of)
    for prefix, norm in (("self", module.norm1), ("cross", module.norm2), ("mlp", module.norm3)):
        t[f"{prefix}_gain"], t[f"{prefix}_shift"] = of(norm.weight), of(norm.bias)
    for name, linear in (("1", module.linear1), ("2", module.linear2)):
        t[f"mlp_w_{name}"], t[f"mlp_b_{name}"] = of(linear.weight).T, of(linear.bias)
    return t


def decoder(numbers):
    """Words -> embedding -> torch.nn.TransformerDecoderLayer, normalised first -> the same table -> cross-entropy."""
    module = torch.nn.TransformerDecoderLayer(D, HEADS, HIDDEN, dropout=0, batch_first=True, norm_first=True).double()
    set_parameters(module, numbers)
    table, memory = leaf(numbers(VOCABULARY, D)), leaf(numbers(3, 4, D))
    ids = torch.from_numpy(numbers.state.randint(0, VOCABULARY, (3, 5)))
    targets = torch.from_numpy(numbers.state.randint(0, VOCABULARY, (3, 5)))
    real = torch.tensor([[1, 1, 1, 1, 1], [1, 1, 1, 0, 0], [1, 1, 1, 1, 0]])
    memory_real = torch.tensor([[1, 1, 0, 0], [1, 1, 1, 1], [1, 1, 1, 0]])
    targets[real == 0] = -1
    y = module(2 * table[ids], memory, tgt_mask=torch.ones(5, 5, dtype=torch.bool).triu(1),
               tgt_key_padding_mask=real == 0, memory_key_padding_mask=memory_real == 0)
    loss = torch.nn.functional.cross_entropy((y @ table.T).flatten(0, 1), targets.flatten(), ignore_index=-1)
    loss.backward()
    values = decoder_parameters(module, lambda p: p) | {"table": table, "memory": memory}
    gradients = decoder_parameters(module, lambda p: p.grad) | {"table": table.grad, "memory": memory.grad}
    given = {"ids": ids, "targets": targets, "real": real, "memory_real": memory_real, "y": y, "loss": loss}
    return with_gradients(values | given, gradients)


def sinusoidal_positions(n):
    angles = torch.arange(n)[:, None] / 10000.0 ** (torch.arange(0, D, 2) / D)
    return torch.stack((angles.sin(), angles.cos()), -1).flatten(1).double()


def transformer(numbers):
    """A whole encoder: words and sinusoidal positions -> two layers, normalised first -> the same words -> cross-entropy of
    what is asked, and a hint: -0.1 * the mean of log a over the wanted cells of each relation. By formulas: PyTorch's own
    layers do not give the weights of single heads to a loss."""
    norm = torch.nn.functional.layer_norm
    p = {"embedding": leaf(0.5 * numbers(VOCABULARY, D))}
    shapes = [("self.norm.gain", (1, D)), ("self.norm.shift", (1, D))]
    shapes += [(f"self.{kind}_{name}", (D if kind == "w" else 1, D)) for name in "qkvo" for kind in "wb"]
    shapes += [("mlp.norm.gain", (1, D)), ("mlp.norm.shift", (1, D)), ("mlp.w_1", (D, HIDDEN)), ("mlp.b_1", (1, HIDDEN)),
               ("mlp.w_2", (HIDDEN, D)), ("mlp.b_2", (1, D))]
    for layer in range(2):
        p |= {f"{layer}.{name}": leaf(0.5 * numbers(*shape)) for name, shape in shapes}
    p |= {"norm.gain": leaf(0.5 * numbers(1, D)), "norm.shift": leaf(0.5 * numbers(1, D))}

    ids = torch.from_numpy(numbers.state.randint(1, VOCABULARY, (3, 5)))
    lengths = torch.tensor([5, 3, 4])
    real = torch.arange(5) < lengths[:, None]
    ids[~real] = 0
    asked = torch.tensor([[0, 4], [0, 1], [1, 2], [2, 3]])  # sentence, position
    answers = torch.tensor([3, 7, 1, 10])
    edges = torch.tensor([[0, 0], [1, 1]])  # layer, head
    wanted = torch.tensor([[0, 0, 4, 1], [0, 1, 2, 0], [0, 2, 3, 3], [1, 0, 1, 2], [1, 2, 0, 2]])  # edge, sentence, from, to

    x = D**0.5 * p["embedding"][ids] + sinusoidal_positions(5)
    weights = []
    for layer in range(2):
        of = {name: p[f"{layer}.{name}"] for name, _ in shapes}
        y = norm(x, (D,), of["self.norm.gain"][0], of["self.norm.shift"][0])
        q, k, v = ((y @ of[f"self.w_{name}"] + of[f"self.b_{name}"]).unflatten(2, (HEADS, -1)).transpose(1, 2) for name in "qkv")
        scores = (q @ k.transpose(2, 3) / (D / HEADS) ** 0.5).masked_fill(~real[:, None, None], float("-inf"))
        weights.append(torch.softmax(scores, 3))
        x = x + (weights[-1] @ v).transpose(1, 2).flatten(2) @ of["self.w_o"] + of["self.b_o"]
        y = norm(x, (D,), of["mlp.norm.gain"][0], of["mlp.norm.shift"][0])
        x = x + torch.relu(y @ of["mlp.w_1"] + of["mlp.b_1"]) @ of["mlp.w_2"] + of["mlp.b_2"]
    states = norm(x, (D,), p["norm.gain"][0], p["norm.shift"][0])
    logits = states[asked[:, 0], asked[:, 1]] @ p["embedding"].T
    loss = torch.nn.functional.cross_entropy(logits, answers)
    hint = 0
    for edge, (layer, head) in enumerate(edges):
        cells = wanted[wanted[:, 0] == edge]
        hint = hint - 0.1 * weights[layer][cells[:, 1], head, cells[:, 2], cells[:, 3]].log().mean()
    (loss + hint).backward()
    named = {f"encoder.{name}": value for name, value in p.items()}
    given = {"ids": ids, "lengths": lengths, "asked": asked, "answers": answers, "edges": edges, "wanted": wanted,
             "probabilities": torch.softmax(logits, 1), "loss": loss, "hint": hint}
    return with_gradients(named | given, {name: value.grad for name, value in named.items()})


def recurrent(kind, numbers):
    """torch.nn.RNN or LSTM from a start that is not 0: L = Σ hidden ⊙ g_hidden (+ Σ c_n ⊙ g_last_cell)."""
    n, batch, d_in, d = 6, 3, 4, 5
    module = getattr(torch.nn, kind)(d_in, d).double()
    set_parameters(module, numbers)
    x, start = leaf(numbers(n, batch, d_in)), [leaf(numbers(1, batch, d)) for _ in range(2 if kind == "LSTM" else 1)]
    hidden, last = module(x, tuple(start) if kind == "LSTM" else start[0])
    g_hidden, g_last_cell = numbers(n, batch, d), numbers(batch, d)
    loss = (hidden * g_hidden).sum() + ((last[1] * g_last_cell).sum() if kind == "LSTM" else 0)
    loss.backward()
    leaves = dict(zip(("w_ih", "w_hh", "b_ih", "b_hh"), module.parameters())) | {"x": x}
    leaves |= dict(zip(("start_hidden", "start_cell"), start))
    t = with_gradients(leaves | {"hidden": hidden}, {name: value.grad for name, value in leaves.items()})
    return t | {"g_hidden": g_hidden} | ({"g_last_cell": g_last_cell} if kind == "LSTM" else {})


def adam(numbers):
    """Steps of torch.optim.Adam, each with a rate and gradients of its own, the longer ones clipped."""
    parameters = [leaf(numbers(3, 4)), leaf(numbers(5))]
    rates, max_norm = [2**-7, 2**-6, 2**-5, 2**-6, 2**-7], 3.0
    optimizer = torch.optim.Adam(parameters, betas=(0.75, 0.96875), eps=2**-20)
    t = {"rates": torch.tensor(rates), "w_0": parameters[0].detach().clone(), "b_0": parameters[1].detach().clone()}
    norms = []
    for step, rate in enumerate(rates, 1):
        for name, p in zip("wb", parameters):
            p.grad = (step % 3 + 0.25) * numbers(*p.shape)
            t[f"g_{name}_{step}"] = p.grad.clone()
        norms.append(torch.nn.utils.clip_grad_norm_(parameters, max_norm))
        optimizer.param_groups[0]["lr"] = rate
        optimizer.step()
        t |= {f"{name}_{step}": p.detach().clone() for name, p in zip("wb", parameters)}
    return t | {"norms": torch.stack(norms)}


CASES = {
    "decoder": decoder,
    "rnn": lambda numbers: recurrent("RNN", numbers),
    "lstm": lambda numbers: recurrent("LSTM", numbers),
    "adam": adam,
    "transformer": transformer,
}
