#pragma once
// A story that a model writes by chance, and the first of its words that breaks it, found by a reader of the
// grammar.

#include "language/story_grammar.h"
#include "learning/writing.h"
#include "model/random.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace learning {

struct WrittenWord {
    std::string word;      ///< story_boundary: here the story ends
    float probability = 0; ///< that the model gave it, whatever the taste
};

struct WrittenStory {
    std::vector<std::string> given; ///< what it begins with
    std::vector<WrittenWord> written;
    /// The place of the first word with which no story goes on, of all words, the given ones first; empty: so
    /// far it is one. What a story would have gone on to say is not known behind it, so that nothing is said
    /// of the words there.
    std::optional<std::size_t> first_break = {};
    std::vector<std::string> instead =
        {}; ///< of a break that was written: the words with which stories go on

    bool ended() const { return !written.empty() && written.back().word == story_boundary; }
    /// Whether it is a story word for word, from first to last.
    bool is_story() const { return ended() && !first_break; }
    /// Whether what it begins with is the beginning of no story.
    bool was_given_broken() const { return first_break && *first_break < given.size(); }
    /// The place in `written` of the first break; empty if none was written.
    std::optional<std::size_t> written_break() const;
    /// What is written before the word at this place, with what was given.
    std::vector<std::string> before(std::size_t place) const;
};

/// Goes on with `given`, which may be of no story itself, until the story ends or `most` words are written.
/// Once `stop` is requested, it ends early. Throws InputError as Writing does.
WrittenStory write_story(const Trained& model, const language::StoryGrammar& grammar,
                         const std::vector<std::string>& given, const Taste& taste, Index most,
                         model::Random& random, const base::StopToken& stop = {});

} // namespace learning
