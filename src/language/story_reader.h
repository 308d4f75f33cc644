#pragma once
// Reads a story word by word: which words can follow, and which one breaks what the story has settled.

#include "language/story_grammar.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace language {

class StoryReader {
public:
    explicit StoryReader(const StoryGrammar& grammar);

    /// Reads one more word. False if no story continues like this: from then on nothing can be said, because
    /// nobody knows what the word stood for. No word comes next, and the story may not end.
    bool read(const std::string& word);
    /// Whether a story continues like this.
    bool goes_on_with(const std::string& word) const;
    /// The words that can come next.
    std::set<std::string> next() const;
    /// Whether the story may end here.
    bool may_end() const;

private:
    /// A phrase of which the parts before `at` have been read; what comes behind it is `behind`.
    struct Frame {
        const Phrase* phrase;
        std::size_t at;
        Cast of; ///< whose field the phrase is
        std::shared_ptr<const Frame> behind;
    };
    using Rest = std::shared_ptr<const Frame>;
    /// One way to read the story so far, up to a part that is a word.
    struct Way {
        Rest rest; ///< null at the end
        std::vector<Cast> casts;
        bool vowel_follows = false; ///< "an" was read last
        bool other_follows = false; ///< "a"
    };

    /// Adds the ways in which the rest begins with a word.
    void open(const Way& way, std::vector<Way>& ways) const;
    static const std::string& word_of(const Way& way) { return (*way.rest->phrase)[way.rest->at].text; }
    static bool fits(const Way& way, const std::string& word);

    const StoryGrammar& grammar_;
    std::vector<Way> ways_;
};

/// The place of the first word with which no story goes on; empty if there is none. Of the words behind it
/// nothing can be said.
std::optional<std::size_t> first_break(const StoryGrammar& grammar, const std::vector<std::string>& words);
/// Whether the words are a story of the grammar, from first to last.
bool is_story(const StoryGrammar& grammar, const std::vector<std::string>& words);

} // namespace language
