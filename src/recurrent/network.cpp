#include "recurrent/network.h"

#include "attention/layer.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "base/product.h"
#include "recurrent/shared_steps.h"
#include "recurrent/step_kernel.h"

#include <array>
#include <string>
#include <utility>

namespace recurrent {

using base::AlignedFloats;
using base::InputError;

// Checks.

namespace {

void expect_shape(const char* where, const Matrix& found, Index rows, Index columns) {
    if (found.rows() == rows && found.cols() == columns && found.allFinite()) return;
    const auto shape = [](Index r, Index c) { return std::to_string(r) + " x " + std::to_string(c); };
    if (found.rows() == rows && found.cols() == columns)
        throw InputError(where, "a number that is NaN or infinite", "replace it with a finite number");
    throw InputError(where,
                     "shape " + shape(found.rows(), found.cols()) + ", expected " + shape(rows, columns),
                     "one row for each unit of each gate, as PyTorch keeps them");
}

void validate(const Weights& w) {
    if (w.d() < 1 || w.d_in() < 1)
        throw InputError("w_hh", "a layer without units or inputs", "every size must be 1 or more");
    const Index rows = gates(w.cell) * w.d();
    expect_shape("w_ih", w.w_ih, rows, w.d_in());
    expect_shape("w_hh", w.w_hh, rows, w.d());
    expect_shape("b_ih", w.b_ih, 1, rows);
    expect_shape("b_hh", w.b_hh, 1, rows);
}

void expect_input(const Matrix& x, Index d_in, Index items) {
    if (items >= 1 && x.cols() == d_in && x.rows() > 0 && x.rows() % items == 0) return;
    throw InputError("x",
                     std::to_string(x.rows()) + " x " + std::to_string(x.cols()) + " for " +
                         std::to_string(items) + " sequences of words " + std::to_string(d_in) + " wide",
                     "give a row for each word of each sequence");
}

} // namespace

// The steps, on packed weights.

namespace {

/// A view of a network's packed weights.
struct PackedWeights {
    Cell cell;
    Index d;
    Index width, blocks; ///< units per block, and the number of blocks
    const float* w;      ///< (blocks, d, gates·width)

    Index columns() const { return gates(cell) * width; } ///< sums per block
};

/// Working state, padded to whole blocks: (items, blocks·width).
class Units {
public:
    Units(const PackedWeights& w, Index items)
        : width_(w.blocks * w.width), floats_(AlignedFloats::zeros(items * width_)) {}

    float* at(Index item, Index unit) { return floats_.data() + item * width_ + unit; }
    Index stride() const { return width_; }

    void load(const Matrix& from) {
        for (Index item = 0; item < from.rows(); ++item)
            std::copy_n(from.row(item).data(), from.cols(), at(item, 0));
    }
    /// Copies the units [first, end) of every item into rows of `to`, without the padding.
    void store(Matrix& to, Index row, Index items, Index first, Index end) {
        end = std::min(end, to.cols());
        for (Index item = 0; item < items; ++item)
            std::copy(at(item, first), at(item, end), to.row(row + item).data() + first);
    }

private:
    Index width_;
    AlignedFloats floats_;
};

/// The state of all units, and one block of them at a time from step to step.
class Stepper {
public:
    Stepper(const PackedWeights& w, Matrix sums, Index items)
        : w_(w), sums_(std::move(sums)), items_(items), hidden_{Units(w, items), Units(w, items)},
          cell_(w, items) {}

    void begin(const State& state) {
        hidden_[1].load(state.hidden);
        if (w_.cell == Cell::lstm) cell_.load(state.cell);
    }

    /// h_t of the units in block b: reads h_{t−1} of all units, writes only those of this block.
    void step(Index t, Index b) {
        if (items_ == 1)
            step_alone(t, b);
        else
            step_together(t, b);
    }

    void keep(Index t, Index b, Matrix& hidden, Matrix* cell) {
        const Index first = b * w_.width, end = first + w_.width;
        after(t).store(hidden, t * items_, items_, first, end);
        if (cell) cell_.store(*cell, t * items_, items_, first, end);
    }

    /// Counts the multiply-adds of this many blocks, unless base::multiply() has.
    void count(std::uint64_t blocks) const {
        if (items_ == 1) base::count_multiply_adds(blocks * static_cast<std::uint64_t>(w_.columns() * w_.d));
    }

    State state_after(Index t) {
        State state{Matrix(items_, w_.d), Matrix(w_.cell == Cell::lstm ? items_ : 0, w_.d)};
        after(t).store(state.hidden, 0, items_, 0, w_.d);
        if (w_.cell == Cell::lstm) cell_.store(state.cell, 0, items_, 0, w_.d);
        return state;
    }

private:
    Units& before(Index t) { return hidden_[static_cast<std::size_t>((t + 1) % 2)]; }
    Units& after(Index t) { return hidden_[static_cast<std::size_t>(t % 2)]; }
    const float* block_weights(Index b) const { return w_.w + b * w_.d * w_.columns(); }

    void step_alone(Index t, Index b) {
        const UnitBlock block{block_weights(b), sums_.row(t).data() + b * w_.columns(), w_.d};
        const Index unit = b * w_.width;
        step_block(w_.cell, block, before(t).at(0, 0), cell_.at(0, unit), after(t).at(0, unit));
    }

