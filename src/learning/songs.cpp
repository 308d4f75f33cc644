#include "learning/songs.h"

#include "learning/trainer.h"

#include <algorithm>
#include <cassert>

namespace learning {

namespace {

/// The kind of the words that the grammar lets people sing.
constexpr const char* sung_kind = "sung";

/// A story up to the quotation mark after which somebody sings.
std::vector<Index> up_to_the_song(const Task& task, language::Draw& draw) {
    const std::vector<std::string> begins{"sing", ":", "\""}; // a toy can sing as well, but not like this
    for (;;) {
        const language::Story story = language::draw_story(*task.stories, draw);
        const auto at = std::search(story.words.begin(), story.words.end(), begins.begin(), begins.end());
        if (at == story.words.end()) continue;
        std::vector<Index> ids = task.source.ids({story.words.begin(), at + std::ssize(begins)}, "story");
        ids.insert(ids.begin(), task.source.id(story_boundary));
        return ids;
    }
}

} // namespace

Example song(const Task& task, Index words, language::Draw& draw) {
    assert(task.stories && words >= 1);
    Example made{up_to_the_song(task, draw), {}, {}, {}};
    std::vector<Index> sung;
    while (std::ssize(sung) < words) {
        const Index word = task.source.id(draw.from(draw.from(task.stories->kinds.at(sung_kind)).words).one);
        if (std::ranges::find(sung, word) == sung.end()) sung.push_back(word);
    }
    std::ranges::copy(sung, std::back_inserter(made.source));
    made.source.push_back(task.source.id(","));
    for (const Index word : sung) {
        made.asked.push_back({0, std::ssize(made.source) - 1, word, std::ssize(made.source) - 1 - words});
        made.source.push_back(word);
    }
    return made;
}

Share songs_right(Network& network, const Task& task, Index words, Index songs) {
    language::Draw draw(test_seed);
    std::vector<Example> examples;
    for (Index i = 0; i < songs; ++i)
        examples.push_back(song(task, words, draw));
    const Batch batch = batch_of(examples, task.architecture == Architecture::causal);
    const MatrixOf<float>& probabilities = network.answer(batch);
    Share right{0, std::ssize(batch.asked)};
    for (Index i = 0; i < right.all; ++i) {
        Index named = 0;
        probabilities.row(i).maxCoeff(&named);
        right.count += named == batch.asked[static_cast<std::size_t>(i)].asked.answer;
    }
    return right;
}

} // namespace learning
