#include "learning/songs.h"

#include "learning/trainer.h"

#include <algorithm>
#include <cassert>

namespace learning {

namespace {

/// The kind of the words that the grammar lets people sing.
constexpr const char* sung_kind = "sung";

/// A test story up to the quotation mark after which somebody sings.
std::vector<Index> up_to_the_song(const Task& task, language::Draw& draw) {
    const Index sing = task.source.id("sing");
    constexpr std::ptrdiff_t and_its_mark = 3; // sing : "
    for (;;) {
        const std::vector<Index> story = task.sample(draw, Split::test).source;
        if (const auto at = std::ranges::find(story, sing); at != story.end())
            return {story.begin(), at + and_its_mark};
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
