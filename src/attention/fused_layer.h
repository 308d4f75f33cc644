#pragma once
// A whole layer, optimised for speed: projections, fused attention, output projection. Tested against
// trace().

#include "attention/layer.h"
#include "base/stop.h"

namespace attention {

/// How the rows of an input are split into sequences.
struct Batch {
    Index items = 1;              ///< sequences of equal length, stacked in the rows
    std::vector<Mask> masks = {}; ///< one per item, replacing the mask of the options, or none
};

class FusedLayer {
public:
    /// Validates the layer once for many runs. Throws InputError as trace() does.
    explicit FusedLayer(Layer layer, Options options = {}, int threads = 1);

    /// Equals trace(input, layer, options).output to rounding, for every score function, mask, scale and
    /// dropout. x (items·n, d_model), memory (items·m, d_model) → (items·n, d_out). Throws InputError when
    /// the input does not fit. The result is incomplete once `stop` is requested.
    Matrix run(const Input& input, const Batch& batch = {}, const base::StopToken& stop = {}) const;

    const Layer& layer() const { return layer_; }

private:
    Layer layer_;
    Options options_;
    int threads_;
};

} // namespace attention
