#pragma once
// Generation: words arrive one at a time, and the keys and values of earlier ones are cached. Each new word
// costs one row of scores and adds one row to the cache. The outputs are the rows of the causal pass over all
// words.

#include "attention/layer.h"

namespace attention {

class KeyValueCache {
public:
    /// Dot scores with this scale, and no mask, since there is no future yet. `capacity`: the most words it
    /// can hold. Throws InputError as trace() does for the layer.
    KeyValueCache(Layer layer, const Scale& scale, Index capacity);

    /// The output (d_out) for the next word x (d_model), which attends to itself and all words before it.
    /// Asserts that there is room. Throws InputError when a score is too large for a float.
    RowVector next(const RowVector& x);

    Index words() const { return words_; }
    /// Bytes of the keys and values kept so far: words · h·(d_k + d_v) · 4.
    std::size_t bytes() const;

private:
    Layer layer_;
    float divisor_;
    Matrix k_, v_; ///< (capacity, h·d_k), (capacity, h·d_v); the first words_ rows are in use
    Index words_ = 0;
};

} // namespace attention
