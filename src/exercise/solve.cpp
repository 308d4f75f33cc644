#include "exercise/solve.h"

#include "exercise/block.h"
#include "exercise/gradient.h"
#include "exercise/recur.h"

#include "attention/score.h"

#include <Eigen/Dense>
#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace exercise {

using model::Tensor;

Numbers block_of(const Tensor& tensor, Index rows, Index columns, Index block) {
    using Floats = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
    return Eigen::Map<const Floats>(tensor.values.data() + block * rows * columns, rows, columns)
        .cast<double>();
}

Numbers given(const Question& question, const std::string& name) {
    const Tensor& tensor = question.at(name);
    const std::size_t axes = tensor.shape.size();
    return block_of(tensor, axes > 1 ? tensor.shape[axes - 2] : 1, tensor.shape.back());
}

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity(),
                 not_a_number = std::numeric_limits<double>::quiet_NaN(), very_negative = -1e9;

/// The last axis of a tensor, 1 for a single number, and the one before it.
Index width_of(const Tensor& tensor) {
    return tensor.shape.empty() ? 1 : tensor.shape.back();
}
Index height_of(const Tensor& tensor) {
    return tensor.shape.size() < 2 ? 1 : tensor.shape[tensor.shape.size() - 2];
}

/// The same numbers, row by row, in another shape.
Numbers reshaped(const Numbers& a, Index rows, Index columns) {
    return Eigen::Map<const Numbers>(a.data(), rows, columns);
}

/// A row of q or k turned by its place: (a, b) → (a·cos θ − b·sin θ, b·cos θ + a·sin θ), θ = place ·
/// base^(−2j/dims). Source: Su et al. 2021, "RoFormer", section 3.4.2.
Numbers turned(const Numbers& rows, const attention::Rotary& rotary, Index first_place) {
    Numbers made = rows;
    const Index dims = rotary.dims > 0 ? rotary.dims : rows.cols(), pairs = dims / 2;
    for (Index i = 0; i < rows.rows(); ++i)
        for (Index j = 0; j < pairs; ++j) {
            const Index a = rotary.interleaved ? 2 * j : j, b = rotary.interleaved ? 2 * j + 1 : j + pairs;
            const double angle = static_cast<double>(first_place + i) *
                                 std::pow(static_cast<double>(rotary.base),
                                          -2.0 * static_cast<double>(j) / static_cast<double>(dims));
            made(i, a) = rows(i, a) * std::cos(angle) - rows(i, b) * std::sin(angle);
            made(i, b) = rows(i, b) * std::cos(angle) + rows(i, a) * std::sin(angle);
        }
    return made;
}

/// Exponentials of each row's numbers, less the largest of them where `stable`.
Numbers powers(const Numbers& s, bool stable, Empty empty) {
    Numbers made = s;
    for (Index i = 0; i < s.rows(); ++i) {
        const double most = s.row(i).maxCoeff();
        if (most == -infinity)
            made.row(i).setConstant(empty == Empty::zeros ? 0 : not_a_number);
        else
            made.row(i) = (s.row(i).array() - (stable ? most : 0)).exp();
    }
    return made;
}

/// Softmax of each row.
Numbers softmax(const Numbers& s, Empty empty) {
    Numbers weights = powers(s, true, empty);
    for (Index i = 0; i < s.rows(); ++i)
        if (const double sum = weights.row(i).sum(); sum != 0) weights.row(i) /= sum;
    return weights;
}

/// Of a square matrix, with the sum of row j under column j: what NumPy makes of a sum without keepdims. So
/// with the largest number, too, if `most_across`.
Numbers softmax_across(const Numbers& s, bool most_across, Empty empty) {
    Numbers made = powers(s, true, empty);
    if (most_across) made = (s.rowwise() - s.rowwise().maxCoeff().transpose()).array().exp();
    const Eigen::RowVectorXd sums = made.rowwise().sum().transpose();
    return made.array().rowwise() / sums.array();
}

/// Without the largest number of each row taken off, in numbers of this many significant bits.
Numbers unstable_softmax(const Numbers& s, int precision) {
    const double largest = precision <= 11 ? 65504.0 : precision <= 24 ? 3.4028235e38 : infinity;
    const double least = precision <= 11 ? 0x1p-24 : precision <= 24 ? 0x1p-149 : 0;
    Numbers weights = s.array().exp();
    for (double& number : weights.reshaped())
        number = number > largest ? infinity : number < least ? 0 : number;
    for (Index i = 0; i < s.rows(); ++i)
        weights.row(i) /= weights.row(i).sum();
    return weights;
}

} // namespace

