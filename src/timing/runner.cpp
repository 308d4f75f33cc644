#include "timing/runner.h"

#include "base/input_error.h"
#include "base/parallel.h"
#include "model/random.h"

#include <cassert>
#include <cmath>
#include <string>

namespace timing {

using base::InputError;

namespace {

constexpr Index most_units = 2048, most_words = 65536;

void expect_within(const char* where, Index found, Index most) {
    if (found >= 1 && found <= most) return;
    throw InputError(where, std::to_string(found) + " is out of range",
                     "choose a number from 1 to " + std::to_string(most));
}

// Once `stop` is requested, the remaining entries are 0.
Matrix uniform(Index rows, Index columns, float bound, model::Random& random, const base::StopToken& stop) {
    Matrix result = Matrix::Zero(rows, columns);
    for (Index row = 0; row < rows && !stop.stop_requested(); ++row)
        for (float& number : result.row(row))
            number = bound * (2 * random.uniform() - 1);
    return result;
}

using AnyLayer = std::variant<recurrent::Network, attention::FusedLayer>;

AnyLayer made(Runner runner, const LayerSizes& sizes) {
    expect_sizes(sizes, 1);
    if (runner != Runner::attention)
        return recurrent::Network(random_recurrent(cell_of(runner), sizes.d, sizes.seed));
    return attention::FusedLayer(random_attention(sizes), {}, sizes.threads);
}

} // namespace

void expect_sizes(const LayerSizes& sizes, Index n) {
    expect_within("d", sizes.d, most_units);
    expect_within("heads", sizes.heads, sizes.d);
    if (sizes.d % sizes.heads != 0)
        throw InputError("heads",
                         "d " + std::to_string(sizes.d) + " does not divide by " +
                             std::to_string(sizes.heads) + " heads",
                         "choose heads that divide d");
    expect_within("n", n, most_words);
    expect_within("threads", sizes.threads, base::most_threads());
}

recurrent::Cell cell_of(Runner runner) {
    assert(runner != Runner::attention);
    return runner == Runner::lstm ? recurrent::Cell::lstm : recurrent::Cell::rnn;
}

recurrent::Weights random_recurrent(recurrent::Cell cell, Index d, std::uint32_t seed,
                                    const base::StopToken& stop) {
    model::Random random(seed);
    const Index rows = recurrent::gates(cell) * d;
    const float bound = 1 / std::sqrt(static_cast<float>(d));
    recurrent::Weights weights;
    weights.cell = cell;
    weights.w_ih = uniform(rows, d, bound, random, stop);
    weights.w_hh = uniform(rows, d, bound, random, stop);
    weights.b_ih = uniform(1, rows, bound, random, stop);
    weights.b_hh = uniform(1, rows, bound, random, stop);
    return weights;
}

attention::Layer random_attention(const LayerSizes& sizes, const base::StopToken& stop) {
    return model::random_layer({.d_model = sizes.d, .heads = sizes.heads, .seed = sizes.seed}, stop);
}

Matrix random_rows(Index rows, Index d, std::uint32_t seed) {
    return model::Random(seed).normal(rows, d, 1);
}

Matrix rows_of(const std::vector<std::string>& words, const LayerSizes& sizes) {
    Matrix rows(static_cast<Index>(words.size()), sizes.d);
    for (Index t = 0; t < rows.rows(); ++t)
        rows.row(t) = model::random_word(words[static_cast<std::size_t>(t)], sizes.d, sizes.seed);
    return rows;
}

RandomLayer::RandomLayer(Runner runner, const LayerSizes& sizes)
    : threads_(sizes.threads), layer_(made(runner, sizes)) {}

Matrix RandomLayer::run(const attention::Input& x, const PassOptions& options) const {
    if (const auto* layer = std::get_if<attention::FusedLayer>(&layer_))
        return layer->run(x, {.items = options.items}, options.stop);
    const auto& network = std::get<recurrent::Network>(layer_);
    return network.run(x.x, {.items = options.items, .threads = threads_, .stop = options.stop}).hidden;
}

} // namespace timing
