#include "workbench/studies/next_word.h"

#include <algorithm>
#include <cassert>
#include <chrono>

namespace workbench {

using base::Index;

namespace {

/// Whether the word breaks what these words have settled.
bool breaks(const learning::Task& task, std::vector<std::string> words, const std::string& word) {
    words.push_back(word);
    return task.broken(words).back();
}

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

NextWord next_word(const Story& story, const TrainedReading& reading, const learning::Task& task,
                   std::size_t count) {
    assert(task.broken && story.is_asked());
    const language::Vocabulary& words = reading.model->answers();
    const auto after = reading.source.begin() + story.row + 1;
    const std::vector<std::string> before = words.words({reading.source.begin(), after});
    std::vector<Index> ids;
    for (const Named& named : most_probable(story.named, words, count))
        ids.push_back(words.id(named.word));
    NextWord next;
    if (after != reading.source.end()) {
        const auto found = std::ranges::find(ids, *after);
        next.written = static_cast<std::size_t>(found - ids.begin());
        if (found == ids.end()) {
            ids.back() = *after;
            next.written = ids.size() - 1;
        }
    }
    for (const Index id : ids)
        next.best.push_back({id, words.word(id), story.named(id), breaks(task, before, words.word(id)),
                             words.word(id) == learning::story_boundary});
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

} // namespace workbench