/// What each step has made, for the slips that it was made with.
struct Solver::Steps {
    Steps(const Question& of, const Manner& how);

    /// Every block: item by item, head by head.
    struct Projected {
        Blocks q, k, v;              ///< q of every head, k and v of every key head, as projected
        Blocks q_rotated, k_rotated; ///< empty without rotary positions
        Blocks keys, values;         ///< of every key head, the past ones first
        Blocks x, normed;            ///< the rows that queries are made from, and in a block their layer norm
    };
    struct Scored {
        Blocks scores, scaled, capped, biased;
    };
    struct Weighed {
        Blocks masked, weights;
    };
    struct Gathered {
        Blocks heads, concat, output;
    };

    /// What comes behind the attention: the rest of a block, or the way back through the softmax.
    struct Finished {
        Blocks added, normed_again, activated, block, d_scaled;
    };

    Projected project(const Slips& slips) const;
    Scored score(const Projected& made, const Slips& slips) const;
    Weighed weigh(const Scored& made, const Slips& slips) const;
    Gathered gather(const Projected& projected, const Blocks& weights, const Slips& slips) const;

    Finished finish(const Projected& projected, const Blocks& weights, const Blocks& output,
                    const Slips& slips) const;

    Numbers input(const std::string& name, Index item) const;
    /// The rows of those queries that are computed.
    Numbers probed(const Numbers& rows) const {
        return manner.probe.empty() ? rows : Numbers(rows(manner.probe, Eigen::all));
    }
    bool has(const std::string& name) const { return question.has(name); }
    Blocks heads_of(const Numbers& wide, Index heads, const Slips& slips) const;
    Index key_head_of(Index head, const Slips& slips) const;
    double divisor(const Slips& slips) const;
    /// Which keys each query may read (1) in an item.
    Numbers allowed(Index item, Index head, const Slips& slips) const;
    bool masks() const;

    /// What a step has made: kept for none and each single slip, since pairs share them; and the last one.
    template <class Made>
    struct Kept {
        std::map<std::string, Made> singles;
        std::pair<std::string, Made> last;
    };
    /// The result of a step for slips up to it, made by `make` unless it is kept.
    template <class Made, class Make>
    const Made& once(Kept<Made>& kept, const Slips& slips, Step step, const Make& make) {
        const Slips relevant = slips & up_to(step);
        std::string key = relevant.to_string();
        if (relevant.count() > 1) {
            if (kept.last.first != key) kept.last = {std::move(key), make(relevant)};
            return kept.last.second;
        }
        auto found = kept.singles.find(key);
        if (found == kept.singles.end()) found = kept.singles.emplace(std::move(key), make(relevant)).first;
        return found->second;
    }

    const Question& question;
    Manner manner;
    Index items, heads, kv_heads, n, m, past, d_k = 0, d_model = 0;
    Kept<Projected> projected;
    Kept<Scored> scored;
    Kept<Weighed> weighed;
    Kept<Gathered> gathered;
    Kept<Finished> finished;
    Kept<Recurred> recurred;
};

Solver::Steps::Steps(const Question& of, const Manner& how)
    : question(of), manner(how), items(of.items()), heads(of.heads), kv_heads(of.kv_heads), n(of.rows()),
      m(of.keys()), past(of.past()), d_k(of.d_k()), d_model(of.d_model()) {}

Numbers Solver::Steps::input(const std::string& name, Index item) const {
    const Tensor& tensor = question.at(name);
    const Index rows = height_of(tensor), columns = width_of(tensor);
    const bool own = static_cast<Index>(tensor.values.size()) == items * rows * columns;
    return block_of(tensor, rows, columns, own ? item : 0);
}

// Projection: q = x·W_q + b_q, and the heads side by side in its columns.

Blocks Solver::Steps::heads_of(const Numbers& wide, Index count, const Slips& slips) const {
    const Index rows = wide.rows(), width = wide.cols() / count;
    Blocks made;
    for (Index head = 0; head < count; ++head)
        if (exercise::has(slips, Slip::heads_interleaved) && count > 1)
            made.push_back(reshaped(wide, count * rows, width).middleRows(head * rows, rows));
        else
            made.push_back(wide.middleCols(head * width, width));
    return made;
}

Index Solver::Steps::key_head_of(Index head, const Slips& slips) const {
    if (exercise::has(slips, Slip::kv_heads_interleaved)) return head % kv_heads;
    return head * kv_heads / heads;
}

