#pragma once
// A story that a model writes by chance, while a reader of the grammar marks each word that breaks it.

#include "language/story_grammar.h"
#include "learning/writing.h"
#include "model/random.h"

namespace learning {

struct WrittenWord {
    std::string word;                      ///< story_boundary: here the story ends
    float probability = 0;                 ///< that the model gave it, whatever the taste
    bool breaks = false;                   ///< no story goes on like this
    std::vector<std::string> instead = {}; ///< where it breaks: the words with which stories go on
};

struct WrittenStory {
    std::vector<std::string> given; ///< what it begins with
    std::vector<WrittenWord> written;

    bool ended() const { return !written.empty() && written.back().word == story_boundary; }
    /// Whether it is a story word for word, from first to last.
    bool is_story() const;
    /// What is written before the word at this place, with what was given.
    std::vector<std::string> before(std::size_t place) const;
};

/// Goes on with `given`, which may be of no story itself, until the story ends or `most` words are written.
/// Once `stop` is requested, it ends early. Throws InputError as Writing does.
WrittenStory write_story(const Trained& model, const language::StoryGrammar& grammar,
                         const std::vector<std::string>& given, const Taste& taste, Index most,
                         model::Random& random, const base::StopToken& stop = {});

} // namespace learning
