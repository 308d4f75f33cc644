// Which noun is “it”?
#include "base/input_error.h"
#include "learning/task.h"
#include "learning/tasks.h"

namespace learning {

using language::Draw;
using language::Grammar;
using language::Sentence;
using language::Vocabulary;

namespace {

constexpr Index to_quality = 0, to_noun = 1; // Task::edges

class Coreference {
public:
    Coreference(Grammar grammar, std::uint32_t role_percent)
        : vocabulary(grammar.words()), kinds(kinds_of(grammar, vocabulary)), grammar_(std::move(grammar)),
          role_percent_(role_percent) {}

    Example sample(Draw& draw, Split split) const {
        const char* kind = draw.chance(role_percent_) ? "by_role" : "by_class";
        return first_example([&]() -> std::optional<Example> {
            const Sentence sentence = language::sample(grammar_, kind, draw);
            if (!has_two_nouns(sentence) || split_of(sentence.word("one"), sentence.word("other")) != split)
                return std::nullopt;
            return example(sentence);
        });
    }

    Example ask(const std::vector<std::string>& words) const {
        const auto read = read_typed(words, vocabulary, grammar_, {"by_class", "by_role"});
        if (read && has_two_nouns(*read)) return example(*read);
        const Example asked = ask_at({"it"}, {0}, words, vocabulary);
        if (asked.asked.empty())
            throw base::InputError("sentence", "there is no “it” in it, whose noun could be asked for",
                                   "type a sentence such as: The cat sat on the mat because it was tired");
        return asked;
    }

    /// The two nouns.
    static std::vector<Index> candidates(const Example& example, const Asked& asked) {
        std::vector<Index> nouns{asked.answer};
        for (const Wanted& control : example.controls)
            nouns.push_back(example.source[static_cast<std::size_t>(control.to)]);
        return nouns;
    }

    Vocabulary vocabulary;
    std::vector<Kind> kinds;

private:
    static bool has_two_nouns(const Sentence& sentence) {
        return sentence.word("one") != sentence.word("other");
    }

    Example example(const Sentence& sentence) const {
        const bool means_one = sentence.has("of_one");
        const Index it = sentence.at("it");
        const Index noun = sentence.at(means_one ? "one" : "other");
        const Index quality = sentence.at(means_one ? "of_one" : "of_other");
        Example made;
        made.source = vocabulary.ids(sentence.words, "sentence");
        made.asked = {{0, it, made.source[static_cast<std::size_t>(noun)], noun}};
        made.wanted = {{to_quality, it, quality}, {to_noun, it, noun}};
        made.controls = {{to_noun, it, sentence.at(means_one ? "other" : "one")}};
        return made;
    }

    Grammar grammar_;
    std::uint32_t role_percent_;
};

} // namespace

Task coreference_task(const std::filesystem::path& grammars, std::uint32_t role_percent) {
    const auto sentences = std::make_shared<const Coreference>(
        language::load_grammar(grammars / "coreference.toml", {"by_class", "by_role"},
                               {{"one"}, {"other"}, {"it"}, {"of_one", "of_other"}}),
        role_percent);
    Task task;
    task.id = "coreference";
    task.title = "What is “it”?";
    task.about = "At “it”, the model names the noun that it stands for.";
    task.source = sentences->vocabulary;
    task.kinds = sentences->kinds;
    task.outputs = {"noun"};
    task.edges = {{"it → quality", 0, 0}, {"it → noun", 1, 0, false, "it → other noun"}};
    task.recipe = {.width = 48,
                   .layers = 2,
                   .heads = 2,
                   .mlp_width = 96,
                   .steps = 2000,
                   .steps_without_hint = 4000,
                   .hint_share = 0.4F};
    task.presets = {
        {"The cat sat on the mat because it was tired", {"cat"}},
        {"The cat sat on the mat because it was comfortable", {"mat"}},
        {"The animal didn't cross the street because it was too tired", {"animal"}},
        {"The animal didn't cross the street because it was too wide", {"street"}},
        {"The cup did not fit in the box because it was too big", {"cup"}},
        {"The cup did not fit in the box because it was too small", {"box"}},
        {"The dog frightened the fox because it was so fierce", {"dog"}},
        {"The dog frightened the fox because it was so timid", {"fox"}},
    };
    set_examples(task, sentences);
    task.candidates = Coreference::candidates;
    return task;
}

} // namespace learning