Solver::Steps::Projected Solver::Steps::project(const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    Projected made;
    for (Index item = 0; item < items; ++item) {
        Blocks q, k, v;
        if (has("q")) { // the question begins behind the projections
            q = {input("q", item)};
            k = {input("k", item)};
            if (has("v")) v = {input("v", item)};
        } else {
            Numbers x = input("x", item);
            Numbers memory = has("memory") ? input("memory", item) : x;
            if (has("positions") && !slipped(Slip::no_positions)) {
                x += input("positions", 0);
                if (!has("memory")) memory = x;
            }
            if (has("gain")) {
                made.x.push_back(x);
                made.normed.push_back(layer_norm(x, input("gain", 0), input("shift", 0), slips));
                const Numbers& read = slipped(Slip::norm_unused) ? x : made.normed.back();
                if (!has("memory")) memory = read;
                if (!slipped(Slip::q_not_normed)) x = read;
            }
            const auto projection = [&](const Numbers& rows, const std::string& of, Slip unbiased) {
                const Numbers w = input("w_" + of, 0);
                Numbers p =
                    slipped(Slip::weights_transposed) ? Numbers(rows * w.transpose()) : Numbers(rows * w);
                const bool biased = has("b_" + of) && !slipped(Slip::no_bias) && !slipped(Slip::no_bias_in) &&
                                    !slipped(unbiased);
                if (biased) p.rowwise() += input("b_" + of, 0).row(0);
                return p;
            };
            const bool swapped = slipped(Slip::q_k_swapped);
            q = heads_of(projection(x, swapped ? "k" : "q", Slip::no_bias_q), heads, slips);
            k = heads_of(projection(memory, swapped ? "q" : "k", Slip::no_bias_k), kv_heads, slips);
            v = heads_of(projection(memory, slipped(Slip::v_from_w_k) ? "k" : "v", Slip::no_bias_v), kv_heads,
                         slips);
        }
        Blocks q_read = q, k_read = k, v_read = v;
        if (question.options.rotary && !slipped(Slip::rotary_missing)) {
            attention::Rotary rotary = *question.options.rotary;
            if (slipped(Slip::rotary_pairs)) rotary.interleaved = !rotary.interleaved;
            const Index first = slipped(Slip::cache_offset) ? 0 : past;
            for (Numbers& rows : q_read)
                rows = turned(rows, rotary, first);
            for (Numbers& rows : k_read)
                rows = turned(rows, rotary, first);
            if (slipped(Slip::rotary_on_v))
                for (Numbers& rows : v_read)
                    rows = turned(rows, rotary, first);
        }
        if (question.options.rotary) {
            std::ranges::copy(q_read, std::back_inserter(made.q_rotated));
            std::ranges::copy(k_read, std::back_inserter(made.k_rotated));
        }
        for (std::size_t head = 0; head < k_read.size(); ++head) {
            const auto with_past = [&](const std::string& name, const Numbers& now) {
                if (past == 0) return now;
                const Tensor& before = question.at(name);
                const auto at = item * kv_heads + static_cast<Index>(head);
                Numbers all(past + now.rows(), now.cols());
                all << block_of(before, past, now.cols(), at), now;
                return all;
            };
            made.keys.push_back(with_past("past_k", k_read[head]));
            if (!v_read.empty()) made.values.push_back(with_past("past_v", v_read[head]));
        }
        std::ranges::move(q, std::back_inserter(made.q));
        std::ranges::move(k, std::back_inserter(made.k));
        std::ranges::move(v, std::back_inserter(made.v));
    }
    return made;
}

// Scores.

double Solver::Steps::divisor(const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    const auto width = static_cast<double>(d_k);
    if (slipped(Slip::no_scale) || slipped(Slip::scale_after_softmax)) return 1;
    if (slipped(Slip::scale_dk)) return width;
    if (slipped(Slip::scale_dmodel)) return std::sqrt(static_cast<double>(d_model));
    if (slipped(Slip::scale_n)) return std::sqrt(static_cast<double>(n));
    if (slipped(Slip::scale_m)) return std::sqrt(static_cast<double>(m));
    return static_cast<double>(attention::divisor(question.options.scale, d_k, std::max<Index>(d_model, 1)));
}

