#include "workbench/studies/last_look.h"

#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cassert>

namespace workbench {

using base::Index;
using base::Matrix;

Index LastLook::strongest_key(Index word) const {
    Index strongest = 0;
    weights->row(word).maxCoeff(&strongest);
    return strongest;
}

LastLook last_look(const Compared& shown, const Library& library) {
    const Words words = words_of(shown.document, library);
    const auto reading =
        read(shown.document, std::get<TrainedWeights>(shown.document.weights), words, *library.trained);
    assert(reading->target.empty());
    const attention::Trace& trace = reading->run.at(reading->places.back()).trace;
    Matrix mean = Matrix::Zero(trace.n(), trace.m());
    for (Index head = 0; head < trace.layer->heads; ++head)
        mean += trace.matrix(attention::Quantity::weights, head) / static_cast<float>(trace.layer->heads);
    const auto answers = most_probable(reading->run, {.position = shown.query}, reading->model->source, 1);
    return {words.queries, shown.query, answers.front().word,
            std::make_shared<const Matrix>(std::move(mean))};
}

Index exchanged_word(const LastLook& one, const LastLook& other) {
    const auto differing = std::ranges::mismatch(one.words, other.words);
    return differing.in1 - one.words.begin();
}

} // namespace workbench
