#include "workbench/studies/real_story.h"

#include "attention/softmax.h"
#include "base/input_error.h"
#include "base/parallel.h"
#include "pretrained/sentence_encoder.h"
#include "workbench/studies/story_reads.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <utility>

namespace workbench {

using attention::Trace;
using base::Index;
using base::Matrix;
using base::RowVector;
using TracePtr = std::shared_ptr<const Trace>;

namespace {

constexpr std::size_t most_said = 3, most_steps = 6;
/// Above this, in multiply-adds, it is not found out what a step is needed for: seconds on two cores.
constexpr double most_for_a_step = 5e10;

/// What stories look at: of hundreds of heads all stages would take gigabytes.
TracePtr weights_only(const Trace& whole) {
    Trace kept{};
    kept.layer = whole.layer;
    kept.options = whole.options;
    kept.overrides = whole.overrides;
    kept.x = whole.x;
    for (const attention::HeadTrace& head : whole.heads) {
        kept.heads.emplace_back();
        kept.heads.back().weights = head.weights;
    }
    return std::make_shared<const Trace>(std::move(kept));
}

/// The weights of all heads are kept, and perhaps those before a cut.
void expect_memory(const RealReading& reading) {
    const auto n = reading.pieces.ids.size();
    const auto heads = static_cast<std::size_t>(reading.model->architecture.attention.heads);
    if (2 * reading.layers() * heads * n * n * sizeof(float) > max_trace_bytes)
        throw base::InputError("memory", "the weights of all its heads would take too much",
                               "shorten the text");
}

std::vector<TracePtr> traces_of(const pretrained::Model& model, const pretrained::Reading& run,
                                const base::StopToken& stop) {
    std::vector<TracePtr> traces;
    for (Index layer = 0; layer < model.layers() && !stop.stop_requested(); ++layer)
        traces.push_back(weights_only(*pretrained::trace_of(model, run, layer, stop)));
    return traces;
}

/// A head that most words use to look at the first one does nothing with it.
bool is_sink(const Trace& t, Index head) {
    const auto first = weights_of(t, head).col(0);
    return first.size() > 1 && first.tail(first.size() - 1).mean() >= dominant_weight;
}

RowVector probabilities_at(const pretrained::Model& model, const pretrained::Reading& run, Index row) {
    const Matrix stream = run.last().row(row);
    return attention::softmax(pretrained::logits(model, stream, base::most_threads())).weights.row(0);
}

/// The most probable pieces, the first first.
std::vector<pretrained::Guess> likeliest_of(const RowVector& probabilities, std::size_t count) {
    return pretrained::likeliest(probabilities.array().max(1e-30F).log(), static_cast<Index>(count));
}

std::vector<Named> named(const pretrained::Model& model, const std::vector<pretrained::Guess>& guesses) {
    std::vector<Named> all;
    for (const pretrained::Guess& guess : guesses)
        all.push_back({piece_name(model, guess.id), guess.probability});
    return all;
}

/// The story without what its steps are needed for.
class RealTeller {
public:
    RealTeller(const std::shared_ptr<const RealReading>& reading, const std::vector<std::string>& names,
               Index row, const Story* like, const base::StopToken& stop)
        : reading_(*reading), model_(*reading->model), like_(like), stop_(stop) {
        story_.real = reading;
        story_.words = names;
        story_.row = std::clamp<Index>(row, 0, std::ssize(names) - 1);
    }

    std::shared_ptr<const Story> tell() {
        expect_memory(reading_);
        story_.traces = traces(*reading_.run);
        if (stopped()) return nullptr;
        for (std::size_t layer = 0; layer < story_.traces.size(); ++layer) {
            const Trace& t = *story_.traces[layer];
            story_.remarks.push_back(remarks_of(t, layer, story_.row));
            for (const Read& cut : cut_in(t, layer))
                story_.knocked_out.push_back(cut);
        }
        usual();
        if (stopped()) return nullptr;
        story_.stream = residual_stream(reading_, story_.row);
        answers();
        steps();
        return stopped() ? nullptr : std::make_shared<const Story>(std::move(story_));
    }

private:
    bool stopped() const { return stop_.stop_requested(); }

    std::vector<TracePtr> traces(const pretrained::Reading& run) const {
        if (like_ && like_->real->run.get() == &run) return like_->traces;
        if (like_ && like_->usual_run.get() == &run) return like_->usual;
        return traces_of(model_, run, stop_);
    }