Solver::Steps::Scored Solver::Steps::score(const Projected& of, const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    Scored made;
    for (Index item = 0; item < items; ++item)
        for (Index head = 0; head < heads; ++head) {
            if (has("scaled")) {
                made.scaled.push_back(probed(input("scaled", item)));
                continue;
            }
            const auto at = static_cast<std::size_t>(item * heads + head);
            const Numbers queries = probed((of.q_rotated.empty() ? of.q : of.q_rotated)[at]);
            const auto& keys = of.keys[static_cast<std::size_t>(item * kv_heads + key_head_of(head, slips))];
            Numbers s;
            switch (question.options.score) {
            case attention::ScoreFunction::general:
                s = queries * input("w_general", 0) * keys.transpose();
                break;
            case attention::ScoreFunction::additive: {
                const Numbers left = queries * input("w_add_q", 0), right = keys * input("w_add_k", 0);
                const Numbers v = input("v_add", 0);
                s.resize(queries.rows(), keys.rows());
                for (Index i = 0; i < s.rows(); ++i)
                    for (Index j = 0; j < s.cols(); ++j) {
                        const auto sum = (left.row(i) + right.row(j)).array();
                        s(i, j) = slipped(Slip::no_tanh) ? (sum * v.row(0).array()).sum()
                                                         : (sum.tanh() * v.row(0).array()).sum();
                    }
                break;
            }
            default:
                s = queries * keys.transpose();
            }
            if (slipped(Slip::scores_swapped) && s.rows() == s.cols()) s.transposeInPlace();
            made.scores.push_back(s);
            Numbers bias;
            if (has("bias")) {
                const Tensor& all = question.at("bias");
                const bool own = static_cast<Index>(all.values.size()) == heads * n * m;
                bias = probed(block_of(all, n, m, own ? head : 0));
            }
            const bool early = bias.size() > 0 && slipped(Slip::bias_before_scale);
            if (early) s += bias;
            s /= divisor(slips);
            made.scaled.push_back(s);
            const double cap = static_cast<double>(question.options.softcap);
            if (cap > 0) {
                s = cap * (s / cap).array().tanh();
                made.capped.push_back(s);
            }
            if (bias.size() > 0) {
                if (!early) s += bias;
                made.biased.push_back(s);
            }
        }
    return made;
}

// The mask and the softmax.

bool Solver::Steps::masks() const {
    const attention::Mask& mask = question.options.mask;
    return mask.causal || !mask.window.empty() || has("mask") || has("key_padding") || has("lengths");
}

Numbers Solver::Steps::allowed(Index item, Index head, const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    const attention::Mask& mask = question.options.mask;
    Numbers may = Numbers::Ones(n, m);
    const Index first = mask.alignment == attention::Alignment::lower_right ? m - n
                        : slipped(Slip::cache_offset)                       ? 0
                                                                            : past;
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < m; ++j) {
            const Index place = first + i;
            const bool later = slipped(Slip::causal_reversed)   ? j < place
                               : slipped(Slip::diagonal_hidden) ? j >= place
                               : slipped(Slip::one_key_more)    ? j > place + 1
                                                                : j > place;
            if (mask.causal && !slipped(Slip::causal_missing) && later) may(i, j) = 0;
            if (mask.window.left >= 0 && j < place - mask.window.left) may(i, j) = 0;
            if (mask.window.right >= 0 && j > place + mask.window.right) may(i, j) = 0;
        }
    if (has("mask")) {
        const Tensor& given = question.at("mask");
        const Index each = n * m, blocks = static_cast<Index>(given.values.size()) / each;
        const Index at = blocks == items * heads ? item * heads + head
                         : blocks == heads       ? head
                         : blocks == items       ? item
                                                 : 0;
        may = may.cwiseProduct(block_of(given, n, m, at));
    }
    if (!slipped(Slip::padding_missing)) {
        if (has("key_padding")) {
            const Numbers real = input("key_padding", item);
            const Tensor& padding = question.at("key_padding");
            const Index row =
                static_cast<Index>(padding.values.size()) == items * m && padding.shape.size() > 1 ? item : 0;
            for (Index j = 0; j < m; ++j)
                if (padding.values[static_cast<std::size_t>(row * m + j)] == 0) may.col(j).setZero();
        }
        if (has("lengths")) {
            const auto length =
                static_cast<Index>(question.at("lengths").values[static_cast<std::size_t>(item)]);
            may.rightCols(m - std::min(length, m)).setZero();
        }
    }
    if (slipped(Slip::mask_inverted)) may = (1 - may.array()).matrix();
    return may;
}

