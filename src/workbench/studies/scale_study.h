#pragma once
// Why the scores are divided by √d_k: random queries and keys of increasing width, scored, scaled and
// measured.

#include "attention/layer.h"
#include "base/stop.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace workbench {

/// What the scores are divided by: temperature · divisor(scale, d_k, heads · d_k).
struct ScaleChoice {
    attention::Scale scale = {};
    base::Index heads = 8; ///< √d_model only: d_model = heads · d_k
    float temperature = 1; ///< finite, above 0

    bool operator==(const ScaleChoice&) const = default;
};

/// For every width, draws n queries and n keys (n, d_k) `samples` times, from a normal distribution with mean
/// 0 and variance 1.
struct ScaleStudyOptions {
    std::vector<base::Index> widths = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}; ///< d_k, 1 to 4096 each
    std::vector<ScaleChoice> scales = {
        {}, {{attention::ScaleKind::none}}, {{attention::ScaleKind::sqrt_dmodel}}};
    base::Index keys = 16;    ///< n, 1 to 1024
    base::Index samples = 64; ///< 1 to 1024; each gives n rows of weights
    std::uint32_t seed = 1;

    bool operator==(const ScaleStudyOptions&) const = default;
};

/// A summary, over all rows of one width, of one number per row of scores. The quartiles enclose the middle
/// half.
struct Spread {
    float mean = 0, lower = 0, median = 0, upper = 0;
};

/// What one scale does to the scores, one entry per width.
struct ScaleCurve {
    ScaleChoice choice;
    std::vector<float> divisors;        ///< temperature included
    std::vector<Spread> variance;       ///< of the scaled scores of a row
    std::vector<Spread> deviation;      ///< its root; `mean` is the root of the mean variance
    std::vector<Spread> largest_weight; ///< of a row after the softmax, in [1/n, 1]
    std::vector<Spread> entropy;        ///< of a row's weights, bits
    std::vector<Spread> gradient;       ///< attention::jacobian_norm: what passes back through the softmax
};

struct ScaleStudy {
    ScaleStudyOptions options;       ///< as given: n, widths, seed
    std::vector<Spread> variance;    ///< of the scores before scaling, one entry per width: about d_k
    std::vector<Spread> deviation;   ///< its root: about √d_k
    std::vector<ScaleCurve> curves;  ///< one for each of options.scales, all from the same scores
    float largest_entropy = 0;       ///< log2 n: equal weights, bits
    float equal_weight_gradient = 0; ///< √(n − 1)/n: the Jacobian's norm at equal weights
};

/// The variance of a row is Σ_j s_ij²/n, since the mean of the scores is known to be 0. The numbers of a
/// width depend only on the seed and d_k, not on the other widths. Throws InputError: an option out of range,
/// scores that a tiny divisor makes too large for a float. Null when `stop` was requested. Source of the
/// claim: Vaswani et al. 2017, section 3.2.1, footnote 4.
std::shared_ptr<const ScaleStudy> scale_study(const ScaleStudyOptions& options = {},
                                              const base::StopToken& stop = {});

} // namespace workbench
