#pragma once
// A whole layer run fast: projections, fused attention, output projection. What it is checked against is
// trace().

#include "attention/layer.h"

#include <stop_token>

namespace attention {

/// How the rows of an input are cut into sequences.
struct Batch {
    Index items = 1;              ///< sequences of equal length, one below another in the rows
    std::vector<Mask> masks = {}; ///< one for each item, in place of that of the options; or none
};

class FusedLayer {
public:
    /// Looks at the layer once, for many runs: throws InputError as trace() does.
    explicit FusedLayer(Layer layer, Options options = {}, int threads = 1);

    /// trace(input, layer, options).output to rounding, for every score function, mask, scale and dropout. x
    /// (items·n, d_model), memory (items·m, d_model) → (items·n, d_out). Throws InputError when the input
    /// does not fit. Unfinished once `stop` is requested.
    Matrix run(const Input& input, const Batch& batch = {}, const std::stop_token& stop = {}) const;

    const Layer& layer() const { return layer_; }

private:
    Layer layer_;
    Options options_;
    int threads_;
};

} // namespace attention
