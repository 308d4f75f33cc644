#include "learning/attend.h"

#include "attention/make.h"
#include "close.h"
#include "learning/differences.h"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <vector>

using namespace learning;
using attention::Mask;
using make::doubles, make::is_gradient, make::is_rounded, make::sum_of_products;

namespace {

/// What attention is given, and gradients from above.
template <class T>
struct Inputs {
    MatrixOf<T> q, k, v, g_z, g_weights;
};

constexpr Index items = 3, heads = 2, n = 4, m = 5, d_k = 3, d_v = 2;

/// Cross-attention with n ≠ m and d_k ≠ d_v.
Inputs<double> inputs() {
    return {2 * doubles(items * n, heads * d_k, 1), 2 * doubles(items * m, heads * d_k, 2),
            doubles(items * m, heads * d_v, 3), doubles(items * n, heads * d_v, 4),
            doubles(items * heads * n, m, 5)};
}
Inputs<float> rounded(const Inputs<double>& in) {
    return {in.q.cast<float>(), in.k.cast<float>(), in.v.cast<float>(), in.g_z.cast<float>(),
            in.g_weights.cast<float>()};
}

struct Case {
    std::string name;
    std::vector<Mask> masks;
};

/// A row of `given` forbids every key.
std::vector<Case> cases() {
    base::BoolMatrix given = base::BoolMatrix::Constant(n, m, true);
    given.row(2).setConstant(false);
    given(0, 3) = false;
    return {{"none", {}},
            {"causal", {{.causal = true}}},
            {"padding per item",
             {{.key_padding = {1, 1, 1, 0, 0}}, {}, {.causal = true, .key_padding = {0, 1, 1, 1, 0}}}},
            {"a query without a key", {{.given = given}}}};
}

AttentionShape shape(const std::vector<Mask>& masks) {
    return {.items = items, .heads = heads, .divisor = std::sqrt(3.0), .masks = masks};
}

template <class T>
Attended<T> attended(const Inputs<T>& in, const AttentionShape& s) {
    Attended<T> result;
    attend(in.q, in.k, in.v, s, result);
    return result;
}
template <class T>
AttendedGradients<T> gradients(const Inputs<T>& in, const AttentionShape& s, bool of_weights) {
    AttendedGradients<T> result;
    attend_backward(in.q, in.k, in.v, s, attended(in, s).weights, in.g_z, result,
                    of_weights ? &in.g_weights : nullptr);
    return result;
}

/// The rows of head `head` of item `item`.
template <class M>
auto weights_of(const M& weights, Index item, Index head) {
    return weights.middleRows((item * heads + head) * n, n);
}

} // namespace

TEST_CASE("the gradients of q, k and v are those of finite differences, under every mask") {
    for (const Case& c : cases()) {
        CAPTURE(c.name);
        Inputs<double> in = inputs();
        const AttentionShape s = shape(c.masks);
        for (const bool of_weights : {false, true}) {
            const AttendedGradients<double> g = gradients(in, s, of_weights);
            const auto loss = [&] {
                const Attended<double> result = attended(in, s);
                const double of_z = sum_of_products(result.z, in.g_z);
                return of_weights ? of_z + sum_of_products(result.weights, in.g_weights) : of_z;
            };
            CHECK(is_gradient(g.g_q, in.q, loss));
            CHECK(is_gradient(g.g_k, in.k, loss));
            CHECK(is_gradient(g.g_v, in.v, loss));
        }
    }
}

TEST_CASE("so they are with rotary positions, which turn two of three columns") {
    for (const Case& c : cases()) {
        CAPTURE(c.name);
        Inputs<double> in = inputs();
        AttentionShape s = shape(c.masks);
        const AttendedGradients<double> plain = gradients(in, s, false);
        s.rotary = attention::Rotary{.base = 10, .dims = 2};
        const AttendedGradients<double> g = gradients(in, s, false);
        const auto loss = [&] { return sum_of_products(attended(in, s).z, in.g_z); };
        CHECK(is_gradient(g.g_q, in.q, loss));
        CHECK(is_gradient(g.g_k, in.k, loss));
        CHECK(is_gradient(g.g_v, in.v, loss));
        CHECK(g.g_q != plain.g_q);
    }
}

