// Everything a person can get wrong, with the words that say so.

#include "attention/fused.h"
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
    std::string hint = {}; ///< where more can be said than what is expected
};

void add_past(Call& q) {
    q.input.past_k = Matrix::Ones(2, 8);
    q.input.past_v = Matrix::Ones(2, 6);
}

// Both heads read the keys and values of the first.
void share_keys(Call& q) {
    q.layer.kv_heads = 1;
    q.layer.w_k = q.layer.w_k.leftCols(4).eval();
    q.layer.w_v = q.layer.w_v.leftCols(3).eval();
    q.layer.b_k = q.layer.b_k.head(4).eval();
    q.layer.b_v = q.layer.b_v.head(3).eval();
}

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
        {"scale", "0 cannot be divided by",
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
        {"dropout", "rate 1, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = 1; }},
        {"dropout", "rate -0.1, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = -0.1F; }},
        {"dropout", "rate nan, expected 0 or more and less than 1",
         [](Call& q) { q.options.dropout.rate = not_a_number; }},
        {"softcap", "-1, expected a number above 0", [](Call& q) { q.options.softcap = -1; }},
        {"softcap", "nan, expected a number above 0", [](Call& q) { q.options.softcap = not_a_number; }},
        {"softcap", "inf, expected a number above 0", [](Call& q) { q.options.softcap = infinity; }},
        {"window", "-3, expected −1 or more",
         [](Call& q) {
             q.options.mask.window = {0, -3};
         }},
        {"length", "5, expected at most 4, the number of keys", [](Call& q) { q.options.mask.length = 5; }},
        {"length", "-2, expected at most 4, the number of keys", [](Call& q) { q.options.mask.length = -2; }},
        // Keys that heads share
        {"kv_heads", "2 query heads cannot share the keys of 3 heads evenly",
         [](Call& q) { q.layer.kv_heads = 3; }, "choose a number that divides 2: 1, 2"},
        {"kv_heads", "-1 heads, expected 0 or more", [](Call& q) { q.layer.kv_heads = -1; },
         "0 gives every query head keys of its own"},
        {"w_k", "shape 6 x 8, expected 6 x 4 (d_model x h_kv·d_k)", [](Call& q) { q.layer.kv_heads = 1; }},
        {"b_k", "size 8, expected 4 (h_kv·d_k)",
         [](Call& q) {
             q.layer.kv_heads = 1;
             q.layer.w_k = q.layer.w_k.leftCols(4).eval();
         }},
        {"b_v", "size 6, expected 3 (h_kv·d_v)",
         [](Call& q) {
             share_keys(q);
             q.layer.b_v = RowVector::Zero(6);
         }},
        {"w_o", "shape 3 x 6, expected 6 x 6 (h·d_v x d_out)",
         [](Call& q) {
             share_keys(q);
             q.layer.w_o = Matrix::Zero(3, 6);
         },
         "it takes the query heads side by side, each as wide as a head of w_v"},
        {"past_k", "shape 2 x 8, expected 2 x 4 (p x h_kv·d_k)",
         [](Call& q) {
             add_past(q);
             share_keys(q);
         }},
        // Past keys
        {"past_k", "shape 2 x 7, expected 2 x 8 (p x h_kv·d_k)",
         [](Call& q) {
             add_past(q);
             q.input.past_k = Matrix::Zero(2, 7);
         },
         "past keys and values are those that an earlier pass of this layer handed out"},
        {"past_v", "shape 3 x 6, expected 2 x 6 (p x h_kv·d_v)",
         [](Call& q) {
             add_past(q);
             q.input.past_v = Matrix::Zero(3, 6);
         }},
        {"past_v", "shape 0 x 0, expected 2 x 6 (p x h_kv·d_v)",
         [](Call& q) {
             add_past(q);
             q.input.past_v = {};
         }},
        {"past_k", "shape 0 x 0, expected 0 x 8 (p x h_kv·d_k)",
         [](Call& q) {
             add_past(q);
             q.input.past_k = {};
         }},
        {"past_k", "element [1, 2] is NaN",
         [](Call& q) {
             add_past(q);
             q.input.past_k(1, 2) = not_a_number;
         }},
        {"past_v", "element [0, 5] is infinite",
         [](Call& q) {
             add_past(q);
             q.input.past_v(0, 5) = infinity;
         }},
        {"mask", "shape 5 x 4, expected 5 x 6 (n x m)",
         [](Call& q) {
             add_past(q);
             q.options.mask.given = BoolMatrix::Constant(5, 4, true);
         }},
        {"key_padding", "4 entries, expected 6 (m)",
         [](Call& q) {
             add_past(q);
             q.options.mask.key_padding = {1, 1, 1, 1};
         }},
        {"override of k", "cell [4, 0] is outside its shape 4 x 4",
         [=](Call& q) {
             add_past(q);
             set(Quantity::k, 0, 4, 0)(q);
         }},
        // A bias of the scores
        {"bias", "shape 4 x 5, expected 5 x 4 (n x m)",
         [](Call& q) { q.options.bias.given = {Matrix::Zero(4, 5)}; },
         "its transpose fits: rows are queries, columns are keys"},
        {"bias", "shape 1 x 4, expected 5 x 4 (n x m)",
         [](Call& q) { q.options.bias.given = {Matrix::Zero(1, 4)}; },
         "a single row fits every query: repeat it n times"},
        {"bias", "shape 5 x 1, expected 5 x 4 (n x m)",
         [](Call& q) { q.options.bias.given = {Matrix::Zero(5, 1)}; },
         "a single column fits every key: repeat it m times"},
        {"bias", "shape 3 x 3, expected 5 x 4 (n x m)",
         [](Call& q) { q.options.bias.given = {Matrix::Zero(3, 3)}; },
         "a row for each query, a column for each key"},
        {"bias", "shape 5 x 4, expected 5 x 6 (n x m)",
         [](Call& q) {
             add_past(q);
             q.options.bias.given = {Matrix::Zero(5, 4)};
         }},
        {"bias", "3 matrices for 2 heads",
         [](Call& q) { q.options.bias.given.assign(3, Matrix::Zero(5, 4)); },
         "give one for all heads or one for each"},
        {"bias", "it holds NaN or +∞",
         [](Call& q) { q.options.bias.given = {Matrix::Constant(5, 4, not_a_number)}; },
         "give finite numbers, or −∞ where a key may not be seen"},
        {"bias", "it holds NaN or +∞",
         [](Call& q) {
             q.options.bias.given.assign(2, Matrix::Zero(5, 4));
             q.options.bias.given[1](4, 3) = infinity;
         }},
        {"biased", "element [0, 0] is infinite in head 0",
         [](Call& q) {
             q.layer.w_q.setZero();
             q.layer.w_k.setZero();
             q.layer.b_q.setConstant(5e18F);
             q.layer.b_k.setConstant(5e18F);
             q.options.bias.given = {Matrix::Constant(5, 4, 3.2e38F)};
         }},
        // Rotary positions
        {"rotary", "base 0, expected a number above 0", [](Call& q) { q.options.rotary = Rotary{.base = 0}; },
         "10000 is usual"},
        {"rotary", "base -1, expected a number above 0",
         [](Call& q) { q.options.rotary = Rotary{.base = -1}; }},
        {"rotary", "base nan, expected a number above 0",
         [](Call& q) { q.options.rotary = Rotary{.base = not_a_number}; }},
        {"rotary", "base inf, expected a number above 0",
         [](Call& q) { q.options.rotary = Rotary{.base = infinity}; }},
        {"rotary", "turns cannot be slowed by 0.5",
         [](Call& q) { q.options.rotary = Rotary{.slower = {.factor = 0.5F}}; }},
        {"rotary", "turns cannot be slowed by 2",
         [](Call& q) { q.options.rotary = Rotary{.slower = {.factor = 2, .trained = 8, .slow = 4}}; }},
        {"rotary", "3 dimensions cannot be turned in pairs",
         [](Call& q) { q.options.rotary = Rotary{.dims = 3}; }, "give an even number"},
        {"rotary", "6 dimensions cannot be turned: a head has 4",
         [](Call& q) { q.options.rotary = Rotary{.dims = 6}; },
         "give an even number up to d_k, or none to turn all"},
        {"rotary", "-2 dimensions cannot be turned: a head has 4",
         [](Call& q) { q.options.rotary = Rotary{.dims = -2}; }},
        {"rotary", "3 dimensions cannot be turned in pairs",
         [](Call& q) {
             q.layer = make::layer({.d_k = 3});
             q.options.rotary = Rotary{};
         },
         "the heads are of odd width: turn 2 of their columns"},
        {"rotary", "1 dimension cannot be turned in pairs",
         [](Call& q) {
             q.layer = make::layer({.d_k = 1});
             q.options.rotary = Rotary{};
         },
         "a head of one column has no pair: leave the turn out"},
        // Sinks and norms
        {"sink", "size 3, expected 2 (h)", [](Call& q) { q.layer.sink = RowVector::Zero(3); },
         "give one logit for each head, or leave the sink out"},
        {"sink", "element [0, 1] is infinite",
         [](Call& q) {
             q.layer.sink = RowVector{{0, -infinity}};
         }},
        {"q_norm", "size 8, expected 4 (d_k)", [](Call& q) { q.layer.q_norm = RowVector::Ones(8); },
         "give one gain for each column of a head, or leave the norm out"},
        {"k_norm", "size 1, expected 4 (d_k)", [](Call& q) { q.layer.k_norm = RowVector::Ones(1); }},
        {"k_norm", "element [0, 0] is NaN",
         [](Call& q) { q.layer.k_norm = RowVector::Constant(4, not_a_number); }},
        // Overrides
        {"override of q_rotated", "cannot be set", set(Quantity::q_rotated, 0, 0, 0)},
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
        if (!mistake.hint.empty()) CHECK(error.hint == mistake.hint);
    }
}

TEST_CASE("the fused pass refuses the same mistakes, at the same place") {
    for (const Mistake& mistake : mistakes()) {
        Call q;
        mistake.make(q);
        if (!q.overrides.empty()) continue;
        if (q.layer.d_model() != q.input.x.cols()) continue; // it meets the layer before it meets x
        CAPTURE(mistake.where);
        CAPTURE(mistake.problem);
        const InputError error = error_of([&] { FusedLayer(q.layer, q.options).run(q.input); });
        // It keeps no scores, scaled and biased scores: what is too large there is too large a score.
        const bool is_score = mistake.where == "scaled" || mistake.where == "biased";
        CHECK(error.where == (is_score ? "scores" : mistake.where));
    }
}

TEST_CASE("what is unusual but sound is taken") {
    const std::vector<std::function<void(Call&)>> changes{
        share_keys,
        add_past,
        [](Call& q) { q.layer.kv_heads = 2; },
        [](Call& q) {
            q.options.mask.window = {-1, 0};
        },
        [](Call& q) { q.options.mask.length = 0; },
        [](Call& q) { q.options.mask.length = 4; },
        [](Call& q) { q.options.softcap = 0; },
        [](Call& q) { q.options.rotary = Rotary{.dims = 4}; },
        [](Call& q) { q.options.rotary = Rotary{.base = 0.5F, .dims = 2}; },
        [](Call& q) { q.options.bias.given = {Matrix::Constant(5, 4, -infinity)}; },
        [](Call& q) { q.options.bias.given.assign(2, Matrix::Zero(5, 4)); },
        [](Call& q) { q.layer.sink = RowVector::Constant(2, -1e30F); },
        [](Call& q) { q.layer.q_norm = RowVector::Ones(4); },
    };
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Call q;
        changes[i](q);
        CAPTURE(i);
        CHECK_NOTHROW(trace(q.input, q.layer, q.options));
        CHECK_NOTHROW(FusedLayer(q.layer, q.options).run(q.input));
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
