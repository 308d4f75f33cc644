#include "base/input_error.h"
#include "learning/tasks.h"
#include "learning/typed_sentence.h"

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
        : vocabulary(grammar.words()), grammar_(std::move(grammar)), verbs_(grammar_.words_of("verb")) {}

    Example sample(Draw& draw, Split split) const {
        for (;;) {
            const Sentence sentence = language::sample(grammar_, "person", draw);
            const auto &subject = sentence.word("subject"), &object = sentence.word("object");
            const bool once = std::ranges::count(sentence.words, subject) == 1 &&
                              std::ranges::count(sentence.words, object) == 1;
            if (once && split_of(subject, object) == split) return example(sentence);
        }
    }

    Example ask(const std::vector<std::string>& words) const {
        if (const auto read = read_typed(words, vocabulary, grammar_, {"person"})) return example(*read);
        const Example asked = ask_at(verbs_, {subject_output, object_output}, words, vocabulary);
        if (asked.asked.empty())
            throw base::InputError("sentence", "there is no verb in it that the model knows",
                                   "type a sentence such as: Hello I love you");
        return asked;
    }

    Vocabulary vocabulary;

private:
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
    const auto sentences = std::make_shared<const SubjectVerbObject>(
        language::load_grammar(grammars / "subject-verb-object.toml", {"person"}));
    Task task;
    task.id = "svo";
    task.title = "Who loves whom?";
    task.about = "At the verb, the model names who does it and to whom.";
    task.source = sentences->vocabulary;
    task.outputs = {"subject", "object"};
    task.edges = {{"verb → subject", 1, 0}, {"verb → object", 1, 1}};
    task.recipe = {.width = 32, .layers = 2, .heads = 2, .mlp_width = 64, .steps = 600, .hint_share = 0.3F};
    task.presets = {
        {"Hello I love you", {"I", "you"}},
        {"The teacher helps my children in the garden", {"teacher", "children"}},
        {"Anna, the dogs from the park often see him", {"dogs", "him"}},
    };
    set_examples(task, sentences);
    return task;
}

} // namespace learning
