#pragma once
// What a model does with one word, told from its numbers: what it reads layer by layer and, of a trained one,
// what each layer adds to it, what each of these reads is needed for, and what it answers; what the model
// needs for all its answers; and what to look at next.

#include "learning/knock_out.h"
#include "learning/task.h"
#include "workbench/document/library.h"
#include "workbench/document/pass.h"
#include "workbench/document/trained_models.h"
#include "workbench/document/trained_reading.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

// The residual stream: what the word was, what each layer added, and what it then was.

struct StreamPart {
    enum class Kind { begins, attention, mlp, after };
    Kind kind = Kind::begins;
    std::size_t layer = 0; ///< one of TrainedReading::places
    float size = 0;        ///< Euclidean length
};

struct ResidualStream {
    std::vector<StreamPart> parts;
    std::shared_ptr<const base::Matrix> numbers; ///< (parts, d), a row for each part
};

/// Of a row of the words that answer: those of the decoder if there is one, else of the encoder.
ResidualStream residual_stream(const TrainedReading& reading, base::Index row);

// The story.

/// One weight of a head: a query reads a key.
struct Read {
    std::size_t layer = 0; ///< one of TrainedReading::places
    base::Index head = 0, from = 0, to = 0;
    float weight = 0;
    std::optional<base::Index> relation = {}; ///< the task's edge between these two words
};

/// What can be said of a head in a few words.
struct HeadRemark {
    enum class Kind {
        off,         ///< it is switched off
        reads,       ///< the marked word reads one word: the weight
        word_before, ///< most words read the one before: the mean weight
        itself,      ///< … themselves
        word_after,  ///< … the one after
        spread,      ///< the marked word's entropy, in bits
        rest         ///< some of the marked word's weights were set, and no longer sum to 1: their sum
    };
    Kind kind = Kind::spread;
    float number = 0;
    base::Index from = 0, to = 0; ///< of `reads`
};

/// What one of the model's outputs names at a row.
struct Answer {
    base::Index output = 0, row = 0;
    std::vector<Named> now;        ///< the most probable words, at most three, the most probable first
    std::vector<Named> usual = {}; ///< the same with nothing set by hand and every head on
    std::string right = {};        ///< as the task's grammar has it; empty where nobody knows

    bool is_right() const { return right == now.front().word; }
};

/// What a layer mostly reads: a key with at least half of a row's weight, in one head or several.
struct StoryStep {
    std::vector<Read> reads;    ///< of the same two words, the strongest first
    std::vector<Named> without; ///< for each answer: the most probable word without these reads
    bool needed = false;        ///< an answer is then another word
    base::RowVector given = {}; ///< (answers) probabilities then, as Story::named

    const Read& read() const { return reads.front(); }
};

/// A weight of at least one half that can be set to 0 at no cost: every answer stays the same word, and about
/// as probable. How much a head reads does not tell what it does.
struct SpareRead {
    Read read;
    Named without; ///< the first answer then
};

struct Story {
    std::vector<std::string> words;  ///< (n) that begin the lines; of a decoder, what it had read
    std::vector<std::string> source; ///< (m) words that a decoder translates from; else none
    base::Index row = 0;             ///< the marked one of `words`
    base::Index source_row = 0;      ///< the one of `source` that it reads most

    std::vector<std::vector<HeadRemark>> remarks; ///< by layer and head
    std::vector<StoryStep>
        steps; ///< in the order of computation; without reads of itself that are not needed
    std::vector<SpareRead> spare;  ///< of other words than itself, the strongest first
    std::vector<Read> knocked_out; ///< set to 0 by hand; `weight` is what it is otherwise
    std::vector<Read> relations;   ///< the task's, of the marked row, each in its own layer and head

    std::vector<base::Index> asked_rows;  ///< of the words at which the task asks something, ascending
    std::string unasked;                  ///< why nothing is asked; empty if something is
    base::RowVector named, named_usually; ///< (answers) probabilities there, of the first output
    std::vector<Answer> answers;          ///< at the marked row if it is asked there, else at the first asked
    bool stands_in_sentence = false;      ///< every answer is a word of the sentence
    bool is_read = false;                 ///< … that a step of the marked word reads
    bool reads_itself = false;            ///< a head gives the marked word at least half of its own weight

