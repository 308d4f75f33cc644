#include "attention/trace.h"

#include "attention/bias.h"
#include "attention/layer.h"
#include "attention/mask.h"
#include "attention/rms_norm.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "attention/softcap.h"
#include "attention/softmax.h"
#include "attention/validate.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace attention {

const Matrix& HeadTrace::made(Quantity quantity) const {
    switch (quantity) {
    case Quantity::w_q:
        return w_q;
    case Quantity::w_k:
        return w_k;
    case Quantity::w_v:
        return w_v;
    case Quantity::q:
        return q;
    case Quantity::k:
        return k;
    case Quantity::v:
        return v;
    case Quantity::q_normed:
        return q_normed;
    case Quantity::k_normed:
        return k_normed;
    case Quantity::q_rotated:
        return q_rotated;
    case Quantity::k_rotated:
        return k_rotated;
    case Quantity::present_k:
        return present_k;
    case Quantity::present_v:
        return present_v;
    case Quantity::scores:
        return scores;
    case Quantity::scaled:
        return scaled;
    case Quantity::capped:
        return capped;
    case Quantity::biased:
        return biased;
    case Quantity::masked:
        return masked;
    case Quantity::weights:
        return weights;
    case Quantity::dropped:
        return dropped;
    case Quantity::head_output:
        return output;
    default:
        assert(false); // not a quantity of a head
        return output;
    }
}

Quantity HeadTrace::latest(Quantity quantity) const {
    while (made(quantity).rows() == 0) {
        const auto earlier = before(quantity);
        if (!earlier) break;
        quantity = *earlier;
    }
    return quantity;
}

Index Trace::first_place() const {
    return placed(options.mask, input).first_place;
}

Quantity Trace::latest(Quantity quantity) const {
    return is_per_head(quantity) ? heads.front().latest(quantity) : quantity;
}

const Matrix& Trace::matrix(Quantity quantity, Index head) const {
    assert(head >= 0 && (!is_per_head(quantity) || head < static_cast<Index>(heads.size())));
    switch (quantity) {
    case Quantity::embedding:
        return input.x;
    case Quantity::position:
        return input.x_positions;
    case Quantity::x:
        return x;
    case Quantity::memory_embedding:
        return input.memory;
    case Quantity::memory_position:
        return input.memory_positions;
    case Quantity::memory:
        return memory;
    case Quantity::concat:
        return concat;
    case Quantity::w_o:
        return w_o;
    case Quantity::output:
        return output;
    default: {
        const HeadTrace& of_head = heads[static_cast<std::size_t>(head)];
        return of_head.made(of_head.latest(quantity));
    }
    }
}

bool Trace::is_overridden(const Cell& cell) const {
    return std::any_of(overrides.begin(), overrides.end(), [&](const Override& o) {
        Cell at = o.cell;
        if (is_of_key_heads(at.quantity) && layer->key_head_of(at.head) == layer->key_head_of(cell.head))
            at.head = cell.head; // heads that share keys share what was set by hand
        return at == cell;
    });
}

namespace {

Matrix with_positions(const Matrix& embedding, const Matrix& positions) {
    if (positions.rows() == 0) return embedding;
    return embedding + positions;
}

// Of a quantity that exists once.
void apply_overrides(const std::vector<Override>& overrides, Quantity quantity, Matrix& matrix) {
    for (const Override& o : overrides)
        if (o.cell.quantity == quantity) matrix(o.cell.row, o.cell.column) = o.value;
}

// A head's part of a projection's bias; empty if there is none.
RowVector part_of_bias(const RowVector& b, Index head, Index width) {
    if (b.size() == 0) return {};
    return b.segment(head * width, width);
}

// One head: project, norm, turn, score, scale, cap, bias, mask, softmax, dropout, weighted sum. After each
// step, cells set by hand replace the computed ones.
class HeadPass {
public:
    HeadPass(const Trace& trace, Index head, const base::StopToken& stop)
        : t_(trace), head_(head), key_head_(trace.layer->key_head_of(head)), stop_(stop) {}

