#include "workbench/studies/story.h"

#include "attention/measure.h"
#include "base/input_error.h"
#include "language/tokenizer.h"
#include "learning/batch.h"
#include "learning/trainer.h"
#include "workbench/document/edit.h"
#include "workbench/document/sizes.h"
#include "workbench/studies/real_story.h"
#include "workbench/studies/story_reads.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <iterator>
#include <set>
#include <utility>

namespace workbench {

using attention::Quantity;
using attention::Trace;
using base::Index;
using base::Matrix;
using model::Part;
using model::Place;

// The residual stream.

namespace {

class Stream {
public:
    Stream(const TrainedReading& reading, Index row) : reading_(reading), row_(row) {}

    ResidualStream follow() {
        const bool decodes = !reading_.target.empty();
        const model::StackRun& stack = decodes ? *reading_.run.decoder : reading_.run.encoder;
        add(StreamPart::Kind::begins, 0, stack.embedded.row(row_));
        for (std::size_t i = 0; i < stack.blocks.size(); ++i)
            block(stack.blocks[i], {decodes ? Part::decoder : Part::encoder, static_cast<Index>(i)});
        return {std::move(parts_), std::make_shared<const Matrix>(numbers(stack.embedded.cols()))};
    }

private:
    void add(StreamPart::Kind kind, std::size_t layer, const base::RowVector& numbers) {
        parts_.push_back({kind, layer, numbers.norm()});
        rows_.push_back(numbers);
    }

    /// Returns its layer.
    std::size_t attention(const Place& place, const model::AttentionRun& run) {
        const auto at = std::ranges::find(reading_.places, place);
        const auto layer = static_cast<std::size_t>(at - reading_.places.begin());
        add(StreamPart::Kind::attention, layer, run.trace.output.row(row_));
        return layer;
    }

    void block(const model::BlockRun& block, const Place& place) {
        std::size_t layer = attention(place, block.self);
        if (block.cross) layer = attention({Part::cross, place.layer}, *block.cross);
        const Matrix& before_mlp = block.cross ? block.cross->after : block.self.after;
        if (block.hidden.rows() > 0)
            add(StreamPart::Kind::mlp, layer, block.after.row(row_) - before_mlp.row(row_));
        add(StreamPart::Kind::after, layer, block.after.row(row_));
    }

    Matrix numbers(Index width) const {
        Matrix all(static_cast<Index>(rows_.size()), width);
        for (std::size_t i = 0; i < rows_.size(); ++i)
            all.row(static_cast<Index>(i)) = rows_[i];
        return all;
    }

    const TrainedReading& reading_;
    const Index row_;
    std::vector<StreamPart> parts_;
    std::vector<base::RowVector> rows_;
};

} // namespace

ResidualStream residual_stream(const TrainedReading& reading, Index row) {
    return Stream(reading, row).follow();
}

// The story.

bool answers_at(const Place& place, const TrainedReading& reading) {
    return reading.target.empty() || place.part != Part::encoder;
}

Index row_in(const Story& story, const Place& place, const TrainedReading& reading) {
    return answers_at(place, reading) ? story.row : story.source_row;
}

std::size_t layer_of(const learning::Edge& edge, const std::vector<Place>& places) {
    const Place place{edge.cross ? Part::cross : Part::encoder, edge.layer};
    const auto found = std::ranges::find(places, place);
    assert(found != places.end());
    return static_cast<std::size_t>(found - places.begin());
}

Index Story::steps_needed(const TrainedReading& reading) const {
    std::set<std::size_t> layers;
    for (const StoryStep& step : steps) {
        if (!answers_at(reading.places[step.read().layer], reading)) continue;
        if (!step.needed) return 0;
        layers.insert(step.read().layer);
    }
    return std::ssize(layers);
}

namespace {

constexpr std::size_t most_named = 3;

const Trace& trace_at(const TrainedReading& reading, std::size_t layer) {
    return reading.run.at(reading.places[layer]).trace;
}

/// Tells the story part by part.
class Teller {
public:
    Teller(const Pass& pass, const learning::Task* task, Index row)
        : reading_(*pass.reading), task_(task), words_(pass.words) {
        if (task) asked_ = what_is_asked(reading_, *task);
        begin(row);
    }

    std::shared_ptr<const Story> tell() {
        remarks();
        knocked_out();
        relations();
        usual();
        answers();
        steps();
        spare();
        found();
        story_.stream = residual_stream(reading_, story_.row);
        return std::make_shared<const Story>(std::move(story_));
    }

private:
    bool has_decoder() const { return !reading_.target.empty(); }

