#include "workbench/studies/shuffle_study.h"

#include "attention/mask.h"
#include "base/input_error.h"
#include "base/study.h"
#include "workbench/document/sizes.h"

#include <algorithm>
#include <numeric>

namespace workbench {

using attention::Axis;
using base::BoolMatrix;
using base::Index;
using base::InputError;
using base::Matrix;

namespace {

std::size_t at(Index i) {
    return static_cast<std::size_t>(i);
}

Order identity(Index count) {
    Order order(at(count));
    std::iota(order.begin(), order.end(), 0);
    return order;
}

/// The new place of each word. Throws InputError if `order` is not a permutation of `count` words.
Order inverse(const Order& order, Index count) {
    Order places(at(count), -1);
    bool complete = order.size() == places.size();
    for (std::size_t p = 0; complete && p < order.size(); ++p) {
        complete = order[p] >= 0 && order[p] < count && places[at(order[p])] < 0;
        if (complete) places[at(order[p])] = static_cast<Index>(p);
    }
    if (!complete)
        throw InputError("order",
                         "it does not hold every one of the " + std::to_string(count) + " words once",
                         "give the numbers from 0 to " + std::to_string(count - 1) + " in any order");
    return places;
}

Matrix reordered(const Matrix& rows, const Order& order) {
    Matrix result(rows.rows(), rows.cols());
    for (Index p = 0; p < rows.rows(); ++p)
        result.row(p) = rows.row(order[at(p)]);
    return result;
}

/// Whether the pass tells places apart without a row added to the words.
bool has_own_places(const attention::Options& options) {
    return options.rotary.has_value() || options.bias.alibi;
}

/// Runs a layer on words in their old and their new order.
class Shuffle {
public:
    Shuffle(const Pass& pass, const ShuffleOptions& options)
        : prepared_(pass), is_cross_(pass.input.is_cross()), moves_memory_(options.of_memory) {
        if (moves_memory_ && !is_cross_)
            throw InputError("order", "self-attention has no second sequence to shuffle",
                             "shuffle its words, or switch to cross-attention");
        prepared_.options.dropout = {};
        const Index count = moves_memory_ ? pass.trace.m() : pass.trace.n();
        order_ = options.order;
        if (order_.empty()) order_ = random_order(count, options.seed);
        new_place_ = inverse(order_, count);
    }

    const Order& order() const { return order_; }
    const Order& new_place() const { return new_place_; }
    const std::vector<std::string>& words() const {
        return moves_memory_ ? prepared_.names.keys : prepared_.names.queries;
    }

    bool mask_changes() const {
        const Index n = prepared_.input.x.rows(), m = is_cross_ ? prepared_.input.memory.rows() : n;
        const BoolMatrix allowed = attention::combined_mask({prepared_.options.mask}, n, m);
        for (Index i = 0; i < allowed.rows(); ++i)
            for (Index j = 0; j < allowed.cols(); ++j)
                if (allowed(i, j) != allowed(row_after(i), column_after(j))) return true;
        return false;
    }

    /// Null when stopped.
    std::unique_ptr<ShuffledOutputs> run(bool positions, const base::StopToken& stop) const {
        const auto before = compute(placed(prepared_, positions), stop);
        if (!before) return nullptr;
        auto result = std::make_unique<ShuffledOutputs>();
        result->before = before->trace.output;
        const auto after = compute(placed(moved(), positions), stop);
        if (!after) return nullptr;
        result->after = moves_memory_ ? after->trace.output : reordered(after->trace.output, new_place_);
        result->distance = (result->after - result->before).rowwise().norm();
        result->largest = result->distance.maxCoeff<Eigen::PropagateNaN>(&result->farthest);
        return result;
    }

private:
    Order random_order(Index count, std::uint32_t seed) const {
        // Padding stays at the end, whether chosen or due to a batch of sentences.
        const auto padding = columns_move() ? std::ranges::count(prepared_.options.mask.key_padding, 0) : 0;
        const Index words = count - static_cast<Index>(padding);
        Order order = identity(count);
        std::ranges::copy(shuffled_order(words, seed), order.begin());
        return order;
    }

