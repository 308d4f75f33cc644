#include "workbench/knock_out_study.h"

#include "learning/batch.h"
#include "learning/trainer.h"

#include <algorithm>
#include <utility>

namespace workbench {

using base::Index;
using learning::KnockOut;

namespace {

constexpr std::size_t slice = 50; ///< sentences between two looks at the clock of the window

KnockOut at(const learning::Edge& place, std::optional<Index> head, Index relation) {
    return {{place.cross ? model::Part::cross : model::Part::encoder, place.layer}, head, relation};
}

} // namespace

bool KnockOuts::finished() const {
    return std::ranges::all_of(rows, [](const KnockedOut& row) { return row.right.has_value(); });
}

std::vector<KnockedOut> relations_out(const learning::Task& task, const model::TransformerSizes& sizes) {
    std::vector<KnockedOut> rows{{}};
    const auto add = [&](const KnockOut& out) {
        const bool is_new =
            std::ranges::none_of(rows, [&](const KnockedOut& row) { return row.out == std::vector{out}; });
        if (is_new) rows.push_back({{out}});
    };
    const auto count = std::ssize(task.edges);
    const auto edge = [&](Index e) { return task.edges[static_cast<std::size_t>(e)]; };
    for (Index e = count - 1; e >= 0; --e) {
        add(at(edge(e), {}, e));
        if ((edge(e).cross ? sizes.cross_heads : sizes.heads) > 1) add(at(edge(e), edge(e).head, e));
    }
    for (Index e = count - 1; e >= 0; --e)
        for (Index other = 0; other < count; ++other) {
            const bool same_layer = edge(e).layer == edge(other).layer && edge(e).cross == edge(other).cross;
            if (e != other)
                add(at(edge(other), same_layer ? std::optional(edge(other).head) : std::nullopt, e));
        }
    return rows;
}

KnockedOut out_by_hand(const Document& document, const TrainedReading& reading, const Story& story) {
    KnockedOut made;
    for (const HeadPlace& off : document.switched_off)
        made.out.push_back({reading.places[static_cast<std::size_t>(off.layer)], off.head, {}});
    for (const Read& read : story.knocked_out)
        if (read.relation) made.out.push_back({reading.places[read.layer], read.head, read.relation});
    return made;
}

KnockOutRun::KnockOutRun(TrainedPtr model, TaskPtr task, std::vector<KnockedOut> rows, Index sentences)
    : task_(std::move(task)), found_{std::move(model), sentences, std::move(rows)} {}

std::shared_ptr<const KnockOuts> KnockOutRun::next(const base::StopToken& stop) {
    if (examples_.empty()) {
        language::Draw draw(learning::test_seed);
        examples_ = learning::draw_examples(*task_, found_.sentences, learning::Split::test, draw);
    }
    KnockedOut& row = found_.rows[row_];
    const std::size_t end = std::min(sentence_ + slice, examples_.size());
    for (; sentence_ < end && !stop.stop_requested(); ++sentence_)
        right_ += learning::is_right_with(*found_.model->transformer, row.out, examples_[sentence_]);
    if (sentence_ == examples_.size()) {
        row.right = static_cast<double>(std::exchange(right_, 0)) / static_cast<double>(examples_.size());
        sentence_ = 0;
        ++row_;
    }
    return std::make_shared<const KnockOuts>(found_);
}

} // namespace workbench