    /// The run of the same text with nothing set by hand.
    std::shared_ptr<const pretrained::Reading> usual_run() const {
        if (like_ && like_->real->model == reading_.model && like_->real->run->ids == reading_.run->ids)
            for (const auto& run : {like_->real->run, like_->usual_run})
                if (run && run->interventions.empty()) return run;
        return std::make_shared<const pretrained::Reading>(
            pretrained::read_again(model_, *reading_.run, {}, base::most_threads(), stop_));
    }

    void usual() {
        if (reading_.run->interventions.empty()) return;
        story_.usual_run = usual_run();
        if (stopped()) return;
        story_.usual = traces(*story_.usual_run);
        if (stopped()) return;
        for (Read& read : story_.knocked_out)
            read.weight = weights_of(*story_.usual[read.layer], read.head)(read.from, read.to);
    }

    /// The rows at which the model says something.
    void ask() {
        const auto n = std::ssize(reading_.pieces.ids);
        if (!model_.has_words()) {
            story_.unasked = "this model turns a whole text into one vector, and names no words";
            return;
        }
        for (Index row = 0; row < n; ++row)
            if (writes(model_) || reading_.pieces.ids[static_cast<std::size_t>(row)] == model_.mask())
                story_.asked_rows.push_back(row);
        if (story_.asked_rows.empty() && model_.mask())
            story_.unasked = "it fills gaps, and there is none: write " +
                             model_.tokenizer.text(*model_.mask()).value_or("") + " in place of a word";
    }

    void answers() {
        ask();
        if (story_.asked_rows.empty()) return;
        const bool here = std::ranges::find(story_.asked_rows, story_.row) != story_.asked_rows.end();
        const Index row = here ? story_.row : story_.asked_rows.front();
        const auto usually = story_.usual_run;
        story_.named = probabilities_at(model_, *reading_.run, row);
        story_.named_usually = usually ? probabilities_at(model_, *usually, row) : story_.named;
        Answer answer{0, row, named(model_, likeliest_of(story_.named, most_said))};
        answer.usual = usually ? named(model_, likeliest_of(story_.named_usually, most_said)) : answer.now;
        story_.answers.push_back(std::move(answer));
    }

    // Steps: what the strongest reads are.

    /// By layer and word the reads that outweigh all others of their head, the strongest first.
    using Reads = std::map<std::pair<std::size_t, Index>, std::vector<Read>>;
    using LayerAndWord = Reads::key_type;

    Reads reads_in(const std::vector<TracePtr>& traces) const {
        Reads by_word;
        for (std::size_t layer = 0; layer < traces.size(); ++layer) {
            const Trace& t = *traces[layer];
            std::vector<Read> reads;
            for (Index head = 0; head < std::ssize(t.heads); ++head)
                if (t.options.is_on(head) && !is_sink(t, head))
                    reads.push_back(strongest(t, layer, head, story_.row));
            for (const Read& read : strongest_first(std::move(reads)))
                if (read.to != read.from) by_word[{layer, read.to}].push_back(read);
        }
        return by_word;
    }

    static std::vector<LayerAndWord> strongest_of(const Reads& reads) {
        std::vector<std::pair<float, LayerAndWord>> all;
        for (const auto& [place, of_word] : reads) {
            float sum = 0;
            for (const Read& read : of_word)
                sum += read.weight;
            all.emplace_back(-sum, place);
        }
        std::ranges::stable_sort(all, {}, &std::pair<float, LayerAndWord>::first);
        all.resize(std::min(all.size(), most_steps));
        std::vector<LayerAndWord> places;
        for (const auto& each : all)
            places.push_back(each.second);
        return places;
    }

    /// After a cut the same reads are told as before it, and those that are new: no others, of which it would
    /// look as if the cut had brought them.
    void steps() {
        Reads now = reads_in(story_.traces);
        std::vector<LayerAndWord> places;
        if (story_.usual.empty()) {
            places = strongest_of(now);
        } else {
            const Reads usual = reads_in(story_.usual);
            Reads fresh = now;
            std::erase_if(fresh, [&](const auto& read) { return usual.contains(read.first); });
            places = strongest_of(usual);
            for (const LayerAndWord& place : strongest_of(fresh))
                places.push_back(place);
        }
        std::ranges::sort(places);
        for (const LayerAndWord& place : places)
            if (const auto reads = now.find(place); reads != now.end())
                story_.steps.push_back({.reads = std::move(reads->second), .without = {}});
    }