    // A batch: the products of all items at once.
    void step_together(Index t, Index b) {
        const Index columns = w_.columns(), unit = b * w_.width;
        const auto sums = base::block(sums_, t * items_, b * columns, items_, columns);
        const base::Block h{before(t).at(0, 0), items_, w_.d, before(t).stride()};
        base::multiply(h, {block_weights(b), w_.d, columns, columns}, sums, 1, base::Add::yes);
        for (Index item = 0; item < items_; ++item)
            gate_block(w_.cell, sums.data + item * sums.stride, cell_.at(item, unit),
                       after(t).at(item, unit));
    }

    const PackedWeights& w_;
    Matrix sums_;
    Index items_;
    std::array<Units, 2> hidden_; ///< h_{t−1} and h_t, alternating
    Units cell_;
};

/// Handing over between running threads takes a fraction of a microsecond, but happens at every step: only
/// steps with enough work are shared.
int threads_for(const PackedWeights& weights, const RunOptions& options) {
    constexpr Index worth_a_team = 100'000; // multiply-adds per step
    const Index step = options.items * weights.blocks * weights.columns() * weights.d;
    return step < worth_a_team ? 1 : static_cast<int>(std::min<Index>(options.threads, weights.blocks));
}

/// All steps from a state of zeros. sums (n·items, blocks·columns): the contributions of inputs and biases,
/// in the order of the packed columns.
States run_steps(const PackedWeights& weights, Matrix sums, const RunOptions& options) {
    const Index n = sums.rows() / options.items;
    States states;
    states.hidden.resize(sums.rows(), weights.d);
    const bool keeps_cell = options.keep_cell && weights.cell == Cell::lstm;
    if (keeps_cell) states.cell.resize(sums.rows(), weights.d);
    Stepper stepper(weights, std::move(sums), options.items);

    const auto block = [&](Index t, Index b) {
        stepper.step(t, b);
        stepper.keep(t, b, states.hidden, keeps_cell ? &states.cell : nullptr);
    };
    const auto after = [&](Index t) {
        if (options.on_step) options.on_step(t);
    };
    const int threads = threads_for(weights, options);
    SharedSteps steps(n, weights.blocks, threads, options.stop);
    base::parallel_team(threads, [&](int rank) {
        if (rank == 0)
            steps.lead(block, after);
        else
            steps.help(rank, block);
    });
    stepper.count(steps.done());
    states.last = stepper.state_after(n - 1);
    return states;
}

/// One step: sums (items, blocks·columns) → the state after it.
void one_step(const PackedWeights& weights, Matrix sums, State& state) {
    Stepper stepper(weights, std::move(sums), state.hidden.rows());
    stepper.begin(state);
    for (Index b = 0; b < weights.blocks; ++b)
        stepper.step(0, b);
    stepper.count(static_cast<std::uint64_t>(weights.blocks));
    state = stepper.state_after(0);
}

} // namespace

// The network.

Network::Network(const Weights& weights) : cell_(weights.cell), d_in_(weights.d_in()), d_(weights.d()) {
    validate(weights);
    width_ = unit_width(cell_);
    blocks_ = (d_ + width_ - 1) / width_;
    const Index g = gates(cell_), columns = g * width_;
    w_in_ = Matrix::Zero(d_in_, blocks_ * columns);
    bias_ = RowVector::Zero(blocks_ * columns);
    w_blocks_ = AlignedFloats::zeros(blocks_ * d_ * columns);
    for (Index gate = 0; gate < g; ++gate)
        for (Index unit = 0; unit < d_; ++unit) {
            const Index row = gate * d_ + unit, b = unit / width_, column = gate * width_ + unit % width_;
            w_in_.col(b * columns + column) = weights.w_ih.row(row).transpose();
            bias_[b * columns + column] = weights.b_ih[row] + weights.b_hh[row];
            for (Index i = 0; i < d_; ++i)
                w_blocks_.data()[(b * d_ + i) * columns + column] = weights.w_hh(row, i);
        }
}

State Network::start(Index items) const {
    return {Matrix::Zero(items, d_), cell_ == Cell::lstm ? Matrix(Matrix::Zero(items, d_)) : Matrix()};
}

States Network::run(const Matrix& x, const RunOptions& options) const {
    expect_input(x, d_in_, options.items);
    const PackedWeights packed{cell_, d_, width_, blocks_, w_blocks_.data()};
    return run_steps(packed, attention::project(x, w_in_, bias_, options.threads), options);
}

void Network::step(const Matrix& x, State& state) const {
    expect_input(x, d_in_, state.hidden.rows());
    const Index cell_rows = cell_ == Cell::lstm ? state.hidden.rows() : 0;
    if (x.rows() != state.hidden.rows())
        throw InputError(
            "x", std::to_string(x.rows()) + " rows for " + std::to_string(state.hidden.rows()) + " sequences",
            "give the next word of each sequence");
    if (state.hidden.cols() != d_ || state.cell.rows() != cell_rows ||
        (cell_rows > 0 && state.cell.cols() != d_))
        throw InputError("state",
                         std::to_string(state.hidden.cols()) + " hidden and " +
                             std::to_string(state.cell.cols()) + " cell units, expected " +
                             std::to_string(d_),
                         "begin with start() of the same network");
    const PackedWeights packed{cell_, d_, width_, blocks_, w_blocks_.data()};
    one_step(packed, attention::project(x, w_in_, bias_), state);
}

} // namespace recurrent
