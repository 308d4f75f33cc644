// Who does it, and to whom?
#include "base/input_error.h"
#include "learning/task.h"
#include "learning/tasks.h"

#include <algorithm>

namespace learning {

using language::Draw;
using language::Grammar;
using language::Sentence;
using language::Vocabulary;

namespace {

constexpr Index subject_output = 0, object_output = 1; // Task::outputs, and Task::edges

class SubjectVerbObject {
public:
    explicit SubjectVerbObject(Grammar grammar)
        : vocabulary(grammar.words()), kinds(kinds_of(grammar, vocabulary)), grammar_(std::move(grammar)),
          verbs_(grammar_.words_of("verb")) {}

    Example sample(Draw& draw, Split split) const {
        return first_example([&]() -> std::optional<Example> {
            const Sentence sentence = language::sample(grammar_, "person", draw);
            if (!names_each_once(sentence) ||
                split_of(sentence.word("subject"), sentence.word("object")) != split)
                return std::nullopt;
            return example(sentence);
        });
    }

    Example ask(const std::vector<std::string>& words) const {
        const auto read = read_typed(words, vocabulary, grammar_, {"person"});
        if (read && names_each_once(*read)) return example(*read);
        const Example asked = ask_at(verbs_, {subject_output, object_output}, words, vocabulary);
        if (asked.asked.empty())
            throw base::InputError("sentence", "there is no verb in it that the model knows",
                                   "type a sentence such as: Hello I love you");
        return asked;
    }

    /// The subject and the object.
    static std::vector<Index> candidates(const Example& example, const Asked&) {
        std::vector<Index> words;
        for (const Asked& asked : example.asked)
            words.push_back(asked.answer);
        return words;
    }

    Vocabulary vocabulary;
    std::vector<Kind> kinds;

private:
    static bool names_each_once(const Sentence& sentence) {
        return std::ranges::count(sentence.words, sentence.word("subject")) == 1 &&
               std::ranges::count(sentence.words, sentence.word("object")) == 1;
    }

    Example example(const Sentence& sentence) const {
        Example made;
        made.source = vocabulary.ids(sentence.words, "sentence");
        const Index verb = sentence.at("verb");
        const auto add = [&](Index output, Index noun) {
            made.asked.push_back({output, verb, made.source[static_cast<std::size_t>(noun)], noun});
            made.wanted.push_back({output, verb, noun});
        };
        add(subject_output, sentence.at("subject"));
        add(object_output, sentence.at("object"));
        return made;
    }

    Grammar grammar_;
    std::set<std::string> verbs_;
};

} // namespace

Task subject_verb_object_task(const std::filesystem::path& grammars) {
    const auto sentences = std::make_shared<const SubjectVerbObject>(language::load_grammar(
        grammars / "subject-verb-object.toml", {"person"}, {{"subject"}, {"verb"}, {"object"}}));
    Task task;
    task.id = "svo";
    task.title = "Who loves whom?";
    task.about = "At the verb, the model names who does it and to whom.";
    task.source = sentences->vocabulary;
    task.kinds = sentences->kinds;
    task.outputs = {"subject", "object"};
    task.edges = {{"verb → subject", 1, 0}, {"verb → object", 1, 1}};
    // 600 steps teach all but the rarest: “Tom loves Anna”, two names and nothing else, is one sentence in
    // five thousand.
    task.recipe = {.width = 32, .layers = 2, .heads = 2, .mlp_width = 64, .steps = 2400, .hint_share = 0.3F};
    task.presets = {
        {"Hello I love you", {"I", "you"}},
        {"The teacher helps my children in the garden", {"teacher", "children"}},
        {"Anna, the dogs from the park often see him", {"dogs", "him"}},
    };
    set_examples(task, sentences);
    task.candidates = SubjectVerbObject::candidates;
    task.answers_differ = true;
    return task;
}

} // namespace learning
