"""Reads matrices back that were copied as code, bit by bit: `read_matrices.py FOLDER numpy|pytorch|cpp`. Beside matrixN.py or
matrixN.h, which defines `weights`, lies matrixN.bin: rows, columns (int32) and the floats. Exit status 77: not installed."""
import pathlib
import shutil
import struct
import subprocess
import sys

folder, language = pathlib.Path(sys.argv[1]), sys.argv[2]


def expected(file):
    data = file.with_suffix(".bin").read_bytes()
    return struct.unpack("<ii", data[:8]), data[8:]


def in_python(file):
    names = {}
    exec(compile(file.read_text(encoding="utf-8"), str(file), "exec"), names)
    array = names["weights"]
    if language == "pytorch":
        array = array.numpy()
    assert array.dtype.name == "float32"
    return array.shape, array.tobytes()


def in_cpp(file):
    program = folder / "read"
    source = folder / "read.cpp"
    source.write_text(f'#include "{file}"\n' + """
#include <cstdio>
int main() {
    const int shape[2] = {static_cast<int>(weights.rows()), static_cast<int>(weights.cols())};
    std::fwrite(shape, sizeof shape, 1, stdout);
    for (int i = 0; i < shape[0]; ++i)
        for (int j = 0; j < shape[1]; ++j)
            std::fwrite(&weights(i, j), sizeof(float), 1, stdout);
}
""", encoding="utf-8")
    subprocess.run(["g++", "-std=c++17", "-Wall", "-Werror", "-I/usr/include/eigen3", source, "-o", program], check=True)
    data = subprocess.run([program], check=True, capture_output=True).stdout
    return struct.unpack("<ii", data[:8]), data[8:]


if language == "cpp" and not shutil.which("g++"):
    sys.exit(77)
try:
    if language != "cpp":
        __import__({"numpy": "numpy", "pytorch": "torch"}[language])
except ImportError:
    sys.exit(77)
files = sorted(file for file in folder.iterdir() if file.name.startswith("matrix") and file.suffix in (".py", ".h"))
assert files
for file in files:
    found, wanted = (in_cpp if language == "cpp" else in_python)(file), expected(file)
    # NaN has many bit patterns, and all mean the same.
    same = [a == b or a != a and b != b
            for a, b in zip(struct.unpack(f"<{len(found[1]) // 4}f", found[1]), struct.unpack(f"<{len(wanted[1]) // 4}f", wanted[1]))]
    assert found[0] == wanted[0] and len(found[1]) == len(wanted[1]) and all(same), file.read_text(encoding="utf-8")
