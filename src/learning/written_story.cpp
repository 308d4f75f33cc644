#include "learning/written_story.h"

#include "language/story_reader.h"

#include <iterator>
#include <set>

namespace learning {

std::optional<std::size_t> WrittenStory::written_break() const {
    if (!first_break || was_given_broken()) return {};
    return *first_break - given.size();
}

std::vector<std::string> WrittenStory::before(std::size_t place) const {
    std::vector<std::string> words = given;
    for (std::size_t i = 0; i < place; ++i)
        words.push_back(written[i].word);
    return words;
}

namespace {

/// The words with which a story may go on here, the boundary if it may end.
std::vector<std::string> ways_on(const language::StoryReader& reader) {
    const std::set<std::string> next = reader.next();
    std::vector<std::string> words(next.begin(), next.end());
    if (reader.may_end()) words.emplace_back(story_boundary);
    return words;
}

} // namespace

WrittenStory write_story(const Trained& model, const language::StoryGrammar& grammar,
                         const std::vector<std::string>& given, const Taste& taste, Index most,
                         model::Random& random, const base::StopToken& stop) {
    Writing writing(model, given);
    WrittenStory story{writing.words(), {}};
    language::StoryReader reader(grammar);
    for (std::size_t i = 0; i < story.given.size() && !story.first_break; ++i)
        if (!reader.read(story.given[i])) story.first_break = i;
    while (!writing.ended() && std::ssize(story.written) < most && !stop.stop_requested()) {
        const Index id = drawn(tasted(writing.probabilities(), taste), random.uniform());
        const WrittenWord one{model.source.word(id), writing.probabilities()(id)};
        writing.take(id);
        if (!story.first_break) {
            const bool follows = writing.ended() ? reader.may_end() : reader.goes_on_with(one.word);
            if (follows) {
                reader.read(one.word);
            } else {
                story.first_break = story.given.size() + story.written.size();
                story.instead = ways_on(reader);
            }
        }
        story.written.push_back(one);
    }
    return story;
}

} // namespace learning
