#include "learning/typed_sentence.h"

namespace learning {

std::optional<language::Sentence> read_typed(const std::vector<std::string>& words,
                                             const language::Vocabulary& vocabulary,
                                             const language::Grammar& grammar,
                                             const std::vector<std::string_view>& groups) {
    const auto spelt = vocabulary.words(vocabulary.ids(words, "sentence"));
    for (const std::string_view group : groups)
        if (const auto found = parse(grammar, group, spelt); !found.empty()) return found.front();
    return {};
}

Example ask_at(const std::set<std::string>& asked_words, const std::vector<Index>& outputs,
               const std::vector<std::string>& words, const language::Vocabulary& vocabulary) {
    Example typed;
    typed.source = vocabulary.ids(words, "sentence");
    const auto spelt = vocabulary.words(typed.source);
    for (std::size_t i = 0; i < spelt.size(); ++i)
        if (asked_words.contains(spelt[i]))
            for (const Index output : outputs)
                typed.asked.push_back({output, static_cast<Index>(i)});
    return typed;
}

} // namespace learning
