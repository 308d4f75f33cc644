#pragma once
// The tasks that models are trained for: what they are shown and asked, where the examples come from, and the
// recipe that works.

#include "base/matrix.h"
#include "language/grammar.h"
#include "language/story_grammar.h"
#include "language/vocabulary.h"
#include "model/transformer.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace learning {

using base::Index;

/// The answer to a typed question outside the grammar: unknown.
inline constexpr Index unknown_answer = 0;
/// The answer where chance decides between several.
inline constexpr Index open_answer = -1;

// Examples.

/// A question: which token should the model name at this position?
struct Asked {
    Index output = 0;              ///< which of the task's outputs answers
    Index position = 0;            ///< in the target if the model has a decoder, else in the source; from 0
    Index answer = unknown_answer; ///< id in the vocabulary of the answers
    Index stands_at = -1;          ///< where in the source the answer stands; −1: nowhere, or unknown
    Index skill = -1;              ///< of the task's, that the answer takes; −1: chance decides it

    /// Whether there is one right answer, by which a model can be judged and trained.
    bool has_answer() const { return answer > unknown_answer; }

    bool operator==(const Asked&) const = default;
};

/// A cell of an attention matrix that carries the relation the task is about: what a hint rewards, and what
/// is knocked out over many sentences.
struct Wanted {
    Index edge = 0; ///< which of the task's edges, with its layer and head
    Index from = 0; ///< the query's position
    Index to = 0;   ///< the key's position, in the source if the edge is cross-attention
    /// Other keys that serve as well: a hint rewards the sum of all.
    std::vector<Index> also = {};

    bool operator==(const Wanted&) const = default;
};

struct Example {
    std::vector<Index> source, target; ///< ids; no target without a decoder
    std::vector<Asked> asked;
    std::vector<Wanted> wanted;
    /// Controls: wanted cells with another key of the same kind, whose loss should do no harm.
    std::vector<Wanted> controls = {};
    /// That just this is drawn, in nats, where the grammar tells: no model can be surer on the mean.
    std::optional<double> log_probability = {};

    /// False for a typed sentence outside the task's grammar: its right answer is unknown, and the model has
    /// learned nothing about sentences like it.
    bool is_of_the_kind_learned() const {
        return std::ranges::none_of(asked, [](const Asked& one) { return one.answer == unknown_answer; });
    }

    bool operator==(const Example&) const = default;
};

// The task.

/// Causal: an encoder with that mask.
enum class Architecture { encoder, causal, encoder_decoder, rnn, lstm };
using model::Positions;
enum class Split { train, test };

/// A relation that attention is expected to follow, named by its ends: "it → noun".
struct Edge {
    std::string name;
    Index layer = 0, head = 0; ///< from 0
    bool cross = false; ///< of the decoder's cross-attention; its query predicts the word it is named by
    std::string control = {}; ///< what Example::controls have in its place: "it → other noun"; empty: nothing
};

/// Sizes and schedule with which the task is learned. Every step has new examples: they are cheap to draw,
/// and a model that sees few learns them by heart.
struct Recipe {
    Index width = 32; ///< d_model; the width of the hidden state of an RNN or LSTM
    Index layers = 1; ///< of the encoder, and again of the decoder
    Index heads = 1;  ///< of self-attention
    Index cross_heads = 0;
    Index mlp_width = 0; ///< 0: no MLP
    Positions positions = Positions::sinusoidal;
    Index rotary_base = 0; ///< of rotary positions
    bool tied = true;      ///< the embedding of the answers is the unembedding too
    Index batch = 64;
    Index steps = 600;
    Index steps_without_hint = 0; ///< 0: the same
    Index warm_up = 60;
    float steady_share = 0; ///< share of the steps, from the first, until the learning rate falls
    float learning_rate = 3e-3F;
    float hint_share = 0;     ///< share of the steps, from the first, with a hint for attention; 0: no hint
    float hint_weight = 0.1F; ///< λ in loss − λ·log(attention weight of a wanted cell)
};