TEST_CASE("floats give the doubles' numbers, forward and backward") {
    for (const Case& c : cases()) {
        CAPTURE(c.name);
        const Inputs<double> in = inputs();
        const AttentionShape s = shape(c.masks);
        const Attended<double> expected = attended(in, s);
        const Attended<float> result = attended(rounded(in), s);
        CHECK(is_rounded(result.weights, expected.weights));
        CHECK(is_rounded(result.z, expected.z));
        const AttendedGradients<double> g = gradients(in, s, true);
        const AttendedGradients<float> g_float = gradients(rounded(in), s, true);
        CHECK(is_rounded(g_float.g_q, g.g_q));
        CHECK(is_rounded(g_float.g_k, g.g_k));
        CHECK(is_rounded(g_float.g_v, g.g_v));
        CHECK(is_rounded(g_float.g_scores, g.g_scores));
    }
}

TEST_CASE("weights and answers are those of attention::trace") {
    const make::Sizes sizes{.n = n, .m = m, .d_k = d_k, .d_v = d_v, .heads = heads};
    const attention::Layer layer = make::layer(sizes);
    for (const Case& c : cases()) {
        CAPTURE(c.name);
        Inputs<float> in{MatrixOf<float>(items * n, heads * d_k),
                         MatrixOf<float>(items * m, heads * d_k),
                         MatrixOf<float>(items * m, heads * d_v),
                         {},
                         {}};
        std::vector<attention::Trace> traces;
        for (Index item = 0; item < items; ++item) {
            const auto number = static_cast<std::size_t>(item);
            const Mask mask = c.masks.empty() ? Mask() : c.masks[c.masks.size() == 1 ? 0 : number];
            traces.push_back(
                attention::trace(make::input(sizes, static_cast<unsigned>(7 * item)), layer, {.mask = mask}));
            for (Index head = 0; head < heads; ++head) {
                const attention::HeadTrace& h = traces.back().heads[static_cast<std::size_t>(head)];
                in.q.block(item * n, head * d_k, n, d_k) = h.q;
                in.k.block(item * m, head * d_k, m, d_k) = h.k;
                in.v.block(item * m, head * d_v, m, d_v) = h.v;
            }
        }
        const Attended<float> result = attended(in, shape(c.masks));
        for (Index item = 0; item < items; ++item) {
            const attention::Trace& trace = traces[static_cast<std::size_t>(item)];
            CHECK(make::is_close(result.z.middleRows(item * n, n), trace.concat, 1e-5F));
            for (Index head = 0; head < heads; ++head)
                CHECK(make::is_close(weights_of(result.weights, item, head),
                                     trace.heads[static_cast<std::size_t>(head)].weights, 1e-6F));
        }
    }
}

TEST_CASE("a forbidden key gets no gradient, nor does a query without a key") {
    const std::vector<Mask> masks =
        cases().back().masks; // item by item: key 3 for query 0, all keys for query 2
    const AttendedGradients<double> g = gradients(inputs(), shape(masks), true);
    const Attended<double> result = attended(inputs(), shape(masks));
    for (Index item = 0; item < items; ++item) {
        CHECK(make::is_zero(result.z.row(item * n + 2)));
        CHECK(make::is_zero(g.g_q.row(item * n + 2)));
        for (Index head = 0; head < heads; ++head) {
            CHECK(make::is_zero(weights_of(result.weights, item, head).row(2)));
            CHECK(make::is_zero(weights_of(g.g_scores, item, head).row(2)));
            CHECK(weights_of(g.g_scores, item, head)(0, 3) == 0);
        }
    }
}

TEST_CASE("a weight that is knocked out takes its value with it, and the others stay what they were") {
    const Inputs<double> in = inputs();
    AttentionShape s = shape({});
    const Attended<double> before = attended(in, s);
    s.weights_off = {{.head = 1, .query = 2, .key = 4}};
    const Attended<double> after = attended(in, s);
    MatrixOf<double> weights = before.weights, z = before.z;
    for (Index item = 0; item < items; ++item) {
        const double weight = weights_of(before.weights, item, 1)(2, 4);
        weights((item * heads + 1) * n + 2, 4) = 0;
        z.block(item * n + 2, d_v, 1, d_v) -= weight * in.v.block(item * m + 4, d_v, 1, d_v);
    }
    CHECK(after.weights == weights);
    CHECK(make::is_close(after.z, z, make::of_largest(1e-12)));
}

TEST_CASE("a head that is knocked out answers 0, and shows the weights that it would have had") {
    const Inputs<double> in = inputs();
    AttentionShape s = shape({});
    const Attended<double> before = attended(in, s);
    s.heads_off = {0};
    const Attended<double> after = attended(in, s);
    CHECK(after.weights == before.weights);
    CHECK(make::is_zero(after.z.leftCols(d_v)));
    CHECK(after.z.rightCols(d_v) == before.z.rightCols(d_v));
}
