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
}
