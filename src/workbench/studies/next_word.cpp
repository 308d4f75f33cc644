#include "workbench/studies/next_word.h"

#include "language/story_reader.h"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <set>

namespace workbench {

using base::Index;

namespace {

template <class Work>
double milliseconds(const Work& work) {
    using Clock = std::chrono::steady_clock;
    double least = 0;
    for (int i = 0; i < 3; ++i) {
        const Clock::time_point begun = Clock::now();
        work();
        const double took = std::chrono::duration<double, std::milli>(Clock::now() - begun).count();
        least = i == 0 ? took : std::min(least, took);
    }
    return least;
}

} // namespace

std::optional<std::size_t> first_break(const TrainedReading& reading, const language::StoryGrammar& grammar) {
    return language::first_break(grammar, reading.model->source.words(reading.source)); // as it reads them
}

NextWord next_word(const Story& story, const TrainedReading& reading, const language::StoryGrammar& grammar,
                   std::size_t count) {
    assert(story.is_asked());
    const language::Vocabulary& words = reading.model->answers();
    const auto after = reading.source.begin() + story.row + 1;
    language::StoryReader reader(grammar);
    NextWord next;
    for (const std::string& word : words.words({reading.source.begin(), after}))
        next.after_break |= !reader.read(word);
    const std::set<std::string> possible = reader.next();
    const auto breaks = [&](const std::string& word) {
        if (next.after_break) return false;
        return word == learning::story_boundary ? !reader.may_end() : !possible.contains(word);
    };
    std::vector<Index> ids;
    for (const Named& named : most_probable(story.named, words, count))
        ids.push_back(words.id(named.word));
    if (after != reading.source.end()) {
        const auto found = std::ranges::find(ids, *after);
        next.written = static_cast<std::size_t>(found - ids.begin());
        if (found == ids.end()) {
            ids.back() = *after;
            next.written = ids.size() - 1;
        }
    }
    for (const Index id : ids) {
        const std::string& word = words.word(id);
        next.best.push_back(
            {id, word, " " + word, story.named(id), breaks(word), word == learning::story_boundary});
    }
    return next;
}

WritingTimes writing_times(const TrainedReading& reading) {
    const model::Transformer& transformer = *reading.model->transformer;
    WritingTimes times;
    times.whole = milliseconds([&] { model::run(transformer, reading.source); });
    const Index before = std::ssize(reading.source) - 1;
    model::KeyValueCache cache = model::cache_of(reading.run);
    times.cached = milliseconds([&] {
        cache.keep(before);
        model::run_on(transformer, cache, {reading.source.back()});
    });
    return times;
}

double next_word_cost(const TrainedReading& reading) {
    return 4 * reading_cost(reading); // three times all words, and the last one three times
}

} // namespace workbench
