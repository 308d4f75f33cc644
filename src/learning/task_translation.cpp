// English to French, word by word.
#include "base/input_error.h"
#include "language/translation.h"
#include "learning/tasks.h"

namespace learning {

using language::Clause;
using language::Draw;
using language::NounPhrase;
using language::Translation;
using language::TranslationGrammar;
using language::Vocabulary;

namespace {

const std::string start = "<start>", end = "<end>"; // what the decoder begins with, and names last

/// True if the phrase has an adjective and a noun that are kept for the test.
bool is_kept(const NounPhrase& phrase) {
    return phrase.adjective && split_of(phrase.adjective->english, phrase.noun->english) == Split::test;
}

class Translations {
public:
    explicit Translations(TranslationGrammar grammar) : grammar_(std::move(grammar)) {
        source = Vocabulary(grammar_.english_words());
        std::vector<std::string> words = {start, end};
        for (const std::string& word : grammar_.french_words())
            words.push_back(word);
        target = Vocabulary(words);
    }

    Example sample(Draw& draw, Split split) const {
        return first_example([&]() -> std::optional<Example> {
            const Clause clause = sample_clause(grammar_, draw);
            const bool kept = is_kept(clause.subject) || (clause.object && is_kept(*clause.object));
            if (kept != (split == Split::test)) return std::nullopt;
            return example(translate(clause));
        });
    }

    Example ask(const std::vector<std::string>& words) const {
        Example asked;
        asked.source = source.ids(words, "sentence");
        if (const auto clause = parse_clause(grammar_, words)) return example(translate(*clause));
        asked.target = {target.id(start)};
        asked.asked = {{0, 0}};
        return asked;
    }

    Vocabulary source, target;

private:
    /// The decoder reads the words before, so position t of the target predicts the French word t.
    Example example(const Translation& pair) const {
        Example made;
        made.source = source.ids(pair.english, "sentence");
        made.target = {target.id(start)};
        for (std::size_t t = 0; t < pair.french.size(); ++t) {
            const Index word = target.id(pair.french[t]), position = static_cast<Index>(t);
            made.target.push_back(word);
            made.asked.push_back({0, position, word});
            made.wanted.push_back({0, position, pair.aligned[t]});
        }
        made.asked.push_back({0, static_cast<Index>(pair.french.size()), target.id(end)});
        return made;
    }

    TranslationGrammar grammar_;
};

} // namespace

Task translation_task(const std::filesystem::path& grammars) {
    const auto sentences =
        std::make_shared<const Translations>(language::load_translation(grammars / "translation.toml"));
    Task task;
    task.id = "translation";
    task.title = "English to French";
    task.about = "Word by word, the decoder names the next French word, and reads the English ones.";
    task.architecture = Architecture::encoder_decoder;
    task.source = sentences->source;
    task.target = sentences->target;
    task.outputs = {"next word"};
    task.edges = {{"French word → English word", 0, 0, true}};
    task.recipe = {.width = 48,
                   .layers = 1,
                   .heads = 2,
                   .cross_heads = 1,
                   .mlp_width = 96,
                   .steps = 1200,
                   .hint_share = 0.3F};
    task.presets = {
        {"The black cat sleeps here", {"le", "chat", "noir", "dort", "ici", end}},
        {"The old bear does not wait", {"le", "vieil", "ours", "n'", "attend", "pas", end}},
        {"This small bee likes my red flower",
         {"cette", "petite", "abeille", "aime", "ma", "fleur", "rouge", end}},
    };
    set_examples(task, sentences);
    return task;
}

} // namespace learning
