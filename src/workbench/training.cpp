#include "workbench/training.h"

#include <algorithm>
#include <cmath>

namespace workbench {

using base::Index;

Index TrainingTrack::hinted_until() const {
    return static_cast<Index>(std::ceil(recipe.hint_share * static_cast<float>(recipe.steps)));
}

std::shared_ptr<const TrainingMoment> TrainingTrack::moment(Index step) const {
    const auto after =
        std::ranges::upper_bound(moments, step, {}, [](const auto& moment) { return moment->step; });
    return *(after == moments.begin() ? after : std::prev(after));
}

Index Training::made() const {
    Index most = 0;
    for (const TrainingTrack& track : tracks)
        most = std::max(most, track.made());
    return most;
}

Index Training::all_steps() const {
    Index most = 0;
    for (const TrainingTrack& track : tracks)
        most = std::max(most, track.recipe.steps);
    return most;
}

bool Training::done() const {
    return std::ranges::all_of(tracks, &TrainingTrack::done);
}

std::vector<std::string> tasks_of(const TrainingPlan& plan) {
    if (plan.task != "memory") return {plan.task};
    return {"memory_attention", "memory_lstm", "memory_rnn"};
}

learning::Trained tested_model(const learning::Task& task, const TrainingMoment& moment,
                               const base::StopToken& stop) {
    constexpr Index sentences = 2000;
    learning::Trained model = moment.model;
    const auto learner = learning::learner_of(model);
    learning::test(model, *learner, task, sentences, stop);
    return model;
}

std::vector<DistanceShare> by_distance(const learning::Evaluation& tested) {
    std::vector<DistanceShare> shares;
    const auto longest = static_cast<Index>(tested.asked_at.size()) - 1;
    for (Index from = 1; from <= longest;) {
        const Index to = std::min(longest, std::max(from, from * 4 / 3)); // 1, 2, 3 to 4, 5 to 6, 7 to 9, …
        DistanceShare share{.from = from, .to = to};
        double right = 0;
        for (Index d = from; d <= to; ++d) {
            const auto at = static_cast<std::size_t>(d);
            share.asked += tested.asked_at[at];
            right += tested.accuracy_at[at] * static_cast<double>(tested.asked_at[at]);
        }
        if (share.asked > 0) {
            share.right = right / static_cast<double>(share.asked);
            shares.push_back(share);
        }
        from = to + 1;
    }
    return shares;
}

} // namespace workbench
