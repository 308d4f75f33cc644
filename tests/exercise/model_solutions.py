#!/usr/bin/env python3
"""A solution of every exercise in every language: the starting file runs as it is written, and agrees with the
program when its stages are filled in as below. The program does not ship these.

    model_solutions.py PROGRAM [--language numpy] [--level one_head]

NumPy and PyTorch run under the Python that runs this; C++ needs g++ and Eigen.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

# A stage is solved in the same way on most levels; a level that differs has a line of its own.

NUMPY = {
    "q": "q = x @ w_q",
    "k": "k = x @ w_k",
    "v": "v = x @ w_v",
    "scores": "scores = q @ k.swapaxes(-1, -2)",
    "scaled": "scaled = scores / np.sqrt(q.shape[-1])",
    "masked": "masked = np.where(np.tril(np.ones(scaled.shape)) == 1, scaled, -np.inf)",
    "weights": "e = np.exp(scaled - scaled.max(-1, keepdims=True))\n"
               "weights = e / e.sum(-1, keepdims=True)",
    "heads": "heads = weights @ v",
    "concat": "concat = heads.transpose(1, 0, 2).reshape(len(x), -1)",
    "output": "output = weights @ v",
}
NUMPY_HEADS = {
    "q": "split = lambda a, heads: a.reshape(len(a), heads, -1).transpose(1, 0, 2)\nq = split({x} @ w_q{b_q}, {h})",
    "k": "k = split({x} @ w_k{b_k}, {kv})",
    "v": "v = split({x} @ w_v{b_v}, {kv})",
    "output": "output = concat @ w_o",
}
NUMPY_FROM = "e = np.exp({0} - {0}.max(-1, keepdims=True))\nweights = e / e.sum(-1, keepdims=True)"
NUMPY_TURN = """def turn(a, first):
    half = a.shape[1] // 2
    angle = (first + np.arange(len(a)))[:, None] * 100.0 ** (-np.arange(half) / half)
    left, right = a[:, :half], a[:, half:]
    return np.hstack([left * np.cos(angle) - right * np.sin(angle), right * np.cos(angle) + left * np.sin(angle)])
"""
NUMPY_RECUR = """sigmoid = lambda a: 1 / (1 + np.exp(-a))
h = c = np.zeros(weight_hh.shape[1])
hidden, cell = [], []
for row in x:
    a = weight_ih @ row + bias_ih + weight_hh @ h + bias_hh
    {}
    hidden.append(h)
    cell.append(c)
