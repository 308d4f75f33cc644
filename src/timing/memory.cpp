#include "timing/memory.h"

#include "attention/layer.h"
#include "attention/trace.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/quartiles.h"
#include "recurrent/network.h"
#include "timing/runner.h"

#include <algorithm>
#include <string>

namespace timing {

using base::RowVector;

namespace {

using Row = Eigen::Array<float, 1, Eigen::Dynamic>;

Matrix product(const Matrix& a, const Matrix& b) {
    return attention::project(a, b, {});
}

Row sigmoid(const Row& x) {
    return (1 + (-x).exp()).inverse();
}

// Scales each column of a matrix: the effect of an elementwise function on a Jacobian.
Matrix scaled_columns(const Matrix& m, const Row& factors) {
    return m * factors.matrix().asDiagonal();
}

// The state before word t; zeros before the first word.
Row before(const Matrix& states, Index t) {
    return t > 0 ? Row(states.row(t - 1).array()) : Row(Row::Zero(states.cols()));
}

// The sweep: at word t it holds ∂h_n/∂h_t and the part of ∂h_n/∂c_t that does not pass through h_t; (d, d)
// each, divided by `scale_`, since they shrink at every word and would soon be too small for a float.
class Backwards {
public:
    Backwards(const recurrent::Weights& weights, const Matrix& x)
        : w_(weights), x_(x), states_(recurrent::Network(weights).run(x, {.keep_cell = true})),
          by_hidden_(Matrix::Identity(weights.d(), weights.d())),
          by_cell_(Matrix::Zero(weights.d(), weights.d())) {}

    // Returns ‖∂h_n/∂x_t‖ and moves on to word t − 1.
    double step_back(Index t) {
        const Matrix by_sums = w_.cell == recurrent::Cell::lstm ? through_lstm(t) : through_rnn(t);
        const double influence = scale_ * static_cast<double>(product(by_sums, w_.w_ih).norm());
        by_hidden_ = product(by_sums, w_.w_hh);
        keep_in_range();
        return influence;
    }

private:
    // ∂h_n/∂(the sums inside the tanh): tanh' = 1 − tanh².
    Matrix through_rnn(Index t) const {
        return scaled_columns(by_hidden_, 1 - states_.hidden.row(t).array().square());
    }

    // ∂h_n/∂(the sums of the gates i, f, g, o), (d, 4·d); also moves by_cell_ on to c_{t−1}. From
    // c_t = f ⊙ c_{t−1} + i ⊙ g, h_t = o ⊙ tanh(c_t), σ' = σ·(1 − σ).
    Matrix through_lstm(Index t) {
        const Index d = w_.d();
        const RowVector sums = x_.row(t) * w_.w_ih.transpose() + w_.b_ih + w_.b_hh +
                               before(states_.hidden, t).matrix() * w_.w_hh.transpose();
        const Row i = sigmoid(sums.segment(0, d).array()), f = sigmoid(sums.segment(d, d).array());
        const Row g = sums.segment(2 * d, d).array().tanh(), o = sigmoid(sums.segment(3 * d, d).array());
        const Row c_before = before(states_.cell, t), bent = states_.cell.row(t).array().tanh();
        by_cell_ += scaled_columns(by_hidden_, o * (1 - bent.square()));
        Matrix by_sums(d, 4 * d);
        by_sums.middleCols(0, d) = scaled_columns(by_cell_, g * i * (1 - i));
        by_sums.middleCols(d, d) = scaled_columns(by_cell_, c_before * f * (1 - f));
        by_sums.middleCols(2 * d, d) = scaled_columns(by_cell_, i * (1 - g.square()));
        by_sums.middleCols(3 * d, d) = scaled_columns(by_hidden_, bent * o * (1 - o));
        by_cell_ = scaled_columns(by_cell_, f);
        return by_sums;
    }

    void keep_in_range() {
        const float largest = std::max(by_hidden_.cwiseAbs().maxCoeff(), by_cell_.cwiseAbs().maxCoeff());
        if (largest == 0 || (largest > 1e-6F && largest < 1e6F)) return;
        by_hidden_ /= largest;
        by_cell_ /= largest;
        scale_ *= static_cast<double>(largest);
    }