    void begin(Index row) {
        if (has_decoder()) {
            story_.source = words_.memory;
            story_.words = read_by_decoder(words_.queries);
        } else {
            story_.words = words_.queries;
        }
        story_.row = std::clamp<Index>(row, 0, std::ssize(story_.words) - 1);
        for (std::size_t layer = 0; layer < reading_.places.size(); ++layer)
            if (reading_.places[layer].part == Part::cross)
                attention::average_over_heads(trace_at(reading_, layer))
                    .row(story_.row)
                    .maxCoeff(&story_.source_row);
    }

    Index row_at(std::size_t layer) const { return row_in(story_, reading_.places[layer], reading_); }

    void remarks() {
        for (std::size_t layer = 0; layer < reading_.places.size(); ++layer)
            story_.remarks.push_back(remarks_of(trace_at(reading_, layer), layer, row_at(layer)));
    }

    void knocked_out() {
        for (std::size_t layer = 0; layer < reading_.places.size(); ++layer)
            for (const Read& read : cut_in(trace_at(reading_, layer), layer))
                story_.knocked_out.push_back(related(read));
    }

    void relations() {
        for (const learning::Wanted& wanted : asked_.wanted) {
            const learning::Edge& edge = task_->edges[static_cast<std::size_t>(wanted.edge)];
            const std::size_t layer = layer_of(edge, reading_.places);
            if (wanted.from != row_at(layer)) continue;
            const float weight = weights_of(trace_at(reading_, layer), edge.head)(wanted.from, wanted.to);
            story_.relations.push_back({layer, edge.head, wanted.from, wanted.to, weight, wanted.edge});
        }
    }

    void usual() {
        if (reading_.set_by_hand.empty()) return;
        usual_ = std::make_shared<const model::TransformerRun>(
            model::run(*reading_.model->transformer, reading_.source, reading_.target));
        for (const Place& place : reading_.places)
            story_.usual.emplace_back(usual_, &usual_->at(place).trace);
        for (Read& read : story_.knocked_out)
            read.weight = weights_of(*story_.usual[read.layer], read.head)(read.from, read.to);
    }

    void answers() {
        std::set<Index> rows;
        for (const learning::Asked& asked : asked_.all)
            rows.insert(asked.position);
        story_.asked_rows.assign(rows.begin(), rows.end());
        story_.unasked = asked_.refusal;
        if (rows.empty()) return;
        const Index row = rows.contains(story_.row) ? story_.row : *rows.begin();
        const language::Vocabulary& words = reading_.model->answers();
        story_.named = reading_.run.probabilities.front().row(row);
        story_.named_usually =
            usual_ ? base::RowVector(usual_->probabilities.front().row(row)) : story_.named;
        std::erase_if(asked_.all, [&](const learning::Asked& asked) { return asked.position != row; });
        for (const learning::Asked& asked : asked_.all) {
            Answer answer{asked.output, row, most_probable(reading_.run, asked, words, most_named)};
            answer.usual = usual_ ? most_probable(*usual_, asked, words, most_named) : answer.now;
            if (asked.has_answer()) answer.right = words.word(asked.answer);
            story_.answers.push_back(std::move(answer));
        }
    }

    Read related(Read read) const {
        const bool cross = reading_.places[read.layer].part == Part::cross;
        for (const learning::Wanted& wanted : asked_.wanted)
            if (wanted.from == read.from && wanted.to == read.to &&
                task_->edges[static_cast<std::size_t>(wanted.edge)].cross == cross)
                read.relation = wanted.edge;
        return read;
    }

    /// Of each layer the word that is read most, and others if reading them is one of the task's relations.
    void steps() {
        for (std::size_t layer = 0; layer < reading_.places.size(); ++layer) {
            const Trace& t = trace_at(reading_, layer);
            std::vector<Read> reads;
            for (Index head = 0; head < std::ssize(t.heads); ++head)
                if (t.options.is_on(head)) reads.push_back(related(strongest(t, layer, head, row_at(layer))));
            reads = strongest_first(std::move(reads));
            if (answers_at(reading_.places[layer], reading_) && reading_.places[layer].part != Part::cross)
                story_.reads_itself |=
                    std::ranges::any_of(reads, [](const Read& read) { return read.from == read.to; });
            std::set<Index> told;
            for (const Read& read : reads)
                if ((told.empty() || read.relation) && told.insert(read.to).second) add_step(read, reads);
        }
    }

