#include "recurrent/step_kernel.h"

#include "base/every_instruction_set.h"
#include "base/guarded.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>
#include <utility>

using namespace recurrent;

namespace {

using Exact = Eigen::Array<double, 1, Eigen::Dynamic>;

Matrix wave(Index rows, Index cols, int seed) {
    return Matrix::NullaryExpr(rows, cols, [&](Index i, Index j) {
        return 0.4F * std::sin(static_cast<float>(seed + 7 * i + 3 * j));
    });
}

Exact sigmoid(const Exact& x) {
    return 1 / (1 + (-x).exp());
}

/// h_t and c_t by the equations of Cell, in double.
std::pair<Exact, Exact> by_definition(Cell cell, const Exact& sums, const Matrix& c_before) {
    if (cell == Cell::rnn) return {sums.tanh(), {}};
    const Index units = sums.cols() / 4;
    const auto gate = [&](Index g) { return Exact(sums.segment(g * units, units)); };
    const Exact c =
        sigmoid(gate(1)) * c_before.row(0).cast<double>().array() + sigmoid(gate(0)) * gate(2).tanh();
    return {sigmoid(gate(3)) * c.tanh(), c};
}

/// A block of units; what it reads and writes ends where memory ends.
struct GuardedBlock {
    GuardedBlock(Cell of, Index d)
        : cell(of), units(unit_width(of)), w(wave(d, gates(of) * units, 1)),
          sums(wave(1, gates(of) * units, 2)), h_before(wave(1, d, 3)), c_before(wave(1, units, 4)),
          c(c_before), h(Matrix::Zero(1, units)) {}

    void check_against(const Exact& expected_sums) const {
        const auto [expected_h, expected_c] = by_definition(cell, expected_sums, c_before);
        CHECK(make::is_close(h.matrix(), expected_h, 1e-6));
        if (cell == Cell::lstm)
            CHECK(make::is_close(c.matrix(), expected_c, 1e-6));
        else
            CHECK(c.matrix() == c_before);
    }

    Cell cell;
    Index units;
    Guarded w, sums, h_before;
    Matrix c_before;
    Guarded c, h;
};

} // namespace

TEST_CASE("a step is what its equations say, and touches nothing beyond its block") {
    with_every_instruction_set([] {
        for (const Cell cell : {Cell::rnn, Cell::lstm})
            for (const Index d : {1, 2, 3, 8, 31, 64}) {
                const GuardedBlock b(cell, d);
                step_block(cell, {b.w.block().data, b.sums.block().data, d}, b.h_before.block().data,
                           b.c.block().data, b.h.block().data);
                const Eigen::MatrixXd sums = b.sums.matrix().cast<double>() +
                                             b.h_before.matrix().cast<double>() * b.w.matrix().cast<double>();
                b.check_against(sums.row(0).array());
            }
    });
}

TEST_CASE("gates of sums computed elsewhere are those of a step") {
    with_every_instruction_set([] {
        for (const Cell cell : {Cell::rnn, Cell::lstm}) {
            const GuardedBlock b(cell, 1);
            gate_block(cell, b.sums.block().data, b.c.block().data, b.h.block().data);
            b.check_against(b.sums.matrix().row(0).cast<double>().array());
        }
    });
}