    const recurrent::Weights& w_;
    const Matrix& x_;
    recurrent::States states_;
    Matrix by_hidden_, by_cell_;
    double scale_ = 1;
};

// ∂(heads side by side)/∂x_j for the last query, (d_model, h·d_v). For one head y = Σ_j a_j·v_j, and the
// derivative of the softmax gives ∂y/∂s_j = a_j·(v_j − y), so that x_j acts through its value, a_j·W_V, and
// through its key, which only affects its own score: (W_K·qᵀ/√d_k)·a_j·(v_j − y).
Matrix through_value_and_key(const attention::Trace& last, Index j) {
    const Index d_v = last.layer->d_v();
    Matrix result(last.layer->d_model(), last.layer->heads * d_v);
    for (Index h = 0; h < last.layer->heads; ++h) {
        const attention::HeadTrace& head = last.heads[static_cast<std::size_t>(h)];
        const float a = head.weights(0, j);
        const RowVector by_score = a * (head.v.row(j) - head.output.row(0));
        const RowVector by_key = head.q.row(0) * head.w_k.transpose() / last.divisor;
        result.middleCols(h * d_v, d_v) = a * head.w_v + by_key.transpose() * by_score;
    }
    return result;
}

// The last word also acts through its query, which affects all scores: Σ_j (W_Q·k_jᵀ/√d_k)·a_j·(v_j − y).
Matrix through_query(const attention::Trace& last) {
    const Index d_v = last.layer->d_v();
    Matrix result(last.layer->d_model(), last.layer->heads * d_v);
    for (Index h = 0; h < last.layer->heads; ++h) {
        const attention::HeadTrace& head = last.heads[static_cast<std::size_t>(h)];
        const Matrix by_scores =
            head.weights.row(0).transpose().asDiagonal() * (head.v.rowwise() - head.output.row(0));
        result.middleCols(h * d_v, d_v) = head.w_q * (head.k.transpose() * by_scores) / last.divisor;
    }
    return result;
}

} // namespace

std::vector<double> influence_on_last(const recurrent::Weights& weights, const Matrix& x,
                                      const base::StopToken& stop) {
    std::vector<double> result(static_cast<std::size_t>(x.rows()));
    Backwards sweep(weights, x);
    for (Index t = x.rows(); t-- > 0;) {
        if (stop.stop_requested()) return {};
        result[static_cast<std::size_t>(t)] = sweep.step_back(t);
    }
    return result;
}

std::vector<double> influence_on_last(const attention::Layer& layer, const Matrix& x,
                                      const base::StopToken& stop) {
    // Only the last query against all keys, which gives the same numbers as the whole pass.
    attention::Input input;
    input.x = x.bottomRows(1);
    input.memory = x;
    const attention::Trace last = attention::trace(input, layer);
    std::vector<double> result;
    for (Index j = 0; j < x.rows(); ++j) {
        if (stop.stop_requested()) return {};
        Matrix jacobian = through_value_and_key(last, j);
        if (j == x.rows() - 1) jacobian += through_query(last);
        if (layer.w_o.size() > 0) jacobian = product(jacobian, layer.w_o);
        result.push_back(static_cast<double>(jacobian.norm()));
    }
    return result;
}

namespace {

constexpr std::uint32_t seed_of_words = 1'000'000; ///< far from the seeds of the weights

// From the last word backwards, relative to that of the last word; empty when stopped.
std::vector<double> one_sample(Runner runner, const LayerSizes& sizes, const Matrix& x,
                               const base::StopToken& stop) {
    std::vector<double> result =
        runner == Runner::attention
            ? influence_on_last(random_attention(sizes), x, stop)
            : influence_on_last(random_recurrent(cell_of(runner), sizes.d, sizes.seed), x, stop);
    std::ranges::reverse(result);
    if (result.empty()) return result;
    const double own = result.front();
    for (double& influence : result)
        influence /= own;
    return result;
}

void sum_up(Memory& memory, Runner runner, const std::vector<std::vector<double>>& samples) {
    for (std::size_t k = 0; k < samples.front().size(); ++k) {
        std::vector<double> at_distance;
        for (const auto& sample : samples)
            at_distance.push_back(sample[k]);
        const base::Quartiles q = base::quartiles(std::move(at_distance));
        memory.lower[runner].push_back(q.lower);
        memory.influence[runner].push_back(q.median);
        memory.upper[runner].push_back(q.upper);
    }
}

} // namespace

std::shared_ptr<const Memory> memory(Index n, const LayerSizes& sizes, int samples,
                                     const base::StopToken& stop) {
    expect_sizes(sizes, n);
    if (samples < 1)
        throw base::InputError("samples", std::to_string(samples) + " is out of range", "choose 1 or more");
    Memory result{.sizes = sizes, .influence = {}, .lower = {}, .upper = {}, .samples = samples};
    Each<std::vector<std::vector<double>>> all;
    for (auto& of_runner : all.of)
        of_runner.resize(static_cast<std::size_t>(samples));
    base::parallel_for(samples, base::most_threads(), [&](Index s) {
        LayerSizes own = sizes;
        own.seed = sizes.seed + static_cast<std::uint32_t>(s);
        const Matrix x = random_rows(n, sizes.d, own.seed + seed_of_words);
        for (const Runner runner : runners)
            all[runner][static_cast<std::size_t>(s)] = one_sample(runner, own, x, stop);
    });
    if (stop.stop_requested()) return nullptr;
    for (const Runner runner : runners)
        sum_up(result, runner, all[runner]);
    return std::make_shared<const Memory>(std::move(result));
}

} // namespace timing
