"""Runs the programs that the listings' copy button gives, as they are, and compares what they print with the trace.

usage: run_listings.py CASES.json NumPy|PyTorch|"C++ / Eigen"
CASES.json: a list of {name, code: {language: text}, program: {language: text}, given: {name: array}, output}; null is −∞.
Python's listings are run once more with a batch in front of every sequence.
Exit status: 0 all agree, 1 some do not, 77 the language is not installed.
"""
import contextlib
import io
import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NUMBER = re.compile(r"-?(?:\d+\.?\d*(?:e[-+]?\d+)?|inf|nan)")
SEQUENCES = ("x", "memory", "past_k", "past_v")  # what a batch has more of


def flat(value):
    return [number for row in value for number in flat(row)] if isinstance(value, list) else [float(value)]


def difference(found, expected):
    """Nothing, or what is wrong with the numbers that were found. They were printed with four digits."""
    expected = flat(expected)
    if len(found) != len(expected):
        return f"{len(found)} numbers instead of {len(expected)}"
    worst = max(abs(a - b) - 1e-4 * abs(b) if a == a else float("inf") for a, b in zip(found, expected))
    return None if worst <= 2e-4 else f"off by {worst}"


def numbers_in(printed):
    return [float(number) for number in NUMBER.findall(printed)]


def run_python(case, language):
    """The program as it is copied."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(case["program"][language], {"__name__": "__main__"})
    return difference(numbers_in(printed.getvalue()), case["output"])


def run_batch(case, language):
    """The listing with two sequences: the case's own, and another. The first must come out as before."""
    import numpy as np
    arrays = {name: np.array(value) for name, value in case["given"].items()}
    arrays = {name: np.where(array == None, -np.inf, array) if array.dtype == object else array  # noqa: E711, null
              for name, array in arrays.items()}
    arrays = {name: array if array.dtype == bool else array.astype(np.float32) for name, array in arrays.items()}
    for name in SEQUENCES:
        if name in arrays:
            arrays[name] = np.stack([arrays[name], 1 - 2 * arrays[name]])
    names = {"np": np}
    if language == "PyTorch":
        import torch
        names = {"torch": torch, "F": torch.nn.functional}
        arrays = {name: torch.from_numpy(array) for name, array in arrays.items()}
    names.update(arrays)
    exec(case["code"][language], names)
    output = np.asarray(names["output"])
    if output.shape[0] != 2 or output.ndim != 3:
        return f"a batch of 2 has an output of shape {output.shape}"
    return difference(output[0].ravel().tolist(), case["output"])


def run_library(case, language):
    """The one-line call that a PyTorch listing names, where this PyTorch has it."""
    import torch
    call = re.search(r"# (F\.scaled_dot_product_attention\(.*\))", case["code"][language])
    if not call or not hasattr(torch.nn.functional, "scaled_dot_product_attention"):
        return None
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(case["program"][language], names)
        same = eval(call.group(1), names)
    own = names["weights"] @ names["v"]
    return None if torch.allclose(same, own, atol=1e-4) else "the library's call gives other numbers"


def run_module(case, language):
    """The layer that a PyTorch listing names, with the weights as it says."""
    import torch
    size = re.search(r"# The whole layer: nn.MultiheadAttention\((\d+), (\d+),", case["code"][language])
    if not size:
        return None
    names = {}
    with contextlib.redirect_stdout(io.StringIO()):
        exec(case["program"][language], names)
    layer = torch.nn.MultiheadAttention(int(size[1]), int(size[2]), bias=False, batch_first=True)
    with torch.no_grad():
        layer.in_proj_weight.copy_(torch.cat([names[name] for name in ("w_q", "w_k", "w_v")], 1).T)
        layer.out_proj.weight.copy_(names["w_o"].T)
    source = names.get("memory", names["x"])
    hidden = ~names["ok"] if "ok" in names else None
    if hidden is not None:
        hidden = hidden.expand(names["x"].shape[0], source.shape[0])
    same = layer(names["x"][None], source[None], source[None], attn_mask=hidden)[0][0]
    return None if torch.allclose(same, names["output"], atol=1e-4) else "nn.MultiheadAttention gives other numbers"


def compiler():
    found = shutil.which("c++")
    eigen = [folder for folder in ("/usr/include/eigen3", "/usr/local/include/eigen3") if Path(folder).is_dir()]
    return [found, "-std=c++20", "-O0", "-w", *("-I" + folder for folder in eigen)] if found and eigen else None


def run_eigen(cases, language):
    """All programs in one file, each in a namespace of its own: its includes are there already. In there main() is
    a function as any other, and would have to return something."""
    source = ["#include <Eigen/Dense>", "#include <cmath>", "#include <iostream>", "#include <vector>"]
    for number, case in enumerate(cases):
        program = case["program"][language].replace("int main()", "void run()")
        source += [f"namespace case_{number} {{", program, "}"]
    calls = " ".join(f'case_{number}::run(); std::cout << "----" << std::endl;' for number in range(len(cases)))
    with tempfile.TemporaryDirectory() as folder:
        file, made = Path(folder) / "listings.cpp", Path(folder) / "listings"
        file.write_text("\n".join(source) + f"\nint main() {{ {calls} }}\n", encoding="utf-8")
        subprocess.run([*compiler(), file, "-o", made], check=True)
        printed = subprocess.run([made], check=True, capture_output=True, text=True).stdout.split("----\n")
    return [difference(numbers_in(text), case["output"]) for text, case in zip(printed, cases)]


def problems(cases, language):
    if language == "C++ / Eigen":
        yield from zip(cases, run_eigen(cases, language))
        return
    for case in cases:
        yield case, run_python(case, language)
        yield case, run_batch(case, language)
        if language == "PyTorch":
            yield case, run_library(case, language)
            yield case, run_module(case, language)


def installed(language):
    if language == "C++ / Eigen":
        return compiler() is not None
    try:
        import numpy  # noqa: F401
        if language == "PyTorch":
            import torch  # noqa: F401
    except ImportError:
        return False
    return True


def main(path, language):
    if not installed(language):
        return 77
    cases = json.loads(Path(path).read_text(encoding="utf-8"))
    status = 0
    for case, problem in problems(cases, language):
        if problem:
            print(f"{case['name']}, {language}: {problem}\n{case['program'][language]}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