/// A sentence to begin with, and the words that answer it, in the order of Example::asked; of a live task on
/// a person's own words the sentence alone.
struct Preset {
    std::string sentence;
    std::vector<std::string> answers;
};

/// Answers that have something in common, and what each of them is: "an animal".
struct Kind {
    std::string name;
    std::vector<Index> members; ///< ids, ascending
};

struct Task {
    std::string id;
    std::string title;
    std::string about; ///< one sentence
    Architecture architecture = Architecture::encoder;
    language::Vocabulary source;
    language::Vocabulary target;      ///< of the decoder; without one only padding
    std::vector<std::string> outputs; ///< what each output names: "subject", "object"
    std::vector<Kind> kinds;          ///< of the answers; no answer is of two. Most tasks have none
    std::vector<Edge> edges;
    /// What the answers take, where chance decides some of them: accuracy counts those alone that have a
    /// skill. None: all are counted.
    std::vector<std::string> skills = {};
    Index longest = 0; ///< tokens that learned positions reach; 0: none are learned, no limit
    Recipe recipe;
    std::optional<Recipe> watched_recipe = {}; ///< while one watches, where the other takes minutes
    std::vector<Preset> presets;
    /// What the texts obey, where they are stories; null otherwise.
    std::shared_ptr<const language::StoryGrammar> stories = {};

    /// A random example, always answerable. What is kept for the test is never seen in training.
    std::function<Example(language::Draw&, Split)> sample;
    /// The question that typed words pose. A sentence of the grammar also gets its answers and wanted cells;
    /// any other only what is asked. Throws InputError{"sentence", …} for unknown words, naming the nearest
    /// known ones, and for words that do not pose the task's question: no "it", a sequence too long.
    std::function<Example(const std::vector<std::string>&)> ask;
    /// The ids to guess between once the question is understood and nothing more is known, among them the
    /// right one; empty: all answers. For examples from sample().
    std::function<std::vector<Index>(const Example&, const Asked&)> candidates = {};
    /// The questions of an example share their candidates, and their answers differ: none is guessed twice.
    bool answers_differ = false;
    /// How many different examples there are, where training and test draw from the same; 0: test examples
    /// are kept out of training.
    double different_examples = 0;

    /// The words that the outputs can name.
    const language::Vocabulary& answers() const {
        return architecture == Architecture::encoder_decoder ? target : source;
    }
    /// Whether an answer is counted as right or wrong: it is known, and not decided by chance.
    bool counts(const Asked& asked) const {
        return asked.has_answer() && (skills.empty() || asked.skill >= 0);
    }
    /// Whether a model trained for `steps` steps was shown no test examples, or hardly any: fewer than one in
    /// a hundred of all possible ones.
    bool has_unseen(Index steps) const {
        const double shown = static_cast<double>(steps) * static_cast<double>(recipe.batch);
        return different_examples == 0 || shown < 0.01 * different_examples;
    }
};

/// "coreference", "sense", … in the order in which they are offered.
const std::vector<std::string>& task_ids();

/// The task, with its grammar from assets/grammars. Throws InputError{"task", …} for an unknown id, and as
/// load_grammar() does.
Task load_task(const std::string& id, const std::filesystem::path& assets);

/// The task for a model of `layers` layers: without its relations when one of them needs a missing layer.
Task for_layers(Task task, Index layers);

/// Whose words a model reads: those that a person typed, or those that the task brings along.
enum class Author { person, task };

/// What words ask of a model. A text that the model goes on with is read to its end: a person's asks what
/// follows its last word, which perhaps nobody knows. The task's own asks wherever the words before settle
/// what follows, so that each of its questions has an answer. Throws as Task::ask() does.
Example question(const Task& task, const std::vector<std::string>& words, Author author);

/// The word at which a story begins, and at which the next one would.
inline constexpr const char* story_boundary = "<s>";

/// True for the tasks that live_task() makes.
bool is_live(const std::string& id);

/// "reverse", "copy" or "induction" with a person's own words instead of letters. Throws InputError{"task",
/// …} for other ids, and InputError{"words", …} for fewer than two different words.
Task live_task(const std::string& id, const std::vector<std::string>& words);

} // namespace learning
