// Everything a person can get wrong, with the words that say so.

#include "attention/make.h"
#include "attention/trace.h"
#include "base/input_error.h"

#include <doctest/doctest.h>

#include <functional>
#include <limits>
#include <string>
#include <vector>

using namespace attention;

namespace {

constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float infinity = std::numeric_limits<float>::infinity();

// A sound call: n 5, m 4, d_model 6, two heads of d_k 4 and d_v 3.
struct Call {
    Input input = make::input({.m = 4});
    Layer layer = make::layer({.m = 4});
    Options options;
    std::vector<Override> overrides;
};

struct Mistake {
    std::string where;
    std::string problem;
    std::function<void(Call&)> make;
};

std::vector<Mistake> mistakes() {
    const auto set = [](Quantity quantity, Index head, Index row, Index column, float value = 1) {
        return [=](Call& q) { q.overrides.push_back({{quantity, head, row, column}, value}); };
    };
    return {
        // Sizes and shapes
        {"x", "shape 0 x 6, expected at least 1 x 1 (n x d_model)", [](Call& q) { q.input.x.resize(0, 6); }},
        {"memory", "shape 4 x 5, expected 4 x 6 (m x d_model)", [](Call& q) { q.input.memory.resize(4, 5); }},
        {"x_positions", "shape 4 x 6, expected 5 x 6 (n x d_model)",
         [](Call& q) { q.input.x_positions = Matrix::Zero(4, 6); }},
        {"memory_positions", "shape 5 x 6, expected 4 x 6 (m x d_model)",
         [](Call& q) { q.input.memory_positions = Matrix::Zero(5, 6); }},
        {"heads", "0 heads, expected 1 or more", [](Call& q) { q.layer.heads = 0; }},
        {"heads", "-2 heads, expected 1 or more", [](Call& q) { q.layer.heads = -2; }},
        {"w_q", "8 columns cannot be split over 3 heads", [](Call& q) { q.layer.heads = 3; }},
        {"w_v", "6 columns cannot be split over 4 heads", [](Call& q) { q.layer.heads = 4; }},
        {"w_q", "shape 0 x 0, expected at least 1 x 1 (d_model x h·d_k)", [](Call& q) { q.layer.w_q = {}; }},
        {"w_q", "shape 7 x 8, expected 6 x 8 (d_model x h·d_k)",
         [](Call& q) { q.layer.w_q = Matrix::Zero(7, 8); }},
        {"w_k", "shape 6 x 4, expected 6 x 8 (d_model x h·d_k)",
         [](Call& q) { q.layer.w_k = Matrix::Zero(6, 4); }},
        {"w_v", "shape 8 x 6, expected 6 x 6 (d_model x h·d_v)",
         [](Call& q) { q.layer.w_v = Matrix::Zero(8, 6); }},
        {"w_o", "shape 8 x 6, expected 6 x 6 (h·d_v x d_out)",
         [](Call& q) { q.layer.w_o = Matrix::Zero(8, 6); }},
        {"b_q", "size 4, expected 8 (h·d_k)", [](Call& q) { q.layer.b_q = RowVector::Zero(4); }},
        {"b_k", "size 1, expected 8 (h·d_k)", [](Call& q) { q.layer.b_k = RowVector::Zero(1); }},
        {"b_v", "size 8, expected 6 (h·d_v)", [](Call& q) { q.layer.b_v = RowVector::Zero(8); }},
        {"b_o", "size 7, expected 6 (d_out)", [](Call& q) { q.layer.b_o = RowVector::Zero(7); }},
        {"b_o", "a bias without w_o", [](Call& q) { q.layer.w_o = {}; }},
        {"w_general", "shape 0 x 0, expected 8 x 4 (h·d_k x d_k)",
         [](Call& q) {
             q.options.score = ScoreFunction::general;
             q.layer.w_general = {};
         }},
        {"v_add", "shape 1 x 5, expected 2 x 5 (h x d_a)",
         [](Call& q) {
             q.options.score = ScoreFunction::additive;
             q.layer.v_add = Matrix::Zero(1, 5);
         }},
        {"w_add_k", "shape 8 x 4, expected 8 x 5 (h·d_k x d_a)",
         [](Call& q) {
             q.options.score = ScoreFunction::additive;
             q.layer.w_add_k = Matrix::Zero(8, 4);
         }},
        // Numbers
        {"x", "element [2, 3] is NaN", [](Call& q) { q.input.x(2, 3) = not_a_number; }},
        {"memory", "element [0, 0] is infinite", [](Call& q) { q.input.memory(0, 0) = infinity; }},
        {"w_k", "element [5, 7] is infinite", [](Call& q) { q.layer.w_k(5, 7) = -infinity; }},
        {"w_o", "element [1, 1] is NaN", [](Call& q) { q.layer.w_o(1, 1) = not_a_number; }},
        {"b_v", "element [0, 2] is NaN", [](Call& q) { q.layer.b_v[2] = not_a_number; }},
        {"v_add", "element [1, 4] is infinite",
         [](Call& q) {
             q.options.score = ScoreFunction::additive;
             q.layer.v_add(1, 4) = infinity;
         }},
        {"q", "element [0, 0] is infinite in head 0",
         [](Call& q) {
             q.input.x.setConstant(3e38F);
             q.layer.w_q.setOnes();
         }},
        {"scores", "element [0, 0] is infinite in head 0",
         [](Call& q) {
             q.input.x.setConstant(1e25F);
             q.input.memory.setConstant(1e25F);
             q.layer.w_q.setOnes();
             q.layer.w_k.setOnes();
         }},
        {"scaled", "element [0, 0] is infinite in head 0",
         [](Call& q) {
             q.layer.w_q.setZero();
             q.layer.w_k.setZero();
             q.layer.b_q.setOnes();
             q.layer.b_k.setOnes();
             q.options.scale = {ScaleKind::number, 1e-38F};
         }},
        {"output", "element [0, 0] is infinite",
         [](Call& q) {
             q.layer.b_o.setConstant(3e38F), q.layer.w_o.setConstant(1e38F), q.layer.b_v.setConstant(100);
         }},
        // Options
        {"scale", "0.000000 cannot be divided by",
         [](Call& q) {
             q.options.scale = {ScaleKind::number, 0};
         }},
        {"scale", "nan cannot be divided by",
         [](Call& q) {
             q.options.scale = {ScaleKind::number, not_a_number};
         }},
        {"window", "-2, expected −1 or more", [](Call& q) { q.options.mask.window = Window::of(-2); }},
        {"mask", "shape 4 x 5, expected 5 x 4 (n x m)",
         [](Call& q) { q.options.mask.given = BoolMatrix::Constant(4, 5, true); }},
        {"key_padding", "5 entries, expected 4 (m)",
         [](Call& q) {
             q.options.mask.key_padding = {1, 1, 1, 1, 0};
         }},
        {"dropout", "rate 1.000000, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = 1; }},
        {"dropout", "rate -0.100000, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = -0.1F; }},
        {"dropout", "rate nan, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = not_a_number; }},
        // Overrides
        {"override of masked", "cannot be set", set(Quantity::masked, 0, 0, 0)},
        {"override of scores", "head 2, but there are 2", set(Quantity::scores, 2, 0, 0)},
        {"override of x", "head 1, but there are 1", set(Quantity::x, 1, 0, 0)},
        {"override of scores", "cell [0, 4] is outside its shape 5 x 4", set(Quantity::scores, 0, 0, 4)},
        {"override of k", "cell [-1, 0] is outside its shape 4 x 4", set(Quantity::k, 0, -1, 0)},
        {"override of w_v", "cell [6, 0] is outside its shape 6 x 3", set(Quantity::w_v, 1, 6, 0)},
        {"override of w_o", "cell [0, 0] is outside its shape 0 x 0",
         [=](Call& q) {
             q.layer.w_o = {};
             q.layer.b_o = {};
             set(Quantity::w_o, 0, 0, 0)(q);
         }},
        {"override of memory", "cell [0, 0] is outside its shape 0 x 0",
         [=](Call& q) {
             q.input.memory = {};
             set(Quantity::memory, 0, 0, 0)(q);
         }},
        {"switched_off", "head 2, but there are 2",
         [](Call& q) {
             q.options.switched_off = {0, 2};
         }},
        {"switched_off", "head -1, but there are 2", [](Call& q) { q.options.switched_off = {-1}; }},
        {"override of q", "the value is not a finite number", set(Quantity::q, 0, 0, 0, infinity)},
    };
}

InputError error_of(const std::function<void()>& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error;
    }
    return {"", "nothing was refused", ""};
}

} // namespace

TEST_CASE("the question that the mistakes start from is sound") {
    const Call q;
    CHECK_NOTHROW(trace(q.input, q.layer, q.options, q.overrides));
}

TEST_CASE("every mistake is refused with where it is, what it is and what to do") {
    for (const Mistake& mistake : mistakes()) {
        Call q;
        mistake.make(q);
        const InputError error = error_of([&] { trace(q.input, q.layer, q.options, q.overrides); });
        CHECK(error.where == mistake.where);
        CHECK(error.problem == mistake.problem);
        CHECK(!error.hint.empty());
    }
}

TEST_CASE("too many heads are answered with the numbers that would do") {
    Call q;
    q.layer.heads = 3;
    CHECK(error_of([&] { trace(q.input, q.layer); }).hint ==
          "choose a number of heads that divides 8: 1, 2, 4, 8");
}

TEST_CASE("in a batch the message names the item") {
    const Call q;
    std::vector<Input> items(3, q.input);
    items[2].x(1, 1) = not_a_number;
    const InputError error = error_of([&] { trace_batch(items, q.layer, {q.options}); });
    CHECK(error.where == "item 2 of the batch, x");
    CHECK(error.problem == "element [1, 1] is NaN");
    CHECK(error_of([&] { trace_batch({items[2]}, q.layer, {q.options}); }).where == "x"); // no batch
    CHECK(error_of([&] { trace_batch({}, q.layer, {q.options}); }).problem == "a batch of 0 items");
    CHECK(error_of([&] { trace_batch(items, q.layer, {{}, {}}); }).problem == "2 for a batch of 3 items");
}