    /// `read` and what other heads read there, too.
    void add_step(const Read& read, const std::vector<Read>& reads) {
        StoryStep step;
        std::ranges::copy_if(reads, std::back_inserter(step.reads),
                             [&](const Read& other) { return other.to == read.to; });
        if (!story_.answers.empty()) {
            const auto run = run_without(step.reads);
            step.without = named_in(run);
            step.given = run.probabilities.front().row(story_.answers.front().row);
            for (std::size_t i = 0; i < step.without.size(); ++i)
                step.needed |= step.without[i].word != story_.answers[i].now.front().word;
        }
        const bool itself = reading_.places[read.layer].part != Part::cross && read.to == read.from;
        if (!itself || step.needed) story_.steps.push_back(std::move(step));
    }

    model::TransformerRun run_without(const std::vector<Read>& reads) const {
        return model::run(*reading_.model->transformer, reading_.source, reading_.target,
                          without(reading_.set_by_hand, reading_.places, reads));
    }

    /// Each answer.
    std::vector<Named> named_in(const model::TransformerRun& run) const {
        std::vector<Named> named;
        for (const learning::Asked& asked : asked_.all)
            named.push_back(most_probable(run, asked, reading_.model->answers(), 1).front());
        return named;
    }

    /// Of the heads that read a word strongly, one by one: those that are not needed for that.
    void spare() {
        if (!story_.is_asked()) return;
        std::vector<Read> reads;
        for (std::size_t layer = 0; layer < reading_.places.size(); ++layer) {
            const Trace& t = trace_at(reading_, layer);
            if (!answers_at(reading_.places[layer], reading_)) continue;
            for (Index head = 0; head < std::ssize(t.heads); ++head) {
                const Read read = strongest(t, layer, head, story_.row);
                const bool itself = reading_.places[layer].part != Part::cross && read.to == read.from;
                if (t.options.is_on(head) && !itself) reads.push_back(read);
            }
        }
        for (const Read& read : strongest_first(std::move(reads))) {
            const std::vector<Named> named = named_in(run_without({read}));
            if (stays(story_.answers, named)) story_.spare.push_back({read, named.front()});
        }
    }

    void found() {
        const auto reads_word = [&](const std::string& word) {
            return std::ranges::any_of(story_.steps, [&](const StoryStep& step) {
                const auto id = static_cast<std::size_t>(step.read().to);
                return reading_.model->source.word(reading_.source[id]) == word;
            });
        };
        const auto stands = [&](const std::string& word) {
            return std::ranges::any_of(reading_.source,
                                       [&](Index id) { return reading_.model->source.word(id) == word; });
        };
        if (has_decoder() || story_.answers.empty()) return;
        const auto all = [&](const auto& holds) {
            return std::ranges::all_of(story_.answers,
                                       [&](const Answer& a) { return holds(a.now.front().word); });
        };
        story_.stands_in_sentence = all(stands);
        story_.is_read = story_.stands_in_sentence && story_.is_asked() && all(reads_word);
    }

