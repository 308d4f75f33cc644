#include "workbench/studies/knock_out_study.h"

#include "learning/batch.h"
#include "learning/trainer.h"

#include <algorithm>
#include <utility>

namespace workbench {

using base::Index;

namespace {

constexpr std::size_t slice = 50; ///< sentences

} // namespace

bool KnockOuts::finished() const {
    return std::ranges::all_of(rows, [](const KnockedOut& row) { return row.answers.has_value(); });
}

std::vector<KnockedOut> relations_out(const learning::Task& task, const model::TransformerSizes& sizes) {
    std::vector<KnockedOut> rows;
    for (auto& out : learning::relations_out(task, sizes))
        rows.push_back({std::move(out)});
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

KnockOutRun::KnockOutRun(TrainedPtr model, TaskPtr task, std::vector<KnockedOut> rows, Index sentences,
                         learning::Instead instead)
    : task_(std::move(task)), found_{std::move(model), sentences, instead, std::move(rows)} {}

std::shared_ptr<const KnockOuts> KnockOutRun::next(const base::StopToken& stop) {
    if (examples_.empty()) {
        language::Draw draw(learning::test_seed);
        examples_ = learning::draw_examples(*task_, found_.sentences, learning::Split::test, draw);
        found_.chance = learning::chance(*task_, examples_);
    }
    KnockedOut& row = found_.rows[row_];
    const std::size_t end = std::min(sentence_ + slice, examples_.size());
    for (; sentence_ < end && !stop.stop_requested(); ++sentence_)
        answers_.add(learning::answered_with(*found_.model->transformer, *task_, row.out,
                                             examples_[sentence_], found_.instead));
    if (sentence_ == examples_.size()) {
        row.answers = std::exchange(answers_, {});
        sentence_ = 0;
        ++row_;
    }
    return std::make_shared<const KnockOuts>(found_);
}

} // namespace workbench
