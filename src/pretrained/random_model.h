#pragma once
// A model of GPT-2's family with numbers by chance: as large as a real one, for measurements, without its
// files.

#include "pretrained/model.h"

namespace pretrained {

/// By default those of the smallest GPT-2: 124 million numbers.
struct RandomSizes {
    Index layers = 12, width = 768, heads = 12, words = 50257, longest = 1024;
};

/// Its tokenizer has a single piece: its texts are ids. Throws InputError for sizes that no model has.
ModelPtr random_gpt2(const RandomSizes& sizes, Storage storage);

/// Bytes of the matrices that are read for each word written: those of all layers, and the readout.
double bytes_per_word(const Model& model);

} // namespace pretrained