Solver::Steps::Weighed Solver::Steps::weigh(const Scored& of, const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    const Blocks& given = slipped(Slip::scale_unused) ? of.scores
                          : !of.biased.empty()        ? of.biased
                          : !of.capped.empty()        ? of.capped
                                                      : of.scaled;
    const bool masked = masks() && !slipped(Slip::mask_missing);
    const bool after = masked && slipped(Slip::mask_after_softmax);
    Weighed made;
    for (Index item = 0; item < items; ++item)
        for (Index head = 0; head < heads; ++head) {
            Numbers s = given[static_cast<std::size_t>(item * heads + head)];
            Numbers may;
            if (masked) may = probed(allowed(item, head, slips));
            const auto hide = [&](double hidden) { return Numbers((may.array() == 0).select(hidden, s)); };
            const bool before = masked && !after, as_zero = slipped(Slip::mask_zero);
            if (masks()) made.masked.push_back(before ? hide(as_zero ? 0 : -infinity) : s);
            if (before)
                s = hide(as_zero ? 0 : manner.empty == Empty::equal_shares ? very_negative : -infinity);
            Numbers a;
            if (slipped(Slip::softmax_axis))
                a = softmax(s.transpose(), manner.empty).transpose();
            else if (slipped(Slip::softmax_all))
                a = reshaped(softmax(reshaped(s, 1, s.size()), manner.empty), s.rows(), s.cols());
            else if (slipped(Slip::no_row_max))
                a = unstable_softmax(s, manner.precision);
            else if (slipped(Slip::sum_across) || slipped(Slip::most_and_sum_across))
                a = softmax_across(s, slipped(Slip::most_and_sum_across), manner.empty);
            else if (slipped(Slip::not_divided) || slipped(Slip::powers_alone))
                a = powers(s, slipped(Slip::not_divided), manner.empty);
            else
                a = softmax(s, manner.empty);
            if (slipped(Slip::softmax_twice)) a = softmax(a, manner.empty);
            if (after) a = a.cwiseProduct(may);
            if (slipped(Slip::scale_after_softmax)) a /= std::sqrt(static_cast<double>(d_k));
            made.weights.push_back(std::move(a));
        }
    return made;
}

// The heads' outputs, put together.

Solver::Steps::Gathered Solver::Steps::gather(const Projected& from, const Blocks& weights,
                                              const Slips& slips) const {
    const auto slipped = [&](Slip slip) { return exercise::has(slips, slip); };
    Gathered made;
    if (from.values.empty()) return made;
    for (Index item = 0; item < items; ++item) {
        Blocks z;
        for (Index head = 0; head < heads; ++head) {
            const Numbers& a = weights[static_cast<std::size_t>(item * heads + head)];
            const Numbers& v =
                from.values[static_cast<std::size_t>(item * kv_heads + key_head_of(head, slips))];
            z.push_back(slipped(Slip::weights_turned) ? Numbers(a.transpose() * v) : Numbers(a * v));
        }
        const Index d_v = z.front().cols();
        const Index rows = z.front().rows();
        Numbers concat(rows, heads * d_v), stacked(heads * rows, d_v);
        for (Index head = 0; head < heads; ++head) {
            const auto& own = z[static_cast<std::size_t>(head)];
            stacked.middleRows(head * rows, rows) = own;
            if (slipped(Slip::concat_order))
                concat.middleCols((heads - 1 - head) * d_v, d_v) = own;
            else if (slipped(Slip::concat_interleaved))
                for (Index column = 0; column < d_v; ++column)
                    concat.col(column * heads + head) = own.col(column);
            else
                concat.middleCols(head * d_v, d_v) = own;
        }
        if (slipped(Slip::concat_stacked)) concat = reshaped(stacked, rows, heads * d_v);
        Numbers output = concat;
        if (has("w_o") && !slipped(Slip::no_w_o)) {
            const Numbers w = input("w_o", 0);
            output = slipped(Slip::w_o_transposed) ? Numbers(concat * w.transpose()) : Numbers(concat * w);
            if (has("b_o") && !slipped(Slip::no_bias) && !slipped(Slip::no_bias_out))
                output.rowwise() += input("b_o", 0).row(0);
        }
        std::ranges::move(z, std::back_inserter(made.heads));
        made.concat.push_back(std::move(concat));
        made.output.push_back(std::move(output));
    }
    return made;
}

// The rest of the block, and the gradient.

