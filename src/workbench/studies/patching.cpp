#include "workbench/studies/patching.h"

#include "base/input_error.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace workbench {

using base::Index;
using base::InputError;
using model::Part;

// Which rows go together.

namespace {

constexpr Index cells_at_once = 16; ///< in a slice

using Ids = std::vector<Index>;

struct Pair {
    Index into, from;
};

/// How many words two sentences have in common from their beginnings on.
Index common(const Ids& a, const Ids& b) {
    return std::ranges::mismatch(a, b).in1 - a.begin();
}

Ids reversed(const Ids& words) {
    return {words.rbegin(), words.rend()};
}

std::vector<Pair> paired(const Ids& receiver, const Ids& giver) {
    const Index n = std::ssize(receiver), m = std::ssize(giver), shorter = std::min(n, m);
    std::vector<Pair> pairs;
    if (n == m) {
        for (Index i = 0; i < n; ++i)
            pairs.push_back({i, i});
        return pairs;
    }
    const Index before = common(receiver, giver);
    const Index after = std::min(shorter - before, common(reversed(receiver), reversed(giver)));
    const std::span changed(receiver.begin() + before, receiver.end() - after);
    for (auto id = giver.begin() + before; id != giver.end() - after; ++id)
        if (std::ranges::find(changed, *id) != changed.end())
            throw InputError("sentences",
                             "they have " + std::to_string(n) + " and " + std::to_string(m) +
                                 " words and differ in several places, so nobody can tell which words belong "
                                 "together",
                             "change words that stand side by side, or keep the number of words");
    for (Index i = 0; i < before; ++i)
        pairs.push_back({i, i});
    for (Index left = shorter - before; left > 0; --left)
        pairs.push_back({n - left, m - left});
    return pairs;
}

void add_places(std::vector<PatchPlace>& places, Part stack, const language::Vocabulary& words,
                const Ids& receiver, const Ids& giver) {
    for (const Pair& pair : paired(receiver, giver))
        places.push_back({stack, pair.into, pair.from,
                          words.word(receiver[static_cast<std::size_t>(pair.into)]),
                          words.word(giver[static_cast<std::size_t>(pair.from)])});
}

const model::StackRun& stack_of(const model::TransformerRun& run, Part stack) {
    return stack == Part::encoder ? run.encoder : *run.decoder;
}

} // namespace

// What follows a patch.

const PatchedAnswer* PatchMap::at(std::size_t place, Index point) const {
    const std::size_t cell = place * static_cast<std::size_t>(points) + static_cast<std::size_t>(point);
    return cell < cells.size() ? &cells[cell] : nullptr;
}

PatchRun::PatchRun(ReadingPtr receiver, ReadingPtr giver, learning::Asked asked)
    : receiver_(std::move(receiver)), giver_(std::move(giver)) {
    if (receiver_->model != giver_->model)
        throw InputError("sentences", "two models read them", "let one model read both");
    const learning::Trained& trained = *receiver_->model;
    const model::TransformerSizes& sizes = trained.transformer->sizes;
    add_places(found_.places, Part::encoder, trained.source, receiver_->source, giver_->source);
    if (sizes.has_decoder())
        add_places(found_.places, Part::decoder, trained.target, receiver_->target, giver_->target);
    found_.points = sizes.layers + 1;
    found_.asked = asked;

    const Part answering = sizes.has_decoder() ? Part::decoder : Part::encoder;
    const auto partner = std::ranges::find_if(found_.places, [&](const PatchPlace& place) {
        return place.stack == answering && place.into == asked.position;
    });
    if (partner == found_.places.end())
        throw InputError("sentences", "the other one has no word in the place of the one that is asked",
                         "keep the word that is asked");
    const auto output = static_cast<std::size_t>(asked.output);
    receiver_->run.probabilities[output].row(asked.position).maxCoeff(&own_);
    giver_->run.probabilities[output].row(partner->from).maxCoeff(&given_);
    found_.own_answer = trained.answers().word(own_);
    found_.given_answer = trained.answers().word(given_);
    if (own_ == given_)
        throw InputError("sentences", "the answer to both is “" + found_.own_answer + "”",
                         "change a word that changes the answer");
    receivers_difference_ = difference(receiver_->run, asked.position);
    givers_difference_ = difference(giver_->run, partner->from);
    found_.before = answer_in(receiver_->run, asked.position);
    found_.whole = answer_in(giver_->run, partner->from);
}

/// d: the logit of the giver's answer minus that of the receiver's.
float PatchRun::difference(const model::TransformerRun& run, Index row) const {
    const model::Transformer& transformer = *receiver_->model->transformer;
    const auto logits = model::logits(transformer, run.answering().stream(transformer.sizes.layers).row(row));
    const base::Matrix& asked = logits[static_cast<std::size_t>(found_.asked.output)];
    return asked(0, given_) - asked(0, own_);
}

PatchedAnswer PatchRun::answer_in(const model::TransformerRun& run, Index row) const {
    const auto p = run.probabilities[static_cast<std::size_t>(found_.asked.output)].row(row);
    // Above 0: each side's answer is the one with its largest logit.
    const float change = givers_difference_ - receivers_difference_;
    return {.own = p(own_),
            .given = p(given_),
            .carried = (difference(run, row) - receivers_difference_) / change,
            .named = most_probable(p, receiver_->model->answers(), 1).front()};
}

PatchedAnswer PatchRun::patched(const PatchPlace& place, Index point) const {
    const model::Patch patch{place.stack, point, place.into,
                             stack_of(giver_->run, place.stack).stream(point).row(place.from)};
    return answer_in(model::run(*receiver_->model->transformer, receiver_->source, receiver_->target,
                                receiver_->set_by_hand, {patch}),
                     found_.asked.position);
}

std::shared_ptr<const PatchMap> PatchRun::next(const base::StopToken& stop) {
    for (Index done = 0; done < cells_at_once && !found_.finished() && !stop.stop_requested(); ++done) {
        const Index cell = std::ssize(found_.cells);
        found_.cells.push_back(
            patched(found_.places[static_cast<std::size_t>(cell / found_.points)], cell % found_.points));
    }
    return std::make_shared<const PatchMap>(found_);
}

double patching_cost(const TrainedReading& receiver) {
    const auto rows = static_cast<double>(receiver.source.size() + receiver.target.size());
    const auto points = static_cast<double>(receiver.model->transformer->sizes.layers + 1);
    return rows * points * reading_cost(receiver);
}

} // namespace workbench
