#include "attention/key_value_cache.h"

#include "attention/fused.h"
#include "attention/layer.h"
#include "attention/score.h"
#include "attention/validate.h"

#include <cassert>
#include <utility>

namespace attention {

KeyValueCache::KeyValueCache(Layer layer, const Scale& scale, Index capacity) : layer_(std::move(layer)) {
    Options options;
    options.scale = scale;
    validate_layer(layer_, options);
    divisor_ = divisor(scale, layer_.d_k(), layer_.d_model());
    k_.resize(capacity, layer_.w_k.cols());
    v_.resize(capacity, layer_.w_v.cols());
}

RowVector KeyValueCache::next(const RowVector& x) {
    assert(words_ < k_.rows() && x.size() == layer_.d_model());
    const Matrix word = x;
    const Matrix q = project(word, layer_.w_q, layer_.b_q);
    k_.row(words_) = project(word, layer_.w_k, layer_.b_k);
    v_.row(words_) = project(word, layer_.w_v, layer_.b_v);
    ++words_;
    Matrix concat(1, v_.cols());
    QueryBlock b;
    b.q = base::block(q);
    b.k = base::block(k_, 0, 0, words_, k_.cols());
    b.v = base::block(v_, 0, 0, words_, v_.cols());
    b.output = base::block(concat);
    b.heads = layer_.heads;
    b.divisor = divisor_;
    attend(b);
    return layer_.w_o.size() > 0 ? project(concat, layer_.w_o, layer_.b_o) : concat;
}

std::size_t KeyValueCache::bytes() const {
    return static_cast<std::size_t>(words_ * (k_.cols() + v_.cols())) * sizeof(float);
}

} // namespace attention
