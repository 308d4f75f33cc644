#include "learning/written_story.h"

#include "language/story_reader.h"

#include <algorithm>

namespace learning {

bool WrittenStory::is_story() const {
    return ended() && std::ranges::none_of(written, &WrittenWord::breaks);
}

std::vector<std::string> WrittenStory::before(std::size_t place) const {
    std::vector<std::string> words = given;
    for (std::size_t i = 0; i < place; ++i)
        words.push_back(written[i].word);
    return words;
}

WrittenStory write_story(const Trained& model, const language::StoryGrammar& grammar,
                         const std::vector<std::string>& given, const Taste& taste, Index most,
                         model::Random& random, const base::StopToken& stop) {
    Writing writing(model, given);
    WrittenStory story{writing.words(), {}};
    language::StoryReader reader(grammar);
    for (const std::string& word : story.given)
        reader.read(word);
    while (!writing.ended() && std::ssize(story.written) < most && !stop.stop_requested()) {
        const Index id = drawn(tasted(writing.probabilities(), taste), random.uniform());
        WrittenWord one{model.source.word(id), writing.probabilities()(id)};
        writing.take(id);
        const bool may_end = reader.may_end();
        const std::set<std::string> next = reader.next();
        one.breaks = writing.ended() ? !may_end : !reader.read(one.word);
        if (one.breaks) {
            one.instead.assign(next.begin(), next.end());
            if (may_end) one.instead.emplace_back(story_boundary);
        }
        story.written.push_back(std::move(one));
    }
    return story;
}

} // namespace learning
