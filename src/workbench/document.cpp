#include "workbench/document.h"

#include <algorithm>
#include <tuple>

namespace workbench {

namespace {

bool same(const attention::BoolMatrix& a, const attention::BoolMatrix& b) {
    return a.rows() == b.rows() && a.cols() == b.cols() && a == b;
}

auto fields(const Document& d) {
    return std::tie(d.preset, d.text, d.memory_text, d.length, d.memory_length, d.batch, d.item, d.sentences,
                    d.language, d.weights, d.word_rows, d.note, d.position, d.score, d.scale, d.mask,
                    d.dropout, d.switched_off, d.overrides);
}

} // namespace

bool MaskChoice::operator==(const MaskChoice& other) const {
    return std::tie(causal, window, padding, beneath) ==
               std::tie(other.causal, other.window, other.padding, other.beneath) &&
           same(drawn, other.drawn);
}

MaskChoice without_drawing(MaskChoice mask) {
    mask.causal = mask.causal || mask.beneath.causal;
    if (mask.window == 0) mask.window = mask.beneath.window;
    mask.padding = std::max(mask.padding, mask.beneath.padding);
    mask.drawn = {};
    mask.beneath = {};
    return mask;
}

bool Document::operator==(const Document& other) const {
    return fields(*this) == fields(other);
}

} // namespace workbench