hidden, cell = np.array(hidden), np.array(cell)"""
NUMPY_LEVELS = {
    "masks": {
        "masked": "allowed = np.tril(np.ones(scaled.shape)) * key_padding\nmasked = np.where(allowed == 1, scaled, -np.inf)",
        "weights": NUMPY_FROM.format("masked"),
    },
    "cross": {"k": "k = memory @ w_k", "v": "v = memory @ w_v"},
    "multi_head": {
        "q": NUMPY_HEADS["q"].format(x="x", h=2, b_q=" + b_q"),
        "k": NUMPY_HEADS["k"].format(x="x", kv=2, b_k=" + b_k"),
        "v": NUMPY_HEADS["v"].format(x="x", kv=2, b_v=" + b_v"),
        "output": "output = concat @ w_o + b_o",
    },
    "additive": {
        "scores": "scores = np.tanh((q @ w_add_q)[:, None] + (k @ w_add_k)[None]) @ v_add",
        "weights": NUMPY_FROM.format("scores"),
    },
    "general": {"scores": "scores = q @ w_general @ k.T", "weights": NUMPY_FROM.format("scores")},
    "batch": {
        "q": "split = lambda a: a.reshape(3, 5, 2, 3).transpose(0, 2, 1, 3)\nq = split(x @ w_q)",
        "k": "k = split(x @ w_k)",
        "v": "v = split(x @ w_v)",
        "masked": "masked = np.where(key_padding[:, None, None, :] == 1, scaled, -np.inf)",
        "weights": NUMPY_FROM.format("masked"),
        "output": "output = heads.transpose(0, 2, 1, 3).reshape(3, 5, -1)",
    },
    "rnn": {"hidden": NUMPY_RECUR.format("h = np.tanh(a)")},
    "lstm": {
        "cell": NUMPY_RECUR.format("i, f, g, o = np.split(a, 4)\n"
                                   "    c = sigmoid(f) * c + sigmoid(i) * np.tanh(g)\n"
                                   "    h = sigmoid(o) * np.tanh(c)"),
        "hidden": "",
    },
    "positions": {"q": "x = x + positions\nq = x @ w_q"},
    "bias": {"biased": "biased = scaled + bias", "weights": NUMPY_FROM.format("biased")},
    "grouped": {
        "q": NUMPY_HEADS["q"].format(x="x", h=4, b_q=""),
        "k": NUMPY_HEADS["k"].format(x="x", kv=2, b_k=""),
        "v": NUMPY_HEADS["v"].format(x="x", kv=2, b_v=""),
        "scores": "scores = q @ np.repeat(k, 2, axis=0).transpose(0, 2, 1)",
        "heads": "heads = weights @ np.repeat(v, 2, axis=0)",
        "output": NUMPY_HEADS["output"],
    },
    "rotary": {
        "q_rotated": NUMPY_TURN + "q_rotated = turn(q, 0)",
        "k_rotated": "k_rotated = turn(k, 0)",
        "scores": "scores = q_rotated @ k_rotated.T",
    },
    "cache": {
        "q_rotated": NUMPY_TURN + "q_rotated = turn(q, 4)",
        "k_rotated": "k_rotated = turn(k, 4)",
        "present_k": "present_k = np.vstack([past_k[0], k_rotated])",
        "present_v": "present_v = np.vstack([past_v[0], v])",
        "scores": "scores = q_rotated @ present_k.T",
        "masked": "masked = np.where(np.arange(6) <= 4 + np.arange(2)[:, None], scaled, -np.inf)",
        "weights": NUMPY_FROM.format("masked"),
        "output": "output = weights @ present_v",
    },
    "block": {
        "normed": "norm = lambda a, gain, shift: (a - a.mean(1, keepdims=True)) "
                  "/ np.sqrt(a.var(1, keepdims=True) + 1e-5) * gain + shift\nnormed = norm(x, gain, shift)",
        "q": NUMPY_HEADS["q"].format(x="normed", h=2, b_q=""),
        "k": NUMPY_HEADS["k"].format(x="normed", kv=2, b_k=""),
        "v": NUMPY_HEADS["v"].format(x="normed", kv=2, b_v=""),
        "weights": NUMPY_FROM.format("masked"),
        "output": NUMPY_HEADS["output"],
        "added": "added = x + output",
        "normed_again": "normed_again = norm(added, mlp_gain, mlp_shift)",
        "activated": "activated = np.maximum(normed_again @ w_1 + b_1, 0)",
        "block": "block = added + activated @ w_2 + b_2",
    },
    "softmax_gradient": {
        "d_scaled": "d_scaled = weights * (d_weights - (d_weights * weights).sum(1, keepdims=True))",
    },
}

PYTORCH = {
    "q": "q = x @ w_q",
    "k": "k = x @ w_k",
    "v": "v = x @ w_v",
    "scores": "scores = q @ k.transpose(-1, -2)",
    "scaled": "scaled = scores / q.shape[-1] ** 0.5",
    "masked": "masked = scaled.masked_fill(torch.ones(scaled.shape[-2:]).tril() == 0, float('-inf'))",
    "weights": "weights = torch.softmax(scaled, dim=-1)",
    "heads": "heads = weights @ v",
    "concat": "concat = heads.transpose(0, 1).flatten(1)",
    "output": "output = weights @ v",
}
PYTORCH_SPLIT = "{0} = ({1} @ w_{0}{2}).unflatten(-1, ({3}, -1)).transpose(-2, -3)"
PYTORCH_FROM = "weights = torch.softmax({}, dim=-1)"
PYTORCH_TURN = """def turn(a, first):
    half = a.shape[1] // 2
    angle = (first + torch.arange(len(a)))[:, None] * 100.0 ** (-torch.arange(half) / half)
    pairs = torch.complex(a[:, :half], a[:, half:]) * torch.polar(torch.ones_like(angle), angle)
    return torch.cat([pairs.real, pairs.imag], dim=1)
