"""Runs the listings that the program shows, and compares what they compute with the trace.

usage: run_listings.py CASES.json NumPy|PyTorch
CASES.json: a list of {name, code: {language: text}, given: {name: array}, weights, output}.
Exit status: 0 all agree, 1 some do not, 77 the language is not installed.
"""
import json
import sys


def converter(language):
    """How this language makes its arrays, float32 or bool."""
    import numpy as np
    np.seterr(invalid="ignore")  # rows without a key: −∞ − (−∞), which the listing turns into 0

    def array(value):
        made = np.array(value)
        return made if made.dtype == bool else made.astype(np.float32)

    if language == "NumPy":
        return array
    import torch
    return lambda value: torch.from_numpy(array(value))


def furthest(found, expected):
    import numpy as np
    found, expected = np.asarray(found), np.asarray(expected, dtype=np.float32)
    if found.shape != expected.shape:
        return f"shape {found.shape} instead of {expected.shape}"
    difference = np.abs(found - expected)
    if np.all(difference <= 1e-4 + 1e-4 * np.abs(expected)):
        return None
    return f"off by {difference.max()}"


def main(path, language):
    try:
        array = converter(language)
    except ImportError:
        return 77
    status = 0
    with open(path, encoding="utf-8") as file:
        cases = json.load(file)
    for case in cases:
        names = {name: array(value) for name, value in case["given"].items()}
        exec(case["code"][language], names)
        for name, expected in (("A", case["weights"]), ("Z", case["output"])):
            wrong = furthest(names[name], expected)
            if wrong:
                print(f"{case['name']}, {language}: {name} {wrong}\n{case['code'][language]}")
                status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
