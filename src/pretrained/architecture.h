#pragma once
// What kind of transformer a model is, as data. The families that people have on disk differ in a dozen
// choices; here each is a field, and the pass (reading.cpp) knows no family.
//
//     x = factor·E[token] + positions, normed in some
//     every layer:  x = after(x + branch(attention(before(x))))
//                   x = after(x + branch(mlp(before(x))))      before, branch, after: norms, or nothing
//     logits = readout(final(x))

#include "attention/layer.h"
#include "base/matrix.h"

#include <optional>
#include <string>
#include <vector>

namespace pretrained {

using base::Index;

/// layer: (x − μ)/√(σ² + ε)·gain + shift. Source: Ba et al. 2016, "Layer normalization", section 3.
/// rms: x/√(Σx²/d + ε)·gain. Source: Zhang and Sennrich 2019, "Root mean square layer normalization".
enum class NormKind { layer, rms };
struct NormStyle {
    NormKind kind = NormKind::layer;
    float epsilon = 1e-5F;
    bool gain_from_one = false; ///< the file has gain − 1
};

/// gelu: x·Φ(x); gelu_tanh: its approximation by tanh. Source: Hendrycks and Gimpel 2016, section 2.
/// silu: x/(1 + e^−x). Source: Elfwing et al. 2018.
enum class Activation { relu, gelu, gelu_tanh, silu };
struct MlpStyle {
    Index width = 0;
    Activation activation = Activation::gelu;
    /// down(f(gate(x)) ⊙ up(x)), "SwiGLU" and "GeGLU"; otherwise down(f(up(x))). Source: Shazeer 2020, "GLU
    /// variants improve transformer", equation 6.
    bool gated = false;
    bool biases = false;
};

/// What the layers need not have in common.
struct LayerStyle {
    Index window = 0; ///< the word itself and those before it that are seen; 0: all
    std::optional<attention::Rotary> rotary = {};
};

struct AttentionStyle {
    Index heads = 1, key_heads = 1;
    Index head_width = 0; ///< d_k and d_v
    bool causal = true;
    bool biases_in = false, biases_out = false; ///< of q, k and v; of the output
    bool normed = false;                        ///< queries and keys are RMS-normed
    attention::Scale scale = {};
    float softcap = 0; ///< 0: none
};

struct Architecture {
    std::string family;     ///< "gpt2", as config.json names it
    Index width = 0;        ///< d_model
    Index words = 0;        ///< rows of the embedding
    Index longest = 0;      ///< words of a text at the most
    Index first_row = 0;    ///< of the positions that is of the first word
    bool positions = false; ///< a learned row is added for each place
    Index kinds = 0;        ///< of text, a row for each; a single text is of the first. 0: none
    float embedding_factor = 1;
    NormStyle norm = {};
    AttentionStyle attention = {};
    MlpStyle mlp = {};
    std::vector<LayerStyle> layers = {};
    bool tied = true;                                 ///< the embedding is the readout, too
    Activation readout_activation = Activation::gelu; ///< of BERT's head
    float readout_softcap = 0;
};

} // namespace pretrained