    HeadTrace run(DropoutDraw& draw) {
        project_all();
        norm_and_turn();
        take_in_past();
        if (stop_.stop_requested()) return std::move(h_);
        score_all();
        if (stop_.stop_requested()) return std::move(h_);
        weigh_all();
        if (stop_.stop_requested()) return std::move(h_);
        sum_all(draw);
        return std::move(h_);
    }

private:
    void project_all() {
        const Layer& layer = *t_.layer;
        const Index d_k = layer.d_k(), d_v = layer.d_v();
        const Matrix& source = t_.input.is_cross() ? t_.memory : t_.x;
        h_.w_q = overridden(Quantity::w_q, layer.w_q.middleCols(head_ * d_k, d_k));
        h_.w_k = overridden(Quantity::w_k, layer.w_k.middleCols(key_head_ * d_k, d_k));
        h_.w_v = overridden(Quantity::w_v, layer.w_v.middleCols(key_head_ * d_v, d_v));
        h_.q = computed(Quantity::q, project(t_.x, h_.w_q, part_of_bias(layer.b_q, head_, d_k)));
        h_.k = computed(Quantity::k, project(source, h_.w_k, part_of_bias(layer.b_k, key_head_, d_k)));
        h_.v = computed(Quantity::v, project(source, h_.w_v, part_of_bias(layer.b_v, key_head_, d_v)));
    }

    // The new rows stand after the past ones.
    void norm_and_turn() {
        const Layer& layer = *t_.layer;
        if (layer.q_norm.size() > 0)
            h_.q_normed = computed(Quantity::q_normed, rms_normed(h_.q, layer.q_norm));
        if (layer.k_norm.size() > 0)
            h_.k_normed = computed(Quantity::k_normed, rms_normed(h_.k, layer.k_norm));
        if (!t_.options.rotary) return;
        const Index past = t_.input.past();
        h_.q_rotated =
            computed(Quantity::q_rotated, rotated(now(Quantity::q_rotated), *t_.options.rotary, past));
        h_.k_rotated =
            computed(Quantity::k_rotated, rotated(now(Quantity::k_rotated), *t_.options.rotary, past));
    }

    void take_in_past() {
        const auto joined = [&](const Matrix& past, const Matrix& made) {
            const Index width = made.cols();
            Matrix all(past.rows() + made.rows(), width);
            all << past.middleCols(key_head_ * width, width), made;
            return all;
        };
        if (t_.input.past() == 0) return;
        h_.present_k = joined(t_.input.past_k, now(Quantity::present_k));
        h_.present_v = joined(t_.input.past_v, now(Quantity::present_v));
    }

    void score_all() {
        Matrix s = scores(t_.options.score, now(Quantity::q_rotated), now(Quantity::present_k), *t_.layer,
                          head_, stop_);
        if (stop_.stop_requested()) return;
        h_.scores = computed(Quantity::scores, std::move(s));
        h_.scaled = computed(Quantity::scaled, h_.scores / t_.divisor);
        if (t_.options.softcap > 0) h_.capped = softcapped(h_.scaled, t_.options.softcap);
        if (!t_.options.bias.empty()) {
            const HeadBias bias = head_bias(t_.options.bias, head_, t_.layer->heads, t_.first_place());
            h_.biased = biased_scores(now(Quantity::biased), bias);
            expect_no_overflow_upwards(Quantity::biased, head_, h_.biased);
        }
        if (t_.allowed.rows() > 0) h_.masked = masked_scores(now(Quantity::masked), t_.allowed);
    }

    void weigh_all() {
        if (t_.layer->sink.size() > 0) h_.sink = t_.layer->sink[head_];
        Softmax parts = softmax(now(Quantity::masked), stop_, h_.sink);
        h_.row_max = std::move(parts.row_max);
        h_.numerators = std::move(parts.numerators);
        h_.denominators = std::move(parts.denominators);
        h_.weights = overridden(Quantity::weights, std::move(parts.weights));
    }

    void sum_all(DropoutDraw& draw) {
        const float rate = t_.options.dropout.rate;
        if (rate > 0) {
            h_.kept = draw_kept(t_.n(), t_.m(), draw);
            h_.dropped = drop(h_.weights, rate, h_.kept);
        }
        h_.output =
            computed(Quantity::head_output, project(now(Quantity::dropped), now(Quantity::present_v), {}));
    }

    // What the steps so far have made of a quantity.
    const Matrix& now(Quantity quantity) const { return h_.made(h_.latest(quantity)); }

    Matrix computed(Quantity quantity, Matrix matrix) const {
        expect_no_overflow(quantity, head_, matrix);
        return overridden(quantity, std::move(matrix));
    }

    Matrix overridden(Quantity quantity, Matrix matrix) const {
        for (const Override& o : t_.overrides) {
            const bool own = is_of_key_heads(quantity) ? t_.layer->key_head_of(o.cell.head) == key_head_
                                                       : o.cell.head == head_;
            if (o.cell.quantity == quantity && own) matrix(o.cell.row, o.cell.column) = o.value;
        }
        return matrix;
    }

