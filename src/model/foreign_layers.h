#pragma once
// Attention layers under the names that other programs give them, in files of a layer or of a whole model.

#include "attention/layer.h"
#include "model/pass_tensors.h"
#include "model/tensor_file.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace model {

/// A layer found in a file by the names of its tensors.
struct ForeignLayer {
    std::string family;          ///< "GPT-2"
    std::string prefix;          ///< of the layer's tensors: "h.0.attn."
    base::Index layer = 1;       ///< which of the file's, from 1
    base::Index layers = 1;      ///< how many it has
    std::set<std::string> names; ///< the tensors to read: the layer's, and sequences and masks in our names
    std::string heads_setting;   ///< what its configuration calls the number of heads: "n_head"
    bool adds_one = false;       ///< its gains are 1 + weight, as those of a Gemma 3
    std::vector<std::string> passed_over; ///< tensors beside the layers, under names that say nothing to us

    /// "the names are those of GPT-2: layer 1 of 12, h.0.attn."
    std::string sentence() const;
};

/// The layer whose tensors have these names, among those of nn.MultiheadAttention, GPT-2, BERT and the Llama
/// family, with anything in front. Empty where none is recognised, and for our own names. Throws InputError,
/// naming `where`, for a layer that the file does not have, for one with a step that a pass here does not
/// have, and for a name beside the layers that could be meant for one of ours: "attention_mask".
std::optional<ForeignLayer> foreign_layer_in(const std::set<std::string>& names, base::Index layer,
                                             const std::string& where);

/// What was asked for, as far as a foreign layer may need it and cannot say it.
struct Asked {
    bool causal = false, rotary = false;
};

/// A foreign layer in our names, as pass_inputs_from() takes it.
struct OwnNames {
    Tensors tensors;
    std::map<std::string, Origin> origins; ///< what each was in the file
    std::vector<std::string> notes;        ///< what was found and done, a line each
};

/// Splits what lies in one matrix, turns the matrices of linear layers, which keep (out, in), and draws x at
/// random, always the same, where there is none. Notes what such a layer does besides, unless it was asked
/// for. Throws InputError naming the tensor: one that is missing or of another shape, or something that a
/// pass here does not have.
OwnNames in_own_names(const ForeignLayer& found, const Tensors& tensors, const std::string& where,
                      const Asked& asked = {});

/// True for a layer of square matrices in our names in a file that PyTorch wrote: nothing else shows whether
/// they were turned.
bool may_be_transposed(const attention::Layer& layer, const Notes& notes);

} // namespace model
