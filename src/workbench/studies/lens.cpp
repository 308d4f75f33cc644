#include "workbench/studies/lens.h"

#include "attention/softmax.h"
#include "base/study.h"
#include "workbench/studies/real_story.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>

namespace workbench {

using base::Index;
using base::Matrix;
using base::RowVector;
using language::Vocabulary;
using model::Part;
using model::Place;

namespace {

constexpr std::size_t most_told = 3;

/// The row on its way through the layers: each point, and what the stream is there.
class Way {
public:
    Way(const TrainedReading& reading, Index row) : reading_(reading), row_(row) {
        const bool decodes = reading.run.decoder.has_value();
        const model::StackRun& stack = reading.run.answering();
        assert(row >= 0 && row < stack.embedded.rows());
        stop({LensPoint::Kind::begins}, stack.embedded);
        for (Index layer = 0; layer < std::ssize(stack.blocks); ++layer)
            follow(stack.blocks[static_cast<std::size_t>(layer)],
                   {decodes ? Part::decoder : Part::encoder, layer});
    }

    std::vector<LensPoint> points;

    Matrix stream() const { // (points, d)
        Matrix all(std::ssize(rows_), rows_.front().size());
        for (std::size_t i = 0; i < rows_.size(); ++i)
            all.row(static_cast<Index>(i)) = rows_[i];
        return all;
    }

private:
    void stop(LensPoint point, const Matrix& stream) {
        points.push_back(std::move(point));
        rows_.push_back(stream.row(row_));
    }

    void follow(const model::BlockRun& block, const Place& place) {
        std::size_t layer = index_of(place);
        stop({LensPoint::Kind::attention, layer}, block.self.after);
        if (block.cross) {
            layer = index_of({Part::cross, place.layer});
            stop({LensPoint::Kind::attention, layer}, block.cross->after);
        }
        if (block.hidden.rows() > 0) stop({LensPoint::Kind::mlp, layer}, block.after);
    }

    std::size_t index_of(const Place& place) const {
        const auto found = std::ranges::find(reading_.places, place);
        return static_cast<std::size_t>(found - reading_.places.begin());
    }

    const TrainedReading& reading_;
    const Index row_;
    std::vector<RowVector> rows_;
};

KindShare kind_share(const learning::Kind& kind, const RowVector& probabilities, const Vocabulary& words) {
    KindShare share{.name = kind.name};
    for (const Index id : kind.members) {
        share.members.push_back({words.word(id), probabilities(id)});
        share.probability += probabilities(id);
    }
    std::ranges::stable_sort(share.members, std::greater<>(), &Named::probability);
    return share;
}

/// True if no word outweighs the others of its kind together, so that the kind says more than the word.
bool is_told_as_kind(const KindShare& share) {
    return 2 * share.members.front().probability <= share.probability;
}

LensAnswer answer_of(const RowVector& probabilities, const std::vector<learning::Kind>& kinds,
                     const Vocabulary& words) {
    LensAnswer made{.words = most_probable(probabilities, words, most_told)};
    RowVector alone = probabilities; // of a word that is told with its kind nothing is left
    for (const learning::Kind& kind : kinds) {
        made.kinds.push_back(kind_share(kind, probabilities, words));
        if (is_told_as_kind(made.kinds.back()))
            for (const Index id : kind.members)
                alone(id) = 0;
    }
    std::ranges::stable_sort(made.kinds, std::greater<>(), &KindShare::probability);
    for (std::size_t i = 0; i < made.kinds.size(); ++i)
        if (is_told_as_kind(made.kinds[i]))
            made.guesses.push_back({made.kinds[i].name, made.kinds[i].probability, i});
    for (const Named& word : most_probable(alone, words, most_told))
        made.guesses.push_back({word.word, word.probability});
    std::ranges::stable_sort(made.guesses, std::greater<>(), &Guess::probability);
    made.guesses.resize(std::min(made.guesses.size(), most_told));
    return made;
}

} // namespace

const LensPoint* Lens::after_attention(std::size_t layer) const {
    const auto found = std::ranges::find_if(points, [&](const LensPoint& point) {
        return point.kind == LensPoint::Kind::attention && point.layer == layer;
    });
    return found == points.end() ? nullptr : &*found;
}

Lens lens_of(const Pass& pass, const learning::Task* task, Index row) {
    if (pass.real) return lens_of_real(*pass.real, row);
    if (!pass.reading) return {row, {}};
    const TrainedReading& reading = *pass.reading;
    Way way(reading, row);
    for (const Matrix& logits : model::logits(*reading.model->transformer, way.stream())) {
        const Matrix probabilities = attention::softmax(logits).weights;
        for (std::size_t i = 0; i < way.points.size(); ++i)
            way.points[i].outputs.push_back(answer_of(probabilities.row(static_cast<Index>(i)),
                                                      task ? task->kinds : std::vector<learning::Kind>{},
                                                      reading.model->answers()));
    }
    return {row, std::move(way.points)};
}

double lens_cost(const TrainedReading& reading) {
    const model::TransformerSizes& sizes = reading.model->transformer->sizes;
    const auto points = static_cast<double>(1 + 2 * reading.places.size());
    const auto answers = static_cast<double>(sizes.answers() * sizes.outputs);
    return points * answers * (static_cast<double>(sizes.width) + base::exponential_cost);
}

} // namespace workbench
