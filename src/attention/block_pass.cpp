#include "attention/block_pass.h"

#include "attention/bias.h"
#include "attention/mask.h"
#include "attention/score.h"

#include <algorithm>
#include <cassert>
#include <limits>

namespace attention {

namespace {

Matrix copied(const base::Block& b) {
    return Eigen::Map<const Matrix, 0, Eigen::OuterStride<>>(b.data, b.rows, b.cols,
                                                             Eigen::OuterStride<>(b.stride));
}

// Steps through which nothing has gone yet.
std::vector<BlockStep> empty_steps(Index keys, Index at_a_time) {
    std::vector<BlockStep> steps;
    for (Index first = 0; first < keys; first += at_a_time)
        steps.push_back({.keys = {first, std::min(first + at_a_time, keys)},
                         .seen = {first, first},
                         .scores = {},
                         .numerators = {},
                         .shrink = {},
                         .m = {},
                         .l = {},
                         .sums = {}});
    return steps;
}

void take_down_rows(BlockStep& step, const RowsSoFar& now) {
    const auto b = static_cast<Index>(now.rows.size());
    step.m.resize(b);
    step.l.resize(b);
    for (Index i = 0; i < b; ++i) {
        step.m[i] = now.rows[static_cast<std::size_t>(i)].m;
        step.l[i] = now.rows[static_cast<std::size_t>(i)].l;
    }
    step.sums = copied(now.sums);
}

// A block changes what was there before it; one that is skipped leaves it as it is.
void follow_up(std::vector<BlockStep>& steps, Index queries, Index d_v) {
    ColumnVector m = ColumnVector::Constant(queries, -std::numeric_limits<float>::infinity());
    ColumnVector l = ColumnVector::Zero(queries);
    Matrix sums = Matrix::Zero(queries, d_v);
    for (BlockStep& step : steps) {
        step.shrink = ColumnVector::Ones(queries);
        if (step.is_skipped()) {
            step.m = m, step.l = l, step.sums = sums;
            continue;
        }
        for (Index i = 0; i < queries; ++i)
            if (step.m[i] != m[i]) step.shrink[i] = shrink_to(step.m[i], {m[i], l[i]});
        m = step.m, l = step.l, sums = step.sums;
    }
}

} // namespace

Index BlockPass::held_scores() const {
    return queries * std::min(size.keys, keys);
}

BlockPass block_pass(const Trace& t, Index head, Index query, BlockSize size) {
    assert(size.queries >= 1 && size.keys >= 1 && query >= 0 && query < t.n());
    const Layer& layer = *t.layer;
    const ScoreKind& kind = kind_of(t.options.score);
    const Matrix q = kind.left(t.matrix(Quantity::q_rotated, head), layer, head);
    const Matrix k = kind.right(t.matrix(Quantity::present_k, head), layer, head);
    const Matrix& v = t.matrix(Quantity::present_v, head);

    BlockPass pass;
    pass.size = size;
    pass.first_query = query / size.queries * size.queries;
    pass.queries = std::min(size.queries, t.n() - pass.first_query);
    pass.keys = t.m();
    pass.steps = empty_steps(pass.keys, size.keys);
    pass.output.resize(pass.queries, v.cols());
    const auto step_at = [&](const RowsSoFar& now) -> BlockStep& {
        return pass.steps[static_cast<std::size_t>(now.keys.first / size.keys)];
    };
    const RowWatch watch{.scored =
                             [&](const RowsSoFar& now) {
                                 step_at(now).seen = now.keys;
                                 step_at(now).scores = copied(now.s);
                             },
                         .taken_in =
                             [&](const RowsSoFar& now) {
                                 step_at(now).numerators = copied(now.s);
                                 take_down_rows(step_at(now), now);
                             }};

    QueryBlock b;
    b.q = base::block(q, pass.first_query, 0, pass.queries, q.cols());
    b.k = base::block(k);
    b.v = base::block(v);
    b.output = base::block(pass.output);
    b.first_query = pass.first_query;
    b.first_place = t.first_place();
    b.divisor = t.divisor;
    if (!t.options.mask.empty()) b.mask = &t.options.mask;
    if (kind.additive) b.v_add = layer.v_add.row(head);
    if (t.options.softcap > 0 || !t.options.bias.empty())
        b.bends = {{t.options.softcap, head_bias(t.options.bias, head, layer.heads, b.first_place)}};
    if (layer.sink.size() > 0) b.sink = layer.sink.segment(head, 1);
    b.at_a_time = size;
    b.watch = &watch;
    DropoutDraw draw(t.options.dropout);
    if (t.options.dropout.rate > 0) {
        // The draws of the heads and queries before these.
        for (Index skipped = (head * t.n() + pass.first_query) * t.m(); skipped > 0; --skipped)
            draw.kept();
        b.dropout_rate = t.options.dropout.rate;
        b.draw = &draw;
    }
    attend_rows(b, 1);

    follow_up(pass.steps, pass.queries, v.cols());
    pass.sink = b.sink_of(0);
    pass.denominators = pass.steps.back().l;
    for (Index i = 0; i < pass.queries; ++i)
        if (pass.denominators[i] > 0)
            pass.denominators[i] += sink_numerator(pass.sink, pass.steps.back().m[i]);
    return pass;
}

} // namespace attention
