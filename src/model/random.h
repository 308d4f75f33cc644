#pragma once
// Random weights and inputs, the same on every machine for the same seed.

#include "attention/layer.h"
#include "base/stop.h"

#include <cstdint>
#include <random>
#include <string_view>
#include <utility>

namespace model {

/// Uniform and normal numbers from std::mt19937 by our own formulas, because the distributions of <random>
/// differ between standard libraries.
class Random {
public:
    /// Once `stop` is requested, matrices are incomplete: their remaining entries are 0.
    explicit Random(std::uint32_t seed, base::StopToken stop = {}) : engine_(seed), stop_(std::move(stop)) {}
    float uniform(); ///< [0, 1), 24 bits
    float normal();  ///< mean 0, variance 1 (Box–Muller 1958)
    base::Matrix normal(base::Index rows, base::Index columns, float deviation);

private:
    std::mt19937 engine_;
    base::StopToken stop_;
    bool has_spare_ = false;
    float spare_ = 0;
};

/// The largest width of a model, and of all its heads together.
inline constexpr base::Index max_width = 4096;

/// Sizes of a random layer. d_k or d_v = 0 stands for d_model / heads, which must then be an integer.
struct RandomSizes {
    base::Index d_model = 16;
    base::Index heads = 1;
    base::Index d_k = 0;
    base::Index d_v = 0;
    bool output_projection = true; ///< with W_O (h·d_v, d_model)
    std::uint32_t seed = 1;
    base::Index kv_heads = 0; ///< key heads, which query heads share; it divides heads. 0: as many as heads

    bool operator==(const RandomSizes&) const = default;
};

/// True if d_model is divisible by heads, or need not be because the widths of the heads are given.
bool divides(const RandomSizes& sizes);

/// The same sizes with d_k and d_v filled in. Throws InputError when a size is out of range, or when d_model
/// has to be divisible by heads and is not.
RandomSizes with_widths(const RandomSizes& sizes);

/// Normal weights of standard deviation 1/√d_model (W_O: 1/√(h·d_v)), so that unit-variance inputs give
/// unit-variance queries and keys; includes the extra weights of the general and additive scores. Throws
/// InputError as with_widths() does. The widest layers take seconds; once `stop` is requested, the layer is
/// incomplete and must not be used.
attention::Layer random_layer(const RandomSizes& sizes, base::StopToken stop = {});

/// The row (d_model) of any word: unit-variance, derived from the word's spelling and the seed, so that a
/// word always has the same row.
base::RowVector random_word(std::string_view word, base::Index d_model, std::uint32_t seed);

} // namespace model
