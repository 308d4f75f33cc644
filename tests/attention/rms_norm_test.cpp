#include "attention/rms_norm.h"

#include "attention/make.h"
#include "attention/rotary.h"
#include "attention/trace.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace attention;
using make::is_close;

TEST_CASE("a norm by hand: (3, 4) has the root mean square 5/√2") {
    const float root = 5 / std::sqrt(2.0F);
    CHECK(root_mean_square(Matrix{{3, 4}}, 0) == make::about(root));
    CHECK(is_close(rms_normed(Matrix{{3, 4}}, RowVector{{1, 10}}), Matrix{{3 / root, 40 / root}}));
}

TEST_CASE("with gains of 1 every row gets the length √d, whatever it was") {
    Matrix a = make::matrix(6, 9, 1);
    a.row(2) *= 1000;
    a.row(3) *= 0.1F;
    const Matrix normed = rms_normed(a, RowVector::Ones(9));
    CHECK(make::is_constant(normed.rowwise().norm(), 3, 1e-3));
    a.row(4) *= 7;
    CHECK(is_close(rms_normed(a, RowVector::Ones(9)).row(4), normed.row(4)));
}

TEST_CASE("ε keeps a row of zeros at 0, and a tiny one from growing to full length") {
    const Matrix a{{0, 0}, {1e-3F, 1e-3F}};
    const Matrix normed = rms_normed(a, RowVector{{1, 1}});
    CHECK(make::is_zero(normed.row(0)));
    CHECK(make::is_constant(normed.row(1), std::sqrt(0.5), 1e-5)); // 10⁻³/√(10⁻⁶ + 10⁻⁶)
}

TEST_CASE("squares too small or too large for a float still give the right length") {
    const Matrix normed = rms_normed(Matrix{{1e30F, -1e30F}}, RowVector{{1, 1}});
    CHECK(is_close(normed, Matrix{{1, -1}}));
    CHECK(root_mean_square(Matrix{{1e-30F, 1e-30F}}, 0) == make::about(1e-3));
}

TEST_CASE("heads side by side are normed each by itself") {
    const Matrix a = make::matrix(4, 6, 2);
    const RowVector gain = make::matrix(1, 3, 3);
    Matrix together = a;
    rms_norm_heads(together, 2, gain);
    CHECK(together.leftCols(3) == rms_normed(a.leftCols(3), gain));
    CHECK(together.rightCols(3) == rms_normed(a.rightCols(3), gain));
}

TEST_CASE("in a pass the norm comes before the turn, and every head has the same gains") {
    const Layer layer = make::full_layer({});
    const Trace t = trace(make::input({}), layer, {.rotary = Rotary{}});
    for (const HeadTrace& h : t.heads) {
        CHECK(h.q_normed == rms_normed(h.q, layer.q_norm));
        CHECK(h.k_normed == rms_normed(h.k, layer.k_norm));
        CHECK(h.q_rotated == rotated(h.q_normed, {}, 0));
        CHECK(h.k_rotated == rotated(h.k_normed, {}, 0));
    }
}

TEST_CASE("normed queries and keys make scores that do not grow with the weights") {
    Layer layer = make::full_layer({.bias = false});
    const Matrix before = trace(make::input({}), layer).heads[0].weights;
    layer.w_q *= 100;
    layer.w_k *= 100;
    CHECK(is_close(trace(make::input({}), layer).heads[0].weights, before, 1e-4));
    Layer only_keys = layer;
    only_keys.q_norm = {};
    CHECK(make::differs(trace(make::input({}), only_keys).heads[0].weights, before, 1e-2));
}
