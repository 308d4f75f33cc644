"""Writes tests/golden/tokens/table.txt, a small normalization table as SentencePiece compiles it, in base 64 as tokenizer.json has it.

    /usr/bin/python3 tests/golden/make_tokens_table.py        (Debian: python3-sentencepiece)
"""
import base64
import pathlib
import tempfile

import sentencepiece

# What becomes what, in code points: ligatures, wide letters, a letter and its accent, a soft hyphen (nothing), white space.
RULES = {
    "FB01": "66 69", "FB02": "66 6C", "FF21": "41", "FF26": "46", "FF55": "75", "FF4C": "6C", "2460": "31", "2126": "3A9", "338F": "6B 67",
    "65 301": "E9", "6E 303": "F1", "1100 1161": "AC00", "AD": "", "9": "20", "A": "20", "D": "20", "A0": "20", "3000": "20", "200B": "",
    "2026": "2E 2E 2E", "FE0F": "",
}

with tempfile.TemporaryDirectory() as folder:
    folder = pathlib.Path(folder)
    (folder / "rules.tsv").write_text("".join(f"{old}\t{new}\n" for old, new in RULES.items()))
    (folder / "text.txt").write_text("a cat sat on a mat\n" * 20)
    sentencepiece.SentencePieceTrainer.train(input=str(folder / "text.txt"), model_prefix=str(folder / "m"), vocab_size=14, hard_vocab_limit=False,
                                             normalization_rule_tsv=str(folder / "rules.tsv"), minloglevel=2)
    model = (folder / "m.model").read_bytes()


def fields(message):
    """(number, value) of the fields of a protocol buffer that are bytes; others are passed over."""
    at = 0

    def number():
        nonlocal at
        value = shift = 0
        while True:
            value |= (message[at] & 0x7F) << shift
            shift += 7
            at += 1
            if message[at - 1] < 0x80:
                return value

    while at < len(message):
        key = number()
        kind = key & 7
        if kind == 0:
            number()
        elif kind == 2:
            size = number()
            yield key >> 3, message[at:at + size]
            at += size
        else:
            at += {1: 8, 5: 4}[kind]


normalizer = next(value for number, value in fields(model) if number == 3)  # ModelProto.normalizer_spec
table = next(value for number, value in fields(normalizer) if number == 2)  # its precompiled_charsmap
(pathlib.Path(__file__).parent / "tokens" / "table.txt").write_text(base64.b64encode(table).decode() + "\n")
