#include "workbench/document.h"

#include <tuple>

namespace workbench {

namespace {

auto fields(const Document& d) {
    return std::tie(d.preset, d.text, d.memory_text, d.length, d.memory_length, d.batch, d.item, d.sentences,
                    d.language, d.weights, d.word_rows, d.note, d.position, d.score, d.scale, d.mask,
                    d.dropout, d.switched_off, d.overrides);
}

} // namespace

base::Index shown_layer(const Document& document) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    return trained ? trained->layer : 0;
}

std::vector<base::Index> heads_off(const Document& document, base::Index layer) {
    std::vector<base::Index> heads;
    for (const HeadPlace& off : document.switched_off)
        if (off.layer == layer) heads.push_back(off.head);
    return heads;
}

bool Document::operator==(const Document& other) const {
    return fields(*this) == fields(other);
}

} // namespace workbench
