"""Writes the program's icon as Windows wants it, in every size that it shows.

    icon.py DRAWING.svg ICON.ico
"""

import io
import subprocess
import sys

from PIL import Image

SIZES = (16, 24, 32, 48, 64, 128, 256)


def picture(drawing, size):
    png = subprocess.run(["rsvg-convert", "--width", str(size), "--height", str(size), drawing], capture_output=True, check=True)
    return Image.open(io.BytesIO(png.stdout))


def main(drawing, icon):
    pictures = [picture(drawing, size) for size in SIZES]
    pictures[-1].save(icon, sizes=[(size, size) for size in SIZES], append_images=pictures[:-1])


main(*sys.argv[1:])