Solver::Steps::Finished Solver::Steps::finish(const Projected& from, const Blocks& weights,
                                              const Blocks& output, const Slips& slips) const {
    Finished made;
    if (has("gain"))
        for (std::size_t item = 0; item < output.size(); ++item) {
            Blocked blocked = exercise::block(question, probed(from.x[item]), probed(from.normed[item]),
                                              output[item], slips);
            made.added.push_back(std::move(blocked.added));
            made.normed_again.push_back(std::move(blocked.normed_again));
            made.activated.push_back(std::move(blocked.activated));
            made.block.push_back(std::move(blocked.block));
        }
    if (has("d_weights"))
        for (std::size_t item = 0; item < weights.size(); ++item)
            made.d_scaled.push_back(
                softmax_gradient(weights[item], probed(input("d_weights", static_cast<Index>(item))), slips));
    return made;
}

Solver::Solver(const Question& question, const Manner& manner)
    : question_(question), steps_(std::make_unique<Steps>(question, manner)) {
    for (const SlipKind& kind : slip_kinds())
        if (kind.applies(question)) possible_.push_back(kind.slip);
}

Solver::~Solver() = default;

const Manner& Solver::manner() const {
    return steps_->manner;
}

bool Solver::hides() const {
    return steps_->masks();
}

const Blocks* Solver::stage(const std::string& name, const Slips& slips) {
    Steps& steps = *steps_;
    const auto found = [](const Blocks& blocks) { return blocks.empty() ? nullptr : &blocks; };
    if (steps.has("weight_hh")) {
        const auto& recurred = steps.once(steps.recurred, slips, Step::recur,
                                          [&](const Slips& relevant) { return recur(question_, relevant); });
        return name == "hidden" ? found(recurred.hidden) : name == "cell" ? found(recurred.cell) : nullptr;
    }
    const auto& projected = steps.once(steps.projected, slips, Step::project, [&](const Slips& relevant) {
        return steps.has("scaled") ? Steps::Projected{} : steps.project(relevant);
    });
    if (name == "normed") return found(projected.normed);
    if (name == "q") return found(projected.q);
    if (name == "k") return found(projected.k);
    if (name == "v") return found(projected.v);
    if (name == "q_rotated") return found(projected.q_rotated);
    if (name == "k_rotated") return found(projected.k_rotated);
    if (name == "present_k") return found(projected.keys);
    if (name == "present_v") return found(projected.values);
    const auto& scored = steps.once(steps.scored, slips, Step::score,
                                    [&](const Slips& relevant) { return steps.score(projected, relevant); });
    if (name == "scores") return found(scored.scores);
    if (name == "scaled") return found(scored.scaled);
    if (name == "capped") return found(scored.capped);
    if (name == "biased") return found(scored.biased);
    const auto& weighed = steps.once(steps.weighed, slips, Step::weigh,
                                     [&](const Slips& relevant) { return steps.weigh(scored, relevant); });
    if (name == "masked") return found(weighed.masked);
    if (name == "weights") return found(weighed.weights);
    const auto& gathered = steps.once(steps.gathered, slips, Step::gather, [&](const Slips& relevant) {
        return steps.gather(projected, weighed.weights, relevant);
    });
    if (name == "heads") return found(gathered.heads);
    if (name == "concat") return found(gathered.concat);
    if (name == "output") return found(gathered.output);
    const auto& finished = steps.once(steps.finished, slips, Step::finish, [&](const Slips& relevant) {
        return steps.finish(projected, weighed.weights, gathered.output, relevant);
    });
    if (name == "added") return found(finished.added);
    if (name == "normed_again") return found(finished.normed_again);
    if (name == "activated") return found(finished.activated);
    if (name == "block") return found(finished.block);
    return name == "d_scaled" ? found(finished.d_scaled) : nullptr;
}

Blocks Solver::stage_after(const std::string& name, const Blocks& weights, const Slips& slips) {
    const auto& projected = steps_->once(steps_->projected, slips, Step::project,
                                         [&](const Slips& relevant) { return steps_->project(relevant); });
    Steps::Gathered gathered = steps_->gather(projected, weights, slips);
    if (name == "heads") return gathered.heads;
    if (name == "concat") return gathered.concat;
    if (name == "output") return gathered.output;
    Steps::Finished finished = steps_->finish(projected, weights, gathered.output, slips);
    return name == "added"          ? finished.added
           : name == "normed_again" ? finished.normed_again
           : name == "activated"    ? finished.activated
           : name == "block"        ? finished.block
                                    : finished.d_scaled;
}

} // namespace exercise
