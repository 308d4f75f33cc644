#include "workbench/studies/scale_study.h"

#include "attention/measure.h"
#include "attention/score.h"
#include "attention/softmax.h"
#include "base/input_error.h"
#include "base/quartiles.h"
#include "model/random.h"

#include <algorithm>
#include <cmath>

namespace workbench {

using base::ColumnVector;
using base::Index;
using base::InputError;
using base::Matrix;

namespace {

constexpr Index max_width = 4096, max_keys = 1024, max_samples = 1024;

void expect_between(Index value, Index most, const std::string& name) {
    if (value < 1 || value > most)
        throw InputError(name, std::to_string(value) + " is out of range",
                         "choose from 1 to " + std::to_string(most));
}

void expect_sound(const ScaleStudyOptions& options) {
    if (options.widths.empty()) throw InputError("widths", "none are given", "give at least one d_k");
    for (const Index width : options.widths)
        expect_between(width, max_width, "d_k");
    expect_between(options.keys, max_keys, "keys");
    expect_between(options.samples, max_samples, "samples");
    for (const ScaleChoice& choice : options.scales) {
        expect_between(choice.heads, max_width, "heads");
        const bool is_number = choice.scale.kind == attention::ScaleKind::number;
        if (is_number && (!std::isfinite(choice.scale.number) || choice.scale.number == 0))
            throw InputError("scale", "the divisor is 0 or not a number", "give a number other than 0");
        if (!std::isfinite(choice.temperature) || choice.temperature <= 0)
            throw InputError("temperature", "it is not above 0", "give a number above 0");
    }
}

Spread spread_of(const std::vector<float>& values) {
    double sum = 0;
    for (const float value : values)
        sum += value;
    const auto q = base::quartiles({values.begin(), values.end()});
    return {static_cast<float>(sum / static_cast<double>(values.size())), static_cast<float>(q.lower),
            static_cast<float>(q.median), static_cast<float>(q.upper)};
}

Spread root_of(const Spread& s) {
    return {std::sqrt(s.mean), std::sqrt(s.lower), std::sqrt(s.median), std::sqrt(s.upper)};
}

void append(std::vector<float>& values, const ColumnVector& more) {
    values.insert(values.end(), more.begin(), more.end());
}

ColumnVector variance_of_rows(const Matrix& scores) {
    return scores.rowwise().squaredNorm() / static_cast<float>(scores.cols());
}

/// Everything measured for one width under one scale, one number per row.
struct Rows {
    std::vector<float> variance, largest_weight, entropy, gradient;

    void measure(const Matrix& scaled) {
        if (!std::isfinite(scaled.squaredNorm())) // then the variance would overflow, too
            throw InputError("temperature", "the scaled scores are too large for a float",
                             "divide by a larger number");
        const Matrix weights = attention::softmax(scaled).weights;
        append(variance, variance_of_rows(scaled));
        append(largest_weight, attention::largest_weight(weights));
        append(entropy, attention::entropy(weights));
        append(gradient, attention::jacobian_norm(weights));
    }

    void close(ScaleCurve& curve) const {
        curve.variance.push_back(spread_of(variance));
        curve.deviation.push_back(root_of(curve.variance.back()));
        curve.largest_weight.push_back(spread_of(largest_weight));
        curve.entropy.push_back(spread_of(entropy));
        curve.gradient.push_back(spread_of(gradient));
    }
};

float divisor_of(const ScaleChoice& choice, Index d_k) {
    return choice.temperature * attention::divisor(choice.scale, d_k, choice.heads * d_k);
}

/// Returns false when stopped.
bool add_width(ScaleStudy& study, Index d_k, const base::StopToken& stop) {
    constexpr std::uint32_t stride = 0x9E3779B9U; // 2³² / golden ratio: spreads consecutive seeds far apart
    const ScaleStudyOptions& options = study.options;
    model::Random random(options.seed + stride * static_cast<std::uint32_t>(d_k));
    std::vector<float> variance;
    std::vector<Rows> rows(study.curves.size());
    for (Index sample = 0; sample < options.samples; ++sample) {
        if (stop.stop_requested()) return false;
        const Matrix q = random.normal(options.keys, d_k, 1);
        const Matrix k = random.normal(options.keys, d_k, 1);
        const Matrix scores = attention::dot_scores(q, k);
        append(variance, variance_of_rows(scores));
        for (std::size_t c = 0; c < rows.size(); ++c)
            rows[c].measure(scores / divisor_of(options.scales[c], d_k));
    }
    study.variance.push_back(spread_of(std::move(variance)));
    study.deviation.push_back(root_of(study.variance.back()));
    for (std::size_t c = 0; c < rows.size(); ++c) {
        study.curves[c].divisors.push_back(divisor_of(options.scales[c], d_k));
        rows[c].close(study.curves[c]);
    }
    return true;
}

} // namespace

std::shared_ptr<const ScaleStudy> scale_study(const ScaleStudyOptions& options, const base::StopToken& stop) {
    expect_sound(options);
    auto study = std::make_shared<ScaleStudy>();
    study->options = options;
    const auto n = static_cast<float>(options.keys);
    study->largest_entropy = std::log2(n);
    study->equal_weight_gradient = std::sqrt(n - 1) / n;
    for (const ScaleChoice& choice : options.scales)
        study->curves.emplace_back().choice = choice;
    for (const Index d_k : options.widths)
        if (!add_width(*study, d_k, stop)) return nullptr;
    return study;
}

} // namespace workbench
