#pragma once
// A question: what an exercise gives, as tensors and settings, and the file that holds both.

#include "attention/layer.h"
#include "model/tensor_file.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace exercise {

using base::Index;

struct Level;

/// Its tensors have the names of PassInputs (model/pass_tensors.h), those of the score functions (w_general,
/// w_add_q, w_add_k, v_add), of the rest of a transformer block (gain, shift, w_1, b_1, w_2, b_2, mlp_gain,
/// mlp_shift), or of a recurrent layer (weight_ih, weight_hh, bias_ih, bias_hh). `positions` (n, d) is added
/// to x, `bias` (n, m) to the scaled scores; `d_weights` (n, m) is a gradient. A question may begin in the
/// middle, with `q`, `k` and `v` or with `scaled`.
struct Question {
    const Level* level = nullptr;
    model::Tensors tensors;
    Index heads = 1, kv_heads = 1;
    attention::Options options = {}; ///< score, scale, mask apart from its tensors, rotary, softcap, ALiBi

    bool has(const std::string& name) const { return tensors.contains(name); }
    const model::Tensor& at(const std::string& name) const { return tensors.at(name); }
    /// Whether x has a batch dimension.
    bool batched() const;
    Index items() const;
    Index rows() const; ///< n
    Index keys() const; ///< m, the past ones included
    Index past() const;
    Index d_model() const; ///< 0 where the question begins behind the projections
    Index d_k() const;
};

/// Reads a question that write_question() wrote, or one of an exercise written by hand: its notes say `level`
/// and, where they differ from the level's, heads, kv_heads, scale, causal, rotary. Throws InputError: not a
/// question, an unknown level, tensors missing or of shapes that do not fit.
Question read_question(const std::filesystem::path& file);

/// The notes of a question: its level and settings by name.
model::Notes notes_of(const Question& question);

} // namespace exercise