    ResidualStream stream; ///< of the marked row; nothing without a trained model
    /// Of a real model, by layer: the weights of its heads, and no other stage.
    std::vector<std::shared_ptr<const attention::Trace>> traces;
    /// By layer: with nothing set by hand and every head on. None if that is what is shown.
    std::vector<std::shared_ptr<const attention::Trace>> usual;
    // What both are of; null without a real model.
    std::shared_ptr<const RealReading> real;
    std::shared_ptr<const pretrained::Reading> usual_run;

    bool has_source() const { return !source.empty(); }
    bool is_asked() const { return !answers.empty() && answers.front().row == row; }
    /// In how many layers the marked word needs what it reads; 0 if it can do without one of its steps.
    base::Index steps_needed(const TrainedReading& reading) const;
};

/// True if the queries of a layer are the rows that answer: those of the decoder if there is one.
bool answers_at(const model::Place& place, const TrainedReading& reading);
/// The row of a layer's weights that the story is about.
base::Index row_in(const Story& story, const model::Place& place, const TrainedReading& reading);
/// The place of one of the task's edges, as an index of TrainedReading::places.
std::size_t layer_of(const learning::Edge& edge, const std::vector<model::Place>& places);

/// The story of a row of the words that answer. Weights that no training has found are one layer, which reads
/// but answers nothing. `task` is what a model was trained for, null if that is not known. Throws InputError
/// when a number grows too large. Null once `stop` is requested.
std::shared_ptr<const Story> story_of(const Pass& pass, const learning::Task* task, base::Index row,
                                      const base::StopToken& stop = {});
/// What it costs, in multiply-adds (base/study.h).
double story_cost(const Pass& pass);

// What the model needs for all its answers: how many sentences it still answers correctly when relations or
// heads are knocked out, and what it answers instead.

/// Parts knocked out together, and what the model then answers.
struct KnockedOut {
    std::vector<learning::KnockOut> out;
    std::optional<learning::Answers> answers = {}; ///< empty: not yet measured
};

struct KnockOuts {
    TrainedPtr model;
    base::Index sentences = 0;
    learning::Instead instead = learning::Instead::zero;
    std::vector<KnockedOut> rows;
    double chance = 0; ///< share of the sentences that a guess among the candidates gets right

    bool finished() const;
};

/// The rows of learning::relations_out(), none of them measured yet.
std::vector<KnockedOut> relations_out(const learning::Task& task, const model::TransformerSizes& sizes);

/// What is knocked out in a document by hand, as far as it means something in other sentences: heads, and
/// relations of the task. `reading` and `story` are those of the document.
KnockedOut out_by_hand(const Document& document, const TrainedReading& reading, const Story& story);

/// Measures one row after the other, in slices short enough for a frame.
class KnockOutRun {
public:
    /// Model and task must go together (learning::expect_same_words()).
    KnockOutRun(TrainedPtr model, TaskPtr task, std::vector<KnockedOut> rows, base::Index sentences,
                learning::Instead instead = learning::Instead::zero);

    /// Answers some more sentences, and returns what is known then.
    std::shared_ptr<const KnockOuts> next(const base::StopToken& stop);

private:
    TaskPtr task_;
    KnockOuts found_;
    std::vector<learning::Example> examples_; ///< those of learning::evaluate(); drawn with the first slice
    std::size_t row_ = 0;                     ///< being measured: up to
    std::size_t sentence_ = 0;                ///< this sentence, with these answers
    learning::Answers answers_;
};

// What to look at next: a sentence with another answer, and a model that learned in another way.

/// A sentence of the task that differs from this one in one word and in its answer.
struct Counterpart {
    std::string text;        ///< the whole sentence
    std::string word, other; ///< "tired", "comfortable"
};
std::optional<Counterpart> counterpart_of(const Document& document, const learning::Task& task);

/// A model trained for the same task, with a hint where this one had none, or the other way round.
struct OtherModel {
    std::string id;
    TrainedPtr model;
    base::Index relation = 0; ///< the one whose weights differ most between the two
};
std::optional<OtherModel> other_model(const std::string& id, const Library& library);

/// A document read by its own model and by the other one, at the same layer.
Comparison beside(const Compared& own, const OtherModel& other, const Library& library);

} // namespace workbench