    const Trace& t_;
    Index head_, key_head_;
    const base::StopToken& stop_;
    HeadTrace h_;
};

void compute(Trace& t, const base::StopToken& stop) {
    t.x = with_positions(t.input.x, t.input.x_positions);
    apply_overrides(t.overrides, Quantity::x, t.x);
    t.memory = with_positions(t.input.memory, t.input.memory_positions);
    apply_overrides(t.overrides, Quantity::memory, t.memory);
    t.allowed = combined_mask(placed(t.options.mask, t.input), t.n(), t.m());
    t.divisor = divisor(t.options.scale, t.layer->d_k(), t.layer->d_model());

    DropoutDraw draw(t.options.dropout);
    for (Index head = 0; head < t.layer->heads && !stop.stop_requested(); ++head)
        t.heads.push_back(HeadPass(t, head, stop).run(draw));
    if (stop.stop_requested()) return;

    const Index d_v = t.layer->d_v();
    t.concat.resize(t.n(), t.layer->heads * d_v);
    for (Index head = 0; head < t.layer->heads; ++head)
        if (t.options.is_on(head))
            t.concat.middleCols(head * d_v, d_v) = t.heads[static_cast<std::size_t>(head)].output;
        else
            t.concat.middleCols(head * d_v, d_v).setZero();
    t.w_o = t.layer->w_o;
    apply_overrides(t.overrides, Quantity::w_o, t.w_o);
    t.output = t.w_o.size() > 0 ? project(t.concat, t.w_o, t.layer->b_o) : t.concat;
    expect_no_overflow(Quantity::output, 0, t.output);
}

} // namespace

Trace trace(const Input& input, LayerPtr layer, const Options& options, std::vector<Override> overrides,
            const base::StopToken& stop) {
    validate(input, *layer, options, overrides);
    Trace t;
    t.input = input;
    t.layer = std::move(layer);
    t.options = options;
    t.overrides = std::move(overrides);
    compute(t, stop);
    return t;
}

std::vector<Trace> trace_batch(const std::vector<Input>& items, const LayerPtr& layer,
                               const std::vector<Options>& options) {
    if (items.empty()) throw InputError("x", "a batch of 0 items", "give at least one sequence");
    if (options.size() != 1 && options.size() != items.size())
        throw InputError("options",
                         std::to_string(options.size()) + " for a batch of " + std::to_string(items.size()) +
                             " items",
                         "give one for all items or one for each");
    const auto options_of = [&](std::size_t i) -> const Options& {
        return options[options.size() == 1 ? 0 : i];
    };
    const auto for_each_item = [&](auto&& action) {
        for (std::size_t i = 0; i < items.size(); ++i) {
            try {
                action(i);
            } catch (const InputError& error) {
                if (items.size() == 1) throw; // no need to say which
                throw InputError("item " + std::to_string(i) + " of the batch, " + error.where, error.problem,
                                 error.hint);
            }
        }
    };
    for_each_item([&](std::size_t i) { validate(items[i], *layer, options_of(i), {}); });
    std::vector<Trace> traces;
    for_each_item([&](std::size_t i) { traces.push_back(trace(items[i], layer, options_of(i))); });
    return traces;
}

std::size_t trace_bytes(Index n, Index m, Index d_model, Index d_k, Index d_v, Index heads,
                        const Options& options) {
    const auto size = [](Index a, Index b) { return static_cast<double>(a) * static_cast<double>(b); };
    const double square = size(n, m);
    // Scores, scaled, masked, numerators, weights and dropped, at the most; the rest is linear in n and m.
    const double squares = 6 + (options.softcap > 0 ? 1 : 0) + (options.bias.empty() ? 0 : 1);
    const double head =
        squares * square + size(d_model, 2 * d_k + d_v) + size(n, d_k + d_v + 2) + size(m, d_k + d_v);
    const double inputs = 3 * size(n + m, d_model);
    const double weights = size(d_model, heads * (2 * d_k + d_v)) + 2 * size(heads * d_v, d_model);
    const double outputs = size(n, heads * d_v + d_model);
    const double given = static_cast<double>(options.bias.given.size()) * square; // for all heads or for each
    const double floats = static_cast<double>(heads) * head + inputs + weights + outputs + given;
    // One byte per entry: the given mask, the combined one, and what dropout kept in each head.
    const double bytes = floats * sizeof(float) + (2 + static_cast<double>(heads)) * square;
    constexpr auto most = std::numeric_limits<std::size_t>::max();
    return bytes < static_cast<double>(most) ? static_cast<std::size_t>(bytes) : most;
}

} // namespace attention
