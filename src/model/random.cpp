#include "model/random.h"

#include "base/input_error.h"
#include "language/tokenizer.h"

#include <cmath>
#include <numbers>
#include <string>

namespace model {

using attention::Layer;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;

float Random::uniform() {
    return static_cast<float>(engine_() >> 8) * 0x1p-24F;
}

// Two uniform numbers u, v give two independent normal ones, r·cos φ and r·sin φ, with r = √(−2 ln u) and φ =
// 2πv; the second is kept for the next call. Computed in double, so that rounding to float hides differences
// between libraries in the last bit of logarithm and sine.
float Random::normal() {
    if (has_spare_) {
        has_spare_ = false;
        return spare_;
    }
    const double u = 1.0 - uniform(); // (0, 1], so that the logarithm exists
    const double v = uniform();
    const double r = std::sqrt(-2.0 * std::log(u)), angle = 2.0 * std::numbers::pi * v;
    spare_ = static_cast<float>(r * std::sin(angle));
    has_spare_ = true;
    return static_cast<float>(r * std::cos(angle));
}

Matrix Random::normal(Index rows, Index columns, float deviation) {
    Matrix result = Matrix::Zero(rows, columns);
    for (Index i = 0; i < rows && !stop_.stop_requested(); ++i)
        for (Index j = 0; j < columns; ++j)
            result(i, j) = deviation * normal();
    return result;
}

namespace {

void require_width(Index width, const std::string& name) {
    if (width < 1 || width > max_width)
        throw InputError(name, std::to_string(width) + " is out of range",
                         "choose a size from 1 to " + std::to_string(max_width));
}

Index head_width(Index given, const RandomSizes& sizes) {
    if (given != 0) return given;
    if (sizes.d_model % sizes.heads != 0)
        throw InputError("heads",
                         "d_model " + std::to_string(sizes.d_model) + " does not divide by " +
                             std::to_string(sizes.heads) + " heads",
                         "choose heads that divide d_model, or give the width of a head");
    return sizes.d_model / sizes.heads;
}

float inverse_root(Index size) {
    return 1.0F / std::sqrt(static_cast<float>(size));
}

} // namespace

bool divides(const RandomSizes& sizes) {
    return (sizes.d_k != 0 && sizes.d_v != 0) || sizes.d_model % sizes.heads == 0;
}

RandomSizes with_widths(const RandomSizes& sizes) {
    require_width(sizes.d_model, "d_model");
    require_width(sizes.heads, "heads");
    if (sizes.kv_heads < 0 || (sizes.kv_heads > 0 && sizes.heads % sizes.kv_heads != 0))
        throw InputError("kv_heads",
                         std::to_string(sizes.kv_heads) + " do not divide the " +
                             std::to_string(sizes.heads) + " heads",
                         "choose a number that divides them: query heads share key heads evenly");
    RandomSizes full = sizes;
    full.d_k = head_width(sizes.d_k, sizes);
    full.d_v = head_width(sizes.d_v, sizes);
    require_width(full.d_k, "d_k");
    require_width(full.d_v, "d_v");
    require_width(full.heads * full.d_k, "heads · d_k");
    require_width(full.heads * full.d_v, "heads · d_v");
    return full;
}

Layer random_layer(const RandomSizes& given, base::StopToken stop) {
    const RandomSizes sizes = with_widths(given);
    const Index d_k = sizes.d_k, d_v = sizes.d_v;
    const Index key_heads = sizes.kv_heads > 0 ? sizes.kv_heads : sizes.heads;
    Random random(sizes.seed, std::move(stop));
    Layer layer;
    layer.heads = sizes.heads;
    layer.w_q = random.normal(sizes.d_model, sizes.heads * d_k, inverse_root(sizes.d_model));
    layer.kv_heads = sizes.kv_heads;
    layer.w_k = random.normal(sizes.d_model, key_heads * d_k, inverse_root(sizes.d_model));
    layer.w_v = random.normal(sizes.d_model, key_heads * d_v, inverse_root(sizes.d_model));
    if (sizes.output_projection)
        layer.w_o = random.normal(sizes.heads * d_v, sizes.d_model, inverse_root(sizes.heads * d_v));
    layer.w_general = random.normal(sizes.heads * d_k, d_k, inverse_root(d_k));
    layer.w_add_q = random.normal(sizes.heads * d_k, d_k, inverse_root(d_k));
    layer.w_add_k = random.normal(sizes.heads * d_k, d_k, inverse_root(d_k));
    layer.v_add = random.normal(sizes.heads, d_k, 1);
    return layer;
}

RowVector random_word(std::string_view word, Index d_model, std::uint32_t seed) {
    // FNV-1a (Fowler, Noll, Vo 1991), 64 bits, folded to the generator's 32.
    std::uint64_t hash = 0xcbf29ce484222325ULL ^ seed;
    for (const char byte : language::fold_case(word))
        hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ULL;
    Random random(static_cast<std::uint32_t>(hash ^ (hash >> 32)));
    return random.normal(1, d_model, 1);
}

} // namespace model