    const TrainedReading& reading_;
    const learning::Task* task_;
    const Words& words_;
    WhatIsAsked asked_; ///< after answers() only of the row whose answers are told
    std::shared_ptr<const model::TransformerRun> usual_; ///< null: the one that is read
    Story story_;
};

/// One layer that was not trained: nobody knows what its reads are needed for.
std::shared_ptr<const Story> story_of_layer(const Pass& pass, Index row) {
    const Trace& t = pass.trace;
    Story story;
    story.words = pass.names.queries;
    story.row = std::clamp<Index>(row, 0, t.n() - 1);
    if (t.input.is_cross()) {
        story.source = pass.names.keys;
        attention::average_over_heads(t).row(story.row).maxCoeff(&story.source_row);
    }
    story.remarks = {remarks_of(t, 0, story.row)};
    std::vector<Read> reads;
    for (Index head = 0; head < std::ssize(t.heads); ++head)
        if (t.options.is_on(head)) reads.push_back(strongest(t, 0, head, story.row));
    for (const Read& read : strongest_first(std::move(reads))) {
        const bool itself = !t.input.is_cross() && read.from == read.to;
        story.reads_itself |= itself;
        const auto same =
            std::ranges::find(story.steps, read.to, [](const StoryStep& step) { return step.read().to; });
        if (same != story.steps.end())
            same->reads.push_back(read);
        else if (!itself)
            story.steps.push_back({.reads = {read}, .without = {}});
    }
    story.knocked_out = cut_in(t, 0);
    if (!t.overrides.empty() || !t.options.switched_off.empty()) {
        attention::Options usual = t.options;
        usual.switched_off.clear();
        const auto run = std::make_shared<const Trace>(attention::trace(t.input, t.layer, usual));
        for (Read& read : story.knocked_out)
            read.weight = weights_of(*run, read.head)(read.from, read.to);
        story.usual = {run};
    }
    return std::make_shared<const Story>(std::move(story));
}

std::shared_ptr<const Story> whole_story_of_real(const Pass& pass, Index row, const base::StopToken& stop) {
    RealStoryRun run(pass, row);
    std::shared_ptr<const Story> told = run.next(stop);
    while (told && !run.finished())
        told = run.next(stop);
    return told;
}

} // namespace

std::shared_ptr<const Story> story_of(const Pass& pass, const learning::Task* task, Index row,
                                      const base::StopToken& stop) {
    if (pass.real) return whole_story_of_real(pass, row, stop);
    return pass.reading ? Teller(pass, task, row).tell() : story_of_layer(pass, row);
}

double story_cost(const Pass& pass) {
    if (pass.real) return real_story_cost(*pass.real);
    if (!pass.reading) {
        const auto n = static_cast<double>(pass.trace.n()), m = static_cast<double>(pass.trace.m());
        const auto width = static_cast<double>(pass.trace.layer->d_model());
        return 2 * n * m * static_cast<double>(pass.trace.heads.size()) + (n + m) * width * width;
    }
    const TrainedReading& reading = *pass.reading;
    double asked = 2; // as usual, without each step, and without each head
    for (const Place& place : reading.places)
        asked += 1 + static_cast<double>(reading.run.at(place).trace.heads.size());
    return asked * reading_cost(reading);
}

// What the model needs for all its answers.

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

// What to look at next.

namespace {

std::vector<std::string> folded_words(const std::string& text) {
    std::vector<std::string> words = language::tokenize(text);
    for (std::string& word : words)
        word = language::fold_case(word);
    return words;
}

bool same_sentence(const std::string& a, const std::string& b) {
    return folded_words(a) == folded_words(b);
}

/// The only place where two sentences differ; empty if there is none, or there are several.
std::optional<std::size_t> only_difference(const std::vector<std::string>& a,
                                           const std::vector<std::string>& b) {
    if (a.size() != b.size()) return std::nullopt;
    std::optional<std::size_t> place;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (language::fold_case(a[i]) != language::fold_case(b[i])) {
            if (place) return std::nullopt;
            place = i;
        }
    return place;
}

} // namespace

std::optional<Counterpart> counterpart_of(const Document& document, const learning::Task& task) {
    if (document.is_cross() || !std::holds_alternative<TrainedWeights>(document.weights)) return std::nullopt;
    const std::vector<std::string> words = language::tokenize(document.text);
    const std::vector<std::string>* answers = nullptr;
    for (const learning::Preset& preset : task.presets)
        if (same_sentence(preset.sentence, document.text)) answers = &preset.answers;
    for (const learning::Preset& preset : task.presets) {
        const std::vector<std::string> others = language::tokenize(preset.sentence);
        const auto place = only_difference(words, others);
        if (!place || (answers && *answers == preset.answers)) continue;
        return Counterpart{preset.sentence, words[*place], others[*place]};
    }
    return std::nullopt;
}

std::optional<OtherModel> other_model(const std::string& id, const Library& library) {
    const TrainedPtr own = library.trained->get(id);
    for (const std::string& other_id : library.trained->ids()) {
        try {
            const TrainedPtr other = library.trained->get(other_id);
            const learning::ModelCard &a = own->card, &b = other->card;
            if (a.task != b.task || a.hint == b.hint || !other->transformer || b.weight_on_wanted.empty() ||
                a.weight_on_wanted.size() != b.weight_on_wanted.size())
                continue;
            OtherModel found{other_id, other, 0};
            const auto gap = [&](Index e) {
                const auto i = static_cast<std::size_t>(e);
                return std::abs(a.weight_on_wanted[i] - b.weight_on_wanted[i]);
            };
            for (Index e = 1; e < std::ssize(a.weight_on_wanted); ++e)
                if (gap(e) > gap(found.relation)) found.relation = e;
            return found;
        } catch (const base::InputError&) { // a file that cannot be read is not on offer
            continue;
        }
    }
    return std::nullopt;
}

Comparison beside(const Compared& own, const OtherModel& other, const Library& library) {
    Comparison pair;
    pair.left = pair.right = own;
    const TrainedWeights weights{other.id, shown_layer(own.document)};
    pair.right.document = apply(own.document, SetWeights{weights}, library);
    return pair;
}

} // namespace workbench
