#include "recurrent/network.h"

#include "attention/layer.h"
#include "base/input_error.h"
#include "recurrent/run_steps.h"
#include "recurrent/step_kernel.h"

#include <string>

namespace recurrent {

using base::InputError;

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

Network::Network(const Weights& weights) : cell_(weights.cell), d_in_(weights.d_in()), d_(weights.d()) {
    validate(weights);
    width_ = unit_width(cell_);
    blocks_ = (d_ + width_ - 1) / width_;
    const Index g = gates(cell_), columns = g * width_;
    w_in_ = Matrix::Zero(d_in_, blocks_ * columns);
    bias_ = RowVector::Zero(blocks_ * columns);
    w_blocks_ = base::AlignedFloats::zeros(blocks_ * d_ * columns);
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