"""
PYTORCH_RECUR = """net = torch.nn.{}(x.shape[1], weight_hh.shape[1])
for name, value in dict(weight_ih=weight_ih, weight_hh=weight_hh, bias_ih=bias_ih, bias_hh=bias_hh).items():
    getattr(net, name + {}).data = value
"""


def pytorch_heads(x, heads, kv_heads, biased=False):
    return {name: PYTORCH_SPLIT.format(name, x, f" + b_{name}" if biased else "", heads if name == "q" else kv_heads)
            for name in ("q", "k", "v")}


PYTORCH_LEVELS = {
    "masks": {
        "masked": "hidden = torch.ones(scaled.shape).tril() * key_padding == 0\n"
                  "masked = scaled.masked_fill(hidden, float('-inf'))",
        "weights": PYTORCH_FROM.format("masked"),
    },
    "cross": {"k": "k = memory @ w_k", "v": "v = memory @ w_v"},
    "multi_head": {**pytorch_heads("x", 2, 2, biased=True), "output": "output = concat @ w_o + b_o"},
    "additive": {
        "scores": "scores = torch.tanh((q @ w_add_q).unsqueeze(1) + (k @ w_add_k).unsqueeze(0)) @ v_add",
        "weights": PYTORCH_FROM.format("scores"),
    },
    "general": {"scores": "scores = torch.einsum('id,de,je->ij', q, w_general, k)", "weights": PYTORCH_FROM.format("scores")},
    "batch": {
        **pytorch_heads("x", 2, 2),
        "masked": "masked = scaled.masked_fill(key_padding[:, None, None, :] == 0, float('-inf'))",
        "weights": PYTORCH_FROM.format("masked"),
        "output": "output = heads.transpose(1, 2).flatten(2)",
    },
    "rnn": {"hidden": PYTORCH_RECUR.format("RNN", "'_l0'") + "hidden = net(x)[0].detach()"},
    "lstm": {
        "cell": PYTORCH_RECUR.format("LSTMCell", "''") + "h = c = torch.zeros(weight_hh.shape[1])\nhidden, cell = [], []\n"
                "for row in x:\n    h, c = net(row[None], (h[None], c[None]))\n    h, c = h[0], c[0]\n"
                "    hidden.append(h)\n    cell.append(c)\ncell = torch.stack(cell).detach()",
        "hidden": "hidden = torch.stack(hidden).detach()",
    },
    "positions": {"q": "x = x + positions\nq = x @ w_q"},
    "bias": {"biased": "biased = scaled + bias", "weights": PYTORCH_FROM.format("biased")},
    "grouped": {
        **pytorch_heads("x", 4, 2),
        "scores": "scores = q @ k.repeat_interleave(2, dim=0).transpose(1, 2)",
        "heads": "heads = weights @ v.repeat_interleave(2, dim=0)",
        "output": "output = concat @ w_o",
    },
    "rotary": {
        "q_rotated": PYTORCH_TURN + "q_rotated = turn(q, 0)",
        "k_rotated": "k_rotated = turn(k, 0)",
        "scores": "scores = q_rotated @ k_rotated.T",
    },
    "cache": {
        "q_rotated": PYTORCH_TURN + "q_rotated = turn(q, 4)",
        "k_rotated": "k_rotated = turn(k, 4)",
        "present_k": "present_k = torch.cat([past_k[0], k_rotated])",
        "present_v": "present_v = torch.cat([past_v[0], v])",
        "scores": "scores = q_rotated @ present_k.T",
        "masked": "masked = scaled.masked_fill(torch.ones(2, 6).tril(4) == 0, float('-inf'))",
        "weights": PYTORCH_FROM.format("masked"),
        "output": "output = weights @ present_v",
    },
    "block": {
        "normed": "normed = torch.nn.functional.layer_norm(x, (8,), gain, shift)",
        **pytorch_heads("normed", 2, 2),
        "weights": PYTORCH_FROM.format("masked"),
        "output": "output = concat @ w_o",
        "added": "added = x + output",
        "normed_again": "normed_again = torch.nn.functional.layer_norm(added, (8,), mlp_gain, mlp_shift)",
        "activated": "activated = torch.relu(normed_again @ w_1 + b_1)",
        "block": "block = added + activated @ w_2 + b_2",
    },
    "softmax_gradient": {
        "d_scaled": "scaled.requires_grad_()\ntorch.softmax(scaled, dim=1).backward(d_weights)\nd_scaled = scaled.grad",
    },
}

CPP_SOFTMAX = """Matrix weights = {0};
    for (int i = 0; i < weights.rows(); ++i) {{
        weights.row(i) = (weights.row(i).array() - weights.row(i).maxCoeff()).exp();
        weights.row(i) /= weights.row(i).sum();
    }}"""
CPP_SOFTMAX_EACH = """Matrices weights = {0};
    for (Matrix& a : weights)
        for (int i = 0; i < a.rows(); ++i) {{
            a.row(i) = (a.row(i).array() - a.row(i).maxCoeff()).exp();
            a.row(i) /= a.row(i).sum();
        }}"""
CPP_HIDE = """Matrix masked = scaled;
    for (int i = 0; i < masked.rows(); ++i)
        for (int j = 0; j < masked.cols(); ++j)
            if ({}) masked(i, j) = -INFINITY;"""
CPP = {
    "q": "Matrix q = x * w_q;",
    "k": "Matrix k = x * w_k;",
    "v": "Matrix v = x * w_v;",
    "scores": "Matrix scores = q * k.transpose();",
    "scaled": "Matrix scaled = scores / std::sqrt(q.cols());",
    "weights": CPP_SOFTMAX.format("scaled"),
    "output": "Matrix output = weights * v;",
}
CPP_TURN = """auto turn = [](const Matrix& a, int first) {
        Matrix turned = a;
        const int half = a.cols() / 2;
        for (int i = 0; i < a.rows(); ++i)
            for (int j = 0; j < half; ++j) {
                const double angle = (first + i) * std::pow(100.0, -double(j) / half);
                turned(i, j) = a(i, j) * std::cos(angle) - a(i, j + half) * std::sin(angle);
                turned(i, j + half) = a(i, j + half) * std::cos(angle) + a(i, j) * std::sin(angle);
            }
        return turned;
    };
    """
CPP_RECUR = """auto sigmoid = [](const RowVector& a) -> RowVector { return 1 / (1 + (-a.array()).exp()); };
    (void)sigmoid;
    const int units = weight_hh.cols();
    RowVector h = RowVector::Zero(units), c = h;
    Matrix hidden(x.rows(), units), cell(x.rows(), units);
    for (int t = 0; t < x.rows(); ++t) {
        const RowVector a = x.row(t) * weight_ih.transpose() + bias_ih + h * weight_hh.transpose() + bias_hh;
        %s
        hidden.row(t) = h;
        cell.row(t) = c;
    }"""


def cpp_heads(x, heads, kv_heads, biased=False, groups=1):
    made = {}
    for name in ("q", "k", "v"):
        count = heads if name == "q" else kv_heads
        bias = f"\n    wide_{name}.rowwise() += b_{name};" if biased else ""
        made[name] = (f"Matrix wide_{name} = {x} * w_{name};{bias}\n    Matrices {name};\n"
                      f"    for (int head = 0; head < {count}; ++head)\n"
                      f"        {name}.push_back(wide_{name}.middleCols(head * wide_{name}.cols() / {count}, "
                      f"wide_{name}.cols() / {count}));")
    made["scores"] = ("Matrices scores;\n    for (std::size_t head = 0; head < q.size(); ++head)\n"
                      f"        scores.push_back(q[head] * k[head / {groups}].transpose());")
    made["scaled"] = ("Matrices scaled = scores;\n    for (Matrix& s : scaled)\n"
                      "        s /= std::sqrt(q[0].cols());")
    made["weights"] = CPP_SOFTMAX_EACH.format("scaled")
    made["heads"] = ("Matrices heads;\n    for (std::size_t head = 0; head < q.size(); ++head)\n"
                     f"        heads.push_back(weights[head] * v[head / {groups}]);")
    made["concat"] = ("Matrix concat(x.rows(), 0);\n    for (const Matrix& z : heads) {\n"
                      "        Matrix wider(x.rows(), concat.cols() + z.cols());\n"
                      "        wider << concat, z;\n        concat = wider;\n    }")
    made["output"] = "Matrix output = concat * w_o;" + ("\n    output.rowwise() += b_o;" if biased else "")
    return made


CPP_LEVELS = {
    "masks": {"masked": CPP_HIDE.format("j > i || key_padding(j) == 0"), "weights": CPP_SOFTMAX.format("masked")},
    "cross": {"k": "Matrix k = memory * w_k;", "v": "Matrix v = memory * w_v;"},
    "multi_head": cpp_heads("x", 2, 2, biased=True),
    "additive": {
        "scores": "Matrix scores(q.rows(), k.rows());\n    for (int i = 0; i < q.rows(); ++i)\n"
                  "        for (int j = 0; j < k.rows(); ++j)\n"
                  "            scores(i, j) = RowVector((q.row(i) * w_add_q + k.row(j) * w_add_k).array().tanh()).dot(v_add);",
        "weights": CPP_SOFTMAX.format("scores"),
    },
    "general": {"scores": "Matrix scores = q * w_general * k.transpose();", "weights": CPP_SOFTMAX.format("scores")},
    "batch": {
        **{name: f"Matrices {name};\n    for (const Matrix& words : x)\n        for (int head = 0; head < 2; ++head)\n"
                 f"            {name}.push_back((words * w_{name}).middleCols(3 * head, 3));" for name in ("q", "k", "v")},
        **{name: stage for name, stage in cpp_heads("x", 2, 2).items() if name in ("scores", "scaled", "heads")},
        "masked": "Matrices masked = scaled;\n    for (int block = 0; block < 6; ++block)\n"
                  "        for (int j = 0; j < 5; ++j)\n"
                  "            if (key_padding(block / 2, j) == 0) masked[block].col(j).setConstant(-INFINITY);",
        "weights": CPP_SOFTMAX_EACH.format("masked"),
        "output": "Matrices output;\n    for (int item = 0; item < 3; ++item) {\n        Matrix both(5, 6);\n"
                  "        both << heads[2 * item], heads[2 * item + 1];\n        output.push_back(both);\n    }",
    },
    "rnn": {"hidden": CPP_RECUR % "h = a.array().tanh();"},
    "lstm": {
        "cell": CPP_RECUR % "c = sigmoid(a.segment(units, units)).cwiseProduct(c) +\n"
                            "            sigmoid(a.segment(0, units)).cwiseProduct(RowVector(a.segment(2 * units, units).array().tanh()));\n"
                            "        h = sigmoid(a.segment(3 * units, units)).cwiseProduct(RowVector(c.array().tanh()));",
        "hidden": "",
    },
    "positions": {name: f"Matrix {name} = (x + positions) * w_{name};" for name in ("q", "k", "v")},
    "bias": {"biased": "Matrix biased = scaled + bias;", "weights": CPP_SOFTMAX.format("biased")},
    "grouped": cpp_heads("x", 4, 2, groups=2),
    "rotary": {
        "q_rotated": CPP_TURN + "Matrix q_rotated = turn(q, 0);",
        "k_rotated": "Matrix k_rotated = turn(k, 0);",
        "scores": "Matrix scores = q_rotated * k_rotated.transpose();",
    },
    "cache": {
        "q_rotated": CPP_TURN + "Matrix q_rotated = turn(q, 4);",
        "k_rotated": "Matrix k_rotated = turn(k, 4);",
        "present_k": "Matrix present_k(6, 4);\n    present_k << past_k[0], k_rotated;",
        "present_v": "Matrix present_v(6, 4);\n    present_v << past_v[0], v;",
        "scores": "Matrix scores = q_rotated * present_k.transpose();",
        "masked": CPP_HIDE.format("j > 4 + i"),
        "weights": CPP_SOFTMAX.format("masked"),
        "output": "Matrix output = weights * present_v;",
    },
    "block": {
        **cpp_heads("normed", 2, 2),
        "normed": """auto norm = [](Matrix a, const RowVector& by, const RowVector& plus) {
        for (int i = 0; i < a.rows(); ++i) {
            a.row(i).array() -= a.row(i).mean();
            a.row(i) /= std::sqrt(a.row(i).squaredNorm() / a.cols() + 1e-5);
            a.row(i) = a.row(i).cwiseProduct(by) + plus;
        }
        return a;
    };
    Matrix normed = norm(x, gain, shift);""",
        "masked": "Matrices masked = scaled;\n    for (Matrix& s : masked)\n        for (int i = 0; i < s.rows(); ++i)\n"
                  "            for (int j = i + 1; j < s.cols(); ++j)\n                s(i, j) = -INFINITY;",
        "weights": CPP_SOFTMAX_EACH.format("masked"),
        "added": "Matrix added = x + output;",
        "normed_again": "Matrix normed_again = norm(added, mlp_gain, mlp_shift);",
        "activated": "Matrix activated = ((normed_again * w_1).rowwise() + b_1).cwiseMax(0);",
        "block": "Matrix block = added + activated * w_2;\n    block.rowwise() += b_2;",
    },
    "softmax_gradient": {
        "d_scaled": "Matrix d_scaled = weights.cwiseProduct(Matrix(d_weights.colwise() - "
                    "d_weights.cwiseProduct(weights).rowwise().sum()));",
    },
}

PYTHON = [[sys.executable, "{file}"]]
LANGUAGES = {
    "numpy": ("answer.py", "answer.npz", NUMPY, NUMPY_LEVELS, PYTHON),
    "pytorch": ("answer_torch.py", "answer.npz", PYTORCH, PYTORCH_LEVELS, PYTHON),
    "cpp": ("answer.cpp", "answer.safetensors", CPP, CPP_LEVELS,
            [["g++", "-I", os.environ.get("EIGEN", "/usr/include/eigen3"), "{file}", "-o", "answer"], ["./answer"]]),
}


def filled_in(text, level, usual, own):
    """The starting file with each empty stage replaced by its solution."""
    lines, stage = [], None
    for line in text.splitlines():
        words = line.strip().split()
        if line.startswith(("    # ", "    // ")) and line.rstrip().endswith(")") and ", shape (" in line:
            stage = words[1].rstrip(",")
        elif stage and words and (line.endswith(" = ...") or line.endswith(f" {stage};")):
            solution = own.get(level, {}).get(stage, usual.get(stage))
            if solution is None:
                raise SystemExit(f"{level}: no solution of the stage {stage}")
            is_python = line.endswith("...")
            lines += ["    " + part if is_python or i == 0 else part for i, part in enumerate(solution.split("\n"))]
            stage = None
            continue
        lines.append(line)
    if stage:
        raise SystemExit(f"{level}: the stage {stage} has no place to fill in")
    return "\n".join(lines) + "\n"


def run(commands, folder, file):
    for command in commands:
        done = subprocess.run([part.format(file=file) for part in command], cwd=folder, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"{folder}: {' '.join(command)} failed:\n{done.stderr}")


def levels_of(program):
    """The levels that the program knows, as it lists them for one that it does not know."""
    said = subprocess.run([program, "exercise", "?", "--out", "."], capture_output=True, text=True).stderr
    return said[said.index("the levels are ") + len("the levels are "):said.rindex(")")].split(", ")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--level")
    options = parser.parse_args()
    program, count = options.program.resolve(), 0
    for language in options.language or LANGUAGES:
        file, answer, usual, own, commands = LANGUAGES[language]
        for level in [options.level] if options.level else levels_of(program):
            with tempfile.TemporaryDirectory() as folder:
                subprocess.run([program, "exercise", level, "--out", folder, "--language", language, "--seed", "11"],
                               check=True, capture_output=True)
                path = pathlib.Path(folder, file)
                run(commands, folder, file)  # as it is written
                path.write_text(filled_in(path.read_text(encoding="utf-8"), level, usual, own), encoding="utf-8")
                run(commands, folder, file)
                done = subprocess.run([program, "check", answer, "--question", "question.npz"], cwd=folder,
                                      capture_output=True, text=True)
                if done.returncode or "Not in the answer" in done.stdout:
                    raise SystemExit(f"{level}, {language}:\n{done.stdout}{done.stderr}\n{path.read_text()}")
                count += 1
    print(f"{count} starting files run as they are written, and agree when they are filled in.")


if __name__ == "__main__":
    main()