    const RealReading& reading_;
    const pretrained::Model& model_;
    const Story* like_;
    const base::StopToken& stop_;
    Story story_;
};

/// What the model says without a step; `step` as it was, once `stop` is requested.
StoryStep found_out(const Story& story, const RealReading& reading, StoryStep step,
                    const base::StopToken& stop) {
    const pretrained::Model& model = *reading.model;
    const auto run = pretrained::read_again(model, *reading.run,
                                            without(reading.run->interventions, places_of(model), step.reads),
                                            base::most_threads(), stop);
    if (stop.stop_requested()) return step;
    const Answer& answer = story.answers.front();
    step.given = probabilities_at(model, run, answer.row);
    step.without = named(model, likeliest_of(step.given, 1));
    step.needed = step.without.front().word != answer.now.front().word;
    return step;
}

/// A read that stands alone in its step and can be cut at no cost, among the others: the largest first.
void note_spare(Story& story, const StoryStep& step) {
    if (step.reads.size() != 1 || !story.is_asked() || !stays(story.answers, step.without)) return;
    story.spare.push_back({step.read(), step.without.front()});
    std::ranges::stable_sort(story.spare, std::greater<>(),
                             [](const SpareRead& spare) { return spare.read.weight; });
}

} // namespace

RealStoryRun::RealStoryRun(const Pass& pass, Index row, std::shared_ptr<const Story> like)
    : reading_(pass.real), names_(pass.names.queries), row_(row), like_(std::move(like)) {
    assert(reading_);
    if (like_ && !like_->real) like_ = nullptr; // of another kind of model
    // The words are the text's own, though others may be read alike: “The Cat” and “the cat”.
    if (!like_ || like_->real->run != reading_->run || like_->row != row || like_->words != names_) return;
    story_ = std::exchange(like_, nullptr); // told before, though perhaps not to its end
    const auto is_known = [](const StoryStep& step) { return !step.without.empty(); };
    found_out_ = static_cast<std::size_t>(std::ranges::count_if(story_->steps, is_known));
}

bool RealStoryRun::finished() const {
    if (!story_) return false;
    const double cost = reading_cost(*reading_->model, std::ssize(reading_->pieces.ids));
    return story_->answers.empty() || cost > most_for_a_step || found_out_ == story_->steps.size();
}

std::shared_ptr<const Story> RealStoryRun::next(const base::StopToken& stop) {
    if (!story_) {
        story_ = RealTeller(reading_, names_, row_, like_.get(), stop).tell();
        like_ = nullptr;
    } else if (!finished()) {
        Story story = *story_;
        StoryStep& step = story.steps[found_out_++];
        step = found_out(story, *reading_, step, stop);
        if (stop.stop_requested()) return nullptr;
        note_spare(story, step);
        story_ = std::make_shared<const Story>(std::move(story));
    }
    return stop.stop_requested() ? nullptr : story_;
}

double real_story_cost(const RealReading& reading) {
    const pretrained::Model& model = *reading.model;
    const auto answers = static_cast<double>(model.weights.readout.words.w.size()); // of one row
    const auto asked = static_cast<double>(2 * reading.layers() + 2 * most_steps);
    return static_cast<double>(2 + most_steps) * reading_cost(model, std::ssize(reading.pieces.ids)) +
           asked * answers;
}

namespace {

/// A row of the stream as it begins, and after each part of each layer: (1 + 2·layers, d).
Matrix stream_of(const pretrained::Reading& run, Index row) {
    Matrix stream(1 + 2 * std::ssize(run.layers), run.embedded.cols());
    stream.row(0) = run.embedded.row(row);
    Index point = 1;
    for (const pretrained::LayerReading& layer : run.layers) {
        stream.row(point++) = layer.after_attention.row(row);
        stream.row(point++) = layer.after.row(row);
    }
    return stream;
}

} // namespace

ResidualStream residual_stream(const RealReading& reading, Index row) {
    const Index width = reading.run->embedded.cols();
    if (std::ranges::any_of(reading.run->layers, [&](const pretrained::LayerReading& layer) {
            return layer.after_attention.cols() != width || layer.after.cols() != width;
        }))
        return {}; // what a layer makes wider is no sum
    const Matrix stream = stream_of(*reading.run, row);
    const Index points = stream.rows();
    Matrix numbers(points + 1, stream.cols());
    numbers.row(0) = stream.row(0);
    numbers.middleRows(1, points - 1) = stream.bottomRows(points - 1) - stream.topRows(points - 1);
    numbers.row(points) = stream.row(points - 1);
    ResidualStream made;
    for (Index i = 0; i <= points; ++i) {
        const auto kind = i == 0        ? StreamPart::Kind::begins
                          : i == points ? StreamPart::Kind::after
                          : i % 2 == 1  ? StreamPart::Kind::attention
                                        : StreamPart::Kind::mlp;
        const auto layer = static_cast<std::size_t>(std::clamp<Index>(i - 1, 0, points - 2) / 2);
        made.parts.push_back({kind, layer, numbers.row(i).norm()});
    }
    made.numbers = std::make_shared<const Matrix>(std::move(numbers));
    return made;
}

Lens lens_of_real(const RealReading& reading, Index row) {
    const pretrained::Model& model = *reading.model;
    if (!model.has_words()) return {row, {}};
    const Matrix logits = pretrained::logits(model, stream_of(*reading.run, row), base::most_threads());
    Lens lens{row, {}};
    for (Index point = 0; point < logits.rows(); ++point) {
        LensAnswer said{.words = named(model, pretrained::likeliest(logits.row(point), most_said))};
        for (const Named& word : said.words)
            said.guesses.push_back({word.word, word.probability});
        lens.points.push_back({point == 0       ? LensPoint::Kind::begins
                               : point % 2 == 1 ? LensPoint::Kind::attention
                                                : LensPoint::Kind::mlp,
                               static_cast<std::size_t>(std::max<Index>(point - 1, 0) / 2),
                               {std::move(said)}});
    }
    return lens;
}

bool writes(const pretrained::Model& model) {
    return model.has_words() && model.architecture.attention.causal;
}

NextWord next_word(const Story& story, const RealReading& reading, std::size_t count) {
    assert(story.is_asked() && writes(*reading.model));
    const pretrained::Model& model = *reading.model;
    std::vector<Index> ids;
    for (const pretrained::Guess& guess : likeliest_of(story.named, count))
        ids.push_back(static_cast<Index>(guess.id));
    NextWord next;
    const auto after = static_cast<std::size_t>(story.row) + 1;
    if (after < reading.pieces.ids.size()) {
        const auto written = static_cast<Index>(reading.pieces.ids[after]);
        const auto found = std::ranges::find(ids, written);
        next.written = static_cast<std::size_t>(found - ids.begin());
        if (found == ids.end()) {
            ids.back() = written;
            next.written = ids.size() - 1;
        }
    }
    for (const Index id : ids)
        next.best.push_back(candidate(model, id, story.named(id)));
    return next;
}

NextWord words_for_gap(const Story& story, const RealReading& reading, std::size_t count) {
    assert(!story.answers.empty() && !writes(*reading.model));
    NextWord gap;
    for (const pretrained::Guess& guess : likeliest_of(story.named, count))
        gap.best.push_back(candidate(*reading.model, static_cast<Index>(guess.id), guess.probability));
    return gap;
}

NextWord::Candidate candidate(const pretrained::Model& model, Index id, float probability) {
    const auto piece = static_cast<tokens::Id>(id);
    const bool is_sign = model.tokenizer.is_special(piece) || model.is_end(piece); // and no text
    return {.id = id,
            .word = piece_name(model, piece),
            .text = is_sign ? std::string() : piece_text(model, piece),
            .probability = probability,
            .ends = model.is_end(piece)};
}

namespace {

Alike alike(const pretrained::Model& model, const RowVector& own, const std::string& text,
            const base::StopToken& stop) {
    try {
        const auto run =
            pretrained::read(model, pieces_of(model.tokenizer, text).ids, {}, {}, base::most_threads(), stop);
        if (stop.stop_requested()) return {text};
        return {text, pretrained::similarity(own, pretrained::sentence_vector(model, run.last()))};
    } catch (const base::InputError& error) {
        return {text, -1, error.problem};
    }
}

} // namespace

std::vector<Alike> alike_to(const RealReading& reading, const std::vector<std::string>& sentences,
                            const base::StopToken& stop) {
    const pretrained::Model& model = *reading.model;
    assert(model.is_sentence_encoder());
    const RowVector own = pretrained::sentence_vector(model, reading.run->last());
    std::vector<Alike> all;
    for (const std::string& text : sentences)
        if (!stop.stop_requested()) all.push_back(alike(model, own, text, stop));
    std::ranges::stable_sort(all, [](const Alike& a, const Alike& b) {
        return std::pair(a.problem.empty(), a.similarity) > std::pair(b.problem.empty(), b.similarity);
    });
    return all;
}

} // namespace workbench
