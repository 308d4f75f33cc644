#include "workbench/document/unknown_words.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "language/vocabulary.h"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace workbench {

using language::Lexicon;

namespace {

/// Finds a known word for each unknown one.
class Replacement {
public:
    Replacement(const Library& library, std::string_view language) : lexicon_(library.lexicon) {
        const auto of = lexicon_.of.find(language);
        std::vector<std::string> words;
        for (const auto& [word, row] : of == lexicon_.of.end() ? lexicon_.rows : of->second)
            words.push_back(word);
        known_ = language::Vocabulary(words);
        for (const std::string& word : language::tokenize(library.opening().document.text))
            stand_ins_.push_back(word);
    }

    /// `before`: the word to its left, as it will then be; empty at the beginning.
    std::string of(const std::string& word, const std::string& before) {
        std::string known = spelt_like(word, before);
        if (known.empty()) known = stand_in_after(before);
        if (std::isupper(static_cast<unsigned char>(word.front())) && before.empty())
            known.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(known.front())));
        return known;
    }

private:
    float share(const std::string& word, std::string_view feature) const {
        const auto row = lexicon_.find(word);
        const auto index = lexicon_.feature(feature);
        return row && index ? (*row)(*index) : 0;
    }

    /// The features of a word that can follow, the likeliest first.
    std::vector<std::string_view> expected_after(const std::string& before) const {
        constexpr float mostly = 0.75F, half = 0.25F;
        if (share(before, "action") > half && share(before, "link") > half) return {"feeling"};
        const float noun =
            std::max({share(before, "living"), share(before, "thing"), share(before, "pronoun")});
        if (noun >= mostly) return {"action"};
        return {"living", "thing"};
    }

    /// A word meant by a slip of one letter, or one that is like it and can stand in its place; empty if
    /// there is none. Of those equally near, one of the opening sentence comes first.
    std::string spelt_like(const std::string& word, const std::string& before) const {
        constexpr std::size_t looked_at = 6;
        const std::string folded = language::fold_case(word);
        const auto near = known_.nearest(folded, looked_at);
        if (near.empty()) return {};
        const auto slip = language::spelling_distance(folded, near.front());
        for (const std::string& known : near)
            if (language::spelling_distance(folded, known) == slip &&
                std::ranges::find(stand_ins_, known) != stand_ins_.end())
                return known;
        const auto expected = expected_after(before);
        for (const std::string& known : near)
            if (std::ranges::any_of(expected, [&](auto feature) { return share(known, feature) > 0.25F; }))
                return known;
        return slip == 1 ? near.front() : std::string();
    }

    /// Where several can follow, each in turn.
    std::string stand_in_after(const std::string& before) {
        const auto features = expected_after(before);
        for (std::size_t i = 0; i < features.size(); ++i) {
            const std::string_view feature = features[(turn_ + i) % features.size()];
            const auto is_one = [&](const std::string& word) { return share(word, feature) >= 1; };
            if (const auto found = std::ranges::find_if(stand_ins_, is_one); found != stand_ins_.end()) {
                if (features.size() > 1) ++turn_;
                return *found;
            }
        }
        return stand_ins_.back();
    }

    const Lexicon& lexicon_;
    language::Vocabulary known_;
    std::vector<std::string> stand_ins_;
    std::size_t turn_ = 0;
};

/// The text with every unknown word replaced in its place, until there are `most` swaps; notes them.
std::string with_known_words(std::string text, const std::vector<bool>& unknown, Replacement& replacement,
                             std::size_t most, std::vector<Swap>& swaps) {
    std::size_t at = 0;
    std::string before;
    const auto words = language::tokenize(text);
    for (std::size_t i = 0; i < std::min(words.size(), unknown.size()); ++i) {
        const std::string& word = words[i];
        const std::size_t found = text.find(word, at);
        if (found == std::string::npos) return text; // the tokenizer has spelt it in another way
        std::string now = word;
        if (unknown[i]) {
            const auto same = std::ranges::find(swaps, word, &Swap::word);
            if (same == swaps.end() && swaps.size() == most) return text;
            now = same != swaps.end() ? same->known : replacement.of(word, before);
            if (same == swaps.end()) swaps.push_back({word, now});
            text.replace(found, word.size(), now);
        }
        at = found + now.size();
        before = now;
    }
    return text;
}

/// The first model that can read the words: one that leaves them as they are when it is chosen.
std::string model_that_knows(const Document& document, const Library& library) {
    for (const std::string& id : library.trained->ids()) {
        if (library.trained->awaited(id)) continue;
        try {
            const Document read = apply(document, ChooseTrained{id}, library);
            if (read.text == document.text && read.memory_text == document.memory_text) return id;
        } catch (const base::InputError&) { // no attention, or a file that cannot be read
        }
    }
    return {};
}

} // namespace

std::optional<UnknownWords> unknown_words(const Prepared& prepared, const Library& library,
                                          std::size_t most) {
    const auto any = [](const std::vector<bool>& flags) {
        return std::ranges::find(flags, true) != flags.end();
    };
    if (!prepared.has_names() || (!any(prepared.unknown) && !any(prepared.memory_unknown)))
        return std::nullopt;
    const Document& document = prepared.document;
    const std::string_view code = document.language == Language::english ? "en" : code_of(document.language);
    Replacement replacement(library, code);
    UnknownWords found;
    found.swapped.text = with_known_words(document.text, prepared.unknown, replacement, most, found.swaps);
    if (!document.memory_text.empty())
        found.swapped.memory_text =
            with_known_words(document.memory_text, prepared.memory_unknown, replacement, most, found.swaps);
    if (found.swaps.empty()) return std::nullopt;
    found.model = model_that_knows(document, library);
    return found;
}

} // namespace workbench