    /// Queries move unless the memory is shuffled; keys move with the memory, or with the words of
    /// self-attention.
    bool rows_move() const { return !moves_memory_; }
    bool columns_move() const { return moves_memory_ || !is_cross_; }
    Index row_after(Index i) const { return rows_move() ? new_place_[at(i)] : i; }
    Index column_after(Index j) const { return columns_move() ? new_place_[at(j)] : j; }

    Prepared moved() const {
        Prepared q = prepared_;
        Matrix& sequence = moves_memory_ ? q.input.memory : q.input.x;
        sequence = reordered(sequence, order_);
        for (attention::Override& o : q.overrides)
            move(o.cell);
        return q;
    }

    /// Moves a cell along with its words; those of the layer's weights belong to none.
    void move(attention::Cell& cell) const {
        const auto after = [&](Axis axis, Index index) {
            return axis == Axis::queries ? row_after(index)
                   : axis == Axis::keys  ? column_after(index)
                                         : index;
        };
        cell.row = after(row_axis(cell.quantity), cell.row);
        cell.column = after(column_axis(cell.quantity), cell.column);
    }

    static Prepared placed(Prepared q, bool positions) {
        if (positions && has_own_places(q.options)) return q;
        q.input.x_positions = q.input.memory_positions = {};
        q.options.rotary.reset();
        q.options.bias.alibi = false;
        if (!positions) return q;
        q.input.x_positions = q.positions(q.input.x.rows());
        if (q.input.is_cross()) q.input.memory_positions = q.positions(q.input.memory.rows());
        return q;
    }

    Prepared prepared_;
    bool is_cross_, moves_memory_;
    Order order_, new_place_;
};

/// The first two rows that are equal up to rounding.
std::optional<std::pair<Index, Index>> same_rows(const Matrix& rows) {
    constexpr float near = 1e-4F;
    for (Index i = 0; i < rows.rows(); ++i)
        for (Index j = 0; j < i; ++j)
            if (std::abs(rows(i, 0) - rows(j, 0)) <= near &&
                (rows.row(i) - rows.row(j)).cwiseAbs().maxCoeff<Eigen::PropagateNaN>() <= near)
                return std::pair(j, i);
    return std::nullopt;
}

} // namespace

Order shuffled_order(Index count, std::uint32_t seed) {
    model::Random random(seed);
    const Order old = identity(count);
    Order order = old;
    do {
        for (std::size_t left = order.size(); left > 1; --left)
            std::swap(order[left - 1],
                      order[static_cast<std::size_t>(random.uniform() * static_cast<double>(left))]);
    } while (count > 1 && order == old);
    return order;
}

double shuffle_study_cost(const attention::Trace& t) {
    const auto weights = static_cast<double>(t.n() * t.m() * t.layer->heads);
    return 4 * (sizes_of(t).multiply_adds() + weights * base::exponential_cost);
}

std::shared_ptr<const ShuffleStudy> shuffle_study(const Pass& pass, const ShuffleOptions& options,
                                                  const base::StopToken& stop) {
    const Shuffle shuffle(pass, options);
    const auto without = shuffle.run(false, stop);
    if (!without) return nullptr;
    const auto with = shuffle.run(true, stop);
    if (!with) return nullptr;
    auto study = std::make_shared<ShuffleStudy>();
    study->order = shuffle.order();
    study->new_place = shuffle.new_place();
    study->words = shuffle.words();
    for (const Index word : study->order)
        study->words_after.push_back(study->words[at(word)]);
    study->without_positions = std::move(*without);
    study->with_positions = std::move(*with);
    study->own_places = has_own_places(pass.trace.options);
    study->positions = pass.positions(static_cast<Index>(study->order.size()));
    study->waves = (study->positions.cwiseAbs().colwise().maxCoeff().array() > 0).count();
    study->same_positions = same_rows(study->positions);
    study->mask_changes = shuffle.mask_changes();
    return study;
}

} // namespace workbench
