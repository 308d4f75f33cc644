// Which sense does an ambiguous word have?
#include "base/input_error.h"
#include "learning/task.h"
#include "learning/tasks.h"

#include <map>

namespace learning {

using language::Draw;
using language::Grammar;
using language::Sentence;
using language::Vocabulary;

namespace {

class Senses {
public:
    explicit Senses(Grammar grammar) : grammar_(std::move(grammar)), ambiguous_(grammar_.words_of("word")) {
        auto words = grammar_.words();
        for (const auto& sense : grammar_.groups.at("sense"))
            words.push_back(sense.name); // an answer only
        vocabulary = Vocabulary(words);
        for (const auto& sense : grammar_.groups.at("sense"))
            for (const std::string& word : grammar_.words_of(sense, "word"))
                senses_[vocabulary.id(word)].push_back(vocabulary.id(sense.name));
    }

    /// A test sentence is never seen in training, though all of its words are.
    Example sample(Draw& draw, Split split) const {
        return first_example([&]() -> std::optional<Example> {
            const Sentence sentence = language::sample(grammar_, "sense", draw);
            std::string text;
            for (const std::string& word : sentence.words)
                text += word + ' ';
            if (split_of(text, "") != split) return std::nullopt;
            return example(sentence);
        });
    }

    Example ask(const std::vector<std::string>& words) const {
        if (const auto read = read_typed(words, vocabulary, grammar_, {"sense"})) return example(*read);
        const Example asked = ask_at(ambiguous_, {0}, words, vocabulary);
        if (asked.asked.empty()) refuse();
        return asked;
    }

    /// All senses of the word.
    std::vector<Index> candidates(const Example& example, const Asked& asked) const {
        return senses_.at(example.source[static_cast<std::size_t>(asked.position)]);
    }

    Vocabulary vocabulary;

private:
    Example example(const Sentence& sentence) const {
        Example made;
        made.source = vocabulary.ids(sentence.words, "sentence");
        made.asked = {{0, sentence.at("word"), vocabulary.id(sentence.case_name)}};
        made.wanted = {{0, sentence.at("word"), sentence.at("cue")}};
        return made;
    }

    [[noreturn]] void refuse() const {
        std::string known;
        for (const std::string& word : ambiguous_)
            known += (known.empty() ? "" : ", ") + word;
        throw base::InputError("sentence", "it has no word with two senses", "use one of: " + known);
    }

    Grammar grammar_;
    std::set<std::string> ambiguous_;
    std::map<Index, std::vector<Index>> senses_; ///< word → names of its senses, as ids
};

} // namespace

Task sense_task(const std::filesystem::path& grammars) {
    const auto sentences = std::make_shared<const Senses>(
        language::load_grammar(grammars / "sense.toml", {"sense"}, {{"word"}, {"cue"}}));
    Task task;
    task.id = "sense";
    task.title = "Which bank?";
    task.about = "At a word with two senses, the model names the sense, which another word gives away.";
    task.source = sentences->vocabulary;
    task.outputs = {"sense"};
    task.edges = {{"word → cue", 0, 0}};
    task.recipe = {.width = 32, .layers = 1, .heads = 1, .mlp_width = 64, .steps = 600};
    task.presets = {
        {"She sat by the bank of the river", {"bank (river)"}},
        {"He put money in the bank", {"bank (money)"}},
        {"They saw the bat near the cave", {"bat (animal)"}},
        {"They saw the bat near the ball", {"bat (sport)"}},
        {"The mouse was by the cheese", {"mouse (animal)"}},
        {"The mouse was by the keyboard", {"mouse (computer)"}},
    };
    set_examples(task, sentences);
    task.candidates = [sentences](const Example& example, const Asked& asked) {
        return sentences->candidates(example, asked);
    };
    return task;
}

} // namespace learning
