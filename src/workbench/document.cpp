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

bool Document::operator==(const Document& other) const {
    return fields(*this) == fields(other);
}

} // namespace workbench
