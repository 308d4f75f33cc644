#include "learning/writing.h"

#include "base/input_error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <numeric>
#include <utility>

namespace learning {

bool writes(const Trained& model) {
    return model.transformer && model.transformer->sizes.causal && model.source.find(story_boundary);
}

namespace {

/// The others become 0; of two that are alike the first is kept.
base::RowVector best_of(const base::RowVector& probabilities, Index kept) {
    std::vector<Index> order(static_cast<std::size_t>(probabilities.size()));
    std::iota(order.begin(), order.end(), Index{0});
    std::partial_sort(order.begin(), order.begin() + kept, order.end(), [&](Index a, Index b) {
        return std::pair(-probabilities(a), a) < std::pair(-probabilities(b), b);
    });
    base::RowVector best = base::RowVector::Zero(probabilities.size());
    for (auto id = order.begin(); id != order.begin() + kept; ++id)
        best(*id) = probabilities(*id);
    return best;
}

} // namespace

base::RowVector tasted(const base::RowVector& probabilities, const Taste& taste,
                       std::optional<Index> no_word) {
    base::RowVector made = probabilities;
    if (no_word) made(*no_word) = 0;
    const Index kept = taste.temperature == 0 ? 1 : taste.top > 0 ? taste.top : made.size();
    if (kept < made.size()) made = best_of(made, kept);
    const float most = made.maxCoeff(); // p/most, so that no power overflows
    if (taste.temperature > 0) made = (made / most).array().pow(1 / taste.temperature).matrix();
    return made / made.sum();
}

Index drawn(const base::RowVector& shares, float chance) {
    double below = 0;
    Index last = 0;
    for (Index id = 0; id < shares.size(); ++id) {
        if (shares(id) == 0) continue;
        below += static_cast<double>(shares(id));
        last = id;
        if (static_cast<double>(chance) < below) return id;
    }
    return last; // what rounding left
}

Writing::Writing(const Trained& model, const std::vector<std::string>& words) : model_(model) {
    if (!writes(model))
        throw base::InputError("model", "it answers questions, and does not write",
                               "open one of the task “stories”");
    boundary_ = model.source.id(story_boundary);
    ids_ = words.empty() ? std::vector<Index>{boundary_} : model.source.ids(words, "sentence");
    given_ = ids_.size();
    read();
}

void Writing::read() {
    const std::vector<Index> unread(ids_.begin() + cache_.words(), ids_.end());
    const model::TransformerRun run = model::run_on(*model_.transformer, cache_, unread);
    probabilities_ = run.probabilities.front().bottomRows(1);
}

void Writing::take(Index id) {
    assert(!ended());
    ids_.push_back(id);
    if (!ended()) read();
}

bool Writing::take_back() {
    if (ids_.size() == given_) return false;
    ids_.pop_back();
    cache_.keep(std::ssize(ids_) - 1); // the last word is read again, for its probabilities
    read();
    return true;
}

std::vector<std::string> Writing::words() const {
    const std::ptrdiff_t first = ids_.front() == boundary_ ? 1 : 0;
    return model_.source.words({ids_.begin() + first, ids_.end() - (ended() ? 1 : 0)});
}

} // namespace learning
