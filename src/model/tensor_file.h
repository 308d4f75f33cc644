#pragma once
// Safetensors files: named tensors of floats, read and written, and how the inputs and results of a pass are
// kept in them.

#include "attention/layer.h"
#include "attention/trace.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace model {

/// A tensor of any rank, values as float (U8 becomes 0…255, BOOL 0 or 1).
struct Tensor {
    std::vector<std::int64_t> shape; ///< empty: a single number
    std::vector<float> values;       ///< row-major

    std::int64_t size() const; ///< the product of the shape
};

using Tensors = std::map<std::string, Tensor>;

/// "(2, 4, 8)", for messages.
std::string shape_text(const std::vector<std::int64_t>& shape);

/// Reads F32, F16, BF16, U8 and BOOL. Checks every size in the header before allocating anything. Throws
/// InputError naming the file and the tensor: unreadable, truncated, header larger than the file, not JSON,
/// duplicate name, unknown type, offsets that overlap, leave gaps or exceed the file, shape that does not
/// match its bytes, NaN or infinity. Only the tensor "masked" may hold −∞, for forbidden keys.
Tensors read_safetensors(const std::filesystem::path& file);

/// What the file says about itself, besides its tensors: texts by name.
using Notes = std::map<std::string, std::string>;
/// Throws InputError as read_safetensors() does, without reading the tensors.
Notes read_notes(const std::filesystem::path& file);

/// Writes F32 to a temporary file beside the target and renames it. Throws InputError when it cannot be
/// written; the target is then unchanged.
void write_safetensors(const std::filesystem::path& file, const Tensors& tensors, const Notes& notes = {});

// A pass as named tensors.

/// The inputs of a pass read from a file: one item or a batch, the layer and the masks, with these names (row
/// vectors, x·W): x (n, d) or (batch, n, d) · memory (m, d) for all items, or (batch, m, d) · w_q, w_k
/// (d, h·d_k) · w_v (d, h·d_v) · w_o (h·d_v, d_out) · b_q, b_k, b_v, b_o · mask (n, m) 1 = may attend ·
/// key_padding (m) 1 = real token. The file may hold the results as well.
struct PassInputs {
    std::vector<attention::Input> items;
    attention::Layer layer;
    attention::Mask mask;
    bool batched = false; ///< x had a batch dimension, so the results get one too
};

/// Throws InputError naming the tensor and the expected and found shape; refuses unknown names, so that no
/// typo goes unnoticed.
PassInputs pass_inputs_from(const Tensors& tensors, base::Index heads, const std::string& where);

/// The inputs of a pass, named as in PassInputs; reading them back gives the same pass. Positions are
/// included in x, cells set by hand in their matrices, every condition of the mask in `mask`. The number of
/// heads and the divisor are not stored and must be given again when the file is read.
Tensors pass_inputs_of(const std::vector<attention::Trace>& traces, bool batched);

/// The results: q, k, v (h, n|m, d_k|d_v) · scores, scaled, masked, weights (h, n, m) · heads (h, n,
/// d_v) · concat (n, h·d_v) · output (n, d_out); a batch adds its dimension in front.
Tensors pass_results_of(const std::vector<attention::Trace>& traces, bool batched);

} // namespace model
